#include "batch/lane_factor.h"

#include "base/assert.h"

namespace outrigger::batch {
namespace {

template <bool kMasked>
inline void put(double* p, Lane4 value, LaneMask lanes) {
  store4(p, kMasked ? _mm256_blendv_pd(load4(p), value, lanes) : value);
}

/// One 3×3 block of each copy, or its lower triangle, by columns. Named members and values, not
/// arrays and references: the compiler keeps them in registers through the loops.
template <bool kDiagonal>
struct Sum {
  Lane4 c00, c10, c20, c01, c11, c21, c02, c12, c22;

  static Sum zero() {
    const Lane4 o = zero4();
    return {o, o, o, o, o, o, o, o, o};
  }
  template <bool kSubtract>
  static Lane4 step(Lane4 a, Lane4 b, Lane4 c) {
    return kSubtract ? fnma4(a, b, c) : fma4(a, b, c);
  }
  /// ± u vᵀ
  template <bool kSubtract>
  void add(const Vectors& u, Lane4 v0, Lane4 v1, Lane4 v2) {
    c00 = step<kSubtract>(u.x, v0, c00);
    c10 = step<kSubtract>(u.y, v0, c10);
    c20 = step<kSubtract>(u.z, v0, c20);
    if (!kDiagonal) c01 = step<kSubtract>(u.x, v1, c01);
    c11 = step<kSubtract>(u.y, v1, c11);
    c21 = step<kSubtract>(u.z, v1, c21);
    if (!kDiagonal) c02 = step<kSubtract>(u.x, v2, c02);
    if (!kDiagonal) c12 = step<kSubtract>(u.y, v2, c12);
    c22 = step<kSubtract>(u.z, v2, c22);
  }
  /// ± g hᵀ of two gradient slots.
  template <bool kSubtract>
  void add_outer(const double* g, const double* h) {
    add<kSubtract>(load_vectors(g), load4(h), load4(h + kLanes), load4(h + 2 * kLanes));
  }
  /// ± column k of L times row k of Wᵀ.
  template <bool kSubtract>
  void add_product(const double* l, const double* w, int k) {
    const double* column = w + kLanes * k;
    add<kSubtract>(load_vectors(l + kVector * k), load4(column), load4(column + kVector),
                   load4(column + 2 * kVector));
  }
};

}  // namespace

LaneFactor::LaneFactor(const std::array<const system::BlockLdlt*, kLanes>& factors) {
  const system::BlockLdlt::Pattern p = factors[0]->pattern();
  n_ = factors[0]->block_count();
  column_start_ = p.column_start;
  row_start_ = p.row_start;
  // Places of padded vectors and blocks become places of vectors and blocks in lanes.
  for (const std::int32_t r : p.row) row_.push_back(kVector * r);
  for (const auto& q : p.pairs) pairs_.push_back({kVector / 4 * q.row, kVector / 4 * q.column});
  for (const auto& q : p.products)
    products_.push_back({kBlock / 12 * q.left, kBlock / 12 * q.right});
  for (const auto& q : p.row_entries)
    row_entries_.push_back({kBlock / 12 * q.block, kVector / 4 * q.column});
  for (const auto& q : p.plan)
    plan_.push_back({q.pair_end, q.product_end, q.extra < 0 ? -1 : kBlock / 12 * q.extra});
  const std::size_t blocks = plan_.size();
  scalars_.resize(kLanes * blocks);
  for (std::size_t b = 0; b < blocks; ++b)
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      scalars_[kLanes * b + lane] = factors[lane]->scalar(static_cast<int>(b));
  l_.assign(kBlock * blocks, 0.0);
  w_.assign(kBlock * blocks, 0.0);
}

/// S = μ 1 + E + Σ g hᵀ - Σ L Wᵀ, by columns.
template <bool kDiagonal>
void LaneFactor::assemble(int block, int pair, int product, const double* gradients,
                          const double* extras, Lane4 (&result)[9]) const {
  using Block = Sum<kDiagonal>;
  const Plan plan = plan_[static_cast<std::size_t>(block)];
  const Pair* pairs = pairs_.data();
  const Product* products = products_.data();
  const double *numbers_l = l_.data(), *numbers_w = w_.data();
  Block s = Block::zero();
  s.c00 = s.c11 = s.c22 = load4(&scalars_[kLanes * static_cast<std::size_t>(block)]);
  if (plan.extra >= 0 && extras != nullptr) {
    const double* e = extras + plan.extra;
    s = {add4(s.c00, load4(e)),      add4(s.c10, load4(e + 4)),  add4(s.c20, load4(e + 8)),
         add4(s.c01, load4(e + 12)), add4(s.c11, load4(e + 16)), add4(s.c21, load4(e + 20)),
         add4(s.c02, load4(e + 24)), add4(s.c12, load4(e + 28)), add4(s.c22, load4(e + 32))};
  }
  // First sum: every other gradient pair, and the outer columns of the products.
  for (int i = pair; i < plan.pair_end; i += 2)
    s.template add_outer<false>(gradients + pairs[i].row_slot, gradients + pairs[i].column_slot);
  for (int i = product; i < plan.product_end; ++i) {
    const double *l = numbers_l + products[i].left, *w = numbers_w + products[i].right;
    s.template add_product<true>(l, w, 0);
    s.template add_product<true>(l, w, 2);
  }
  // Second sum: the rest, with the opposite sign.
  Block t = Block::zero();
  for (int i = pair + 1; i < plan.pair_end; i += 2)
    t.template add_outer<true>(gradients + pairs[i].row_slot, gradients + pairs[i].column_slot);
  for (int i = product; i < plan.product_end; ++i)
    t.template add_product<false>(numbers_l + products[i].left, numbers_w + products[i].right, 1);
  result[0] = sub4(s.c00, t.c00);
  result[1] = sub4(s.c10, t.c10);
  result[2] = sub4(s.c20, t.c20);
  result[3] = sub4(s.c01, t.c01);
  result[4] = sub4(s.c11, t.c11);
  result[5] = sub4(s.c21, t.c21);
  result[6] = sub4(s.c02, t.c02);
  result[7] = sub4(s.c12, t.c12);
  result[8] = sub4(s.c22, t.c22);
}

template <bool kMasked>
Lane4 LaneFactor::run(const double* gradients, const double* extras, LaneMask lanes) {
  const Lane4 one = broadcast4(1.0), zero = zero4();
  Lane4 positive = _mm256_cmp_pd(zero, zero, _CMP_EQ_OQ);  // all bits set
  int pair = 0, product = 0;
  Lane4 s[9];
  for (int j = 0; j < n_; ++j) {
    const int first = column_start_[static_cast<std::size_t>(j)];
    const int last = column_start_[static_cast<std::size_t>(j) + 1];
    assemble<true>(first, pair, product, gradients, extras, s);

    // D = K diag(d) Kᵀ, see block_ldlt.cpp.
    const Lane4 d0 = s[0], i0 = _mm256_div_pd(one, d0);
    const Lane4 k10 = mul4(s[1], i0), k20 = mul4(s[2], i0);
    const Lane4 d1 = fnma4(k10, s[1], s[4]), i1 = _mm256_div_pd(one, d1);
    const Lane4 s21 = fnma4(k10, s[2], s[5]);
    const Lane4 k21 = mul4(s21, i1);
    const Lane4 d2 = fnma4(k21, s21, fnma4(k20, s[2], s[8])), i2 = _mm256_div_pd(one, d2);
    for (const Lane4 d : {d0, d1, d2})
      positive = and4(positive, _mm256_cmp_pd(d, zero, _CMP_GT_OQ));
    double* pivot = l_.data() + kBlock * static_cast<std::size_t>(first);
    const Lane4 kept[6] = {i0, i1, i2, k10, k20, k21};
    for (int k = 0; k < 6; ++k) put<kMasked>(pivot + kLanes * k, kept[k], lanes);
    pair = plan_[static_cast<std::size_t>(first)].pair_end;
    product = plan_[static_cast<std::size_t>(first)].product_end;

    for (int b = first + 1; b < last; ++b) {
      assemble<false>(b, pair, product, gradients, extras, s);
      pair = plan_[static_cast<std::size_t>(b)].pair_end;
      product = plan_[static_cast<std::size_t>(b)].product_end;
      // W by rows; L = W D⁻¹ by columns.
      double* l = l_.data() + kBlock * static_cast<std::size_t>(b);
      double* w = w_.data() + kBlock * static_cast<std::size_t>(b);
      for (int r = 0; r < 3; ++r) {
        const Lane4 c0 = s[r], c1 = s[3 + r], c2 = s[6 + r];
        const Lane4 y1 = fnma4(k10, c0, c1);
        const Lane4 y2 = fnma4(k21, y1, fnma4(k20, c0, c2));
        const Lane4 l2 = mul4(y2, i2);
        const Lane4 l1 = fnma4(k21, l2, mul4(y1, i1));
        const Lane4 l0 = fnma4(k10, l1, fnma4(k20, l2, mul4(c0, i0)));
        double* row = w + kVector * r;
        put<kMasked>(row, c0, lanes);
        put<kMasked>(row + kLanes, c1, lanes);
        put<kMasked>(row + 2 * kLanes, c2, lanes);
        put<kMasked>(l + kLanes * r, l0, lanes);
        put<kMasked>(l + kVector + kLanes * r, l1, lanes);
        put<kMasked>(l + 2 * kVector + kLanes * r, l2, lanes);
      }
    }
  }
  return positive;
}

std::array<bool, kLanes> LaneFactor::factorise(const double* gradients, const double* extras,
                                               const std::array<bool, kLanes>& lanes) {
  const LaneMask mask = mask_of(lanes);
  const int bits = _mm256_movemask_pd(all(lanes) ? run<false>(gradients, extras, mask)
                                                 : run<true>(gradients, extras, mask));
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
}

namespace {

/// y - Σ M x, three sums per component as in block_ldlt.cpp.
class Difference {
 public:
  explicit Difference(const double* y) {
    for (int r = 0; r < 3; ++r) {
      sum_[r] = load4(y + kLanes * r);
      sum_[3 + r] = zero4();
      sum_[6 + r] = zero4();
    }
  }
  /// M by columns of vectors.
  void subtract(const double* m, const double* x) {
    for (int c = 0; c < 3; ++c) {
      const Lane4 value = load4(x + kLanes * c);
      for (int r = 0; r < 3; ++r)
        sum_[3 * c + r] = fnma4(load4(m + kVector * c + kLanes * r), value, sum_[3 * c + r]);
    }
  }
  void store(double* y) const { store_vectors(y, {result(0), result(1), result(2)}); }
  Lane4 result(int r) const { return add4(sum_[r], add4(sum_[3 + r], sum_[6 + r])); }

 private:
  Lane4 sum_[9];
};

/// x = D⁻¹ y from the factors of a pivot block.
inline void solve_pivot(const double* p, const Difference& y, double* x) {
  const Lane4 k10 = load4(p + 3 * kLanes), k20 = load4(p + 4 * kLanes), k21 = load4(p + 5 * kLanes);
  const Lane4 y0 = y.result(0);
  const Lane4 y1 = fnma4(k10, y0, y.result(1));
  const Lane4 y2 = fnma4(k21, y1, fnma4(k20, y0, y.result(2)));
  const Lane4 x2 = mul4(y2, load4(p + 2 * kLanes));
  const Lane4 x1 = fnma4(k21, x2, mul4(y1, load4(p + kLanes)));
  const Lane4 x0 = fnma4(k10, x1, fnma4(k20, x2, mul4(y0, load4(p))));
  store_vectors(x, {x0, x1, x2});
}

}  // namespace

void LaneFactor::solve(double* b) const {
  for (int i = 0; i < n_; ++i) {
    Difference y(b + kVector * i);
    const int end = row_start_[static_cast<std::size_t>(i) + 1];
    for (int r = row_start_[static_cast<std::size_t>(i)]; r < end; ++r) {
      const RowEntry& entry = row_entries_[static_cast<std::size_t>(r)];
      y.subtract(l_.data() + entry.block, b + entry.column);
    }
    y.store(b + kVector * i);
  }
  for (int j = n_ - 1; j >= 0; --j) {
    const int first = column_start_[static_cast<std::size_t>(j)];
    const int last = column_start_[static_cast<std::size_t>(j) + 1];
    Difference y(b + kVector * j);
    for (int k = first + 1; k < last; ++k)
      y.subtract(w_.data() + kBlock * static_cast<std::size_t>(k),
                 b + row_[static_cast<std::size_t>(k)]);
    solve_pivot(l_.data() + kBlock * static_cast<std::size_t>(first), y, b + kVector * j);
  }
}

void LaneFactor::solve_two(double* a, double* b) const {
  for (int i = 0; i < n_; ++i) {
    Difference y(a + kVector * i), z(b + kVector * i);
    const int end = row_start_[static_cast<std::size_t>(i) + 1];
    for (int r = row_start_[static_cast<std::size_t>(i)]; r < end; ++r) {
      const RowEntry& entry = row_entries_[static_cast<std::size_t>(r)];
      y.subtract(l_.data() + entry.block, a + entry.column);
      z.subtract(l_.data() + entry.block, b + entry.column);
    }
    y.store(a + kVector * i);
    z.store(b + kVector * i);
  }
  for (int j = n_ - 1; j >= 0; --j) {
    const int first = column_start_[static_cast<std::size_t>(j)];
    const int last = column_start_[static_cast<std::size_t>(j) + 1];
    Difference y(a + kVector * j), z(b + kVector * j);
    for (int k = first + 1; k < last; ++k) {
      const double* w = w_.data() + kBlock * static_cast<std::size_t>(k);
      y.subtract(w, a + row_[static_cast<std::size_t>(k)]);
      z.subtract(w, b + row_[static_cast<std::size_t>(k)]);
    }
    const double* pivot = l_.data() + kBlock * static_cast<std::size_t>(first);
    solve_pivot(pivot, y, a + kVector * j);
    solve_pivot(pivot, z, b + kVector * j);
  }
}

}  // namespace outrigger::batch
