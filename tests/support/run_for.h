/// A world for some time.
#pragma once

#include <cmath>
#include <cstdint>

#include "sim/world.h"

namespace outrigger {

inline void run_for(sim::World& world, double seconds) {
  const auto steps = static_cast<std::int64_t>(std::lround(seconds / world.step_size()));
  for (std::int64_t i = 0; i < steps; ++i) world.step();
}

}  // namespace outrigger
