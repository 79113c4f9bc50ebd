/// An explicit Runge-Kutta pair of order 8(5,3) with adaptive internal steps, for smooth motion.
///
///   x' = v,  v' = q̈(x, v, t)   by a formulation::Accelerations, then `restore` onto the constraints
///
/// The method is DOP853 (dop853.h). Because x' = v, the stages of x follow from those of q̈ alone,
/// so that only q̈ is kept:
///   v_i = v₀ + h Σ a_ij q̈_j,   x_i = x₀ + c_i h v₀ + h² Σ (A²)_ij q̈_j
///
/// Error of an internal step, measured as a length and compared with `accuracy` [m]:
///   max(|e_x|, |e_v|/ω),   ω = (|v| + √(|q̈| L))/L
/// over all entities (unit vectors with a leverage of 0.1 L at most), L the size of the model. The
/// next step follows from this error and the one before (PI control, K. Gustafsson, ACM TOMS 17,
/// 1991); both are part of the state, so that a restored state goes on with the same bits.
///
/// After an accepted step x and v are projected with the factor of its last evaluation; q̈ stays that
/// of the unprojected end and is the first of the next step: a difference of the order of the error
/// of one step, times h.
///
/// Machines with loops are evaluated on their constraints: x and v of a stage are projected first.
/// A stage off the constraints by δ would have accelerations wrong by δ/ε at a distance ε from a
/// singular position, where a loop can go two ways (ten four-bars in a row that turn through theirs,
/// accuracy 1e-4: energy wrong by 0.4 J of 311 without, 1e-4 J with). Trees have no such positions.
///
/// Internal steps may be longer than Settings::step where nothing can change in between: no drives, no
/// watched events, no forces that are functions of time, and State::ahead has its size. The internal
/// step under way, from t₀ to t₀ + h, stays in State::ahead as its start (x, v, q̈, λ, coordinates, t₀,
/// h); the state at every step in between is read out of the continuous output: x and v of order 7,
/// projected, with q̈ and λ evaluated there: one evaluation per step instead of twelve. A read-out has
/// no influence on what follows. Stages are computed again from the start where they are not at hand
/// (a state that was restored): the same bits. The rest of an internal step is dropped when x, v or a
/// signal is not as it was left. Works are summed with the weights of the continuous output.
///
/// Floor of accuracy. Accelerations carry noise: rounding, amplified by light and heavy bodies in one
/// chain, and multipliers that converge to 1e-11. Where the error falls slower than h³ from one rejected
/// step to the next, the noise δ of q̈ is measured (q̈ of x moved by some roundings, from λ = 0), and
/// from then on errors below 3 |e| h δ/ω, |e| the norm of the error weights, count as met: smaller steps
/// would not make them smaller. `take_notice` reports it once.
///
/// Stiffness. |Δf|/|Δy| of the last two evaluations, both at the end of the step, estimates the
/// largest eigenvalue that the step sees (Hairer, Wanner, Solving ODEs II, sect. IV.2). When
/// h |λ| > 6.1, the edge of the stability region, in 15 accepted steps without 6 calm ones between,
/// the run stops with an Error that names the stiff part and the methods for it. So it does when a
/// step would fall below rounding.
///
/// Events are zeros of functions of the state: found by a change of sign between eight samples of the
/// continuous output, located to 1e-13 of the internal step, where the state is put and `action`
/// may change it. Two zeros between neighbouring samples are not seen.
///
/// Limits: force terms without memory only (no friction bristles, tyres, contacts: they are made for
/// the implicit step). Drive references run along the quintic between the ends of a step.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "description/description.h"
#include "formulation/accelerations.h"
#include "stepper/dop853.h"
#include "stepper/drive_path.h"
#include "stepper/energy_book.h"
#include "stepper/method.h"
#include "system/state.h"
#include "system/system.h"

namespace outrigger::stepper {

struct Event {
  std::function<double(const system::State&)> function;  ///< of x, v and time
  int direction = 0;                           ///< +1: only rising, -1: only falling zeros, 0: both
  std::function<void(system::State&)> action;  ///< may change v; may be empty
};

/// Counts over a run; never part of the state.
struct ExplicitCounters {
  std::int64_t steps = 0, internal_steps = 0, rejected = 0, evaluations = 0, events = 0;
  std::int64_t read_outs = 0;  ///< steps inside an internal step
};

class ExplicitPair final : public Method {
 public:
  /// `accelerations` and `system` live longer. Throws Error when a force term has memory.
  ExplicitPair(system::System& system, formulation::Accelerations& accelerations,
               const description::Settings& settings);

  StepReport step(system::State& state, const std::vector<system::DriveReference>& drives,
                  const double* signals = nullptr) override;
  /// Advances by any time [s] and leaves the count of steps alone.
  void advance(system::State& state, double duration,
               const std::vector<system::DriveReference>& drives, const double* signals = nullptr);

  void set_drive_limits(std::vector<std::pair<double, double>> force_min_max) override;
  void set_keep_ledger(bool keep) override { keep_ledger_ = keep; }
  std::size_t ahead_size() const override;
  std::string take_notice() override;
  /// How many signals `step` gets: they are compared from step to step. Without it: none are read.
  void set_signal_count(std::size_t count) { signal_count_ = count; }
  /// Names for errors, and whether there are loops; lives longer. Without it: no names, no loops.
  void set_mechanism(const model::Mechanism& mechanism);

  void watch(Event event);
  /// Times of the events of the last `step` or `advance` [s], and which.
  struct Found {
    int event;
    double time;
  };
  const std::vector<Found>& found() const { return found_; }

  /// x and v of the last internal step at 0 ≤ θ ≤ 1 into `out`, of order 7.
  void interpolate(double theta, system::State& out);

  const ExplicitCounters& counters() const { return counters_; }
  double step_size() const { return full_h_; }

 private:
  bool evaluate(system::State& state, int stage);
  void combine(const system::State& start, int stage, double h, system::State& out) const;
  bool take_stages(const system::State& start, double h);
  double error_of_step(double h);
  double met_error(const system::State& state, double h, double error);
  void measure_noise(system::State& state);
  double largest_eigenvalue() const;
  void grow(system::State& state, double h, double error) const;
  void accept(system::State& state, double h, double error);
  void check_stiffness(const system::State& state, double h);
  void prepare_dense(double h);
  bool stop_at_event(system::State& state, double h, int& just_fired);
  double rate_of(const system::State& state) const;
  double first_step(const system::State& state) const;
  double locate(int event, double low, double high, double value_low);
  bool may_run_ahead(const system::State& state) const;
  void run_ahead(system::State& state, double target,
                 const std::vector<system::DriveReference>& drives, const double* signals);
  bool is_under_way(const system::State& state) const;
  bool start_ahead(system::State& state, double least);
  void compute_ahead_again(const system::State& state);
  void settle_end();
  void finish_ahead(system::State& state);
  void read_out(system::State& state, double target);
  void book_part(system::State& state, double from, double to, const Power& end, double projection);
  std::uint64_t stamp_of(const system::State& state) const;
  [[noreturn]] void fail(const system::State& state, double h) const;

  system::System& system_;
  formulation::Accelerations& accelerations_;
  double full_h_, accuracy_;
  system::State start_, stage_, end_, probe_;  ///< of the internal step; for events
  AlignedDoubles acceleration_[dop853::kExtendedStages];
  AlignedDoubles error5_x_, error5_v_, error3_x_, error3_v_;
  AlignedDoubles dense_x_[7], dense_v_[7];
  double position_weight_[dop853::kExtendedStages][dop853::kExtendedStages] = {};  ///< A²
  double rate_ = 1.0;                                                              ///< ω [1/s]
  const double* signals_ = nullptr;
  DrivePath drives_;
  std::vector<Event> events_;
  std::vector<Found> found_;
  const model::Mechanism* mechanism_ = nullptr;
  ExplicitCounters counters_;
  Power power_[dop853::kExtendedStages];  ///< of the stages, for the ledger
  std::size_t signal_count_ = 0;
  std::uint64_t at_hand_ = 0;  ///< key of the internal step whose stages are here; 0: none
  bool depends_on_time_ = true;
  double end_kinetic_ = 0.0;                        ///< before its projection [J]
  double rejected_h_ = 0.0, rejected_error_ = 0.0;  ///< of the attempt before; 0: it was accepted
  double noise_ = 0.0;                     ///< of q̈ [m/s²], where State::ahead has no place
  double floor_ = 0.0, floor_time_ = 0.0;  ///< [m], [s] of the largest, for the notice
  bool floor_told_ = false;
  bool keep_ledger_ = false, dense_ready_ = false, loops_ = false;
  int stiff_steps_ = 0, calm_steps_ = 0;
};

}  // namespace outrigger::stepper
