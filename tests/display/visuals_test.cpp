/// What a machine file draws reaches the scene: meshes by content, materials by name, units by factor.
#include <gtest/gtest.h>

#include "base/error.h"
#include "description/reader.h"
#include "description/source_file.h"
#include "display/scene_builder.h"
#include "display/shown_units.h"

namespace outrigger {
namespace {

constexpr const char* kDrawn = R"(
outrigger: 1
bodies:
  boom: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 5]}}
visuals:
  skin: {body: boom, mesh: {file: parts/boom.stl, unit: 0.001, up: y, scale: [1, 2, 1]}, at: [0, 0, 1],
    material: steel}
  tyre: {body: boom, sphere: 0.3, material: rubber}
  plain: {body: boom, sphere: 0.1}
)";

TEST(Visuals, AMeshIsAFileBelowTheMachine) {
  const description::Machine m = description::read_machine_text(kDrawn, "somewhere/m.yaml");
  ASSERT_EQ(m.visuals.size(), 3u);
  const description::VisualShape& skin = m.visuals[0];
  EXPECT_EQ(skin.kind, description::VisualShape::Kind::mesh);
  EXPECT_EQ(skin.file, "somewhere/parts/boom.stl");
  EXPECT_EQ(skin.unit, 0.001);
  EXPECT_EQ(skin.up, description::ContactShape::UpAxis::y);
  EXPECT_EQ(skin.scale, Vec3(1, 2, 1));
  EXPECT_EQ(skin.pose.position, Vec3(0, 0, 1));
  EXPECT_EQ(skin.material, "steel");
}

/// Law: a file that does not exist is missing where it is looked for; it is not outside.
TEST(Visuals, AMissingFileBesideTheMachineIsNotOutside) {
  EXPECT_TRUE(description::lies_within("no_such_mesh.obj", ""));
  EXPECT_TRUE(description::lies_within("no/such/mesh.obj", "."));
  EXPECT_FALSE(description::lies_within("../no_such_mesh.obj", ""));
}

TEST(Visuals, AnUnknownMaterialIsRefused) {
  std::string text = kDrawn;
  text.replace(text.find("rubber"), 6, "ruber");
  try {
    description::read_machine_text(text, "m.yaml");
    FAIL() << "it was taken";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("ruber"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("rubber"), std::string::npos) << e.what();
  }
}

TEST(Visuals, TheSceneNamesTheMeshByItsContent) {
  const description::Machine m = description::read_machine_text(kDrawn, "m.yaml");
  sim::World world(m);
  const sim::SensorSet sensors({}, world);
  const geometry::Mesh triangle({{0, 0, 0}, {2, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  const display::VisualMeshes meshes{{"skin", display::make_mesh_asset(triangle, Vec3::Ones())}};
  const frames::Scene scene = display::make_scene(m, sensors, meshes);
  ASSERT_EQ(scene.bodies.at(0).shapes.size(), 3u);
  const frames::Shape& skin = scene.bodies[0].shapes[0];
  EXPECT_EQ(skin.kind, frames::Shape::Kind::mesh);
  EXPECT_EQ(skin.asset, meshes.at("skin").asset.name);
  EXPECT_EQ(skin.size, (frames::Float3{2.0f, 1.0f, 0.0f}));
  EXPECT_EQ(skin.material, "steel");
  EXPECT_EQ(scene.bodies[0].shapes[2].material, "");
  // Without the mesh the rest is drawn.
  EXPECT_EQ(display::make_scene(m, sensors).bodies.at(0).shapes.size(), 2u);
}

TEST(Visuals, ChannelsCarryFactorAndGroup) {
  description::Machine m = description::read_machine_text(kDrawn, "m.yaml");
  description::Sensor speed;
  speed.name = "tip_speed";
  speed.kind = description::Sensor::Kind::velocity;
  speed.target = "boom";
  speed.shown_unit = "km/h";
  sim::World world(m);
  const sim::SensorSet sensors({speed}, world);
  const frames::Scene scene = display::make_scene(m, sensors);
  ASSERT_EQ(scene.channels.size(), 3u);
  for (const frames::Channel& c : scene.channels) {
    EXPECT_EQ(c.group, "tip_speed");
    EXPECT_EQ(c.group_label, "tip speed");
    EXPECT_EQ(c.shown_unit, "km/h");
    EXPECT_EQ(c.shown_scale, 3.6);
    EXPECT_EQ(c.decimals, 1u);
  }
}

TEST(Visuals, UnitsThatDoNotFitAreNotShown) {
  EXPECT_EQ(display::shown_unit("m", "rpm").unit, "");
  EXPECT_EQ(display::shown_unit("m", "rpm").scale, 1.0);
  EXPECT_NEAR(display::shown_unit("rad", "").scale, 57.29578, 1e-5);
  EXPECT_EQ(display::shown_unit("rad", "").unit, "deg");
}

}  // namespace
}  // namespace outrigger
