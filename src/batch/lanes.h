/// Copies of a model side by side: every number of a model is four or eight numbers, one per copy, in
/// one register of AVX2 or AVX-512. A 3-vector is three registers (x, y, z of all copies), a 3×3 block
/// nine.
///
/// The four padded numbers of math/block.h become separate registers here, so products need no
/// broadcasts and no horizontal sums, and nothing is padding: that is the gain. Each lane sees the
/// operations of a single number, whatever the width: the bits are the same.
///
/// For kernels only (lane_kernels.h): a file compiled for AVX-512 must share no function with others.
#pragma once

#include <immintrin.h>

#include "batch/lane_set.h"

namespace outrigger::batch {

template <int kLanes>
inline constexpr LaneSet kAllLanes = all_of(kLanes);

/// One number of each copy, and for which copies something is true.
template <int kLanes>
struct Number;
template <int kLanes>
struct Mask;

template <>
struct Mask<4> {
  __m256d bits;  ///< all or none of a lane
  static Mask of(LaneSet lanes) {
    const __m256i one = _mm256_setr_epi64x(1, 2, 4, 8);
    const __m256i set = _mm256_and_si256(_mm256_set1_epi64x(lanes), one);
    return {_mm256_castsi256_pd(_mm256_cmpeq_epi64(set, one))};
  }
  LaneSet set() const { return static_cast<LaneSet>(_mm256_movemask_pd(bits)); }
};

template <>
struct Number<4> {
  __m256d v;
  Number() = default;
  Number(__m256d value) : v(value) {}  // NOLINT: it is one
  explicit Number(double s) : v(_mm256_set1_pd(s)) {}
  static Number load(const double* p) { return {_mm256_load_pd(p)}; }
  void store(double* p) const { _mm256_store_pd(p, v); }
};
inline Number<4> operator+(Number<4> a, Number<4> b) { return {_mm256_add_pd(a.v, b.v)}; }
inline Number<4> operator-(Number<4> a, Number<4> b) { return {_mm256_sub_pd(a.v, b.v)}; }
inline Number<4> operator*(Number<4> a, Number<4> b) { return {_mm256_mul_pd(a.v, b.v)}; }
inline Number<4> operator/(Number<4> a, Number<4> b) { return {_mm256_div_pd(a.v, b.v)}; }
/// a b + c
inline Number<4> fused(Number<4> a, Number<4> b, Number<4> c) {
  return {_mm256_fmadd_pd(a.v, b.v, c.v)};
}
/// c - a b
inline Number<4> fused_minus(Number<4> a, Number<4> b, Number<4> c) {
  return {_mm256_fnmadd_pd(a.v, b.v, c.v)};
}
inline Number<4> larger(Number<4> a, Number<4> b) { return {_mm256_max_pd(a.v, b.v)}; }
inline Number<4> absolute(Number<4> a) { return {_mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v)}; }
inline Number<4> operator-(Number<4> a) { return {_mm256_xor_pd(_mm256_set1_pd(-0.0), a.v)}; }
inline Number<4> square_root(Number<4> a) { return {_mm256_sqrt_pd(a.v)}; }
inline Number<4> truncate(Number<4> a) {
  return {_mm256_round_pd(a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)};
}
/// The size of a with the sign of b
inline Number<4> with_sign(Number<4> a, Number<4> b) {
  const __m256d sign = _mm256_set1_pd(-0.0);
  return {_mm256_or_pd(_mm256_andnot_pd(sign, a.v), _mm256_and_pd(sign, b.v))};
}
/// Entries of a table by whole numbers
inline Number<4> look_up(const double* table, Number<4> index) {
  // With a mask: g++ 12 takes the plain one for a use of something not set.
  const __m256d all = _mm256_castsi256_pd(_mm256_set1_epi64x(-1));
  return {_mm256_mask_i32gather_pd(all, table, _mm256_cvttpd_epi32(index.v), all, 8)};
}
/// a where the mask says so, zero elsewhere
inline Number<4> keep(Mask<4> m, Number<4> a) { return {_mm256_and_pd(m.bits, a.v)}; }
/// a where the mask says so, b elsewhere
inline Number<4> choose(Mask<4> m, Number<4> a, Number<4> b) {
  return {_mm256_blendv_pd(b.v, a.v, m.bits)};
}
inline Mask<4> operator>(Number<4> a, Number<4> b) { return {_mm256_cmp_pd(a.v, b.v, _CMP_GT_OQ)}; }
inline Mask<4> operator==(Number<4> a, Number<4> b) {
  return {_mm256_cmp_pd(a.v, b.v, _CMP_EQ_OQ)};
}
inline Mask<4> operator&(Mask<4> a, Mask<4> b) { return {_mm256_and_pd(a.bits, b.bits)}; }
inline Mask<4> operator|(Mask<4> a, Mask<4> b) { return {_mm256_or_pd(a.bits, b.bits)}; }

#ifdef __AVX512F__
template <>
struct Mask<8> {
  __mmask8 bits;
  static Mask of(LaneSet lanes) { return {static_cast<__mmask8>(lanes)}; }
  LaneSet set() const { return bits; }
};

template <>
struct Number<8> {
  __m512d v;
  Number() = default;
  Number(__m512d value) : v(value) {}  // NOLINT: it is one
  explicit Number(double s) : v(_mm512_set1_pd(s)) {}
  static Number load(const double* p) { return {_mm512_load_pd(p)}; }
  void store(double* p) const { _mm512_store_pd(p, v); }
};
inline Number<8> operator+(Number<8> a, Number<8> b) { return {_mm512_add_pd(a.v, b.v)}; }
inline Number<8> operator-(Number<8> a, Number<8> b) { return {_mm512_sub_pd(a.v, b.v)}; }
inline Number<8> operator*(Number<8> a, Number<8> b) { return {_mm512_mul_pd(a.v, b.v)}; }
inline Number<8> operator/(Number<8> a, Number<8> b) { return {_mm512_div_pd(a.v, b.v)}; }
inline Number<8> fused(Number<8> a, Number<8> b, Number<8> c) {
  return {_mm512_fmadd_pd(a.v, b.v, c.v)};
}
inline Number<8> fused_minus(Number<8> a, Number<8> b, Number<8> c) {
  return {_mm512_fnmadd_pd(a.v, b.v, c.v)};
}
inline Number<8> larger(Number<8> a, Number<8> b) { return {_mm512_max_pd(a.v, b.v)}; }
inline Number<8> absolute(Number<8> a) { return {_mm512_abs_pd(a.v)}; }
inline Number<8> operator-(Number<8> a) {
  return {_mm512_castsi512_pd(
      _mm512_xor_si512(_mm512_castpd_si512(_mm512_set1_pd(-0.0)), _mm512_castpd_si512(a.v)))};
}
inline Number<8> square_root(Number<8> a) { return {_mm512_sqrt_pd(a.v)}; }
inline Number<8> truncate(Number<8> a) {
  return {_mm512_roundscale_pd(a.v, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC)};
}
inline Number<8> with_sign(Number<8> a, Number<8> b) {
  const __m512i sign = _mm512_castpd_si512(_mm512_set1_pd(-0.0));
  return {_mm512_castsi512_pd(_mm512_or_si512(_mm512_andnot_si512(sign, _mm512_castpd_si512(a.v)),
                                              _mm512_and_si512(sign, _mm512_castpd_si512(b.v))))};
}
inline Number<8> look_up(const double* table, Number<8> index) {
  const __m256i whole = _mm512_maskz_cvttpd_epi32(0xff, index.v);
  return {_mm512_mask_i32gather_pd(index.v, 0xff, whole, table, 8)};
}
inline Number<8> keep(Mask<8> m, Number<8> a) { return {_mm512_maskz_mov_pd(m.bits, a.v)}; }
inline Number<8> choose(Mask<8> m, Number<8> a, Number<8> b) {
  return {_mm512_mask_blend_pd(m.bits, b.v, a.v)};
}
inline Mask<8> operator>(Number<8> a, Number<8> b) {
  return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_GT_OQ)};
}
inline Mask<8> operator==(Number<8> a, Number<8> b) {
  return {_mm512_cmp_pd_mask(a.v, b.v, _CMP_EQ_OQ)};
}
inline Mask<8> operator&(Mask<8> a, Mask<8> b) { return {static_cast<__mmask8>(a.bits & b.bits)}; }
inline Mask<8> operator|(Mask<8> a, Mask<8> b) { return {static_cast<__mmask8>(a.bits | b.bits)}; }
#endif

/// To the nearest whole number, halves away from zero.
template <int kLanes>
Number<kLanes> nearest_whole(Number<kLanes> a) {
  using N = Number<kLanes>;
  const N whole = truncate(a), one = choose(a > N(0.0), N(1.0), N(-1.0));
  return choose(N(0.5) > absolute(a - whole), whole, whole + one);
}

/// One 3-vector of each copy.
template <int kLanes>
struct Vectors {
  using N = Number<kLanes>;
  N x, y, z;

  static Vectors load(const double* p) {
    return {N::load(p), N::load(p + kLanes), N::load(p + 2 * kLanes)};
  }
  static Vectors zero() { return {N(0.0), N(0.0), N(0.0)}; }
  void store(double* p) const {
    x.store(p);
    y.store(p + kLanes);
    z.store(p + 2 * kLanes);
  }
  /// x + y + z in the order of sum4, its zero pad included: the same bits.
  N sum() const { return (x + z) + (y + N(0.0)); }
};
template <int kLanes>
Vectors<kLanes> operator*(Number<kLanes> a, const Vectors<kLanes>& v) {
  return {a * v.x, a * v.y, a * v.z};
}
/// u ∘ v by components
template <int kLanes>
Vectors<kLanes> operator*(const Vectors<kLanes>& u, const Vectors<kLanes>& v) {
  return {u.x * v.x, u.y * v.y, u.z * v.z};
}
/// a v + w
template <int kLanes>
Vectors<kLanes> fused(Number<kLanes> a, const Vectors<kLanes>& v, const Vectors<kLanes>& w) {
  return {fused(a, v.x, w.x), fused(a, v.y, w.y), fused(a, v.z, w.z)};
}
/// u ∘ v + w by components
template <int kLanes>
Vectors<kLanes> fused(const Vectors<kLanes>& u, const Vectors<kLanes>& v,
                      const Vectors<kLanes>& w) {
  return {fused(u.x, v.x, w.x), fused(u.y, v.y, w.y), fused(u.z, v.z, w.z)};
}

}  // namespace outrigger::batch
