// Shapes of sleeping articulations were placed by steps alone, and sleepers are not stepped: after restoring a
// state in which a body sleeps elsewhere, its shape stayed where it had been, and others fell through it.

#include <gtest/gtest.h>

#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

// A box that slides 0.4 m and falls asleep; a ball thrown up that comes down on it later.
constexpr const char* kScene = R"(outrigger: 1
settings: {step: 1e-3}
bodies:
  box: {mass: 20, inertia: [0.4, 0.4, 0.5], pose: {position: [0, 0, 0.149]}, velocity: [2, 0, 0]}
  ball: {mass: 1, inertia: [0.01, 0.01, 0.01], pose: {position: [0.4, 0, 2]}, velocity: [0, 0, 8]}
shapes:
  box: {body: box, box: [0.4, 0.4, 0.3], material: wood}
  ball: {body: ball, sphere: 0.1, material: wood}
friction: {wood_wood: {pair: [wood, wood], static: 0.5, dynamic: 0.5}}
)";

TEST(RestoredSleeper, IsWhereTheStateSays) {
  sim::WorldOptions options;
  options.articulation.sleep.enabled = true;
  options.articulation.sleep.time = 0.1;
  sim::World world(description::read_machine_text(kScene, "scene.yaml"), options);
  const sim::Snapshot start = world.save();
  while (world.time() < 1.5) world.step();
  ASSERT_EQ(world.last_report().awake_articulations, 1) << "the box sleeps, the ball flies";
  const sim::Snapshot asleep = world.save();
  const auto run = [&] {
    while (world.time() < 2.5) world.step();
    return world.hash();
  };
  const std::uint64_t straight = run();
  EXPECT_GT(world.pose(world.body("ball")).position.z(), 0.35) << "it lies on the box";

  world.restore(start);
  world.step();
  world.restore(asleep);
  EXPECT_EQ(run(), straight);
}

// Contacts of the state that was left woke sleepers of the restored one where a body was gone.
TEST(RestoredSleeper, SleepsOn) {
  sim::WorldOptions options;
  options.articulation.sleep.enabled = true;
  options.articulation.sleep.time = 0.1;
  sim::World world(description::read_machine_text(kScene, "scene.yaml"), options);
  const sim::Snapshot start = world.save();
  world.remove(world.body("ball"));
  while (world.time() < 1.5) world.step();
  ASSERT_EQ(world.last_report().awake_articulations, 0);
  const sim::Snapshot asleep = world.save();
  const std::uint64_t hash = world.hash();
  world.restore(start);
  while (world.contacts().size() < 5) world.step();  // the ball is on the box
  world.restore(asleep);
  EXPECT_EQ(world.hash(), hash);
}

// A sleeper that was hit took the step without what holds it: the ground was not looked for.
TEST(WokenSleeper, IsHeldByTheGround) {
  sim::WorldOptions options;
  options.articulation.sleep.enabled = true;
  options.articulation.sleep.time = 0.1;
  description::Machine machine = description::read_machine_text(kScene, "scene.yaml");
  machine.settings.step = 10e-3;
  machine.bodies[0].velocity.reset();
  machine.bodies[1].pose.position = Vec3(0.0, 0.0, 6.0);
  machine.bodies[1].velocity.reset();
  sim::World world(machine, options);
  const sim::BodyHandle box = world.body("box");
  bool slept = false;
  while (world.time() < 3.0) {
    const bool asleep = world.last_report().awake_articulations == 1;
    slept = slept || asleep;
    world.step();
    if (!asleep || world.contacts().size() < 5) continue;
    // Hit from above in the middle: all corners go on.
    std::size_t below = 0;
    for (const auto& c : world.contacts()) below += c.point.z() < 0.1;
    EXPECT_EQ(below, 4u);
    EXPECT_EQ(world.contacts().size(), 5u);
    return;
  }
  FAIL() << (slept ? "the ball never hit" : "the box never slept") << world.pose(box).position;
}

}  // namespace
}  // namespace outrigger
