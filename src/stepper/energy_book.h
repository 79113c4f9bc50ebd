/// The energy ledger of Runge-Kutta steps: works are summed with the weights of the method, so that
/// they have its order.
#pragma once

#include <span>
#include <vector>

#include "system/state.h"
#include "system/system.h"

namespace outrigger::stepper {

struct Power {
  double external = 0.0, dissipation = 0.0, drives = 0.0;  ///< [W]
  double potential = 0.0;                                  ///< [J]
};

/// Of all force terms and drives; λ of the state must belong to its accelerations.
Power measure_power(const system::System& system, const system::State& state,
                    const std::vector<system::DriveReference>& drives, const double* signals);

/// Energy of the state into its ledger.
void measure_energy(const system::System& system, system::State& state, const Power& power);

/// Books a step of h [s]: `stages` with their weights, `end` at the end of the step, and what the
/// projection took [J].
void book_step(const system::System& system, system::State& state, double h,
               std::span<const double> weights, std::span<const Power> stages, const Power& end,
               double projection);

}  // namespace outrigger::stepper
