/// One step of the index-3 augmented Lagrangian method with projections (THESIS §2.2.2-2.3, with
/// the corrections of docs/theory/stepper.md).
///
/// Equilibrium at n+1 with generalized-alpha in the form of Arnold and Brüls (2007):
///   M q̈ + Φ_qᵀ λ = Q(q, q̇, t),   (1-δm) a₁ + δm a₀ = (1-δf) q̈₁ + δf q̈₀
///   q₁ = q₀ + h v₀ + h² ((½-β) a₀ + β a₁),   v₁ = v₀ + h ((1-γ) a₀ + γ a₁)
/// Newton by increments with s = (1-δf) β h² / (1-δm):
///   T Δq = -s (M q̈ + Φ_qᵀ λ - Q) - G_fᵀ Ψ,   T = M + Gᵀ G + s K + (s γ/(β h)) C
///   v += γ/(β h) Δq,  a += Δq/(β h²),  q̈ += Δq/s;   λ += α Φ once Newton has converged
/// from a first guess that goes on with the change of q̈ in the last step (where a is q̈),
/// with one factorisation for two iterations; G_f are its gradients (a fresh G there would be
/// amplified by the penalty). Then v and q̈ are projected onto the constraints with the same factor.
#pragma once

#include <cstdint>
#include <vector>

#include "description/description.h"
#include "stepper/integrator_constants.h"
#include "stepper/report.h"
#include "stepper/stage_times.h"
#include "system/state.h"
#include "system/system.h"

namespace outrigger::stepper {

class Stepper {
 public:
  Stepper(system::System& system, const description::Settings& settings);

  /// Room for a state, with what force terms start from and the constants of the system.
  void lay_out(system::State& state);
  /// State of the assembled pose with consistent accelerations and multipliers.
  void initialise(system::State& state);

  /// Advances by h. `drives` are the references at the end of the step; a drive beyond its force
  /// limits lets go (engaged = false) in the state. `signals` are what the force terms may read of
  /// the operator and the engine, constant over the step.
  StepReport step(system::State& state, const std::vector<system::DriveReference>& drives,
                  const double* signals = nullptr);
  /// One of `parts` equal parts of a step, the first is 0; all of them, in order, make the step, and only
  /// the last one counts it. `drives` are the references at the end of the whole step. A drive that let
  /// go in an earlier part stays so until the step is over.
  StepReport step_part(system::State& state, const std::vector<system::DriveReference>& drives,
                       const double* signals, int part, int parts);

  /// Books from here on (set_keep_ledger).
  void start_ledger(system::State& state) const;
  /// What the drives do at accelerations that were just solved for [W]; 0 where no book is kept.
  double start_drive_power(const system::State& state) const;
  /// As the force terms see it.
  system::Configuration configuration(const system::State& state) const;
  /// Makes q̈ and λ consistent with q, v and the forces at the present time.
  void solve_accelerations(system::State& state);
  /// Moves v onto the velocity constraints (mass metric).
  void project_velocities(system::State& state);

  /// Static equilibrium near the present pose, with drives held; v = 0 afterwards.
  /// Returns the remaining acceleration [m/s²].
  double find_equilibrium(system::State& state, int max_steps = 4000);

  Residuals residuals(const system::State& state);

  void set_drive_limits(std::vector<std::pair<double, double>> force_min_max);
  void set_keep_ledger(bool keep) { keep_ledger_ = keep; }
  /// One factorisation for two iterations throughout, while they converge: for contacts, where what the
  /// tangent leaves out (∂F_t/∂N) slows the iterations down and a fresh factor would not help.
  void set_spare_factors(bool spare) { spare_factors_ = spare; }
  /// Adds the time of every stage to `times` from here on; null: does not look at the clock.
  void set_stage_times(StageTimes* times) { stage_times_ = times; }
  const StepCounters& counters() const { return counters_; }
  /// A step that another method made counts as well.
  void count(const StepReport& report);
  double step_size() const { return full_h_; }
  double kinetic_energy(const system::State& s) const;
  double potential_energy(const system::State& s) const;

 private:
  enum class Outcome { converged, capped, failed };
  class ImpulseResponse;
  friend class ImpulseResponse;
  struct Power {
    double external = 0.0, dissipation = 0.0, potential = 0.0;
  };

  void configure(double h);
  void lap(Stage stage) {
    if (stage_times_ != nullptr) stage_times_->lap(stage);
  }
  Outcome try_step(system::State& state, double h,
                   const std::vector<system::DriveReference>& drives, StepReport& report);
  void set_start(system::State& state);
  void predict(const system::State& start, system::State& state);
  void forget_trend(system::State& state) const;
  Outcome iterate(system::State& state, StepReport& report);
  double correct(system::State& state, bool refactor, StepReport& report);
  bool factorise(StepReport& report);
  struct Projected {
    double speed, acceleration;  ///< largest, weighted (System::largest_weighted)
    bool finite;
  };
  Projected apply_projection(system::State& state, const double* delta_v,
                             const double* delta_a) const;
  bool project(system::State& state, StepReport& report);
  double close(const double* gradient, double* y, double* psi, double goal);
  bool release_overloaded_drives(system::State& state) const;
  bool advance(system::State& state, double h, const std::vector<system::DriveReference>& drives,
               StepReport& report);
  double apply_increment(system::State& state, const double* delta) const;
  void measure_found_anew(const system::State& state);
  void measure_energy(system::State& state) const;
  void book_energy(system::State& state);
  double drive_power(const system::State& state);
  void hold_still(system::State& state);
  void prepare(system::State& state);
  bool accept(system::State& state);
  system::System::Motion motion(const system::State& state) const;
  Power measure(const system::State& state) const;

  system::System& system_;
  description::Settings settings_;
  system::Scratch scratch_;
  std::vector<double> mu_;        ///< scaled multipliers of the step under way
  system::State start_, before_;  ///< start of the part under way, and of the whole step
  const double* signals_ = nullptr;
  int iteration_ = 0;
  std::vector<system::DriveReference> reference_, retry_reference_, part_reference_;
  std::vector<std::pair<double, double>> drive_limits_;
  StepCounters counters_;
  StageTimes* stage_times_ = nullptr;
  bool keep_ledger_ = false;
  bool spare_factors_ = false;
  double work_projection_ = 0.0, work_impulses_ = 0.0, found_anew_ = 0.0;
  double trend_ = 0.0;             ///< |q̈ - q̈ before| that the prediction went on with [m/s²]
  double prediction_error_ = 0.0;  ///< |Δq| of the first iteration [m]
  double predicted_acceleration_ = 0.0;  ///< largest of the prediction [m/s²]

  // Integrator constants for the present h.
  double h_ = 0.0, full_h_ = 0.0;
  double beta_ = 0.25, gamma_ = 0.5, delta_m_ = 0.0, delta_f_ = 0.0;
  bool has_memory_ = false;  ///< a is not q̈
  double s_ = 0.0;           ///< (1-δf) β h² / (1-δm)
  double tolerance_ = 0.0;   ///< on |Δq|/(β h²) [m/s²]
};

}  // namespace outrigger::stepper
