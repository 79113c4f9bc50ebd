#include "stepper/energy_book.h"

namespace outrigger::stepper {

using system::DriveReference;
using system::State;
using system::System;

Power measure_power(const System& system, const State& state,
                    const std::vector<DriveReference>& drives, const double* signals) {
  const double *x = state.x.data(), *v = state.v.data();
  const system::Configuration here{state.time,    0.0, x, v,       state.coordinate.data(),
                                   drives.data(), x,   v, signals, 0};
  Power p;
  p.potential = system.gravity_potential(x);
  for (const auto& term : system.terms()) {
    const system::TermEnergy e = term->energy(here, state.term.data());
    p.potential += e.potential;
    p.dissipation += e.dissipation_power;
    p.external += e.external_power;
  }
  for (int i = 0; i < system.drive_count(); ++i) {
    const DriveReference& d = drives[static_cast<std::size_t>(i)];
    p.drives += d.engaged ? -state.lambda[system.drive_row(i)] * d.rate
                          : d.force * system.drive_rate(i, x, v);
  }
  return p;
}

void measure_energy(const System& system, State& state, const Power& power) {
  system::EnergyLedger& l = state.ledger;
  l.measured = true;
  l.energy = system.kinetic_energy(state.v.data()) + power.potential;
  l.external_power = power.external;
  l.dissipation_power = power.dissipation;
  l.drive_power = power.drives;
}

void book_step(const System& system, State& state, double h, std::span<const double> weights,
               std::span<const Power> stages, const Power& end, double projection) {
  double external = 0.0, dissipated = 0.0, drives = 0.0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    external += h * weights[j] * stages[j].external;
    dissipated += h * weights[j] * stages[j].dissipation;
    drives += h * weights[j] * stages[j].drives;
  }
  system::EnergyLedger& l = state.ledger;
  const double before = l.energy;
  measure_energy(system, state, end);
  l.external += external;
  l.dissipated += dissipated;
  l.drives += drives;
  l.projection += projection;
  l.integrator += before - l.energy + external + drives - dissipated - projection;
}

}  // namespace outrigger::stepper
