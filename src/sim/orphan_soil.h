/// Soil whose tool or bed has gone: the world lets it fall.
#pragma once

#include "math/types.h"
#include "soil/column.h"

namespace outrigger::sim {

/// Soil of a tool or bed that is there no more, and the place where it was.
struct OrphanSoil {
  Vec3 place = Vec3::Zero();
  int soil = 0;
  soil::Milligrams mass = 0;
  std::uint16_t specific_volume = 0;
};

}  // namespace outrigger::sim
