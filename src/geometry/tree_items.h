/// Things while a tree is built over them: boxes in lanes, and how many of them are divided.
#pragma once

#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace outrigger::geometry::tree_items {

/// A thing with its box in lanes (x, y, z) and its number, as bits, in the fourth lane of `low`: no
/// arithmetic that is used touches it.
struct Item {
  __m128 low;
  __m128 high;
};
inline std::int32_t number(const Item& item) {
  return _mm_extract_epi32(_mm_castps_si128(item.low), 3);
}
inline __m128 with_number(__m128 low, std::int32_t number) {
  return _mm_castsi128_ps(_mm_insert_epi32(_mm_castps_si128(low), number, 3));
}

/// The box around many.
struct Bounds {
  __m128 low = _mm_set1_ps(std::numeric_limits<float>::infinity());
  __m128 high = _mm_set1_ps(-std::numeric_limits<float>::infinity());
  void add(__m128 l, __m128 h) {
    low = _mm_min_ps(low, l);
    high = _mm_max_ps(high, h);
  }
  void add(const Bounds& b) { add(b.low, b.high); }
  void add(const Item& item) { add(item.low, item.high); }
  /// Half the surface.
  float surface() const {
    alignas(16) float d[4];
    _mm_store_ps(d, _mm_sub_ps(high, low));
    return d[0] * d[1] + d[1] * d[2] + d[2] * d[0];
  }
};

/// Twice the centre; the factor does not matter to a split.
inline __m128 centre_of(const Item& item) { return _mm_add_ps(item.low, item.high); }

inline float lane(__m128 v, int k) {
  alignas(16) float f[4];
  _mm_store_ps(f, v);
  return f[k];
}
/// The same with the axis known to the compiler, for the inner loops.
template <int kAxis>
float lane(__m128 v) {
  return _mm_cvtss_f32(_mm_shuffle_ps(v, v, kAxis));
}
template <class Work>
auto with_axis(int axis, Work&& work) {
  switch (axis) {
    case 0:
      return work(std::integral_constant<int, 0>());
    case 1:
      return work(std::integral_constant<int, 1>());
    default:
      return work(std::integral_constant<int, 2>());
  }
}

inline int longest_lane(__m128 v) {
  alignas(16) float f[4];
  _mm_store_ps(f, v);
  int best = 0;
  for (int k = 1; k < 3; ++k) {
    if (f[k] > f[best]) best = k;
  }
  return best;
}

/// Brings the `count` things with the least centres along an axis to the front.
inline void bring_least_forward(std::span<Item> items, std::size_t count, int axis) {
  with_axis(axis, [&](auto k) {
    std::nth_element(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count), items.end(),
                     [](const Item& a, const Item& b) {
                       return lane<decltype(k)::value>(centre_of(a)) <
                              lane<decltype(k)::value>(centre_of(b));
                     });
  });
}

}  // namespace outrigger::geometry::tree_items
