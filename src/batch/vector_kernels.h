/// What the step of stepper/stepper.cpp does to whole vectors, in lanes: prediction, increments,
/// multipliers, and the sizes that decide about going on.
#pragma once

#include "batch/lane_kernels.h"
#include "batch/lanes.h"

namespace outrigger::batch {

template <int kLanes>
struct VectorKernels {
  using N = Number<kLanes>;
  using V = Vectors<kLanes>;
  using Lists = SystemLists;
  static constexpr int kVector = 3 * kLanes;

  static void predict(Lists a, const LanePrediction& p, double* trend) {
    const N h = N(p.h), old_x = N(p.old_x), new_x = N(p.new_x);
    const N old_v = N(p.old_v), new_v = N(p.new_v);
    N most = N(0.0);
    for (int i = 0; i < kVector * a.blocks; i += kLanes) {
      const N a0 = N::load(p.acceleration + i), v = N::load(p.v + i);
      const N change = a0 - N::load(p.before + i), a1 = a0 + change;
      most = larger(most, absolute(change));
      const N x = fused(old_x, a0, fused(h, v, N::load(p.x + i)));
      fused(new_x, a1, x).store(p.next_x + i);
      fused(new_v, a1, fused(old_v, a0, v)).store(p.next_v + i);
      a0.store(p.next_before + i);
      a1.store(p.next_acceleration + i);
    }
    most.store(trend);
  }

  static void apply_increment(Lists a, const LaneIncrement& p, LaneSet set, double* size) {
    const Mask<kLanes> lanes = Mask<kLanes>::of(set);
    const N to_v = N(p.to_v), to_acceleration = N(p.to_acceleration);
    N most = N(0.0), rest = N(0.0);
    for (int i = 0; i < kVector * a.blocks; i += kLanes) {
      const N d = keep(lanes, N::load(p.delta + i));
      most = larger(most, absolute(d));
      rest = rest + (d - d);  // NaN unless all are finite
      (N::load(p.x + i) - d).store(p.x + i);
      fused_minus(to_v, d, N::load(p.v + i)).store(p.v + i);
      fused_minus(to_acceleration, d, N::load(p.acceleration + i)).store(p.acceleration + i);
    }
    choose(rest == N(0.0), most, N(__builtin_inf())).store(size);
  }

  /// The larger of `most` and the components of a block, unit vectors by their leverage.
  static N larger_weighted(N most, const V& v, N weight) {
    most = larger(most, absolute(v.x) * weight);
    most = larger(most, absolute(v.y) * weight);
    return larger(most, absolute(v.z) * weight);
  }

  static void subtract(Lists a, const double* d, LaneSet set, double* y, double* most) {
    const Mask<kLanes> lanes = Mask<kLanes>::of(set);
    N m(0.0);
    for (int e = 0; e < a.blocks; ++e) {
      const V from = V::load(y + kVector * e), by = V::load(d + kVector * e);
      const V rest{from.x - keep(lanes, by.x), from.y - keep(lanes, by.y),
                   from.z - keep(lanes, by.z)};
      rest.store(y + kVector * e);
      m = larger_weighted(m, rest, N::load(a.block_weight + kLanes * e));
    }
    m.store(most);
  }

  static void copy_lanes(Lists a, const double* z, LaneSet set, double* y) {
    const Mask<kLanes> lanes = Mask<kLanes>::of(set);
    for (int i = 0; i < kVector * a.blocks; i += kLanes)
      choose(lanes, N::load(z + i), N::load(y + i)).store(y + i);
  }

  static void scale_multipliers(Lists a, double s, const double* lambda, double* mu) {
    for (int r = 0; r < kLanes * a.rows; r += kLanes)
      (N(s) * N::load(lambda + r) / N::load(a.scale + r)).store(mu + r);
  }
  static void unscale_multipliers(Lists a, double s, const double* mu, double* lambda) {
    for (int r = 0; r < kLanes * a.rows; r += kLanes)
      (N::load(mu + r) * N::load(a.scale + r) / N(s)).store(lambda + r);
  }
  static void add_offsets(Lists a, const double* psi, LaneSet set, double* mu, double* most) {
    const Mask<kLanes> lanes = Mask<kLanes>::of(set);
    N m(0.0);
    for (int r = 0; r < kLanes * a.rows; r += kLanes) {
      const N offset = N::load(psi + r);
      (N::load(mu + r) + keep(lanes, offset)).store(mu + r);
      m = larger(m, absolute(offset) * N::load(a.inverse_size + r));
    }
    m.store(most);
  }

  static void largest(Lists a, const double* values, double* most) {
    N m = N(0.0);
    for (int i = 0; i < kVector * a.blocks; i += kLanes)
      m = larger(m, absolute(N::load(values + i)));
    m.store(most);
  }
  static void largest_weighted(Lists a, const double* values, double* most) {
    N m = N(0.0);
    for (int e = 0; e < a.blocks; ++e)
      m = larger_weighted(m, V::load(values + kVector * e), N::load(a.block_weight + kLanes * e));
    m.store(most);
  }
  static void largest_violation(Lists a, const double* psi, double* most) {
    N m = N(0.0);
    for (int r = 0; r < kLanes * a.rows; r += kLanes)
      m = larger(m, absolute(N::load(psi + r)) * N::load(a.inverse_size + r));
    m.store(most);
  }
  static LaneSet finite(Lists a, const double* values) {
    // x - x is 0 for finite numbers and NaN otherwise.
    N sum = N(0.0);
    for (int i = 0; i < kVector * a.blocks; i += kLanes) {
      const N v = N::load(values + i);
      sum = sum + (v - v);
    }
    return (sum == N(0.0)).set();
  }
};

}  // namespace outrigger::batch
