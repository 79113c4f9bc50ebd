/// The same input gives the same bits in every build that promises it: g++ and clang, debug,
/// release and sanitizers, on any x86-64-v3 processor. The constants were computed once.
#include <gtest/gtest.h>

#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/world.h"
#include "validation/mechanisms.h"

namespace outrigger {
namespace {

constexpr std::uint64_t kChainHash = 8013264413219625872u;
constexpr std::uint64_t kExcavatorHash = 0xd0539bed857c5f69;

std::uint64_t hash_after(sim::World& w, int steps) {
  for (int i = 0; i < steps; ++i) w.step();
  return w.hash();
}

TEST(SameBits, TwoRunsAgree) {
  sim::World a(validation::make_chain(10)), b(validation::make_chain(10));
  EXPECT_EQ(hash_after(a, 200), hash_after(b, 200));
}

TEST(SameBits, ChainIsTheRecordedOne) {
  sim::World w(validation::make_chain(10));
  EXPECT_EQ(hash_after(w, 200), kChainHash) << std::hex << w.hash();
}

TEST(SameBits, ExcavatorWithLeversIsTheRecordedOne) {
  sim::World w(description::read_machine_file(source_file("machines/excavator.yaml")));
  w.set_input("boom", 0.4);
  w.set_input("slew", -0.3);
  EXPECT_EQ(hash_after(w, 200), kExcavatorHash) << std::hex << w.hash();
}

}  // namespace
}  // namespace outrigger
