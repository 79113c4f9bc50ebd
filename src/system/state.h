/// The state of an island as a value: everything that changes from step to step, nothing else.
/// Copy it to save, assign it to restore, hash it to compare. Same input, same bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
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
  std::vector<double> lambda;  ///< multipliers by row
  /// The part of q̈ and λ that is due to forces that acted within the last step (contacts): it ended with
  /// the step, and the next one starts without it. All zero unless `touched`.
  AlignedDoubles contact_acceleration;
  std::vector<double> contact_lambda;
  bool touched = false;
  std::vector<double> coordinate;  ///< last accepted value of every coordinate
  std::vector<double> term;        ///< numbers owned by force terms
  std::vector<DriveReference> drive;
  std::vector<double> drive_memory;  ///< numbers owned by the drives' filters
  double internal_step = 0.0;   ///< next step inside a step of adaptive methods [s]; 0: unknown
  double internal_error = 0.0;  ///< of the last one, in units of the accuracy; 0: none yet
  /// Numbers owned by adaptive methods: the internal step under way, where it reaches beyond `time`.
  std::vector<double> ahead;
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
    contact_acceleration.swap(other.contact_acceleration);
    contact_lambda.swap(other.contact_lambda);
    std::swap(touched, other.touched);
  }
  void forget_contact() {
    if (!touched) return;
    touched = false;
    std::fill(contact_acceleration.begin(), contact_acceleration.end(), 0.0);
    std::fill(contact_lambda.begin(), contact_lambda.end(), 0.0);
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
    ahead = from.ahead;
    quiet_steps = from.quiet_steps;
    asleep = from.asleep;
    ledger = from.ledger;
  }

  /// Whether it remembers more of its steps than their end: what contacts did within the last one, an
  /// internal step under way.
  bool has_step_memory() const { return touched || !ahead.empty(); }
  void add_step_memory(Hash& h) const {
    h.add(touched);
    if (touched) {
      for (double value : contact_acceleration) h.add(value);
      for (double value : contact_lambda) h.add(value);
    }
    for (double value : ahead) h.add(value);
  }

  std::uint64_t hash() const {
    Hash h;
    h.add(hash_of_end());
    if (has_step_memory()) add_step_memory(h);
    return h.value();
  }
  /// Of everything but the memory of steps.
  std::uint64_t hash_of_end() const {
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
