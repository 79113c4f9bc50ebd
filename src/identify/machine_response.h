/// What the sensors of a machine file show at given times, as a function of numbers in the file.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "description/reader.h"
#include "identify/fit.h"
#include "sim/world.h"

namespace outrigger::identify {

struct MachineRun {
  std::string file;
  description::ReadOptions read;  ///< variants, and changes that all runs share
  double step = 0.0;              ///< [s]; 0: as the file says
  std::vector<std::pair<std::string, double>> inputs;  ///< constant
  bool equilibrium = false;                            ///< start from static equilibrium
  /// Puts the machine on its site, or does whatever else comes before the world is made.
  std::function<void(description::Machine&, sim::WorldOptions&)> prepare;
};

/// What should be known about the accuracy of a run.
struct RunReport {
  contact::ImpactCounts interventions;
  double step = 0.0;  ///< [s]
};

/// Names of all sensor columns; the sensors of the file, or those `outrigger run` shows by default.
std::vector<std::string> sensor_columns(const MachineRun& run);

/// Simulated time that the file asks for [s].
double file_duration(const MachineRun& run);

/// Bounds and start values that the machine file's reader does not accept are refused here, with its
/// own words. Parameters without start or bounds get them from the file.
std::vector<Parameter> checked_parameters(const MachineRun& run,
                                          const std::vector<ParameterText>& texts);

/// The columns of `record` at its times. Between steps the sensors are interpolated linearly; from
/// the first step without a solution on they are NaN. Safe to call from several threads.
class MachineResponse {
 public:
  MachineResponse(MachineRun run, const std::vector<Parameter>& parameters, const Record& record);

  Prediction operator()(const std::vector<double>& values, double until,
                        RunReport* report = nullptr) const;

 private:
  description::Machine machine_with(const std::vector<double>& values) const;

  MachineRun run_;
  std::vector<std::string> paths_, columns_;
  std::vector<double> times_;
};

}  // namespace outrigger::identify
