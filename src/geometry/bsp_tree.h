/// A tree of arbitrary planes over the faces of a mesh (BSP, THESIS §4.4.2-4.4.3): what is near,
/// and, for a closed mesh, whether a point is inside.
///
/// A cell is cut while it has more than `leaf_count` faces and is above `max_depth`. Candidates for
/// the plane, and the best of them is taken:
///   faces  the planes of `candidates` of its faces, evenly spread over the list. For a convex body
///          every such plane has all the other faces on one side, and the tree becomes a list
///          (THESIS Figure 4.6).
///   mixed  those, and the three planes along the axes through the mean of its faces' corners, if
///          both sides get some: faces are cut, but a convex body gives a balanced tree.
/// Best: least max(front, back) + ½ · cut. Faces on both sides of a plane belong to both cells, with
/// the same bound of growth as a k-d tree; faces in the plane stay at the node.
///
/// Corners within 1e-9 of the mesh's size are on a plane. Questions are widened by it, so none is
/// answered with too few: every face that touches the sphere, the box or the ray is named. Faces of
/// which only the box touches may be left out, unlike with the trees of boxes.
///
/// Inside or outside: an empty cell lies behind or in front of the face whose plane made it empty. A
/// cell with faces is decided by the first of them on the way to one of its faces. Points within
/// about 1e-9 of the mesh's size of its surface may get either answer. The mesh must be closed and
/// its faces oriented; on another `contains` has no meaning, the other questions have.
///
/// Fixed once built; any number of threads may ask together. Warm questions do not allocate.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/thing_box.h"
#include "geometry/visit_marks.h"

namespace outrigger::geometry {

struct BspTreeSettings {
  enum class Policy { faces, mixed };
  Policy policy = Policy::mixed;
  int max_depth = 32;           ///< levels below the root, 0 to BspTree::kMaxDepth
  std::int32_t leaf_count = 8;  ///< a cell with at most this many faces is not cut, ≥ 0
  int candidates = 4;           ///< planes of faces that are tried per cell, ≥ 1
  double growth = 4.0;          ///< stored faces per face, at most, ≥ 1
};

class BspTree {
 public:
  static constexpr int kMaxDepth = 1024;

  BspTree() = default;
  explicit BspTree(const Mesh& mesh, const BspTreeSettings& settings = {});

  bool empty() const { return boxes_.empty(); }
  int depth() const { return depth_; }  ///< levels of nodes and cells
  /// Faces stored, those in several cells several times.
  std::size_t stored() const { return stored_.size(); }
  std::size_t memory() const {  ///< [bytes]
    return nodes_.size() * sizeof(Node) + stored_.size() * sizeof(std::int32_t) +
           boxes_.size() * (sizeof(ThingBox) + sizeof(Corners));
  }

  /// Is the point inside the closed mesh? At most depth() planes and one cell's faces are asked.
  bool contains(const Vec3& p) const;

  /// As BoxTree::for_each_in.
  template <class Visit>
  void for_each_in(const Box& box, Visit&& visit) const {
    const ThingBox query(box);
    const Box wide = query.box();
    const Vec3 centre = wide.centre();
    const Vec3 half = 0.5 * wide.size();
    descend(
        [&](const Node& node) {
          return Reach{node.distance(centre), node.normal.cwiseAbs().dot(half)};
        },
        [&](const ThingBox& thing) { return thing.overlaps(query); }, visit);
  }

  /// As BoxTree::for_each_near.
  template <class Visit>
  void for_each_near(const Vec3& centre, double radius, Visit&& visit) const {
    const double limit = near_limit(radius);
    descend(
        [&](const Node& node) {
          return Reach{node.distance(centre), radius * (1.0 + 1e-12)};
        },
        [&](const ThingBox& thing) { return thing.squared_distance(centre) <= limit; }, visit);
  }

  /// As BoxTree::for_each_on_ray.
  template <class Visit>
  void for_each_on_ray(const Vec3& origin, const Vec3& direction, double length,
                       Visit&& visit) const;

 private:
  struct Node {
    Vec3 normal = Vec3::Zero();  ///< of unit length; zero in a cell
    double offset = 0.0;         ///< the plane is normal·x = offset
    std::int32_t front = kCell;  ///< nodes, or kCell
    std::int32_t back = kCell;   ///< in a cell with faces, its place in targets_
    std::int32_t first = 0;      ///< faces in the plane or in the cell
    std::int32_t count = 0;
    bool inside = false;  ///< of an empty cell

    double distance(const Vec3& p) const { return normal.dot(p) - offset; }
    bool is_cell() const { return front == kCell; }
  };
  /// How far a question's centre is from a plane and how far it reaches from there.
  struct Reach {
    double distance;
    double half;
  };
  static constexpr std::int32_t kCell = -1;
  class Builder;
  enum class Side { outside, inside, unclear };

  Side side_in_cell(const Node& cell, const Vec3& p) const;
  /// Turns of the surface about a point, 1 inside and 0 outside, from all faces.
  double winding_number(const Vec3& p) const;

  template <class Test, class Visit>
  void show(const Node& node, VisitMarks& marks, Test&& test, Visit&& visit) const {
    for (std::int32_t i = node.first; i < node.first + node.count; ++i) {
      const std::int32_t face = stored_[static_cast<std::size_t>(i)];
      if (test(boxes_[static_cast<std::size_t>(face)]) && marks.first(face)) visit(face);
    }
  }

  template <class ReachOf, class Test, class Visit>
  void descend(ReachOf&& reach_of, Test&& test, Visit&& visit) const {
    if (boxes_.empty()) return;
    VisitMarks marks(boxes_.size());
    std::array<std::int32_t, kMaxDepth + 2> stack;
    int top = 0;
    stack[0] = 0;
    while (top >= 0) {
      const Node& node = nodes_[static_cast<std::size_t>(stack[static_cast<std::size_t>(top--)])];
      if (node.is_cell()) {
        show(node, marks, test, visit);
        continue;
      }
      const Reach reach = reach_of(node);
      const double room = reach.half + tolerance_;
      if (std::abs(reach.distance) <= room) show(node, marks, test, visit);
      if (reach.distance >= -room) stack[static_cast<std::size_t>(++top)] = node.front;
      if (reach.distance <= room) stack[static_cast<std::size_t>(++top)] = node.back;
    }
  }

  std::vector<Node> nodes_;
  std::vector<std::int32_t> stored_;
  std::vector<ThingBox> boxes_;
  std::vector<Corners> corners_;
  std::vector<Vec3> targets_;  ///< one point per cell with faces, on one of them and in the cell
  double tolerance_ = 0.0;     ///< [m]
  Vec3 centre_ = Vec3::Zero();
  double radius_ = 0.0;  ///< about centre_, of a sphere around the mesh [m]
  int depth_ = 0;
};

template <class Visit>
void BspTree::for_each_on_ray(const Vec3& origin, const Vec3& direction, double length,
                              Visit&& visit) const {
  if (boxes_.empty()) return;
  const RayQuery ray(origin, direction, length);
  // Beyond the mesh the ray has no end that matters, and none that would spoil the rounding.
  const double far = (origin - centre_).norm() + radius_;
  const double room = tolerance_ + 1e-15 * (origin.norm() + far);
  struct Open {
    std::int32_t node;
    double enter, leave;
  };
  VisitMarks marks(boxes_.size());
  std::array<Open, kMaxDepth + 2> stack;
  int top = 0;
  const double speed = direction.norm();
  stack[0] = {0, 0.0, speed > 0.0 ? std::min(length, 1.001 * far / speed) : length};
  const auto test = [&](const ThingBox& thing) { return thing.meets(ray); };
  while (top >= 0) {
    const Open open = stack[static_cast<std::size_t>(top--)];
    const Node& node = nodes_[static_cast<std::size_t>(open.node)];
    if (node.is_cell()) {
      show(node, marks, test, visit);
      continue;
    }
    // Where the distance s + t v from the plane is at least -room, and at most room.
    const double s = node.distance(origin);
    const double v = node.normal.dot(direction);
    Open front{node.front, open.enter, open.leave};
    Open back{node.back, open.enter, open.leave};
    if (std::abs(v) * open.leave > 1e-3 * room) {
      Open& later = v > 0.0 ? front : back;
      Open& earlier = v > 0.0 ? back : front;
      later.enter = std::max(open.enter, (v > 0.0 ? -room - s : room - s) / v);
      earlier.leave = std::min(open.leave, (v > 0.0 ? room - s : -room - s) / v);
    } else {
      if (s < -1.01 * room) front.leave = -1.0;
      if (s > 1.01 * room) back.leave = -1.0;
    }
    const bool in_front = front.enter <= front.leave;
    const bool behind = back.enter <= back.leave;
    if (in_front && behind) show(node, marks, test, visit);
    if (in_front) stack[static_cast<std::size_t>(++top)] = front;
    if (behind) stack[static_cast<std::size_t>(++top)] = back;
  }
}

}  // namespace outrigger::geometry
