#include "sim/snapshot_bytes.h"

#include <utility>

#include "base/fields.h"
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
      // Kinds that came later count only where there are parts, so that older snapshots still fit.
      if (kind > PartKind::coordinate_force && parts.empty()) return;
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

constexpr std::uint64_t kParts = ~std::uint64_t{0};  ///< in place of an articulation: parts follow

/// Writes all parts of a snapshot. Parts of stages come last: name, length, bytes filled up to words.
class PartWriter {
 public:
  void clock(const Clock& c) { Clock::fields(c, writer); }
  void inputs(const std::vector<double>& values) { writer("inputs", values); }
  void articulation(std::size_t, const system::State& s) { system::State::fields(s, writer); }
  void contacts(const contact::ContactState& c) { contact::ContactState::fields(c, writer); }
  void step_memory(std::size_t i, const system::State& s) {
    writer.put(static_cast<std::uint64_t>(i));
    system::State::step_memory_fields(s, writer);
  }
  void part(const StatePart& part) {
    if (part.hash() == 0) return;
    if (!has_parts_) writer.put(kParts);
    has_parts_ = true;
    std::string bytes;
    part.write(bytes);
    writer.put(name_hash(part.name()));
    writer.put(static_cast<std::uint64_t>(bytes.size()));
    bytes.resize((bytes.size() + 7) / 8 * 8);
    writer.out += bytes;
  }
  static std::uint64_t name_hash(std::string_view name) {
    Hash h;
    h.add_bytes(name.data(), name.size());
    return h.value();
  }
  FieldWriter writer;

 private:
  bool has_parts_ = false;
};

/// Parts of stages up to the end of the bytes, in the order of the snapshot's.
bool read_parts(FieldReader& r, Snapshot& s) {
  std::size_t next = 0;
  while (r.good() && r.left() > 0) {
    const auto name = r.get<std::uint64_t>(), length = r.get<std::uint64_t>();
    while (next < s.parts.size() && PartWriter::name_hash(s.parts[next]->name()) != name) ++next;
    if (!r.good() || next == s.parts.size() || length == 0 || length > r.rest().size())
      return false;
    auto& part = s.parts[next++];
    part = part->from_bytes(r.rest().substr(0, length));
    if (part == nullptr || part->hash() == 0) return false;
    r.skip((length + 7) / 8 * 8);
  }
  return r.at_end();
}

/// What follows the contacts: the memory of steps, then parts of stages.
bool read_rest(FieldReader& r, Snapshot& s) {
  for (auto& state : s.states) state.forget_contact();
  for (auto& part : s.parts) part = part->from_bytes({});
  for (std::size_t next = 0; r.good() && r.left() > 0;) {
    const auto articulation = r.get<std::uint64_t>();
    if (articulation == kParts) return r.left() > 0 && read_parts(r, s);
    if (articulation < next || articulation >= s.states.size()) return false;
    system::State& state = s.states[articulation];
    system::State::step_memory_fields(state, r);
    if (!state.has_step_memory()) return false;
    next = articulation + 1;
  }
  return r.at_end();
}

}  // namespace

std::string to_bytes(const Snapshot& snapshot) {
  PartWriter parts;
  parts.writer.put(structure_hash(snapshot));
  parts.writer.put(snapshot.hash());
  for_each_part(snapshot, parts);
  return std::move(parts.writer.out);
}

std::optional<Snapshot> snapshot_from_bytes(std::string_view bytes, const Snapshot& like) {
  FieldReader r(bytes);
  const auto structure = r.get<std::uint64_t>(), hash = r.get<std::uint64_t>();
  if (!r.good() || structure != structure_hash(like)) return std::nullopt;
  Snapshot s = like;
  Clock::fields(s.clock, r);
  r("inputs", s.inputs);
  for (auto& state : s.states) system::State::fields(state, r);
  contact::ContactState::fields(s.contacts, r);
  if (!read_rest(r, s) || s.hash() != hash || !number_problem(s).empty()) return std::nullopt;
  return s;
}

}  // namespace outrigger::sim
