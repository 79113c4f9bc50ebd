/// Sensors of a machine file as columns of numbers, read from the world after a step.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "description/description.h"
#include "sim/world.h"

namespace outrigger::sim {

class SensorSet {
 public:
  /// Throws Error for a sensor whose target does not exist. A target that vanishes during the run
  /// (broken off, removed) reads NaN from then on.
  SensorSet(const std::vector<description::Sensor>& sensors, const World& world);

  /// One name per column; vectors get the suffixes _x, _y, _z, rotations _rx, _ry, _rz, slips _x, _y.
  const std::vector<std::string>& columns() const { return columns_; }
  /// Unit of a column, for axis labels.
  const std::vector<std::string>& units() const { return units_; }
  /// The sensor of a column, and whether it has others.
  const description::Sensor& sensor(std::size_t column) const { return sensors_[owner_[column]]; }
  bool is_scalar(std::size_t column) const { return width_[owner_[column]] == 1; }
  void read(World& world, std::vector<double>& values) const;

  struct Making;  ///< of sensors.cpp

 private:
  using Reader = std::function<void(World&, std::vector<double>&)>;
  void add(const description::Sensor& s, const World& world);
  void add_columns(const std::string& name, std::initializer_list<const char*> suffixes,
                   const std::string& unit);

  std::vector<description::Sensor> sensors_;
  std::vector<std::size_t> owner_;  ///< by columns: index of the sensor
  std::vector<std::string> columns_, units_;
  std::vector<Reader> readers_;
  std::vector<int> width_;
};

/// What is shown when a file names no sensors: coordinates, energies, and a few body positions.
std::vector<description::Sensor> default_sensors(const description::Machine& machine);

}  // namespace outrigger::sim
