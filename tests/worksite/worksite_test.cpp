/// Several machines in one world, and objects that come and go: what is near is computed, and nothing else
/// changes a bit.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "articulation/articulation.h"
#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/scene_reader.h"
#include "sim/object_stage.h"
#include "sim/placed_scene.h"
#include "sim/world.h"

namespace outrigger {
namespace {

description::SceneFiles bundled() {
  description::SceneFiles files;
  files.machine_path = [](const std::string& name) {
    return source_file("machines/" + name + ".yaml");
  };
  files.object_path = [](const std::string& name) {
    return source_file("machines/objects/" + name + ".yaml");
  };
  return files;
}

sim::PlacedScene placed(const std::string& text) {
  sim::PlacedScene scene =
      sim::place_scene(description::read_scene_text(text, "test.yaml", bundled()), nullptr);
  scene.machine.settings.step = 5e-3;
  return scene;
}

/// A ball on a rope that swings into blocks, and fences.
constexpr const char* kTower =
    "outrigger_scene: 1\nmachines:\n  tower: {file: tower, position: [0, 0, 0]}\nobjects:\n"
    "  near: {kind: fence, position: [3.0, 0, 0]}\n"
    "  far: {kind: fence, position: [60, 0, 0], count: 3, step: [2, 0, 0]}\n";

std::string error_of(const std::string& text) {
  try {
    placed(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "none";
}

TEST(Scene, NamesOfEachMachineBeginWithItsOwn) {
  const sim::PlacedScene scene = placed(
      "outrigger_scene: 1\nmachines:\n  a: {file: tipper, position: [0, 0, 0]}\n"
      "  b: {file: tipper, position: [20, 0, 0], heading_deg: 90}\n");
  const sim::World world(scene.machine, scene.options);
  const Vec3 between =
      world.pose(world.body("b/chassis")).position - world.pose(world.body("a/chassis")).position;
  EXPECT_NEAR(between.x(), 20.0, 0.5);
  EXPECT_EQ(scene.stations.size(), 2u);
  EXPECT_EQ(scene.stations[1].tilt.body, "b/chassis");
}

// Levers, engine and pumps of one machine are no others'.
TEST(Scene, EachMachineHasItsOwnEngine) {
  const sim::PlacedScene scene = placed(
      "outrigger_scene: 1\nmachines:\n  a: {file: tipper, position: [0, 0, 0]}\n"
      "  b: {file: tipper, position: [20, 0, 0]}\n");
  sim::World world(scene.machine, scene.options);
  world.set_input("b/engine", 1.0);
  const double before = world.engine_speed("a/");
  for (int i = 0; i < 200; ++i) world.step();
  EXPECT_GT(world.engine_speed("a/"), 0.5 * before);
  EXPECT_NE(world.engine_speed("a/"), world.engine_speed("b/"));
}

TEST(Scene, ErrorsNameFileLineAndWhatIsThere) {
  EXPECT_NE(
      error_of("outrigger_scene: 1\nmachines:\n  a: {fil: tipper}\n").find("did you mean 'file'"),
      std::string::npos);
  EXPECT_NE(error_of("outrigger_scene: 1\nmachines:\n  a: {file: tower, start: road}\n")
                .find("test.yaml:3: machine 'a': there is no start 'road'"),
            std::string::npos);
  EXPECT_NE(error_of(std::string(kTower) + "  x: {kind: ../tower, position: [0, 9, 0]}\n").find("must be one free body"),
            std::string::npos);
  EXPECT_NE(error_of("outrigger_scene: 1\nmachines:\n  a: {file: tower}\nobjects:\n"
                     "  f: {kind: fence, position: [0, 0, 0], state: loose}\n")
                .find("must be resting, movable or fixed"),
            std::string::npos);
}

// A scene that a program made, and what a recording holds, are read as the same.
TEST(Scene, IsReadAgainFromItsTextAndItsFiles) {
  std::vector<description::SourceFile> kept;
  description::SceneFiles files = bundled();
  files.files_read = &kept;
  const description::Scene scene = description::read_scene_text(kTower, "test.yaml", files);
  const description::Scene again = description::read_scene_sources(kept, false);
  ASSERT_EQ(again.objects.size(), scene.objects.size());
  EXPECT_TRUE(again.machines.front().machine == scene.machines.front().machine);
  const description::Scene written =
      description::read_scene_text(description::scene_text(scene), "test.yaml", bundled());
  EXPECT_EQ(written.objects[1].count, 3);
  EXPECT_EQ(written.objects[1].step, Vec3(2.0, 0.0, 0.0));
}

TEST(Scene, PageIsWhatTheProgramPrints) {
  std::ifstream stream(source_file("docs/scene-format.md"), std::ios::binary);
  std::stringstream page;
  page << stream.rdbuf();
  EXPECT_EQ(page.str(), description::scene_format_markdown())
      << "write it anew: outrigger format --scene > docs/scene-format.md";
}

TEST(Objects, AreComputedOnlyWhileSomethingIsNear) {
  const sim::PlacedScene scene = placed(kTower);
  sim::World world(scene.machine, scene.options);
  EXPECT_EQ(world.objects()->computed_count(), 0u);
  world.step();
  EXPECT_EQ(world.objects()->computed_count(), 1u);
  EXPECT_NO_THROW(world.body("near"));
  EXPECT_THROW(world.body("far-1"), Error);
}

TEST(Objects, FarOnesChangeNoBit) {
  const std::string text = kTower;
  const sim::PlacedScene with = placed(text);
  const sim::PlacedScene without = placed(text.substr(0, text.find("  far:")));
  sim::World a(with.machine, with.options), b(without.machine, without.options);
  for (int i = 0; i < 400; ++i) a.step(), b.step();
  ASSERT_EQ(a.articulations().size(), b.articulations().size());
  for (std::size_t i = 0; i < a.articulations().size(); ++i)
    EXPECT_EQ(std::as_const(*a.articulations()[i]).state().hash_of_end(),
              std::as_const(*b.articulations()[i]).state().hash_of_end());
}

TEST(Objects, AMovableOneFallsRestsAndLeaves) {
  const sim::PlacedScene scene = placed(
      "outrigger_scene: 1\nmachines:\n  tower: {file: tower, position: [0, 0, 0]}\nobjects:\n"
      "  barrel: {kind: barrel, position: [40, 0, 0.5], state: movable}\n");
  sim::World world(scene.machine, scene.options);
  world.step();
  EXPECT_EQ(world.objects()->computed_count(), 1u);
  for (int i = 0; i < 2000; ++i) world.step();
  EXPECT_EQ(world.objects()->computed_count(), 0u);
  EXPECT_NEAR(world.objects()->rest_pose(0).position.z(), 0.0, 0.01);
  // And comes back to the bit by going to the start.
  world.reset();
  EXPECT_NEAR(world.objects()->rest_pose(0).position.z(), 0.5, 1e-12);
}

// A snapshot holds who is in, and the same steps follow from it in another world.
TEST(Objects, SnapshotsGoOnWithTheSameBits) {
  const sim::PlacedScene scene = placed(kTower);
  sim::World a(scene.machine, scene.options), b(scene.machine, scene.options);
  for (int i = 0; i < 150; ++i) a.step();
  const sim::Snapshot saved = a.save();
  b.restore(saved);
  EXPECT_EQ(b.hash(), a.hash());
  for (int i = 0; i < 250; ++i) {
    a.step(), b.step();
    ASSERT_EQ(a.hash(), b.hash()) << "step " << i;
  }
  a.restore(saved);
  EXPECT_EQ(a.hash(), saved.hash());
}

TEST(Objects, FixedOnesHoldAndGroundUnderOthersWakesThem) {
  const sim::PlacedScene scene = placed(
      "outrigger_scene: 1\nmachines:\n  tower: {file: tower, position: [0, 0, 0]}\nobjects:\n"
      "  wall: {kind: container, position: [60, 0, 0], state: fixed}\n"
      "  block: {kind: block, position: [40, 0, 0]}\n");
  sim::World world(scene.machine, scene.options);
  world.step();
  EXPECT_EQ(world.objects()->computed_count(), 0u);
  world.edit_ground(terrain::ground_edit_from_text("{rectangle: [38, 42, -2, 2], lower: 0.3}"));
  for (int i = 0; i < 1500; ++i) world.step();
  EXPECT_NEAR(world.objects()->rest_pose(1).position.z(), -0.3, 0.02);
}

}  // namespace
}  // namespace outrigger
