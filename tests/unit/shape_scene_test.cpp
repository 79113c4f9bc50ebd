/// Every kind of shape against every other: found when they overlap, not when they are apart, the
/// same from both sides; and scenes of machines and sites with their rules.
#include "contact/shape_scene.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/random.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"
#include "mesh_files/mesh_file.h"

namespace outrigger::contact {
namespace {

using description::ContactShape;
using Kind = ContactShape::Kind;

std::string ball_file() {
  const std::string path = testing::TempDir() + "/shape_scene_ball.obj";
  mesh_files::export_mesh(geometry::sample_icosphere(2), path);
  return path;
}

/// One of each kind, about 1 m in radius, solid at its origin except torus and link.
std::vector<Shape> all_kinds() {
  std::vector<Shape> shapes;
  for (const Kind kind : {Kind::sphere, Kind::box, Kind::capsule, Kind::cylinder, Kind::ellipsoid,
                          Kind::torus, Kind::chain_link, Kind::mesh, Kind::plane}) {
    ContactShape s;
    s.kind = kind;
    s.name = std::to_string(static_cast<int>(kind));
    s.size = kind == Kind::ellipsoid ? Vec3(1, 0.8, 0.6) : Vec3(2, 1.6, 1.2);
    s.radius = kind == Kind::chain_link ? 0.4 : kind == Kind::torus ? 0.8 : 1.0;
    s.length = 0.8;
    s.tube = 0.2;
    s.file = kind == Kind::mesh ? ball_file() : "";
    shapes.push_back(make_shape(s));
  }
  ContactShape hull;
  hull.kind = Kind::mesh;
  hull.file = ball_file();
  hull.hull_faces = 60;
  shapes.push_back(make_shape(hull));
  ContactShape half;
  half.kind = Kind::torus;
  half.radius = 0.8;
  half.tube = 0.2;
  half.half = true;
  shapes.push_back(make_shape(half));
  return shapes;
}

TEST(ShapePairs, EveryKindAgainstEveryOther) {
  const std::vector<Shape> shapes = all_kinds();
  Random random(21);
  ShapePairs pairs;
  for (std::size_t a = 0; a < shapes.size(); ++a) {
    for (std::size_t b = 0; b < shapes.size(); ++b) {
      if (shapes[a].kind == Kind::plane && shapes[b].kind == Kind::plane) continue;
      int touching = 0;
      for (int round = 0; round < 40; ++round) {
        const Pose pose_a{Vec3(5, -3, 2), random_rotation(random)};
        Pose pose_b{pose_a.position, random_rotation(random)};
        const Vec3 away = random_rotation(random).col(0);
        const bool has_plane = shapes[a].kind == Kind::plane || shapes[b].kind == Kind::plane;
        // Along a plane's normal: away means out of the half space.
        const Vec3 out = shapes[a].kind == Kind::plane   ? Vec3(pose_a.rotation.col(2))
                         : shapes[b].kind == Kind::plane ? Vec3(-pose_b.rotation.col(2))
                                                         : away;
        pose_b.position += (round % 2 == 0 ? 6.0 : has_plane ? 0.1 : 0.9) * out;
        Contacts one, other;
        pairs.find(shapes[a], pose_a, shapes[b], pose_b, one);
        pairs.find(shapes[b], pose_b, shapes[a], pose_a, other);
        if (round % 2 == 0) {
          EXPECT_TRUE(one.empty()) << shapes[a].name << " and " << shapes[b].name << " apart";
          continue;
        }
        touching += !one.empty();
        EXPECT_EQ(one.empty(), other.empty());
        double deepest = 0.0, deepest_swapped = 0.0;
        for (const Contact& c : one) {
          EXPECT_NEAR(c.normal.norm(), 1.0, 1e-9);
          EXPECT_NEAR((c.on_b - c.on_a).dot(c.normal), c.depth, 1e-9);
          EXPECT_GT(c.depth, 0.0);
          deepest = std::max(deepest, c.depth);
        }
        for (const Contact& c : other) deepest_swapped = std::max(deepest_swapped, c.depth);
        EXPECT_NEAR(deepest, deepest_swapped, 1e-6 + 0.05 * deepest)
            << shapes[a].name << " and " << shapes[b].name;
      }
      EXPECT_GT(touching, 3) << shapes[a].name << " and " << shapes[b].name << " overlapping";
    }
  }
}

constexpr const char* kSceneMachine = R"(
outrigger: 1
bodies:
  base: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 0]}}
  arm: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 0.5]}}
  ball: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 1.2]}}
joints:
  hinge: {type: revolute, bodies: [base, arm], point_a: [0, 0, 0.25], axis: y}
shapes:
  base_box: {body: base, box: [1, 1, 1], material: steel}
  arm_box: {body: arm, box: [0.5, 0.5, 0.5], material: steel}
  ball_shape: {body: ball, sphere: 0.5, material: steel}
)";

std::unordered_map<std::string, Pose> poses() {
  return {{"base", {}},
          {"arm", {Vec3(0, 0, 0.5), Mat3::Identity()}},
          {"ball", {Vec3(0, 0, 1.2), Mat3::Identity()}}};
}

std::vector<std::string> touching(ShapeScene& scene) {
  scene.find(poses());
  std::vector<std::string> names;
  for (const Touch& t : scene.touches()) {
    names.push_back(scene.shapes()[static_cast<std::size_t>(t.shape_a)].name + "-" +
                    scene.shapes()[static_cast<std::size_t>(t.shape_b)].name);
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(ShapeScene, JointsAndPairsDecideWhatMayTouch) {
  const auto scene_of = [](const std::string& more) {
    return description::read_machine_text(kSceneMachine + more, "m.yaml");
  };
  ShapeScene plain(scene_of(""), nullptr);
  EXPECT_EQ(touching(plain), (Names{"arm_box-ball_shape"}));  // base and arm are joined
  ShapeScene joined(scene_of("contact_pairs: {p: {groups: [base_box, arm_box]}}\n"), nullptr);
  EXPECT_EQ(touching(joined), (Names{"base_box-arm_box", "arm_box-ball_shape"}));
  ShapeScene none(scene_of("contact_pairs: {p: {groups: [ball_shape, arm_box], touch: false}}\n"),
                  nullptr);
  EXPECT_EQ(touching(none), Names{});
  try {
    ShapeScene(scene_of("contact_pairs: {p: {groups: [ball, arm_box]}}\n"), nullptr);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "m.yaml:13: contact_pairs.p: no shape is in group 'ball'");
  }
}

TEST(ShapeScene, GroupsAndThreadsChangeNothing) {
  const description::Site site = description::read_site_text(
      "outrigger_site: 1\nsurfaces: {s: {material: concrete}}\nshapes:\n"
      "  floor: {plane: z, at: [0, 0, -0.4], material: concrete}\n"
      "  wall: {box: [0.2, 4, 4], at: [0.55, 0, 0], material: concrete}\n"
      "  far: {box: [1, 1, 1], at: [50, 0, 0], material: concrete}\n",
      "site.yaml");
  ShapeScene plain(description::read_machine_text(kSceneMachine, "m.yaml"), &site);
  const Names expected = touching(plain);
  EXPECT_EQ(expected,
            (Names{"base_box-floor", "base_box-wall", "arm_box-ball_shape", "ball_shape-wall"}));
  ShapeScene grouped(
      description::read_machine_text(
          std::string(kSceneMachine) +
              "bounding_groups: {low: {parts: [base, arm]}, all: {parts: [low, ball]}}\n",
          "m.yaml"),
      &site, 3);
  EXPECT_EQ(touching(grouped), expected);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto one = plain.contacts(plain.touches()[i]);
    const auto other = grouped.contacts(grouped.touches()[i]);
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t k = 0; k < one.size(); ++k) EXPECT_EQ(one[k].on_a, other[k].on_a);
  }
}

TEST(ShapeScene, MissingMeshNamesFileAndShape) {
  try {
    ShapeScene(description::read_machine_text(
                   "outrigger: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
                   "shapes: {s: {body: a, mesh: {file: nowhere.obj}, material: m}}\n",
                   "m.yaml"),
               nullptr);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find("m.yaml:3: shapes.s: nowhere.obj"), 0u) << e.what();
  }
}

}  // namespace
}  // namespace outrigger::contact
