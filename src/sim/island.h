/// One island with everything needed to step it: mechanism, system, stepper, drives and state.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "contact/ground_spheres.h"
#include "contact/surroundings.h"
#include "drives/drive_set.h"
#include "model/mechanism.h"
#include "stepper/stepper.h"
#include "system/reactions.h"
#include "system/state.h"
#include "system/system.h"
#include "tyres/tyres.h"

namespace outrigger::sim {

/// When a quiet island stops being computed. Sleeping islands keep their positions exactly.
struct SleepSettings {
  bool enabled = false;
  double speed = 1e-4;  ///< every entity slower than this [m/s] ...
  double time = 1.0;    ///< ... for this long [s]
};

struct IslandOptions {
  SleepSettings sleep;
  bool keep_ledger = true;  ///< energy bookkeeping every step
};

/// Operator inputs by name.
struct Inputs {
  std::vector<std::string> names;
  std::vector<double> values;
};

/// What the drives of an island remember, by part; survives edits of the mechanism.
struct DriveCarry {
  struct Entry {
    system::DriveReference reference;
    std::array<double, drives::Reference::state_size()> memory{};
  };
  std::map<model::PartId, Entry> entries;
};

class Island {
 public:
  /// `mechanism` must be assembled; the state starts from its poses and speeds.
  Island(std::shared_ptr<const model::Mechanism> mechanism, const IslandOptions& options,
         const Inputs& inputs, std::shared_ptr<const contact::Surroundings> surroundings,
         std::int64_t step, double time);
  Island(const Island&) = delete;
  Island& operator=(const Island&) = delete;

  stepper::StepReport step(const Inputs& inputs);
  void wake() { state_.asleep = false, state_.quiet_steps = 0; }

  const model::Mechanism& mechanism() const { return *mechanism_; }
  std::shared_ptr<const model::Mechanism> shared_mechanism() const { return mechanism_; }
  /// The mechanism with the poses, speeds and turns of the present state.
  model::Mechanism current_mechanism() const;

  const system::System& system() const { return *system_; }
  stepper::Stepper& stepper() { return *stepper_; }
  const stepper::Stepper& stepper() const { return *stepper_; }
  const system::State& state() const { return state_; }
  system::State& state() { return reactions_valid_ = false, state_; }

  void carry_drives(DriveCarry& carry) const;
  void restore_drives(const DriveCarry& carry);

  Pose body_pose(int body) const;
  model::Twist body_twist(int body) const;
  model::Twist body_acceleration(int body) const;
  double coordinate_speed(int coordinate) const;
  /// At the end of the last step.
  contact::SphereReading sphere(int index) const;
  tyres::TyreReading tyre(int index) const;
  /// Computed on demand and kept until the next step.
  const system::Reactions& reactions();
  bool has_allowable_loads() const { return has_allowable_loads_; }

 private:
  bool disturbed(const Inputs& inputs) const;
  void update_sleep();

  std::shared_ptr<const model::Mechanism> mechanism_;
  std::unique_ptr<system::System> system_;
  std::unique_ptr<stepper::Stepper> stepper_;
  std::shared_ptr<const contact::Surroundings> surroundings_;
  const contact::GroundSpheres* spheres_ = nullptr;  ///< a term of the system, or null
  const tyres::Tyres* tyres_ = nullptr;
  int spheres_offset_ = 0, tyres_offset_ = 0;  ///< of their numbers in the state
  drives::DriveSet drives_;
  system::State state_;
  std::vector<system::DriveReference> next_references_;
  std::vector<double> signals_;  ///< what force terms read of the operator, by input
  IslandOptions options_;
  system::Reactions reactions_;
  bool reactions_valid_ = false;
  bool has_allowable_loads_ = false;
  bool depends_on_time_ = false;
};

}  // namespace outrigger::sim
