#include "system/block_ldlt.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/assert.h"

namespace outrigger::system {

void BlockLdlt::analyse(int block_count, const std::vector<BlockEntry>& entries) {
  n_ = block_count;
  // The matrix' own entries by columns.
  std::vector<std::int32_t> own_start(n_ + 1, 0), own_row(entries.size());
  for (const BlockEntry& e : entries) {
    OUTRIGGER_ASSERT(e.row >= e.column, "entry above the diagonal");
    ++own_start[e.column + 1];
  }
  for (int j = 0; j < n_; ++j) own_start[j + 1] += own_start[j];
  {
    std::vector<std::int32_t> place(own_start.begin(), own_start.end() - 1);
    for (const BlockEntry& e : entries) own_row[place[e.column]++] = e.row;
  }
  // Column structures with fill: the structure of column j is its own entries and those of its
  // children in the elimination tree, which are complete by then.
  column_start_.assign(1, 0);
  row_.clear();
  std::vector<std::int32_t> first_child(n_, -1), sibling(n_, -1), seen(n_, -1);
  for (int j = 0; j < n_; ++j) {
    const std::size_t first = row_.size();
    const auto add = [&](std::int32_t row) {
      if (seen[row] == j) return;
      seen[row] = j;
      row_.push_back(row);
    };
    add(j);
    for (int k = own_start[j]; k < own_start[j + 1]; ++k) add(own_row[k]);
    for (int c = first_child[j]; c >= 0; c = sibling[c])
      for (int b = column_start_[c] + 1; b < column_start_[c + 1]; ++b) add(row_[b]);
    std::sort(row_.begin() + static_cast<std::ptrdiff_t>(first), row_.end());
    column_start_.push_back(static_cast<std::int32_t>(row_.size()));
    if (row_.size() == first + 1) continue;
    const std::int32_t parent = row_[first + 1];
    sibling[j] = first_child[parent];
    first_child[parent] = j;
  }

  // Row lists: (block, column) of every off-diagonal block of a row, columns ascending.
  row_start_.assign(n_ + 1, 0);
  for (int j = 0; j < n_; ++j)
    for (int b = column_start_[j] + 1; b < column_start_[j + 1]; ++b) ++row_start_[row_[b] + 1];
  for (int i = 0; i < n_; ++i) row_start_[i + 1] += row_start_[i];
  row_entries_.resize(row_start_[n_]);
  std::vector<std::int32_t> next(row_start_.begin(), row_start_.end() - 1);
  for (int j = 0; j < n_; ++j)
    for (int b = column_start_[j] + 1; b < column_start_[j + 1]; ++b)
      row_entries_[next[row_[b]]++] = {12 * b, 4 * j};

  // Products of block (i,j): all k < j with (i,k) and (j,k) present. Every column k gives one
  // product to each pair of its off-diagonal rows, so the lists are filled column by column.
  const int blocks = factor_block_count();
  std::vector<std::int32_t> product_start(blocks + 1, 0);
  std::vector<std::int32_t> block_of_row(n_, -1);
  const auto for_each_product = [&](const auto& visit) {
    for (int j = 0; j < n_; ++j) {
      for (int b = column_start_[j]; b < column_start_[j + 1]; ++b) block_of_row[row_[b]] = b;
      for (int r = row_start_[j]; r < row_start_[j + 1]; ++r) {
        const int k = row_entries_[r].column / 4, jk = row_entries_[r].block / 12;
        for (int ik = jk; ik < column_start_[k + 1]; ++ik) visit(block_of_row[row_[ik]], ik, jk);
      }
    }
  };
  for_each_product([&](int block, int, int) { ++product_start[block + 1]; });
  for (int b = 0; b < blocks; ++b) product_start[b + 1] += product_start[b];
  products_.resize(product_start[blocks]);
  std::vector<std::int32_t> fill(product_start.begin(), product_start.end() - 1);
  plan_.assign(blocks, {});
  for (int b = 0; b < blocks; ++b) plan_[b].product_end = product_start[b + 1];
  const int room = place_w();
  for_each_product([&](int block, int ik, int jk) {
    products_[fill[block]++] = {12 * ik, plan_[jk].w};
  });
  pairs_.clear();
  l_.assign(12 * static_cast<std::size_t>(blocks), 0.0);
  w_.assign(12 * static_cast<std::size_t>(room), 0.0);
}

/// W of block (i,j) is written with column j and read last in column i. Returns the most blocks that are
/// wanted at a time.
int BlockLdlt::place_w() {
  int room = 0;
  std::vector<std::int32_t> free;
  for (int j = 0; j < n_; ++j) {
    for (int b = column_start_[j] + 1; b < column_start_[j + 1]; ++b) {
      if (free.empty()) free.push_back(12 * room++);
      plan_[b].w = free.back();
      free.pop_back();
    }
    for (int r = row_start_[j]; r < row_start_[j + 1]; ++r)
      free.push_back(plan_[row_entries_[r].block / 12].w);
  }
  return room;
}

int BlockLdlt::find(int row, int column) const {
  const auto first = row_.begin() + column_start_[column];
  const auto last = row_.begin() + column_start_[column + 1];
  const auto found = std::lower_bound(first, last, row);
  return found != last && *found == row ? static_cast<int>(found - row_.begin()) : -1;
}

void BlockLdlt::set_pairs(const std::vector<GradientPair>& pairs) {
  const int blocks = factor_block_count();
  std::vector<std::int32_t> next(blocks + 1, 0);
  for (const GradientPair& p : pairs) ++next[p.block + 1];
  for (int b = 0; b < blocks; ++b) {
    next[b + 1] += next[b];
    plan_[b].pair_end = next[b + 1];
  }
  pairs_.resize(pairs.size());
  for (const GradientPair& p : pairs) pairs_[next[p.block]++] = {4 * p.row_slot, 4 * p.column_slot};
}

void BlockLdlt::set_extras(const std::vector<std::int32_t>& extra_of_block) {
  for (std::size_t b = 0; b < extra_of_block.size(); ++b)
    plan_[b].extra = extra_of_block[b] < 0 ? -1 : 12 * extra_of_block[b];
}

namespace {

struct Columns {
  Lane4 c0, c1, c2;
};

/// Rows of a block given its columns (the pad column is zero).
inline Columns transpose(const Columns& m) {
  const Lane4 t0 = _mm256_unpacklo_pd(m.c0, m.c1);  // 00 01 | 20 21
  const Lane4 t1 = _mm256_unpackhi_pd(m.c0, m.c1);  // 10 11 | -- --
  const Lane4 zero = zero4();
  const Lane4 t2 = _mm256_unpacklo_pd(m.c2, zero);  // 02 0 | 22 0
  const Lane4 t3 = _mm256_unpackhi_pd(m.c2, zero);  // 12 0 | -- 0
  return {_mm256_permute2f128_pd(t0, t2, 0x20), _mm256_permute2f128_pd(t1, t3, 0x20),
          _mm256_permute2f128_pd(t0, t2, 0x31)};
}

/// A pivot block D = K diag(d) Kᵀ, K unit lower triangular, kept as (1/d0, 1/d1, 1/d2, k10, k20,
/// k21). Solving with it, instead of with an explicit inverse, keeps the error at the condition κ
/// of the block: an inverse multiplied by the stiff W loses κ², all digits at κ = 1e8, which light
/// bodies beside heavy ones reach. False when D is not positive.
inline bool factorise_pivot(const Columns& block, double* pivot) {
  alignas(32) double a[12];
  store4(a, block.c0);
  store4(a + 4, block.c1);
  store4(a + 8, block.c2);
  const double d0 = a[0];
  if (!(d0 > 0.0)) return false;
  const double i0 = 1.0 / d0;
  const double k10 = a[1] * i0, k20 = a[2] * i0;
  const double d1 = std::fma(-k10, a[1], a[5]);
  if (!(d1 > 0.0)) return false;
  const double i1 = 1.0 / d1;
  const double s21 = std::fma(-k10, a[2], a[6]);
  const double k21 = s21 * i1;
  const double d2 = std::fma(-k21, s21, std::fma(-k20, a[2], a[10]));
  if (!(d2 > 0.0)) return false;
  pivot[0] = i0;
  pivot[1] = i1;
  pivot[2] = 1.0 / d2;
  pivot[3] = k10;
  pivot[4] = k20;
  pivot[5] = k21;
  return true;
}

/// D⁻¹ y
inline Lane4 solve_pivot(const double* pivot, const double* y) {
  const double k10 = pivot[3], k20 = pivot[4], k21 = pivot[5];
  const double y0 = y[0];
  const double y1 = std::fma(-k10, y0, y[1]);
  const double y2 = std::fma(-k21, y1, std::fma(-k20, y0, y[2]));
  const double x2 = y2 * pivot[2];
  const double x1 = std::fma(-k21, x2, y1 * pivot[1]);
  const double x0 = std::fma(-k10, x1, std::fma(-k20, x2, y0 * pivot[0]));
  return _mm256_setr_pd(x0, x1, x2, 0.0);
}

/// y - Σ L x with L by columns. A sum of its own for every column: the chains of dependent operations
/// are a third as long.
struct Difference {
  Lane4 c0, c1 = zero4(), c2 = zero4();

  explicit Difference(const double* y) : c0(load4(y)) {}
  void subtract(const double* m, const double* x) {
    c0 = fnma4(load4(m), broadcast4(x[0]), c0);
    c1 = fnma4(load4(m + 4), broadcast4(x[1]), c1);
    c2 = fnma4(load4(m + 8), broadcast4(x[2]), c2);
  }
  void store(double* y) const { store4(y, add4(c0, add4(c1, c2))); }
};

/// Σ Lᵀ x with L by columns: by element, and added up at the end.
struct TransposedProduct {
  Lane4 c0 = zero4(), c1 = zero4(), c2 = zero4();

  void add(const double* l, Lane4 x) {
    c0 = fma4(load4(l), x, c0);
    c1 = fma4(load4(l + 4), x, c1);
    c2 = fma4(load4(l + 8), x, c2);
  }
  Lane4 sum() const {
    const Lane4 c01 = add4(_mm256_unpacklo_pd(c0, c1), _mm256_unpackhi_pd(c0, c1));
    const Lane4 c23 = add4(_mm256_unpacklo_pd(c2, zero4()), _mm256_unpackhi_pd(c2, zero4()));
    return add4(_mm256_permute2f128_pd(c01, c23, 0x20), _mm256_permute2f128_pd(c01, c23, 0x31));
  }
};

}  // namespace

bool BlockLdlt::factorise(const double* gradients, const double* extras) {
  failed_block_ = -1;
  const Lane4 unit0 = _mm256_setr_pd(1, 0, 0, 0), unit1 = _mm256_setr_pd(0, 1, 0, 0),
              unit2 = _mm256_setr_pd(0, 0, 1, 0);
  double *numbers_l = l_.data(), *numbers_w = w_.data();
  int pair = 0, p = 0;  // run through the lists of all blocks
  for (int j = 0; j < n_; ++j) {
    const int first = column_start_[j], last = column_start_[j + 1];
    double* pivot = numbers_l + 12 * static_cast<std::size_t>(first);
    for (int b = first; b < last; ++b) {
      const BlockPlan& plan = plan_[b];
      const Lane4 mu = broadcast4(plan.scalar);
      Columns s{mul4(mu, unit0), mul4(mu, unit1), mul4(mu, unit2)};
      if (plan.extra >= 0 && extras != nullptr) {
        const double* e = extras + plan.extra;
        s = {add4(s.c0, load4(e)), add4(s.c1, load4(e + 4)), add4(s.c2, load4(e + 8))};
      }
      // Two sets of accumulators halve the latency chains; the result is s - t.
      Columns t{zero4(), zero4(), zero4()};
      const int pair_end = plan.pair_end;
      for (; pair + 1 < pair_end; pair += 2) {
        const Lane4 g = load4(gradients + pairs_[pair].row);
        const double* h = gradients + pairs_[pair].column;
        s.c0 = fma4(g, broadcast4(h[0]), s.c0);
        s.c1 = fma4(g, broadcast4(h[1]), s.c1);
        s.c2 = fma4(g, broadcast4(h[2]), s.c2);
        const Lane4 k = load4(gradients + pairs_[pair + 1].row);
        const double* l = gradients + pairs_[pair + 1].column;
        t.c0 = fnma4(k, broadcast4(l[0]), t.c0);
        t.c1 = fnma4(k, broadcast4(l[1]), t.c1);
        t.c2 = fnma4(k, broadcast4(l[2]), t.c2);
      }
      if (pair < pair_end) {
        const Lane4 g = load4(gradients + pairs_[pair].row);
        const double* h = gradients + pairs_[pair].column;
        s.c0 = fma4(g, broadcast4(h[0]), s.c0);
        s.c1 = fma4(g, broadcast4(h[1]), s.c1);
        s.c2 = fma4(g, broadcast4(h[2]), s.c2);
        ++pair;
      }
      for (; p < plan.product_end; ++p) {
        const double* l = numbers_l + products_[p].left;
        const double* w = numbers_w + products_[p].right;
        const Lane4 l0 = load4(l), l1 = load4(l + 4), l2 = load4(l + 8);
        s.c0 = fnma4(l0, broadcast4(w[0]), s.c0);
        s.c1 = fnma4(l0, broadcast4(w[4]), s.c1);
        s.c2 = fnma4(l0, broadcast4(w[8]), s.c2);
        t.c0 = fma4(l1, broadcast4(w[1]), t.c0);
        t.c1 = fma4(l1, broadcast4(w[5]), t.c1);
        t.c2 = fma4(l1, broadcast4(w[9]), t.c2);
        s.c0 = fnma4(l2, broadcast4(w[2]), s.c0);
        s.c1 = fnma4(l2, broadcast4(w[6]), s.c1);
        s.c2 = fnma4(l2, broadcast4(w[10]), s.c2);
      }
      s = {sub4(s.c0, t.c0), sub4(s.c1, t.c1), sub4(s.c2, t.c2)};
      if (b == first) {
        if (!factorise_pivot(s, pivot)) {
          failed_block_ = j;
          return false;
        }
        continue;
      }
      // W by rows; L = W D⁻¹ by columns, through the factors of D.
      double* l = numbers_l + 12 * static_cast<std::size_t>(b);
      double* w = numbers_w + plan.w;
      const Columns rows = transpose(s);
      store4(w, rows.c0);
      store4(w + 4, rows.c1);
      store4(w + 8, rows.c2);
      const Lane4 k10 = broadcast4(pivot[3]), k20 = broadcast4(pivot[4]),
                  k21 = broadcast4(pivot[5]);
      const Lane4 y1 = fnma4(k10, s.c0, s.c1);
      const Lane4 y2 = fnma4(k21, y1, fnma4(k20, s.c0, s.c2));
      const Lane4 l2 = mul4(y2, broadcast4(pivot[2]));
      const Lane4 l1 = fnma4(k21, l2, mul4(y1, broadcast4(pivot[1])));
      const Lane4 l0 = fnma4(k10, l1, fnma4(k20, l2, mul4(s.c0, broadcast4(pivot[0]))));
      store4(l, l0);
      store4(l + 4, l1);
      store4(l + 8, l2);
    }
  }
  return true;
}

void BlockLdlt::solve(double* b) const {
  for (int i = 0; i < n_; ++i) {
    Difference y(b + 4 * i);
    for (int r = row_start_[i]; r < row_start_[i + 1]; ++r)
      y.subtract(l_.data() + row_entries_[r].block, b + row_entries_[r].column);
    y.store(b + 4 * i);
  }
  for (int j = n_ - 1; j >= 0; --j) {
    const int first = column_start_[j], last = column_start_[j + 1];
    const double* l = l_.data() + 12 * static_cast<std::size_t>(first);
    const Lane4 y = solve_pivot(l, b + 4 * j);
    TransposedProduct product;
    for (int k = first + 1; k < last; ++k) product.add(l += 12, load4(b + 4 * row_[k]));
    store4(b + 4 * j, sub4(y, product.sum()));
  }
}

void BlockLdlt::solve_two(double* b0, double* b1) const {
  for (int i = 0; i < n_; ++i) {
    Difference y0(b0 + 4 * i), y1(b1 + 4 * i);
    for (int r = row_start_[i]; r < row_start_[i + 1]; ++r) {
      const double* l = l_.data() + row_entries_[r].block;
      const int column = row_entries_[r].column;
      y0.subtract(l, b0 + column);
      y1.subtract(l, b1 + column);
    }
    y0.store(b0 + 4 * i);
    y1.store(b1 + 4 * i);
  }
  for (int j = n_ - 1; j >= 0; --j) {
    const int first = column_start_[j], last = column_start_[j + 1];
    const double* l = l_.data() + 12 * static_cast<std::size_t>(first);
    const Lane4 y0 = solve_pivot(l, b0 + 4 * j), y1 = solve_pivot(l, b1 + 4 * j);
    TransposedProduct product0, product1;
    for (int k = first + 1; k < last; ++k) {
      l += 12;
      product0.add(l, load4(b0 + 4 * row_[k]));
      product1.add(l, load4(b1 + 4 * row_[k]));
    }
    store4(b0 + 4 * j, sub4(y0, product0.sum()));
    store4(b1 + 4 * j, sub4(y1, product1.sum()));
  }
}

Eigen::MatrixXd BlockLdlt::dense(const double* gradients, const double* extras) const {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(3 * n_, 3 * n_);
  int p = 0;
  for (int j = 0; j < n_; ++j) {
    for (int b = column_start_[j]; b < column_start_[j + 1]; ++b) {
      Mat3 block = plan_[b].scalar * Mat3::Identity();
      if (plan_[b].extra >= 0 && extras != nullptr)
        for (int c = 0; c < 3; ++c) block.col(c) += to_vec3(extras + plan_[b].extra + 4 * c);
      for (; p < plan_[b].pair_end; ++p)
        block +=
            to_vec3(gradients + pairs_[p].row) * to_vec3(gradients + pairs_[p].column).transpose();
      const int i = row_[b];
      a.block<3, 3>(3 * i, 3 * j) = block;
      a.block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
  }
  return a;
}

}  // namespace outrigger::system
