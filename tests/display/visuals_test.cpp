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

TEST(Visuals, ShapesReachTheSceneAsTheFileHasThem) {
  const description::Machine m = description::read_machine_text(R"(
outrigger: 1
bodies:
  cab: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 5]}}
visuals:
  rail: {body: cab, tube: {path: [[0, 0, 0], [1, 0, 0], [1, 0, 2]], radius: 0.02}}
  shell: {body: cab, plate: {path: [[0, 0], [1, 2]], thickness: 0.03, width: 1.5, corner: 0.2}, edge: 0.01}
  hood: {body: cab, loft: {sections: [[0, 0, 1, 2, 3], [4, 0, 1, 2, 2]]}}
  tyre: {body: cab, tyre: {radius: 0.5, width: 0.3, rim: 0.25}}
  name: {body: cab, label: {text: "230 W", height: 0.1}}
  lever: {body: cab, lathe: {profile: [[0.02, 0], [0, 0.2]]}, moves: {input: lift, angle_deg: 90},
    moves_too: {input: turn, axis: [0, 0, 2], about: [1, 2, 3], angle: -1}}
  lamp: {body: cab, sphere: 0.1, material: lamp, beam: {direction: [0, 2, 0], angle: 0.5, range: 20}}
)",
                                                                "m.yaml");
  sim::World world(m);
  const frames::Scene scene = display::make_scene(m, sim::SensorSet({}, world));
  const std::vector<frames::Shape>& s = scene.bodies.at(0).shapes;
  ASSERT_EQ(s.size(), 7u);
  EXPECT_EQ(s[0].kind, frames::Shape::Kind::tube);
  EXPECT_EQ(s[0].path, (std::vector<float>{0, 0, 0, 1, 0, 0, 1, 0, 2}));
  EXPECT_EQ(s[0].corner, 0.06f) << "three times the radius";
  EXPECT_EQ(s[1].kind, frames::Shape::Kind::plate);
  EXPECT_EQ(s[1].profile, (std::vector<float>{0, 0, 1, 2}));
  EXPECT_EQ(s[1].thickness, 0.03f);
  EXPECT_EQ(s[1].length, 1.5f);
  EXPECT_EQ(s[1].corner, 0.2f);
  EXPECT_EQ(s[1].edge, 0.01f);
  EXPECT_EQ(s[2].path, (std::vector<float>{0, 0, 1, 2, 3, 4, 0, 1, 2, 2}));
  EXPECT_EQ(s[3].rim, 0.25f);
  EXPECT_EQ(s[3].tread, "blocks");
  EXPECT_EQ(s[4].text, "230 W");
  ASSERT_EQ(s[5].motions.size(), 2u);
  EXPECT_EQ(s[5].motions[0].input, "lift");
  EXPECT_NEAR(s[5].motions[0].angle, 1.5708f, 1e-4f);
  EXPECT_EQ(s[5].motions[1].axis, (frames::Float3{0, 0, 1}));
  EXPECT_EQ(s[5].motions[1].about, (frames::Float3{1, 2, 3}));
  EXPECT_EQ(s[6].beam.direction, (frames::Float3{0, 1, 0}));
  EXPECT_EQ(s[6].beam.range, 20.0f);
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
