/// Constants of the step's rule: generalized-alpha in the form of Arnold and Brüls, of which the others
/// are special cases (stepper/stepper.h).
#pragma once

#include "description/description.h"

namespace outrigger::stepper {

struct IntegratorConstants {
  double beta = 0.25, gamma = 0.5, delta_m = 0.0, delta_f = 0.0;

  /// Whether a is remembered apart from q̈; without dissipation it is q̈.
  bool has_memory() const { return delta_m != 0.0 || delta_f != 0.0; }
  static IntegratorConstants of(const description::Settings& settings);
  /// s = (1-δf) β h² / (1-δm).
  double scale(double h) const { return (1.0 - delta_f) / (1.0 - delta_m) * beta * h * h; }
};

/// How much of the accelerations that contacts gave in one step to expect in the next. At rest all: they
/// balance the others. After an impact, or in a longer step than the one before, they would throw bodies
/// farther than these can move: as much as speed and other accelerations bring in the step.
inline double contact_to_expect(double speed, double acceleration, double by_contact, double h) {
  const double limit = speed + h * acceleration;
  return h * by_contact > limit ? limit / (h * by_contact) : 1.0;
}

}  // namespace outrigger::stepper
