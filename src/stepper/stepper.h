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
///
/// Forces F_c that act within a step (ForceTerm::acts_within_step: contacts) push from its start to its
/// end, and not a moment longer. The rule would let half of them act in the step after: that gives energy
/// when a contact ends. So Q holds φ F_c, φ = (1-δm)/((1-δf) γ), and the step begins without what the
/// contacts of the step before added to q̈ and λ (State::contact_acceleration):
///   v₁ - v₀ = h (smooth mean + W F_c),   q₁ - q₀ = h (v₀ + v₁)/2 for the trapezoidal rule
/// so the work of F_c is exactly F_c·(q₁ - q₀). q̈ and λ of the state are those with F_c, once.
/// The joints take φ F_c up as they lie at the end of the step: right to the first order in h only. Where
/// contacts last many steps, a share σ of their force of the step before, F₋, acts at the start and is
/// taken back at the end: Q holds φ F_c - σ F₋, the impulse stays h F_c, and the joints take it up as they
/// lie half way, to the second order. σ = 0 up to ten steps, 1 from thirty on: a blow that ends at once
/// must leave nothing behind.
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
  /// What force terms read before the first step and in between, as in `step`.
  void set_signals(const double* signals) { signals_ = signals; }
  /// One factorisation for two iterations throughout, while they converge: for contacts, where what the
  /// tangent leaves out (∂F_t/∂N) slows the iterations down and a fresh factor would not help.
  void set_spare_factors(bool spare) { spare_factors_ = spare; }
  /// Whether contacts that last many steps carry a share of their force on (σ). Free bodies have no joints
  /// that would need it.
  void set_carries_contact(bool carries) { carries_ = carries; }
  /// Adds the time of every stage to `times` from here on; null: does not look at the clock.
  void set_stage_times(StageTimes* times) { stage_times_ = times; }
  const StepCounters& counters() const { return counters_; }
  /// Steps whose solution held more energy than was put in; it was taken out of the velocities.
  std::int64_t guarded() const { return guarded_; }
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

  bool pushes() const;
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
  double mean_force(std::size_t drive, const system::State& state) const;
  void split_contact(system::State& state);
  void find_contact_part(system::State& state, const double* gradient);
  void respond(const AlignedDoubles& force, const double* gradient, double* acceleration,
               double* lambda);
  void choose_carried();
  bool find_carried_force(const system::State& state);
  void evaluate_forces(const system::State& state, const system::ForceSink& sink);
  bool advance(system::State& state, double h, const std::vector<system::DriveReference>& drives,
               StepReport& report);
  bool advance_in_parts(system::State& state, double h,
                        const std::vector<system::DriveReference>& drives, int parts,
                        StepReport& report);
  double apply_increment(system::State& state, const double* delta) const;
  void measure_found_anew(const system::State& state);
  void measure_energy(system::State& state) const;
  void book_energy(system::State& state);
  double drive_power(const system::State& state);
  double brake(system::State& state, double energy);
  void guard_energy(system::State& state, const Power& before, double kinetic, bool converged);
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
  AlignedDoubles carried_force_, returned_;  ///< what is carried, and W of it at the end
  std::vector<double> returned_lambda_;
  double carried_ = 0.0;  ///< σ
  bool carries_ = true;
  bool only_stops_push_ = true;  ///< of what acts within the step
  double work_projection_ = 0.0, work_impulses_ = 0.0, found_anew_ = 0.0;
  double given_at_start_ = 0.0;    // of what was found anew, that may become motion
  double trend_ = 0.0;             ///< |q̈ - q̈ before| that the prediction went on with [m/s²]
  double prediction_error_ = 0.0;  ///< |Δq| of the first iteration [m]
  double predicted_acceleration_ = 0.0;  ///< largest of the prediction [m/s²]

  // Integrator constants for the present h.
  double h_ = 0.0, full_h_ = 0.0;
  double beta_ = 0.25, gamma_ = 0.5, delta_m_ = 0.0, delta_f_ = 0.0;
  bool has_memory_ = false;  ///< a is not q̈
  double s_ = 0.0;           ///< (1-δf) β h² / (1-δm)
  /// φ = (1-δm)/((1-δf) γ): with φ F at the end of a step, the rule gives a velocity of h F/m.
  double within_ = 2.0;
  std::int64_t guarded_ = 0;
  bool plain_ = false;      ///< the last attempt at a step, Configuration::plain
  double tolerance_ = 0.0;  ///< on |Δq|/(β h²) [m/s²]
};

}  // namespace outrigger::stepper
