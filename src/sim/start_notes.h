/// What nobody can have meant about the start of a machine: places inside the ground, wholly below it or
/// beyond its edge, and drives whose tables jump. Said as events, because a run may be wanted all the same.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "sim/world.h"

namespace outrigger::sim {

struct StartScene {
  std::span<const std::unique_ptr<articulation::Articulation>> articulations;
  const terrain::Ground& ground;
  const touching::ContactStage& contacts;
};

/// At t = 0; one event for each wheel or sphere that is a little inside, one per articulation for the rest.
std::vector<Event> note_start(const StartScene& start);

}  // namespace outrigger::sim
