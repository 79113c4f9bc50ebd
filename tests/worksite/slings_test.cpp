/// Slings that are fastened and let go while the world runs, and persons who walk: same bits in snapshots and other
/// worlds, tension only, clear refusals.
#include "sim/slings.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "articulation/articulation.h"
#include "base/error.h"
#include "base/source_tree.h"
#include "description/scene_reader.h"
#include "sim/command.h"
#include "sim/object_stage.h"
#include "sim/placed_scene.h"
#include "sim/snapshot_bytes.h"
#include "sim/walking.h"
#include "sim/world.h"

namespace outrigger {
namespace {

sim::PlacedScene sling_scene(const std::string& text) {
  description::SceneFiles files;
  files.machine_path = [](const std::string& name) {
    return source_file("machines/" + name + ".yaml");
  };
  files.object_path = [](const std::string& name) {
    return source_file("machines/objects/" + name + ".yaml");
  };
  sim::PlacedScene scene =
      sim::place_scene(description::read_scene_text(text, "test.yaml", files), nullptr);
  scene.machine.settings.step = 5e-3;
  return scene;
}

std::string scene_error(const std::string& text) {
  try {
    const sim::PlacedScene scene = sling_scene(text);
    sim::World world(scene.machine, scene.options);
  } catch (const Error& e) {
    return e.what();
  }
  return "none";
}

/// The hinge of the bucket stands 5.8 m ahead and 1.4 m high; the eye of the block 1.13 m above its foot.
constexpr const char* kBlockAtHinge =
    "outrigger_scene: 1\nmachines:\n  excavator: {file: excavator, position: [0, 0, 0]}\n"
    "objects:\n  block: {kind: block, position: [7.2, 0, 0]}\n"
    "slings:\n  sling: {on: excavator/stick, at: [2.45, 0, 0], length: 2}\n";

int count_of(const std::vector<sim::Event>& events, sim::Event::Kind kind) {
  int count = 0;
  for (const sim::Event& e : events) count += e.kind == kind ? 1 : 0;
  return count;
}

TEST(Slings, HoldWhileTheirInputIsOnAndLetGo) {
  const sim::PlacedScene scene = sling_scene(kBlockAtHinge);
  sim::World world(scene.machine, scene.options);
  for (int i = 0; i < 20; ++i) world.step();
  EXPECT_THROW(world.rope("excavator/sling"), Error);
  const std::size_t apart = world.articulations().size();
  world.set_input("excavator/sling", 1.0);
  world.step();
  EXPECT_EQ(count_of(world.take_events(), sim::Event::Kind::fastened), 1);
  const sim::RopeHandle rope = world.rope("excavator/sling");
  EXPECT_EQ(world.articulations().size(), apart - 1);
  for (int i = 0; i < 20; ++i) world.step();
  EXPECT_EQ(world.force(rope), 0.0) << "slack";
  world.set_input("excavator/boom", 0.5);
  double most = 0.0;
  for (int i = 0; i < 800; ++i) {
    world.step();
    ASSERT_GE(world.force(rope), 0.0);
    most = std::max(most, world.force(rope));
  }
  EXPECT_GT(most, 3600.0 * 9.81 * 0.9) << "the block hangs";
  world.set_input("excavator/sling", 0.0);
  world.step();
  EXPECT_EQ(count_of(world.take_events(), sim::Event::Kind::let_go), 1);
  EXPECT_THROW(world.rope("excavator/sling"), Error);
  EXPECT_EQ(world.articulations().size(), apart);
}

TEST(Slings, SnapshotsInMidAirGoOnWithTheSameBits) {
  const sim::PlacedScene scene = sling_scene(kBlockAtHinge);
  sim::World a(scene.machine, scene.options), b(scene.machine, scene.options);
  a.set_input("excavator/sling", 1.0);
  a.set_input("excavator/boom", 0.5);
  for (int i = 0; i < 400; ++i) a.step();
  const sim::Snapshot saved = a.save();
  b.restore(saved);
  ASSERT_EQ(b.hash(), a.hash());
  // As bytes, too: a world that has come to the same mechanisms takes them.
  const auto read = sim::snapshot_from_bytes(sim::to_bytes(saved), b.save());
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->hash(), saved.hash());
  for (int i = 0; i < 200; ++i) {
    if (i == 100)
      for (sim::World* w : {&a, &b}) w->set_input("excavator/sling", 0.0);
    a.step(), b.step();
    ASSERT_EQ(a.hash(), b.hash()) << i;
  }
  // Back to the moment when it hung: the rope is there again.
  a.restore(saved);
  EXPECT_EQ(a.hash(), saved.hash());
  EXPECT_NO_THROW(a.rope("excavator/sling"));
}

TEST(Slings, OutOfReachNothingHappens) {
  std::string text = kBlockAtHinge;
  text.replace(text.find("[7.2"), 4, "[9.2");
  const sim::PlacedScene scene = sling_scene(text);
  sim::World world(scene.machine, scene.options);
  world.set_input("excavator/sling", 1.0);
  for (int i = 0; i < 10; ++i) world.step();
  EXPECT_EQ(count_of(world.take_events(), sim::Event::Kind::fastened), 0);
  EXPECT_THROW(world.rope("excavator/sling"), Error);
}

TEST(Slings, ErrorsNameLineAndWhatIsAllowed) {
  std::string text = kBlockAtHinge;
  text.replace(text.find("on: excavator/stick"), 19, "on: crane/hook");
  EXPECT_NE(scene_error(text).find("must be MACHINE/BODY of a machine of this scene"),
            std::string::npos)
      << scene_error(text);
  text = kBlockAtHinge;
  text.replace(text.find("excavator/stick"), 15, "excavator/hook");
  EXPECT_NE(scene_error(text).find("there is no body 'excavator/hook'"), std::string::npos)
      << scene_error(text);
}

// Ropes are commands like all other edits: in text, to the ground, refused where they hold nothing.
TEST(Ropes, AreAddedAndRemovedByCommands) {
  const sim::PlacedScene scene =
      sling_scene("outrigger_scene: 1\nmachines:\n  tower: {file: tower, position: [0, 0, 0]}\n");
  sim::World world(scene.machine, scene.options);
  description::Body body;
  body.name = "weight";
  body.mass = 100.0;
  body.inertia = 10.0 * Mat3::Identity();
  body.pose.position = Vec3(20.0, 0.0, 5.0);
  body.pose_given = true;
  const sim::BodyHandle weight = world.add_body(body);
  description::Rope rope;
  rope.name = "line";
  rope.points = {{"", Vec3(20.0, 0.0, 8.0)}, {"", Vec3::Zero()}};
  rope.stiffness = 1e5;
  rope.damping = 1.0;
  const sim::RopeHandle line = world.add_rope(rope, {std::nullopt, weight});
  for (int i = 0; i < 2000; ++i) world.step();
  EXPECT_NEAR(world.force(line), 981.0, 10.0);
  world.remove(line);
  const double z = world.pose(weight).position.z();
  for (int i = 0; i < 20; ++i) world.step();
  EXPECT_LT(world.pose(weight).position.z(), z - 0.01);

  const sim::Command command =
      sim::AddRope{rope, {{sim::PartKind::body, "weight"}, {sim::PartKind::body, "weight"}}};
  EXPECT_EQ(sim::to_text(sim::command_from_text(sim::to_text(command))), sim::to_text(command));
  const std::uint64_t before = world.hash();
  EXPECT_THROW(world.execute(command), Error) << "both ends on one body";
  rope.stiffness = 0.0;
  EXPECT_THROW(world.add_rope(rope, {std::nullopt, weight}), Error) << "no stiffness";
  EXPECT_EQ(world.hash(), before);
}

constexpr const char* kPersonFar =
    "outrigger_scene: 1\nmachines:\n  tower: {file: tower, position: [0, 0, 0]}\n"
    "objects:\n  walker: {kind: person, position: [40, 0, 0], state: walking, path: [[43, 0]], "
    "speed: 1.5}\n";

TEST(Persons, WalkTheirPathAndBack) {
  const sim::PlacedScene scene = sling_scene(kPersonFar);
  sim::World world(scene.machine, scene.options);
  for (int i = 0; i < 200; ++i) world.step();  // 1 s
  EXPECT_NEAR(world.objects()->rest_pose(0).position.x(), 41.5, 1e-6);
  EXPECT_NEAR(world.objects()->rest_pose(0).rotation(0, 0), 1.0, 1e-12);
  for (int i = 0; i < 400; ++i) world.step();  // there and half of the way back
  EXPECT_NEAR(world.objects()->rest_pose(0).position.x(), 41.5, 1e-6);
  EXPECT_NEAR(world.objects()->rest_pose(0).rotation(0, 0), -1.0, 1e-12);
  EXPECT_EQ(world.objects()->computed_count(), 0u) << "somebody who walks costs nothing";
  const sim::Snapshot saved = world.save();
  for (int i = 0; i < 50; ++i) world.step();
  const std::uint64_t later = world.hash();
  world.restore(saved);
  for (int i = 0; i < 50; ++i) world.step();
  EXPECT_EQ(world.hash(), later);
  const auto read = sim::snapshot_from_bytes(sim::to_bytes(saved), world.save());
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->hash(), saved.hash());
}

// A machine that drives on hits them: one event, with place and speed, and they fall.
TEST(Persons, StandStillForAMachineAndAreHitOnce) {
  const sim::PlacedScene scene = sling_scene(
      "outrigger_scene: 1\nmachines:\n  tipper: {file: tipper, position: [0, 0, 0]}\nobjects:\n"
      "  walker: {kind: person, position: [9, 1, 0], state: walking, path: [[9, -20]], "
      "speed: 0.2}\n");
  sim::World world(scene.machine, scene.options);
  world.set_input("tipper/parking_brake", 0.0);
  world.set_input("tipper/travel", 0.5);
  std::vector<sim::Event> hits;
  bool stood = false;
  for (int i = 0; i < 3000 && hits.size() < 2; ++i) {
    world.step();
    stood = stood || world.objects()->body_of(0) != 0;
    for (const sim::Event& e : world.take_events())
      if (e.kind == sim::Event::Kind::person_hit) hits.push_back(e);
  }
  EXPECT_TRUE(stood);
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits.front().parts.front().name, "walker");
  EXPECT_GT(hits.front().value, 0.05);
  ASSERT_TRUE(hits.front().place.has_value());
  EXPECT_NEAR(hits.front().place->x(), 9.0, 1.0);
}

}  // namespace
}  // namespace outrigger
