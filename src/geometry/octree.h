/// An octree over many things (THESIS §4.4.1), to be measured against the default (geometry/box_tree.h).
///
/// The root is a cube about everything; a cell is halved along the three axes at once while it has
/// more than `leaf_count` things and is above `max_depth`. Which of the eight a thing goes to:
///   fit    the one that holds its box; one that fits into none stays in the parent (THESIS). What
///          crosses the middle planes of large cells is asked for by almost every question.
///   loose  the one that holds its centre, as long as the cell is at least as large as the thing;
///          cells are asked for at twice their size (T. Ulrich, Game Programming Gems 1, 2000, 4.11).
/// No thing is cut or stored twice.
///
/// Fixed once built; any number of threads may ask together. Questions do not allocate.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/thing_box.h"

namespace outrigger::geometry {

struct OctreeSettings {
  enum class Policy { fit, loose };
  Policy policy = Policy::loose;
  int max_depth = 12;           ///< levels below the root, 0 to Octree::kMaxDepth
  std::int32_t leaf_count = 8;  ///< a cell with at most this many things is not divided, ≥ 1
};

class Octree {
 public:
  static constexpr int kMaxDepth = 24;

  Octree() = default;
  explicit Octree(const Mesh& mesh, const OctreeSettings& settings = {});
  explicit Octree(std::span<const Box> boxes, const OctreeSettings& settings = {});

  bool empty() const { return boxes_.empty(); }
  int depth() const { return depth_; }  ///< levels of cells
  std::size_t memory() const {          ///< [bytes]
    return cells_.size() * sizeof(Cell) + boxes_.size() * (sizeof(ThingBox) + sizeof(std::int32_t));
  }

  /// As BoxTree::for_each_in.
  template <class Visit>
  void for_each_in(const Box& box, Visit&& visit) const {
    const ThingBox query(box);
    const Box wide = query.box();
    descend(
        [&](const Vec3& c, double h) {
          return Box{c, c}.grown(h).overlaps(wide);
        },
        [&](const ThingBox& thing) { return thing.overlaps(query); }, visit);
  }

  /// As BoxTree::for_each_near.
  template <class Visit>
  void for_each_near(const Vec3& centre, double radius, Visit&& visit) const {
    const double limit = near_limit(radius);
    descend(
        [&](const Vec3& c, double h) {
          return Box{c, c}.grown(h).squared_distance(centre) <= limit;
        },
        [&](const ThingBox& thing) { return thing.squared_distance(centre) <= limit; }, visit);
  }

  /// As BoxTree::for_each_on_ray.
  template <class Visit>
  void for_each_on_ray(const Vec3& origin, const Vec3& direction, double length,
                       Visit&& visit) const {
    const RayQuery ray(origin, direction, length);
    descend(
        [&](const Vec3& c, double h) {
          return ThingBox(Box{c, c}.grown(h)).meets(ray);
        },
        [&](const ThingBox& thing) { return thing.meets(ray); }, visit);
  }

 private:
  /// Existing children of a cell follow each other from `first_child`, in the order of the bits of
  /// `children`; bit k of a child's number is set on the upper side of axis k.
  struct Cell {
    std::int32_t first_child = 0;
    std::uint32_t children = 0;
    std::int32_t begin = 0;  ///< its own things
    std::int32_t end = 0;
  };
  struct Open {
    std::int32_t cell;
    Vec3 centre;
    double half;
  };
  class Builder;

  void build(std::vector<ThingBox> boxes, const OctreeSettings& settings);

  template <class TestCell, class TestThing, class Visit>
  void descend(TestCell&& test_cell, TestThing&& test_thing, Visit&& visit) const {
    if (boxes_.empty() || !test_cell(centre_, half_ * scale_)) return;
    std::array<Open, 7 * kMaxDepth + 8> stack;
    int top = 0;
    stack[0] = {0, centre_, half_};
    while (top >= 0) {
      const Open open = stack[static_cast<std::size_t>(top--)];
      const Cell& cell = cells_[static_cast<std::size_t>(open.cell)];
      for (std::int32_t i = cell.begin; i < cell.end; ++i) {
        if (test_thing(boxes_[static_cast<std::size_t>(i)])) {
          visit(things_[static_cast<std::size_t>(i)]);
        }
      }
      std::int32_t child = cell.first_child;
      const double h = 0.5 * open.half;
      for (std::uint32_t rest = cell.children; rest != 0; rest &= rest - 1, ++child) {
        const Vec3 c = child_centre(open.centre, h, __builtin_ctz(rest));
        if (test_cell(c, h * scale_)) stack[static_cast<std::size_t>(++top)] = {child, c, h};
      }
    }
  }

  static Vec3 child_centre(const Vec3& c, double h, int which) {
    return c + Vec3(which & 1 ? h : -h, which & 2 ? h : -h, which & 4 ? h : -h);
  }

  std::vector<Cell> cells_;
  std::vector<std::int32_t> things_;
  std::vector<ThingBox> boxes_;  ///< of things_, side by side
  Vec3 centre_ = Vec3::Zero();
  double half_ = 0.0;
  double scale_ = 1.0;  ///< of cells when asked: a little more than 1 (fit) or 2 (loose)
  int depth_ = 0;
};

}  // namespace outrigger::geometry
