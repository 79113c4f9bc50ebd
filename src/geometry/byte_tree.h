/// The tree of boxes again, for small questions to large meshes: what is near a ball, what is in a box.
///
/// Sixteen children per node, their boxes in bytes on a grid of the node's own: a third of the memory of a
/// BoxTree and half its levels, so that the tree of a million faces stays in the cache, and all sixteen
/// are asked at once. A grid has at most 254 cells along the longest side of the node, cubes, and boxes are
/// rounded outwards to it. So answers are never too few, and may hold things that miss by less than three
/// cells of the last node, 1/40 of its size.
///
/// Made by the BoxTree over a mesh, which stays for all other questions: they want single boxes, which
/// bytes would make slower. Measured: docs/theory/far_detection.md.
///
/// Any number of threads may ask together. Questions do not allocate.
#pragma once

#include <immintrin.h>

#include <array>
#include <cstdint>
#include <vector>

#include "geometry/box.h"
#include "math/block.h"

namespace outrigger::geometry {

class BoxTree;

class ByteTree {
 public:
  static constexpr int kWidth = 16;
  static constexpr int kMaxDepth = 64;

  /// `child[i]` ≥ 0 is a node, otherwise thing `~child[i]`. Boxes are
  /// origin + low/per_metre ... origin + high/per_metre.
  struct alignas(64) Node {
    std::uint8_t low[3][kWidth];
    std::uint8_t high[3][kWidth];
    float origin[3];
    float per_metre;  ///< cells per metre, a power of two
    std::int32_t child[kWidth];
    std::uint16_t used;  ///< a bit per place
  };

  ByteTree() = default;
  /// Empty where the boxes reach beyond 1e36 m, which single precision cannot square.
  explicit ByteTree(const BoxTree& tree);

  bool empty() const { return nodes_.empty(); }
  std::size_t memory() const { return nodes_.size() * sizeof(Node); }  ///< [bytes]
  int depth() const { return depth_; }                                 ///< levels of nodes

  /// Calls visit(thing) for each thing whose box is within `distance` of the box, and perhaps some more.
  template <class Visit>
  void for_each_near(const Box& box, double distance, Visit&& visit) const {
    walk(
        Query(box, distance, largest_), [](std::int32_t) {}, visit);
  }
  /// How many nodes that question opens: the work, whatever caches make of it.
  int nodes_near(const Box& box, double distance) const {
    int opened = 1;
    walk(
        Query(box, distance, largest_), [&](std::int32_t) { ++opened; }, [](std::int32_t) {});
    return opened;
  }

 private:
  struct Query {
    Lane4 low, high;  ///< with room for the rounding of cells
    double square;
    Query(const Box& box, double distance, double largest);
    unsigned hits(const Node& node) const;
  };

  /// Level by level: the nodes of the next level are on their way from memory while those of this one are
  /// tested. Where many wait, the last come first, so that the list stays short.
  template <class Open, class Visit>
  void walk(const Query& query, Open&& open, Visit&& visit) const {
    if (nodes_.empty()) return;
    constexpr unsigned kMany = 64, kRoom = 1024;
    static_assert(kMany + (kWidth - 1) * kMaxDepth <= kRoom, "every level adds all but one");
    std::array<std::int32_t, kRoom> waiting;  // a ring
    unsigned first = 0, end = 1;
    waiting[0] = 0;
    while (first != end) {
      const bool many = end - first > kMany;
      const std::int32_t next = waiting[(many ? --end : first++) % kRoom];
      const Node& node = nodes_[static_cast<std::size_t>(next)];
      for (unsigned hits = query.hits(node); hits != 0; hits &= hits - 1) {
        const std::int32_t child = node.child[__builtin_ctz(hits)];
        if (child >= 0) {
          waiting[end++ % kRoom] = child;
          fetch(child);
          open(child);
        } else {
          visit(~child);
        }
      }
    }
  }

  void fetch(std::int32_t node) const {
    const auto* lines = reinterpret_cast<const char*>(&nodes_[static_cast<std::size_t>(node)]);
    for (std::size_t i = 0; i < sizeof(Node); i += 64) __builtin_prefetch(lines + i);
  }

  std::vector<Node, AlignedAllocator<Node>> nodes_;
  int depth_ = 0;
  double largest_ = 0.0;  ///< coordinate of all boxes [m]

  friend class ByteTreeBuilder;
};

namespace byte_tree {

/// The grid of a node, in lanes (x, y, z, 0).
struct Grid {
  Lane4 origin, per_metre;
  explicit Grid(const ByteTree::Node& node) {
    const Lane4 frame = _mm256_cvtps_pd(_mm_load_ps(node.origin));  // origin and cells per metre
    per_metre = _mm256_permute4x64_pd(frame, 0xff);
    origin = _mm256_blend_pd(frame, zero4(), 8);
  }
  Lane4 cells(Lane4 p) const { return mul4(sub4(p, origin), per_metre); }
};
/// Lane k in all eight.
inline __m256 spread_lane(__m128 lanes, int k) {
  return _mm256_broadcastss_ps(k == 0   ? lanes
                               : k == 1 ? _mm_movehdup_ps(lanes)
                                        : _mm_movehl_ps(lanes, lanes));
}
/// Eight bytes as numbers.
inline __m256 floats(const std::uint8_t* bytes) {
  return _mm256_cvtepi32_ps(
      _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes))));
}

}  // namespace byte_tree

inline unsigned ByteTree::Query::hits(const Node& node) const {
  using namespace byte_tree;
  const Grid grid(node);
  // In single precision, with room for its rounding: 1e-4 cells near the grid, kRoom farther away.
  constexpr double kRoom = 1.0 + 2e-6;
  const __m128 at_low = _mm256_cvtpd_ps(sub4(grid.cells(low), broadcast4(1e-4)));
  const __m128 at_high = _mm256_cvtpd_ps(add4(grid.cells(high), broadcast4(1e-4)));
  const double scale = _mm256_cvtsd_f64(grid.per_metre);
  const __m256 limit = _mm256_set1_ps(static_cast<float>(square * kRoom * scale * scale));
  __m256 sum[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};
  for (int k = 0; k < 3; ++k) {
    const __m256 l = spread_lane(at_low, k), h = spread_lane(at_high, k);
    for (int half = 0; half < 2; ++half) {
      const __m256 below = _mm256_sub_ps(floats(node.low[k] + 8 * half), h);
      const __m256 above = _mm256_sub_ps(l, floats(node.high[k] + 8 * half));
      const __m256 d = _mm256_max_ps(_mm256_setzero_ps(), _mm256_max_ps(below, above));
      sum[half] = _mm256_fmadd_ps(d, d, sum[half]);
    }
  }
  const int first = _mm256_movemask_ps(_mm256_cmp_ps(sum[0], limit, _CMP_LE_OQ));
  const int second = _mm256_movemask_ps(_mm256_cmp_ps(sum[1], limit, _CMP_LE_OQ));
  return static_cast<unsigned>(first | second << 8) & node.used;
}

}  // namespace outrigger::geometry
