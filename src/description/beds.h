/// Open boxes that hold loose soil, as plain values. See description.h for the habits. Law: soil/bed.h.
#pragma once

#include <optional>
#include <string>

#include "description/location.h"
#include "math/types.h"

namespace outrigger::description {

/// The wall of a bed that can open.
enum class BedGate { none, front, rear, left, right };

/// The bed of a truck or wagon, or any box open at the top, on a body. Its floor is flat, its walls stand along x
/// and y of the body. What falls into it lies there, slides when the body leans, and leaves over walls and gate.
struct Bed {
  std::string name;
  Location where;
  std::string body;
  Vec3 from = Vec3::Zero();  ///< rear right corner of the floor, inside [m]
  Vec3 to = Vec3::Zero();    ///< front left corner at the top of the walls, inside [m]
  std::optional<double> front, rear, left,
      right;          ///< height of a wall that is not as high as `to` [m]
  double cell = 0.1;  ///< of the columns of soil [m], 0.05..0.5
  BedGate gate = BedGate::none;
  std::string gate_coordinate;  ///< how far the gate is open
  double gate_opens = 0.0;      ///< soil passes the gate from here on [m or rad]

  double wall(const std::optional<double>& height) const {
    return height.value_or(to.z() - from.z());
  }
  bool operator==(const Bed&) const = default;
};

}  // namespace outrigger::description
