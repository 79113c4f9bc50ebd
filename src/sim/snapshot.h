/// A world at one moment, as a value: an ordered list of named parts.
///
///   clock            step and time
///   inputs           of the operators
///   articulation N   the end of its last step (system::State), with its mechanism
///   contacts         what shapes that touch remember
///   step memory      what articulations remember of the inside of their last step
///   ...              parts of stages, such as the ground (sim/state_part.h)
///
/// for_each_part() walks them for a snapshot and, without copying, for a live world. Hash, bytes,
/// comparison and checks go through it, so a part or a field is added in one place.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/fields.h"
#include "contact/contact_state.h"
#include "sim/handles.h"
#include "sim/state_part.h"
#include "system/state.h"

namespace outrigger::sim {

struct Clock {
  std::int64_t step = 0;
  double time = 0.0;  ///< [s]

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("step", s.step), visit("time", s.time);
  }
};

/// Cheap to copy where mechanisms are unchanged (they are shared).
struct Snapshot {
  std::uint64_t setting = 0;  ///< shapes, inputs and site of its world (sim/snapshot_check.h)
  Clock clock;
  std::vector<double> inputs;
  std::vector<std::shared_ptr<const model::Mechanism>> mechanisms;
  std::vector<system::State> states;
  contact::ContactState contacts;
  HandleTable handles;
  /// Of the stages of the world, in their order.
  std::vector<std::shared_ptr<const StatePart>> parts;

  const system::State& state(std::size_t i) const { return states[i]; }
  system::State& state(std::size_t i) { return states[i]; }
  std::size_t articulation_count() const { return states.size(); }

  std::uint64_t hash() const;
};

/// Calls, in this order, for a snapshot or anything with the same members:
///   visit.clock(clock), visit.inputs(values)
///   visit.articulation(i, state)       for each
///   visit.contacts(contacts)
///   visit.step_memory(i, state)        for those that have one
///   visit.part(part)                   for each part of a stage
template <class View, class Visit>
void for_each_part(View& v, Visit& visit) {
  visit.clock(v.clock);
  visit.inputs(v.inputs);
  for (std::size_t i = 0; i < v.articulation_count(); ++i) visit.articulation(i, v.state(i));
  visit.contacts(v.contacts);
  for (std::size_t i = 0; i < v.articulation_count(); ++i)
    if (v.state(i).has_step_memory()) visit.step_memory(i, v.state(i));
  for (const auto& part : v.parts) visit.part(*part);
}

/// The hash of a snapshot, and of a world without making one.
class PartHasher {
 public:
  void clock(const Clock& c) { add(c); }
  void inputs(const std::vector<double>& values) {
    for (double v : values) hash_.add(v);
  }
  void articulation(std::size_t, const system::State& s) { hash_.add(s.hash_of_end()); }
  void contacts(const contact::ContactState& c) { c.add_to(memory_); }
  void step_memory(std::size_t i, const system::State& s) {
    memory_.add(i);
    s.add_step_memory(memory_);
  }
  /// A part, or the stage that holds it.
  template <class Part>
  void part(const Part& part) {
    end_memory();
    if (const std::uint64_t h = part.hash(); h != 0) hash_.add(h);
  }
  std::uint64_t value();

 private:
  template <class T>
  void add(const T& value) {
    FieldHasher hasher(hash_);
    T::fields(value, hasher);
  }
  void end_memory();

  Hash hash_, memory_;
  bool memory_ended_ = false;
};

/// Memory that a snapshot holds, about [bytes]; what is in `seen`, parts that others share, counts nothing.
std::size_t size_of(const Snapshot& snapshot, std::unordered_set<const void*>& seen);

/// Where two snapshots differ: the first part and field, with both values, as the end of a sentence
/// ("articulation of 'boom': x[3] is 1.25, not 1.5"); empty when they are the same.
std::string difference(const Snapshot& a, const Snapshot& b);

}  // namespace outrigger::sim
