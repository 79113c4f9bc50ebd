#include "stepper/stepper.h"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "stepper/drive_path.h"
#include "stepper/drive_release.h"
#include "stepper/energy_brake.h"

namespace outrigger::stepper {

using description::IntegratorMethod;
using description::PenaltyRule;
using description::ProjectionMetric;
using system::Configuration;
using system::DriveReference;
using system::EnergyLedger;
using system::ForceSink;
using system::State;

namespace {

constexpr int kRescueIterations = 12;  ///< full Newton iterations before a step is cut
constexpr int kMaxProjectionPasses = 8;
constexpr int kMaxMultiplierRounds = 3;
constexpr int kMaxConjugatePasses = 40;
constexpr double kPositionGoal = 3e-11;  ///< of the model's size
constexpr double kVelocityGoal = 3e-9;   ///< of the largest speed
constexpr double kVelocityOpen = 1e-6;  ///< more than plain passes may leave at a singular position
constexpr double kProjectionGoal = 3e-7;  ///< of the largest acceleration
constexpr double kRounding = std::numeric_limits<double>::epsilon();  ///< of a position's size
constexpr double kRelativeTolerance = 1e-2;  ///< of the largest acceleration, times the tolerance
constexpr double kGoodContraction = 0.1;     ///< of |Δq| in an iteration
constexpr double kSlowContraction = 0.5;     ///< asks for a fresh factorisation
constexpr double kGoodTrend = 0.5;           ///< of the trend: larger errors end it
constexpr int kSmoothIterations = 2;         ///< more: not a step to extrapolate from
constexpr double kGuard = 1e-4;  ///< of the kinetic energy: gain of a step that may stay
constexpr double kUnexplained =
    0.01;  ///< the same of steps that converged, and of the work of drives
constexpr double kUnexplainedFree =
    1e-4;  ///< the same of bodies without joints, as in solve/free_body_island.cpp
constexpr double kHeatByTheRule =
    0.5;  ///< of the heat of contacts: what its mean over a step may be wrong by
constexpr double kUnexplainedAtStops =
    1e-8;                           ///< the same of machines at stops and ropes, without drives
constexpr double kHarmless = 1e-6;  ///< |Δq| of the model's size that may stay at the cap
/// Steps of the shortest contact from which a part of its last force, and from which all of it, is carried
/// into the next step.
constexpr double kHardlyResolved = 10.0, kWellResolved = 30.0;
constexpr double kHarmlessInNeed =
    1e-5;                     ///< the same of the last attempt: the guard looks after it
constexpr int kPatience = 8;  ///< iterations beyond the cap before small increments are enough
constexpr int kMostPlainParts = 16;
constexpr double kSameForce = 0.2;  ///< of its size: change of place of a force that is carried

/// Largest component of blocks that a loop passes by.
class Largest {
 public:
  void add(Lane4 block) { most_ = _mm256_max_pd(most_, _mm256_andnot_pd(broadcast4(-0.0), block)); }
  double value() const {
    alignas(32) double m[4];
    store4(m, most_);
    return std::max({m[0], m[1], m[2]});
  }

 private:
  Lane4 most_ = zero4();
};

/// Whether all numbers of blocks that a loop passes by are finite.
class AllFinite {
 public:
  // x - x is 0 for finite numbers and NaN otherwise.
  void add(Lane4 block) { sum_ = add4(sum_, sub4(block, block)); }
  bool value() const { return sum4(sum_) == 0.0; }

 private:
  Lane4 sum_ = zero4();
};

double largest(const double* values, int count) {
  Largest most;
  for (int i = 0; i < count; ++i) most.add(load4(values + 4 * i));
  return most.value();
}

bool all_finite(const double* values, int count) {
  AllFinite finite;
  for (int i = 0; i < count; ++i) finite.add(load4(values + 4 * i));
  return finite.value();
}

/// Near a singular position the constraints do not tell the accelerations apart, and what is left of
/// the projection is divided by next to nothing: q̈ of ten times the size, which would throw the next
/// step onto another branch. The mean acceleration of the step then takes their place, and the
/// multipliers of its start.
void settle_singular(State& state, const State& start, double h, int count) {
  const Lane4 per_h = broadcast4(1.0 / h);
  const auto mean = [&](int i) {
    return mul4(sub4(load4(&state.v[i]), load4(&start.v[i])), per_h);
  };
  Largest far, size;
  for (int i = 0; i < 4 * count; i += 4) {
    const Lane4 m = mean(i);
    far.add(sub4(load4(&state.acceleration[i]), m));
    size.add(m);
  }
  if (!(far.value() > size.value())) return;
  for (int i = 0; i < 4 * count; i += 4) {
    store4(&state.acceleration[i], mean(i));
    store4(&state.algorithmic[i], mean(i));
  }
  std::copy(start.lambda.begin(), start.lambda.end(), state.lambda.begin());
}

double product(const double* a, const double* b, int count) {
  Lane4 sum = zero4();
  for (int i = 0; i < 4 * count; i += 4) sum = fma4(load4(a + i), load4(b + i), sum);
  return sum4(sum);
}

/// x += factor * d
void accumulate(double* x, const double* d, double factor, int count) {
  const Lane4 f = broadcast4(factor);
  for (int i = 0; i < count; ++i) store4(x + 4 * i, fma4(f, load4(d + 4 * i), load4(x + 4 * i)));
}

}  // namespace

Stepper::Stepper(system::System& system, const description::Settings& settings)
    : system_(system), settings_(settings), full_h_(settings.step) {
  const IntegratorConstants rule = IntegratorConstants::of(settings);
  beta_ = rule.beta;
  gamma_ = rule.gamma;
  delta_m_ = rule.delta_m;
  delta_f_ = rule.delta_f;
  has_memory_ = rule.has_memory();
  within_ = (1.0 - delta_m_) / ((1.0 - delta_f_) * gamma_);
  for (const auto& term : system_.terms())
    if (term->acts_within_step() && !term->silent_when_apart()) only_stops_push_ = false;
  system_.make_scratch(scratch_);
  carried_force_ = returned_ = scratch_.force;
  returned_lambda_.assign(system_.row_count(), 0.0);
  mu_.assign(system_.row_count(), 0.0);
  reference_.resize(static_cast<std::size_t>(system_.drive_count()));
  retry_reference_ = part_reference_ = reference_;
  configure(full_h_);
}

void Stepper::configure(double h) {
  if (h == h_) return;
  h_ = h;
  s_ = (1.0 - delta_f_) / (1.0 - delta_m_) * beta_ * h * h;
  tolerance_ =
      settings_.tolerance > 0.0 ? settings_.tolerance : (h <= 1e-3 * (1 + 1e-9) ? 1e-2 : 1e-4);
  system_.set_penalties(settings_, s_);
}

void Stepper::set_drive_limits(std::vector<std::pair<double, double>> force_min_max) {
  OUTRIGGER_ASSERT(static_cast<int>(force_min_max.size()) == system_.drive_count(),
                   "one pair of force limits per drive");
  drive_limits_ = std::move(force_min_max);
}

Configuration Stepper::configuration(const State& state) const {
  return {state.time,
          h_,
          state.x.data(),
          state.v.data(),
          state.coordinate.data(),
          state.drive.data(),
          start_.x.data(),
          start_.v.data(),
          signals_,
          iteration_,
          plain_};
}

system::System::Motion Stepper::motion(const State& state) const {
  return {state.x.data(), state.v.data(), state.acceleration.data(), state.coordinate.data(),
          state.drive.data()};
}

/// Impulses on the machine with its joints. The factor of mass and constraints alone is made when
/// the first question comes; most steps ask none.
class Stepper::ImpulseResponse final : public system::Response {
 public:
  ImpulseResponse(Stepper& stepper, State& state) : stepper_(stepper), state_(state) {}

  double mobility(const system::PointOnBlocks& point, const Vec3& direction) override {
    if (!solve(point, direction)) return 0.0;
    const double* y = stepper_.scratch_.residual.data();
    double sum = 0.0;
    for (int i = 0; i < point.count; ++i)
      for (int k = 0; k < 3; ++k)
        sum += point.coefficient[i] * direction[k] * y[4 * point.block[i] + k];
    return sum;
  }

  double coordinate_mobility(const int* blocks, const double* gradient, int count) override {
    if (!factorise()) return 0.0;
    AlignedDoubles& y = stepper_.scratch_.residual;
    std::fill(y.begin(), y.end(), 0.0);
    const auto moves = [&](int block) { return block < stepper_.system_.block_count(); };
    for (int i = 0; i < count; ++i)
      if (moves(blocks[i]))
        for (int k = 0; k < 3; ++k) y[4 * blocks[i] + k] += gradient[4 * i + k];
    stepper_.system_.factor().solve(y.data());
    double sum = 0.0;
    for (int i = 0; i < count; ++i)
      if (moves(blocks[i]))
        for (int k = 0; k < 3; ++k) sum += gradient[4 * i + k] * y[4 * blocks[i] + k];
    return sum;
  }

  void apply_impulse(const system::PointOnBlocks& point, const Vec3& impulse) override {
    if (!solve(point, impulse)) return;
    accumulate(state_.v.data(), stepper_.scratch_.residual.data(), 1.0,
               stepper_.system_.block_count());
    applied_ = true;
  }

  bool applied() const { return applied_; }

 private:
  /// residual = T⁻¹ Cᵀ f with T = M + Gᵀ G: W but for the share 1/κ that the penalty lets through.
  bool solve(const system::PointOnBlocks& point, const Vec3& f) {
    if (!factorise()) return false;
    system::System& system = stepper_.system_;
    AlignedDoubles& y = stepper_.scratch_.residual;
    std::fill(y.begin(), y.end(), 0.0);
    for (int i = 0; i < point.count; ++i) {
      if (point.block[i] >= system.block_count()) continue;
      for (int k = 0; k < 3; ++k) y[4 * point.block[i] + k] += point.coefficient[i] * f[k];
    }
    system.factor().solve(y.data());
    return true;
  }
  bool factorise() {
    system::System& system = stepper_.system_;
    if (!factorised_) {
      system.evaluate_rows(state_.x.data(), state_.coordinate.data(), state_.drive.data(),
                           stepper_.scratch_.gradient[0].data(), stepper_.scratch_.psi.data());
      factorised_ = usable_ =
          system.factor().factorise(stepper_.scratch_.gradient[0].data(), nullptr);
    }
    return usable_;
  }

  Stepper& stepper_;
  State& state_;
  bool factorised_ = false, usable_ = false, applied_ = false;
};

// ---------------------------------------------------------------------------------- start

void Stepper::lay_out(State& state) {
  const std::size_t size = 4 * static_cast<std::size_t>(system_.total_block_count());
  state.x.assign(size, 0.0);
  state.v.assign(size, 0.0);
  state.acceleration.assign(size, 0.0);
  state.algorithmic.assign(size, 0.0);
  state.lambda.assign(system_.row_count(), 0.0);
  state.contact_acceleration.assign(size, 0.0);
  state.contact_lambda.assign(system_.row_count(), 0.0);
  state.touched = false;
  state.term.assign(system_.term_state_size(), 0.0);
  system_.initial_state(state.x.data(), state.v.data());
  state.coordinate.resize(system_.coordinates().size(), 0.0);
  for (std::size_t i = 0; i < system_.terms().size(); ++i)
    system_.terms()[i]->initialise(state.term.data() +
                                   system_.term_state_offset(static_cast<int>(i)));
  state.drive.resize(static_cast<std::size_t>(system_.drive_count()));
  start_ = before_ = state;
}

void Stepper::initialise(State& state) {
  lay_out(state);
  for (std::size_t i = 0; i < system_.coordinates().size(); ++i)
    state.coordinate[i] = system_.coordinates()[i].value(state.x.data(), state.coordinate[i]);
  solve_accelerations(state);
  start_ledger(state);
}

void Stepper::start_ledger(State& state) const {
  state.ledger = {};
  if (!keep_ledger_) return;
  state.ledger.start = kinetic_energy(state) + potential_energy(state);
  state.ledger.drive_power = start_drive_power(state);
}

// λ is consistent with the accelerations there (solve_accelerations).
double Stepper::start_drive_power(const State& state) const {
  double power = 0.0;
  if (!keep_ledger_) return power;
  for (int i = 0; i < system_.drive_count(); ++i) {
    const DriveReference& d = state.drive[static_cast<std::size_t>(i)];
    const int row = system_.drive_row(i);
    const double contact = state.touched ? state.contact_lambda[row] : 0.0;
    power += d.engaged ? (contact - state.lambda[row]) * d.rate
                       : d.force * system_.drive_rate(i, state.x.data(), state.v.data());
  }
  return power;
}

void Stepper::solve_accelerations(State& state) {
  const int n = system_.block_count(), rows = system_.row_count();
  state.contact_acceleration.assign(state.acceleration.size(), 0.0);
  state.contact_lambda.assign(state.lambda.size(), 0.0);
  state.touched = false;
  state.ledger.measured = false;
  double* g = scratch_.gradient[0].data();
  system_.evaluate_rows(state.x.data(), state.coordinate.data(), state.drive.data(), g,
                        scratch_.psi.data());
  iteration_ = 0;
  start_ = state;  // terms see no displacement
  prepare(state);
  for (std::size_t i = 0; i < system_.terms().size(); ++i)
    system_.terms()[i]->start(configuration(state),
                              state.term.data() + system_.term_state_offset(static_cast<int>(i)));
  const bool apart = system_.evaluate_forces(configuration(state), state.term.data(),
                                             {scratch_.force.data(), nullptr, 0.0, 0.0}, 1.0,
                                             scratch_.step_force.data()) &&
                     largest(scratch_.step_force.data(), n) > 0.0;
  if (!system_.factor().factorise(g, nullptr)) return;
  // Method of multipliers on M q̈ + Gᵀ μ = Q, G q̈ + bias = 0; contracts by 1/κ.
  std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
  std::fill(scratch_.weight.begin(), scratch_.weight.end(), 0.0);
  std::vector<double>& multiplier = mu_;
  std::fill(multiplier.begin(), multiplier.end(), 0.0);
  for (int i = 0; i < 12; ++i) {
    system_.evaluate_accelerations(g, state.x.data(), state.v.data(), state.acceleration.data(),
                                   state.coordinate.data(), state.drive.data(),
                                   scratch_.psi_acceleration.data());
    if (i > 0)
      for (int r = 0; r < rows; ++r) multiplier[r] += scratch_.psi_acceleration[r];
    for (int r = 0; r < rows; ++r)
      scratch_.weight[r] = multiplier[r] + scratch_.psi_acceleration[r];
    system_.inertia_minus_force(state.acceleration.data(), scratch_.force.data(), 1.0,
                                scratch_.residual.data());
    system_.add_transpose_product(g, scratch_.weight.data(), scratch_.residual.data());
    system_.factor().solve(scratch_.residual.data());
    accumulate(state.acceleration.data(), scratch_.residual.data(), -1.0, n);
    const double change = largest(scratch_.residual.data(), n);
    if (i > 1 && change <= 1e-13 * largest(state.acceleration.data(), n)) break;
  }
  for (int r = 0; r < rows; ++r) state.lambda[r] = multiplier[r] * system_.row_scale(r);
  if (!all_finite(state.acceleration.data(), n)) {
    // Bad forces must not enter the state: the steps will contain them until they end.
    std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
    std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  }
  if (apart) find_contact_part(state, g);
  forget_trend(state);
  if (has_memory_)
    for (std::size_t i = 0; i < state.algorithmic.size(); ++i)
      state.algorithmic[i] = state.acceleration[i] - state.contact_acceleration[i];
}

/// W f and its multipliers, by the factor of mass and constraints `gradient` alone, which is there.
void Stepper::respond(const AlignedDoubles& force, const double* gradient, double* acceleration,
                      double* lambda) {
  std::copy(force.begin(), force.end(), acceleration);
  std::fill(acceleration + 4 * system_.block_count(),
            acceleration + 4 * system_.total_block_count(), 0.0);
  system_.factor().solve(acceleration);
  // Once more for what the penalty lets through.
  system_.evaluate_products(gradient, acceleration, lambda);
  system_.transpose_product(gradient, lambda, scratch_.residual.data());
  system_.factor().solve(scratch_.residual.data());
  accumulate(acceleration, scratch_.residual.data(), -1.0, system_.block_count());
  system_.evaluate_products(gradient, acceleration, scratch_.weight.data());
  for (int r = 0; r < system_.row_count(); ++r)
    lambda[r] = (lambda[r] + scratch_.weight[r]) * system_.row_scale(r);
}

void Stepper::find_contact_part(State& state, const double* gradient) {
  respond(scratch_.step_force, gradient, state.contact_acceleration.data(),
          state.contact_lambda.data());
  state.touched = true;
}

void Stepper::project_velocities(State& state) {
  const int n = system_.block_count();
  state.ledger.measured = false;
  double* g = scratch_.gradient[0].data();
  system_.evaluate_rows(state.x.data(), state.coordinate.data(), state.drive.data(), g,
                        scratch_.psi.data());
  if (!system_.factor().factorise(g, nullptr)) return;
  for (int i = 0; i < 4; ++i) {
    system_.evaluate_rates(g, state.v.data(), state.drive.data(), scratch_.psi_rate.data());
    system_.transpose_product(g, scratch_.psi_rate.data(), scratch_.residual.data());
    system_.factor().solve(scratch_.residual.data());
    accumulate(state.v.data(), scratch_.residual.data(), -1.0, n);
  }
  system_.evaluate_rates(g, state.v.data(), state.drive.data(), scratch_.psi_rate.data());
  close(g, state.v.data(), scratch_.psi_rate.data(), 1e-12 * (1e-12 + largest(state.v.data(), n)));
}

/// Conjugate gradients on Gᵀ(G y + b) = 0 with T as preconditioner; a plain pass of the projection is a
/// step of it without them. Where constraints are nearly dependent (next to singular positions) a plain
/// pass gains a share κσ/(1 + κσ) along the weak direction only, and σ may be anything; conjugate
/// directions need about one pass for every such direction. `psi` is G y + b at the start and at the end.
/// Returns the largest violation that is left.
double Stepper::close(const double* gradient, double* y, double* psi, double goal) {
  const int n = system_.block_count(), rows = system_.row_count();
  double *p = scratch_.delta.data(), *z = scratch_.residual.data(),
         *r = scratch_.delta_acceleration.data(), *q = scratch_.weight.data();
  double left = system_.largest_violation(psi), rz_before = 1.0;
  for (int pass = 0; pass < kMaxConjugatePasses && left > goal; ++pass) {
    system_.transpose_product(gradient, psi, r);
    std::copy(r, r + 4 * n, z);
    system_.factor().solve(z);
    const double rz = product(r, z, n);
    if (!(rz > 0.0)) break;
    const double beta = rz / rz_before;
    rz_before = rz;
    if (pass == 0)
      std::copy(z, z + 4 * n, p);  // what lies there may be anything
    else
      for (int i = 0; i < 4 * n; i += 4)
        store4(p + i, fma4(broadcast4(beta), load4(p + i), load4(z + i)));
    system_.evaluate_products(gradient, p, q);
    double size = 0.0;
    for (int k = 0; k < rows; ++k) size += q[k] * q[k];
    if (!(size > 0.0)) break;
    const double alpha = rz / size;
    accumulate(y, p, -alpha, n);
    for (int k = 0; k < rows; ++k) psi[k] -= alpha * q[k];
    left = system_.largest_violation(psi);
  }
  return left;
}

// ---------------------------------------------------------------------------------- step

StepReport Stepper::step(State& state, const std::vector<DriveReference>& drives,
                         const double* signals) {
  return step_part(state, drives, signals, 0, 1);
}

StepReport Stepper::step_part(State& state, const std::vector<DriveReference>& drives,
                              const double* signals, int part, int parts) {
  StepReport report;
  signals_ = signals;
  const std::int64_t step_before = state.step;
  const double h = parts == 1 ? full_h_ : full_h_ / parts;
  const std::vector<DriveReference>* end = &drives;
  if (parts > 1) {
    const int left = parts - part;
    for (std::size_t i = 0; i < drives.size(); ++i)
      part_reference_[i] = part > 0 && !state.drive[i].engaged
                               ? state.drive[i]
                               : between(state.drive[i], drives[i], left * h, 1.0 / left);
    end = &part_reference_;
  }
  // A trend belongs to the length of the step it was seen in.
  if (parts > 1) forget_trend(state);
  if (!advance(state, h, *end, report)) {
    hold_still(state);
    report.contained = true;
    report.converged = false;
  }
  if (parts > 1) forget_trend(state);
  // The step count is the truth: a sum over hours would carry rounding.
  const bool whole = part + 1 == parts;
  state.step = step_before + (whole ? 1 : 0);
  state.time = (static_cast<double>(step_before) + (part + 1.0) / parts) * full_h_;
  if (whole) configure(full_h_);
  count(report);
  return report;
}

void Stepper::count(const StepReport& report) {
  counters_.steps += 1;
  counters_.iterations += report.iterations;
  counters_.factorisations += report.factorisations;
  counters_.not_converged += report.converged ? 0 : 1;
  counters_.retried += report.parts > 1 ? 1 : 0;
  counters_.contained += report.contained ? 1 : 0;
  counters_.tangent_reduced += report.tangent_reduced ? 1 : 0;
}

bool Stepper::advance(State& state, double h, const std::vector<DriveReference>& drives,
                      StepReport& report) {
  if (try_step(state, h, drives, report) != Outcome::failed) return true;

  before_ = start_;
  for (int parts = 2; parts <= settings_.max_substeps; parts *= 2)
    if (advance_in_parts(state, h, drives, parts, report)) {
      report.parts = parts;
      return true;
    }
  // With contacts that any iteration can solve, before the machine is held still.
  if (system_.has_step_forces()) {
    plain_ = true;
    bool through = false;
    for (int parts = 1; parts <= kMostPlainParts && !through; parts *= 4)
      through = advance_in_parts(state, h, drives, parts, report);
    plain_ = false;
    report.converged = false;
    if (through) return true;
  }
  configure(h);
  state = before_;
  return false;
}

/// The whole step from before_, in equal parts; false where one of them finds no solution.
bool Stepper::advance_in_parts(State& state, double h, const std::vector<DriveReference>& drives,
                               int parts, StepReport& report) {
  state = before_;
  forget_trend(state);
  report.converged = true;
  for (int p = 1; p <= parts; ++p) {
    retry_reference_.resize(drives.size());
    for (std::size_t i = 0; i < drives.size(); ++i)
      // A drive that let go in an earlier part stays so until the step is over.
      retry_reference_[i] =
          p > 1 && !state.drive[i].engaged
              ? state.drive[i]
              : between(before_.drive[i], drives[i], h, static_cast<double>(p) / parts);
    if (try_step(state, h / parts, retry_reference_, report) == Outcome::failed) return false;
  }
  forget_trend(state);
  configure(h);
  return true;
}

Stepper::Outcome Stepper::try_step(State& state, double h,
                                   const std::vector<DriveReference>& drives, StepReport& report) {
  configure(h);
  if (keep_ledger_ && !state.ledger.measured) measure_energy(state);
  if (keep_ledger_) lap(Stage::ledger);

  const bool guards = system_.has_step_forces();
  const Power power_before = guards ? measure(state) : Power{};
  const double kinetic_before = guards ? kinetic_energy(state) : 0.0;

  // A drive that lets go changes the problem: solve the step again, at most once per drive; and once more
  // for one that should not have.
  set_start(state);
  choose_carried();
  reference_ = drives;
  Outcome outcome = Outcome::failed;
  std::bitset<64> kept;
  const int iterations_before = report.iterations;
  for (std::size_t pass = 0; pass <= 2 * drive_limits_.size(); ++pass) {
    std::copy(reference_.begin(), reference_.end(), state.drive.begin());
    state.time += h;
    predict(start_, state);
    lap(Stage::predict);
    iteration_ = 0;
    prepare(state);
    if (carried_ > 0.0 && !find_carried_force(state)) {
      carried_ = 0.0;
      predict(start_, state);
      prepare(state);
    }
    if (keep_ledger_ || guards) measure_found_anew(state);
    lap(Stage::prepare);
    outcome = iterate(state, report);
    if (outcome == Outcome::failed) return outcome;
    if (drive_limits_.empty()) break;
    const bool released = release_overloaded_drives(state);
    for (std::size_t i = 0; i < std::min(drives.size(), kept.size()); ++i)
      if (kept[i]) state.drive[i] = drives[i];
    const std::size_t ahead =
        released ? drives.size()
                 : find_ahead(system_, state, drives, kPositionGoal * system_.length());
    if (ahead < std::min(drives.size(), kept.size())) {
      kept.set(ahead);
      state.drive[ahead] = drives[ahead];
    } else if (!differ(state.drive, reference_)) {
      break;
    }
    reference_ = state.drive;
    state.copy_all_but_motion(start_);
  }
  // Contacts end the step with the forces that moved the bodies, not with those of the last iteration but
  // one, nor of velocities that the projection has touched.
  if (system_.has_step_forces()) {
    evaluate_forces(state, {scratch_.force.data(), nullptr, 0.0, 0.0});
  }
  if (!project(state, report)) return Outcome::failed;
  split_contact(state);
  lap(Stage::project);
  // A step that took more iterations (those of a drive that let go included) or impulses, or ended
  // elsewhere than the trend said, says little about the next one.
  const bool impulses = accept(state);
  if (impulses || state.touched || report.iterations - iterations_before > kSmoothIterations ||
      (trend_ > 0.0 && prediction_error_ > kGoodTrend * trend_ * s_))
    forget_trend(state);
  if (guards && (state.touched || start_.touched))
    guard_energy(state, power_before, kinetic_before, outcome == Outcome::converged);
  lap(Stage::accept);
  if (keep_ledger_) {
    book_energy(state);
    lap(Stage::ledger);
  }
  return outcome;
}

/// Takes energy out along what the contacts did, so that momentum stays; returns how much.
double Stepper::brake(State& state, double energy) {
  const int n = system_.block_count();
  const AlignedDoubles& a = state.contact_acceleration;
  system_.mass_product(a.data(), scratch_.residual.data());
  const EnergyBrake brake =
      EnergyBrake::find(product(state.v.data(), scratch_.residual.data(), n),
                        product(a.data(), scratch_.residual.data(), n), energy);
  accumulate(state.v.data(), a.data(), brake.along, n);
  return brake.taken;
}

/// Whether anything acts within the step, by the last evaluation.
bool Stepper::pushes() const {
  return system_.has_step_forces() &&
         largest(scratch_.step_force.data(), system_.block_count()) > 0.0;
}

/// Whatever the iterations made of a step with contacts: the machine holds no more energy than it had, than
/// drives and loads gave and than contacts took back of their losses. What is clearly too much leaves the
/// velocities. Of steps that converged only what no tolerance or unknown store explains.
void Stepper::guard_energy(State& state, const Power& before, double kinetic_before,
                           bool converged) {
  const Power after = measure(state);
  double given = 0.5 * h_ * (before.external + after.external), work = std::abs(given);
  for (std::size_t i = 0; i < state.drive.size(); ++i) {
    // One that let go pushes along the way that was really gone: its rate at the end of the step would give
    // twice the work, or none, of a motion that begins or ends.
    const system::DriveReference& d = state.drive[i];
    const double by_drive = d.engaged ? mean_force(i, state) * (d.value - start_.drive[i].value)
                                      : d.force * way_of_drive(system_, start_, state, i);
    given += by_drive;
    work += std::abs(by_drive);
  }
  given += given_at_start_;
  double made = 0.0;  // by contacts: they say themselves that they gave more than they took
  for (const auto& term : system_.terms()) {
    given += term->paid_by_past() + term->given_in_step();
    work += std::abs(term->given_in_step());
    made -= term->lost_in_step();
  }
  const double moving = kinetic_energy(state);
  double excess = moving + after.potential - kinetic_before - before.potential - given;
  // Of free bodies the rule made what is there beyond what contacts say that they lost: that heat is not real,
  // and must not pay for a recovery later.
  if (!carries_) excess = std::max(excess, excess - made - kHeatByTheRule * std::abs(made));
  // Of free bodies nothing is unknown; nor of machines without drives that only stops and ropes push.
  const bool known = state.drive.empty() && only_stops_push_;
  const double unexplained = known        ? kUnexplainedAtStops
                             : !converged ? kGuard
                             : carries_   ? kUnexplained
                                          : kUnexplainedFree;
  const double scale = carries_ ? moving + kinetic_before : moving;
  if (!(excess > unexplained * scale + kUnexplained * work)) {
    if (!(carries_ && made > kGuard * scale && excess > 0.0)) return;
    excess = std::min(excess, made);
  }
  double left = excess;
  if (state.touched) left -= brake(state, left);
  // The rest is in the contacts.
  double stored = 0.0;
  for (std::size_t i = 0; i < system_.terms().size(); ++i)
    stored += system_.terms()[i]->can_give_up(
        configuration(state), state.term.data() + system_.term_state_offset(static_cast<int>(i)));
  if (left > 0.0 && stored > 0.0) {
    const double kept = std::max(0.0, 1.0 - left / stored);
    for (std::size_t i = 0; i < system_.terms().size(); ++i)
      system_.terms()[i]->give_up(
          kept, state.term.data() + system_.term_state_offset(static_cast<int>(i)));
    left -= (1.0 - kept) * stored;
  }
  // Or in motions that the iterations made of nothing.
  const double after_brake = kinetic_energy(state);
  if (left > unexplained * after_brake && after_brake > 0.0) {
    const double share = std::sqrt(std::max(0.0, 1.0 - left / after_brake));
    for (double& v : state.v) v *= share;
    project_velocities(state);
  }
  work_impulses_ += moving - kinetic_energy(state);
  ++guarded_;
}

void Stepper::measure_energy(State& state) const {
  const Power power = measure(state);
  EnergyLedger& l = state.ledger;
  l.measured = true;
  l.energy = kinetic_energy(state) + power.potential;
  l.external_power = power.external;
  l.dissipation_power = power.dissipation;
}

void Stepper::book_energy(State& state) {
  EnergyLedger& l = state.ledger;
  const EnergyLedger before = l;
  measure_energy(state);
  l.drive_power = drive_power(state);
  double external = 0.5 * h_ * (before.external_power + l.external_power);
  const double dissipated = 0.5 * h_ * (before.dissipation_power + l.dissipation_power);
  double drives = 0.5 * h_ * (before.drive_power + l.drive_power);
  // What contacts ask of drives lasts for the step, as they do.
  if (state.touched)
    for (std::size_t i = 0; i < state.drive.size(); ++i)
      if (state.drive[i].engaged)
        drives -= state.contact_lambda[system_.drive_row(static_cast<int>(i))] *
                  (state.drive[i].value - start_.drive[i].value);
  double lost = work_impulses_;
  for (const auto& term : system_.terms()) {
    lost += term->lost_in_step() - term->paid_back();
    external += term->given_in_step();
  }
  l.external += external;
  l.dissipated += dissipated + lost;
  l.drives += drives;
  l.projection += work_projection_;
  l.detection -= found_anew_;
  l.integrator += before.energy + found_anew_ - l.energy + external + drives - dissipated - lost -
                  work_projection_;
}

void Stepper::measure_found_anew(const State& state) {
  found_anew_ = given_at_start_ = 0.0;
  for (std::size_t i = 0; i < system_.terms().size(); ++i) {
    const double* own = state.term.data() + system_.term_state_offset(static_cast<int>(i));
    found_anew_ += system_.terms()[i]->found_anew(configuration(state), own);
    given_at_start_ += system_.terms()[i]->given_at_start(configuration(state), own);
  }
}

/// The arrays of motion change places instead of being copied: those of `state` then hold an older
/// motion, which the prediction overwrites.
void Stepper::set_start(State& state) {
  if (start_.x.size() != state.x.size() || start_.lambda.size() != state.lambda.size()) {
    start_ = state;
    return;
  }
  start_.swap_motion(state);
  start_.copy_all_but_motion(state);
  const auto constants = 4 * static_cast<std::ptrdiff_t>(system_.block_count());
  std::copy(start_.x.begin() + constants, start_.x.end(), state.x.begin() + constants);
}

/// First guess: without dissipation the acceleration changes as it did in the last step; with it, it
/// stays as it is.
void Stepper::predict(const State& start, State& state) {
  const int n = system_.block_count();
  const double h = h_;
  const Lane4 h4 = broadcast4(h);
  const Lane4 old_x = broadcast4(h * h * (0.5 - beta_)), new_x = broadcast4(h * h * beta_);
  const Lane4 old_v = broadcast4(h * (1.0 - gamma_)), new_v = broadcast4(h * gamma_);
  const auto move = [&](int i, Lane4 a0, Lane4 a1) {
    const Lane4 v0 = load4(&start.v[i]);
    Lane4 x = fma4(h4, v0, load4(&start.x[i]));
    x = fma4(old_x, a0, x);
    store4(&state.x[i], fma4(new_x, a1, x));
    store4(&state.v[i], fma4(new_v, a1, fma4(old_v, a0, v0)));
  };
  // Where bodies touch, as in the step before; the part that is there already ended with it.
  double within_again = system_.has_step_forces() ? within_ : 0.0;
  if (start.touched && within_again > 0.0) {
    Largest smooth;
    for (int i = 0; i < 4 * n; i += 4)
      smooth.add(sub4(load4(&start.acceleration[i]), load4(&start.contact_acceleration[i])));
    within_again *= contact_to_expect(stepper::largest(start.v.data(), n), smooth.value(),
                                      stepper::largest(start.contact_acceleration.data(), n), h);
  }
  const Lane4 again = broadcast4(within_again - 1.0);
  const Lane4 contact_to_a = broadcast4((1.0 - delta_f_) / (1.0 - delta_m_));
  Largest largest;
  if (has_memory_) {
    const Lane4 from_q = broadcast4(1.0 / (1.0 - delta_m_)),
                from_a = broadcast4(delta_m_ / (1.0 - delta_m_));
    for (int i = 0; i < 4 * n; i += 4) {
      const Lane4 a0 = load4(&start.algorithmic[i]);
      Lane4 q = load4(&start.acceleration[i]);
      Lane4 a1 = sub4(mul4(from_q, q), mul4(from_a, a0));
      if (start.touched) {
        const Lane4 contact = load4(&start.contact_acceleration[i]);
        q = fma4(again, contact, q);
        a1 = fma4(
            mul4(broadcast4(within_again), contact_to_a), contact,
            sub4(mul4(from_q, sub4(load4(&start.acceleration[i]), contact)), mul4(from_a, a0)));
      }
      largest.add(q);
      move(i, a0, a1);
      store4(&state.algorithmic[i], a1);
      store4(&state.acceleration[i], q);
    }
  } else {
    Largest trend;
    for (int i = 0; i < 4 * n; i += 4) {
      Lane4 contact = zero4();
      if (start.touched) contact = load4(&start.contact_acceleration[i]);
      const Lane4 smooth = sub4(load4(&start.acceleration[i]), contact);
      const Lane4 change = sub4(smooth, load4(&start.algorithmic[i]));
      Lane4 a0 = smooth, a1 = add4(smooth, change);
      if (start.touched) {
        a0 = fma4(broadcast4(carried_), contact, a0);
        a1 = fma4(broadcast4(within_again - carried_), contact, a1);
      }
      trend.add(change);
      largest.add(a1);
      move(i, a0, a1);
      store4(&state.algorithmic[i], smooth);
      store4(&state.acceleration[i], a1);
    }
    trend_ = trend.value();
  }
  predicted_acceleration_ = largest.value();
  for (int r = 0; r < system_.row_count(); ++r)
    mu_[r] = s_ * start.lambda[r] / system_.row_scale(r);
  if (start.touched)
    for (int r = 0; r < system_.row_count(); ++r)
      mu_[r] +=
          (within_again - 1.0 - carried_) * s_ * start.contact_lambda[r] / system_.row_scale(r);
}

/// Forces, contacts φ times, less what of their last force acts from the start of the step.
void Stepper::evaluate_forces(const State& state, const ForceSink& sink) {
  system_.evaluate_forces(configuration(state), state.term.data(), sink, within_,
                          scratch_.step_force.data());
  if (carried_ > 0.0)
    accumulate(scratch_.force.data(), carried_force_.data(), -carried_, system_.block_count());
}

/// How much of the contacts' last force acts at the start of this step.
void Stepper::choose_carried() {
  carried_ = 0.0;
  if (!carries_ || has_memory_ || plain_ || !start_.touched || !system_.has_step_forces()) return;
  double steps = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < system_.terms().size(); ++i)
    steps = std::min(steps,
                     system_.terms()[i]->steps_of_shortest(
                         start_.term.data() + system_.term_state_offset(static_cast<int>(i)), h_));
  carried_ = std::clamp((steps - kHardlyResolved) / (kWellResolved - kHardlyResolved), 0.0, 1.0);
}

/// The same force where it acts at the end. False where contacts that had it are gone: nothing would take
/// back what is carried.
bool Stepper::find_carried_force(const State& state) {
  std::fill(carried_force_.begin(), carried_force_.end(), 0.0);
  const ForceSink sink{carried_force_.data(), nullptr, 0.0, 0.0};
  for (std::size_t i = 0; i < system_.terms().size(); ++i)
    system_.terms()[i]->add_last_forces(
        state.term.data() + system_.term_state_offset(static_cast<int>(i)), sink);
  // At the start it was M q̈_c + Φ_qᵀ λ_c.
  const int n = system_.block_count();
  system_.evaluate_rows(start_.x.data(), start_.coordinate.data(), start_.drive.data(),
                        scratch_.gradient[0].data(), scratch_.psi.data());
  for (int r = 0; r < system_.row_count(); ++r)
    scratch_.weight[r] = start_.contact_lambda[r] / system_.row_scale(r);
  system_.mass_product(start_.contact_acceleration.data(), returned_.data());
  system_.add_transpose_product(scratch_.gradient[0].data(), scratch_.weight.data(),
                                returned_.data());
  const double size = largest(returned_.data(), n);
  accumulate(returned_.data(), carried_force_.data(), -1.0, n);
  return largest(returned_.data(), n) <= kSameForce * size;
}

/// The next step begins with the acceleration as it is.
void Stepper::forget_trend(State& state) const {
  if (has_memory_) return;
  std::copy(state.acceleration.begin(), state.acceleration.end(), state.algorithmic.begin());
  if (state.touched)
    accumulate(state.algorithmic.data(), state.contact_acceleration.data(), -1.0,
               system_.block_count());
}

/// Takes what the contacts of the step added beyond their force out of q̈ and λ, and remembers their part.
/// After `iterate`, which leaves the gradients of the end of the step in gradient[0].
void Stepper::split_contact(State& state) {
  state.touched = true;  // what lies there is of an older step
  const int n = system_.block_count();
  const double* g = scratch_.gradient[0].data();
  const bool pushes = this->pushes();
  if ((!pushes && !(carried_ > 0.0)) || !system_.factor().factorise(g, nullptr)) {
    state.forget_contact();
    return;
  }
  const auto remove = [&](double share, const double* acceleration, const double* force,
                          const double* lambda) {
    accumulate(state.acceleration.data(), acceleration, -share, n);
    accumulate(scratch_.force.data(), force, -share, n);
    for (int r = 0; r < system_.row_count(); ++r) state.lambda[r] -= share * lambda[r];
  };
  if (carried_ > 0.0) {
    respond(carried_force_, g, returned_.data(), returned_lambda_.data());
    remove(-carried_, returned_.data(), carried_force_.data(), returned_lambda_.data());
  }
  if (!pushes) {
    state.forget_contact();
    return;
  }
  find_contact_part(state, g);
  remove(within_ - 1.0, state.contact_acceleration.data(), scratch_.step_force.data(),
         state.contact_lambda.data());
  if (has_memory_)
    accumulate(state.algorithmic.data(), state.contact_acceleration.data(),
               -within_ * (1.0 - delta_f_) / (1.0 - delta_m_), n);
}

bool Stepper::factorise(StepReport& report) {
  ++report.factorisations;
  const double* g = scratch_.gradient[1].data();
  const double* extra = system_.extra_count() > 0 ? scratch_.extra.data() : nullptr;
  if (system_.factor().factorise(g, extra)) return true;
  // Stiffness of forces can make T indefinite: fall back to mass and constraints.
  report.tangent_reduced = true;
  return system_.factor().factorise(g, nullptr);
}

/// One Newton correction with the multipliers held: returns |Δq|, or infinity when T cannot be
/// factorised. Afterwards gradient[1] holds the gradients of the factorisation.
double Stepper::correct(State& state, bool refactor, StepReport& report) {
  const ForceSink sink{scratch_.force.data(), refactor ? scratch_.extra.data() : nullptr, s_,
                       s_ * gamma_ / (beta_ * h_)};
  evaluate_forces(state, sink);
  lap(Stage::forces);
  double *delta = scratch_.residual.data(), *frozen = scratch_.gradient[1].data();
  system_.inertia_minus_force(state.acceleration.data(), scratch_.force.data(), s_, delta);
  if (refactor)
    system_.add_constraint_forces(motion(state), mu_.data(), frozen, scratch_.psi.data(), delta);
  else
    system_.add_constraint_forces(motion(state), mu_.data(), frozen, scratch_.gradient[0].data(),
                                  scratch_.psi.data(), delta);
  lap(Stage::rows);
  if (refactor && !factorise(report)) return std::numeric_limits<double>::infinity();
  if (refactor) lap(Stage::factor);
  system_.factor().solve(delta);
  const double increment = apply_increment(state, delta);
  lap(Stage::solve);
  ++report.iterations;
  ++iteration_;
  return increment;
}

Stepper::Outcome Stepper::iterate(State& state, StepReport& report) {
  const int rows = system_.row_count();
  // The goal on |Δq| follows the accelerations: a fast mechanism moves by more per step.
  const double acceleration_goal =
      tolerance_ * std::max(1.0, kRelativeTolerance * predicted_acceleration_);
  double goal = std::max(acceleration_goal * beta_ * h_ * h_, 1e-14 * system_.length());
  double harmless = kHarmless * system_.length();
  const int cap = std::max(1, settings_.max_iterations);
  double previous = std::numeric_limits<double>::infinity();
  bool converged = false, slow = false;
  for (int i = 0; i < cap + kRescueIterations && !converged; ++i) {
    // One factorisation serves the first two iterations; slow convergence gets a fresh one each time.
    const bool spare = i % 2 == 1 && (i == 1 || (spare_factors_ && !slow));
    const double increment = correct(state, !spare, report);
    report.last_increment = increment;
    if (i == 0) prediction_error_ = increment;
    if (!(increment < 1e3 * system_.length())) return Outcome::failed;
    const bool patient = pushes();
    if (patient) {
      const double free = acceleration_goal * beta_ * h_ * h_;
      double way = free;
      for (const auto& term : system_.terms())
        way = std::min(way, term->least_way(acceleration_goal) / within_);
      goal = std::max(way, 1e-14 * system_.length());
      harmless = std::max(
          plain_ ? kHarmlessInNeed * system_.length() : kHarmless * system_.length() * (way / free),
          goal);
    }
    // The next increment would be about `ratio` of this one: no need to compute that it is small.
    // Only where the constraints are closed, because their rest falls quadratically, not by a ratio.
    const double ratio = i > 0 ? increment / previous : 1.0;
    slow = ratio > kSlowContraction;
    converged = increment < goal || (ratio < kGoodContraction && ratio * increment < goal &&
                                     system_.largest_violation(scratch_.psi.data()) <=
                                         kPositionGoal * system_.length());
    // At the cap, small increments are harmless (singular positions); large ones go on, and with contacts
    // also those that still shrink.
    if (i + 1 >= cap && increment < harmless && increment <= previous && (slow || !patient)) break;
    if (i + 1 >= cap + (patient ? kPatience : 3) && increment < harmless) break;
    previous = increment;
  }
  if (!converged) {
    report.converged = false;
    if (report.last_increment > harmless) return Outcome::failed;
  }
  // Multipliers are updated once Newton has converged: earlier updates would turn its nonlinear
  // rest into wrong forces. Long steps may need a second round to close the constraints.
  // What the projection starts from is measured in the same walk.
  double open_before = std::numeric_limits<double>::infinity();
  for (int round = 0;; ++round) {
    system_.evaluate_rows_and_rates(motion(state), scratch_.gradient[1].data(),
                                    scratch_.gradient[0].data(), scratch_.psi.data(),
                                    {scratch_.psi_rate.data(), scratch_.psi_acceleration.data(),
                                     scratch_.delta.data(), scratch_.delta_acceleration.data()});
    lap(Stage::rows);
    for (int r = 0; r < rows; ++r) mu_[r] += scratch_.psi[r];
    const double open = system_.largest_violation(scratch_.psi.data());
    if (open <= kPositionGoal * system_.length()) break;
    if (round == kMaxMultiplierRounds) {
      // A penalty that does not fit the masses leaves gaps: that is no solution.
      if (!(open <= harmless)) return Outcome::failed;
      report.converged = converged = false;
      break;
    }
    // Next to a singular position the factor of the first iteration closes them slowly.
    const bool stale = open > kGoodContraction * open_before;
    open_before = open;
    if (!(correct(state, stale, report) < 1e3 * system_.length())) return Outcome::failed;
  }
  for (int r = 0; r < rows; ++r) state.lambda[r] = mu_[r] * system_.row_scale(r) / s_;
  return converged ? Outcome::converged : Outcome::capped;
}

/// q, v, a and q̈ move together, by increments: no cancellation at small h. Returns |Δq|, or infinity
/// when a number in it is not finite.
double Stepper::apply_increment(State& state, const double* delta) const {
  const Lane4 to_v = broadcast4(gamma_ / (beta_ * h_)), to_a = broadcast4(1.0 / (beta_ * h_ * h_)),
              to_acceleration = broadcast4(1.0 / s_);
  double *x = state.x.data(), *v = state.v.data(), *a = state.algorithmic.data(),
         *acceleration = state.acceleration.data();
  const bool has_memory = has_memory_;
  Largest most;
  AllFinite finite;
  for (int i = 0; i < 4 * system_.block_count(); i += 4) {
    const Lane4 d = load4(delta + i);
    most.add(d);
    finite.add(d);
    store4(x + i, sub4(load4(x + i), d));
    store4(v + i, fnma4(to_v, d, load4(v + i)));
    if (has_memory) store4(a + i, fnma4(to_a, d, load4(a + i)));
    store4(acceleration + i, fnma4(to_acceleration, d, load4(acceleration + i)));
  }
  return finite.value() ? most.value() : std::numeric_limits<double>::infinity();
}

/// v and accelerations less what a pass of the projection takes out of them; `delta_v` may be null. What
/// the next pass needs to know is measured in the same walk.
Stepper::Projected Stepper::apply_projection(State& state, const double* delta_v,
                                             const double* delta_a) const {
  const double* weight = system_.arrays().block_weight.data();
  const Lane4 to_algorithmic = broadcast4((1.0 - delta_f_) / (1.0 - delta_m_));
  double *v = state.v.data(), *a = state.algorithmic.data(),
         *acceleration = state.acceleration.data();
  const bool has_memory = has_memory_;
  Largest speed, largest_acceleration;
  AllFinite finite;
  for (int e = 0; e < system_.block_count(); ++e) {
    const int i = 4 * e;
    const Lane4 w = broadcast4(weight[e]), d = load4(delta_a + i);
    Lane4 v_e = load4(v + i);
    if (delta_v != nullptr) {
      v_e = sub4(v_e, load4(delta_v + i));
      store4(v + i, v_e);
    }
    const Lane4 a_e = sub4(load4(acceleration + i), d);
    store4(acceleration + i, a_e);
    if (has_memory) store4(a + i, fnma4(to_algorithmic, d, load4(a + i)));
    speed.add(mul4(v_e, w));
    largest_acceleration.add(mul4(a_e, w));
    finite.add(v_e);
    finite.add(a_e);
  }
  return {speed.value(), largest_acceleration.value(), finite.value()};
}

/// Rates and accelerations of the rows, and their products with the frozen gradients, are those that
/// `iterate` found at the end. False when numbers are not finite.
bool Stepper::project(State& state, StepReport& report) {
  const double* g = scratch_.gradient[0].data();
  const double* frozen = scratch_.gradient[1].data();
  const bool by_mass = settings_.projection == ProjectionMetric::mass;
  if (by_mass) {
    if (!system_.factor().factorise(g, nullptr)) return true;
    frozen = g;
  }
  const double kinetic_before = keep_ledger_ ? kinetic_energy(state) : 0.0;
  bool both = true, closed = false, finite = true;
  for (int pass = 0; pass < kMaxProjectionPasses && !closed; ++pass) {
    if (both) {
      if (pass > 0 || by_mass)
        system_.transpose_products(frozen, scratch_.psi_rate.data(),
                                   scratch_.psi_acceleration.data(), scratch_.delta.data(),
                                   scratch_.delta_acceleration.data());
      system_.factor().solve_two(scratch_.delta.data(), scratch_.delta_acceleration.data());
    } else {
      system_.transpose_product(frozen, scratch_.psi_acceleration.data(),
                                scratch_.delta_acceleration.data());
      system_.factor().solve(scratch_.delta_acceleration.data());
    }
    const Projected now = apply_projection(state, both ? scratch_.delta.data() : nullptr,
                                           scratch_.delta_acceleration.data());
    finite = now.finite;
    ++report.projections;

    // Near singular positions a pass gains little, so what is left is measured.
    if (both) {
      system_.evaluate_rates_and_accelerations(
          g, state.x.data(), state.v.data(), state.acceleration.data(), state.coordinate.data(),
          state.drive.data(), scratch_.psi_rate.data(), scratch_.psi_acceleration.data());
      // A rate that moves nothing by more than the rounding of its position within the step is closed:
      // at rest all speeds are such rounding, and a share of them would be a goal that recedes.
      const double open = system_.largest_violation(scratch_.psi_rate.data());
      both = open > kVelocityGoal * (now.speed + h_ * now.acceleration) &&
             open > kRounding * system_.largest_weighted(state.x.data()) / h_;
    } else {
      system_.evaluate_accelerations(g, state.x.data(), state.v.data(), state.acceleration.data(),
                                     state.coordinate.data(), state.drive.data(),
                                     scratch_.psi_acceleration.data());
    }
    if (both) continue;
    // Positions far from the origin are rounded, and accelerations move by Δq/s: below that a further
    // pass would chase noise.
    const double left = system_.largest_violation(scratch_.psi_acceleration.data());
    closed = left <= kProjectionGoal * now.acceleration ||
             left <= kRounding * system_.largest_weighted(state.x.data()) / s_;
  }
  if (!closed) {
    // Passing a singular position, the little that is left along the direction that is lost there does no
    // harm, and to divide it by next to nothing would. A machine that stays near one must not gather it.
    const double speed = system_.largest_weighted(state.v.data());
    if (both && system_.largest_violation(scratch_.psi_rate.data()) > kVelocityOpen * speed)
      close(g, state.v.data(), scratch_.psi_rate.data(), kVelocityGoal * speed);
    finite = finite && all_finite(state.v.data(), system_.block_count());
    settle_singular(state, start_, h_, system_.block_count());
  }
  work_projection_ = keep_ledger_ ? kinetic_before - kinetic_energy(state) : 0.0;
  return finite;
}

/// Of a drive over the step. Where bodies touch, λ at its end holds φ times what the contacts ask for:
/// the mean, (1-γ) λ₀ + γ λ₁ from a start without contacts, is what acts.
double Stepper::mean_force(std::size_t drive, const State& state) const {
  const auto row = static_cast<std::size_t>(system_.drive_row(static_cast<int>(drive)));
  if (!pushes()) return -state.lambda[row];
  // The row of a drive that had let go holds an older number.
  const DriveReference& before = start_.drive[drive];
  const double start =
      !before.engaged ? -before.force
                      : start_.lambda[row] -
                            (start_.touched ? (1.0 - carried_) * start_.contact_lambda[row] : 0.0);
  return -((1.0 - gamma_) * start + gamma_ * state.lambda[row]);
}

bool Stepper::release_overloaded_drives(State& state) const {
  bool released = false;
  for (std::size_t i = 0; i < drive_limits_.size(); ++i) {
    DriveReference& d = state.drive[i];
    if (!d.engaged) continue;
    const double force = mean_force(i, state);
    const auto& [low, high] = drive_limits_[i];
    if (force > high) {
      d.engaged = false;
      d.force = high;
      released = true;
    } else if (force < low) {
      d.engaged = false;
      d.force = low;
      released = true;
    }
  }
  return released;
}

void Stepper::prepare(State& state) {
  ImpulseResponse response(*this, state);
  for (std::size_t i = 0; i < system_.terms().size(); ++i)
    system_.terms()[i]->prepare(configuration(state),
                                state.term.data() + system_.term_state_offset(static_cast<int>(i)),
                                response);
}

/// True when terms applied impulses.
bool Stepper::accept(State& state) {
  for (std::size_t i = 0; i < system_.coordinates().size(); ++i)
    state.coordinate[i] = system_.coordinates()[i].value(state.x.data(), state.coordinate[i]);
  const double kinetic = keep_ledger_ ? kinetic_energy(state) : 0.0;
  ImpulseResponse response(*this, state);
  for (std::size_t i = 0; i < system_.terms().size(); ++i)
    system_.terms()[i]->accept(configuration(state),
                               state.term.data() + system_.term_state_offset(static_cast<int>(i)),
                               response);
  work_impulses_ = 0.0;
  if (!response.applied()) return false;
  project_velocities(state);
  if (keep_ledger_) work_impulses_ = kinetic - kinetic_energy(state);
  return true;
}

/// Contacts let go of what they hold: with it the next step would begin from the state that found no solution.
/// That only takes energy, which is booked as lost.
void Stepper::hold_still(State& state) {
  const auto energy = [&] {
    return keep_ledger_ ? kinetic_energy(state) + potential_energy(state) : 0.0;
  };
  const double before = energy();
  state.ledger.measured = false;
  for (std::size_t i = 0; i < system_.terms().size(); ++i)
    system_.terms()[i]->give_up(0.0,
                                state.term.data() + system_.term_state_offset(static_cast<int>(i)));
  for (auto* array : {&state.v, &state.acceleration, &state.algorithmic})
    std::fill(array->begin(), array->end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  state.forget_contact();
  state.ledger.dissipated += before - energy();
}

// ---------------------------------------------------------------------------------- readings

double Stepper::kinetic_energy(const State& s) const { return system_.kinetic_energy(s.v.data()); }

double Stepper::potential_energy(const State& s) const { return measure(s).potential; }

Stepper::Power Stepper::measure(const State& state) const {
  Power p;
  p.potential = system_.gravity_potential(state.x.data());
  for (std::size_t i = 0; i < system_.terms().size(); ++i) {
    const system::TermEnergy e = system_.terms()[i]->energy(
        configuration(state), state.term.data() + system_.term_state_offset(static_cast<int>(i)));
    p.potential += e.potential;
    p.dissipation += e.dissipation_power;
    p.external += e.external_power;
  }
  return p;
}

/// Σ F ẋ over the drives, without what contacts ask of them. Multipliers of the position level are of first order in h only, so the
/// forces are taken from the accelerations: Gᵀ λ = Q - M q̈, hence λ ≈ G T⁻¹ (Q - M q̈), scaled. Q is
/// that of the last iteration.
double Stepper::drive_power(const State& state) {
  if (state.drive.empty()) return 0.0;
  system_.inertia_minus_force(state.acceleration.data(), scratch_.force.data(), -1.0,
                              scratch_.residual.data());
  system_.factor().solve(scratch_.residual.data());
  double power = 0.0;
  for (int i = 0; i < system_.drive_count(); ++i) {
    const DriveReference& d = state.drive[static_cast<std::size_t>(i)];
    const int row = system_.drive_row(i);
    const double contact = state.touched ? state.contact_lambda[row] : 0.0;
    const double force = d.engaged
                             ? contact - system_.row_scale(row) *
                                             system_.row_product(row, scratch_.gradient[0].data(),
                                                                 scratch_.residual.data())
                             : d.force;
    power += force * (d.engaged ? d.rate : system_.drive_rate(i, state.x.data(), state.v.data()));
  }
  return power;
}

Residuals Stepper::residuals(const State& state) {
  Residuals r;
  double* g = scratch_.gradient[0].data();
  system_.evaluate_rows(state.x.data(), state.coordinate.data(), state.drive.data(), g,
                        scratch_.psi.data());
  system_.evaluate_rates(g, state.v.data(), state.drive.data(), scratch_.psi_rate.data());
  system_.evaluate_accelerations(g, state.x.data(), state.v.data(), state.acceleration.data(),
                                 state.coordinate.data(), state.drive.data(),
                                 scratch_.psi_acceleration.data());
  for (int row = 0; row < system_.row_count(); ++row) {
    // A violation divided by the size of its gradient is a displacement.
    const double size = system_.gradient_size(row, g);
    if (size == 0.0) continue;
    r.position = std::max(r.position, std::abs(scratch_.psi[row]) / size);
    r.velocity = std::max(r.velocity, std::abs(scratch_.psi_rate[row]) / size);
    r.acceleration = std::max(r.acceleration, std::abs(scratch_.psi_acceleration[row]) / size);
  }
  return r;
}

/// Dynamic relaxation: motion with a dissipative integrator, brought to a stop whenever the kinetic
/// energy has passed a peak, until nothing accelerates any more.
double Stepper::find_equilibrium(State& state, int max_steps) {
  const State start = state;
  const int n = system_.block_count();
  const double gravity = std::max(1e-3, settings_.gravity.norm());
  description::Settings relaxed = settings_;
  relaxed.method = IntegratorMethod::newmark;
  relaxed.newmark_gamma = 1.0;
  relaxed.newmark_beta = 0.5625;
  relaxed.max_iterations = 8;
  relaxed.tolerance = 1e-6;
  relaxed.step = std::min(0.1, 0.05 * std::sqrt(system_.length() / gravity));
  const auto stop = [&] {
    std::fill(state.v.begin(), state.v.end(), 0.0);
    solve_accelerations(state);
  };
  for (DriveReference& d : state.drive) d.rate = d.acceleration = 0.0;
  stop();
  double best = largest(state.acceleration.data(), n);
  State best_state = state;
  for (int halvings = 0; halvings < 8; ++halvings, relaxed.step *= 0.5) {
    Stepper relax(system_, relaxed);
    relax.set_drive_limits(drive_limits_);
    double kinetic = 0.0;
    bool stuck = false;
    for (int i = 0; i < max_steps && best > 1e-9 * gravity && !stuck; ++i) {
      stuck = relax.step(state, start.drive).contained;
      const double now = kinetic_energy(state);
      if (!(now < kinetic)) {
        kinetic = now;
        continue;
      }
      // Past the peak: start again from rest.
      stop();
      kinetic = 0.0;
      const double left = largest(state.acceleration.data(), n);
      if (left < best) {
        best = left;
        best_state = state;
      }
    }
    if (best <= 1e-9 * gravity) break;
    state = best_state;
  }
  state = best_state;
  state.step = start.step;
  state.time = start.time;
  h_ = 0.0;
  configure(full_h_);
  stop();
  start_ledger(state);
  return largest(state.acceleration.data(), n);
}

}  // namespace outrigger::stepper
