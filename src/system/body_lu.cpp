#include "system/body_lu.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace outrigger::system {

namespace {

using Lane8 = __m256;
constexpr int kRow = BodyLu::kRow;
constexpr double kSmallestPivot = 1e-6;  ///< of unknowns scaled by mass

/// t -= l u
inline void subtract_product(const float* l, const float* u, float* t) {
  const Lane8 l0 = _mm256_load_ps(l), l1 = _mm256_load_ps(l + 8), l2 = _mm256_load_ps(l + 16),
              l3 = _mm256_load_ps(l + 24), l4 = _mm256_load_ps(l + 32), l5 = _mm256_load_ps(l + 40);
  for (int c = 0; c < 6; ++c) {
    const float* r = u + kRow * c;
    Lane8 even = _mm256_load_ps(t + kRow * c);
    even = _mm256_fnmadd_ps(l0, _mm256_broadcast_ss(r), even);
    Lane8 odd = _mm256_mul_ps(l1, _mm256_broadcast_ss(r + 1));
    even = _mm256_fnmadd_ps(l2, _mm256_broadcast_ss(r + 2), even);
    odd = _mm256_fmadd_ps(l3, _mm256_broadcast_ss(r + 3), odd);
    even = _mm256_fnmadd_ps(l4, _mm256_broadcast_ss(r + 4), even);
    odd = _mm256_fmadd_ps(l5, _mm256_broadcast_ss(r + 5), odd);
    _mm256_store_ps(t + kRow * c, _mm256_sub_ps(even, odd));
  }
}

/// a ← a b
inline void multiply(float* a, const float* b) {
  const Lane8 a0 = _mm256_load_ps(a), a1 = _mm256_load_ps(a + 8), a2 = _mm256_load_ps(a + 16),
              a3 = _mm256_load_ps(a + 24), a4 = _mm256_load_ps(a + 32), a5 = _mm256_load_ps(a + 40);
  for (int c = 0; c < 6; ++c) {
    const float* r = b + kRow * c;
    Lane8 even = _mm256_mul_ps(a0, _mm256_broadcast_ss(r));
    Lane8 odd = _mm256_mul_ps(a1, _mm256_broadcast_ss(r + 1));
    even = _mm256_fmadd_ps(a2, _mm256_broadcast_ss(r + 2), even);
    odd = _mm256_fmadd_ps(a3, _mm256_broadcast_ss(r + 3), odd);
    even = _mm256_fmadd_ps(a4, _mm256_broadcast_ss(r + 4), even);
    odd = _mm256_fmadd_ps(a5, _mm256_broadcast_ss(r + 5), odd);
    _mm256_store_ps(a + kRow * c, _mm256_add_ps(even, odd));
  }
}

/// m x
inline Lane8 product(const float* m, const float* x) {
  Lane8 even = _mm256_mul_ps(_mm256_load_ps(m), _mm256_broadcast_ss(x));
  Lane8 odd = _mm256_mul_ps(_mm256_load_ps(m + 8), _mm256_broadcast_ss(x + 1));
  even = _mm256_fmadd_ps(_mm256_load_ps(m + 16), _mm256_broadcast_ss(x + 2), even);
  odd = _mm256_fmadd_ps(_mm256_load_ps(m + 24), _mm256_broadcast_ss(x + 3), odd);
  even = _mm256_fmadd_ps(_mm256_load_ps(m + 32), _mm256_broadcast_ss(x + 4), even);
  odd = _mm256_fmadd_ps(_mm256_load_ps(m + 40), _mm256_broadcast_ss(x + 5), odd);
  return _mm256_add_ps(even, odd);
}

/// d ← d⁻¹ by Gauss and Jordan, column by column; false when a pivot vanishes.
bool invert(float* d) {
  for (int k = 0; k < 6; ++k) {
    float* pivot_column = d + kRow * k;
    const float pivot = pivot_column[k];
    if (!(pivot > static_cast<float>(kSmallestPivot))) return false;
    const float inverse = 1.0f / pivot;
    // Every other column loses its entry in row k, as a multiple of column k over the pivot.
    alignas(32) float scaled[8];
    _mm256_store_ps(scaled, _mm256_mul_ps(_mm256_load_ps(pivot_column), _mm256_set1_ps(inverse)));
    scaled[k] = 0.0f;
    const Lane8 s = _mm256_load_ps(scaled);
    for (int c = 0; c < 6; ++c) {
      if (c == k) continue;
      float* column = d + kRow * c;
      const float in_row = column[k];
      _mm256_store_ps(column, _mm256_fnmadd_ps(s, _mm256_set1_ps(in_row), _mm256_load_ps(column)));
      column[k] = in_row * inverse;
    }
    _mm256_store_ps(pivot_column, _mm256_sub_ps(_mm256_setzero_ps(), s));
    pivot_column[k] = inverse;
  }
  return true;
}

}  // namespace

/// Minimum degree by elimination: what a body still meets when its turn comes is its column.
void BodyLu::order(std::span<const std::pair<int, int>> pairs) {
  const auto n = static_cast<std::size_t>(n_);
  if (meets_.size() < n) meets_.resize(n);
  for (std::size_t i = 0; i < n; ++i) meets_[i].clear();
  for (const auto& [a, b] : pairs) {
    meets_[static_cast<std::size_t>(a)].push_back(b);
    meets_[static_cast<std::size_t>(b)].push_back(a);
  }
  // Bodies by degree, as lists; the one put in last comes first.
  first_.assign(n + 1, -1);
  next_.assign(n, -1);
  previous_.assign(n, -1);
  const auto put = [&](std::int32_t i) {
    const std::size_t degree = meets_[static_cast<std::size_t>(i)].size();
    const std::int32_t after = first_[degree];
    next_[static_cast<std::size_t>(i)] = after;
    previous_[static_cast<std::size_t>(i)] = -1;
    if (after >= 0) previous_[static_cast<std::size_t>(after)] = i;
    first_[degree] = i;
  };
  const auto take = [&](std::int32_t i) {
    const std::int32_t before = previous_[static_cast<std::size_t>(i)];
    const std::int32_t after = next_[static_cast<std::size_t>(i)];
    if (after >= 0) previous_[static_cast<std::size_t>(after)] = before;
    if (before >= 0) {
      next_[static_cast<std::size_t>(before)] = after;
    } else {
      first_[meets_[static_cast<std::size_t>(i)].size()] = after;
    }
  };
  mark_.assign(n, -1);
  for (std::int32_t i = n_ - 1; i >= 0; --i) {
    auto& m = meets_[static_cast<std::size_t>(i)];
    std::sort(m.begin(), m.end());
    m.erase(std::unique(m.begin(), m.end()), m.end());
    put(i);
  }
  std::size_t least = 0;
  std::int32_t stamp = 0;
  for (std::int32_t turn = 0; turn < n_; ++turn) {
    while (first_[least] < 0) ++least;
    const std::int32_t k = first_[least];
    take(k);
    place_[static_cast<std::size_t>(k)] = turn;
    body_[static_cast<std::size_t>(turn)] = k;
    const auto& column = meets_[static_cast<std::size_t>(k)];
    row_.insert(row_.end(), column.begin(), column.end());
    column_start_.push_back(static_cast<std::int32_t>(row_.size()));
    for (const std::int32_t i : column) {
      take(i);
      auto& m = meets_[static_cast<std::size_t>(i)];
      ++stamp;
      mark_[static_cast<std::size_t>(i)] = stamp;
      std::size_t kept = 0;
      for (const std::int32_t j : m) {
        if (j == k) continue;
        mark_[static_cast<std::size_t>(j)] = stamp;
        m[kept++] = j;
      }
      m.resize(kept);
      for (const std::int32_t j : column)
        if (mark_[static_cast<std::size_t>(j)] != stamp) m.push_back(j);
      put(i);
      least = std::min(least, m.size());
    }
  }
}

void BodyLu::analyse(int bodies, std::span<const std::pair<int, int>> pairs) {
  n_ = bodies;
  const auto n = static_cast<std::size_t>(bodies);
  place_.resize(n);
  body_.resize(n);
  row_.clear();
  column_start_.assign(1, 0);
  order(pairs);
  for (std::int32_t& r : row_) r = place_[static_cast<std::size_t>(r)];
  for (std::size_t k = 0; k < n; ++k)
    std::sort(row_.begin() + column_start_[k], row_.begin() + column_start_[k + 1]);
  diagonal_.resize(kBlock * n);
  off_diagonal_.resize(2 * kBlock * row_.size());
  entry_of_row_.resize(n);
  ordered_.resize(kRow * n);
}

void BodyLu::clear() {
  std::fill(diagonal_.begin(), diagonal_.end(), 0.0f);
  std::fill(off_diagonal_.begin(), off_diagonal_.end(), 0.0f);
}

BodyLu::PairPlace BodyLu::find(int a, int b) const {
  const std::int32_t i = place_[static_cast<std::size_t>(a)],
                     j = place_[static_cast<std::size_t>(b)];
  const std::int32_t column = std::min(i, j), row = std::max(i, j);
  const auto first = row_.begin() + column_start_[static_cast<std::size_t>(column)];
  const auto last = row_.begin() + column_start_[static_cast<std::size_t>(column) + 1];
  const auto found = std::lower_bound(first, last, row);
  OUTRIGGER_ASSERT(found != last && *found == row, "pair was not declared");
  const auto below = static_cast<std::int32_t>(2 * (found - row_.begin()));
  return i > j ? PairPlace{below, below + 1} : PairPlace{below + 1, below};
}

bool BodyLu::factorise() {
  float* numbers = off_diagonal_.data();
  for (std::int32_t k = 0; k < n_; ++k) {
    float* inverse = &diagonal_[at(k)];
    if (!invert(inverse)) return false;
    const std::int32_t first = column_start_[static_cast<std::size_t>(k)];
    const std::int32_t last = column_start_[static_cast<std::size_t>(k) + 1];
    for (std::int32_t p = first; p < last; ++p) multiply(numbers + at(2 * p), inverse);
    for (std::int32_t q = first; q < last; ++q) {
      const std::int32_t j = row_[static_cast<std::size_t>(q)];
      subtract_product(numbers + at(2 * q), numbers + at(2 * q + 1), &diagonal_[at(j)]);
      if (q + 1 == last) break;
      for (std::int32_t e = column_start_[static_cast<std::size_t>(j)];
           e < column_start_[static_cast<std::size_t>(j) + 1]; ++e)
        entry_of_row_[static_cast<std::size_t>(row_[static_cast<std::size_t>(e)])] = e;
      for (std::int32_t p = q + 1; p < last; ++p) {
        const std::int32_t e =
            entry_of_row_[static_cast<std::size_t>(row_[static_cast<std::size_t>(p)])];
        subtract_product(numbers + at(2 * p), numbers + at(2 * q + 1), numbers + at(2 * e));
        subtract_product(numbers + at(2 * q), numbers + at(2 * p + 1), numbers + at(2 * e + 1));
      }
    }
  }
  return true;
}

void BodyLu::solve(float* b) const {
  const float* numbers = off_diagonal_.data();
  float* y = ordered_.data();
  for (std::int32_t k = 0; k < n_; ++k)
    _mm256_store_ps(y + kRow * k, _mm256_load_ps(b + kRow * body_[static_cast<std::size_t>(k)]));
  for (std::int32_t k = 0; k < n_; ++k)
    for (std::int32_t p = column_start_[static_cast<std::size_t>(k)];
         p < column_start_[static_cast<std::size_t>(k) + 1]; ++p) {
      float* later = y + kRow * row_[static_cast<std::size_t>(p)];
      _mm256_store_ps(
          later, _mm256_sub_ps(_mm256_load_ps(later), product(numbers + at(2 * p), y + kRow * k)));
    }
  for (std::int32_t k = n_ - 1; k >= 0; --k) {
    Lane8 sum = _mm256_load_ps(y + kRow * k);
    for (std::int32_t p = column_start_[static_cast<std::size_t>(k)];
         p < column_start_[static_cast<std::size_t>(k) + 1]; ++p)
      sum = _mm256_sub_ps(
          sum, product(numbers + at(2 * p + 1), y + kRow * row_[static_cast<std::size_t>(p)]));
    alignas(32) float right[8];
    _mm256_store_ps(right, sum);
    _mm256_store_ps(y + kRow * k, product(&diagonal_[at(k)], right));
  }
  for (std::int32_t k = 0; k < n_; ++k)
    _mm256_store_ps(b + kRow * body_[static_cast<std::size_t>(k)], _mm256_load_ps(y + kRow * k));
}

}  // namespace outrigger::system
