#include "formulation/penalty.h"

#include <algorithm>

namespace outrigger::formulation {

using system::DriveReference;
using system::State;

Penalty::Penalty(system::System& system, const description::Settings& settings,
                 const Stabilisation& stabilisation)
    : equations_(system, settings),
      stabilisation_(stabilisation),
      weight_(static_cast<std::size_t>(system.row_count()), 0.0),
      residual_(4 * static_cast<std::size_t>(system.total_block_count()), 0.0) {}

bool Penalty::solve(State& state, const std::vector<DriveReference>& drives,
                    const double* signals) {
  system::System& system = equations_.system;
  const double* g = equations_.gradient.data();
  equations_.evaluate(state, drives, signals);
  std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  if (!system.factor().factorise(g, nullptr)) return false;

  for (int r = 0; r < system.row_count(); ++r)
    weight_[r] = -equations_.stabilised_bias(r, stabilisation_);
  std::copy(equations_.force.begin(), equations_.force.end(), residual_.begin());
  system.add_transpose_product(g, weight_.data(), residual_.data());
  system.factor().solve(residual_.data());
  accumulate(state.acceleration.data(), residual_.data(), 1.0, system.block_count());

  for (int r = 0; r < system.row_count(); ++r)
    state.lambda[r] =
        system.row_scale(r) * (system.row_product(r, g, state.acceleration.data()) - weight_[r]);
  return keep_finite(system, state);
}

}  // namespace outrigger::formulation
