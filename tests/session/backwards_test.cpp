/// Time that runs backwards: the bits of each step as they were, live and in a replay, and what is recorded meanwhile.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "base/random.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "session/history.h"
#include "session/real_time_loop.h"
#include "sim/journal_listener.h"

namespace outrigger::session {
namespace {

description::Machine small_crane() {
  return description::read_machine_file(source_file("machines/small-crane.yaml"));
}

struct Film {
  sim::World world{small_crane()};
  History history{world, {.length = 10.0, .keyframe_time = 0.1}};
  Random random{11};
  std::map<std::int64_t, std::uint64_t> hash{{0, world.hash()}};

  void run(int steps) {
    for (int i = 0; i < steps; ++i) {
      if (world.step_count() % 9 == 0) {
        std::vector<double> levers = world.input_values();
        for (double& v : levers) v = random.uniform(-1.0, 1.0);
        world.execute(sim::SetInputs{levers});
      }
      world.step();
      history.note_step();
      hash[world.step_count()] = world.hash();
    }
  }
};

TEST(Backwards, EveryStepHasTheBitsItHad) {
  Film f;
  f.run(300);
  for (std::int64_t step = 299; step >= 0; --step) {
    ASSERT_TRUE(f.history.go_back_one());
    ASSERT_EQ(f.world.step_count(), step);
    ASSERT_EQ(f.world.hash(), f.hash[step]) << step;
  }
  EXPECT_FALSE(f.history.go_back_one()) << "there is nothing before the start";
  EXPECT_EQ(f.history.latest(), 300) << "nothing was forgotten";
}

TEST(Backwards, DrivingOnFromThereIsANewFuture) {
  Film f;
  f.run(200);
  const auto first = f.hash;
  for (int i = 0; i < 77; ++i) f.history.go_back_one();
  f.run(100);
  EXPECT_EQ(f.history.latest(), 223);
  // Back over the moment of turning.
  for (std::int64_t step = 222; step >= 100; --step) {
    ASSERT_TRUE(f.history.go_back_one());
    ASSERT_EQ(f.world.hash(), f.hash[step]) << step;
  }
  EXPECT_EQ(f.hash[110], first.at(110));
}

// A moment for other runs; this one goes on as if nobody had asked.
TEST(Forks, BeginAtAMomentAndLeaveTheRunAsItIs) {
  Film f;
  f.run(200);
  const std::uint64_t now = f.world.hash();
  const sim::Snapshot there = f.history.moment(123);
  EXPECT_EQ(f.world.hash(), now);
  EXPECT_EQ(f.history.latest(), 200);
  EXPECT_EQ(there.hash(), f.hash[123]);
  sim::World other(small_crane()), third(small_crane());
  other.restore(there), third.restore(there);
  for (int i = 0; i < 50; ++i) {
    for (sim::World* w : {&other, &third}) w->set_input(0, 0.5);
    other.step(), third.step();
    ASSERT_EQ(other.hash(), third.hash());
  }
  f.run(10);
  EXPECT_EQ(f.world.step_count(), 210);
}

/// Counts what a recording would hold.
struct Journal final : sim::JournalListener {
  int commands = 0, steps = 0;
  void before_command(const sim::World&, const sim::Command&) override {}
  void after_command(const sim::World&, const sim::Command& c) override {
    commands += std::holds_alternative<sim::Restore>(c) ? 1 : 0;
  }
  void after_step(const sim::World&, std::span<const sim::Event>, bool) override { ++steps; }
  void lose_track(const sim::World&, const std::string&) override { commands += 1000; }
};

// A minute backwards is one command of the recording, not one per step.
TEST(Backwards, IsOneCommandOfARecording) {
  Film f;
  Journal journal;
  f.world.set_listener(&journal);
  f.run(150);
  for (int i = 0; i < 90; ++i) f.history.go_back_one();
  EXPECT_EQ(journal.commands, 0);
  EXPECT_EQ(journal.steps, 150);
  const std::uint64_t here = f.world.hash();
  f.history.land();
  EXPECT_EQ(f.world.hash(), here);
  EXPECT_EQ(journal.commands, 1);
  EXPECT_EQ(f.world.listener(), &journal);
  f.run(10);
  EXPECT_EQ(journal.steps, 160);
  f.world.set_listener(nullptr);
}

/// A client that counts, and a clock that stands still unless it sleeps.
struct CountingClient final : LoopClient {
  int forward = 0, back = 0, most_back = 1000;
  void take_messages(RealTimeLoop&) override {}
  bool step() override { return ++forward > 0; }
  bool step_back() override { return ++back < most_back; }
  void publish(const frames::LoopStatus&) override {}
};
struct StillClock final : LoopClock {
  std::int64_t time = 0;
  std::int64_t now() override { return time; }
  void sleep_until(std::int64_t t) override { time = std::max(time, t); }
  std::int64_t thread_cpu_time() override { return time; }
};

TEST(Backwards, TheLoopKeepsItsPace) {
  CountingClient client;
  StillClock clock;
  RealTimeLoop loop(client, clock, {});
  loop.set_time_scale(-0.5);
  EXPECT_TRUE(loop.backwards());
  while (clock.time < 1'000'000'000) loop.wake();
  EXPECT_EQ(client.forward, 0);
  EXPECT_NEAR(client.back, 100, 2);
  client.most_back = client.back + 10;
  while (clock.time < 2'000'000'000) loop.wake();
  EXPECT_TRUE(loop.status().paused) << "at the earliest moment";
  loop.set_time_scale(-1000.0);
  EXPECT_FLOAT_EQ(loop.status().time_scale, -4.0f);
  loop.set_time_scale(1.0);
  EXPECT_FALSE(loop.backwards());
}

}  // namespace
}  // namespace outrigger::session
