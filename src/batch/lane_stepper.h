/// The step of stepper/stepper.h for four systems of one pattern at once, in vector lanes.
///
/// Each copy takes the decisions that its own stepper would take (iterations, rounds of multipliers,
/// passes of projection): a copy that is done waits, its numbers masked, until the slowest is. So the
/// states are those of four separate steppers, bit for bit (but for the sign of zeros). A copy whose
/// step fails is taken out and advanced by its own stepper from where the step began, which cuts the
/// step into parts or holds the copy still; the others do not notice.
///
/// Takes: rows of points and unit vectors (all joints), masses, gravity in lanes; copy by copy: drives
/// without force limits, couplings, coordinates as unknowns, and force terms without memory (springs,
/// dampers, stops, loads, mounts). Refuses terms with memory (brakes, drivelines, contact, tyres).
/// Does not keep the energy ledger. Allocates nothing when warm.
#pragma once

#include <memory>

#include "batch/lane_system.h"
#include "stepper/stepper.h"

namespace outrigger::batch {

class LaneStepper {
 public:
  using Systems = std::array<system::System*, kLanes>;

  /// The settings are those of all copies, gravity excepted (it is in the systems). Throws
  /// outrigger::Error for systems that do not fit together.
  LaneStepper(const Systems& systems, const description::Settings& settings);

  /// The state of a copy. Coordinates of the state tell the turns of angles, as for Stepper.
  void set_state(int lane, const system::State& state);
  const system::State& state(int lane) const;

  /// Puts a copy to its assembled pose, like Stepper::initialise.
  void initialise(int lane);

  /// References of the drives of each copy at the end of a step.
  using Drives = std::array<std::vector<system::DriveReference>, kLanes>;

  /// Advances all copies by h. Drives have no force limits: all must be engaged.
  std::array<stepper::StepReport, kLanes> step(const Drives& drives);
  /// The same, with drives where they are.
  std::array<stepper::StepReport, kLanes> step();

  const stepper::StepCounters& counters() const { return counters_; }

 private:
  using Lanes = std::array<bool, kLanes>;
  using Reports = std::array<stepper::StepReport, kLanes>;

  void predict();
  void forget_trends(const Reports& reports);
  void evaluate_coordinate_rows(const Lanes& lanes, double* gradient);
  void evaluate_rows_and_rates();
  void evaluate_motion(bool with_rates);
  void complete_coordinate_rates(bool with_rates);
  void unpack();
  void evaluate_forces(bool with_tangent);
  LaneNumbers correct(const Lanes& lanes, bool refactor, Reports& reports);
  Lanes iterate(Reports& reports);
  Lanes close_constraints(Lanes lanes, Reports& reports);
  void project(const Lanes& lanes, Reports& reports);
  void settle_singular(Lanes lanes);
  LaneNumbers apply_increment(const double* delta, LaneMask lanes);
  void accept(const Lanes& lanes);
  void read_lane(int lane) const;
  void write_lane(int lane);

  Systems systems_;
  description::Settings settings_;
  std::array<std::unique_ptr<stepper::Stepper>, kLanes> steppers_;
  std::unique_ptr<LaneSystem> lanes_;
  stepper::StepCounters counters_;

  // Integrator constants, as in stepper.h.
  double h_, beta_ = 0.25, gamma_ = 0.5, s_ = 0.0, tolerance_ = 0.0;

  // State in lanes. The padded states are written when they are asked for, or when a term or a
  // copy's own stepper needs them.
  AlignedDoubles x_, v_, acceleration_, algorithmic_, lambda_;
  mutable std::array<system::State, kLanes> states_;
  mutable Lanes is_read_{};

  // Scratch.
  AlignedDoubles start_[4];  ///< x, v, algorithmic and acceleration where the step began
  AlignedDoubles start_lambda_, mu_;
  AlignedDoubles gradient_[2], residual_, delta_, delta_acceleration_, force_, extra_;
  AlignedDoubles psi_, psi_rate_, psi_acceleration_, weight_;
  std::array<AlignedDoubles, kLanes> lane_x_, lane_v_, lane_force_, lane_extra_, lane_gradient_;
  std::array<std::vector<double>, kLanes> lane_rows_;
  Drives reference_, held_;  ///< of the step under way, and of one that holds them
  bool x_is_unpacked_ = false, v_is_unpacked_ = false;  ///< lane_x_, lane_v_ are those of the lanes
  bool has_terms_ = false;
  int iteration_ = 0;
  LaneNumbers trend_{}, prediction_error_{};  ///< as in stepper.h
};

}  // namespace outrigger::batch
