#include "sim/snapshot_bytes.h"

#include <cstring>
#include <type_traits>

#include "base/hash.h"

namespace outrigger::sim {

namespace {

/// Which parts there are: changes with every edit of the mechanism.
std::uint64_t structure_hash(const Snapshot& s) {
  Hash h;
  for (const auto& m : s.mechanisms) {
    const auto add = [&](const auto& parts) {
      h.add(parts.size());
      for (const auto& p : parts) h.add(p.id);
    };
    add(m->bodies);
    add(m->joints);
    add(m->coordinates);
    add(m->drives);
    add(m->springs);
    add(m->loads);
    add(m->mounts);
    add(m->spheres);
    add(m->tyres);
    add(m->brakes);
    add(m->drivelines);
  }
  return h.value();
}

/// Calls visit(value) for every number and visit.array(array) for every array of a state. What is
/// forgotten here is noticed: the hash of the restored snapshot differs.
template <class S, class Visit>
void for_each_field(S& s, Visit& visit) {
  visit(s.step);
  visit(s.time);
  visit.array(s.x);
  visit.array(s.v);
  visit.array(s.acceleration);
  visit.array(s.algorithmic);
  visit.array(s.lambda);
  visit.array(s.coordinate);
  visit.array(s.term);
  visit.array(s.drive_memory);
  for (auto& d : s.drive) {
    visit(d.value);
    visit(d.rate);
    visit(d.acceleration);
    visit(d.engaged);
    visit(d.force);
  }
  visit(s.internal_step);
  visit(s.internal_error);
  visit(s.quiet_steps);
  visit(s.asleep);
  visit(s.ledger.start);
  visit(s.ledger.external);
  visit(s.ledger.drives);
  visit(s.ledger.dissipated);
  visit(s.ledger.integrator);
  visit(s.ledger.projection);
  visit(s.ledger.detection);
  visit(s.ledger.drive_power);
  visit(s.ledger.measured);
  visit(s.ledger.energy);
  visit(s.ledger.external_power);
  visit(s.ledger.dissipation_power);
}

/// Eight bytes per number.
class Writer {
 public:
  template <class T>
  void operator()(const T& value) {
    static_assert(std::is_arithmetic_v<T> && sizeof(T) <= 8);
    char bytes[8] = {};
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof bytes);
  }
  template <class A>
  void array(const A& values) {
    (*this)(static_cast<std::uint64_t>(values.size()));
    for (double v : values) (*this)(v);
  }
  std::string out;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  void operator()(T& value) {
    if (bytes_.size() < 8) {
      good_ = false;
      return;
    }
    if constexpr (std::is_same_v<T, bool>) {
      value = bytes_[0] != 0;
    } else {
      std::memcpy(&value, bytes_.data(), sizeof value);
    }
    bytes_.remove_prefix(8);
  }
  /// Into an array that has the right size already.
  template <class A>
  void array(A& values) {
    std::uint64_t size = 0;
    (*this)(size);
    if (size != values.size()) good_ = false;
    if (!good_) return;
    for (double& v : values) (*this)(v);
  }
  bool good() const { return good_; }
  std::uint64_t left() const { return bytes_.size() / 8; }  ///< numbers
  bool at_end() const { return good_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool good_ = true;
};

}  // namespace

std::string to_bytes(const Snapshot& snapshot) {
  Writer w;
  w(structure_hash(snapshot));
  w(snapshot.hash());
  w(snapshot.step);
  w(snapshot.time);
  w.array(snapshot.inputs);
  for (const auto& s : snapshot.states) for_each_field(s, w);
  w(static_cast<std::uint64_t>(snapshot.contacts.contacts.size()));
  w(static_cast<std::uint64_t>(snapshot.contacts.touches.size()));
  w(static_cast<std::uint64_t>(snapshot.contacts.at_start.size()));
  ContactState::for_each_word(snapshot.contacts, [&](const auto& word) { w(word); });
  return std::move(w.out);
}

std::optional<Snapshot> snapshot_from_bytes(std::string_view bytes, const Snapshot& like) {
  Reader r(bytes);
  std::uint64_t structure = 0, hash = 0;
  r(structure);
  r(hash);
  if (!r.good() || structure != structure_hash(like)) return std::nullopt;
  Snapshot s = like;
  r(s.step);
  r(s.time);
  r.array(s.inputs);
  for (auto& state : s.states) for_each_field(state, r);
  std::uint64_t contacts = 0, touches = 0, at_start = 0;
  r(contacts);
  r(touches);
  r(at_start);
  // No more records than there are bytes: a damaged count must not ask for memory.
  for (const std::uint64_t count : {contacts, touches, at_start})
    if (!r.good() || count > r.left()) return std::nullopt;
  s.contacts.contacts.assign(contacts, {});
  s.contacts.touches.assign(touches, {});
  s.contacts.at_start.assign(at_start, {});
  ContactState::for_each_word(s.contacts, [&](auto& word) { r(word); });
  if (!r.at_end() || s.hash() != hash) return std::nullopt;
  return s;
}

}  // namespace outrigger::sim
