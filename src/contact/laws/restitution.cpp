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
