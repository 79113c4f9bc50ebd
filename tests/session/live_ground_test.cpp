/// A change of the ground on its way through a session: text in, tiles out, undone by a reset.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/source_tree.h"
#include "description/reader.h"
#include "session/live_session.h"

namespace outrigger::session {
namespace {

class GroundOfASession : public testing::Test {
 protected:
  void command(frames::Command::Kind kind, const std::string& text = {}) {
    mailbox.post({kind, 0.0, text});
    session.take_messages(loop);
  }
  void publish() {
    session.publish({});
    stream.take(changes);
  }
  std::string notice() {
    const auto all = notices.take();
    return all.empty() ? "" : all.back().text;
  }

  description::Machine machine =
      description::read_machine_file(source_file("machines/small-crane.yaml"));
  sim::World world{machine};
  frames::OperatorMailbox mailbox;
  FrameSlot slot;
  frames::NoticeQueue notices;
  frames::KeyedStore stream;
  LiveSession session{world, machine, SessionLinks{mailbox, slot, notices, &stream}};
  MonotonicClock clock;
  RealTimeLoop loop{session, clock, {}};
  std::vector<frames::StreamChange> changes;
};

double lowest(const std::vector<frames::StreamChange>& changes) {
  double low = 1e9;
  for (const auto& c : changes) {
    const auto& tile = std::get<frames::GroundTile>(*c.value);
    for (std::size_t i = 0; i < tile.heights.size(); ++i) low = std::min(low, tile.height(i));
  }
  return low;
}

TEST_F(GroundOfASession, AnEditIsCarriedOutAndItsTilesAreSent) {
  publish();
  EXPECT_TRUE(changes.empty());
  command(frames::Command::Kind::edit_ground, "{rectangle: [20, 21, 20, 21], lower: 1.5}");
  EXPECT_NEAR(world.ground().height(20.5, 20.5), -1.5, 1e-9);
  std::vector<frames::StreamChange> all;
  for (int k = 0; k < 20; ++k) {  // a few tiles at a time
    publish();
    all.insert(all.end(), changes.begin(), changes.end());
  }
  ASSERT_FALSE(all.empty());
  EXPECT_NEAR(lowest(all), -1.5, 0.00101);
  // A reset takes it back, without a step in between.
  command(frames::Command::Kind::reset);
  EXPECT_EQ(notice(), "back at the start");
  EXPECT_EQ(world.ground().height(20.5, 20.5), 0.0);
  publish();
  ASSERT_FALSE(changes.empty());
  for (const auto& c : changes) EXPECT_EQ(c.value, nullptr);
}

TEST_F(GroundOfASession, AnEditThatCannotBeDoneIsExplained) {
  command(frames::Command::Kind::edit_ground, "dance");
  EXPECT_NE(notice(), "");
  EXPECT_FALSE(world.ground().is_changed());
}

}  // namespace
}  // namespace outrigger::session
