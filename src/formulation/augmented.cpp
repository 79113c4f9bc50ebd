#include "formulation/augmented.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace outrigger::formulation {

using system::DriveReference;
using system::State;

namespace {

constexpr int kMaxPasses = 6;
constexpr double kFinestGoal = 1e-11, kCoarsestGoal = 1e-8;
constexpr double kProgress = 0.1;  ///< |Φ̈| after a pass, of before, that makes another worth it
constexpr int kMaxRestorePasses = 8;
constexpr double kNear = 1e-3;  ///< change of x, of the accuracy, after which v is right as well
constexpr double kSlow = 0.3;   ///< contraction from which the factor is made anew

void subtract(double* x, const double* d, int count) {
  for (int i = 0; i < count; ++i) store4(x + 4 * i, sub4(load4(x + 4 * i), load4(d + 4 * i)));
}

}  // namespace

Augmented::Augmented(system::System& system, const description::Settings& settings)
    : system_(system), factor_(system.factor()) {
  system_.set_penalties(settings, 0.25 * settings.step * settings.step);
  goal_ = std::clamp(0.1 * settings.accuracy / system_.length(), kFinestGoal, kCoarsestGoal);
  near_ = std::max(kNear * settings.accuracy, 1e-13 * system_.length());
  const std::size_t size = 4 * static_cast<std::size_t>(system_.total_block_count());
  for (auto* array : {&gradient_, &newer_gradient_})
    array->assign(4 * static_cast<std::size_t>(system_.slot_count()), 0.0);
  for (auto* array : {&force_, &change_x_, &change_v_, &factorised_x_}) array->assign(size, 0.0);
  for (auto* array : {&psi_, &psi_rate_, &bias_, &multiplier_, &weight_})
    array->assign(static_cast<std::size_t>(system_.row_count()), 0.0);
}

double Augmented::largest(const double* values) const { return system_.largest_weighted(values); }

bool Augmented::factorised_at(const State& state) const {
  return factorised_ && std::memcmp(factorised_x_.data(), state.x.data(), 8 * state.x.size()) == 0;
}

bool Augmented::factorise(const State& state) {
  std::copy(state.x.begin(), state.x.end(), factorised_x_.begin());
  factorised_ = factor_.factorise(gradient_.data(), nullptr);
  return factorised_;
}

bool Augmented::solve(State& state, const std::vector<DriveReference>& drives,
                      const double* signals) {
  const int rows = system_.row_count();
  const double* g = gradient_.data();
  double* a = state.acceleration.data();
  ++evaluations_;
  system_.evaluate_rows_and_bias(state.x.data(), state.v.data(), state.coordinate.data(),
                                 drives.data(), gradient_.data(), psi_.data(), bias_.data());
  // Terms see no displacement: the start of the step is where they are.
  const system::Configuration here{state.time,
                                   0.0,
                                   state.x.data(),
                                   state.v.data(),
                                   state.coordinate.data(),
                                   drives.data(),
                                   state.x.data(),
                                   state.v.data(),
                                   signals,
                                   0};
  system_.evaluate_forces(here, state.term.data(), {force_.data(), nullptr, 0.0, 0.0});
  bool good = factorise(state);
  for (int r = 0; r < rows; ++r) multiplier_[r] = state.lambda[r] / system_.row_scale(r);
  double before = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < kMaxPasses && good; ++pass) {
    ++passes_;
    for (int r = 0; r < rows; ++r) weight_[r] = -(multiplier_[r] + bias_[r]);
    std::copy(force_.begin(), force_.begin() + 4 * system_.block_count(), a);
    system_.add_transpose_product(g, weight_.data(), a);
    factor_.solve(a);
    system_.evaluate_products(g, a, weight_.data());
    for (int r = 0; r < rows; ++r) {
      weight_[r] += bias_[r];
      multiplier_[r] += weight_[r];
    }
    const double size = largest(a);
    good = size - size == 0.0;
    const double open = system_.largest_violation(weight_.data());
    if (open <= goal_ * size || open > kProgress * before) break;
    before = open;
  }
  if (!good) {
    std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
    return false;
  }
  for (int r = 0; r < rows; ++r) state.lambda[r] = multiplier_[r] * system_.row_scale(r);
  return true;
}

void Augmented::restore(State& state, const std::vector<DriveReference>& drives) {
  const int n = system_.block_count();
  const auto evaluate = [&](AlignedDoubles& g) {
    system_.evaluate_rows(state.x.data(), state.coordinate.data(), drives.data(), g.data(),
                          psi_.data());
  };
  bool fresh = true;  // the factor is of this x
  if (!factorised_at(state)) {
    evaluate(gradient_);
    if (!factorise(state)) return;
  }
  double before = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < kMaxRestorePasses; ++pass) {
    if (!fresh) evaluate(newer_gradient_);
    const double* g = fresh ? gradient_.data() : newer_gradient_.data();
    system_.evaluate_rates(g, state.v.data(), drives.data(), psi_rate_.data());
    system_.transpose_product(gradient_.data(), psi_.data(), change_x_.data());
    system_.transpose_product(gradient_.data(), psi_rate_.data(), change_v_.data());
    factor_.solve_two(change_x_.data(), change_v_.data());
    subtract(state.x.data(), change_x_.data(), n);
    subtract(state.v.data(), change_v_.data(), n);
    const double change = largest(change_x_.data());
    if (change <= near_) return;
    fresh = false;
    if (change > kSlow * before) {
      evaluate(gradient_);
      if (!factorise(state)) return;
      fresh = true;
    }
    before = change;
  }
}

}  // namespace outrigger::formulation
