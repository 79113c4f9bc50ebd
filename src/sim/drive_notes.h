/// What `outrigger check` reports about drives, controls and friction (friction_notes.h) that probably are
/// not meant: each is legal, and a run would show it only as a machine that sags, jumps or does not listen.
#pragma once

#include <string>
#include <vector>

#include "description/description.h"
#include "sim/world.h"

namespace outrigger::sim {

/// One line each, with file and line where the machine came from a file:
/// - a control that nothing listens to, with the nearest input that something listens to;
/// - a drive whose coordinate starts outside `lower` and `upper`;
/// - a drive whose force limit cannot hold the machine where it starts (the force that its row needs at
///   t = 0 against `force_max` and `force_min`; joints with redundant rows share loads by least norm).
/// `world` must be at its start.
std::vector<std::string> drive_notes(const description::Machine& machine, World& world);

}  // namespace outrigger::sim
