#include "sim/snapshot.h"

#include <fmt/format.h>

#include <algorithm>

namespace outrigger::sim {

void PartHasher::end_memory() {
  if (memory_ended_) return;
  memory_ended_ = true;
  hash_.add(memory_.value());
}

std::uint64_t PartHasher::value() {
  end_memory();
  return hash_.value();
}

std::uint64_t Snapshot::hash() const {
  PartHasher hasher;
  for_each_part(*this, hasher);
  return hasher.value();
}

namespace {

/// All numbers of a snapshot with the names of part and field.
class PartNames {
 public:
  explicit PartNames(const Snapshot& snapshot) : snapshot_(snapshot) {}

  void clock(const Clock& c) { add("clock", visit_fields<FieldNames>(c)); }
  void inputs(const std::vector<double>& values) {
    FieldNames names;
    names("inputs", values);
    add("inputs", names);
  }
  void articulation(std::size_t i, const system::State& s) {
    add(name_of(i), visit_fields<FieldNames>(s));
  }
  void contacts(const contact::ContactState& c) { add("contacts", visit_fields<FieldNames>(c)); }
  void step_memory(std::size_t i, const system::State& s) {
    FieldNames names;
    system::State::step_memory_fields(s, names);
    add("step memory of the " + name_of(i), names);
  }
  void part(const StatePart& part) {
    numbers.push_back({std::string(part.name()), part.hash(), 0.0, FieldUse::state});
  }

  std::vector<NamedNumber> numbers;

 private:
  std::string name_of(std::size_t i) const {
    return fmt::format("articulation of '{}'", snapshot_.mechanisms[i]->bodies.front().spec.name);
  }
  void add(const std::string& part, const FieldNames& fields) {
    for (const NamedNumber& n : fields.numbers)
      if (n.use == FieldUse::state)
        numbers.push_back({part + ": " + n.name, n.bits, n.value, n.use});
  }

  const Snapshot& snapshot_;
};

}  // namespace

std::string difference(const Snapshot& a, const Snapshot& b) {
  PartNames in_a(a), in_b(b);
  for_each_part(a, in_a);
  for_each_part(b, in_b);
  const std::size_t count = std::min(in_a.numbers.size(), in_b.numbers.size());
  for (std::size_t i = 0; i < count; ++i) {
    const NamedNumber &x = in_a.numbers[i], &y = in_b.numbers[i];
    if (x.name != y.name) return fmt::format("{} is there, not {}", x.name, y.name);
    if (x.bits != y.bits)
      return fmt::format("{} is {:.17g}, not {:.17g}", x.name, x.value, y.value);
  }
  if (in_a.numbers.size() > count) return fmt::format("{} is there", in_a.numbers[count].name);
  if (in_b.numbers.size() > count) return fmt::format("{} is missing", in_b.numbers[count].name);
  return {};
}

std::size_t size_of(const Snapshot& snapshot, std::unordered_set<const void*>& seen) {
  std::size_t numbers = snapshot.inputs.size();
  for (const system::State& s : snapshot.states)
    numbers += s.x.size() + s.v.size() + s.acceleration.size() + s.algorithmic.size() +
               s.lambda.size() + s.contact_acceleration.size() + s.contact_lambda.size() +
               s.coordinate.size() + s.term.size() + s.drive_memory.size() + s.ahead.size();
  std::size_t bytes = sizeof(Snapshot) + sizeof(double) * numbers;
  for (const system::State& s : snapshot.states)
    bytes += sizeof(system::State) + s.drive.size() * sizeof(s.drive.front());
  bytes += snapshot.contacts.contacts.size() * sizeof(contact::ContactRecord) +
           snapshot.contacts.touches.size() * sizeof(contact::TouchRecord);
  for (const auto& m : snapshot.mechanisms)
    if (seen.insert(m.get()).second) bytes += sizeof(model::Mechanism);
  for (const auto& part : snapshot.parts)
    if (seen.insert(part.get()).second) bytes += part->size();
  return bytes;
}

}  // namespace outrigger::sim
