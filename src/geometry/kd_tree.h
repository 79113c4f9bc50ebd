/// A k-d tree over many things (THESIS §4.4.2), to be measured against the default
/// (geometry/box_tree.h).
///
/// A cell is cut in two by a plane across its longest side, while it has more than `leaf_count`
/// things and is above `max_depth`:
///   middle  halfway (THESIS);
///   median  where the centres of its things have their median, which balances uneven density.
/// A thing on both sides of a plane belongs to both cells. This growth is bounded: a cell is not
/// cut when more than `growth` times the number of things would be stored in all, each cell having
/// its share of that budget, or when one side would get everything and the other something.
///
/// Fixed once built; any number of threads may ask together. Warm questions do not allocate.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/thing_box.h"
#include "geometry/visit_marks.h"

namespace outrigger::geometry {

struct KdTreeSettings {
  enum class Policy { middle, median };
  Policy policy = Policy::median;
  int max_depth = 24;           ///< levels below the root, 0 to KdTree::kMaxDepth
  std::int32_t leaf_count = 8;  ///< a cell with at most this many things is not cut, ≥ 1
  double growth = 4.0;          ///< stored things per thing, at most, ≥ 1
};

class KdTree {
 public:
  static constexpr int kMaxDepth = 64;

  KdTree() = default;
  explicit KdTree(const Mesh& mesh, const KdTreeSettings& settings = {});
  explicit KdTree(std::span<const Box> boxes, const KdTreeSettings& settings = {});

  bool empty() const { return boxes_.empty(); }
  int depth() const { return depth_; }  ///< levels of cells
  /// Things stored, those in several cells several times.
  std::size_t stored() const { return stored_.size(); }
  std::size_t memory() const {  ///< [bytes]
    return cells_.size() * sizeof(Cell) + stored_.size() * sizeof(std::int32_t) +
           boxes_.size() * sizeof(ThingBox);
  }

  /// As BoxTree::for_each_in.
  template <class Visit>
  void for_each_in(const Box& box, Visit&& visit) const {
    const ThingBox query(box);
    descend(
        query.low, query.high, [&](const ThingBox& thing) { return thing.overlaps(query); }, visit);
  }

  /// As BoxTree::for_each_near.
  template <class Visit>
  void for_each_near(const Vec3& centre, double radius, Visit&& visit) const {
    const double limit = near_limit(radius);
    const ThingBox around(Box{centre, centre}.grown(radius * (1.0 + 1e-12)));
    descend(
        around.low, around.high,
        [&](const ThingBox& thing) { return thing.squared_distance(centre) <= limit; }, visit);
  }

  /// As BoxTree::for_each_on_ray.
  template <class Visit>
  void for_each_on_ray(const Vec3& origin, const Vec3& direction, double length,
                       Visit&& visit) const;

 private:
  /// axis 0 to 2: cut at `place`, the cells below and above are `first` and `first` + 1.
  /// axis 3: the things stored_[first] to stored_[first + count - 1].
  struct Cell {
    std::int32_t axis = 3;
    float place = 0.0f;
    std::int32_t first = 0;
    std::int32_t count = 0;
  };
  class Builder;

  void build(const KdTreeSettings& settings);

  template <class Test, class Visit>
  void show(const Cell& cell, VisitMarks& marks, Test&& test, Visit&& visit) const {
    for (std::int32_t i = cell.first; i < cell.first + cell.count; ++i) {
      const std::int32_t thing = stored_[static_cast<std::size_t>(i)];
      if (test(boxes_[static_cast<std::size_t>(thing)]) && marks.first(thing)) visit(thing);
    }
  }

  /// Visits what is in the cells that a box from `low` to `high` reaches.
  template <class Test, class Visit>
  void descend(const float* low, const float* high, Test&& test, Visit&& visit) const {
    if (boxes_.empty()) return;
    VisitMarks marks(boxes_.size());
    std::array<std::int32_t, kMaxDepth + 2> stack;
    int top = 0;
    stack[0] = 0;
    while (top >= 0) {
      const Cell& cell = cells_[static_cast<std::size_t>(stack[static_cast<std::size_t>(top--)])];
      if (cell.axis == 3) {
        show(cell, marks, test, visit);
        continue;
      }
      if (high[cell.axis] >= cell.place) stack[static_cast<std::size_t>(++top)] = cell.first + 1;
      if (low[cell.axis] <= cell.place) stack[static_cast<std::size_t>(++top)] = cell.first;
    }
  }

  std::vector<Cell> cells_;
  std::vector<std::int32_t> stored_;
  std::vector<ThingBox> boxes_;
  int depth_ = 0;
};

template <class Visit>
void KdTree::for_each_on_ray(const Vec3& origin, const Vec3& direction, double length,
                             Visit&& visit) const {
  if (boxes_.empty()) return;
  const RayQuery ray(origin, direction, length);
  struct Open {
    std::int32_t cell;
    double enter, leave;
  };
  VisitMarks marks(boxes_.size());
  std::array<Open, kMaxDepth + 2> stack;
  int top = 0;
  stack[0] = {0, 0.0, length};
  while (top >= 0) {
    const Open open = stack[static_cast<std::size_t>(top--)];
    const Cell& cell = cells_[static_cast<std::size_t>(open.cell)];
    if (cell.axis == 3) {
      show(
          cell, marks, [&](const ThingBox& thing) { return thing.meets(ray); }, visit);
      continue;
    }
    const double gap = static_cast<double>(cell.place) - origin[cell.axis];
    if (direction[cell.axis] == 0.0) {
      if (gap <= 0.0)
        stack[static_cast<std::size_t>(++top)] = {cell.first + 1, open.enter, open.leave};
      if (gap >= 0.0) stack[static_cast<std::size_t>(++top)] = {cell.first, open.enter, open.leave};
      continue;
    }
    // The part of the ray before the plane and the part behind it, both longer by the rounding.
    const double t = gap * ray.inverse[cell.axis];
    const double room = 1e-15 * std::abs(t);
    const std::int32_t after = cell.first + (ray.direction[cell.axis] > 0.0 ? 1 : 0);
    const std::int32_t before = cell.first + (ray.direction[cell.axis] > 0.0 ? 0 : 1);
    if (open.leave >= t - room) {
      stack[static_cast<std::size_t>(++top)] = {after, std::max(open.enter, t - room), open.leave};
    }
    if (open.enter <= t + room) {
      stack[static_cast<std::size_t>(++top)] = {before, open.enter, std::min(open.leave, t + room)};
    }
  }
}

}  // namespace outrigger::geometry
