#include "batch/lane_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/error.h"

namespace outrigger::batch {

using description::IntegratorMethod;
using description::ProjectionMetric;
using stepper::StepReport;
using system::State;

namespace {

// The limits of stepper.cpp; a test compares the results to the bit.
constexpr int kRescueIterations = 12;
constexpr int kMaxProjectionPasses = 8;
constexpr int kMaxMultiplierRounds = 3;
constexpr double kPositionGoal = 3e-11;
constexpr double kVelocityGoal = 3e-9;
constexpr double kAccelerationGoal = 3e-7;
constexpr double kRounding = std::numeric_limits<double>::epsilon();
constexpr double kRelativeTolerance = 1e-2;
constexpr double kGoodContraction = 0.1;
constexpr double kGoodTrend = 0.5;
constexpr int kSmoothIterations = 2;
constexpr double kHarmless = 1e-6;
constexpr std::array<bool, kLanes> kAllLanes{true, true, true, true};
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// x += factor d for the copies of a mask.
void accumulate(double* x, const double* d, double factor, LaneMask lanes, int blocks) {
  const Lane4 f = broadcast4(factor);
  for (int i = 0; i < kVector * blocks; i += kLanes)
    store4(x + i, fma4(f, and4(lanes, load4(d + i)), load4(x + i)));
}

/// Padded blocks of one copy to and from its lane.
void to_lane(const AlignedDoubles& padded, int lane, int blocks, double* lanes) {
  for (int e = 0; e < blocks; ++e)
    for (int k = 0; k < 3; ++k)
      lanes[kVector * e + kLanes * k + lane] = padded[static_cast<std::size_t>(4 * e + k)];
}
void from_lane(const double* lanes, int lane, int blocks, AlignedDoubles& padded) {
  for (int e = 0; e < blocks; ++e)
    for (int k = 0; k < 3; ++k)
      padded[static_cast<std::size_t>(4 * e + k)] = lanes[kVector * e + kLanes * k + lane];
}

/// All copies at once: vectors in lanes to padded blocks of each copy, and back.
using Padded = std::array<double*, kLanes>;
void spread(const double* lanes, int blocks, const Padded& padded) {
  for (int e = 0; e < blocks; ++e) {
    const Vectors v = load_vectors(lanes + kVector * e);
    const Lane4 xy_even = _mm256_unpacklo_pd(v.x, v.y), xy_odd = _mm256_unpackhi_pd(v.x, v.y);
    const Lane4 z_even = _mm256_unpacklo_pd(v.z, zero4()), z_odd = _mm256_unpackhi_pd(v.z, zero4());
    store4(padded[0] + 4 * e, _mm256_permute2f128_pd(xy_even, z_even, 0x20));
    store4(padded[1] + 4 * e, _mm256_permute2f128_pd(xy_odd, z_odd, 0x20));
    store4(padded[2] + 4 * e, _mm256_permute2f128_pd(xy_even, z_even, 0x31));
    store4(padded[3] + 4 * e, _mm256_permute2f128_pd(xy_odd, z_odd, 0x31));
  }
}
void collect(const Padded& padded, int blocks, double* lanes) {
  for (int e = 0; e < blocks; ++e) {
    const Lane4 a = load4(padded[0] + 4 * e), b = load4(padded[1] + 4 * e),
                c = load4(padded[2] + 4 * e), d = load4(padded[3] + 4 * e);
    const Lane4 xz_ab = _mm256_unpacklo_pd(a, b), y_ab = _mm256_unpackhi_pd(a, b);
    const Lane4 xz_cd = _mm256_unpacklo_pd(c, d), y_cd = _mm256_unpackhi_pd(c, d);
    store_vectors(lanes + kVector * e, {_mm256_permute2f128_pd(xz_ab, xz_cd, 0x20),
                                        _mm256_permute2f128_pd(y_ab, y_cd, 0x20),
                                        _mm256_permute2f128_pd(xz_ab, xz_cd, 0x31)});
  }
}

}  // namespace

LaneStepper::LaneStepper(const Systems& systems, const description::Settings& settings)
    : systems_(systems), settings_(settings), h_(settings.step) {
  if (settings.method != IntegratorMethod::trapezoidal ||
      settings.projection != ProjectionMetric::tangent)
    throw Error("batches step with the trapezoidal rule and projections in the tangent metric");
  s_ = beta_ * h_ * h_;
  tolerance_ =
      settings.tolerance > 0.0 ? settings.tolerance : (h_ <= 1e-3 * (1 + 1e-9) ? 1e-2 : 1e-4);
  LaneSystem::Systems readers{};
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    OUTRIGGER_ASSERT(std::count(systems.begin(), systems.end(), systems[lane]) == 1,
                     "every copy needs a system of its own");
    for (const auto& term : systems[lane]->terms())
      if (term->state_size() > 0)
        throw Error("batches take no force terms with memory (brakes, drivelines, contact, tyres)");
    has_terms_ = has_terms_ || !systems[lane]->terms().empty();
    steppers_[lane] = std::make_unique<stepper::Stepper>(*systems[lane], settings);
    readers[lane] = systems[lane];
  }
  lanes_ = std::make_unique<LaneSystem>(readers);

  const auto total = static_cast<std::size_t>(lanes_->total_block_count());
  const auto rows = static_cast<std::size_t>(lanes_->row_count());
  for (auto* array :
       {&x_, &v_, &acceleration_, &algorithmic_, &residual_, &delta_, &delta_acceleration_, &force_,
        &start_[0], &start_[1], &start_[2], &start_[3]})
    array->assign(kVector * total, 0.0);
  for (auto* x : {&x_, &start_[0]})
    std::copy(lanes_->constants().begin(), lanes_->constants().end(),
              x->begin() + kVector * lanes_->block_count());
  for (auto& g : gradient_) g.assign(kVector * static_cast<std::size_t>(lanes_->slot_count()), 0.0);
  for (auto* array :
       {&lambda_, &start_lambda_, &mu_, &psi_, &psi_rate_, &psi_acceleration_, &weight_})
    array->assign(kLanes * rows, 0.0);
  extra_.assign(kBlock * systems[0]->extra_count(), 0.0);
  std::copy(lanes_->gravity(), lanes_->gravity() + kVector * lanes_->block_count(), force_.begin());
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    for (auto* array : {&lane_x_[lane], &lane_v_[lane], &lane_force_[lane]})
      array->assign(4 * static_cast<std::size_t>(systems[lane]->total_block_count()), 0.0);
    lane_extra_[lane].assign(12 * systems[lane]->extra_count(), 0.0);
    lane_gradient_[lane].assign(4 * static_cast<std::size_t>(lanes_->slot_count()), 0.0);
    lane_rows_[lane].assign(rows, 0.0);
    initialise(static_cast<int>(lane));
  }
}

// ---------------------------------------------------------------------------------- states

void LaneStepper::initialise(int lane) {
  const auto l = static_cast<std::size_t>(lane);
  steppers_[l]->initialise(states_[l]);
  write_lane(lane);
}

void LaneStepper::set_state(int lane, const State& state) {
  const auto l = static_cast<std::size_t>(lane);
  OUTRIGGER_ASSERT(
      state.x.size() == states_[l].x.size() && state.lambda.size() == states_[l].lambda.size(),
      "a state of another system");
  states_[l] = state;
  write_lane(lane);
}

const State& LaneStepper::state(int lane) const {
  read_lane(lane);
  return states_[static_cast<std::size_t>(lane)];
}

void LaneStepper::write_lane(int lane) {
  const auto l = static_cast<std::size_t>(lane);
  const State& state = states_[l];
  const int n = lanes_->block_count();
  to_lane(state.x, lane, n, x_.data());
  lane_x_[l] = state.x;  // constants for coordinates and terms
  x_is_unpacked_ = v_is_unpacked_ = false;
  to_lane(state.v, lane, n, v_.data());
  to_lane(state.acceleration, lane, n, acceleration_.data());
  to_lane(state.algorithmic, lane, n, algorithmic_.data());
  for (std::size_t r = 0; r < state.lambda.size(); ++r) lambda_[kLanes * r + l] = state.lambda[r];
  is_read_[l] = true;
}

void LaneStepper::read_lane(int lane) const {
  const auto l = static_cast<std::size_t>(lane);
  if (is_read_[l]) return;
  State& state = states_[l];
  const int n = lanes_->block_count();
  from_lane(x_.data(), lane, n, state.x);
  from_lane(v_.data(), lane, n, state.v);
  from_lane(acceleration_.data(), lane, n, state.acceleration);
  from_lane(algorithmic_.data(), lane, n, state.algorithmic);
  for (std::size_t r = 0; r < state.lambda.size(); ++r) state.lambda[r] = lambda_[kLanes * r + l];
  is_read_[l] = true;
}

// ---------------------------------------------------------------------------------- step

std::array<StepReport, kLanes> LaneStepper::step() {
  for (std::size_t l = 0; l < kLanes; ++l) held_[l] = states_[l].drive;
  return step(held_);
}

std::array<StepReport, kLanes> LaneStepper::step(const Drives& drives) {
  Reports reports{};
  for (std::size_t l = 0; l < kLanes; ++l) {
    OUTRIGGER_ASSERT(drives[l].size() == states_[l].drive.size(), "one reference per drive");
    for (const system::DriveReference& d : drives[l])
      OUTRIGGER_ASSERT(d.engaged, "drives of batches do not let go");
    reference_[l] = drives[l];
  }
  const int n = lanes_->block_count();
  const std::array<AlignedDoubles*, 4> moving{&x_, &v_, &algorithmic_, &acceleration_};
  if (has_terms_) {  // terms are told where the step began
    spread(x_.data(), n,
           {states_[0].x.data(), states_[1].x.data(), states_[2].x.data(), states_[3].x.data()});
    spread(v_.data(), n,
           {states_[0].v.data(), states_[1].v.data(), states_[2].v.data(), states_[3].v.data()});
  }

  // The prediction is written where the step before began.
  for (std::size_t i = 0; i < 4; ++i) std::swap(*moving[i], start_[i]);
  std::swap(lambda_, start_lambda_);
  predict();
  iteration_ = 0;
  Lanes good = iterate(reports);
  project(good, reports);
  const Lanes finite_v = lanes_->finite(v_.data()), finite_a = lanes_->finite(acceleration_.data());
  for (std::size_t l = 0; l < kLanes; ++l) good[l] = good[l] && finite_v[l] && finite_a[l];
  is_read_.fill(false);
  accept(good);
  forget_trends(reports);

  for (std::size_t l = 0; l < kLanes; ++l) {
    State& state = states_[l];
    if (good[l]) {
      state.drive = reference_[l];
      ++state.step;
      state.time = static_cast<double>(state.step) * h_;
    } else {
      // Back to where the step began, and through it alone.
      for (std::size_t i = 0; i < 4; ++i)
        for (int k = 0; k < 3 * n; ++k)
          (*moving[i])[static_cast<std::size_t>(kLanes * k) + l] =
              start_[i][static_cast<std::size_t>(kLanes * k) + l];
      for (std::size_t r = 0; r < state.lambda.size(); ++r)
        lambda_[kLanes * r + l] = start_lambda_[kLanes * r + l];
      read_lane(static_cast<int>(l));
      reports[l] = steppers_[l]->step(state, reference_[l]);
      write_lane(static_cast<int>(l));
    }
    counters_.steps += 1;
    counters_.iterations += reports[l].iterations;
    counters_.factorisations += reports[l].factorisations;
    counters_.not_converged += reports[l].converged ? 0 : 1;
    counters_.retried += reports[l].parts > 1 ? 1 : 0;
    counters_.contained += reports[l].contained ? 1 : 0;
    counters_.tangent_reduced += reports[l].tangent_reduced ? 1 : 0;
  }
  return reports;
}

/// The acceleration changes as it did in the last step; the operations of Stepper::predict.
void LaneStepper::predict() {
  x_is_unpacked_ = v_is_unpacked_ = false;
  const Lane4 h = broadcast4(h_);
  const Lane4 old_x = broadcast4(h_ * h_ * (0.5 - beta_)), new_x = broadcast4(h_ * h_ * beta_);
  const Lane4 old_v = broadcast4(h_ * (1.0 - gamma_)), new_v = broadcast4(h_ * gamma_);
  const double *x0 = start_[0].data(), *v0 = start_[1].data(), *before = start_[2].data(),
               *acceleration = start_[3].data();
  double *x1 = x_.data(), *v1 = v_.data(), *kept = algorithmic_.data(),
         *next = acceleration_.data();
  Lane4 most = zero4();
  for (int i = 0; i < kVector * lanes_->block_count(); i += kLanes) {
    const Lane4 a0 = load4(acceleration + i), v = load4(v0 + i);
    const Lane4 change = sub4(a0, load4(before + i)), a1 = add4(a0, change);
    most = _mm256_max_pd(most, absolute4(change));
    const Lane4 x = fma4(old_x, a0, fma4(h, v, load4(x0 + i)));
    store4(x1 + i, fma4(new_x, a1, x));
    store4(v1 + i, fma4(new_v, a1, fma4(old_v, a0, v)));
    store4(kept + i, a0);
    store4(next + i, a1);
  }
  trend_ = to_numbers(most);
  const Lane4 s = broadcast4(s_);
  for (int r = 0; r < kLanes * lanes_->row_count(); r += kLanes)
    store4(&mu_[static_cast<std::size_t>(r)],
           _mm256_div_pd(mul4(s, load4(&start_lambda_[static_cast<std::size_t>(r)])),
                         load4(lanes_->row_scales() + r)));
}

/// Copies whose step says little about the next one, by the rule of Stepper::try_step.
void LaneStepper::forget_trends(const Reports& reports) {
  Lanes forget{};
  for (std::size_t l = 0; l < kLanes; ++l)
    forget[l] = reports[l].iterations > kSmoothIterations ||
                (trend_[l] > 0.0 && prediction_error_[l] > kGoodTrend * trend_[l] * s_);
  if (!any(forget)) return;
  const LaneMask mask = mask_of(forget);
  for (std::size_t i = 0; i < kVector * static_cast<std::size_t>(lanes_->block_count());
       i += kLanes)
    store4(&algorithmic_[i],
           _mm256_blendv_pd(load4(&algorithmic_[i]), load4(&acceleration_[i]), mask));
}

/// x and v of all copies as the kernels of one machine read them, if they have changed since.
void LaneStepper::unpack() {
  if (!x_is_unpacked_)
    spread(x_.data(), lanes_->block_count(),
           {lane_x_[0].data(), lane_x_[1].data(), lane_x_[2].data(), lane_x_[3].data()});
  if (!v_is_unpacked_)
    spread(v_.data(), lanes_->block_count(),
           {lane_v_[0].data(), lane_v_[1].data(), lane_v_[2].data(), lane_v_[3].data()});
  x_is_unpacked_ = v_is_unpacked_ = true;
}

/// Ψ and G of the coordinate rows, copy by copy. With `lanes`, the others keep theirs.
void LaneStepper::evaluate_coordinate_rows(const Lanes& lanes, double* gradient) {
  const int first = lanes_->first_coordinate_row(), slot = lanes_->first_coordinate_slot();
  if (first == lanes_->row_count()) return;
  unpack();
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto l = static_cast<std::size_t>(lane);
    if (!lanes[l]) continue;
    systems_[l]->evaluate_coordinate_rows(lane_x_[l].data(), states_[l].coordinate.data(),
                                          reference_[l].data(), lane_gradient_[l].data(),
                                          lane_rows_[l].data());
    for (int r = first; r < lanes_->row_count(); ++r)
      psi_[static_cast<std::size_t>(kLanes * r) + l] = lane_rows_[l][static_cast<std::size_t>(r)];
    if (all(lanes)) continue;
    for (int s = slot; s < lanes_->slot_count(); ++s)
      for (int k = 0; k < 3; ++k)
        gradient[kVector * s + kLanes * k + lane] =
            lane_gradient_[l][static_cast<std::size_t>(4 * s + k)];
  }
  if (all(lanes))
    collect({lane_gradient_[0].data() + 4 * slot, lane_gradient_[1].data() + 4 * slot,
             lane_gradient_[2].data() + 4 * slot, lane_gradient_[3].data() + 4 * slot},
            lanes_->slot_count() - slot, gradient + kVector * slot);
}

/// Ψ, G, √α̃ Φ̇ and √α̃ Φ̈ of all rows at once, and the products with the frozen gradients.
void LaneStepper::evaluate_rows_and_rates() {
  double* g = gradient_[0].data();
  const double* frozen = gradient_[1].data();
  lanes_->evaluate_rows_and_rates(
      {x_.data(), v_.data(), acceleration_.data()}, frozen, g, psi_.data(),
      {psi_rate_.data(), psi_acceleration_.data(), delta_.data(), delta_acceleration_.data()});
  if (lanes_->first_coordinate_row() == lanes_->row_count()) return;
  evaluate_coordinate_rows(kAllLanes, g);
  lanes_->multiply_coordinate_rows(g, v_.data(), acceleration_.data(), psi_rate_.data(),
                                   psi_acceleration_.data());
  complete_coordinate_rates(true);
  lanes_->add_coordinate_products(frozen, psi_rate_.data(), delta_.data());
  lanes_->add_coordinate_products(frozen, psi_acceleration_.data(), delta_acceleration_.data());
}

/// √α̃ Φ̇ and √α̃ Φ̈ with the gradients at hand.
void LaneStepper::evaluate_motion(bool with_rates) {
  lanes_->evaluate_motion(gradient_[0].data(), v_.data(), acceleration_.data(),
                          with_rates ? psi_rate_.data() : nullptr, psi_acceleration_.data());
  complete_coordinate_rates(with_rates);
}

/// What the coordinate rows add to G v and G a, copy by copy.
void LaneStepper::complete_coordinate_rates(bool with_rates) {
  const int first = lanes_->first_coordinate_row(), rows = lanes_->row_count();
  if (first == rows) return;
  unpack();
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto l = static_cast<std::size_t>(lane);
    double* own = lane_rows_[l].data();
    const auto complete = [&](AlignedDoubles& lanes, const auto& add) {
      for (int r = first; r < rows; ++r) own[r] = lanes[static_cast<std::size_t>(kLanes * r) + l];
      add();
      for (int r = first; r < rows; ++r) lanes[static_cast<std::size_t>(kLanes * r) + l] = own[r];
    };
    if (with_rates)
      complete(psi_rate_, [&] { systems_[l]->subtract_drive_rates(reference_[l].data(), own); });
    complete(psi_acceleration_, [&] {
      systems_[l]->add_coordinate_biases(lane_x_[l].data(), lane_v_[l].data(),
                                         states_[l].coordinate.data(), reference_[l].data(), own);
    });
  }
}

/// Force terms know one machine: the copies are unpacked for them, one after the other. Gravity
/// alone is constant and stands in force_ from the start.
void LaneStepper::evaluate_forces(bool with_tangent) {
  if (!has_terms_) return;
  const int n = lanes_->block_count();
  const double damping = s_ * gamma_ / (beta_ * h_);
  unpack();
  for (int lane = 0; lane < kLanes; ++lane) {
    const auto l = static_cast<std::size_t>(lane);
    const State& start = states_[l];
    const system::Configuration c{static_cast<double>(start.step) * h_ + h_,
                                  h_,
                                  lane_x_[l].data(),
                                  lane_v_[l].data(),
                                  start.coordinate.data(),
                                  reference_[l].data(),
                                  start.x.data(),
                                  start.v.data(),
                                  nullptr,
                                  iteration_};
    systems_[l]->evaluate_forces(
        c, start.term.data(),
        {lane_force_[l].data(), with_tangent ? lane_extra_[l].data() : nullptr, s_, damping});
  }
  collect(
      {lane_force_[0].data(), lane_force_[1].data(), lane_force_[2].data(), lane_force_[3].data()},
      n, force_.data());
  if (with_tangent)
    collect({lane_extra_[0].data(), lane_extra_[1].data(), lane_extra_[2].data(),
             lane_extra_[3].data()},
            static_cast<int>(3 * systems_[0]->extra_count()), extra_.data());
}

/// One Newton correction of the copies in `lanes`: |Δq| of each, infinite where its tangent cannot
/// be factorised or its numbers are bad.
LaneNumbers LaneStepper::correct(const Lanes& lanes, bool refactor, Reports& reports) {
  double *delta = residual_.data(), *frozen = gradient_[1].data();
  evaluate_forces(refactor);
  lanes_->inertia_minus_force(acceleration_.data(), force_.data(), s_, delta);
  Lanes positive = kAllLanes;
  if (refactor) {
    lanes_->add_constraint_forces(x_.data(), mu_.data(), lanes, frozen, psi_.data(), delta);
    evaluate_coordinate_rows(lanes, frozen);
    for (std::size_t r = kLanes * static_cast<std::size_t>(lanes_->first_coordinate_row());
         r < weight_.size(); r += kLanes)
      store4(&weight_[r], add4(load4(&mu_[r]), load4(&psi_[r])));
    lanes_->add_coordinate_products(frozen, weight_.data(), delta);
    positive = lanes_->factor().factorise(frozen, extra_.empty() ? nullptr : extra_.data(), lanes);
  } else {
    lanes_->add_constraint_forces(x_.data(), mu_.data(), frozen, psi_.data(), delta);
    evaluate_coordinate_rows(kAllLanes, gradient_[0].data());
    lanes_->add_coordinate_products(gradient_[0].data(), mu_.data(), frozen, psi_.data(), delta);
  }
  lanes_->factor().solve(delta);
  LaneNumbers increment = apply_increment(delta, mask_of(lanes));
  ++iteration_;
  for (std::size_t l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    reports[l].factorisations += refactor ? 1 : 0;
    ++reports[l].iterations;
    if (!positive[l]) increment[l] = kInfinity;
  }
  return increment;
}

/// |Δq| of each copy of the mask, infinite where a number is not finite.
LaneNumbers LaneStepper::apply_increment(const double* delta, LaneMask lanes) {
  x_is_unpacked_ = v_is_unpacked_ = false;
  const Lane4 to_v = broadcast4(gamma_ / (beta_ * h_)), to_acceleration = broadcast4(1.0 / s_);
  double *x = x_.data(), *v = v_.data(), *acceleration = acceleration_.data();
  Lane4 most = zero4(), rest = zero4();
  const std::size_t count = kVector * static_cast<std::size_t>(lanes_->block_count());
  for (std::size_t i = 0; i < count; i += kLanes) {
    const Lane4 d = and4(lanes, load4(delta + i));
    most = _mm256_max_pd(most, absolute4(d));
    rest = add4(rest, sub4(d, d));  // NaN unless all are finite
    store4(x + i, sub4(load4(x + i), d));
    store4(v + i, fnma4(to_v, d, load4(v + i)));
    store4(acceleration + i, fnma4(to_acceleration, d, load4(acceleration + i)));
  }
  const Lane4 finite = _mm256_cmp_pd(rest, zero4(), _CMP_EQ_OQ);
  return to_numbers(_mm256_blendv_pd(broadcast4(kInfinity), most, finite));
}

/// Newton for each copy until it is done; returns those that are good.
LaneStepper::Lanes LaneStepper::iterate(Reports& reports) {
  const LaneNumbers fastest = lanes_->largest(acceleration_.data());
  const int cap = std::max(1, settings_.max_iterations);
  LaneNumbers goal{}, previous{};
  Lanes active{}, good{}, converged{};
  for (std::size_t l = 0; l < kLanes; ++l) {
    const double acceleration_goal = tolerance_ * std::max(1.0, kRelativeTolerance * fastest[l]);
    goal[l] = std::max(acceleration_goal * beta_ * h_ * h_, 1e-14 * systems_[l]->length());
    previous[l] = kInfinity;
    active[l] = good[l] = true;
  }
  for (int i = 0; i < cap + kRescueIterations && any(active); ++i) {
    const LaneNumbers increment = correct(active, i == 0 || i >= 2, reports);
    if (i == 0) prediction_error_ = increment;
    const LaneNumbers open = i > 0 ? lanes_->largest_violation(psi_.data()) : LaneNumbers{};
    for (std::size_t l = 0; l < kLanes; ++l) {
      if (!active[l]) continue;
      const double length = systems_[l]->length(), harmless = kHarmless * length;
      reports[l].last_increment = increment[l];
      if (!(increment[l] < 1e3 * length)) {
        active[l] = good[l] = false;
        continue;
      }
      const double ratio = i > 0 ? increment[l] / previous[l] : 1.0;
      converged[l] =
          increment[l] < goal[l] || (ratio < kGoodContraction && ratio * increment[l] < goal[l] &&
                                     open[l] <= kPositionGoal * length);
      const bool stays = (i + 1 >= cap && increment[l] < harmless && increment[l] <= previous[l]) ||
                         (i + 1 >= cap + 3 && increment[l] < harmless);
      previous[l] = increment[l];
      active[l] = !converged[l] && !stays;
    }
  }
  for (std::size_t l = 0; l < kLanes; ++l) {
    if (!good[l] || converged[l]) continue;
    reports[l].converged = false;
    good[l] = !(reports[l].last_increment > kHarmless * systems_[l]->length());
  }
  return close_constraints(good, reports);
}

/// Multiplier updates once Newton has converged, in rounds until the constraints are closed.
LaneStepper::Lanes LaneStepper::close_constraints(Lanes lanes, Reports& reports) {
  Lanes active = lanes;
  for (int round = 0; any(active); ++round) {
    evaluate_rows_and_rates();
    const LaneMask mask = mask_of(active);
    for (std::size_t r = 0; r < mu_.size(); r += kLanes)
      store4(&mu_[r], add4(load4(&mu_[r]), and4(mask, load4(&psi_[r]))));
    const LaneNumbers open = lanes_->largest_violation(psi_.data());
    for (std::size_t l = 0; l < kLanes; ++l) {
      if (!active[l]) continue;
      const double length = systems_[l]->length();
      if (open[l] <= kPositionGoal * length) {
        active[l] = false;
      } else if (round == kMaxMultiplierRounds) {
        active[l] = false;
        lanes[l] = open[l] <= kHarmless * length;
      }
    }
    if (!any(active)) break;
    const LaneNumbers increment = correct(active, false, reports);
    for (std::size_t l = 0; l < kLanes; ++l)
      if (active[l] && !(increment[l] < 1e3 * systems_[l]->length())) active[l] = lanes[l] = false;
  }
  const Lane4 s = broadcast4(s_);
  for (std::size_t r = 0; r < mu_.size(); r += kLanes)
    store4(&lambda_[r], _mm256_div_pd(mul4(load4(&mu_[r]), load4(lanes_->row_scales() + r)), s));
  return lanes;
}

void LaneStepper::project(const Lanes& lanes, Reports& reports) {
  const int n = lanes_->block_count();
  const double* frozen = gradient_[1].data();
  Lanes active = lanes, both = lanes;
  for (int pass = 0; pass < kMaxProjectionPasses && any(active); ++pass) {
    const LaneMask mask = mask_of(active);
    const bool speeds = any(both);
    if (speeds) {
      if (pass > 0)
        lanes_->transpose_products(frozen, psi_rate_.data(), psi_acceleration_.data(),
                                   delta_.data(), delta_acceleration_.data());
      lanes_->factor().solve_two(delta_.data(), delta_acceleration_.data());
      accumulate(v_.data(), delta_.data(), -1.0, mask_of(both), n);
      v_is_unpacked_ = false;
    } else {
      lanes_->transpose_product(frozen, psi_acceleration_.data(), delta_acceleration_.data());
      lanes_->factor().solve(delta_acceleration_.data());
    }
    accumulate(acceleration_.data(), delta_acceleration_.data(), -1.0, mask, n);

    // What is left decides, copy by copy.
    const LaneNumbers acceleration = lanes_->largest_weighted(acceleration_.data());
    const LaneNumbers speed = lanes_->largest_weighted(v_.data());
    evaluate_motion(speeds);
    if (speeds) {
      const LaneNumbers left = lanes_->largest_violation(psi_rate_.data());
      for (std::size_t l = 0; l < kLanes; ++l)
        both[l] = both[l] && left[l] > kVelocityGoal * (speed[l] + h_ * acceleration[l]);
    }
    const LaneNumbers left = lanes_->largest_violation(psi_acceleration_.data());
    bool again = false;
    for (std::size_t l = 0; l < kLanes; ++l) {
      if (!active[l]) continue;
      ++reports[l].projections;
      active[l] = both[l] || !(left[l] <= kAccelerationGoal * acceleration[l]);
      again = again || (active[l] && !both[l]);
    }
    if (!again) continue;
    // Below the rounding of the positions a further pass would chase noise.
    const LaneNumbers place = lanes_->largest_weighted(x_.data());
    for (std::size_t l = 0; l < kLanes; ++l)
      active[l] = active[l] && (both[l] || !(left[l] <= kRounding * place[l] / s_));
  }
  if (any(active)) settle_singular(active);
}

/// For copies whose projection did not close, as in stepper.cpp.
void LaneStepper::settle_singular(Lanes lanes) {
  const Lane4 per_h = broadcast4(1.0 / h_);
  const std::size_t count = kVector * static_cast<std::size_t>(lanes_->block_count());
  const auto mean = [&](std::size_t i) {
    return mul4(sub4(load4(&v_[i]), load4(&start_[1][i])), per_h);
  };
  Lane4 far = zero4(), size = zero4();
  for (std::size_t i = 0; i < count; i += kLanes) {
    far = _mm256_max_pd(far, absolute4(sub4(load4(&acceleration_[i]), mean(i))));
    size = _mm256_max_pd(size, absolute4(mean(i)));
  }
  const LaneNumbers f = to_numbers(far), z = to_numbers(size);
  for (std::size_t l = 0; l < kLanes; ++l) lanes[l] = lanes[l] && f[l] > z[l];
  const LaneMask mask = mask_of(lanes);
  const auto put = [&](double* p, Lane4 value) {
    store4(p, _mm256_blendv_pd(load4(p), value, mask));
  };
  for (std::size_t i = 0; i < count; i += kLanes) {
    put(&acceleration_[i], mean(i));
    put(&algorithmic_[i], mean(i));
  }
  for (std::size_t r = 0; r < lambda_.size(); r += kLanes)
    put(&lambda_[r], load4(&start_lambda_[r]));
}

/// Coordinates count their turns. Only the blocks that they read are unpacked.
void LaneStepper::accept(const Lanes& lanes) {
  for (std::size_t l = 0; l < kLanes; ++l) {
    if (!lanes[l]) continue;
    std::vector<double>& value = states_[l].coordinate;
    for (std::size_t i = 0; i < value.size(); ++i) {
      const system::CoordinateKernel& kernel = systems_[l]->coordinates()[i];
      for (const int block : kernel.blocks())
        for (int k = 0; k < 3; ++k)
          lane_x_[l][static_cast<std::size_t>(4 * block + k)] =
              x_[static_cast<std::size_t>(kVector * block + kLanes * k) + l];
      value[i] = kernel.value(lane_x_[l].data(), value[i]);
    }
  }
}

}  // namespace outrigger::batch
