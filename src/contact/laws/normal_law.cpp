#include "contact/laws/normal_law.h"

#include <algorithm>
#include <cmath>

#include "contact/laws/restitution.h"
#include "math/elementary.h"

namespace outrigger::contact {
namespace {

/// x^n and its derivative, x > 0.
struct Power {
  double value, slope;
};

Power power(double x, double n) {
  if (n == 1.5) {
    const double root = std::sqrt(x);
    return {x * root, 1.5 * root};
  }
  if (n == 1.0) return {x, 1.0};
  if (n == 2.0) return {x * x, 2.0 * x};
  const double value = elementary::pow(x, n);
  return {value, n * value / x};
}

/// A damping force and its derivatives.
struct Damping {
  double force = 0.0, by_depth = 0.0, by_rate = 0.0;
};

/// Adds it to the spring, unless the sum would pull.
void add_damping(NormalForce& n, double elastic_slope, const Damping& damping) {
  const double force = n.elastic + damping.force;
  if (!(force > 0.0)) return;
  n.force = force;
  n.by_depth = elastic_slope + damping.by_depth;
  n.by_rate = damping.by_rate;
}

Damping ramped_damping(const NormalLaw& law, double depth, double rate) {
  if (depth >= law.ramp_depth) return {law.damping * rate, 0.0, law.damping};
  const double slope = law.damping / law.ramp_depth;
  return {slope * depth * rate, slope * rate, slope * depth};
}

Damping nonlinear_damping(const NormalLaw& law, double depth, double rate) {
  const Power by_depth = power(depth, law.damping_depth_exponent);
  double value = rate, slope = 1.0;
  if (law.damping_rate_exponent != 1.0) {
    const double speed = std::abs(rate);
    const Power by_rate = speed == 0.0 ? Power{0.0, 0.0} : power(speed, law.damping_rate_exponent);
    value = std::copysign(by_rate.value, rate);
    slope = by_rate.slope;
  }
  return {law.damping * by_depth.value * value, law.damping * by_depth.slope * value,
          law.damping * by_depth.value * slope};
}

}  // namespace

double damping_rate(const NormalLaw& law, double impact_speed) {
  const double speed = std::max(impact_speed, kSlowestImpact);
  switch (law.kind) {
    case NormalLaw::Kind::restitution:
      return restitution_factor(law.restitution) / speed;
    case NormalLaw::Kind::hunt_crossley:
      return hunt_crossley_factor(law.restitution) / speed;
    case NormalLaw::Kind::lankarani_nikravesh:
      return lankarani_nikravesh_factor(law.restitution) / speed;
    case NormalLaw::Kind::flores:
      return flores_factor(law.restitution) / speed;
    case NormalLaw::Kind::hertz:
    case NormalLaw::Kind::kelvin_voigt:
    case NormalLaw::Kind::ramped_kelvin_voigt:
    case NormalLaw::Kind::nonlinear_damping:
      break;
  }
  return 0.0;
}

NormalForce normal_force(const NormalLaw& law, double damping_rate, double depth, double rate) {
  NormalForce n;
  if (!(depth > 0.0)) return n;
  const Power p = power(depth, law.exponent);
  n.elastic = law.stiffness * p.value;
  n.stored = n.elastic * depth / (law.exponent + 1.0);
  const double slope = law.stiffness * p.slope;
  switch (law.kind) {
    case NormalLaw::Kind::hertz:
      add_damping(n, slope, {});
      break;
    case NormalLaw::Kind::restitution:
    case NormalLaw::Kind::hunt_crossley:
    case NormalLaw::Kind::lankarani_nikravesh:
    case NormalLaw::Kind::flores: {
      const double factor = 1.0 + damping_rate * rate;
      if (!(factor > 0.0)) break;
      n.force = n.elastic * factor;
      n.by_depth = slope * factor;
      n.by_rate = n.elastic * damping_rate;
      break;
    }
    case NormalLaw::Kind::kelvin_voigt:
      add_damping(n, slope, {law.damping * rate, 0.0, law.damping});
      break;
    case NormalLaw::Kind::ramped_kelvin_voigt:
      add_damping(n, slope, ramped_damping(law, depth, rate));
      break;
    case NormalLaw::Kind::nonlinear_damping:
      add_damping(n, slope, nonlinear_damping(law, depth, rate));
      break;
  }
  return n;
}

}  // namespace outrigger::contact
