/// Takes energy out of velocities along one direction.
///
/// ½ |v + λ a|² = ½ |v|² + λ (v·a) + ½ λ² |a|², products by the mass matrix. With a = W F, the accelerations
/// that contacts give, this changes no momentum that contacts do not change: their forces come in pairs. It
/// ends at the latest where contacts neither approach nor part, λ = -(v·a)/|a|².
#pragma once

#include <algorithm>
#include <cmath>

namespace outrigger::stepper {

struct EnergyBrake {
  double along = 0.0;  ///< λ [s]
  double taken = 0.0;  ///< [J], at most what was asked for

  /// `v_a` = vᵀ M a, `a_a` = aᵀ M a ≥ 0; `excess` ≥ 0 is to be taken out.
  static EnergyBrake find(double v_a, double a_a, double excess) {
    if (!(a_a > 0.0) || !(excess > 0.0)) return {};
    const double most = 0.5 * v_a * v_a / a_a, taken = std::min(excess, most);
    // The root nearer to 0.
    const double left = std::sqrt(std::max(0.0, v_a * v_a - 2.0 * a_a * taken));
    return {-std::copysign(std::abs(v_a) - left, v_a) / a_a, taken};
  }
};

}  // namespace outrigger::stepper
