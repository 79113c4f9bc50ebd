/// One mass against a wall, by small Runge-Kutta steps: what a normal law does in an impact.
#pragma once

#include "contact/laws/impact_duration.h"
#include "contact/laws/normal_law.h"

namespace outrigger::contact {

struct Impact {
  double rebound = 0.0;      ///< speed after over speed before
  double duration = 0.0;     ///< until separation, or until the force has ended [s]
  double deepest = 0.0;      ///< [m]
  double first_force = 0.0;  ///< within a 1e-9th of the elastic depth [N]
};

/// Until the force has ended: afterwards the mass keeps its speed.
inline Impact integrate_impact(const NormalLaw& law, double mass, double speed, int steps = 4000) {
  const double damping = damping_rate(law, speed);
  const ElasticImpact elastic = elastic_impact(law.stiffness, law.exponent, mass, speed);
  const double h = elastic.duration / steps;
  const auto acceleration = [&](double depth, double rate) {
    return -normal_force(law, damping, depth, rate).force / mass;
  };
  Impact out;
  out.first_force = normal_force(law, damping, 1e-9 * elastic.depth, speed).force;
  double x = 0.0, w = speed;
  for (int i = 0; i < 1000 * steps; ++i) {
    const double a1 = acceleration(x, w);
    const double a2 = acceleration(x + 0.5 * h * w, w + 0.5 * h * a1);
    const double a3 = acceleration(x + 0.5 * h * (w + 0.5 * h * a1), w + 0.5 * h * a2);
    const double a4 = acceleration(x + h * (w + 0.5 * h * a2), w + h * a3);
    const double x_before = x;
    x += h * (w + h / 6.0 * (a1 + a2 + a3));
    w += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    out.duration += h;
    if (x > out.deepest) out.deepest = x;
    if (x <= 0.0) {
      out.duration -= h * x / (x - x_before);
      break;
    }
    // Strong damping holds the parting speed at its end value long before separation.
    const double force = normal_force(law, damping, x, w).force;
    if (w < 0.0 && force * elastic.duration <= 1e-9 * mass * speed) break;
  }
  out.rebound = -w / speed;
  return out;
}

}  // namespace outrigger::contact
