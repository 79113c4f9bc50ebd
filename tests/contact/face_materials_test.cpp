/// Materials of single faces of a mesh: each face has the law of its own material.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "description/reader.h"
#include "geometry/sample_meshes.h"
#include "sim/world.h"
#include "support/gravity.h"
#include "unit/description_support.h"
#include "validation/contact_scenes.h"

namespace outrigger {
namespace {

using description::ContactShape;
using sim::World;
using validation::add_body;
using validation::add_friction;
using validation::add_shape;

constexpr double kRough = 0.5, kSmooth = 0.1, kHalf = 0.5, kSpeed = 4.0;

/// A floor of 8 x 2 m and 0.5 m depth, its top at z = 0 in two halves: number 1 for x < 0, 2 for x > 0.
geometry::Mesh two_halves() {
  std::vector<Vec3> v;
  for (const double z : {-0.5, 0.0})
    for (const double x : {-4.0, 0.0, 4.0})
      for (const double y : {-1.0, 1.0}) v.emplace_back(x, y, z);
  std::vector<geometry::Triangle> f;
  std::vector<std::uint16_t> material;
  const auto quad = [&](int a, int b, int c, int d, int number) {
    f.push_back({a, b, c});
    f.push_back({a, c, d});
    for (int i = 0; i < 2; ++i) material.push_back(static_cast<std::uint16_t>(number));
  };
  // Vertices: 2 i + j of column i and side j, + 6 at the top.
  quad(6, 8, 9, 7, 1);
  quad(8, 10, 11, 9, 2);
  quad(0, 1, 3, 2, 0);
  quad(2, 3, 5, 4, 0);
  quad(0, 2, 8, 6, 0);
  quad(2, 4, 10, 8, 0);
  quad(3, 1, 7, 9, 0);
  quad(5, 3, 9, 11, 0);
  quad(1, 0, 6, 7, 0);
  quad(4, 5, 11, 10, 0);
  return geometry::Mesh(std::move(v), std::move(f), std::move(material));
}

enum class Slider { ball, box, mesh };

/// Starts half a metre before the border with kSpeed.
validation::ContactScene make_scene(Slider kind, bool named) {
  validation::ContactScene scene;
  description::Machine& m = scene.machine;
  for (const char* name : {"rough", "smooth", "block", "rest"})
    m.materials.push_back({name, {}, 1e9, 0.3, 0.3});
  add_friction(m, "block", "rough", kRough);
  add_friction(m, "block", "smooth", kSmooth);
  add_friction(m, "block", "rest", kRough);
  add_friction(m, "block", "asphalt", kRough);
  const Vec3 edges(0.2, 0.2, 0.04);
  const double height = kind == Slider::ball ? 0.1 : 0.5 * edges.z();
  // The ball cannot turn, so that it slides.
  const Vec3 moments =
      kind == Slider::ball ? Vec3::Constant(1e4) : validation::box_moments(10.0, edges);
  add_body(m, "block", 10.0, moments, {-kHalf, 0.0, height - 1e-5}).velocity = {kSpeed, 0.0, 0.0};
  ContactShape& s = add_shape(m, "block",
                              kind == Slider::ball  ? ContactShape::Kind::sphere
                              : kind == Slider::box ? ContactShape::Kind::box
                                                    : ContactShape::Kind::mesh,
                              "block");
  s.radius = 0.1;
  s.size = edges;
  s.file = "block";
  scene.meshes.emplace("block", geometry::sample_box(edges));
  ContactShape& floor = add_shape(m, description::kGround, ContactShape::Kind::mesh, "rest");
  floor.name = floor.group = "floor";
  floor.file = "floor";
  if (named) floor.face_materials = {{"1", "rough"}, {"2", "smooth"}};
  scene.meshes.emplace("floor", two_halves());
  description::ContactPair pair;
  pair.name = "no_ground";
  pair.group_a = "block";
  pair.group_b = description::kGround;
  pair.touch = false;
  m.contact_pairs.push_back(pair);
  return scene;
}

// Law: every point of contact loses μ N per length of its own half, so that from -d to d of the middle
// v² = v₀² - 2 g d (μ₁ + μ₂), wherever the load is (but for its offset of μ times half the height).
TEST(FaceMaterials, ABlockSlidesFromRoughOntoSmoothByTheClosedForm) {
  for (const Slider kind : {Slider::ball, Slider::box, Slider::mesh}) {
    World world = make_scene(kind, true).make_world();
    const sim::BodyHandle block = world.body("block");
    double before = 0.0, after = 0.0;
    const auto speed = [&] { return world.twist(block).linear.x(); };
    const auto x = [&] { return world.pose(block).position.x(); };
    // Decelerations on either side, away from the border.
    while (x() < -0.35 && world.time() < 2.0) world.step();
    before = speed() * speed() / 2.0 + kRough * kGravity * x();
    while (x() < -0.15 && world.time() < 2.0) world.step();
    EXPECT_NEAR(speed() * speed() / 2.0 + kRough * kGravity * x(), before, 0.02)
        << static_cast<int>(kind);
    while (x() < 0.15 && world.time() < 2.0) world.step();
    after = speed() * speed() / 2.0 + kSmooth * kGravity * x();
    while (x() < kHalf && world.time() < 2.0) world.step();
    EXPECT_NEAR(speed() * speed() / 2.0 + kSmooth * kGravity * x(), after, 0.02)
        << static_cast<int>(kind);
    const double expected =
        std::sqrt(kSpeed * kSpeed - 2.0 * kGravity * kHalf * (kRough + kSmooth));
    EXPECT_NEAR(speed(), expected, 0.01 * expected) << static_cast<int>(kind);
    EXPECT_NEAR(world.pose(block).position.y(), 0.0, 1e-3);
  }
}

// Without a word about its numbers a mesh is of one material.
TEST(FaceMaterials, NumbersAloneSayNothing) {
  World world = make_scene(Slider::mesh, false).make_world();
  const sim::BodyHandle block = world.body("block");
  while (world.pose(block).position.x() < kHalf && world.time() < 2.0) world.step();
  const double expected = std::sqrt(kSpeed * kSpeed - 4.0 * kGravity * kHalf * kRough);
  // Rough on both halves.
  EXPECT_NEAR(world.twist(block).linear.x() * world.twist(block).linear.x(), expected * expected,
              0.1);
}

// Law: k δ^1.5 = m g on either half.
TEST(FaceMaterials, StiffnessIsThatOfTheFaceToo) {
  for (const bool left : {true, false}) {
    validation::ContactScene scene = make_scene(Slider::ball, true);
    for (const auto& [material, stiffness] : {std::pair("rough", 1e6), std::pair("smooth", 1e7)}) {
      description::ContactLaw law;
      law.name = material;
      law.material_a = "block";
      law.material_b = material;
      law.stiffness = stiffness;
      scene.machine.contact_laws.push_back(law);
    }
    scene.machine.bodies[0].velocity = Vec3::Zero();
    scene.machine.bodies[0].pose.position = {left ? -1.0 : 1.0, 0.0, 0.1};
    World world = scene.make_world();
    while (world.time() < 2.0) world.step();
    const double depth = 0.1 - world.pose(world.body("block")).position.z();
    const double expected = std::pow(10.0 * kGravity / (left ? 1e6 : 1e7), 2.0 / 3.0);
    EXPECT_NEAR(depth, expected, 0.01 * expected);
  }
}

/// What a world says of a floor of this file and entry.
std::string error_of(const std::string& entry) {
  const description::TestFolder files("face_materials");
  const auto& folder = files.path();
  files.write("floor.obj",
              "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nusemtl "
              "asphalt_wet\nf 1 2 3\nusemtl grass\nf 1 3 4\n");
  try {
    World world(description::read_machine_text(
        "outrigger: 1\nbodies:\n  ball: {mass: 1, inertia: {xx: 0.004, yy: 0.004, zz: 0.004}}\n"
        "shapes:\n  ball: {body: ball, sphere: 0.1, material: steel}\n"
        "  floor: {body: ground, material: concrete, mesh: {file: floor.obj, " +
            entry + "}}\n",
        (folder / "m.yaml").string()));
  } catch (const Error& e) {
    const std::string text = e.what(), path = folder.string() + "/";
    const std::size_t at = text.find(path);
    return at == std::string::npos ? text : text.substr(0, at) + text.substr(at + path.size());
  }
  return "no error";
}

TEST(FaceMaterials, UnknownNamesAreRefusedWithTheNearestOne) {
  EXPECT_EQ(error_of("materials: {asphalt_wet: asphalt, grass: soil}"), "no error");
  EXPECT_EQ(error_of("materials: {gras: soil}"),
            "m.yaml:6: shapes.floor: mesh.materials: the mesh has no material 'gras'; did you mean "
            "'grass'?");
  EXPECT_EQ(error_of("materials: {grass: cheese}"),
            "m.yaml:5: shapes.ball, which may touch 'floor', is made of 'cheese', but no such "
            "material is "
            "given; add it to `materials` of the machine or of the site, or take one of steel, "
            "aluminium, concrete, asphalt, rock, wood, rubber, soil, sand, ice");
  EXPECT_EQ(
      error_of("hull: 10, materials: {grass: soil}"),
      "m.yaml:6: shapes.floor: mesh.materials: a hull has no faces of the mesh; give `hull` or "
      "`materials`");
}

}  // namespace
}  // namespace outrigger
