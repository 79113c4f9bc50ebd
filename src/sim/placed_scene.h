/// A scene file as a world: machines put on the ground of their site under names of their own, and the objects
/// around them.
#pragma once

#include <string>
#include <vector>

#include "description/scene.h"
#include "sim/object_plan.h"
#include "sim/world.h"

namespace outrigger::sim {

/// A machine that somebody operates: what its names begin with, and what its file says of its seat.
struct Station {
  std::string name;    ///< of the machine
  std::string prefix;  ///< "name/"
  description::TiltLimits tilt;
};

struct PlacedScene {
  description::Machine machine;  ///< all of them in one
  WorldOptions options;          ///< with site, power and objects
  std::vector<Station> stations;
};

/// `site` null: the plane. Throws Error for starts that the site does not have, and as description::place_in_scene.
PlacedScene place_scene(const description::Scene& scene, const description::Site* site);

/// The objects of a scene on a ground.
ObjectPlan place_objects(const description::Scene& scene, const terrain::Ground& ground);

}  // namespace outrigger::sim
