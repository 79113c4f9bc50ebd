/// Putting a machine into another one: names get a prefix, the machine is placed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "description/description.h"

namespace outrigger::description {

struct Inclusion {
  std::string prefix;              ///< in front of all names
  std::string ground = kGround;    ///< the body that takes the place of the sub-machine's ground
  Pose pose;                       ///< of the sub-machine's world in the frame of `ground`
  std::optional<Pose> world_pose;  ///< of the sub-machine's world in the world, when it is known
};

/// Renames and places all things of a sub-machine, in place. Poses get lost (and are found again by
/// the assembly) when `world_pose` is unknown. Settings and outputs remain those of the sub-machine.
/// Returns what cannot be placed, one sentence each.
std::vector<std::string> place_sub_machine(Machine& machine, const Inclusion& inclusion);

}  // namespace outrigger::description
