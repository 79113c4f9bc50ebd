/// Where shapes touch, for people and displays.
#pragma once

#include <string>

#include "math/types.h"

namespace outrigger::contact {

/// A contact for people and displays.
struct ContactReading {
  std::string shape_a, shape_b;
  Vec3 point = Vec3::Zero();    ///< world [m]
  Vec3 normal = Vec3::UnitZ();  ///< from B to A
  Vec3 force = Vec3::Zero();    ///< on A [N]
  Vec3 torque = Vec3::Zero();   ///< on A, about the point: against spin and rolling [N m]
  double normal_force = 0.0;
  bool sliding = false;
};

}  // namespace outrigger::contact
