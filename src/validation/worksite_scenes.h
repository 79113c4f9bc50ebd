/// The bundled scenes, and such with more objects, for cases and benchmarks.
#pragma once

#include <string>

#include "description/scene.h"
#include "sim/placed_scene.h"

namespace outrigger::validation {

/// A scene of scenes/ with its machines and objects.
description::Scene read_bundled_scene(const std::string& name);
/// The same from text.
description::Scene read_scene_of_text(const std::string& text);
/// On its bundled site.
sim::PlacedScene place_bundled(const description::Scene& scene);
/// The excavator at the slalom, six gates of fences, and `far` fences in rows in the east of the site.
sim::PlacedScene gates_and_far_fences(int far);
/// Levers of the excavator that drives ahead with `travel`.
void start_driving(sim::World& world, double travel);
/// Bits of the motion of one machine, of the articulation of its first body: positions, speeds, accelerations. What
/// it remembers has a place for every lever of the world.
std::uint64_t machine_hash(const sim::World& world, const std::string& prefix);

}  // namespace outrigger::validation
