/// Shapes, contact pairs and bounding groups of machine and site files: what is written is what is
/// read, in every form, and what is wrong is named.
#include <gtest/gtest.h>

#include "base/error.h"
#include "description/reader.h"
#include "description/site_reader.h"

namespace outrigger::description {
namespace {

Machine read_shapes(const std::string& text) {
  return read_machine_text(
      "outrigger: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1]}, p: {kind: point}}\n" + text,
      "folder/m.yaml");
}

std::string shapes_error(const std::string& text) {
  try {
    read_shapes(text);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(DescriptionShapesSection, EveryKind) {
  const Machine m = read_shapes(R"(
shapes:
  ball: {body: a, sphere: 0.5, material: steel}
  block: {body: a, box: [1, 2, 3], at: [0, 0, 1], rotation_deg: [0, 0, 90], material: steel, group: arm}
  pin: {body: a, capsule: {radius: 0.1, length: 0, axis: x}, material: steel}
  drum: {body: a, cylinder: {radius: 0.1, length: 2, axis: y}, material: steel}
  egg: {body: a, ellipsoid: [1, 2, 3], material: steel}
  ring: {body: a, torus: {ring: 1, tube: 0.2, half: true}, material: steel}
  link: {body: a, chain_link: {length: 0.6, width: 0.36, diameter: 0.1, stud: 0.06}, material: steel}
  floor: {body: ground, plane: [0, 0, 2], at: [0, 0, -1], material: steel}
  bucket: {body: a, mesh: {file: ../meshes/bucket.obj, unit: 0.001, up: y, hull: 60, materials: {Teeth: hard}}, material: steel}
contact_pairs:
  no_self: {groups: [arm, ball], touch: false}
bounding_groups:
  all: {parts: [arm_only, p]}
  arm_only: {parts: [a]}
)");
  ASSERT_EQ(m.shapes.size(), 9u);
  EXPECT_EQ(m.shapes[0].kind, ContactShape::Kind::sphere);
  EXPECT_EQ(m.shapes[0].group, "ball");
  EXPECT_EQ(m.shapes[1].size, Vec3(1, 2, 3));
  EXPECT_EQ(m.shapes[1].group, "arm");
  EXPECT_EQ(m.shapes[1].pose.position, Vec3(0, 0, 1));
  EXPECT_EQ(m.shapes[1].pose.rotation.col(0), Vec3(0, 1, 0));
  EXPECT_LT((m.shapes[2].pose.rotation.col(2) - Vec3(1, 0, 0)).norm(), 1e-15);
  EXPECT_EQ(m.shapes[3].length, 2.0);
  EXPECT_EQ(m.shapes[5].half, true);
  EXPECT_NEAR(m.shapes[6].radius, 0.13, 1e-15);
  EXPECT_NEAR(m.shapes[6].length, 0.24, 1e-15);
  EXPECT_NEAR(m.shapes[6].stud, 0.03, 1e-15);
  EXPECT_EQ(m.shapes[7].pose.rotation.col(2), Vec3(0, 0, 1));
  EXPECT_EQ(m.shapes[8].file, "meshes/bucket.obj");
  EXPECT_EQ(m.shapes[8].hull_faces, 60);
  EXPECT_EQ(m.shapes[8].up, ContactShape::UpAxis::y);
  EXPECT_EQ(m.shapes[8].face_materials.front().second, "hard");
  ASSERT_EQ(m.contact_pairs.size(), 1u);
  EXPECT_FALSE(m.contact_pairs[0].touch);
  ASSERT_EQ(m.bounding_groups.size(), 2u);
}

TEST(DescriptionShapesSection, ProblemsAreNamed) {
  const auto shape = [](const std::string& text) {
    return shapes_error("shapes:\n  s: {body: a, material: steel, " + text + "}\n");
  };
  EXPECT_EQ(shape("sphere: 1, box: [1, 1, 1]"),
            "folder/m.yaml:4: shapes.s: expected exactly one of sphere, box, capsule, cylinder, "
            "ellipsoid, torus, chain_link, plane, mesh, found 2");
  EXPECT_EQ(shape("sphere: -1"),
            "folder/m.yaml:4: shapes.s.sphere: -1 is not allowed: must be > 0 m");
  EXPECT_EQ(
      shape("torus: {ring: 1, tube: 1.5}"),
      "folder/m.yaml:4: shapes.s.torus: the tube of 1.5 m must be thinner than the ring of 1 m");
  EXPECT_EQ(shape("plane: [0, 0, 1]"),
            "folder/m.yaml:4: shapes.s.plane: a half space can only be fixed on the ground");
  EXPECT_EQ(shape("chain_link: {length: 0.3, width: 0.2, diameter: 0.15}"),
            "folder/m.yaml:4: shapes.s.chain_link: a link 0.3 m long and 0.2 m wide of 0.15 m bar "
            "has no room for another: the width must exceed twice the diameter and the length the "
            "width");
  EXPECT_EQ(shape("mesh: {file: a.obj, hull: 3}"),
            "folder/m.yaml:4: shapes.s.mesh.hull: 3 is not allowed: must be between 4 and 100000");
  EXPECT_EQ(shapes_error("shapes: {s: {body: p, sphere: 1, material: m}}\n"),
            "folder/m.yaml:3: shapes.s.body: 'p' is a point; a rigid body is needed");
  EXPECT_EQ(
      shapes_error("bounding_groups: {g: {parts: [aa]}}\n"),
      "folder/m.yaml:3: bounding_groups.g.parts: unknown body or bounding group 'aa'; did you "
      "mean 'a'?");
  EXPECT_EQ(
      shapes_error("bounding_groups: {g: {parts: [h]}, h: {parts: [a, g]}}\n"),
      "folder/m.yaml:3: bounding_groups: bounding groups contain each other in a circle: g > h > "
      "g");
}

TEST(DescriptionShapesSection, OfASite) {
  const Site site = read_site_text(
      "outrigger_site: 1\nsurfaces: {s: {material: concrete}}\n"
      "shapes: {wall: {box: [4, 0.2, 2], at: [3, 0, 1], material: concrete}}\n"
      "contact_pairs: {w: {groups: [wall, tyre], touch: false}}\n",
      "site.yaml");
  ASSERT_EQ(site.shapes.size(), 1u);
  EXPECT_EQ(site.shapes[0].body, kGround);
  EXPECT_EQ(site.contact_pairs.size(), 1u);
}

}  // namespace
}  // namespace outrigger::description
