/// What contacts between shapes remember from step to step: a value, part of a snapshot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "contact/near/contact.h"
#include "contact/point_contact.h"

namespace outrigger::sim {

/// One point where two shapes touch. Words of eight bytes only.
struct ContactRecord {
  std::int64_t shape_a = 0, shape_b = 0;      ///< places in the stage's list; A is pushed along n
  std::int64_t feature_a = 0, feature_b = 0;  ///< kind and index
  double place_a[3] = {0, 0, 0};              ///< in the frame of A's body [m]
  double place_b[3] = {0, 0, 0};              ///< in the frame of B's body
  double normal[3] = {0, 0, 1};               ///< world
  contact::PointMemory memory;

  Vec3 in_a() const { return {place_a[0], place_a[1], place_a[2]}; }
  Vec3 in_b() const { return {place_b[0], place_b[1], place_b[2]}; }
  Vec3 n() const { return {normal[0], normal[1], normal[2]}; }
  Vec3 force_on_a() const { return {memory.force[0], memory.force[1], memory.force[2]}; }
  Vec3 torque_on_a() const { return {memory.torque[0], memory.torque[1], memory.torque[2]}; }
};

/// A touch of two shapes from its begin to its end.
struct TouchRecord {
  std::int64_t shape_a = 0, shape_b = 0;
  double begin = 0.0;    ///< [s]
  double speed = 0.0;    ///< of approach at the begin [m/s]
  double impulse = 0.0;  ///< ∫ Σ N dt [N s]
  double peak = 0.0;     ///< largest Σ N [N]
  double heat = 0.0;     ///< lost in damping and friction [J]
};

/// The order of records.
template <class A, class B>
bool shapes_before(const A& a, const B& b) {
  return a.shape_a != b.shape_a ? a.shape_a < b.shape_a : a.shape_b < b.shape_b;
}

struct ContactState {
  std::vector<ContactRecord> contacts;  ///< by shapes
  std::vector<TouchRecord> touches;     ///< by shapes
  /// Of islands that have begun and not been stepped yet, by shapes: the forces in their accelerations.
  /// The records above are what the first step goes on from.
  std::vector<ContactRecord> at_start;

  /// Calls visit(record) for the contacts with the forces that act now.
  template <class Visit>
  void for_each_now(const Visit& visit) const {
    for (const ContactRecord& c : contacts)
      if (!std::binary_search(at_start.begin(), at_start.end(), c,
                              shapes_before<ContactRecord, ContactRecord>))
        visit(c);
    for (const ContactRecord& c : at_start) visit(c);
  }
  /// Calls visit(word) for every number of every record.
  template <class State, class Visit>
  static void for_each_word(State& s, const Visit& visit) {
    const auto visit_contact = [&](auto& c) {
      visit(c.shape_a), visit(c.shape_b), visit(c.feature_a), visit(c.feature_b);
      for (auto* place : {&c.place_a, &c.place_b, &c.normal})
        for (auto& number : *place) visit(number);
      auto* memory =
          reinterpret_cast<std::conditional_t<std::is_const_v<State>, const double, double>*>(
              &c.memory);
      for (int i = 0; i < contact::kPointMemory; ++i) visit(memory[i]);
    };
    for (auto& c : s.contacts) visit_contact(c);
    for (auto& c : s.at_start) visit_contact(c);
    for (auto& t : s.touches) {
      visit(t.shape_a), visit(t.shape_b);
      visit(t.begin), visit(t.speed), visit(t.impulse), visit(t.peak), visit(t.heat);
    }
  }

  void add_to(Hash& h) const {
    h.add(contacts.size());
    h.add(touches.size());
    h.add(at_start.size());
    for_each_word(*this, [&](const auto& word) {
      if constexpr (std::is_same_v<std::decay_t<decltype(word)>, double>) {
        h.add(word);
      } else {
        h.add(static_cast<std::uint64_t>(word));
      }
    });
  }
};

}  // namespace outrigger::sim
