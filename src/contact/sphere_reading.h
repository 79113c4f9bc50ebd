/// A sphere on the ground, for people and displays.
#pragma once

#include "math/types.h"

namespace outrigger::contact {

/// A contact as it was at the end of the last step.
struct SphereReading {
  bool touching = false;
  double normal_force = 0.0;  ///< N [N]
  Vec3 force = Vec3::Zero();  ///< on the body, world [N]
  bool sliding = false;
};

}  // namespace outrigger::contact
