/// Law: work on the ground is a part of the run. A recording of it computes again to the same bits, holds the
/// edits as commands, and going back before them undoes them, also for a replay that has passed them.
#include <gtest/gtest.h>

#include "description/reader.h"
#include "recorder/recording_writer.h"
#include "recorder/replay.h"
#include "unit/description_support.h"

namespace outrigger::recorder {
namespace {

/// A ball that rolls towards x = 1, in steps of a seat.
sim::World rolling_ball() {
  return sim::World(description::read_machine_text(
      "outrigger: 1\nsettings: {step: 0.005}\nbodies: {a: {shapes: [{sphere: .2, density: 500}], "
      "pose: {position: [0, 0, .2]}, velocity: [1, 0, 0], angular_velocity: [0, 5, 0]}}\n"
      "contact_spheres: {s: {body: a, centre: [0, 0, 0], radius: .2, material: steel}}\n",
      "ball.yaml"));
}

constexpr const char* kPit = "{rectangle: [1, 4, -1, 1], lower: 0.5}";
constexpr const char* kRamp = "{rectangle: [1, 4, -1, 1], plane: [-0.4, 0.1, 0]}";
constexpr int kPitAt = 40, kRampAt = 400, kResetAt = 600, kAgainAt = 650, kSteps = 900;

double height(const sim::World& world) { return world.pose(world.body("a")).position.z(); }

class GroundWork : public testing::Test {
 protected:
  /// Dug in front of the ball, which drops in; made a ramp under it; reset; dug again.
  Recording record() {
    const std::string path = (folder_.path() / "ground.recording").string();
    sim::World world = rolling_ball();
    RecordingHeader header;
    header.files.push_back({"ball.yaml", "name: ball"});
    RecordingSettings settings;
    settings.snapshot_time = 0.5;
    RecordingWriter writer(path, header, world, settings);
    for (int i = 0; i < kSteps; ++i) {
      if (i == kPitAt || i == kAgainAt) world.execute(sim::EditGround{kPit});
      if (i == kRampAt) {
        EXPECT_LT(height(world), -0.2) << "in the pit";
        world.execute(sim::EditGround{kRamp});
      }
      if (i == kResetAt) world.reset();
      world.step();
    }
    writer.finish();
    return load_recording(path);
  }

  description::TestFolder folder_{"ground_work"};
};

TEST_F(GroundWork, ARecordingOfItVerifies) {
  const Recording r = record();
  EXPECT_TRUE(r.complete);
  EXPECT_TRUE(r.problems.empty());
  sim::World world = rolling_ball();
  const Verification v = verify(r, world);
  EXPECT_EQ(v.failure, "");
  ASSERT_FALSE(v.difference) << v.difference->tick;
  EXPECT_EQ(v.ticks, kSteps);
  EXPECT_GT(v.snapshots, 5);
  EXPECT_TRUE(v.bad_snapshots.empty());
  EXPECT_TRUE(world.ground().is_changed());
  EXPECT_EQ(world.ground().height(2.5, 0.0), -0.5);
}

// Backwards over the second edit, the first, and a reset: ground and ball are those of that moment.
TEST_F(GroundWork, GoingBackUndoesIt) {
  const Recording r = record();
  sim::World world = rolling_ball();
  Replay replay(r, world);
  const auto ground_at = [&](int tick) {
    replay.seek(tick);
    EXPECT_TRUE(replay.matches()) << tick;
    return world.ground().height(2.5, 0.0);
  };
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(ground_at(kSteps), -0.5);
    EXPECT_EQ(ground_at(kResetAt + 10), 0.0);
    EXPECT_FALSE(world.ground().is_changed());
    EXPECT_NEAR(ground_at(kRampAt + 1), -0.4, 1e-12);
    EXPECT_EQ(ground_at(kRampAt - 1), -0.5);
    EXPECT_LT(height(world), -0.2);
    EXPECT_EQ(ground_at(kPitAt - 1), 0.0);
    EXPECT_FALSE(world.ground().is_changed());
    EXPECT_NEAR(height(world), 0.2, 0.01);
  }
  EXPECT_EQ(replay.failure(), "");
  EXPECT_TRUE(replay.refused().empty()) << replay.refused().front();
}

}  // namespace
}  // namespace outrigger::recorder
