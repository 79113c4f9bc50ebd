/// An elastic force that acts on one side only, such as an end stop beyond its limit or a rope that is
/// taut, as the mean over a step (discrete gradient):
///
///   V(δ) = ½ k ⟨δ⟩²        N = [V(δ₁) - V(δ₀)]/(δ₁ - δ₀) · (1 + d (δ₁ - δ₀)/h),   clipped at N ≥ 0
///
///   δ₀ ≥ 0, δ₁ ≥ 0   N = ½ k (δ₀ + δ₁)          both ends inside
///   δ₀ < 0 < δ₁      N = ½ k δ₁²/(δ₁ - δ₀)      comes in
///   δ₁ < 0 < δ₀      N = ½ k δ₀²/(δ₀ - δ₁)      goes out          each times (1 + d (δ₁ - δ₀)/h)
///
///   δ₀, δ₁ depth at the start and end of the step [m or rad], ⟨δ⟩ = max(δ, 0)     h  step [s]
///   k  stiffness [N/m or N m/rad], > 0            d  damping [s/m or s/rad], ≥ 0
///
/// The work of N over the step is V(δ₁) - V(δ₀) and the heat N_elastic d (δ₁ - δ₀)²/h ≥ 0, whatever the
/// step: it never gives more than was stored. A force at an instant, k δ, of which the rule of the step takes
/// a mean, is wrong at the kink δ = 0: half of it acts before it is reached, or after it is left, and light
/// bodies at stiff stops gain energy with every blow.
/// Sources: the discrete gradient, O. Gonzalez, J. Nonlinear Science 6 (1996), pp. 449-467; the damping, Hunt
/// and Crossley, ASME J. Applied Mechanics, June 1975, pp. 440-445.
///
/// Limits: a step longer than half a vibration, π √(m/k), does not resolve the blow: its energy is right,
/// its length is not.
#pragma once

#include <algorithm>

namespace outrigger::forces {

struct OneSidedForce {
  double force = 0.0;     ///< N [N or N m], ≥ 0
  double by_depth = 0.0;  ///< ∂N/∂δ₁
  double by_rate = 0.0;   ///< ∂N/∂δ̇, of forces at an instant only
  double lost = 0.0;      ///< heat of the step [J]
};

/// What it stores [J].
inline double one_sided_energy(double k, double depth) {
  const double inside = std::max(depth, 0.0);
  return 0.5 * k * inside * inside;
}

/// The mean over a step from δ₀ to δ₁.
inline OneSidedForce one_sided_over_step(double k, double d, double start, double end, double h) {
  OneSidedForce n;
  if (!(start > 0.0) && !(end > 0.0)) return n;
  const double way = end - start;
  double elastic = 0.5 * k * (start + end), slope = 0.5 * k;
  if (!(start > 0.0)) {
    elastic = 0.5 * k * end * end / way;
    slope = 0.5 * k * end * (2.0 * way - end) / (way * way);
  } else if (!(end > 0.0)) {
    elastic = -0.5 * k * start * start / way;
    slope = 0.5 * k * start * start / (way * way);
  }
  const double damped = 1.0 + d * way / h;
  if (!(damped > 0.0)) {  // goes out faster than it can push
    n.lost = -elastic * way;
    return n;
  }
  n.force = elastic * damped;
  n.by_depth = slope * damped + elastic * d / h;
  n.lost = elastic * d * way * way / h;
  return n;
}

/// N = k δ (1 + d δ̇), clipped at N ≥ 0: where there is no step (start, explicit methods, readings).
inline OneSidedForce one_sided_now(double k, double d, double depth, double rate) {
  OneSidedForce n;
  const double damped = 1.0 + d * rate;
  if (!(depth > 0.0) || !(damped > 0.0)) return n;
  n.force = k * depth * damped;
  n.by_depth = k * damped;
  n.by_rate = k * depth * d;
  return n;
}

/// What ForceTerm::least_way asks of such a force: the way that changes it by less than `acceleration` of the
/// mass behind it (1/mobility), or by a ten-thousandth of itself [m or rad].
inline double least_way_of(const OneSidedForce& n, double mobility, double acceleration) {
  constexpr double kHarmlessForce = 1e-4, kUsualTolerance = 1e-4;
  const double share = kHarmlessForce * std::min(1.0, acceleration / kUsualTolerance);
  return std::max(acceleration / mobility, share * n.force) / n.by_depth;
}

/// Half a vibration [s].
double one_sided_half_vibration(double k, double mobility);

}  // namespace outrigger::forces
