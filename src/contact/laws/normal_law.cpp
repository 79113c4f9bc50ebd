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

namespace {

/// A function of δ that is 0 up to δ = 0, and its slope.
struct Grown {
  double value = 0.0, slope = 0.0;
};

/// ∫ δ^n dδ.
Grown grown_power(double depth, double n) {
  if (!(depth > 0.0)) return {};
  const double value = power(depth, n).value;
  return {value * depth / (n + 1.0), value};
}

/// (P(b) - P(a))/(b - a) with P = ∫ δ^n dδ, and its derivative by b.
Grown secant(double a, double b, double n) {
  if (n == 1.5 && a > 0.0 && b > 0.0) {
    // Divided out, so that nothing cancels: P = 2/5 √δ⁵.
    const double p = std::sqrt(a), q = std::sqrt(b), sum = p + q;
    return {0.4 * (q * q * q * q + p * q * (q * q + p * q + p * p) + p * p * p * p) / sum,
            0.2 * (3.0 * q * q * q + 6.0 * p * q * q + 4.0 * p * p * q + 2.0 * p * p * p) /
                (sum * sum)};
  }
  if (n == 1.0 && a > 0.0 && b > 0.0) return {0.5 * (a + b), 0.5};
  const double way = b - a, size = std::max(std::abs(a), std::abs(b));
  if (std::abs(way) <= 1e-4 * size) {
    const double middle = 0.5 * (a + b);
    if (!(middle > 0.0)) return {};
    const Power at = power(middle, n);
    return {at.value, 0.5 * at.slope};
  }
  const Grown low = grown_power(a, n), high = grown_power(b, n);
  const double mean = (high.value - low.value) / way;
  return {mean, (high.slope - mean) / way};
}

/// Γ of a kind at a depth.
Grown grown_damping(const NormalLaw& law, double damping_rate, double depth) {
  if (!(depth > 0.0)) return {};
  switch (law.kind) {
    case NormalLaw::Kind::hertz:
      break;
    case NormalLaw::Kind::restitution:
    case NormalLaw::Kind::hunt_crossley:
    case NormalLaw::Kind::lankarani_nikravesh:
    case NormalLaw::Kind::flores: {
      const Grown g = grown_power(depth, law.exponent);
      return {damping_rate * law.stiffness * g.value, damping_rate * law.stiffness * g.slope};
    }
    case NormalLaw::Kind::kelvin_voigt:
      return {law.damping * depth, law.damping};
    case NormalLaw::Kind::ramped_kelvin_voigt:
      if (depth >= law.ramp_depth)
        return {law.damping * (depth - 0.5 * law.ramp_depth), law.damping};
      return {0.5 * law.damping * depth * depth / law.ramp_depth,
              law.damping * depth / law.ramp_depth};
    case NormalLaw::Kind::nonlinear_damping: {
      const Grown g = grown_power(depth, law.damping_depth_exponent);
      return {law.damping * g.value, law.damping * g.slope};
    }
  }
  return {};
}

}  // namespace

NormalForce step_force(const NormalLaw& law, double damping_rate, const StepDepth& d) {
  NormalForce n;
  if (d.end > 0.0) n.stored = law.stiffness * grown_power(d.end, law.exponent).value;
  const double ahead = d.end + 0.5 * d.step * d.rate;
  const bool looks_ahead = d.implicit > 0.0 && ahead > 0.0;
  if (!(d.start > 0.0) && !(d.end > 0.0) && !looks_ahead) return n;
  const Grown exact = secant(d.start, d.end, law.exponent);
  n.elastic = (1.0 - d.implicit) * law.stiffness * exact.value;
  double by_depth = (1.0 - d.implicit) * law.stiffness * exact.slope, by_rate = 0.0;
  if (looks_ahead) {
    const Power at = power(ahead, law.exponent);
    n.elastic += d.implicit * law.stiffness * at.value;
    const double slope = d.implicit * law.stiffness * at.slope;
    by_depth += slope;
    by_rate = 0.5 * d.step * slope;
  }
  double damped = 0.0;
  if (law.kind == NormalLaw::Kind::nonlinear_damping && law.damping_rate_exponent != 1.0) {
    const double rate = (d.end - d.start) / d.step, speed = std::abs(rate);
    const double q = law.damping_rate_exponent;
    const Power by_speed = speed == 0.0 ? Power{0.0, 0.0} : power(speed, q);
    const Grown mean = secant(d.start, d.end, law.damping_depth_exponent);
    damped = law.damping * mean.value * std::copysign(by_speed.value, rate);
    by_depth += law.damping * (mean.slope * std::copysign(by_speed.value, rate) +
                               mean.value * by_speed.slope / d.step);
  } else {
    const Grown before = grown_damping(law, damping_rate, d.start);
    const Grown after = grown_damping(law, damping_rate, d.end);
    damped = (after.value - before.value) / d.step;
    by_depth += after.slope / d.step;
  }
  const double force = n.elastic + damped;
  if (!(force > 0.0)) return n;
  n.force = force;
  n.by_depth = by_depth;
  n.by_rate = by_rate;
  return n;
}

}  // namespace outrigger::contact
