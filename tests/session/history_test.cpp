/// Going back in a live session: the same bits as the first time, whatever was jumped over, and a new
/// future from where it was resumed.
#include "session/history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "base/random.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "session/live_session.h"

namespace outrigger::session {
namespace {

description::Machine crane() {
  return description::read_machine_file(source_file("machines/small-crane.yaml"));
}

/// Levers that move now and then.
std::vector<double> levers(const sim::World& world, Random& random) {
  std::vector<double> values = world.input_values();
  for (double& v : values)
    if (random.uniform(0.0, 1.0) < 0.3) v = random.uniform(-1.0, 1.0);
  return values;
}

/// A world with a history that is driven for some steps, ground work included; hashes by step.
struct Drive {
  sim::World world{crane()};
  History history{world, {.length = 2.0, .keyframe_time = 0.1}};
  Random random{7};
  std::map<std::int64_t, std::uint64_t> hash;

  void step(bool edits = true) {
    if (world.step_count() % 7 == 0) world.execute(sim::SetInputs{levers(world, random)});
    if (edits && world.step_count() % 61 == 60) {
      const sim::EditGround edit{"{circle: [6, 0, 1], lower: 0.05}"};
      world.execute(edit);
      history.note_command(edit);
      hash[world.step_count()] = world.hash();  // it belongs to the moment
    }
    world.step();
    history.note_step();
    hash[world.step_count()] = world.hash();
  }
  void run(int steps) {
    for (int i = 0; i < steps; ++i) step();
  }
};

TEST(History, EveryMomentComesBackWithItsBits) {
  Drive d;
  d.run(500);
  Random random(3);
  for (int jump = 0; jump < 1000; ++jump) {
    const auto to = static_cast<std::int64_t>(random.uniform(
        static_cast<double>(d.history.earliest()) + 1.0, static_cast<double>(d.history.latest())));
    d.history.go_to(to);
    ASSERT_EQ(d.world.step_count(), to);
    ASSERT_EQ(d.world.hash(), d.hash[to]) << "jump " << jump << " to step " << to;
  }
  // Nothing was forgotten by looking.
  d.history.go_to(500);
  EXPECT_EQ(d.world.hash(), d.hash[500]);
}

TEST(History, DrivingOnAfterAJumpForgetsWhatLayAhead) {
  Drive d;
  d.run(400);
  const auto first = d.hash;
  d.history.go_to(250);
  d.random = Random(99);  // other levers
  d.run(100);
  EXPECT_EQ(d.history.latest(), 350);
  EXPECT_NE(d.hash[350], first.at(350));
  for (const std::int64_t to : {std::int64_t{240}, std::int64_t{251}, std::int64_t{349}}) {
    d.history.go_to(to);
    EXPECT_EQ(d.world.hash(), d.hash[to]) << to;
  }
  EXPECT_EQ(d.hash[240], first.at(240));
}

// The same inputs from a moment that was gone back to give the same future.
TEST(History, TheSameInputsGiveTheSameFuture) {
  Drive d;
  d.run(200);
  const Random random = d.random;
  d.run(200);
  const auto first = d.hash;
  d.history.go_to(200);
  d.random = random;
  d.run(200);
  for (std::int64_t k = 201; k <= 400; ++k) ASSERT_EQ(d.hash[k], first.at(k)) << k;
}

// What was changed while the world stood still belongs to that moment.
TEST(History, EditsBetweenStepsAreThereAgain) {
  Drive d;
  d.run(130);
  const sim::EditGround edit{"{circle: [8, 3, 1], lower: 0.2}"};
  d.world.execute(edit);
  d.history.note_command(edit);
  const std::uint64_t edited = d.world.hash();
  d.history.go_to(40);
  d.history.go_to(130);
  EXPECT_EQ(d.world.hash(), edited);
}

TEST(History, KeepsItsLengthAndNoMore) {
  Drive d;
  const double h = d.world.step_size();
  d.run(static_cast<int>(5.0 / h));
  const double kept = static_cast<double>(d.history.latest() - d.history.earliest()) * h;
  EXPECT_GE(kept, 2.0);
  EXPECT_LE(kept, 2.0 + 0.2);
  EXPECT_LE(d.history.keyframe_count(), 23u);
  // Beyond either end: the nearest moment there is.
  d.history.go_to(-5);
  EXPECT_EQ(d.world.step_count(), d.history.earliest());
  d.history.go_to(1'000'000'000);
  EXPECT_EQ(d.world.step_count(), d.history.latest());
}

/// Through the commands of a session, as the seat sends them.
TEST(HistoryOfASession, SeekGoesBackAndWaits) {
  const description::Machine machine = crane();
  sim::World world(machine);
  frames::OperatorMailbox mailbox;
  FrameSlot slot;
  frames::NoticeQueue notices;
  LiveSession session(world, machine, SessionLinks{mailbox, slot, notices, nullptr});
  MonotonicClock clock;
  RealTimeLoop loop(session, clock, {});
  std::map<std::int64_t, std::uint64_t> hash;
  for (int i = 0; i < 300; ++i) {
    std::vector<float> hand(session.scene().controls.size(),
                            0.6f * std::sin(0.05f * static_cast<float>(i)));
    mailbox.post_levers(hand);
    session.take_messages(loop);
    session.step();
    hash[world.step_count()] = world.hash();
  }
  const double time = 120 * world.step_size();
  mailbox.post({frames::Command::Kind::seek, time, {}});
  session.take_messages(loop);
  EXPECT_TRUE(loop.status().paused);
  EXPECT_EQ(world.step_count(), 120);
  EXPECT_EQ(world.hash(), hash[120]);
  session.publish(loop.status());
  ASSERT_TRUE(slot.fetch());
  EXPECT_NEAR(slot.front().history.last, 300 * world.step_size(), 1e-9);
  // Numbers that are none, and a reset, which begins anew.
  mailbox.post({frames::Command::Kind::seek, std::nan(""), {}});
  session.take_messages(loop);
  EXPECT_EQ(world.step_count(), 120);
  mailbox.post({frames::Command::Kind::reset, 0.0, {}});
  session.take_messages(loop);
  EXPECT_EQ(world.step_count(), 0);
}

}  // namespace
}  // namespace outrigger::session
