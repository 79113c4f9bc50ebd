/// The block LDLᵀ of system/block_ldlt.cpp for matrices of one pattern in lanes.
///
/// The same operations in the same order for each matrix. Of diagonal blocks only the lower triangle
/// is computed, which is all that the pivot reads. The original runs two sums of a block side by side;
/// here they do so only where there are registers for eighteen accumulators (AVX-512 has 32), and run
/// one after the other otherwise: independent matrices hide the latency already.
#pragma once

#include "batch/lane_kernels.h"
#include "batch/lanes.h"

namespace outrigger::batch {

template <int kLanes>
struct FactorKernels {
  using N = Number<kLanes>;
  using V = Vectors<kLanes>;
  static constexpr int kVector = 3 * kLanes, kBlock = 9 * kLanes;

  /// One 3×3 block of each copy, or its lower triangle, by columns. Named members and values, not
  /// arrays and references: the compiler keeps them in registers through the loops.
  template <bool kDiagonal>
  struct Sum {
    N c00, c10, c20, c01, c11, c21, c02, c12, c22;

    static Sum zero() {
      const N o = N(0.0);
      return {o, o, o, o, o, o, o, o, o};
    }
    template <bool kSubtract>
    static N step(N a, N b, N c) {
      return kSubtract ? fused_minus(a, b, c) : fused(a, b, c);
    }
    /// ± u vᵀ
    template <bool kSubtract>
    void add(const V& u, N v0, N v1, N v2) {
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
      add<kSubtract>(V::load(g), N::load(h), N::load(h + kLanes), N::load(h + 2 * kLanes));
    }
    /// ± column k of L times row k of Wᵀ.
    template <bool kSubtract>
    void add_product(const double* l, const double* w, int k) {
      const double* column = w + kLanes * k;
      add<kSubtract>(V::load(l + kVector * k), N::load(column), N::load(column + kVector),
                     N::load(column + 2 * kVector));
    }
    Sum minus(const Sum& t) const {
      return {c00 - t.c00, c10 - t.c10, c20 - t.c20, c01 - t.c01, c11 - t.c11,
              c21 - t.c21, c02 - t.c02, c12 - t.c12, c22 - t.c22};
    }
  };

  /// S = μ 1 + E + Σ g hᵀ - Σ L Wᵀ; inlined, or the nine numbers would go through memory.
  template <bool kDiagonal>
  [[gnu::always_inline]] static inline Sum<kDiagonal> assemble(const FactorLists& f, int block,
                                                               const double* gradients,
                                                               const double* extras) {
    using Block = Sum<kDiagonal>;
    constexpr bool kSideBySide = kLanes == 8;
    const FactorLists::Plan plan = f.plan[block];
    const int pair = block > 0 ? f.plan[block - 1].pair_end : 0;
    const int product = block > 0 ? f.plan[block - 1].product_end : 0;
    Block s = Block::zero(), t = Block::zero();
    s.c00 = s.c11 = s.c22 = N::load(f.scalars + kLanes * block);
    if (plan.extra >= 0 && extras != nullptr) {
      const V e0 = V::load(extras + plan.extra), e1 = V::load(extras + plan.extra + kVector),
              e2 = V::load(extras + plan.extra + 2 * kVector);
      s = {s.c00 + e0.x, s.c10 + e0.y, s.c20 + e0.z, s.c01 + e1.x, s.c11 + e1.y,
           s.c21 + e1.z, s.c02 + e2.x, s.c12 + e2.y, s.c22 + e2.z};
    }
    // First sum: every other gradient pair, and the outer columns of the products. Second sum, with
    // the opposite sign: the rest.
    const auto outer = [&]<bool kSecond>(Block& sum, int i) {
      sum.template add_outer<kSecond>(gradients + f.pairs[i].row_slot,
                                      gradients + f.pairs[i].column_slot);
    };
    if (kSideBySide) {
      int i = pair;
      for (; i + 1 < plan.pair_end; i += 2) {
        outer.template operator()<false>(s, i);
        outer.template operator()<true>(t, i + 1);
      }
      if (i < plan.pair_end) outer.template operator()<false>(s, i);
    } else {
      for (int i = pair; i < plan.pair_end; i += 2) outer.template operator()<false>(s, i);
    }
    for (int i = product; i < plan.product_end; ++i) {
      const double *l = f.l + f.products[i].left, *w = f.w + f.products[i].right;
      s.template add_product<true>(l, w, 0);
      if (kSideBySide) t.template add_product<false>(l, w, 1);
      s.template add_product<true>(l, w, 2);
    }
    if (!kSideBySide) {
      for (int i = pair + 1; i < plan.pair_end; i += 2) outer.template operator()<true>(t, i);
      for (int i = product; i < plan.product_end; ++i)
        t.template add_product<false>(f.l + f.products[i].left, f.w + f.products[i].right, 1);
    }
    return s.minus(t);
  }

  /// D = K diag(d) Kᵀ, see block_ldlt.cpp.
  struct Pivot {
    N i0, i1, i2, k10, k20, k21;
    static Pivot load(const double* p) {
      return {N::load(p),
              N::load(p + kLanes),
              N::load(p + 2 * kLanes),
              N::load(p + 3 * kLanes),
              N::load(p + 4 * kLanes),
              N::load(p + 5 * kLanes)};
    }
    /// x = D⁻¹ y
    V solve(N y0, N c1, N c2) const {
      const N y1 = fused_minus(k10, y0, c1);
      const N y2 = fused_minus(k21, y1, fused_minus(k20, y0, c2));
      const N x2 = y2 * i2;
      const N x1 = fused_minus(k21, x2, y1 * i1);
      return {fused_minus(k10, x1, fused_minus(k20, x2, y0 * i0)), x1, x2};
    }
  };

  /// Writes for all copies, or for those of a mask.
  template <bool kMasked>
  struct Pen {
    Mask<kLanes> lanes;
    void put(double* p, N value) const {
      (kMasked ? choose(lanes, value, N::load(p)) : value).store(p);
    }
    void put(double* p, const V& value) const {
      put(p, value.x);
      put(p + kLanes, value.y);
      put(p + 2 * kLanes, value.z);
    }
  };

  template <bool kMasked>
  static LaneSet run(FactorLists f, const double* gradients, const double* extras, LaneSet lanes) {
    const Pen<kMasked> pen{Mask<kLanes>::of(lanes)};
    const N one = N(1.0), zero = N(0.0);
    Mask<kLanes> positive = zero == zero;
    for (int j = 0; j < f.columns; ++j) {
      const int first = f.column_start[j], last = f.column_start[j + 1];
      const Sum<true> d = assemble<true>(f, first, gradients, extras);
      Pivot p;
      p.i0 = one / d.c00;
      p.k10 = d.c10 * p.i0;
      p.k20 = d.c20 * p.i0;
      const N d1 = fused_minus(p.k10, d.c10, d.c11);
      p.i1 = one / d1;
      const N s21 = fused_minus(p.k10, d.c20, d.c21);
      p.k21 = s21 * p.i1;
      const N d2 = fused_minus(p.k21, s21, fused_minus(p.k20, d.c20, d.c22));
      p.i2 = one / d2;
      positive = positive & (d.c00 > zero) & (d1 > zero) & (d2 > zero);
      double* pivot = f.l + kBlock * first;
      pen.put(pivot, V{p.i0, p.i1, p.i2});
      pen.put(pivot + kVector, V{p.k10, p.k20, p.k21});

      for (int b = first + 1; b < last; ++b) {
        const Sum<false> s = assemble<false>(f, b, gradients, extras);
        // W by rows; L = W D⁻¹ by columns.
        double *l = f.l + kBlock * b, *w = f.w + f.plan[b].w;
        const V rows[3] = {{s.c00, s.c01, s.c02}, {s.c10, s.c11, s.c12}, {s.c20, s.c21, s.c22}};
        for (int r = 0; r < 3; ++r) {
          const V x = p.solve(rows[r].x, rows[r].y, rows[r].z);
          pen.put(w + kVector * r, rows[r]);
          pen.put(l + kLanes * r, x.x);
          pen.put(l + kVector + kLanes * r, x.y);
          pen.put(l + 2 * kVector + kLanes * r, x.z);
        }
      }
    }
    return positive.set();
  }

  static LaneSet factorise(FactorLists f, const double* gradients, const double* extras,
                           LaneSet lanes) {
    return lanes == kAllLanes<kLanes> ? run<false>(f, gradients, extras, lanes)
                                      : run<true>(f, gradients, extras, lanes);
  }

  /// y - Σ M x, three sums per component as in block_ldlt.cpp.
  struct Difference {
    V c0, c1 = V::zero(), c2 = V::zero();

    explicit Difference(const double* y) : c0(V::load(y)) {}
    static V step(const V& m, N x, const V& c) {
      return {fused_minus(m.x, x, c.x), fused_minus(m.y, x, c.y), fused_minus(m.z, x, c.z)};
    }
    /// M by columns of vectors.
    void subtract(const double* m, const double* x) {
      c0 = step(V::load(m), N::load(x), c0);
      c1 = step(V::load(m + kVector), N::load(x + kLanes), c1);
      c2 = step(V::load(m + 2 * kVector), N::load(x + 2 * kLanes), c2);
    }
    V result() const { return {c0.x + (c1.x + c2.x), c0.y + (c1.y + c2.y), c0.z + (c1.z + c2.z)}; }
  };

  /// Σ Lᵀ x by element, added up at the end as in block_ldlt.cpp; there the fourth element is zero.
  struct TransposedProduct {
    V c0 = V::zero(), c1 = V::zero(), c2 = V::zero();

    static V step(const V& m, const V& x, const V& c) {
      return {fused(m.x, x.x, c.x), fused(m.y, x.y, c.y), fused(m.z, x.z, c.z)};
    }
    void add(const double* l, const V& x) {
      c0 = step(V::load(l), x, c0);
      c1 = step(V::load(l + kVector), x, c1);
      c2 = step(V::load(l + 2 * kVector), x, c2);
    }
    static N sum(const V& c) { return (c.x + c.y) + (c.z + N(0.0)); }
  };

  /// Solves A x = b in place, for one or several right-hand sides.
  template <class... Sides>
  static void substitute(FactorLists f, Sides... b) {
    const auto forward = [&](int i, auto... y) {
      for (int r = f.row_start[i]; r < f.row_start[i + 1]; ++r) {
        const double* l = f.l + f.row_entries[r].block;
        const int column = f.row_entries[r].column;
        (y.subtract(l, b + column), ...);
      }
      (y.result().store(b + kVector * i), ...);
    };
    const auto backward = [&](int j, auto... product) {
      const int first = f.column_start[j], last = f.column_start[j + 1];
      const double* l = f.l + kBlock * first;
      const Pivot pivot = Pivot::load(l);
      for (int k = first + 1; k < last; ++k) {
        l += kBlock;
        (product.add(l, V::load(b + f.row[k])), ...);
      }
      const auto finish = [&](const TransposedProduct& p, double* x) {
        const V y = V::load(x);
        const V z = pivot.solve(y.x, y.y, y.z);
        V{z.x - p.sum(p.c0), z.y - p.sum(p.c1), z.z - p.sum(p.c2)}.store(x);
      };
      (finish(product, b + kVector * j), ...);
    };
    for (int i = 0; i < f.columns; ++i) forward(i, Difference(b + kVector * i)...);
    for (int j = f.columns - 1; j >= 0; --j)
      backward(j, (static_cast<void>(b), TransposedProduct())...);
  }
  static void solve(FactorLists f, double* b) { substitute(f, b); }
  static void solve_two(FactorLists f, double* a, double* b) { substitute(f, a, b); }
};

}  // namespace outrigger::batch
