/// A tree of boxes over many things: the faces of a mesh, or anything with a box (THESIS §4.6.1).
///
/// Four children per node, their boxes side by side in single precision, rounded outwards: one
/// question is put to four boxes at once, and a node is two cache lines. A child is a node or a
/// thing, so a thing's own box is tested before the thing is looked at. Answers are never too few;
/// whoever asks tests the things themselves in double precision.
///
/// Rejected: two children per node (twice the steps for the same boxes); oriented boxes (tighter on
/// smooth surfaces, but 15 axes per pair; measured in docs/theory/far_detection.md).
///
/// Any number of threads may ask together, as long as none builds or refits. Questions do not
/// allocate.
#pragma once

#include <immintrin.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/assert.h"
#include "geometry/box.h"
#include "geometry/byte_tree.h"
#include "geometry/mesh.h"
#include "geometry/thing_box.h"
#include "geometry/tree_items.h"
#include "math/block.h"

namespace outrigger::geometry {

/// How the things of a node are divided.
enum class SplitRule {
  deviation,  ///< at the mean of the centres, on the axis where they deviate most (THESIS §4.6.1)
  surface,    ///< where surface × count of both sides is least, in 16 slices of the longest axis
};

class BoxTree {
 public:
  /// `child[i]` ≥ 0 is a node, otherwise thing `~child[i]`; an unused place has an empty box.
  struct alignas(64) Node {
    float low[3][4];
    float high[3][4];
    std::int32_t child[4];
    std::int32_t count;  ///< places in use
    std::int32_t padding[3];
  };
  static constexpr int kMaxDepth = 64;

  BoxTree() = default;
  explicit BoxTree(const Mesh& mesh, SplitRule rule = SplitRule::surface);
  explicit BoxTree(std::span<const Box> boxes, SplitRule rule = SplitRule::surface);

  using Item = tree_items::Item;
  using Scratch = std::vector<Item, AlignedAllocator<Item>>;
  /// Builds the tree again over other things. Allocates only when there are more than ever before.
  void rebuild(std::span<const ThingBox> boxes, SplitRule rule, Scratch& scratch);
  /// Gives the same things other boxes; the shape of the tree stays. Thing i has boxes[i], which
  /// may be empty. Returns half the surface of all boxes of nodes, which tells how good the shape
  /// still is [m²].
  double refit(std::span<const ThingBox> boxes);

  bool empty() const { return nodes_.empty(); }
  std::span<const Node> nodes() const { return nodes_; }
  /// The copy for small questions (for_each_in, for_each_near); only of trees over a mesh. It may name
  /// things whose boxes miss by a little.
  const ByteTree& bytes() const { return bytes_; }
  std::size_t memory() const {  ///< [bytes]
    return nodes_.size() * sizeof(Node) + bytes_.memory();
  }
  int depth() const { return depth_; }  ///< levels of nodes
  const Box& box() const { return box_; }

  /// Calls visit(thing) for each thing whose box overlaps the box.
  template <class Visit>
  void for_each_in(const Box& box, Visit&& visit) const {
    if (!bytes_.empty()) return bytes_.for_each_near(box, 0.0, visit);
    const SingleBox query(box);
    descend([&query](const Node& node) { return query.overlaps(node); }, visit);
  }

  /// Calls visit(thing) for each thing whose box is within `radius` of the point.
  template <class Visit>
  void for_each_near(const Vec3& centre, double radius, Visit&& visit) const {
    if (!bytes_.empty()) return bytes_.for_each_near(Box{centre, centre}, radius, visit);
    const double limit = near_limit(radius);
    descend([&](const Node& node) { return within(node, centre, limit); }, visit);
  }

  /// Calls visit(thing) for each thing whose box, grown by `margin` [m], is met by
  /// origin + t direction, 0 ≤ t ≤ length. `direction` need not have unit length.
  template <class Visit>
  void for_each_on_ray(const Vec3& origin, const Vec3& direction, double length, Visit&& visit,
                       double margin = 0.0) const {
    const Ray ray(origin, direction, margin);
    descend([&](const Node& node) { return ray.meets(node, length); }, visit);
  }

  /// Calls visit(thing) for each thing whose box reaches into normal·x ≤ offset.
  template <class Visit>
  void for_each_below(const Vec3& normal, double offset, Visit&& visit) const {
    const Lane4 n[3] = {broadcast4(normal.x()), broadcast4(normal.y()), broadcast4(normal.z())};
    const Lane4 limit = broadcast4(offset);
    // The lowest corner of a box, as the normal sees it.
    const bool up[3] = {normal.x() > 0.0, normal.y() > 0.0, normal.z() > 0.0};
    descend(
        [&](const Node& node) {
          Lane4 lowest = zero4();
          for (int k = 0; k < 3; ++k) {
            const Lane4 x = _mm256_cvtps_pd(_mm_load_ps(up[k] ? node.low[k] : node.high[k]));
            lowest = fma4(n[k], x, lowest);
          }
          // Unused places have empty boxes, which may reach anywhere here.
          return _mm256_movemask_pd(_mm256_cmp_pd(lowest, limit, _CMP_LE_OQ)) &
                 ((1 << node.count) - 1);
        },
        visit);
  }

  /// The first thing on origin + t direction, 0 ≤ t ≤ length: the least t = hit(thing), where hit gives
  /// infinity for things that are not met. Returns the thing, or -1; `length` becomes its t.
  template <class Hit>
  std::int32_t first_on_ray(const Vec3& origin, const Vec3& direction, double& length,
                            Hit&& hit) const {
    const Ray ray(origin, direction, 0.0);
    std::int32_t first = -1;
    descend([&](const Node& node) { return ray.meets(node, length); },
            [&](std::int32_t thing) {
              const double t = hit(thing);
              if (!(t <= length)) return;
              length = t;
              first = thing;
            });
    return first;
  }

  /// The least value of distance_squared(thing) over all things, found without visiting those whose
  /// boxes are farther away than the best so far or than `limit` (squared [m²]). Returns the thing,
  /// or -1 when none is nearer than the limit; `limit` becomes its value.
  template <class SquaredDistance>
  std::int32_t nearest(const Vec3& p, double& limit, SquaredDistance&& distance_squared) const;

  /// A box in single precision, rounded outwards.
  struct SingleBox {
    __m128 low[3];
    __m128 high[3];
    SingleBox() = default;
    explicit SingleBox(const Box& box) : SingleBox(ThingBox(box)) {}
    explicit SingleBox(const ThingBox& box) {
      for (int k = 0; k < 3; ++k) {
        low[k] = _mm_set1_ps(box.low[k]);
        high[k] = _mm_set1_ps(box.high[k]);
      }
    }
    /// That of a child of a node.
    SingleBox(const Node& node, int i) {
      for (int k = 0; k < 3; ++k) {
        low[k] = _mm_set1_ps(node.low[k][i]);
        high[k] = _mm_set1_ps(node.high[k][i]);
      }
    }
    /// One bit per child of the node.
    int overlaps(const Node& node) const {
      __m128 all = _mm_castsi128_ps(_mm_set1_epi32(-1));
      for (int k = 0; k < 3; ++k) {
        all = _mm_and_ps(all, _mm_cmple_ps(_mm_load_ps(node.low[k]), high[k]));
        all = _mm_and_ps(all, _mm_cmple_ps(low[k], _mm_load_ps(node.high[k])));
      }
      return _mm_movemask_ps(all);
    }
  };

 private:
  struct Ray {
    Lane4 origin[3];
    Lane4 inverse[3];
    Lane4 margin;
    Ray(const Vec3& o, const Vec3& d, double box_margin);
    int meets(const Node& node, double length) const;
  };

  static int within(const Node& node, const Vec3& centre, double limit);
  static Lane4 squared_distances(const Node& node, const Vec3& p);

  /// Visits the things below all children that `test(node)` picks, in a fixed order.
  template <class Test, class Visit>
  void descend(Test&& test, Visit&& visit) const {
    if (nodes_.empty()) return;
    std::array<std::int32_t, 3 * kMaxDepth + 1> stack;
    int top = 0;
    stack[0] = 0;
    while (top >= 0) {
      const Node& node = nodes_[static_cast<std::size_t>(stack[static_cast<std::size_t>(top--)])];
      for (int hits = test(node); hits != 0; hits &= hits - 1) {
        const std::int32_t child = node.child[__builtin_ctz(static_cast<unsigned>(hits))];
        if (child >= 0) {
          stack[static_cast<std::size_t>(++top)] = child;
          fetch(child);
        } else {
          visit(~child);
        }
      }
    }
  }

  /// Large trees do not fit into the near caches: both lines of a node are fetched ahead.
  void fetch(std::int32_t node) const {
    const auto* lines = reinterpret_cast<const char*>(&nodes_[static_cast<std::size_t>(node)]);
    __builtin_prefetch(lines);
    __builtin_prefetch(lines + 64);
  }

  void build(Scratch& items, SplitRule rule);

  std::vector<Node, AlignedAllocator<Node>> nodes_;
  ByteTree bytes_;
  Box box_;
  int depth_ = 0;
};

inline Lane4 BoxTree::squared_distances(const Node& node, const Vec3& p) {
  Lane4 sum = zero4();
  for (int k = 0; k < 3; ++k) {
    const Lane4 x = broadcast4(p[k]);
    const Lane4 low = _mm256_cvtps_pd(_mm_load_ps(node.low[k]));
    const Lane4 high = _mm256_cvtps_pd(_mm_load_ps(node.high[k]));
    const Lane4 d = _mm256_max_pd(zero4(), _mm256_max_pd(sub4(low, x), sub4(x, high)));
    sum = add4(sum, mul4(d, d));
  }
  return sum;
}

inline int BoxTree::within(const Node& node, const Vec3& centre, double limit) {
  return _mm256_movemask_pd(
      _mm256_cmp_pd(squared_distances(node, centre), broadcast4(limit), _CMP_LE_OQ));
}

template <class SquaredDistance>
std::int32_t BoxTree::nearest(const Vec3& p, double& limit,
                              SquaredDistance&& distance_squared) const {
  struct Entry {
    std::int32_t node;
    double distance;
  };
  std::int32_t best = -1;
  if (nodes_.empty()) return best;
  std::array<Entry, 3 * kMaxDepth + 1> stack;
  int top = 0;
  stack[0] = {0, 0.0};
  while (top >= 0) {
    const Entry entry = stack[static_cast<std::size_t>(top--)];
    if (entry.distance > limit) continue;
    const Node& node = nodes_[static_cast<std::size_t>(entry.node)];
    alignas(32) double distance[4];
    store4(distance, squared_distances(node, p));
    // Nearest child last, so that it is taken first.
    int order[4] = {0, 1, 2, 3};
    for (int i = 1; i < 4; ++i) {
      for (int j = i; j > 0 && distance[order[j - 1]] < distance[order[j]]; --j) {
        std::swap(order[j - 1], order[j]);
      }
    }
    for (const int i : order) {
      if (!(distance[i] <= limit) || i >= node.count) continue;
      const std::int32_t child = node.child[i];
      if (child >= 0) {
        stack[static_cast<std::size_t>(++top)] = {child, distance[i]};
      } else if (const double d = distance_squared(~child); d < limit) {
        limit = d;
        best = ~child;
      }
    }
  }
  return best;
}

}  // namespace outrigger::geometry
