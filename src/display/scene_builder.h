/// A machine description as a scene for displays.
#pragma once

#include "description/description.h"
#include "display/mesh_asset.h"
#include "frames/scene.h"
#include "sim/sensors.h"
#include "terrain/ground.h"

namespace outrigger::display {

/// Sensors that are read in every step: all but those that need the joint reactions, which cost
/// more than a step and allocate.
std::vector<description::Sensor> channel_sensors(const description::Machine& machine);

/// The controls of the machine, then a plain lever for each input of the world that has none.
std::vector<description::Control> all_controls(const description::Machine& machine,
                                               const sim::World& world);

/// Bodies in the order of the machine, then `ground` when something is drawn on it; bodies without
/// visuals show what they touch with, else their mass (plain_shapes.h).
/// The ground stays empty (the plane z = 0). Visuals whose mesh is not among `meshes` are left out.
frames::Scene make_scene(const description::Machine& machine, const sim::SensorSet& sensors,
                         const VisualMeshes& meshes = {});

/// At most so many points of ground are sent with a scene: 3 bytes each.
inline constexpr std::size_t kMaxGroundPoints = 262'144;

/// The ground as displays draw it: the points of its grid, or every second, third, ... one when there are
/// more than kMaxGroundPoints.
/// The scene with the objects of the world as bodies that rest, under ids beyond those of its own bodies. Their
/// meshes are not drawn.
frames::Scene with_objects(frames::Scene scene, const sim::World& world);

frames::Ground make_ground(const terrain::Ground& ground);

}  // namespace outrigger::display
