/// Rows, masses and products of system/system.cpp for systems of one pattern in lanes.
#pragma once

#include "batch/coordinate_kernels.h"
#include "batch/lane_kernels.h"
#include "batch/lanes.h"

namespace outrigger::batch {

template <int kLanes>
struct RowKernels {
  using N = Number<kLanes>;
  using V = Vectors<kLanes>;
  using Lists = SystemLists;
  using Row = SystemLists::Row;
  static constexpr int kVector = 3 * kLanes;

  /// The coefficient of a slot: one for all copies, or one for each.
  template <bool kUniform>
  static N coefficient(const double* numbers, int slot) {
    return kUniform ? N(numbers[slot]) : N::load(numbers + kLanes * slot);
  }

  /// A product row's two factors at x.
  template <bool kUniform>
  struct Product {
    V left, right;

    Product(const Lists& a, const Row& row, const double* x)
        : left(V::load(x + row.left)), right(V::load(x + row.right)) {
      for (int s = row.first; s < row.end; ++s) {
        const V e = V::load(x + a.slot_block[s]);
        left = fused(coefficient<kUniform>(a.slot_a, s), e, left);
        right = fused(coefficient<kUniform>(a.slot_b, s), e, right);
      }
    }
    N offset(N scale, N value) const { return scale * ((left * right).sum() - value); }
    void scale(N factor) {
      left = factor * left;
      right = factor * right;
    }
    V gradient(const Lists& a, int s) const {
      return fused(coefficient<kUniform>(a.slot_b, s), left,
                   coefficient<kUniform>(a.slot_a, s) * right);
    }
  };

  template <bool kUniform>
  static N linear_offset(const Lists& a, const Row& row, const double* x) {
    N sum = N(0.0) - N::load(a.row_value + row.row);
    for (int s = row.first; s < row.end; ++s)
      sum = sum + coefficient<kUniform>(a.slot_a, s) * N::load(x + a.slot_block[s] + row.axis);
    return N::load(a.scale + row.row) * sum;
  }

  /// out += w G_r
  static void scatter(const Lists& a, const Row& row, const double* gradient, N weight,
                      double* out) {
    for (int s = row.first; s < row.end; ++s) {
      double* sum = out + a.slot_block[s];
      fused(weight, V::load(gradient + kVector * s), V::load(sum)).store(sum);
    }
  }

  /// Ψ and G of the coordinate rows, then finish(row, Ψ).
  template <class Put, class Finish>
  static void evaluate_coordinate_rows(const Lists& a, const double* x, double* gradient,
                                       const Put& put, const Finish& finish) {
    const CoordinateLists guides = a.guides;
    const CoordinateLists::Row* guide = guides.rows;
    for (const Row* row = a.coordinates.first; row != a.coordinates.last; ++row, ++guide) {
      const N scale = N::load(a.scale + row->row);
      finish(*row, CoordinateKernels<kLanes>::evaluate(guides, *guide, scale, x,
                                                       [&](int slot, const V& g) {
                                                         double* p = gradient + kVector * slot;
                                                         put(p, g.x);
                                                         put(p + kLanes, g.y);
                                                         put(p + 2 * kLanes, g.z);
                                                       }));
    }
  }
  static void write(double* p, N value) { value.store(p); }

  // ---------------------------------------------------------------------------------- forces

  template <bool kUniform, bool kMasked>
  static void run_forces(Lists a, const double* x, const double* mu, LaneSet set,
                         const LaneKernels::Fresh& to) {
    const Mask<kLanes> lanes = Mask<kLanes>::of(set);
    const auto put = [&](double* p, N value) {
      (kMasked ? choose(lanes, value, N::load(p)) : value).store(p);
    };
    for (const Row* row = a.products.first; row != a.products.last; ++row) {
      const N scale = N::load(a.scale + row->row);
      Product<kUniform> product(a, *row, x);
      const N offset = product.offset(scale, N::load(a.row_value + row->row));
      offset.store(to.psi + row->row);
      const N weight = N::load(mu + row->row) + offset;
      product.scale(scale);
      for (int s = row->first; s < row->end; ++s) {
        const V g = product.gradient(a, s);
        double* p = to.gradient + kVector * s;
        put(p, g.x);
        put(p + kLanes, g.y);
        put(p + 2 * kLanes, g.z);
        double* sum = to.out + a.slot_block[s];
        fused(weight, g, V::load(sum)).store(sum);
      }
    }
    for (const Row* row = a.linears.first; row != a.linears.last; ++row) {
      const N scale = N::load(a.scale + row->row);
      const N offset = linear_offset<kUniform>(a, *row, x);
      offset.store(to.psi + row->row);
      // The other components stay zero, as they were made.
      for (int s = row->first; s < row->end; ++s)
        put(to.gradient + kVector * s + row->axis, scale * coefficient<kUniform>(a.slot_a, s));
      scatter(a, *row, to.gradient, N::load(mu + row->row) + offset, to.out);
    }
    evaluate_coordinate_rows(a, x, to.gradient, put, [&](const Row& row, N offset) {
      offset.store(to.psi + row.row);
      scatter(a, row, to.gradient, N::load(mu + row.row) + offset, to.out);
    });
  }
  static void add_forces(Lists a, const double* x, const double* mu, LaneSet set,
                         const LaneKernels::Fresh& to) {
    if (a.uniform) {
      set == kAllLanes<kLanes> ? run_forces<true, false>(a, x, mu, set, to)
                               : run_forces<true, true>(a, x, mu, set, to);
    } else {
      set == kAllLanes<kLanes> ? run_forces<false, false>(a, x, mu, set, to)
                               : run_forces<false, true>(a, x, mu, set, to);
    }
  }

  template <bool kUniform>
  static void run_frozen(Lists a, const double* x, const double* mu,
                         const LaneKernels::Frozen& to) {
    for (const Row* row = a.products.first; row != a.products.last; ++row) {
      const N scale = N::load(a.scale + row->row), multiplier = N::load(mu + row->row);
      Product<kUniform> product(a, *row, x);
      const N offset = product.offset(scale, N::load(a.row_value + row->row));
      offset.store(to.psi + row->row);
      product.scale(scale * multiplier);
      for (int s = row->first; s < row->end; ++s) {
        double* sum = to.out + a.slot_block[s];
        V f = fused(coefficient<kUniform>(a.slot_a, s), product.right, V::load(sum));
        f = fused(coefficient<kUniform>(a.slot_b, s), product.left, f);
        fused(offset, V::load(to.gradient + kVector * s), f).store(sum);
      }
    }
    for (const Row* row = a.linears.first; row != a.linears.last; ++row) {
      const N offset = linear_offset<kUniform>(a, *row, x);
      offset.store(to.psi + row->row);
      // Gradients of linear rows do not change.
      scatter(a, *row, to.gradient, N::load(mu + row->row), to.out);
      scatter(a, *row, to.gradient, offset, to.out);
    }
    evaluate_coordinate_rows(a, x, to.scratch, write, [&](const Row& row, N offset) {
      offset.store(to.psi + row.row);
      scatter(a, row, to.scratch, N::load(mu + row.row), to.out);
      scatter(a, row, to.gradient, offset, to.out);
    });
  }
  static void add_frozen_forces(Lists a, const double* x, const double* mu,
                                const LaneKernels::Frozen& to) {
    a.uniform ? run_frozen<true>(a, x, mu, to) : run_frozen<false>(a, x, mu, to);
  }

  // ---------------------------------------------------------------------------------- rates

  /// Both products with the frozen gradients of a row.
  static void scatter_two(const Lists& a, const Row& row, const double* frozen, N rate,
                          N acceleration, const LaneRates& out) {
    for (int s = row.first; s < row.end; ++s) {
      const V g = V::load(frozen + kVector * s);
      double *p = out.product_rate + a.slot_block[s],
             *q = out.product_acceleration + a.slot_block[s];
      fused(rate, g, V::load(p)).store(p);
      fused(acceleration, g, V::load(q)).store(q);
    }
  }

  template <bool kUniform>
  static void run_rates(Lists a, const LaneMotion& at, const double* frozen, const LaneRates& out) {
    for (int e = 0; e < a.blocks; ++e) {
      V::zero().store(out.product_rate + kVector * e);
      V::zero().store(out.product_acceleration + kVector * e);
    }
    for (const Row* row = a.products.first; row != a.products.last; ++row) {
      const N scale = N::load(a.scale + row->row);
      Product<kUniform> product(a, *row, at.x);
      product.offset(scale, N::load(a.row_value + row->row)).store(out.psi + row->row);
      product.scale(scale);
      V first = V::zero(), second = V::zero(), left = V::zero(), right = V::zero();
      for (int s = row->first; s < row->end; ++s) {
        const V g = product.gradient(a, s), speed = V::load(at.v + a.slot_block[s]);
        g.store(out.gradient + kVector * s);
        first = fused(g, speed, first);
        second = fused(g, V::load(at.acceleration + a.slot_block[s]), second);
        left = fused(coefficient<kUniform>(a.slot_a, s), speed, left);
        right = fused(coefficient<kUniform>(a.slot_b, s), speed, right);
      }
      second = fused(N(2.0) * scale, left * right, second);
      const N rate = first.sum(), acceleration = second.sum();
      rate.store(out.psi_rate + row->row);
      acceleration.store(out.psi_acceleration + row->row);
      scatter_two(a, *row, frozen, rate, acceleration, out);
    }
    for (const Row* row = a.linears.first; row != a.linears.last; ++row) {
      linear_offset<kUniform>(a, *row, at.x).store(out.psi + row->row);
      const N scale = N::load(a.scale + row->row);
      for (int s = row->first; s < row->end; ++s)
        (scale * coefficient<kUniform>(a.slot_a, s)).store(out.gradient + kVector * s + row->axis);
    }
    evaluate_coordinate_rows(a, at.x, out.gradient, write,
                             [&](const Row& row, N offset) { offset.store(out.psi + row.row); });
    multiply_other_rows(a, at, out.gradient, {out.psi_rate, out.psi_acceleration});
    for (const Row* row = a.linears.first; row != a.coordinates.last; ++row)
      scatter_two(a, *row, frozen, N::load(out.psi_rate + row->row),
                  N::load(out.psi_acceleration + row->row), out);
  }
  static void evaluate_rates(Lists a, const LaneMotion& at, const double* frozen,
                             const LaneRates& out) {
    a.uniform ? run_rates<true>(a, at, frozen, out) : run_rates<false>(a, at, frozen, out);
  }

  struct Rates {
    double *first, *second;
  };
  /// Of the linear rows, which are G v and G a, and of the coordinate rows behind them.
  static void multiply_other_rows(const Lists& a, const LaneMotion& at, const double* gradient,
                                  const Rates& psi) {
    for (const Row* row = a.linears.first; row != a.coordinates.last; ++row) {
      V first = V::zero(), second = V::zero();
      for (int s = row->first; s < row->end; ++s) {
        const V g = V::load(gradient + kVector * s);
        first = fused(g, V::load(at.v + a.slot_block[s]), first);
        second = fused(g, V::load(at.acceleration + a.slot_block[s]), second);
      }
      first.sum().store(psi.first + row->row);
      second.sum().store(psi.second + row->row);
    }
    const CoordinateLists guides = a.guides;
    const CoordinateLists::Row* guide = guides.rows;
    for (const Row* row = a.coordinates.first; row != a.coordinates.last; ++row, ++guide) {
      using Coordinates = CoordinateKernels<kLanes>;
      const N scale = N::load(a.scale + row->row);
      double *first = psi.first + row->row, *second = psi.second + row->row;
      if (guide->kind == CoordinateLists::Row::Kind::drive)
        (N::load(first) - Coordinates::guided_rate(guides, *guide, scale)).store(first);
      (N::load(second) + Coordinates::bias(guides, *guide, scale, at.x, at.v)).store(second);
    }
  }

  template <bool kUniform>
  static void run_motion(Lists a, const LaneMotion& at, const double* gradient, const Rates& psi) {
    for (const Row* row = a.products.first; row != a.products.last; ++row) {
      V first = V::zero(), second = V::zero(), left = V::zero(), right = V::zero();
      for (int s = row->first; s < row->end; ++s) {
        const V g = V::load(gradient + kVector * s), speed = V::load(at.v + a.slot_block[s]);
        first = fused(g, speed, first);
        second = fused(g, V::load(at.acceleration + a.slot_block[s]), second);
        left = fused(coefficient<kUniform>(a.slot_a, s), speed, left);
        right = fused(coefficient<kUniform>(a.slot_b, s), speed, right);
      }
      second = fused(N(2.0) * N::load(a.scale + row->row), left * right, second);
      first.sum().store(psi.first + row->row);
      second.sum().store(psi.second + row->row);
    }
    multiply_other_rows(a, at, gradient, psi);
  }
  static void evaluate_motion(Lists a, const LaneMotion& at, const double* gradient,
                              double* psi_rate, double* psi_acceleration) {
    a.uniform ? run_motion<true>(a, at, gradient, {psi_rate, psi_acceleration})
              : run_motion<false>(a, at, gradient, {psi_rate, psi_acceleration});
  }

  // ---------------------------------------------------------------------------------- products

  /// Gᵀ w, for one or several weights.
  template <int kCount>
  static void gather(Lists a, const double* gradient, const double* const* weight,
                     double* const* out) {
    for (int e = 0; e < a.blocks; ++e) {
      V sum[kCount];
      for (V& s : sum) s = V::zero();
      for (int k = a.gather_start[e]; k < a.gather_start[e + 1]; ++k) {
        const V g = V::load(gradient + a.gather[k].slot);
        for (int i = 0; i < kCount; ++i)
          sum[i] = fused(N::load(weight[i] + a.gather[k].row), g, sum[i]);
      }
      for (int i = 0; i < kCount; ++i) sum[i].store(out[i] + kVector * e);
    }
  }
  static void transpose_products(Lists a, const double* gradient, const double* const* weight,
                                 double* const* out) {
    gather<2>(a, gradient, weight, out);
  }
  static void transpose_product(Lists a, const double* gradient, const double* weight,
                                double* out) {
    gather<1>(a, gradient, &weight, &out);
  }

  static void inertia_minus_force(Lists a, const double* acceleration, const double* force,
                                  double factor, double* out) {
    const N f = N(factor), zero = N(0.0);
    for (int e = 0; e < a.blocks; ++e) {
      const V q = V::load(force + kVector * e);
      V sum{zero - q.x, zero - q.y, zero - q.z};
      for (int k = a.mass_start[e]; k < a.mass_start[e + 1]; ++k)
        sum = fused(N::load(a.mass_value + a.mass[k].value),
                    V::load(acceleration + a.mass[k].column), sum);
      (f * sum).store(out + kVector * e);
    }
  }
};

}  // namespace outrigger::batch
