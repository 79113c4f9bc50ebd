/// The state of an island as a value: everything that changes from step to step, nothing else.
/// Copy it to save, assign it to restore, hash it to compare. Same input, same bits.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "math/block.h"
#include "system/drive_reference.h"

namespace outrigger::system {

/// Where the energy went since the start [J]. With E = kinetic + potential:
///   E - E_start = external + drives - dissipated - integrator - projection - detection
struct EnergyLedger {
  double start = 0.0;        ///< kinetic + potential at the start
  double external = 0.0;     ///< work of loads
  double drives = 0.0;       ///< work of drives
  double dissipated = 0.0;   ///< by dampers and stops
  double integrator = 0.0;   ///< removed by the integrator (remainder of the balance)
  double projection = 0.0;   ///< removed by the velocity projection
  double detection = 0.0;    ///< stored less because contacts were found anew
  double drive_power = 0.0;  ///< of the drives at present [W]

  /// At the end of the last step, so that the next need not measure again what it starts from. Not
  /// hashed: they follow from the rest of the state. Who changes a state sets `measured` to false.
  bool measured = false;
  double energy = 0.0;             ///< kinetic + potential [J]
  double external_power = 0.0;     ///< [W]
  double dissipation_power = 0.0;  ///< [W]
};

struct State {
  std::int64_t step = 0;        ///< whole steps since the start: the truth about time
  double time = 0.0;            ///< [s]
  AlignedDoubles x, v;          ///< entities, padded blocks, constants last
  AlignedDoubles acceleration;  ///< q̈, consistent with the constraints
  /// a of generalized-alpha. Without dissipation a is q̈, and this is q̈ of the step before, from which
  /// the next step extrapolates; q̈ itself where there is nothing to go on with.
  AlignedDoubles algorithmic;
  std::vector<double> lambda;      ///< multipliers by row
  std::vector<double> coordinate;  ///< last accepted value of every coordinate
  std::vector<double> term;        ///< numbers owned by force terms
  std::vector<DriveReference> drive;
  std::vector<double> drive_memory;  ///< numbers owned by the drives' filters
  double internal_step = 0.0;    ///< next step inside a step of adaptive methods [s]; 0: unknown
  double internal_error = 0.0;   ///< of the last one, in units of the accuracy; 0: none yet
  std::int64_t quiet_steps = 0;  ///< steps since the island last moved noticeably
  bool asleep = false;
  EnergyLedger ledger;

  /// Trades places, accelerations and multipliers with another state: no number is copied.
  void swap_motion(State& other) {
    x.swap(other.x);
    v.swap(other.v);
    acceleration.swap(other.acceleration);
    algorithmic.swap(other.algorithmic);
    lambda.swap(other.lambda);
  }
  /// Everything that swap_motion() leaves.
  void copy_all_but_motion(const State& from) {
    step = from.step;
    time = from.time;
    coordinate = from.coordinate;
    term = from.term;
    drive = from.drive;
    drive_memory = from.drive_memory;
    internal_step = from.internal_step;
    internal_error = from.internal_error;
    quiet_steps = from.quiet_steps;
    asleep = from.asleep;
    ledger = from.ledger;
  }

  std::uint64_t hash() const {
    Hash h;
    h.add(static_cast<std::uint64_t>(step));
    h.add(time);
    for (const auto* array : {&x, &v, &acceleration, &algorithmic})
      for (double value : *array) h.add(value);
    for (const auto* array : {&lambda, &coordinate, &term, &drive_memory})
      for (double value : *array) h.add(value);
    for (const auto& d : drive) {
      h.add(d.value);
      h.add(d.rate);
      h.add(d.acceleration);
      h.add(static_cast<std::uint64_t>(d.engaged));
      h.add(d.force);
    }
    h.add(internal_step);
    h.add(internal_error);
    h.add(static_cast<std::uint64_t>(quiet_steps));
    h.add(static_cast<std::uint64_t>(asleep));
    for (double value :
         {ledger.start, ledger.external, ledger.drives, ledger.dissipated, ledger.integrator,
          ledger.projection, ledger.detection, ledger.drive_power})
      h.add(value);
    return h.value();
  }
};

}  // namespace outrigger::system
