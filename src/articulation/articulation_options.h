/// What all articulations of a world are given.
#pragma once

#include <string>
#include <vector>

#include "drives/lever.h"

namespace outrigger::stepper {
class StageTimes;
}

namespace outrigger::articulation {

/// When a quiet articulation stops being computed. Sleeping articulations keep their positions exactly.
struct SleepSettings {
  bool enabled = false;
  double speed = 1e-4;  ///< every entity slower than this [m/s] ...
  double time = 1.0;    ///< ... for this long [s]
};

struct ArticulationOptions {
  SleepSettings sleep;
  bool keep_ledger = true;  ///< energy bookkeeping every step
  bool free_body_islands =
      true;  ///< free bodies that touch are stepped with six unknowns each (solve/free_body_island.h)
  stepper::StageTimes* stage_times = nullptr;  ///< gets the time of every stage; lives longer
};

/// Operator inputs by name.
struct Inputs {
  std::vector<std::string> names;
  std::vector<double> values;
  std::vector<drives::LeverShape> shapes;  ///< between hand and drive, by input; empty: none
};

}  // namespace outrigger::articulation
