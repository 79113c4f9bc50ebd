/// Ropes over eyes and pulleys, as plain values. See description.h for the habits. Law: forces/ropes.h.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "description/function.h"
#include "description/location.h"
#include "math/types.h"

namespace outrigger::description {

/// A point that a rope is fastened to or runs over.
struct RopePoint {
  std::string body;           ///< may be the ground
  Vec3 point = Vec3::Zero();  ///< in the frame of the body [m]

  bool operator==(const RopePoint&) const = default;
};

/// An ideal rope: no mass, no friction on its way, pulls and never pushes. Fastened to the first and the
/// last point; the points between are eyes, or pulleys of radius 0.
struct Rope {
  std::string name;
  Location where;
  std::vector<RopePoint> points;  ///< at least 2
  std::optional<double> length;   ///< free length at the start [m], > 0; absent: as assembled
  double stiffness = 0.0;         ///< k [N/m], > 0, unless `axial_stiffness` is given
  double axial_stiffness = 0.0;   ///< EA [N]: k = EA / free length; 0: `stiffness` holds
  double damping = 0.0;           ///< d [s/m], ≥ 0: the tension is k s (1 + d ds/dt)
  Function winding;         ///< rate of the free length [m/s], of time or an input; + pays out
  double length_min = 0.1;  ///< winding in ends here [m], > 0

  bool operator==(const Rope&) const = default;
};

}  // namespace outrigger::description
