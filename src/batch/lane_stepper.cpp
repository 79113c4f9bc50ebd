#include "batch/lane_stepper.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "batch/lane_transfer.h"

namespace outrigger::batch {

using stepper::StepReport;
using system::State;

namespace {

// The limits of stepper.cpp; a test compares the results to the bit.
constexpr int kRescueIterations = 12;
constexpr int kMaxProjectionPasses = 8;
constexpr int kMaxMultiplierRounds = 3;
constexpr double kPositionGoal = 3e-11;
constexpr double kVelocityGoal = 3e-9;
constexpr double kVelocityOpen = 1e-6;
constexpr double kAccelerationGoal = 3e-7;
constexpr double kRounding = std::numeric_limits<double>::epsilon();
constexpr double kRelativeTolerance = 1e-2;
constexpr double kGoodContraction = 0.1;
constexpr double kGoodTrend = 0.5;
constexpr int kSmoothIterations = 2;
constexpr double kHarmless = 1e-6;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Fewer copies than these are stepped faster one by one.
constexpr int kWorthwhile = 3;

constexpr LaneSet only(int lane) { return 1U << lane; }

std::vector<const system::BlockLdlt*> factors_of(
    const std::vector<const system::System*>& systems) {
  std::vector<const system::BlockLdlt*> factors;
  for (const system::System* s : systems) factors.push_back(&s->factor());
  return factors;
}

}  // namespace

LaneStepper::LaneStepper(const LaneKernels& kernels, std::span<system::System* const> systems,
                         const description::Settings& settings)
    : kernels_(kernels),
      lanes_(kernels.lanes),
      count_(static_cast<int>(systems.size())),
      used_(all_of(count_)),
      idle_(all_of(lanes_) & ~used_),
      settings_(settings),
      copies_([&] {
        OUTRIGGER_ASSERT(count_ > 0 && count_ <= lanes_, "a group has one copy per lane");
        std::vector<Copy> copies(static_cast<std::size_t>(lanes_));
        for (std::size_t l = 0; l < copies.size(); ++l) {
          const bool idle = l >= systems.size();
          copies[l].system = idle ? systems.back() : systems[l];
          // It sets the penalties, which the arrays in lanes take over.
          if (!idle) copies[l].alone = std::make_unique<stepper::Stepper>(*systems[l], settings);
        }
        return copies;
      }()),
      lane_factor_(factors_of(systems_of(copies_))),
      lane_system_(systems_of(copies_)),
      system_(lane_system_.lists()),
      factor_(lane_factor_.lists()),
      h_(settings.step) {
  s_ = beta_ * h_ * h_;
  tolerance_ =
      settings.tolerance > 0.0 ? settings.tolerance : (h_ <= 1e-3 * (1 + 1e-9) ? 1e-2 : 1e-4);
  for (const Copy& copy : copies_) has_terms_ = has_terms_ || !copy.system->terms().empty();
  lay_out();
}

std::vector<const system::System*> LaneStepper::systems_of(const std::vector<Copy>& copies) {
  std::vector<const system::System*> systems;
  for (const Copy& copy : copies) systems.push_back(copy.system);
  return systems;
}

void LaneStepper::lay_out() {
  const auto lanes = static_cast<std::size_t>(lanes_);
  const std::size_t moving = 3 * lanes * static_cast<std::size_t>(system_.blocks);
  const std::size_t total = moving + lane_system_.constants().size();
  const auto slots = static_cast<std::size_t>(lane_system_.slot_count());
  const auto rows = static_cast<std::size_t>(system_.rows);
  for (auto* array : {&x_, &v_, &acceleration_, &algorithmic_, &residual_, &delta_,
                      &delta_acceleration_, &start_[0], &start_[1], &start_[2], &start_[3]})
    array->assign(total, 0.0);
  for (auto* x : {&x_, &start_[0]})
    std::copy(lane_system_.constants().begin(), lane_system_.constants().end(),
              x->begin() + static_cast<std::ptrdiff_t>(moving));
  for (auto& g : gradient_) g.assign(3 * lanes * slots, 0.0);
  for (auto* array : {&lambda_, &start_lambda_, &mu_, &psi_, &psi_rate_, &psi_acceleration_})
    array->assign(lanes * rows, 0.0);
  force_ = lane_system_.gravity();
  const std::size_t extras = copies_[0].system->extra_count();
  extra_.assign(9 * lanes * extras, 0.0);
  for (Copy& copy : copies_) {
    for (auto* array : {&copy.x, &copy.v, &copy.force, &copy.step_force})
      array->assign(4 * static_cast<std::size_t>(copy.system->total_block_count()), 0.0);
    copy.extra.assign(12 * extras, 0.0);
  }
  coordinate_.assign(lanes * static_cast<std::size_t>(system_.guides.coordinate_count), 0.0);
  const auto drives = static_cast<std::size_t>(copies_[0].system->drive_count());
  for (auto* array : {&drive_value_, &drive_rate_, &drive_acceleration_})
    array->assign(lanes * drives, 0.0);
  for (int l = 0; l < count_; ++l) initialise(l);
}

// ---------------------------------------------------------------------------------- states

void LaneStepper::initialise(int copy) {
  Copy& c = copies_[static_cast<std::size_t>(copy)];
  c.alone->initialise(c.state);
  write_lane(copy);
}

void LaneStepper::set_state(int copy, const State& state) {
  State& own = copies_[static_cast<std::size_t>(copy)].state;
  OUTRIGGER_ASSERT(state.x.size() == own.x.size() && state.lambda.size() == own.lambda.size(),
                   "a state of another system");
  own = state;
  write_lane(copy);
}

const State& LaneStepper::state(int copy) const {
  Copy& c = copies_[static_cast<std::size_t>(copy)];
  read_lane(c, copy);
  return c.state;
}

void LaneStepper::write_lane(int lane) {
  Copy& copy = copies_[static_cast<std::size_t>(lane)];
  const State& state = copy.state;
  copy.is_read = true;
  copy.x = state.x;  // constants for terms
  // The last copy is that of the idle lanes too.
  for (int l = lane; l == lane || (lane + 1 == count_ && l < lanes_); ++l) {
    padded_to_lane(state.x.data(), system_.blocks, l, lanes_, x_.data());
    padded_to_lane(state.v.data(), system_.blocks, l, lanes_, v_.data());
    padded_to_lane(state.acceleration.data(), system_.blocks, l, lanes_, acceleration_.data());
    padded_to_lane(state.algorithmic.data(), system_.blocks, l, lanes_, algorithmic_.data());
    to_lane(state.lambda.data(), system_.rows, l, lanes_, lambda_.data());
    to_lane(state.coordinate.data(), static_cast<int>(state.coordinate.size()), l, lanes_,
            coordinate_.data());
    if (l != lane) copies_[static_cast<std::size_t>(l)].state = state;
  }
}

void LaneStepper::read_lane(Copy& copy, int lane) const {
  if (copy.is_read) return;
  State& state = copy.state;
  padded_from_lane(x_.data(), lane, lanes_, system_.blocks, state.x.data());
  padded_from_lane(v_.data(), lane, lanes_, system_.blocks, state.v.data());
  padded_from_lane(acceleration_.data(), lane, lanes_, system_.blocks, state.acceleration.data());
  padded_from_lane(algorithmic_.data(), lane, lanes_, system_.blocks, state.algorithmic.data());
  from_lane(lambda_.data(), lane, lanes_, system_.rows, state.lambda.data());
  copy.is_read = true;
}

/// A pointer into every copy, for lane_transfer.h.
template <class Get>
std::span<double* const> LaneStepper::pointers(const Get& get) {
  for (std::size_t l = 0; l < copies_.size(); ++l) pointers_[l] = get(copies_[l]);
  return {pointers_.data(), copies_.size()};
}

// ---------------------------------------------------------------------------------- step

void LaneStepper::step(std::span<const DriveReferences> drives, Reports reports) {
  for (int l = 0; l < count_; ++l) {
    Copy& copy = copies_[static_cast<std::size_t>(l)];
    copy.reference = drives.empty() ? copy.state.drive : drives[static_cast<std::size_t>(l)];
    OUTRIGGER_ASSERT(copy.reference.size() == copy.state.drive.size(), "one reference per drive");
    for (const system::DriveReference& d : copy.reference)
      OUTRIGGER_ASSERT(d.engaged, "drives of batches do not let go");
    reports[static_cast<std::size_t>(l)] = {};
  }
  if (count_ >= kWorthwhile)
    step_in_lanes(reports);
  else
    for (int l = 0; l < count_; ++l) step_alone(l, reports);
  for (const StepReport& report : reports) {
    counters_.steps += 1;
    counters_.iterations += report.iterations;
    counters_.factorisations += report.factorisations;
    counters_.not_converged += report.converged ? 0 : 1;
    counters_.retried += report.parts > 1 ? 1 : 0;
    counters_.contained += report.contained ? 1 : 0;
    counters_.tangent_reduced += report.tangent_reduced ? 1 : 0;
  }
}

void LaneStepper::step_alone(int copy, Reports reports) {
  Copy& c = copies_[static_cast<std::size_t>(copy)];
  read_lane(c, copy);
  reports[static_cast<std::size_t>(copy)] = c.alone->step(c.state, c.reference);
  write_lane(copy);
}

void LaneStepper::step_in_lanes(Reports reports) {
  const int n = system_.blocks;
  if (has_terms_) {  // terms are told where the step began
    spread(x_.data(), n, pointers([](Copy& c) { return c.state.x.data(); }));
    spread(v_.data(), n, pointers([](Copy& c) { return c.state.v.data(); }));
  }
  // The prediction is written where the step before began.
  const std::array<AlignedDoubles*, 4> moving{&x_, &v_, &algorithmic_, &acceleration_};
  for (std::size_t i = 0; i < 4; ++i) std::swap(*moving[i], start_[i]);
  std::swap(lambda_, start_lambda_);
  guide_coordinates();
  predict();
  iteration_ = 0;
  touching_ = 0;
  for (int l = 0; l < count_; ++l)
    if (copies_[static_cast<std::size_t>(l)].state.touched) touching_ |= only(l);
  LaneSet good = iterate(reports);
  good = project(good, reports);
  good &= kernels_.finite(system_, v_.data()) & kernels_.finite(system_, acceleration_.data());
  good &= ~touching_;
  for (Copy& copy : copies_) copy.is_read = false;
  accept(good);
  forget_trends(good, reports);

  for (int l = 0; l < count_; ++l) {
    State& state = copies_[static_cast<std::size_t>(l)].state;
    if (has(good, l)) {
      state.drive = copies_[static_cast<std::size_t>(l)].reference;
      ++state.step;
      state.time = static_cast<double>(state.step) * h_;
    } else {
      // Back to where the step began, and through it alone.
      for (std::size_t i = 0; i < 4; ++i)
        kernels_.copy_lanes(system_, start_[i].data(), only(l), moving[i]->data());
      for (std::size_t r = static_cast<std::size_t>(l); r < lambda_.size();
           r += static_cast<std::size_t>(lanes_))
        lambda_[r] = start_lambda_[r];
      step_alone(l, reports);
    }
  }
}

/// The acceleration changes as it did in the last step.
void LaneStepper::predict() {
  kernels_.predict(system_,
                   {.h = h_,
                    .old_x = h_ * h_ * (0.5 - beta_),
                    .new_x = h_ * h_ * beta_,
                    .old_v = h_ * (1.0 - gamma_),
                    .new_v = h_ * gamma_,
                    .x = start_[0].data(),
                    .v = start_[1].data(),
                    .before = start_[2].data(),
                    .acceleration = start_[3].data(),
                    .next_x = x_.data(),
                    .next_v = v_.data(),
                    .next_before = algorithmic_.data(),
                    .next_acceleration = acceleration_.data()},
                   trend_.data());
  kernels_.scale_multipliers(system_, s_, start_lambda_.data(), mu_.data());
}

/// Copies whose step says little about the next one, by the rule of Stepper::try_step.
void LaneStepper::forget_trends(LaneSet lanes, Reports reports) {
  LaneSet forget = 0;
  for (int l = 0; l < count_; ++l) {
    const auto i = static_cast<std::size_t>(l);
    if (reports[i].iterations > kSmoothIterations ||
        (trend_[i] > 0.0 && prediction_error_[i] > kGoodTrend * trend_[i] * s_))
      forget |= only(l);
  }
  forget &= lanes;
  if (forget != 0) kernels_.copy_lanes(system_, acceleration_.data(), forget, algorithmic_.data());
}

/// The functions of couplings belong to the copies.
void LaneStepper::couple(const void* owner, int function, const double* x, double* f) {
  const auto& stepper = *static_cast<const LaneStepper*>(owner);
  for (int l = 0; l < stepper.lanes_; ++l) {
    const Derivatives d =
        stepper.copies_[static_cast<std::size_t>(l)].system->couple(function, x[l]);
    f[l] = d.value;
    f[stepper.lanes_ + l] = d.first;
    f[2 * stepper.lanes_ + l] = d.second;
  }
}

/// Where the coordinates were when the step began, and where the drives shall be at its end.
void LaneStepper::guide_coordinates() {
  for (std::size_t l = 0; l < copies_.size(); ++l) {
    const DriveReferences& reference =
        copies_[std::min(l, static_cast<std::size_t>(count_) - 1)].reference;
    for (std::size_t d = 0; d < reference.size(); ++d) {
      const std::size_t i = copies_.size() * d + l;
      drive_value_[i] = reference[d].value;
      drive_rate_[i] = reference[d].rate;
      drive_acceleration_[i] = reference[d].acceleration;
    }
  }
  CoordinateLists& guides = system_.guides;
  guides.value = coordinate_.data();
  guides.drive_value = drive_value_.data();
  guides.drive_rate = drive_rate_.data();
  guides.drive_acceleration = drive_acceleration_.data();
  guides.couple = couple;
  guides.owner = this;
}

/// Force terms know one machine: the copies are unpacked for them, one after the other. Gravity
/// alone is constant and stands in force_ from the start.
void LaneStepper::evaluate_forces(bool with_tangent) {
  if (!has_terms_) return;
  const double damping = s_ * gamma_ / (beta_ * h_);
  spread(x_.data(), system_.blocks, pointers([](Copy& c) { return c.x.data(); }));
  spread(v_.data(), system_.blocks, pointers([](Copy& c) { return c.v.data(); }));
  for (int l = 0; l < count_; ++l) {
    Copy& c = copies_[static_cast<std::size_t>(l)];
    const State& start = c.state;
    const system::Configuration at{static_cast<double>(start.step) * h_ + h_,
                                   h_,
                                   c.x.data(),
                                   c.v.data(),
                                   start.coordinate.data(),
                                   c.reference.data(),
                                   start.x.data(),
                                   start.v.data(),
                                   nullptr,
                                   iteration_};
    const bool apart = c.system->evaluate_forces(
        at, start.term.data(),
        {c.force.data(), with_tangent ? c.extra.data() : nullptr, s_, damping}, 1.0,
        c.step_force.data());
    const auto pushes = [](double f) { return f != 0.0; };
    if (apart && std::any_of(c.step_force.begin(), c.step_force.end(), pushes))
      touching_ |= only(l);
  }
  collect(pointers([](Copy& c) { return c.force.data(); }), system_.blocks, force_.data());
  if (with_tangent)
    collect(pointers([](Copy& c) { return c.extra.data(); }),
            static_cast<int>(3 * copies_[0].system->extra_count()), extra_.data());
}

/// One Newton correction of the copies in `lanes`: |Δq| of each, infinite where its tangent cannot
/// be factorised or its numbers are bad.
LaneNumbers LaneStepper::correct(LaneSet lanes, bool refactor, Reports reports) {
  double *delta = residual_.data(), *frozen = gradient_[1].data();
  evaluate_forces(refactor);
  kernels_.inertia_minus_force(system_, acceleration_.data(), force_.data(), s_, delta);
  LaneSet positive = used_;
  if (refactor) {
    kernels_.add_forces(system_, x_.data(), mu_.data(), lanes | idle_,
                        {frozen, psi_.data(), delta});
    positive = kernels_.factorise(factor_, frozen, extra_.empty() ? nullptr : extra_.data(),
                                  lanes | idle_);
  } else {
    kernels_.add_frozen_forces(system_, x_.data(), mu_.data(),
                               {frozen, gradient_[0].data(), psi_.data(), delta});
  }
  kernels_.solve(factor_, delta);
  LaneNumbers increment{};
  kernels_.apply_increment(system_,
                           {.to_v = gamma_ / (beta_ * h_),
                            .to_acceleration = 1.0 / s_,
                            .delta = delta,
                            .x = x_.data(),
                            .v = v_.data(),
                            .acceleration = acceleration_.data()},
                           lanes | idle_, increment.data());
  ++iteration_;
  for (int l = 0; l < count_; ++l) {
    if (!has(lanes, l)) continue;
    StepReport& report = reports[static_cast<std::size_t>(l)];
    report.factorisations += refactor ? 1 : 0;
    ++report.iterations;
    if (!has(positive, l)) increment[static_cast<std::size_t>(l)] = kInfinity;
  }
  return increment;
}

/// Newton for each copy until it is done; returns those that are good.
LaneSet LaneStepper::iterate(Reports reports) {
  LaneNumbers fastest{}, goal{}, previous{};
  kernels_.largest(system_, acceleration_.data(), fastest.data());
  const int cap = std::max(1, settings_.max_iterations);
  for (int l = 0; l < count_; ++l) {
    const auto i = static_cast<std::size_t>(l);
    const double acceleration_goal = tolerance_ * std::max(1.0, kRelativeTolerance * fastest[i]);
    goal[i] = std::max(acceleration_goal * beta_ * h_ * h_, 1e-14 * copies_[i].system->length());
    previous[i] = kInfinity;
  }
  LaneSet active = used_, good = used_, converged = 0;
  for (int i = 0; i < cap + kRescueIterations && active != 0; ++i) {
    const LaneNumbers increment = correct(active, i == 0 || i >= 2, reports);
    if (i == 0) prediction_error_ = increment;
    const LaneNumbers open = i > 0 ? largest_violation(psi_) : LaneNumbers{};
    for (int lane = 0; lane < count_; ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      if (!has(active, lane)) continue;
      const double length = copies_[l].system->length(), harmless = kHarmless * length;
      reports[l].last_increment = increment[l];
      if (!(increment[l] < 1e3 * length)) {
        active &= ~only(lane);
        good &= ~only(lane);
        continue;
      }
      const double ratio = i > 0 ? increment[l] / previous[l] : 1.0;
      const bool is_converged =
          increment[l] < goal[l] || (ratio < kGoodContraction && ratio * increment[l] < goal[l] &&
                                     open[l] <= kPositionGoal * length);
      const bool stays = (i + 1 >= cap && increment[l] < harmless && increment[l] <= previous[l]) ||
                         (i + 1 >= cap + 3 && increment[l] < harmless);
      previous[l] = increment[l];
      if (is_converged) converged |= only(lane);
      if (is_converged || stays) active &= ~only(lane);
    }
  }
  for (int lane = 0; lane < count_; ++lane) {
    const auto l = static_cast<std::size_t>(lane);
    if (!has(good & ~converged, lane)) continue;
    reports[l].converged = false;
    if (reports[l].last_increment > kHarmless * copies_[l].system->length()) good &= ~only(lane);
  }
  return close_constraints(good, reports);
}

/// Multiplier updates once Newton has converged, in rounds until the constraints are closed. A copy that
/// would need a fresh factor for them is left to its own stepper.
LaneSet LaneStepper::close_constraints(LaneSet lanes, Reports reports) {
  LaneSet active = lanes;
  LaneNumbers open_before;
  open_before.fill(kInfinity);
  for (int round = 0; active != 0; ++round) {
    kernels_.evaluate_rates(system_, motion(), gradient_[1].data(),
                            {.psi = psi_.data(),
                             .gradient = gradient_[0].data(),
                             .psi_rate = psi_rate_.data(),
                             .psi_acceleration = psi_acceleration_.data(),
                             .product_rate = delta_.data(),
                             .product_acceleration = delta_acceleration_.data()});
    LaneNumbers open{};
    kernels_.add_offsets(system_, psi_.data(), active, mu_.data(), open.data());
    for (int lane = 0; lane < count_; ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      if (!has(active, lane)) continue;
      const double length = copies_[l].system->length();
      if (open[l] <= kPositionGoal * length) {
        active &= ~only(lane);
      } else if (round == kMaxMultiplierRounds) {
        active &= ~only(lane);
        reports[l].converged = false;
        if (!(open[l] <= kHarmless * length)) lanes &= ~only(lane);
      } else if (open[l] > kGoodContraction * open_before[l]) {
        active &= ~only(lane);
        lanes &= ~only(lane);
      }
      open_before[l] = open[l];
    }
    if (active == 0) break;
    const LaneNumbers increment = correct(active, false, reports);
    for (int lane = 0; lane < count_; ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      if (!has(active, lane) || increment[l] < 1e3 * copies_[l].system->length()) continue;
      active &= ~only(lane);
      lanes &= ~only(lane);
    }
  }
  kernels_.unscale_multipliers(system_, s_, mu_.data(), lambda_.data());
  return lanes;
}

LaneNumbers LaneStepper::largest_weighted(const AlignedDoubles& values) const {
  LaneNumbers most{};
  kernels_.largest_weighted(system_, values.data(), most.data());
  return most;
}
LaneNumbers LaneStepper::largest_violation(const AlignedDoubles& psi) const {
  LaneNumbers most{};
  kernels_.largest_violation(system_, psi.data(), most.data());
  return most;
}

/// Copies whose velocities plain passes do not close are left to their own steppers; returns the others.
LaneSet LaneStepper::project(LaneSet lanes, Reports reports) {
  const double* frozen = gradient_[1].data();
  LaneSet active = lanes, both = lanes;
  for (int pass = 0; pass < kMaxProjectionPasses && active != 0; ++pass) {
    const bool speeds = both != 0;
    LaneNumbers speed{}, acceleration{};
    if (speeds) {
      if (pass > 0) {
        const double* weight[2] = {psi_rate_.data(), psi_acceleration_.data()};
        double* out[2] = {delta_.data(), delta_acceleration_.data()};
        kernels_.transpose_products(system_, frozen, weight, out);
      }
      kernels_.solve_two(factor_, delta_.data(), delta_acceleration_.data());
      kernels_.subtract(system_, delta_.data(), both, v_.data(), speed.data());
    } else {
      kernels_.transpose_product(system_, frozen, psi_acceleration_.data(),
                                 delta_acceleration_.data());
      kernels_.solve(factor_, delta_acceleration_.data());
    }
    kernels_.subtract(system_, delta_acceleration_.data(), active, acceleration_.data(),
                      acceleration.data());

    // What is left decides, copy by copy.
    kernels_.evaluate_motion(system_, motion(), gradient_[0].data(), psi_rate_.data(),
                             psi_acceleration_.data());
    if (speeds) {
      const LaneNumbers left = largest_violation(psi_rate_);
      LaneSet fast = 0;
      for (int lane = 0; lane < count_; ++lane) {
        const auto l = static_cast<std::size_t>(lane);
        if (left[l] > kVelocityGoal * (speed[l] + h_ * acceleration[l])) fast |= only(lane);
      }
      both &= fast;
      // Rates below the rounding of the positions over the step are those of a machine at rest.
      const LaneNumbers place = both != 0 ? largest_weighted(x_) : LaneNumbers{};
      for (int lane = 0; lane < count_; ++lane) {
        const auto l = static_cast<std::size_t>(lane);
        if (!(left[l] > kRounding * place[l] / h_)) both &= ~only(lane);
      }
    }
    const LaneNumbers left = largest_violation(psi_acceleration_);
    LaneSet open = 0;
    for (int lane = 0; lane < count_; ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      if (!has(active, lane)) continue;
      ++reports[l].projections;
      if (!(left[l] <= kAccelerationGoal * acceleration[l])) open |= only(lane);
    }
    active = both | open;
    if ((open & ~both) == 0) continue;
    // Below the rounding of the positions a further pass would chase noise.
    const LaneNumbers place = largest_weighted(x_);
    for (int lane = 0; lane < count_; ++lane) {
      const auto l = static_cast<std::size_t>(lane);
      if (has(open & ~both, lane) && left[l] <= kRounding * place[l] / s_) active &= ~only(lane);
    }
  }
  if (active == 0) return lanes;
  const LaneNumbers left = largest_violation(psi_rate_), speed = largest_weighted(v_);
  for (int lane = 0; lane < count_; ++lane) {
    const auto l = static_cast<std::size_t>(lane);
    if (!has(active, lane)) continue;
    if (has(both, lane) && left[l] > kVelocityOpen * speed[l])
      lanes &= ~only(lane);
    else
      settle_singular(lane);
  }
  return lanes;
}

/// For a copy whose projection did not close, as in stepper.cpp.
void LaneStepper::settle_singular(int lane) {
  const double per_h = 1.0 / h_;
  const auto step = static_cast<std::size_t>(lanes_);
  const std::size_t end = 3 * step * static_cast<std::size_t>(system_.blocks);
  const auto mean = [&](std::size_t i) { return (v_[i] - start_[1][i]) * per_h; };
  double far = 0.0, size = 0.0;
  for (std::size_t i = static_cast<std::size_t>(lane); i < end; i += step) {
    far = std::max(far, std::abs(acceleration_[i] - mean(i)));
    size = std::max(size, std::abs(mean(i)));
  }
  if (!(far > size)) return;
  for (std::size_t i = static_cast<std::size_t>(lane); i < end; i += step)
    acceleration_[i] = algorithmic_[i] = mean(i);
  for (std::size_t r = static_cast<std::size_t>(lane); r < lambda_.size(); r += step)
    lambda_[r] = start_lambda_[r];
}

/// Coordinates count their turns.
void LaneStepper::accept(LaneSet lanes) {
  kernels_.measure(system_.guides, x_.data(), coordinate_.data());
  for (int l = 0; l < count_; ++l) {
    std::vector<double>& own = copies_[static_cast<std::size_t>(l)].state.coordinate;
    if (has(lanes, l))
      from_lane(coordinate_.data(), l, lanes_, static_cast<int>(own.size()), own.data());
  }
}

}  // namespace outrigger::batch
