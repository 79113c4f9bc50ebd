/// The motion of A against B, for laws that see a patch as a whole.
#pragma once

#include "math/types.h"

namespace outrigger::contact {

struct PatchVelocity {
  Vec3 reference = Vec3::Zero();  ///< point of A to which `linear` belongs [m]
  Vec3 linear = Vec3::Zero();     ///< v_A - v_B there [m/s]
  Vec3 angular = Vec3::Zero();    ///< ω_A - ω_B [rad/s]

  Vec3 at(const Vec3& p) const { return linear + angular.cross(p - reference); }
};

/// The regularised slip function of PCM eq. 20 over the speed: force = μ N · this · v, and how it
/// changes with the speed.
struct SlipFactor {
  double value = 0.0;     ///< [s/m]
  double by_speed = 0.0;  ///< [s²/m²]
};
inline SlipFactor slip_factor(double speed, double slip_speed) {
  if (speed < slip_speed) {
    return {(2.0 - speed / slip_speed) / slip_speed, -1.0 / (slip_speed * slip_speed)};
  }
  return {1.0 / speed, -1.0 / (speed * speed)};
}

}  // namespace outrigger::contact
