#include "stepper/explicit_pair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/error.h"
#include "base/hash.h"
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
/// Internal steps beyond `step` must be this much longer to be worth it, and are at most so many.
constexpr double kWorthAhead = 2.0, kMostAhead = 100.0;
constexpr double kNoiseOrder = 3.0;   ///< errors that fall slower than h to this are looked at
constexpr double kNoiseMargin = 3.0;  ///< errors below so many times the noise count as met
constexpr double kRoundings = 4e-16;  ///< by which x is moved to measure noise, of the model's size

/// Places in State::ahead; behind them x, v, q̈, λ and coordinates of the start of the internal step.
namespace ahead {
enum Place : std::size_t {
  is_there,
  begin,
  length,
  key_high,
  key_low,
  stamp_high,
  stamp_low,
  noise
};
constexpr std::size_t kFirst = 8;
}  // namespace ahead

/// A word as two numbers that doubles hold exactly.
void put_word(double* two, std::uint64_t word) {
  two[0] = static_cast<double>(word >> 32);
  two[1] = static_cast<double>(word & 0xFFFFFFFFu);
}
bool has_word(const double* two, std::uint64_t word) {
  return two[0] == static_cast<double>(word >> 32) &&
         two[1] == static_cast<double>(word & 0xFFFFFFFFu);
}

/// The word; 0 where the numbers are those of no word: states come from files too.
std::uint64_t word_of(const double* two) {
  for (int i = 0; i < 2; ++i)
    if (!(two[i] >= 0.0 && two[i] <= 4294967295.0)) return 0;
  return (static_cast<std::uint64_t>(two[0]) << 32) | static_cast<std::uint64_t>(two[1]);
}

bool changes_with_time(const description::Function& f) {
  return f.kind != description::Function::Kind::constant &&
         f.kind != description::Function::Kind::input;
}

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
  // A pulse could pass between the stages of a long step.
  depends_on_time_ = false;
  for (const auto& s : mechanism.springs)
    depends_on_time_ = depends_on_time_ || changes_with_time(s.spec.force);
  for (const auto& l : mechanism.loads)
    for (const auto* f : {&l.spec.x, &l.spec.y, &l.spec.z})
      depends_on_time_ = depends_on_time_ || changes_with_time(*f);
}

void ExplicitPair::watch(Event event) { events_.push_back(std::move(event)); }

StepReport ExplicitPair::step(State& state, const std::vector<DriveReference>& drives,
                              const double* signals) {
  const std::int64_t step = state.step, evaluations = counters_.evaluations;
  // The step count is the truth: a sum over hours would carry rounding.
  const double begin = static_cast<double>(step) * full_h_;
  state.time = begin;
  const bool has_place = state.ahead.size() == ahead_size();
  if (has_place) noise_ = state.ahead[ahead::noise];
  if (may_run_ahead(state)) {
    run_ahead(state, static_cast<double>(step + 1) * full_h_, drives, signals);
  } else {
    if (has_place) state.ahead[ahead::is_there] = 0.0;
    advance(state, full_h_, drives, signals);
  }
  if (has_place) state.ahead[ahead::noise] = noise_;
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
  at_hand_ = 0;
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
    const double error = finite ? met_error(state, h, error_of_step(h)) : 1e300;
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
  if (keep_ledger_) power_[stage] = measure_power(system_, state, drives_.now(), signals_);
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

/// The error in units of what can be met: the accuracy, or the noise where that is larger.
double ExplicitPair::met_error(const State& state, double h, double error) {
  const bool stuck = error > 1.0 && rejected_h_ > 0.0 && h < rejected_h_ &&
                     error > rejected_error_ * elementary::pow(h / rejected_h_, kNoiseOrder);
  if (stuck) measure_noise(start_);
  double weights = 0.0;
  for (const double e : dop853::e5) weights += e * e;
  const double least =
      std::max(1.0, kNoiseMargin * std::sqrt(weights) * h * noise_ / (rate_ * accuracy_));
  const bool met = error <= least;
  rejected_h_ = met ? 0.0 : h;
  rejected_error_ = error;
  if (met && error > 1.0 && error * accuracy_ > floor_) {
    if (floor_ == 0.0) floor_time_ = state.time;
    floor_ = error * accuracy_;
  }
  return error / least;
}

/// How much accelerations differ that should be the same: x moved by roundings, multipliers found anew.
void ExplicitPair::measure_noise(State& state) {
  const AlignedDoubles x = state.x, acceleration = state.acceleration;
  const std::vector<double> lambda = state.lambda;
  drives_.move_to(state.time);
  AlignedDoubles seen[2];
  for (int k = 0; k < 2; ++k) {
    const double step = kRoundings * system_.length() * (k == 0 ? 1.0 : -1.0);
    for (int i = 0; i < 4 * system_.block_count(); ++i)
      if (i % 4 != 3) state.x[i] = x[i] + step * (i % 3 - 1);
    if (k == 0) std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
    ++counters_.evaluations;
    accelerations_.solve(state, drives_.now(), signals_);
    seen[k] = state.acceleration;
  }
  for (std::size_t i = 0; i < x.size(); ++i) seen[0][i] -= seen[1][i];
  const double noise = system_.largest_weighted(seen[0].data());
  if (noise - noise == 0.0) noise_ = std::max(noise_, noise);
  state.x = x;
  state.acceleration = acceleration;
  state.lambda = lambda;
}

std::string ExplicitPair::take_notice() {
  if (floor_ == 0.0 || floor_told_) return {};
  floor_told_ = true;
  return fmt::format(
      "settings.accuracy {:g} m is less than the accelerations of this machine allow: from t = "
      "{:.4g} s on, errors of {:.1g} m of an internal step are accepted, because smaller steps "
      "would "
      "not make them smaller; ask for more than that, or use settings.method: fourth_order",
      accuracy_, floor_time_, floor_);
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

/// Steps grow by the error of this one and of the one before.
void ExplicitPair::grow(State& state, double h, double error) const {
  const double previous = std::max(state.internal_error > 0.0 ? state.internal_error : error, 1e-4);
  const double growth =
      error > 0.0 ? kSafety * elementary::pow(error, -kExponent) * elementary::pow(previous, kBeta)
                  : kMaxGrowth;
  state.internal_step = h * std::clamp(growth, kMaxCut, kMaxGrowth);
  state.internal_error = std::max(error, 1e-12);
}

/// The end of the step becomes the state.
void ExplicitPair::accept(State& state, double h, double error) {
  ++counters_.internal_steps;
  grow(state, h, error);
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

// ------------------------------------------------------------------------------ ahead of the steps

std::size_t ExplicitPair::ahead_size() const {
  const std::size_t size = 4 * static_cast<std::size_t>(system_.total_block_count());
  return ahead::kFirst + 3 * size + static_cast<std::size_t>(system_.row_count()) +
         system_.coordinates().size();
}

bool ExplicitPair::may_run_ahead(const State& state) const {
  return system_.drive_count() == 0 && events_.empty() && !depends_on_time_ &&
         state.ahead.size() == ahead_size();
}

/// What must not have changed since the step was left: motion and signals.
std::uint64_t ExplicitPair::stamp_of(const State& state) const {
  Hash h;
  for (const auto* array : {&state.x, &state.v})
    for (double value : *array) h.add(value);
  for (std::size_t i = 0; i < signal_count_; ++i) h.add(signals_[i]);
  return h.value();
}

bool ExplicitPair::is_under_way(const State& state) const {
  return state.ahead[ahead::is_there] == 1.0 &&
         has_word(&state.ahead[ahead::stamp_high], stamp_of(state));
}

void ExplicitPair::run_ahead(State& state, double target, const std::vector<DriveReference>& drives,
                             const double* signals) {
  signals_ = signals;
  const double rounding = 1e-12 * full_h_;
  bool under_way = is_under_way(state);
  if (under_way) {
    if (at_hand_ == 0 || !has_word(&state.ahead[ahead::key_high], at_hand_))
      compute_ahead_again(state);
  } else if (state.ahead[ahead::is_there] == 1.0) {
    // Somebody has changed the motion or a signal: what is ahead does not follow from it.
    state.ahead[ahead::is_there] = 0.0;
    drives_.start(state, full_h_, drives);
    if (state.internal_step > 0.0 && !evaluate(state, 0)) fail(state, 0.0);
  }
  for (;;) {
    if (under_way) {
      const double end = state.ahead[ahead::begin] + state.ahead[ahead::length];
      if (target < end - rounding) {
        read_out(state, target);
        break;
      }
      finish_ahead(state);
      if (target <= end + rounding) break;
    }
    under_way = start_ahead(state, kWorthAhead * (target - state.time));
    if (under_way) continue;
    advance(state, target - state.time, drives, signals);
    break;
  }
  state.time = target;
  std::copy(state.acceleration.begin(), state.acceleration.end(), state.algorithmic.begin());
  put_word(&state.ahead[ahead::stamp_high], stamp_of(state));
}

/// An internal step of its own length from here; false where it would be shorter than `least`.
bool ExplicitPair::start_ahead(State& state, double least) {
  if (!(state.internal_step >= least)) return false;
  start_ = state;
  stage_ = state;
  end_ = state;
  at_hand_ = 0;
  if (keep_ledger_ && !state.ledger.measured)
    measure_energy(system_, state, measure_power(system_, state, drives_.now(), signals_));
  for (;;) {
    const double h = std::min(state.internal_step, kMostAhead * full_h_);
    if (!(h >= least)) return false;
    const bool finite = take_stages(start_, h);
    const double error = finite ? met_error(state, h, error_of_step(h)) : 1e300;
    if (!(error <= 1.0)) {
      ++counters_.rejected;
      const double cut = kSafety * elementary::pow(std::max(error, 1e-300), -1.0 / dop853::kOrder);
      state.internal_step = h * std::clamp(cut, kMaxCut, 0.9);
      continue;
    }
    ++counters_.internal_steps;
    grow(state, h, error);
    settle_end();
    Hash key;
    for (const auto* array : {&start_.x, &start_.v, &start_.acceleration})
      for (double value : *array) key.add(value);
    for (const auto* array : {&start_.lambda, &start_.coordinate})
      for (double value : *array) key.add(value);
    key.add(start_.time);
    key.add(h);
    at_hand_ = key.value() | 1u;
    state.ahead[ahead::is_there] = 1.0;
    state.ahead[ahead::begin] = start_.time;
    state.ahead[ahead::length] = h;
    put_word(&state.ahead[ahead::key_high], at_hand_);
    auto place = state.ahead.begin() + ahead::kFirst;
    for (const auto* array : {&start_.x, &start_.v, &start_.acceleration})
      place = std::copy(array->begin(), array->end(), place);
    for (const auto* array : {&start_.lambda, &start_.coordinate})
      place = std::copy(array->begin(), array->end(), place);
    return true;
  }
}

/// The stages of the internal step under way, from its start in the state.
void ExplicitPair::compute_ahead_again(const State& state) {
  start_ = state;
  stage_ = state;
  end_ = state;
  auto place = state.ahead.begin() + ahead::kFirst;
  const auto take = [&](auto& array) {
    std::copy_n(place, array.size(), array.begin());
    place += static_cast<std::ptrdiff_t>(array.size());
  };
  for (auto* array : {&start_.x, &start_.v, &start_.acceleration}) take(*array);
  take(start_.lambda);
  take(start_.coordinate);
  start_.time = state.ahead[ahead::begin];
  const double h = state.ahead[ahead::length];
  if (!take_stages(start_, h)) fail(state, h);
  settle_end();
  at_hand_ = word_of(&state.ahead[ahead::key_high]);
}

/// Puts the end of the internal step onto the constraints.
void ExplicitPair::settle_end() {
  end_kinetic_ = keep_ledger_ ? system_.kinetic_energy(end_.v.data()) : 0.0;
  if (!loops_) accelerations_.restore(end_, drives_.now());
  for (std::size_t i = 0; i < system_.coordinates().size(); ++i)
    end_.coordinate[i] = system_.coordinates()[i].value(end_.x.data(), end_.coordinate[i]);
}

void ExplicitPair::finish_ahead(State& state) {
  const double from = state.time;
  copy_motion(end_, state);
  state.ahead[ahead::is_there] = 0.0;
  if (!keep_ledger_) {
    state.ledger.measured = false;
    return;
  }
  book_part(state, from, end_.time, measure_power(system_, state, drives_.now(), signals_),
            end_kinetic_ - system_.kinetic_energy(state.v.data()));
}

void ExplicitPair::read_out(State& state, double target) {
  ++counters_.read_outs;
  ++counters_.evaluations;
  const double from = state.time;
  interpolate((target - start_.time) / (end_.time - start_.time), state);
  state.time = target;
  if (!accelerations_.solve(state, drives_.now(), signals_)) fail(state, 0.0);
  accelerations_.restore(state, drives_.now());
  for (std::size_t i = 0; i < system_.coordinates().size(); ++i)
    state.coordinate[i] = system_.coordinates()[i].value(state.x.data(), state.coordinate[i]);
  if (!keep_ledger_) {
    state.ledger.measured = false;
    return;
  }
  book_part(state, from, target, measure_power(system_, state, drives_.now(), signals_), 0.0);
}

/// Works between two times of the internal step: its stages with the weights that the continuous
/// output gives to their rates.
void ExplicitPair::book_part(State& state, double from, double to, const Power& end,
                             double projection) {
  const double h = end_.time - start_.time;
  if (!dense_ready_) prepare_dense(h);
  double weights[kExtendedStages] = {};
  const auto add = [&](double theta, double sign) {
    const double u = 1.0 - theta;
    // y(θ) = θ (F₀ + u (F₁ + θ (F₂ + u (F₃ + θ (F₄ + u (F₅ + θ F₆)))))) as factors of F₀ to F₆
    double factor[7];
    factor[0] = theta;
    for (int k = 1; k < 7; ++k) factor[k] = factor[k - 1] * (k % 2 == 1 ? u : theta);
    for (int j = 0; j < kExtendedStages; ++j) {
      const double b = j < dop853::kStages ? dop853::a[dop853::kStages][j] : 0.0;
      const double first = j == 0 ? 1.0 : 0.0, last = j == dop853::kStages ? 1.0 : 0.0;
      double w = factor[0] * b + factor[1] * (first - b) + factor[2] * (2.0 * b - first - last);
      for (int r = 0; r < 4; ++r) w += factor[3 + r] * dop853::d[r][j];
      weights[j] += sign * w;
    }
  };
  add((to - start_.time) / h, 1.0);
  add((from - start_.time) / h, -1.0);
  book_step(system_, state, h, {weights, kExtendedStages}, {power_, kExtendedStages}, end,
            projection);
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
