/// The step of stepper/stepper.h for a group of systems of one pattern at once, in vector lanes.
///
/// Each copy takes the decisions that its own stepper would take (iterations, rounds of multipliers,
/// passes of projection): a copy that is done waits, its numbers masked, until the slowest is. So the
/// states are those of separate steppers, bit for bit (but for the sign of zeros). A copy whose step
/// fails, or meets an end stop, is taken out and advanced by its own stepper from where the step began, which cuts the step
/// into parts or holds the copy still; the others do not notice.
///
/// Force terms and the functions of couplings are evaluated copy by copy, the rest in lanes. There may
/// be fewer copies than lanes: the idle lanes repeat the last copy, and nobody looks at them. Allocates
/// nothing when warm.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "batch/lane_factor.h"
#include "batch/lane_system.h"
#include "stepper/stepper.h"

namespace outrigger::batch {

/// One number per copy, with room for the widest group.
struct alignas(64) LaneNumbers : std::array<double, kMaxLanes> {};

class LaneStepper {
 public:
  using DriveReferences = std::vector<system::DriveReference>;

  /// One to kernels.lanes systems. The settings are those of all copies, gravity excepted (it is in
  /// the systems).
  LaneStepper(const LaneKernels& kernels, std::span<system::System* const> systems,
              const description::Settings& settings);

  int copy_count() const { return count_; }
  void set_state(int copy, const system::State& state);
  const system::State& state(int copy) const;
  void initialise(int copy);

  /// Advances all copies by h, with references of the drives at the end of the step by copy; without
  /// any, drives stay where they are. Writes a report per copy.
  void step(std::span<const DriveReferences> drives, std::span<stepper::StepReport> reports);

  const stepper::StepCounters& counters() const { return counters_; }

 private:
  using Reports = std::span<stepper::StepReport>;
  /// What exists once per copy, idle lanes included.
  struct Copy {
    system::System* system;
    std::unique_ptr<stepper::Stepper> alone;
    system::State state;  ///< padded; x to algorithmic and λ are those of the lanes if `is_read`
    bool is_read = false;
    DriveReferences reference;                      ///< of the step under way
    AlignedDoubles x, v, force, step_force, extra;  ///< scratch of the force terms
  };
  using Pointers = std::array<double*, kMaxLanes>;

  static std::vector<const system::System*> systems_of(const std::vector<Copy>& copies);
  void lay_out();
  void step_in_lanes(Reports reports);
  void step_alone(int copy, Reports reports);
  void predict();
  void forget_trends(LaneSet lanes, Reports reports);
  static void couple(const void* owner, int function, const double* x, double* f);
  void guide_coordinates();
  void evaluate_forces(bool with_tangent);
  LaneNumbers correct(LaneSet lanes, bool refactor, Reports reports);
  LaneSet iterate(Reports reports);
  LaneSet close_constraints(LaneSet lanes, Reports reports);
  LaneSet project(LaneSet lanes, Reports reports);
  void settle_singular(int lane);
  void accept(LaneSet lanes);
  void read_lane(Copy& copy, int lane) const;
  void write_lane(int lane);
  template <class Get>
  std::span<double* const> pointers(const Get& get);
  LaneNumbers largest_weighted(const AlignedDoubles& values) const;
  LaneNumbers largest_violation(const AlignedDoubles& psi) const;
  LaneMotion motion() const { return {x_.data(), v_.data(), acceleration_.data()}; }

  const LaneKernels& kernels_;
  int lanes_, count_;
  LaneSet used_, idle_;
  description::Settings settings_;
  mutable std::vector<Copy> copies_;
  LaneFactor lane_factor_;
  LaneSystem lane_system_;
  SystemLists system_;
  FactorLists factor_;
  stepper::StepCounters counters_;

  // Integrator constants, as in stepper.h.
  double h_, beta_ = 0.25, gamma_ = 0.5, s_ = 0.0, tolerance_ = 0.0;

  // State in lanes. The padded states are written when they are asked for, or when a term or a
  // copy's own stepper needs them.
  AlignedDoubles x_, v_, acceleration_, algorithmic_, lambda_, coordinate_;

  // Scratch.
  LaneSet touching_ = 0;     ///< copies that something pushes within the step: they go alone
  AlignedDoubles start_[4];  ///< x, v, algorithmic and acceleration where the step began
  AlignedDoubles start_lambda_, mu_;
  AlignedDoubles gradient_[2], residual_, delta_, delta_acceleration_, force_, extra_;
  AlignedDoubles psi_, psi_rate_, psi_acceleration_;
  AlignedDoubles drive_value_, drive_rate_, drive_acceleration_;
  Pointers pointers_{};
  bool has_terms_ = false;
  int iteration_ = 0;
  LaneNumbers trend_{}, prediction_error_{};  ///< as in stepper.h
};

}  // namespace outrigger::batch
