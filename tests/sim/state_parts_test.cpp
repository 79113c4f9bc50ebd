/// The state of a world is a list of parts, and each part a list of fields. No field is left out: every
/// byte of the structs belongs to a field, and each number by itself changes hash and bytes, comes back
/// from the bytes, and is named by difference().
#include <gtest/gtest.h>

#include "base/fields.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/snapshot.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"
#include "support/field_coverage.h"

namespace outrigger::sim {
namespace {

World tower(int steps) {
  World world(description::read_machine_file(source_file("machines/tower.yaml")));
  for (int i = 0; i < steps; ++i) world.step();
  return world;
}

TEST(StateParts, EveryByteBelongsToAField) {
  EXPECT_TRUE(testing::field_gaps(Clock{}).empty());
  EXPECT_TRUE(testing::field_gaps(system::EnergyLedger{}).empty());
  EXPECT_TRUE(testing::field_gaps(system::DriveReference{}).empty());
  EXPECT_TRUE(testing::field_gaps(contact::PointMemory{}).empty());
  EXPECT_TRUE(testing::field_gaps(contact::ContactRecord{}).empty());
  EXPECT_TRUE(testing::field_gaps(contact::TouchRecord{}).empty());
  EXPECT_TRUE(testing::field_gaps(contact::ContactState{}).empty());

  system::State state;
  state.touched = true;
  testing::FieldCoverage coverage;
  system::State::fields(state, coverage);
  system::State::step_memory_fields(state, coverage);
  EXPECT_TRUE(coverage.gaps(&state, sizeof state).empty());
}

TEST(StateParts, MotionAndTheRestAreTheWholeState) {
  system::State state;
  testing::FieldCoverage coverage;
  const auto add = [&](auto&... fields) { (coverage("", fields), ...); };
  std::apply(add, system::State::motion(state));
  std::apply(add, system::State::all_but_motion(state));
  EXPECT_TRUE(coverage.gaps(&state, sizeof state).empty());
}

/// Changes one number of a snapshot after the other.
template <class Change>
void for_each_poisoned(const Snapshot& plain, const Change& change) {
  const auto poison = [](auto& number) {
    using T = std::decay_t<decltype(number)>;
    if constexpr (std::is_same_v<T, bool>) {
      number = !number;
    } else {
      number = static_cast<T>(number + 1);
    }
  };
  const auto each = [&](auto part_of) {
    std::size_t count = 0;
    Snapshot copy = plain;
    for_each_number(part_of(copy), [&](auto&) { ++count; });
    // Of large parts every 13th number is enough: a field is an array or a struct of them.
    for (std::size_t k = 0; k<count; k += count> 500 ? 13 : 1) {
      Snapshot poisoned = plain;
      std::size_t at = 0;
      for_each_number(part_of(poisoned), [&](auto& number) {
        if (at++ == k) poison(number);
      });
      change(poisoned);
    }
  };
  each([](Snapshot& s) -> Clock& { return s.clock; });
  each([](Snapshot& s) -> system::State& { return s.states[1]; });
  each([](Snapshot& s) -> contact::ContactState& { return s.contacts; });
}

TEST(StateParts, EachNumberIsInHashBytesAndComparison) {
  World world = tower(900);
  const Snapshot plain = world.save();
  ASSERT_FALSE(plain.contacts.contacts.empty()) << "nothing touches: the test tests nothing";
  const std::uint64_t hash = plain.hash();
  EXPECT_EQ(hash, world.hash());
  const std::string bytes = to_bytes(plain);
  EXPECT_EQ(difference(plain, plain), "");
  int looked = 0, derived = 0;
  for_each_poisoned(plain, [&](const Snapshot& poisoned) {
    ++looked;
    EXPECT_NE(to_bytes(poisoned), bytes);
    const std::string where = difference(poisoned, plain);
    if (poisoned.hash() == hash) {
      ++derived;  // follows from the rest
      EXPECT_EQ(where, "");
    } else {
      EXPECT_NE(where, "");
    }
  });
  EXPECT_GT(looked, 200);
  EXPECT_EQ(derived, 4);  // of the ledger
}

TEST(StateParts, DifferenceNamesPartAndField) {
  World world = tower(10);
  const Snapshot plain = world.save();
  Snapshot other = plain;
  other.states[2].v[4] += 0.5;
  const std::string where = difference(other, plain);
  EXPECT_NE(where.find("articulation of '"), std::string::npos) << where;
  EXPECT_NE(where.find("v[4]"), std::string::npos) << where;
}

TEST(StateParts, BytesGiveTheSnapshotBack) {
  World world = tower(900);
  const Snapshot plain = world.save();
  const auto own = snapshot_from_bytes(to_bytes(plain), tower(0).save());
  ASSERT_TRUE(own.has_value());
  EXPECT_EQ(difference(*own, plain), "");
  EXPECT_EQ(own->hash(), plain.hash());
}

}  // namespace
}  // namespace outrigger::sim
