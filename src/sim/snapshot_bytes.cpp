#include "sim/snapshot_bytes.h"

#include <cstring>
#include <type_traits>

#include "base/hash.h"
#include "sim/part_lists.h"
#include "sim/snapshot_check.h"

namespace outrigger::sim {

namespace {

/// Which parts there are, under which names, in which world and with which step: changes with every
/// edit of the mechanism.
std::uint64_t structure_hash(const Snapshot& s) {
  Hash h;
  h.add(s.setting);
  for (const auto& m : s.mechanisms) {
    h.add(m->settings.step);
    for_each_list(*m, [&](PartKind kind, const auto& parts) {
      h.add(kind);
      h.add(parts.size());
      for (const auto& p : parts) {
        h.add(p.id);
        h.add_bytes(part_name(p).data(), part_name(p).size());
      }
    });
  }
  return h.value();
}

/// Calls visit(value) for every number and visit.array(array) for every array of a state, but for its
/// memory of steps. What is forgotten here is noticed: the hash of the restored snapshot differs.
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

/// The memory of steps, of as many numbers as the state has: all zero unless it is touched.
template <class S, class Visit>
void visit_step_memory(S& s, Visit& visit) {
  visit(s.touched);
  if (s.touched) {
    for (auto& number : s.contact_acceleration) visit(number);
    for (auto& number : s.contact_lambda) visit(number);
  }
  for (auto& number : s.ahead) visit(number);
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
      good_ = good_ && (bytes_[0] == 0 || bytes_[0] == 1);
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
  for (std::size_t i = 0; i < snapshot.states.size(); ++i) {
    if (!snapshot.states[i].has_step_memory()) continue;
    w(static_cast<std::uint64_t>(i));
    visit_step_memory(snapshot.states[i], w);
  }
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
  for (auto& state : s.states) state.forget_contact();
  for (std::size_t next = 0; r.good() && r.left() > 0;) {
    std::uint64_t island = 0;
    r(island);
    if (island < next || island >= s.states.size()) return std::nullopt;
    visit_step_memory(s.states[island], r);
    if (!s.states[island].has_step_memory()) return std::nullopt;
    next = island + 1;
  }
  if (!r.at_end() || s.hash() != hash || !number_problem(s).empty()) return std::nullopt;
  return s;
}

}  // namespace outrigger::sim
