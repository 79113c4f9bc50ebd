#include "contact/laws/hunt_crossley.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::contact {

double restitution_factor(double e) {
  e = std::clamp(e, 0.01, 1.0);
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

double effective_modulus(double young_a, double poisson_a, double young_b, double poisson_b) {
  return 1.0 / ((1.0 - poisson_a * poisson_a) / young_a + (1.0 - poisson_b * poisson_b) / young_b);
}

double sphere_stiffness(double modulus, double radius) {
  return 4.0 / 3.0 * modulus * std::sqrt(radius);
}

double resolvable_stiffness(double mass, double speed, double step) {
  const double depth = kContactSteps * step * speed / 2.943;
  return 1.25 * mass * speed * speed / (depth * depth * std::sqrt(depth));
}

NormalForce hunt_crossley(double stiffness, double damping, double depth, double rate) {
  NormalForce n;
  if (!(depth > 0.0)) return n;
  const double root = std::sqrt(depth);
  n.elastic = stiffness * depth * root;
  const double factor = 1.0 + damping * rate;
  if (factor <= 0.0) return n;
  n.force = n.elastic * factor;
  n.by_depth = 1.5 * stiffness * root * factor;
  n.by_rate = n.elastic * damping;
  return n;
}

}  // namespace outrigger::contact
