/// Packed lines: the same bytes again, whatever they are, and damage is told and never read beyond.
#include "recorder/packing.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "base/random.h"

namespace outrigger::recorder {
namespace {

std::string random_bytes(Random& random, std::size_t size) {
  std::string bytes(size, '\0');
  for (char& b : bytes) b = static_cast<char>(random.uniform(0.0, 256.0));
  return bytes;
}

TEST(Packing, GivesTheSameBytesAgain) {
  Random random(1);
  for (const std::size_t size : {0u, 1u, 7u, 8u, 1000u, 300000u}) {
    const std::string bytes = random_bytes(random, size);
    EXPECT_EQ(unpack(pack(bytes)), bytes);
  }
  const std::string zeros(100000, '\0');
  EXPECT_LT(pack(zeros).size(), 400u);
  EXPECT_FALSE(unpack(pack(zeros), 99999).has_value()) << "longer than allowed";
}

TEST(Packing, DamageIsTold) {
  Random random(2);
  const std::string packed = pack(random_bytes(random, 3000));
  EXPECT_FALSE(unpack(packed.substr(0, packed.size() / 2 / 4 * 4)).has_value());
  EXPECT_FALSE(unpack("not base64").has_value());
  EXPECT_FALSE(unpack("").has_value());
  int whole = 0;
  for (int i = 0; i < 300; ++i) {
    std::string broken = packed;
    broken[static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(packed.size())))] = 'A';
    whole += unpack(broken).has_value() && broken != packed ? 1 : 0;
  }
  EXPECT_LE(whole, 3) << "its checksum finds what is changed";
}

// Of what is mostly the same, little is left; blocks may move.
TEST(Packing, DeltasHoldWhatIsNew) {
  Random random(3);
  const std::string before = random_bytes(random, 80000);
  for (int i = 0; i < 40; ++i) {
    std::string now = before;
    const auto at = static_cast<std::size_t>(random.uniform(0.0, 70000.0));
    const std::string fresh = random_bytes(random, 8 * static_cast<std::size_t>(1 + i));
    if (i % 3 == 0)
      now.replace(at, fresh.size(), fresh);
    else if (i % 3 == 1)
      now.insert(at / 8 * 8, fresh);
    else
      now.erase(at / 8 * 8, fresh.size());
    if (i % 5 == 0) now += "odd";
    const std::string change = delta(before, now);
    EXPECT_LT(change.size(), fresh.size() + 120) << i;
    ASSERT_EQ(apply_delta(before, change), now) << i;
  }
  EXPECT_EQ(apply_delta("", delta("", before)), before);
  EXPECT_EQ(apply_delta(before, delta(before, "")), "");
}

TEST(Packing, DeltasOfOthersAreRefusedOrGiveBytesOnly) {
  Random random(4);
  const std::string before = random_bytes(random, 4000), now = random_bytes(random, 4000);
  const std::string change = delta(before, before.substr(0, 2000) + now);
  EXPECT_FALSE(apply_delta("short", change).has_value());
  for (int i = 0; i < 3000; ++i) {
    std::string broken = change;
    broken[static_cast<std::size_t>(random.uniform(0.0, 60.0))] =
        static_cast<char>(random.uniform(0.0, 256.0));
    apply_delta(before, broken);  // never reads beyond its arguments: the sanitizers look on
    apply_delta(before, broken.substr(0, broken.size() / 2));
  }
}

}  // namespace
}  // namespace outrigger::recorder
