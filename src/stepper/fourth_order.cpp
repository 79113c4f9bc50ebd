#include "stepper/fourth_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/error.h"

namespace outrigger::stepper {

using esdirk4::kGamma;
using system::DriveReference;
using system::State;

namespace {

constexpr int kMaxIterations = 20;
constexpr double kSlow = 0.3;                ///< contraction from which the factor is made anew
constexpr double kLengthGoal = 1e-14;        ///< (γh)² |Δ| of the model's size
constexpr double kAccelerationGoal = 1e-10;  ///< |Δ| of the largest acceleration
constexpr double kGoodEnough = 1e-6;         ///< the same, where rounding allows no more

}  // namespace

FourthOrder::FourthOrder(system::System& system, formulation::Accelerations& accelerations,
                         const description::Settings& settings)
    : system_(system),
      accelerations_(accelerations),
      full_h_(settings.step),
      max_parts_(settings.max_substeps),
      factor_(system.factor()),
      drives_(system.drive_count()) {
  if (system_.term_state_size() > 0)
    throw Error(
        "settings.method: fourth_order is for machines whose forces depend on positions, speeds "
        "and "
        "time alone; contacts, tyres, brakes and drivelines remember more: use trapezoidal or "
        "generalized_alpha");
  system_.make_scratch(scratch_);
  const std::size_t size = 4 * static_cast<std::size_t>(system_.total_block_count());
  for (auto& a : acceleration_) a.assign(size, 0.0);
  for (auto& v : velocity_) v.assign(size, 0.0);
  known_x_.assign(size, 0.0);
  known_v_.assign(size, 0.0);
  multiplier_.assign(static_cast<std::size_t>(system_.row_count()), 0.0);
}

void FourthOrder::set_drive_limits(std::vector<std::pair<double, double>> force_min_max) {
  OUTRIGGER_ASSERT(static_cast<int>(force_min_max.size()) == system_.drive_count(),
                   "one pair of force limits per drive");
  drives_.set_limits(std::move(force_min_max));
}

StepReport FourthOrder::step(State& state, const std::vector<DriveReference>& drives,
                             const double* signals) {
  StepReport report;
  signals_ = signals;
  state.time = static_cast<double>(state.step) * full_h_;
  drives_.start(state, full_h_, drives);
  before_ = state;
  bool through = false;
  for (int parts = 1; parts <= max_parts_ && !through; parts *= 2) {
    report.parts = parts;
    state = before_;
    drives_.move_to(state.time);
    const bool first = state.internal_step == 0.0;  // no step of this method came before
    through =
        !(first || drives_.interrupted()) || accelerations_.solve(state, drives_.now(), signals_);
    if (keep_ledger_ && !state.ledger.measured)
      measure_energy(system_, state, measure_power(system_, state, drives_.now(), signals_));
    for (int p = 1; p <= parts && through; ++p) {
      through = advance(state, full_h_ / parts, report);
      state.time = before_.time + p * full_h_ / parts;
    }
    // A drive beyond its limits lets go: the step is another one then.
    if (through && drives_.release(system_, state)) {
      through = false;
      parts = 0;
    }
  }
  if (!through)
    throw Error(fmt::format(
        "settings.method: fourth_order found no solution at t = {:.6g} s even with {} parts of a "
        "step of {:.3g} s: use a smaller settings.step, or settings.method: trapezoidal",
        before_.time, max_parts_, full_h_));
  state.step = before_.step + 1;
  state.time = static_cast<double>(state.step) * full_h_;
  state.internal_step = full_h_ / report.parts;
  drives_.move_to(state.time);
  std::copy(drives_.now().begin(), drives_.now().end(), state.drive.begin());
  std::copy(state.acceleration.begin(), state.acceleration.end(), state.algorithmic.begin());
  return report;
}

bool FourthOrder::advance(State& state, double h, StepReport& report) {
  const int n = system_.block_count();
  start_ = state;
  stage_ = state;
  acceleration_[0] = state.acceleration;
  velocity_[0] = state.v;
  for (int r = 0; r < system_.row_count(); ++r)
    multiplier_[r] = state.lambda[r] / system_.row_scale(r);
  if (keep_ledger_) {
    drives_.move_to(state.time);
    power_[0] = measure_power(system_, state, drives_.now(), signals_);
  }
  bool factorised = false;
  for (int i = 1; i < esdirk4::kStages; ++i) {
    // What is known of the stage, with γh V in x already.
    for (int k = 0; k < 4 * n; k += 4) {
      Lane4 x = zero4(), v = zero4();
      for (int j = 0; j < i; ++j) {
        const Lane4 weight = broadcast4(h * esdirk4::a[i][j]);
        x = fma4(weight, load4(&velocity_[j][k]), x);
        v = fma4(weight, load4(&acceleration_[j][k]), v);
      }
      v = add4(load4(&start_.v[k]), v);
      store4(&known_v_[k], v);
      store4(&known_x_[k], add4(load4(&start_.x[k]), fma4(broadcast4(kGamma * h), v, x)));
    }
    stage_.time = start_.time + esdirk4::c[i] * h;
    drives_.move_to(stage_.time);
    if (!factorised) {
      residual(h);
      std::swap(scratch_.gradient[0], scratch_.gradient[1]);
      if (!factorise(report)) return false;
      factorised = true;
    }
    if (!solve_stage(h, report)) return false;
    std::copy(stage_.acceleration.begin(), stage_.acceleration.end(), acceleration_[i].begin());
    std::copy(stage_.v.begin(), stage_.v.end(), velocity_[i].begin());
    if (keep_ledger_) power_[i] = measure_power(system_, stage_, drives_.now(), signals_);
  }
  // Stiffly accurate: the last stage is the end.
  std::swap(state.x, stage_.x);
  std::swap(state.v, stage_.v);
  std::swap(state.acceleration, stage_.acceleration);
  std::swap(state.lambda, stage_.lambda);
  const double kinetic = keep_ledger_ ? system_.kinetic_energy(state.v.data()) : 0.0;
  accelerations_.restore(state, drives_.now());
  for (std::size_t i = 0; i < system_.coordinates().size(); ++i)
    state.coordinate[i] = system_.coordinates()[i].value(state.x.data(), state.coordinate[i]);
  state.ledger.measured = keep_ledger_;
  if (!keep_ledger_) return true;
  double weights[esdirk4::kStages];
  std::copy(std::begin(esdirk4::a[esdirk4::kStages - 1]),
            std::end(esdirk4::a[esdirk4::kStages - 1]), weights);
  weights[esdirk4::kStages - 1] = kGamma;
  const double projection = kinetic - system_.kinetic_energy(state.v.data());
  state.time = stage_.time;
  book_step(system_, state, h, weights, power_,
            measure_power(system_, state, drives_.now(), signals_), projection);
  return true;
}

/// x and v of the stage follow its q̈.
void FourthOrder::move(double h) {
  const Lane4 to_v = broadcast4(kGamma * h), to_x = broadcast4(kGamma * h * kGamma * h);
  for (int k = 0; k < 4 * system_.block_count(); k += 4) {
    const Lane4 a = load4(&stage_.acceleration[k]);
    store4(&stage_.v[k], fma4(to_v, a, load4(&known_v_[k])));
    store4(&stage_.x[k], fma4(to_x, a, load4(&known_x_[k])));
  }
}

/// Evaluates rows and forces of the stage, and puts the residual of the equations of motion into scratch.
/// Returns the largest acceleration.
double FourthOrder::residual(double h) {
  const int rows = system_.row_count();
  move(h);
  const double *x = stage_.x.data(), *v = stage_.v.data(), *a = stage_.acceleration.data();
  double* g = scratch_.gradient[0].data();
  system_.evaluate_rows_and_bias(x, v, stage_.coordinate.data(), drives_.now().data(), g,
                                 scratch_.psi.data(), scratch_.psi_acceleration.data());
  const system::Configuration here{stage_.time,          h, x, v,        stage_.coordinate.data(),
                                   drives_.now().data(), x, v, signals_, 0};
  system_.evaluate_forces(
      here, stage_.term.data(),
      {scratch_.force.data(), scratch_.extra.data(), kGamma * h * kGamma * h, kGamma * h});
  system_.evaluate_products(g, a, scratch_.weight.data());
  for (int r = 0; r < rows; ++r) scratch_.psi_acceleration[r] += scratch_.weight[r];
  system_.inertia_minus_force(a, scratch_.force.data(), 1.0, scratch_.residual.data());
  system_.add_transpose_product(g, multiplier_.data(), scratch_.residual.data());
  return system_.largest_weighted(a);
}

/// With the gradients in gradient[1] and the tangents of the last residual.
bool FourthOrder::factorise(StepReport& report) {
  ++report.factorisations;
  const double* g = scratch_.gradient[1].data();
  const double* extra = system_.extra_count() > 0 ? scratch_.extra.data() : nullptr;
  if (factor_.factorise(g, extra)) return true;
  // Negative stiffness can make T indefinite: then mass and constraints alone.
  report.tangent_reduced = true;
  return factor_.factorise(g, nullptr);
}

bool FourthOrder::solve_stage(double h, StepReport& report) {
  const int n = system_.block_count();
  const double to_length = kGamma * h * kGamma * h;
  double previous = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMaxIterations; ++i) {
    const double size = residual(h);
    double* delta = scratch_.residual.data();
    system_.add_transpose_product(scratch_.gradient[1].data(), scratch_.psi_acceleration.data(),
                                  delta);
    factor_.solve(delta);
    for (int k = 0; k < 4 * n; k += 4)
      store4(&stage_.acceleration[k], sub4(load4(&stage_.acceleration[k]), load4(delta + k)));
    system_.evaluate_products(scratch_.gradient[1].data(), delta, scratch_.weight.data());
    for (int r = 0; r < system_.row_count(); ++r)
      multiplier_[r] += scratch_.psi_acceleration[r] - scratch_.weight[r];
    ++report.iterations;
    const double increment = system_.largest_weighted(delta);
    report.last_increment = to_length * increment;
    if (!(increment - increment == 0.0)) return false;
    const bool small = increment <= kAccelerationGoal * size ||
                       to_length * increment < kLengthGoal * system_.length();
    const bool stalled = i > 2 && increment > 0.5 * previous && increment <= kGoodEnough * size;
    if (small || stalled) {
      move(h);
      for (int r = 0; r < system_.row_count(); ++r)
        stage_.lambda[r] = multiplier_[r] * system_.row_scale(r);
      return true;
    }
    if (increment > kSlow * previous) {
      residual(h);
      std::swap(scratch_.gradient[0], scratch_.gradient[1]);
      if (!factorise(report)) return false;
    }
    previous = increment;
  }
  return false;
}

}  // namespace outrigger::stepper
