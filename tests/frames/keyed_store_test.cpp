/// The store between physics and displays: the newest value of every entry arrives, whatever was missed,
/// and what is held is bounded by the entries there are.
#include "frames/keyed_store.h"

#include <gtest/gtest.h>

#include <limits>

#include <atomic>
#include <map>
#include <thread>

namespace outrigger::frames {
namespace {

StreamKey tile(std::uint64_t id) { return {StreamKey::Kind::ground_tile, id}; }

StreamValuePtr payload(const std::string& bytes) {
  return std::make_shared<const StreamValue>(Payload{"p", bytes});
}

std::string bytes_of(const StreamValuePtr& value) { return std::get<Payload>(*value).bytes; }

TEST(KeyedStore, OfManyVersionsTheNewestArrivesOnce) {
  KeyedStore store;
  for (int i = 0; i < 100; ++i) {
    store.put(tile(1), payload(std::to_string(i)));
    if (i % 3 == 0) store.pass_on();
  }
  EXPECT_TRUE(store.pass_on());
  std::vector<StreamChange> changes;
  store.take(changes);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(bytes_of(changes[0].value), "99");
  store.take(changes);
  EXPECT_TRUE(changes.empty());
}

TEST(KeyedStore, GoingIsAChangeToo) {
  KeyedStore store;
  std::vector<StreamChange> changes;
  store.put(tile(1), payload("a"));
  store.pass_on();
  store.take(changes);
  store.remove(tile(1));
  store.pass_on();
  store.take(changes);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].value, nullptr);
  // Gone and back between two looks: the reader only learns of what is there now.
  store.put(tile(1), payload("b"));
  store.remove(tile(1));
  store.put(tile(1), payload("c"));
  store.pass_on();
  store.take(changes);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(bytes_of(changes[0].value), "c");
}

/// Law: memory is bounded by what is there, also when nobody ever reads.
TEST(KeyedStore, WhatCameAndWentUnseenLeavesNothing) {
  KeyedStore store;
  for (std::uint64_t i = 0; i < 10'000; ++i) {
    store.put(tile(i), payload("x"));
    if (i % 2 == 0) store.pass_on();
    store.remove(tile(i));
    store.pass_on();
  }
  EXPECT_EQ(store.entries(), 0u);
  EXPECT_EQ(store.bytes(), 0u);
  std::vector<StreamChange> changes;
  store.take(changes);
  EXPECT_TRUE(changes.empty());
}

TEST(KeyedStore, BeyondTheLimitsNothingIsTaken) {
  KeyedStore store({2, 1000, 500});
  EXPECT_FALSE(store.put(tile(1), payload(std::string(600, 'x')))) << "one value too large";
  EXPECT_TRUE(store.put(tile(1), payload(std::string(300, 'x'))));
  EXPECT_TRUE(store.put(tile(1), payload(std::string(310, 'y')))) << "replaced, not added";
  EXPECT_TRUE(store.put(tile(2), payload(std::string(200, 'x'))));
  EXPECT_FALSE(store.put(tile(3), payload("x"))) << "too many";
  EXPECT_FALSE(store.put(tile(2), payload(std::string(400, 'x')))) << "too much together";
  EXPECT_EQ(store.refused(), 3u);
  store.remove(tile(1));
  EXPECT_TRUE(store.put(tile(3), payload("x")));
}

/// Law: with a writer that changes everything all the time and a reader at its own pace, the reader never
/// goes back to an older value, and ends with the last one of each.
TEST(KeyedStore, AFloodEndsWithTheLastValues) {
  constexpr std::uint64_t kEntries = 50;
  constexpr int kRounds = 2000;
  KeyedStore store;
  std::atomic<bool> done = false;
  std::thread writer([&] {
    for (int round = 1; round <= kRounds; ++round) {
      for (std::uint64_t e = 0; e < kEntries; ++e) {
        if (e % 5 == 0 && round % 7 == 0) {
          store.remove(tile(e));
        } else {
          store.put(tile(e), payload(std::to_string(round)));
        }
      }
      store.pass_on();
    }
    while (!store.pass_on()) std::this_thread::yield();
    done = true;
  });
  std::map<StreamKey, int> seen;
  std::vector<StreamChange> changes;
  const auto read = [&] {
    store.take(changes);
    for (const StreamChange& c : changes) {
      if (c.value == nullptr) {
        EXPECT_EQ(seen.erase(c.key), 1u) << "only what was there can go";
        continue;
      }
      const int round = std::stoi(bytes_of(c.value));
      EXPECT_GT(round, seen[c.key]);
      seen[c.key] = round;
    }
  };
  while (!done) read();
  writer.join();
  read();
  EXPECT_EQ(seen.size(), kEntries);
  for (const auto& [key, round] : seen) EXPECT_EQ(round, kRounds);
}

TEST(GroundTile, HeightsKeepTwoMillimetres) {
  GroundTile t;
  std::vector<double> heights;
  for (int i = 0; i < 1000; ++i) heights.push_back(12.3 + 0.0137 * i);
  t.set_heights(heights);
  EXPECT_EQ(t.height_step, GroundTile::kHeightStep);
  for (std::size_t i = 0; i < heights.size(); ++i) EXPECT_NEAR(t.height(i), heights[i], 0.00101);
  // A cliff of 400 m takes larger steps rather than being cut.
  t.set_heights({-100.0, 300.0, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_NEAR(t.height(0), -100.0, 0.01);
  EXPECT_NEAR(t.height(1), 300.0, 0.01);
  EXPECT_NEAR(t.height(2), -100.0, 0.01);
}

TEST(GroundTile, EveryColumnAndRowHasItsOwnId) {
  GroundTile a, b;
  a.column = -1;
  b.row = -1;
  EXPECT_NE(a.id(), b.id());
  EXPECT_NE(a.id(), GroundTile{}.id());
}

}  // namespace
}  // namespace outrigger::frames
