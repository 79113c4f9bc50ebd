/// The state of an articulation as a value: everything that changes from step to step, nothing else.
/// Copy it to save, assign it to restore, hash it to compare. Same input, same bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "base/fields.h"
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

  /// Adds the entries of another book, its start not.
  EnergyLedger& add_entries(const EnergyLedger& o) {
    external += o.external;
    drives += o.drives;
    dissipated += o.dissipated;
    integrator += o.integrator;
    projection += o.projection;
    detection += o.detection;
    return *this;
  }
  /// What the entries say that was gained since the start.
  double gained() const {
    return external + drives - dissipated - integrator - projection - detection;
  }

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("start", s.start), visit("external", s.external), visit("drives", s.drives);
    visit("dissipated", s.dissipated), visit("integrator", s.integrator);
    visit("projection", s.projection), visit("detection", s.detection);
    visit("drive_power", s.drive_power);
    visit("measured", s.measured, kDerived), visit("energy", s.energy, kDerived);
    visit("external_power", s.external_power, kDerived);
    visit("dissipation_power", s.dissipation_power, kDerived);
  }
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
  std::int64_t quiet_steps = 0;  ///< steps since the articulation last moved noticeably
  bool asleep = false;
  EnergyLedger ledger;

  /// All fields but the memory of steps.
  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("step", s.step), visit("time", s.time);
    visit("x", s.x), visit("v", s.v), visit("acceleration", s.acceleration);
    visit("algorithmic", s.algorithmic), visit("lambda", s.lambda);
    visit("coordinate", s.coordinate), visit("term", s.term);
    visit("drive_memory", s.drive_memory), visit("drive", s.drive);
    visit("internal_step", s.internal_step), visit("internal_error", s.internal_error);
    visit("quiet_steps", s.quiet_steps), visit("asleep", s.asleep);
    visit("ledger", s.ledger);
  }
  /// The memory of steps: of as many numbers as the state has; those of contacts are zero unless touched.
  template <class Self, class Visit>
  static void step_memory_fields(Self& s, Visit& visit) {
    visit("touched", s.touched);
    if (s.touched) {
      visit.elements("contact_acceleration", s.contact_acceleration);
      visit.elements("contact_lambda", s.contact_lambda);
    }
    visit.elements("ahead", s.ahead);
  }
  /// Places, accelerations and multipliers; and everything else.
  template <class Self>
  static auto motion(Self& s) {
    return std::tie(s.x, s.v, s.acceleration, s.algorithmic, s.lambda, s.contact_acceleration,
                    s.contact_lambda, s.touched);
  }
  template <class Self>
  static auto all_but_motion(Self& s) {
    return std::tie(s.step, s.time, s.coordinate, s.term, s.drive, s.drive_memory, s.internal_step,
                    s.internal_error, s.ahead, s.quiet_steps, s.asleep, s.ledger);
  }

  /// Trades the motion with another state: no number is copied.
  void swap_motion(State& other) {
    auto mine = motion(*this);
    auto theirs = motion(other);
    mine.swap(theirs);
  }
  void copy_all_but_motion(const State& from) { all_but_motion(*this) = all_but_motion(from); }

  void forget_contact() {
    if (!touched) return;
    touched = false;
    std::fill(contact_acceleration.begin(), contact_acceleration.end(), 0.0);
    std::fill(contact_lambda.begin(), contact_lambda.end(), 0.0);
  }

  /// Whether it remembers more of its steps than their end: what contacts did within the last one, an
  /// internal step under way.
  bool has_step_memory() const { return touched || !ahead.empty(); }
  void add_step_memory(Hash& h) const {
    FieldHasher hasher(h);
    step_memory_fields(*this, hasher);
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
    FieldHasher hasher(h);
    fields(*this, hasher);
    return h.value();
  }
  /// Whether another state has as many numbers of every kind: it can be one of the same model.
  bool same_lengths(const State& o) const {
    return visit_fields<FieldLengths>(*this).value() == visit_fields<FieldLengths>(o).value() &&
           drive.size() == o.drive.size() && ahead.size() == o.ahead.size() &&
           contact_acceleration.size() == o.contact_acceleration.size() &&
           contact_lambda.size() == o.contact_lambda.size();
  }
};

}  // namespace outrigger::system
