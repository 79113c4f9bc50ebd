/// All drives of a mechanism together: reads the machine, advances every reference.
///
///   per step:  set.advance({t_next, h, inputs}, system, state, numbers, references);
///              stepper.step(state, references);
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "drives/hydraulics.h"
#include "drives/reference.h"
#include "model/mechanism.h"
#include "system/state.h"
#include "system/system.h"

namespace outrigger::drives {

/// Force limits as Stepper::set_drive_limits wants them: (min, max), ∓∞ where unlimited.
std::vector<std::pair<double, double>> force_limits(const model::Mechanism& mechanism);

/// Names of all operator inputs a mechanism uses, once each: of drives, brakes, drivelines, engine,
/// springs, loads, gravity.
std::vector<std::string> input_names(const model::Mechanism& mechanism);

/// x, ẋ, ẍ of a coordinate in a state.
Motion coordinate_motion(const system::System& system, const system::State& state, int coordinate);

struct Moment {
  double time = 0.0;                ///< end of the step [s]
  double step = 0.0;                ///< h [s]
  const double* inputs = nullptr;   ///< in the order of the names given to the constructor
  const double* shares = nullptr;   ///< of the speeds inputs ask for, by drive; null: all
  const Motion* motions = nullptr;  ///< of the drives, from read_motions; null: read anew
};

class DriveSet {
 public:
  /// Throws Error when a drive names an input that is not among `names`.
  DriveSet(const model::Mechanism& mechanism, const std::vector<std::string>& names);

  int count() const { return static_cast<int>(references_.size()); }
  /// Numbers to be kept in the saved state.
  int state_size() const { return Reference::state_size() * count(); }

  /// References at the start, into numbers and state.drive. The state must have been initialised;
  /// call Stepper::solve_accelerations afterwards, so that q̈ and λ know them.
  void initialise(const system::System& system, system::State& state, double* numbers) const;

  /// x, ẋ, ẍ of every drive, for all questions of one step. `out` has count() elements.
  void read_motions(const system::System& system, const system::State& state,
                    std::vector<Motion>& out) const;

  /// References at the end of the next step. Allocates nothing once `out` has count() elements.
  void advance(const Moment& moment, const system::System& system, const system::State& state,
               double* numbers, std::vector<system::DriveReference>& out) const;

  /// What the drives want and do at the start of a step, for the supply. `out` has count() elements.
  void read_loads(const Moment& moment, const system::System& system, const system::State& state,
                  std::vector<DriveLoad>& out) const;

 private:
  Motion motion(const Moment& moment, const system::System& system, const system::State& state,
                int drive) const;

  std::vector<Reference> references_;
  std::vector<int> coordinates_;
};

}  // namespace outrigger::drives
