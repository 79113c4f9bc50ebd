#include "formulation/equations.h"

#include <algorithm>
#include <cmath>

namespace outrigger::formulation {

using system::DriveReference;
using system::State;

Equations::Equations(system::System& s, const description::Settings& settings) : system(s) {
  system.set_penalties(settings, 1.0);
  const auto blocks = 4 * static_cast<std::size_t>(system.total_block_count());
  gradient.assign(4 * static_cast<std::size_t>(system.slot_count()), 0.0);
  for (auto* rows : {&psi, &psi_rate, &bias})
    rows->assign(static_cast<std::size_t>(system.row_count()), 0.0);
  force.assign(blocks, 0.0);
  rest_.assign(blocks, 0.0);
}

void Equations::evaluate_rows(const State& state, const std::vector<DriveReference>& drives) {
  system.evaluate_rows(state.x.data(), state.coordinate.data(), drives.data(), gradient.data(),
                       psi.data());
  system.evaluate_rates(gradient.data(), state.v.data(), drives.data(), psi_rate.data());
}

void Equations::evaluate(const State& state, const std::vector<DriveReference>& drives,
                         const double* signals) {
  evaluate_rows(state, drives);
  system.evaluate_accelerations(gradient.data(), state.x.data(), state.v.data(), rest_.data(),
                                state.coordinate.data(), drives.data(), bias.data());
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
  system.evaluate_forces(here, state.term.data(), {force.data(), nullptr, 0.0, 0.0});
}

bool keep_finite(const system::System& system, State& state) {
  // x - x is 0 for finite numbers and NaN otherwise.
  double sum = 0.0;
  for (int i = 0; i < 4 * system.block_count(); ++i)
    sum += state.acceleration[i] - state.acceleration[i];
  for (double l : state.lambda) sum += l - l;
  if (sum == 0.0) return true;
  std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  return false;
}

double largest_component(const double* blocks, int count) {
  double most = 0.0;
  for (int i = 0; i < count; ++i)
    for (int k = 0; k < 3; ++k) most = std::max(most, std::abs(blocks[4 * i + k]));
  return most;
}

void accumulate(double* x, const double* d, double factor, int count) {
  const Lane4 f = broadcast4(factor);
  for (int i = 0; i < count; ++i) store4(x + 4 * i, fma4(f, load4(d + 4 * i), load4(x + 4 * i)));
}

}  // namespace outrigger::formulation
