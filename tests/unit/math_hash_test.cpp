#include "base/hash.h"

#include <bit>
#include <cstdint>
#include <limits>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "base/random.h"

namespace outrigger {
namespace {

template <typename... T>
std::uint64_t hash_of(T... values) {
  Hash hash;
  (hash.add(values), ...);
  return hash.value();
}

TEST(Hash, SameInputGivesSameValue) {
  EXPECT_EQ(hash_of(1.0, 2.0, 3.0), hash_of(1.0, 2.0, 3.0));
  // Fixed for ever: recordings carry these values.
  EXPECT_EQ(hash_of(), 0x9649b9db4f4ca432u);
  EXPECT_EQ(hash_of(1.0, 2.0, 3.0), 0x55986158122f7570u);
}

TEST(Hash, OrderAndCountMatter) {
  EXPECT_NE(hash_of(1.0, 2.0), hash_of(2.0, 1.0));
  EXPECT_NE(hash_of(), hash_of(std::uint64_t{0}));
  EXPECT_NE(hash_of(0.0), hash_of(0.0, 0.0));
}

TEST(Hash, DoublesEnterByTheirBits) {
  EXPECT_NE(hash_of(0.0), hash_of(-0.0));
  EXPECT_NE(hash_of(1.0), hash_of(1.0 + std::numeric_limits<double>::epsilon()));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(hash_of(nan), hash_of(nan));
  EXPECT_EQ(hash_of(-1), hash_of(std::int64_t{-1}));
  EXPECT_EQ(hash_of(true), hash_of(1u));
}

TEST(Hash, BytesCarryTheirLength) {
  const auto of = [](const std::string& a, const std::string& b) {
    Hash hash;
    hash.add_bytes(a.data(), a.size());
    hash.add_bytes(b.data(), b.size());
    return hash.value();
  };
  EXPECT_NE(of("ab", "c"), of("a", "bc"));
  EXPECT_NE(of("abc", ""), of("", "abc"));
  EXPECT_NE(of(std::string("a\0", 2), ""), of("a", ""));
  EXPECT_EQ(of("a longer text", "!"), of("a longer text", "!"));
}

// Each bit of each word flips each bit of the value with probability near one half.
TEST(Hash, AvalanchesFromEveryBit) {
  constexpr int kSamples = 2000;
  Random random(3);
  for (int position = 0; position < 3; ++position) {
    for (int bit = 0; bit < 64; ++bit) {
      int flips[64] = {};
      for (int s = 0; s < kSamples; ++s) {
        std::uint64_t words[3] = {random.bits(), random.bits(), random.bits()};
        const std::uint64_t before = hash_of(words[0], words[1], words[2]);
        words[position] ^= std::uint64_t{1} << bit;
        const std::uint64_t changed = before ^ hash_of(words[0], words[1], words[2]);
        for (int k = 0; k < 64; ++k) flips[k] += static_cast<int>((changed >> k) & 1u);
      }
      for (int k = 0; k < 64; ++k) {
        EXPECT_NEAR(flips[k], kSamples / 2, 0.07 * kSamples) << position << " " << bit << " " << k;
      }
    }
  }
}

TEST(Hash, SmallIntegersDoNotCollide) {
  std::set<std::uint64_t> seen;
  for (int i = 0; i < 300; ++i) {
    for (int j = 0; j < 300; ++j) seen.insert(hash_of(i, j));
  }
  EXPECT_EQ(seen.size(), 90000u);
}

}  // namespace
}  // namespace outrigger
