/// Padded 3-vectors and 3×3 blocks for the hot kernels.
///
/// A block row of a vector is four doubles (x, y, z, 0), so that it fills one AVX register; a 3×3
/// block is three such columns. Products use explicit fused multiply-add, never the compiler's
/// own contraction, so every build that promises the same bits computes the same bits.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <new>
#include <vector>

#include "math/types.h"

namespace outrigger {

using Lane4 = __m256d;

inline Lane4 load4(const double* p) { return _mm256_load_pd(p); }
inline void store4(double* p, Lane4 v) { _mm256_store_pd(p, v); }
inline Lane4 broadcast4(double s) { return _mm256_set1_pd(s); }
inline Lane4 zero4() { return _mm256_setzero_pd(); }
/// a * b + c
inline Lane4 fma4(Lane4 a, Lane4 b, Lane4 c) { return _mm256_fmadd_pd(a, b, c); }
/// c - a * b
inline Lane4 fnma4(Lane4 a, Lane4 b, Lane4 c) { return _mm256_fnmadd_pd(a, b, c); }
inline Lane4 add4(Lane4 a, Lane4 b) { return _mm256_add_pd(a, b); }
inline Lane4 sub4(Lane4 a, Lane4 b) { return _mm256_sub_pd(a, b); }
inline Lane4 mul4(Lane4 a, Lane4 b) { return _mm256_mul_pd(a, b); }

/// x + y + z + pad, summed in the fixed order (x + z) + (y + pad).
inline double sum4(Lane4 v) {
  __m128d low = _mm256_castpd256_pd128(v);
  __m128d high = _mm256_extractf128_pd(v, 1);
  __m128d pair = _mm_add_pd(low, high);
  return _mm_cvtsd_f64(_mm_add_sd(pair, _mm_unpackhi_pd(pair, pair)));
}
inline double dot4(Lane4 a, Lane4 b) { return sum4(mul4(a, b)); }

inline Lane4 from_vec3(const Vec3& v) { return _mm256_setr_pd(v.x(), v.y(), v.z(), 0.0); }
inline Vec3 to_vec3(const double* p) { return {p[0], p[1], p[2]}; }

/// Asks the system for large pages where it offers them: long chains walk through many megabytes.
void prefer_large_pages(void* p, std::size_t bytes);

/// Standard allocator that aligns to 64 bytes, and large arrays to large pages.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}  // NOLINT: conversion is the allocator contract
  static constexpr std::size_t kLargePage = std::size_t{1} << 21;
  static std::align_val_t alignment(std::size_t n) {
    return std::align_val_t{n * sizeof(T) >= kLargePage ? kLargePage : 64};
  }
  T* allocate(std::size_t n) {
    void* p = ::operator new(n * sizeof(T), alignment(n));
    if (n * sizeof(T) >= kLargePage) prefer_large_pages(p, n * sizeof(T));
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) { ::operator delete(p, alignment(n)); }
  bool operator==(const AlignedAllocator&) const { return true; }
};

using AlignedDoubles = std::vector<double, AlignedAllocator<double>>;

}  // namespace outrigger
