/// Persons who walk along a path and back, for ever.
///
///   s = walked mod 2 L,  place = path(s) for s ≤ L, path(2 L - s) beyond;  upright, facing the way they go
///
///   walked  way since the start [m], ≥ 0     L  length of the path over ground, seen from above [m]
///
/// They turn on the spot, and stand on the ground under their place, whatever its slope.
#pragma once

#include "sim/object_plan.h"
#include "terrain/ground.h"

namespace outrigger::sim {

Pose pose_on_path(const PlacedObject& person, double walked, const terrain::Ground& ground);

}  // namespace outrigger::sim
