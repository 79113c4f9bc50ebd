#include "stepper/explicit_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "math/elementary.h"
#include "model/loops.h"
#include "stepper/drive_path.h"
#include "stepper/stiff_part.h"

namespace outrigger::stepper {

using dop853::kExtendedStages;
using system::DriveReference;
using system::State;

namespace {

constexpr double kSafety = 0.9;
constexpr double kBeta = 0.03;  ///< weight of the error before, of the exponent 1/8
constexpr double kExponent = 1.0 / dop853::kOrder - 0.75 * kBeta;
constexpr double kMaxGrowth = 6.0, kMaxCut = 0.2;
constexpr double kStretch = 1.08;  ///< a step may be this much longer to end on time
constexpr double kStabilityEdge = 6.1;
constexpr int kStiffSteps = 15, kCalmSteps = 6;
constexpr int kSamples = 8;  ///< of the continuous output, for changes of sign
constexpr int kMaxEvents = 10000;
constexpr double kEventPlace = 1e-13;

/// x += factor d
void add_scaled(AlignedDoubles& x, double factor, const AlignedDoubles& d, int count) {
  const Lane4 f = broadcast4(factor);
  for (int i = 0; i < 4 * count; i += 4) store4(&x[i], fma4(f, load4(&d[i]), load4(&x[i])));
}

void copy_motion(const State& from, State& to) {
  std::copy(from.x.begin(), from.x.end(), to.x.begin());
  std::copy(from.v.begin(), from.v.end(), to.v.begin());
  std::copy(from.acceleration.begin(), from.acceleration.end(), to.acceleration.begin());
  std::copy(from.lambda.begin(), from.lambda.end(), to.lambda.begin());
  std::copy(from.coordinate.begin(), from.coordinate.end(), to.coordinate.begin());
  to.time = from.time;
}

}  // namespace

ExplicitPair::ExplicitPair(system::System& system, formulation::Accelerations& accelerations,
                           const description::Settings& settings)
    : system_(system),
      accelerations_(accelerations),
      full_h_(settings.step),
      accuracy_(settings.accuracy),
      drives_(system.drive_count()) {
  if (system_.term_state_size() > 0)
    throw Error(
        "settings.method: explicit is for machines whose forces depend on positions, speeds and "
        "time "
        "alone; contacts, tyres, brakes and drivelines remember more: use trapezoidal or "
        "generalized_alpha");
  const std::size_t size = 4 * static_cast<std::size_t>(system_.total_block_count());
  for (auto& a : acceleration_) a.assign(size, 0.0);
  for (auto* array : {&error5_x_, &error5_v_, &error3_x_, &error3_v_}) array->assign(size, 0.0);
  for (auto& f : dense_x_) f.assign(size, 0.0);
  for (auto& f : dense_v_) f.assign(size, 0.0);
  for (int i = 0; i < kExtendedStages; ++i)
    for (int k = 0; k < kExtendedStages; ++k)
      for (int j = k + 1; j < i; ++j) position_weight_[i][k] += dop853::a[i][j] * dop853::a[j][k];
  found_.reserve(16);
}

void ExplicitPair::set_drive_limits(std::vector<std::pair<double, double>> force_min_max) {
  OUTRIGGER_ASSERT(static_cast<int>(force_min_max.size()) == system_.drive_count(),
                   "one pair of force limits per drive");
  drives_.set_limits(std::move(force_min_max));
}

void ExplicitPair::set_mechanism(const model::Mechanism& mechanism) {
  mechanism_ = &mechanism;
  loops_ = model::has_loops(mechanism);
}

void ExplicitPair::watch(Event event) { events_.push_back(std::move(event)); }

StepReport ExplicitPair::step(State& state, const std::vector<DriveReference>& drives,
                              const double* signals) {
  const std::int64_t step = state.step, evaluations = counters_.evaluations;
  // The step count is the truth: a sum over hours would carry rounding.
  const double begin = static_cast<double>(step) * full_h_;
  state.time = begin;
  advance(state, full_h_, drives, signals);
  state.step = step + 1;
  state.time = static_cast<double>(state.step) * full_h_;
  ++counters_.steps;
  StepReport report;
  report.iterations = static_cast<int>(counters_.evaluations - evaluations);
  report.factorisations = report.iterations;
  return report;
}

void ExplicitPair::advance(State& state, double duration, const std::vector<DriveReference>& drives,
                           const double* signals) {
  signals_ = signals;
  drives_.start(state, duration, drives);
  found_.clear();
  start_ = state;
  stage_ = state;
  end_ = state;
  if (!events_.empty()) probe_ = state;
  // A drive that lets go or takes hold changes the accelerations at once.
  const bool fresh = state.internal_step == 0.0 || drives_.interrupted();
  if (fresh && !evaluate(state, 0)) fail(state, 0.0);
  if (keep_ledger_ && !state.ledger.measured)
    measure_energy(system_, state, measure_power(system_, state, drives_.now(), signals_));
  if (state.internal_step == 0.0) state.internal_step = first_step(state);

  const double end = state.time + duration;
  const double rounding = 1e-12 * duration;
  int just_fired = -1;
  for (double left = duration; left > rounding; left = end - state.time) {
    const double parts = std::max(1.0, std::ceil(left / (kStretch * state.internal_step)));
    const double h = left / parts;
    if (!(h > 1e-14 * std::max(1.0, std::abs(state.time)) && h > 1e-9 * duration)) fail(state, h);
    copy_motion(state, start_);
    start_.ledger = state.ledger;
    const bool finite = take_stages(start_, h);
    const double error = finite ? error_of_step(h) : 1e300;
    if (!(error <= 1.0)) {
      ++counters_.rejected;
      const double cut = kSafety * elementary::pow(std::max(error, 1e-300), -1.0 / dop853::kOrder);
      state.internal_step = h * std::clamp(cut, kMaxCut, 0.9);
      continue;
    }
    if (drives_.release(system_, end_)) {
      drives_.move_to(state.time);
      if (!evaluate(state, 0)) fail(state, h);
      continue;
    }
    // A single internal step costs what it costs; only shorter ones can be stability's fault.
    if (parts > 1.0) check_stiffness(state, h);
    accept(state, h, error);
    if (!events_.empty() && stop_at_event(state, h, just_fired)) continue;
    if (parts == 1.0) break;
  }
  state.time = end;
  drives_.move_to(end);
  std::copy(drives_.now().begin(), drives_.now().end(), state.drive.begin());
  std::copy(state.acceleration.begin(), state.acceleration.end(), state.algorithmic.begin());
}

bool ExplicitPair::evaluate(State& state, int stage) {
  ++counters_.evaluations;
  const bool good = accelerations_.solve(state, drives_.now(), signals_);
  if (keep_ledger_ && stage <= dop853::kStages)
    power_[stage] = measure_power(system_, state, drives_.now(), signals_);
  return good;
}

/// x and v of a stage from the accelerations of those before it.
void ExplicitPair::combine(const State& start, int stage, double h, State& out) const {
  const double *row_v = dop853::a[stage], *row_x = position_weight_[stage];
  const double* source[kExtendedStages];
  double to_v[kExtendedStages], to_x[kExtendedStages];
  int count = 0;
  for (int j = 0; j < stage; ++j) {
    if (row_v[j] == 0.0 && row_x[j] == 0.0) continue;
    source[count] = acceleration_[j].data();
    to_v[count] = h * row_v[j];
    to_x[count++] = h * h * row_x[j];
  }
  const Lane4 drift = broadcast4(dop853::c[stage] * h);
  for (int i = 0; i < 4 * system_.block_count(); i += 4) {
    Lane4 v = zero4(), x = zero4();
    for (int k = 0; k < count; ++k) {
      const Lane4 a = load4(source[k] + i);
      v = fma4(broadcast4(to_v[k]), a, v);
      x = fma4(broadcast4(to_x[k]), a, x);
    }
    const Lane4 v0 = load4(&start.v[i]);
    store4(&out.v[i], add4(v0, v));
    store4(&out.x[i], add4(load4(&start.x[i]), fma4(drift, v0, x)));
  }
}

/// All evaluations of a step; the last one at its end, in end_.
bool ExplicitPair::take_stages(const State& start, double h) {
  dense_ready_ = false;
  std::copy(start.acceleration.begin(), start.acceleration.end(), acceleration_[0].begin());
  std::copy(start.lambda.begin(), start.lambda.end(), stage_.lambda.begin());
  std::copy(start.coordinate.begin(), start.coordinate.end(), stage_.coordinate.begin());
  if (keep_ledger_) {
    drives_.move_to(start.time);
    power_[0] = measure_power(system_, start, drives_.now(), signals_);
  }
  for (int i = 1; i <= dop853::kStages; ++i) {
    State& here = i == dop853::kStages ? end_ : stage_;
    combine(start, i, h, here);
    here.time = start.time + dop853::c[i] * h;
    drives_.move_to(here.time);
    if (i == dop853::kStages) {
      std::copy(stage_.lambda.begin(), stage_.lambda.end(), end_.lambda.begin());
      std::copy(start.coordinate.begin(), start.coordinate.end(), end_.coordinate.begin());
    }
    if (loops_) accelerations_.restore(here, drives_.now());
    if (!evaluate(here, i)) return false;
    std::copy(here.acceleration.begin(), here.acceleration.end(), acceleration_[i].begin());
  }
  return true;
}

double ExplicitPair::error_of_step(double h) {
  rate_ = rate_of(start_);
  double v5[dop853::kStages], v3[dop853::kStages], x5[dop853::kStages] = {},
                                                   x3[dop853::kStages] = {};
  for (int j = 0; j < dop853::kStages; ++j) {
    v5[j] = h * dop853::e5[j];
    v3[j] = h * dop853::e3[j];
    for (int i = j + 1; i < dop853::kStages; ++i) {
      x5[j] += h * h * dop853::e5[i] * dop853::a[i][j];
      x3[j] += h * h * dop853::e3[i] * dop853::a[i][j];
    }
  }
  for (int i = 0; i < 4 * system_.block_count(); i += 4) {
    Lane4 ev5 = zero4(), ev3 = zero4(), ex5 = zero4(), ex3 = zero4();
    for (int j = 0; j < dop853::kStages; ++j) {
      const Lane4 a = load4(&acceleration_[j][i]);
      ev5 = fma4(broadcast4(v5[j]), a, ev5);
      ev3 = fma4(broadcast4(v3[j]), a, ev3);
      ex5 = fma4(broadcast4(x5[j]), a, ex5);
      ex3 = fma4(broadcast4(x3[j]), a, ex3);
    }
    store4(&error5_v_[i], ev5);
    store4(&error3_v_[i], ev3);
    store4(&error5_x_[i], ex5);
    store4(&error3_x_[i], ex3);
  }
  const auto size = [&](const AlignedDoubles& x, const AlignedDoubles& v) {
    return std::max(system_.largest_weighted(x.data()), system_.largest_weighted(v.data()) / rate_);
  };
  const double fifth = size(error5_x_, error5_v_), third = size(error3_x_, error3_v_);
  const double both = std::sqrt(fifth * fifth + 0.01 * third * third);
  const double error = both > 0.0 ? fifth * fifth / both : 0.0;
  return error - error == 0.0 ? error / accuracy_ : 1e300;
}

/// Largest eigenvalue that the last two evaluations saw, both at the end of the step [1/s].
double ExplicitPair::largest_eigenvalue() const {
  const Lane4 scale = broadcast4(1.0 / rate_);
  Lane4 change = zero4(), slope = zero4();
  for (int i = 0; i < 4 * system_.block_count(); i += 4) {
    const Lane4 dx = sub4(load4(&end_.x[i]), load4(&stage_.x[i]));
    const Lane4 dv = mul4(scale, sub4(load4(&end_.v[i]), load4(&stage_.v[i])));
    const Lane4 da = mul4(scale, sub4(load4(&acceleration_[dop853::kStages][i]),
                                      load4(&acceleration_[dop853::kStages - 1][i])));
    change = fma4(dx, dx, fma4(dv, dv, change));
    slope = fma4(dv, dv, fma4(mul4(da, scale), mul4(da, scale), slope));
  }
  // The quotient of two rounding errors tells nothing.
  const double below = sum4(change), rounding = 1e-13 * system_.length();
  return below > rounding * rounding ? rate_ * std::sqrt(sum4(slope) / below) : 0.0;
}

/// The end of the step becomes the state.
void ExplicitPair::accept(State& state, double h, double error) {
  ++counters_.internal_steps;
  // Steps grow by the error of this one and of the one before.
  const double previous = std::max(state.internal_error > 0.0 ? state.internal_error : error, 1e-4);
  const double growth =
      error > 0.0 ? kSafety * elementary::pow(error, -kExponent) * elementary::pow(previous, kBeta)
                  : kMaxGrowth;
  state.internal_step = h * std::clamp(growth, kMaxCut, kMaxGrowth);
  state.internal_error = std::max(error, 1e-12);

  copy_motion(end_, state);
  const double kinetic = keep_ledger_ ? system_.kinetic_energy(state.v.data()) : 0.0;
  if (!loops_) accelerations_.restore(state, drives_.now());  // else it has been
  for (std::size_t i = 0; i < system_.coordinates().size(); ++i)
    state.coordinate[i] = system_.coordinates()[i].value(state.x.data(), state.coordinate[i]);
  std::copy(state.x.begin(), state.x.end(), end_.x.begin());
  std::copy(state.v.begin(), state.v.end(), end_.v.begin());
  if (!keep_ledger_) {
    state.ledger.measured = false;
    return;
  }
  const double projection = kinetic - system_.kinetic_energy(state.v.data());
  book_step(system_, state, h, {dop853::a[dop853::kStages], dop853::kStages},
            {power_, dop853::kStages}, measure_power(system_, state, drives_.now(), signals_),
            projection);
}

void ExplicitPair::check_stiffness(const State& state, double h) {
  if (h * largest_eigenvalue() > kStabilityEdge) {
    calm_steps_ = 0;
    if (++stiff_steps_ == kStiffSteps) fail(state, h);
  } else if (++calm_steps_ >= kCalmSteps) {
    stiff_steps_ = 0;
  }
}

void ExplicitPair::fail(const State& state, double h) const {
  std::string part;
  if (mechanism_ != nullptr) {
    // What the last two evaluations differ by points into the fastest mode.
    AlignedDoubles guess(end_.v.size(), 0.0);
    for (std::size_t k = 0; k < guess.size(); ++k) guess[k] = end_.v[k] - stage_.v[k];
    part = name_stiff_part(system_, *mechanism_, accelerations_, state, guess, signals_);
  }
  throw Error(fmt::format(
      "settings.method: explicit cannot go on at t = {:.6g} s: steps of {:.3g} s are needed{}{}. "
      "Use "
      "settings.method: fourth_order (smooth and stiff), trapezoidal or generalized_alpha instead",
      state.time, h, part.empty() ? "" : "; stiffest is ", part));
}

/// ω: how fast the machine moves as a whole [1/s].
double ExplicitPair::rate_of(const State& state) const {
  const double length = system_.length();
  const double speed = system_.largest_weighted(state.v.data());
  const double acceleration = system_.largest_weighted(state.acceleration.data());
  return std::max(1e-6, (speed + std::sqrt(acceleration * length)) / length);
}

double ExplicitPair::first_step(const State& state) const {
  const double relative = std::min(1.0, accuracy_ / system_.length());
  return 0.5 * elementary::pow(relative, 1.0 / dop853::kOrder) / rate_of(state);
}

// ---------------------------------------------------------------------------------- inside a step

/// The polynomials of the last step, start_ to end_ with the projected end.
void ExplicitPair::prepare_dense(double h) {
  for (int i = dop853::kStages + 1; i < kExtendedStages; ++i) {
    combine(start_, i, h, stage_);
    stage_.time = start_.time + dop853::c[i] * h;
    drives_.move_to(stage_.time);
    std::copy(end_.lambda.begin(), end_.lambda.end(), stage_.lambda.begin());
    evaluate(stage_, i);
    std::copy(stage_.acceleration.begin(), stage_.acceleration.end(), acceleration_[i].begin());
  }
  drives_.move_to(end_.time);
  const int n = system_.block_count();
  for (int k = 0; k < 4 * n; ++k) {
    const double dv = end_.v[k] - start_.v[k], dx = end_.x[k] - start_.x[k];
    const double a0 = acceleration_[0][k], a1 = acceleration_[dop853::kStages][k];
    dense_v_[0][k] = dv;
    dense_v_[1][k] = h * a0 - dv;
    dense_v_[2][k] = 2.0 * dv - h * (a0 + a1);
    dense_x_[0][k] = dx;
    dense_x_[1][k] = h * start_.v[k] - dx;
    dense_x_[2][k] = 2.0 * dx - h * (start_.v[k] + end_.v[k]);
  }
  for (int r = 0; r < 4; ++r) {
    AlignedDoubles &fv = dense_v_[3 + r], &fx = dense_x_[3 + r];
    double of_start = 0.0;
    for (int j = 0; j < kExtendedStages; ++j) of_start += h * dop853::d[r][j];
    for (int k = 0; k < 4 * n; ++k) {
      fv[k] = 0.0;
      fx[k] = of_start * start_.v[k];
    }
    for (int j = 0; j < kExtendedStages; ++j) {
      double to_x = 0.0;
      for (int i = j + 1; i < kExtendedStages; ++i) to_x += dop853::d[r][i] * dop853::a[i][j];
      add_scaled(fv, h * dop853::d[r][j], acceleration_[j], n);
      add_scaled(fx, h * h * to_x, acceleration_[j], n);
    }
  }
  dense_ready_ = true;
}

void ExplicitPair::interpolate(double theta, State& out) {
  const double h = end_.time - start_.time;
  if (!dense_ready_) prepare_dense(h);
  const double u = 1.0 - theta;
  const auto at = [&](const AlignedDoubles* f, int k) {
    return theta *
           (f[0][k] +
            u * (f[1][k] +
                 theta * (f[2][k] +
                          u * (f[3][k] + theta * (f[4][k] + u * (f[5][k] + theta * f[6][k]))))));
  };
  for (int k = 0; k < 4 * system_.block_count(); ++k) {
    out.x[k] = start_.x[k] + at(dense_x_, k);
    out.v[k] = start_.v[k] + at(dense_v_, k);
  }
  out.time = start_.time + theta * h;
}

/// Puts the state at the first event of the step, if there is one, and lets it act.
bool ExplicitPair::stop_at_event(State& state, double h, int& just_fired) {
  const auto sample = [&](int e, double theta) {
    interpolate(theta, probe_);
    return events_[e].function(probe_);
  };
  copy_motion(state, probe_);
  double first = 2.0;
  int which = -1;
  const int count = static_cast<int>(events_.size());
  for (int e = 0; e < count; ++e) {
    // The event that has just acted starts at zero: it counts from the first sample on.
    int from = just_fired == e ? 1 : 0;
    double before = sample(e, static_cast<double>(from) / kSamples);
    for (; from < kSamples; ++from) {
      const double after = sample(e, static_cast<double>(from + 1) / kSamples);
      const bool rising = before < 0.0 && after >= 0.0, falling = before > 0.0 && after <= 0.0;
      const int wanted = events_[e].direction;
      if ((rising && wanted >= 0) || (falling && wanted <= 0)) {
        const double theta = locate(e, static_cast<double>(from) / kSamples,
                                    static_cast<double>(from + 1) / kSamples, before);
        if (theta < first) {
          first = theta;
          which = e;
        }
        break;
      }
      before = after;
    }
  }
  just_fired = which;
  if (which < 0) return false;
  ++counters_.events;
  found_.push_back({which, start_.time + first * h});
  if (static_cast<int>(found_.size()) > kMaxEvents)
    throw Error(fmt::format(
        "more than {} events in one step of settings.step at t = {:.6g} s: they follow each other "
        "without end (a ball that comes to rest?); let the action end them",
        kMaxEvents, state.time));
  interpolate(first, state);
  drives_.move_to(state.time);
  if (events_[which].action) events_[which].action(state);
  accelerations_.restore(state, drives_.now());
  for (std::size_t i = 0; i < system_.coordinates().size(); ++i)
    state.coordinate[i] = system_.coordinates()[i].value(state.x.data(), start_.coordinate[i]);
  if (!evaluate(state, 0)) fail(state, h);
  if (keep_ledger_) {
    // Whole steps are booked; what a cut one and the action changed counts with the integrator.
    state.ledger = start_.ledger;
    measure_energy(system_, state, measure_power(system_, state, drives_.now(), signals_));
    state.ledger.integrator += start_.ledger.energy - state.ledger.energy;
  }
  return true;
}

/// The zero between two samples of different sign, by bisection and secants (Illinois).
double ExplicitPair::locate(int event, double low, double high, double value_low) {
  const auto value = [&](double theta) {
    interpolate(theta, probe_);
    return events_[event].function(probe_);
  };
  double value_high = value(high);
  int side = 0;
  for (int i = 0; high - low > kEventPlace && value_high != 0.0; ++i) {
    double middle = high - value_high * (high - low) / (value_high - value_low);
    // Every third time by halves: functions with a kink.
    if (i % 3 == 2 || !(middle > low && middle < high)) middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    const double at = value(middle);
    if ((at < 0.0) == (value_low < 0.0) && at != 0.0) {
      low = middle;
      value_low = at;
      if (side == -1) value_high *= 0.5;
      side = -1;
    } else {
      high = middle;
      value_high = at;
      if (side == 1) value_low *= 0.5;
      side = 1;
    }
  }
  return high;
}

}  // namespace outrigger::stepper
