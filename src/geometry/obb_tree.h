/// A tree of oriented boxes over the faces of a mesh (THESIS §4.6.1; S. Gottschalk, M. Lin,
/// D. Manocha, SIGGRAPH 1996), to be measured against the default (geometry/box_tree.h).
///
/// Two children per node, one face per leaf. A box lies along the principal directions of its faces
/// (covariance weighted by area), its faces are divided by its longest direction at the mean of
/// their barycentres; faces that cannot be divided so are halved. A node is one cache line: single
/// precision, widened by its rounding, so answers are never too few. Other than with the trees of
/// boxes along the axes, what is named is what touches the oriented box of a face.
///
/// Fixed once built; any number of threads may ask together. Questions do not allocate.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/oriented_box.h"
#include "geometry/thing_box.h"
#include "math/block.h"

namespace outrigger::geometry {

class ObbTree {
 public:
  /// `child` ≥ 0: nodes child and child + 1; otherwise face ~child.
  struct alignas(64) Node {
    float centre[3];
    float half[3];
    float axes[9];  ///< column after column
    std::int32_t child;

    OrientedBox box() const;
  };
  static constexpr int kMaxDepth = 64;
  /// Of single precision, for the products of directions.
  static constexpr double kRoom = 1e-6;

  ObbTree() = default;
  explicit ObbTree(const Mesh& mesh);

  bool empty() const { return nodes_.empty(); }
  std::span<const Node> nodes() const { return nodes_; }
  std::size_t memory() const { return nodes_.size() * sizeof(Node); }  ///< [bytes]
  int depth() const { return depth_; }                                 ///< levels of nodes

  /// Calls visit(face) for each face whose oriented box overlaps the box.
  template <class Visit>
  void for_each_in(const Box& box, Visit&& visit) const {
    const OrientedBox query{box.centre(), Mat3::Identity(), 0.5 * box.size()};
    descend([&](const Node& node) { return boxes_overlap(query, node.box(), kRoom); }, visit);
  }

  /// Calls visit(face) for each face whose oriented box is within `radius` of the point.
  template <class Visit>
  void for_each_near(const Vec3& centre, double radius, Visit&& visit) const {
    const double limit = near_limit(radius);
    descend(
        [&](const Node& node) {
          const OrientedBox box = node.box();
          const Vec3 p = box.axes.transpose() * (centre - box.centre);
          return (p.cwiseAbs() - box.half).cwiseMax(0.0).squaredNorm() <= limit;
        },
        visit);
  }

  /// Calls visit(face) for each face whose oriented box is met by origin + t direction,
  /// 0 ≤ t ≤ length.
  template <class Visit>
  void for_each_on_ray(const Vec3& origin, const Vec3& direction, double length,
                       Visit&& visit) const {
    descend(
        [&](const Node& node) {
          const OrientedBox box = node.box();
          const RayQuery ray(box.axes.transpose() * (origin - box.centre),
                             box.axes.transpose() * direction, length);
          return ThingBox(Box{-box.half, box.half}).meets(ray);
        },
        visit);
  }

 private:
  class Builder;

  template <class Test, class Visit>
  void descend(Test&& test, Visit&& visit) const {
    if (nodes_.empty() || !test(nodes_[0])) return;
    std::array<std::int32_t, kMaxDepth + 2> stack;
    int top = 0;
    stack[0] = 0;
    while (top >= 0) {
      const Node& node = nodes_[static_cast<std::size_t>(stack[static_cast<std::size_t>(top--)])];
      if (node.child < 0) {
        visit(~node.child);
        continue;
      }
      for (const std::int32_t c : {node.child + 1, node.child}) {
        if (test(nodes_[static_cast<std::size_t>(c)])) stack[static_cast<std::size_t>(++top)] = c;
      }
    }
  }

  std::vector<Node, AlignedAllocator<Node>> nodes_;
  int depth_ = 0;
};

inline OrientedBox ObbTree::Node::box() const {
  return {Eigen::Map<const Eigen::Vector3f>(centre).cast<double>(),
          Eigen::Map<const Eigen::Matrix3f>(axes).cast<double>(),
          Eigen::Map<const Eigen::Vector3f>(half).cast<double>()};
}

}  // namespace outrigger::geometry
