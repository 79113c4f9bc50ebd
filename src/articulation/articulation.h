/// One articulation with everything needed to step it: mechanism, system, stepper, drives and state.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "articulation/articulation_options.h"
#include "contact/ground_spheres.h"
#include "contact/surroundings.h"
#include "drives/drive_set.h"
#include "drives/jump.h"
#include "drives/power_supply.h"
#include "forces/brakes.h"
#include "forces/coordinate_forces.h"
#include "forces/drivelines.h"
#include "forces/ropes.h"
#include "forces/user_forces.h"
#include "formulation/accelerations.h"
#include "model/mechanism.h"
#include "stepper/method.h"
#include "stepper/stepper.h"
#include "system/body_load.h"
#include "system/reactions.h"
#include "system/state.h"
#include "system/system.h"
#include "tyres/tyres.h"

namespace outrigger::digging {
class SoilTools;
}

namespace outrigger::articulation {

/// What drives, contact spheres, tyres, brakes and drivelines of an articulation remember, by part; survives
/// edits of the mechanism.
struct MemoryCarry {
  struct Entry {
    system::DriveReference reference;
    std::array<double, drives::Reference::state_size()> memory{};
  };
  std::map<model::PartId, Entry> entries;  ///< of drives
  system::PartMemory of_forces;            ///< numbers in the state
  std::vector<double> levers, supply;      ///< empty: as they start
};

/// A drive whose reference jumps in the step under way.
struct DriveJump {
  int drive = 0;
  drives::Jump jump;
};

/// Everything that pushes on a mechanism but its contacts between shapes.
struct ArticulationTerms {
  std::vector<std::unique_ptr<system::ForceTerm>> all;
  int spheres = -1, tyres = -1, tools = -1;  ///< places in `all`, -1: none
};
ArticulationTerms make_terms(const model::Mechanism& mechanism, const model::Model& model,
                             const std::vector<std::string>& inputs,
                             const contact::Surroundings& surroundings);

class Articulation {
 public:
  /// `mechanism` must be assembled; the state starts from its poses and speeds.
  Articulation(std::shared_ptr<const model::Mechanism> mechanism,
               const ArticulationOptions& options, const Inputs& inputs,
               std::shared_ptr<const contact::Surroundings> surroundings, std::int64_t step,
               double time);
  Articulation(const Articulation&) = delete;
  Articulation& operator=(const Articulation&) = delete;

  /// begin_step, the step on its own, end_step. A sleeping articulation only counts.
  stepper::StepReport step(const Inputs& inputs);
  /// Levers, engine and drive references move on. False when the articulation sleeps on.
  bool begin_step(const Inputs& inputs);
  /// A part of the step on its own, between the two (stepper/stepper.h).
  stepper::StepReport step_part(int part, int parts) {
    reactions_valid_ = false;
    return stepper_->step_part(state_, next_references_, signals_.data(), part, parts);
  }
  /// After the state has been stepped, by this articulation or with others. `may_sleep`: on its own.
  void end_step(bool may_sleep);
  void wake() { state_.asleep = false, state_.quiet_steps = 0; }
  /// The ground has changed there: contact spheres and tyres near it meet it again as at a start, and the
  /// articulation wakes. False: none is near.
  bool forget_ground(const terrain::GroundChange& change);
  /// Whether a sphere or tyre is near ground that has changed.
  bool stands_near(const terrain::GroundChange& change) const;
  /// Slow for long enough to sleep.
  bool is_quiet() const;
  void fall_asleep();

  /// References of the drives at the end of the step under way, after begin_step.
  const std::vector<system::DriveReference>& next_references() const { return next_references_; }
  /// Drives that jump there; empty mostly.
  const std::vector<DriveJump>& jumps() const { return jumps_; }
  const std::vector<double>& signals() const { return signals_; }
  /// Forces from outside of the articulation (contacts between shapes) in the last step, for reactions.
  void set_contact_wrenches(std::span<const system::BodyWrench> wrenches) {
    contact_wrenches_.assign(wrenches.begin(), wrenches.end());
    reactions_valid_ = false;
  }

  const model::Mechanism& mechanism() const { return *mechanism_; }
  std::shared_ptr<const model::Mechanism> shared_mechanism() const { return mechanism_; }
  /// The mechanism with the poses, speeds and turns of the present state.
  model::Mechanism current_mechanism() const;

  const system::System& system() const { return *system_; }
  stepper::Stepper& stepper() { return *stepper_; }
  const stepper::Stepper& stepper() const { return *stepper_; }
  const system::State& state() const { return state_; }
  system::State& state() { return reactions_valid_ = false, state_; }

  void carry_memory(MemoryCarry& carry) const;
  void restore_memory(const MemoryCarry& carry);

  Pose body_pose(int body) const;
  model::Twist body_twist(int body) const;
  model::Twist body_acceleration(int body) const;
  double coordinate_speed(int coordinate) const;
  /// At the end of the last step.
  contact::SphereReading sphere(int index) const;
  tyres::TyreReading tyre(int index) const;
  /// Computed on demand and kept until the next step.
  const system::Reactions& reactions();
  bool reactions_known() const { return reactions_valid_; }
  const drives::PowerSupply& supply() const { return supply_; }
  double engine_speed() const { return supply_.engine_speed(supply_memory()); }
  double engine_load() const { return supply_.engine_load(signals_.data(), supply_memory()); }
  double flow_share() const { return supply_.flow_share(supply_memory()); }
  /// Where a body or coordinate will be `h` from now, should its acceleration stay as it is.
  std::pair<Pose, model::Twist> predicted_body(int body, double h) const;
  drives::Motion predicted_coordinate(int coordinate, double h) const;
  /// Forces of the program's own (forces/user_forces.h), by their places in the mechanism.
  void set_force(int index, const model::BodyForce& force);
  void set_force(int index, const model::CoordinateForce& force);
  model::BodyForce user_force(int index) const;
  double spring_force(int spring);
  double rope_tension(int rope) const;
  /// Of soil on a tool, world [N].
  Vec3 tool_force(int tool) const;
  /// Between steps: what a body carries, and what a tool took up in the last step [kg/s]. Books the change of
  /// energy as found anew, and wakes.
  void carry(int body, const system::BodyLoad& load);
  /// The same for a state that was put back: nothing is booked, nothing wakes.
  void set_load(int body, const system::BodyLoad& load);
  double intake(int tool) const;
  void set_intake(int tool, double rate);
  /// What a tool holds over its room, 0..1: a full one pushes.
  double fill(int tool) const;
  void set_fill(int tool, double fill);
  /// The term of the tools, and its numbers in the state; null: there are none.
  const digging::SoilTools* soil_tools() const { return tools_; }
  const double* soil_tools_memory() const { return state_.term.data() + tools_offset_; }
  double brake_force(int brake) const;
  double tractive_force(int driveline) const;
  bool has_allowable_loads() const { return has_allowable_loads_; }
  /// What the method of the step reports to people; mostly empty.
  std::string take_notice() { return method_ != nullptr ? method_->take_notice() : std::string(); }

 private:
  template <class See>
  void for_each_near(const terrain::GroundChange& change, const See& see) const;
  // Numbers of the drives in the state: references, shaped inputs, engine and pumps.
  std::size_t first_lever() const { return static_cast<std::size_t>(drives_.state_size()); }
  std::size_t first_supply() const { return first_lever() + lever_count_; }
  const double* supply_memory() const { return state_.drive_memory.data() + first_supply(); }
  void choose_method();
  /// Its numbers in the state.
  double* memory_of_term(int term);
  const double* memory_of_term(int term) const;
  void find_terms();
  void start_memory(const Inputs& inputs);
  void move_levers(const Inputs& inputs, double h);
  void move_supply(double next_time, double h);
  void find_jumps(double h);
  void refresh_signals();
  double travel_power() const;
  bool disturbed(const Inputs& inputs) const;

  std::shared_ptr<const model::Mechanism> mechanism_;
  std::unique_ptr<system::System> system_;
  std::unique_ptr<stepper::Stepper> stepper_;
  std::unique_ptr<formulation::Accelerations> accelerations_;  ///< of method_, or null
  std::unique_ptr<stepper::Method> method_;                    ///< null: stepper_ steps
  std::shared_ptr<const contact::Surroundings> surroundings_;
  const contact::GroundSpheres* spheres_ = nullptr;  ///< a term of the system, or null
  const tyres::Tyres* tyres_ = nullptr;
  int spheres_offset_ = 0, tyres_offset_ = 0;  ///< of their numbers in the state
  drives::DriveSet drives_;
  drives::PowerSupply supply_;
  std::size_t lever_count_ = 0;
  system::State state_;
  std::vector<system::DriveReference> next_references_;
  std::vector<DriveJump> jumps_;
  /// What force terms read: shaped inputs, engine speed over rated speed, share of its power.
  std::vector<double> signals_;
  std::vector<drives::Motion> motions_;  ///< scratch of a step, as the following
  std::vector<drives::DriveLoad> loads_;
  std::vector<double> shares_;  ///< of the commanded speeds, by drive
  const forces::CoordinateForces* coordinate_forces_ = nullptr;
  const forces::Brakes* brakes_ = nullptr;
  const forces::Drivelines* drivelines_ = nullptr;
  const forces::Ropes* ropes_ = nullptr;
  const digging::SoilTools* tools_ = nullptr;
  int tools_offset_ = 0;
  int brakes_offset_ = 0, drivelines_offset_ = 0,
      ropes_offset_ = 0;  ///< of their numbers in the state
  const forces::UserForces* user_forces_ = nullptr;
  int user_forces_offset_ = 0;
  ArticulationOptions options_;
  std::vector<system::BodyWrench> contact_wrenches_;
  system::Reactions reactions_;
  bool reactions_valid_ = false;
  bool has_allowable_loads_ = false;
  bool depends_on_time_ = false;
  bool reads_inputs_ = false;  ///< forces follow operator inputs
};

}  // namespace outrigger::articulation
