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
  /// Names for errors, and whether there are loops; lives longer. Without it: no names, no loops.
  void set_mechanism(const model::Mechanism& mechanism);

  void watch(Event event);
  /// Times of the events of the last `step` or `advance` [s], and which.
  struct Found {
    int event;
    double time;
  };
  const std::vector<Found>& found() const { return found_; }

  /// Called after every accepted internal step, before its events are looked for; `interpolate`
  /// gives the motion inside of it. For output at any time.
  void set_observer(std::function<void(const system::State& start, const system::State& end)> f) {
    observer_ = std::move(f);
  }
  /// x and v of the last internal step at 0 ≤ θ ≤ 1 into `out`, of order 7.
  void interpolate(double theta, system::State& out);

  const ExplicitCounters& counters() const { return counters_; }
  double step_size() const { return full_h_; }

 private:
  bool evaluate(system::State& state, int stage);
  void combine(const system::State& start, int stage, double h, system::State& out) const;
  bool take_stages(const system::State& start, double h);
  double error_of_step(double h);
  double largest_eigenvalue() const;
  void accept(system::State& state, double h, double error);
  void check_stiffness(const system::State& state, double h);
  void prepare_dense(double h);
  bool stop_at_event(system::State& state, double h, int& just_fired);
  double first_step(const system::State& state) const;
  double locate(int event, double low, double high, double value_low);
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
  std::function<void(const system::State&, const system::State&)> observer_;
  const model::Mechanism* mechanism_ = nullptr;
  ExplicitCounters counters_;
  Power power_[dop853::kStages + 1];  ///< of the stages and the end, for the ledger
  bool keep_ledger_ = false, dense_ready_ = false, loops_ = false;
  int stiff_steps_ = 0, calm_steps_ = 0;
};

}  // namespace outrigger::stepper
