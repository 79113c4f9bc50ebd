/// A machine that rolls over: the operator is warned before, told when it happens, and the machine is
/// stopped until it is reset. What it takes is data of the machine file.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "description/reader.h"
#include "seat/loop_support.h"
#include "seat/seat_fixture.h"

namespace outrigger {
namespace {

/// A plank that a lever tips about x, with a turntable on it; an input closes a brake.
constexpr const char* kPlank = R"(
outrigger: 1
bodies:
  plank: {shapes: [{box: [1, 0.3, 0.05], density: 500}], pose: {position: [0, 0, 1]}}
  table: {shapes: [{box: [0.2, 0.2, 0.02], density: 500}], pose: {position: [0, 0, 1.1]}}
joints:
  tip: {type: revolute, bodies: [ground, plank], at: [0, 0, 1], axis: x}
  turn: {type: revolute, bodies: [plank, table], at: [0, 0, 1.1], axis: z}
drives:
  tip: {coordinate: tip.angle, speed: {lever: tip}, speed_max_deg_s: 30}
  turn: {coordinate: turn.angle, speed: {lever: turn}, speed_max_deg_s: 90}
brakes:
  hold: {coordinate: turn.angle, force: 1, input: hold}
controls:
  tip: {}
  turn: {kind: wheel}
  hold: {kind: choice, choices: [open, closed]}
seat:
  tilt: {body: plank, warning_deg: 20, limit_deg: 45, inputs: {hold: 1}}
)";

class TiltTest : public testing::Test {
 protected:
  /// Steps with the levers as they are in `hand_`.
  void run(double seconds) {
    channels_.mailbox.post_levers(hand_);
    for (int i = 0; i < static_cast<int>(seconds / 5e-3); ++i) loop_.wake();
  }
  double angle() const { return 180.0 / M_PI * world_.value(world_.coordinate("tip.angle")); }
  double input(const std::string& name) const {
    const auto& names = world_.input_names();
    return world_.input_values()[static_cast<std::size_t>(
        std::find(names.begin(), names.end(), name) - names.begin())];
  }
  std::vector<frames::Notice> notices() { return channels_.notices.take(); }
  frames::Tilt shown() {
    channels_.frames.fetch();
    return channels_.frames.front().tilt;
  }

  description::Machine machine_ = [] {
    description::Machine m = description::read_machine_text(kPlank, "plank.yaml");
    m.settings.step = 5e-3;
    return m;
  }();
  Channels channels_;
  sim::World world_{machine_};
  session::LiveSession session_{world_, machine_, channels_.links()};
  sim::FakeClock clock_;
  session::RealTimeLoop loop_{session_, clock_, [] {
                                session::LoopSettings s;
                                s.step = 5e-3;
                                return s;
                              }()};
  std::vector<float> hand_{0.0f, 0.5f, 0.0f};
};

TEST_F(TiltTest, WarnsThenStopsUntilReset) {
  hand_[0] = 1.0f;
  run(0.6);
  EXPECT_LT(angle(), 20.0);
  EXPECT_TRUE(notices().empty());
  EXPECT_EQ(shown(), frames::Tilt::upright);

  run(0.4);
  EXPECT_GT(angle(), 20.0);
  auto said = notices();
  ASSERT_EQ(said.size(), 1u) << "once, not in every step";
  EXPECT_EQ(said[0].level, frames::Notice::Level::warning);
  EXPECT_NE(said[0].text.find("may roll over"), std::string::npos) << said[0].text;
  EXPECT_EQ(shown(), frames::Tilt::leaning);
  EXPECT_EQ(input("tip"), 1.0) << "a warning takes nothing from the operator";

  run(1.0);
  said = notices();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].level, frames::Notice::Level::error);
  EXPECT_NE(said[0].text.find("rolled over"), std::string::npos) << said[0].text;
  EXPECT_EQ(shown(), frames::Tilt::rolled_over);
  EXPECT_EQ(input("tip"), 0.0) << "levers count as released";
  EXPECT_EQ(input("turn"), 0.5) << "what stays, stays";
  EXPECT_EQ(input("hold"), 1.0) << "as the file says";
  const double there = angle();
  EXPECT_GT(there, 45.0);

  // Still held, and then let go and pulled the other way: nothing moves.
  hand_[0] = -1.0f;
  run(1.0);
  EXPECT_NEAR(angle(), there, 2.0);
  EXPECT_EQ(shown(), frames::Tilt::rolled_over);

  channels_.mailbox.post({frames::Command::Kind::reset, 0.0});
  hand_[0] = 0.0f;
  run(0.2);
  EXPECT_NEAR(angle(), 0.0, 1.0);
  EXPECT_EQ(shown(), frames::Tilt::upright);
  EXPECT_EQ(input("hold"), 0.0);
  hand_[0] = 1.0f;
  run(0.5);
  EXPECT_GT(angle(), 5.0) << "the levers work again";
}

// Law: rocking about the warning warns once; leaning again after standing upright warns again.
TEST_F(TiltTest, WarnsOnceEachTime) {
  hand_[0] = 1.0f;
  run(1.0);
  hand_[0] = -0.2f;
  run(0.3);
  hand_[0] = 0.2f;
  run(0.3);
  EXPECT_EQ(notices().size(), 1u);
  hand_[0] = -1.0f;
  run(0.5);
  hand_[0] = 1.0f;
  run(0.7);
  EXPECT_EQ(notices().size(), 1u);
}

TEST(Tilt, IsCheckedWhenTheFileIsRead) {
  const auto problem = [](const std::string& tilt) {
    std::string text = kPlank;
    text.resize(text.find("seat:"));
    try {
      description::read_machine_text(text + "seat: {tilt: " + tilt + "}\n", "plank.yaml");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(problem("{body: plank, limit_deg: 45}"), "accepted")
      << "no warning, nothing else stops";
  EXPECT_NE(problem("{body: plnk, limit_deg: 45}").find("plank"), std::string::npos);
  EXPECT_NE(problem("{body: plank, warning_deg: 50, limit_deg: 45}").find("above the warning"),
            std::string::npos);
  EXPECT_NE(problem("{body: plank, limit_deg: 200}").find("180 degrees"), std::string::npos);
  EXPECT_NE(problem("{body: plank, limit_deg: 45, inputs: {holdd: 1}}").find("did you mean 'hold'"),
            std::string::npos);
  EXPECT_NE(problem("{limit_deg: 45}").find("missing key 'body'"), std::string::npos);
}

}  // namespace
}  // namespace outrigger
