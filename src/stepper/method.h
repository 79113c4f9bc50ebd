/// A way to advance an articulation by a step other than the index-3 stepper: for smooth machines.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "stepper/stepper.h"

namespace outrigger::stepper {

class Method {
 public:
  virtual ~Method() = default;
  /// Advances by Settings::step; arguments as in Stepper::step. Throws Error when it cannot go on.
  virtual StepReport step(system::State& state, const std::vector<system::DriveReference>& drives,
                          const double* signals) = 0;
  virtual void set_drive_limits(std::vector<std::pair<double, double>> force_min_max) = 0;
  virtual void set_keep_ledger(bool keep) = 0;
  /// Size that State::ahead should have from the start, for a method that steps beyond Settings::step.
  virtual std::size_t ahead_size() const { return 0; }
  /// What people should know of the steps since the last call; mostly empty.
  virtual std::string take_notice() { return {}; }
};

}  // namespace outrigger::stepper
