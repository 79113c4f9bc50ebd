/// Recorded columns: one block of numbers that numpy views without copying it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/sensors.h"

namespace outrigger::python {

/// Never changes its size, so that a view of it can never dangle; views keep it alive.
struct Recording {
  std::vector<std::string> columns;  ///< "time" and those of the sensors
  std::vector<std::string> units;
  std::vector<std::string> bodies;  ///< whose poses are kept
  std::size_t capacity = 0;         ///< rows there is room for
  std::size_t rows = 0;             ///< rows written
  std::vector<double> table;        ///< column by column, each of `capacity` numbers
  std::vector<double> poses;        ///< row by row: 7 numbers per body
};

/// Position [m] and unit quaternion (w, x, y, z), w ≥ 0.
void write_pose(const Pose& pose, double* out);

}  // namespace outrigger::python
