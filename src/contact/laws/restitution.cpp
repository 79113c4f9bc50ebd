#include "contact/laws/restitution.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::contact {

double restitution_factor(double e) {
  e = std::clamp(e, kLeastRestitution, 1.0);
  // An upper bound, from which Newton's method falls monotonically.
  double c = std::min(1.0 / e, 1.5 * (1.0 - e) / e);
  if (e > 0.95) return c;
  for (int i = 0; i < 20; ++i) {
    const double decay = elementary::exp(-c * (1.0 + e));
    const double g = c * e - 1.0 + (1.0 + c) * decay;
    const double slope = e + decay - (1.0 + c) * (1.0 + e) * decay;
    const double change = g / slope;
    c -= change;
    if (std::abs(change) <= 1e-15 * c) break;
  }
  return c;
}

double restitution_of_factor(double c) {
  if (!(c > 0.0)) return 1.0;
  if (c < 1e-3) return 1.0 / (1.0 + 2.0 / 3.0 * c);
  // ln z ≤ -745 means z = 0 in doubles: nothing is left of the exponential.
  const double right = elementary::log1p(c) - 1.0 - c;
  double z = elementary::exp(right);
  for (int i = 0; i < 60 && z > 0.0; ++i) {
    const double change = (elementary::log(z) - z - right) / (1.0 / z - 1.0);
    z -= change;
    if (std::abs(change) <= 1e-15 * z) break;
  }
  return (1.0 - z) / c;
}

double kelvin_voigt_restitution(double damping_ratio) {
  const double z = std::max(damping_ratio, 0.0), rest = 1.0 - z * z;
  // At ζ = 1 both forms tend to e^-2.
  if (std::abs(rest) < 1e-6) return elementary::exp(-2.0);
  const double root = std::sqrt(std::abs(rest));
  const double way = rest > 0.0 ? 2.0 * elementary::acos(z) : 2.0 * elementary::log(z + root);
  return elementary::exp(-z / root * way);
}

double hunt_crossley_factor(double e) { return 1.5 * (1.0 - std::clamp(e, 0.0, 1.0)); }

double lankarani_nikravesh_factor(double e) {
  e = std::clamp(e, 0.0, 1.0);
  return 0.75 * (1.0 - e * e);
}

double flores_factor(double e) {
  e = std::clamp(e, kLeastRestitution, 1.0);
  return 1.6 * (1.0 - e) / e;
}

}  // namespace outrigger::contact
