/// Four copies of a model side by side: every number of a model is four numbers, one per copy, in
/// one AVX register. A 3-vector is three registers (x, y, z of the four copies), a 3×3 block nine.
///
/// The four padded numbers of math/block.h become separate registers here, so products need no
/// broadcasts and no horizontal sums, and nothing is padding: that is the gain.
#pragma once

#include <array>
#include <cstddef>

#include "math/block.h"

namespace outrigger::batch {

inline constexpr int kLanes = 4;
inline constexpr int kVector = 3 * kLanes;  ///< doubles of a 3-vector in lanes
inline constexpr int kBlock = 9 * kLanes;   ///< doubles of a 3×3 block in lanes

/// One 3-vector of each copy.
struct Vectors {
  Lane4 x, y, z;
};

inline Vectors load_vectors(const double* p) {
  return {load4(p), load4(p + kLanes), load4(p + 2 * kLanes)};
}
inline void store_vectors(double* p, const Vectors& v) {
  store4(p, v.x);
  store4(p + kLanes, v.y);
  store4(p + 2 * kLanes, v.z);
}
inline Vectors zero_vectors() { return {zero4(), zero4(), zero4()}; }
inline Vectors multiply(Lane4 a, const Vectors& v) {
  return {mul4(a, v.x), mul4(a, v.y), mul4(a, v.z)};
}
/// u ∘ v by components
inline Vectors multiply(const Vectors& u, const Vectors& v) {
  return {mul4(u.x, v.x), mul4(u.y, v.y), mul4(u.z, v.z)};
}
/// a v + w
inline Vectors multiply_add(Lane4 a, const Vectors& v, const Vectors& w) {
  return {fma4(a, v.x, w.x), fma4(a, v.y, w.y), fma4(a, v.z, w.z)};
}
/// u ∘ v + w by components
inline Vectors multiply_add(const Vectors& u, const Vectors& v, const Vectors& w) {
  return {fma4(u.x, v.x, w.x), fma4(u.y, v.y, w.y), fma4(u.z, v.z, w.z)};
}
/// x + y + z in the order of sum4, its zero pad included: the same bits.
inline Lane4 sum_components(const Vectors& v) { return add4(add4(v.x, v.z), add4(v.y, zero4())); }
inline Lane4 dot(const Vectors& u, const Vectors& v) {
  return sum_components({mul4(u.x, v.x), mul4(u.y, v.y), mul4(u.z, v.z)});
}
inline Lane4 absolute4(Lane4 v) { return _mm256_andnot_pd(broadcast4(-0.0), v); }
inline Lane4 and4(Lane4 a, Lane4 b) { return _mm256_and_pd(a, b); }

/// Which copies an operation is for: all bits of their lanes are set.
using LaneMask = Lane4;
inline LaneMask mask_of(const std::array<bool, kLanes>& lanes) {
  const auto bits = [&](int i) { return lanes[static_cast<std::size_t>(i)] ? -1LL : 0LL; };
  return _mm256_castsi256_pd(_mm256_setr_epi64x(bits(0), bits(1), bits(2), bits(3)));
}
inline bool any(const std::array<bool, kLanes>& lanes) {
  return lanes[0] || lanes[1] || lanes[2] || lanes[3];
}
inline bool all(const std::array<bool, kLanes>& lanes) {
  return lanes[0] && lanes[1] && lanes[2] && lanes[3];
}

using LaneNumbers = std::array<double, kLanes>;
inline LaneNumbers to_numbers(Lane4 v) {
  alignas(32) LaneNumbers n;
  store4(n.data(), v);
  return n;
}

}  // namespace outrigger::batch
