/// A session's world: the machine at its place, movable fences as bodies, marks as painted circles.
///
/// Everything becomes part of the machine's description before the world is made, so that a recording holds
/// it, a reset comes back to it, and a replay needs nothing of a session.
#pragma once

#include <string>
#include <vector>

#include "description/description.h"
#include "terrain/ground.h"
#include "training/definition.h"

namespace outrigger::training {

/// Where the machine's own frame is at the start: on the ground under its origin, x forward, leaning with the
/// ground under its wheels.
struct StartPlace {
  Vec3 position = Vec3::Zero();  ///< [m]
  double heading = 0.0;          ///< [deg]
  double rise_ahead = 0.0;       ///< of the ground, forward [m/m]
  double rise_left = 0.0;        ///< to the left [m/m]

  Pose pose() const;
};

/// The names of fences as bodies: fence_1, fence_2, ...
std::string fence_name(std::size_t index);

/// The session's start; without one in the definition the first start of the site, else the origin. Throws
/// Error when it is beyond the site.
StartPlace start_place(const Definition& definition, const description::Site* site,
                       const terrain::Ground& ground);

/// Puts the machine at its start, and fences and marks on the ground. Throws Error that names the fence or
/// mark that lies beyond the site.
void set_up(const Definition& definition, const StartPlace& start, const terrain::Ground& ground,
            description::Machine& machine);

}  // namespace outrigger::training
