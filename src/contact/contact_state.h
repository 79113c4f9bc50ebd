/// What contacts between shapes remember from step to step: a value, part of a snapshot.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/fields.h"
#include "contact/near/contact.h"
#include "contact/point_contact.h"

namespace outrigger::contact {

/// One point where two shapes touch. Words of eight bytes only.
struct ContactRecord {
  std::int64_t shape_a = 0, shape_b = 0;      ///< places in the stage's list; A is pushed along n
  std::int64_t feature_a = 0, feature_b = 0;  ///< kind and index
  double place_a[3] = {0, 0, 0};              ///< in the frame of A's body [m]
  double place_b[3] = {0, 0, 0};              ///< in the frame of B's body
  double normal[3] = {0, 0, 1};               ///< world
  contact::PointMemory memory;

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("shape_a", s.shape_a), visit("shape_b", s.shape_b);
    visit("feature_a", s.feature_a), visit("feature_b", s.feature_b);
    visit("place_a", s.place_a), visit("place_b", s.place_b), visit("normal", s.normal);
    visit("memory", s.memory);
  }

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

  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit("shape_a", s.shape_a), visit("shape_b", s.shape_b), visit("begin", s.begin);
    visit("speed", s.speed), visit("impulse", s.impulse), visit("peak", s.peak);
    visit("heat", s.heat);
  }
};

/// The order of records.
template <class A, class B>
bool shapes_before(const A& a, const B& b) {
  return a.shape_a != b.shape_a ? a.shape_a < b.shape_a : a.shape_b < b.shape_b;
}

struct ContactState {
  std::vector<ContactRecord> contacts;  ///< by shapes
  std::vector<TouchRecord> touches;     ///< by shapes
  /// Of articulations that have begun and not been stepped yet, by shapes: the forces in their accelerations.
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
  template <class Self, class Visit>
  static void fields(Self& s, Visit& visit) {
    visit.sizes("contacts", s.contacts), visit.sizes("touches", s.touches);
    visit.sizes("at_start", s.at_start);
    visit("contacts", s.contacts), visit("at_start", s.at_start), visit("touches", s.touches);
  }
  void add_to(Hash& h) const {
    FieldHasher hasher(h);
    fields(*this, hasher);
  }
};

}  // namespace outrigger::contact
