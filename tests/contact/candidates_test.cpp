/// The step contract of solids against meshes: a margin that turns out too small is counted, and the
/// answer is that of a margin that was large enough.
#include <gtest/gtest.h>

#include "contact/shape_pairs.h"
#include "geometry/sample_meshes.h"

namespace outrigger::contact {
namespace {

using ShapeKind = description::ContactShape::Kind;

Shape solid(ShapeKind kind) {
  description::ContactShape shape;
  shape.kind = kind;
  shape.size = Vec3(0.3, 0.3, 0.3);
  shape.radius = 0.15;
  shape.length = 0.3;
  return make_shape(shape);
}

Shape mesh_shape(const geometry::Mesh& mesh) {
  description::ContactShape shape;
  shape.kind = ShapeKind::mesh;
  shape.file = "mesh";
  const MeshLibrary meshes = {{"mesh", mesh}};
  return make_shape(shape, &meshes);
}

/// From above the tube of a torus down into it, a little turned.
Pose sinking(int i) {
  return {Vec3(0.8, 0.02, 0.55 - 0.004 * i),
          Eigen::AngleAxisd(0.3 + 0.01 * i, Vec3(1, 2, 3).normalized()).matrix()};
}

void expect_same(const Contacts& found, const Contacts& expected, int i) {
  ASSERT_EQ(found.size(), expected.size()) << i;
  for (std::size_t k = 0; k < found.size(); ++k) {
    EXPECT_EQ(found[k].depth, expected[k].depth) << i;
    EXPECT_EQ(found[k].on_a, expected[k].on_a) << i;
  }
}

double deepest(const Contacts& contacts) {
  double most = 0.0;
  for (const Contact& c : contacts) most = std::max(most, c.depth);
  return most;
}

TEST(Candidates, TooFewAreCountedAndAskedAgain) {
  const Shape b = mesh_shape(geometry::sample_torus(0.8, 0.3, 40, 24));
  for (const ShapeKind kind : {ShapeKind::box, ShapeKind::cylinder}) {
    const Shape a = solid(kind);
    int deep = 0;
    for (int i = 0; i < 60; ++i) {
      ShapePairs plain, ample;
      Contacts found, expected;
      plain.find(a, sinking(i), b, {}, found);
      ample.find(a, sinking(i), b, {}, expected, 1.0);
      EXPECT_EQ(ample.too_small(), 0);
      expect_same(found, expected, i);
      if (plain.too_small() > 0) ++deep;
      if (deepest(found) < 0.004) {
        EXPECT_EQ(plain.too_small(), 0) << i;
      }
    }
    EXPECT_GT(deep, 5);
  }
}

/// A rim under a valley is asked by the valley's edge, not by its faces.
TEST(Candidates, OfARimBelowAValley) {
  // A trough along y, walls of 45 degrees, its bottom at the origin.
  const Shape b = mesh_shape(
      geometry::Mesh({{-2, -2, 2}, {0, -2, 0}, {2, -2, 2}, {-2, 2, 2}, {0, 2, 0}, {2, 2, 2}},
                     {{0, 1, 4}, {0, 4, 3}, {1, 2, 5}, {1, 5, 4}}));
  const Shape a = solid(ShapeKind::cylinder);
  for (int i = 1; i < 40; ++i) {
    const Pose pose{Vec3(0, 0.1, 0.15 - 0.004 * i), Mat3::Identity()};
    ShapePairs plain, ample;
    Contacts found, expected;
    plain.find(a, pose, b, {}, found);
    ample.find(a, pose, b, {}, expected, 1.0);
    expect_same(found, expected, i);
    EXPECT_GT(deepest(found), 0.0) << i;
  }
}

/// A plate that is below the surface as a whole has no face near it. It is found down to its own size.
TEST(Candidates, OfAPlateBelowTheSurface) {
  const Shape b = mesh_shape(geometry::sample_icosphere(5));  // radius 1
  description::ContactShape plate;
  plate.kind = ShapeKind::box;
  plate.size = Vec3(0.1, 0.1, 0.02);
  const Shape a = make_shape(plate);
  for (int i = 1; i <= 12; ++i) {
    const double depth = 0.01 * i;  // of the centre
    ShapePairs pairs;
    Contacts found;
    pairs.find(a, {Vec3(0, 0, 1.0 - depth), Mat3::Identity()}, b, {}, found);
    EXPECT_GT(deepest(found), depth) << i;
    for (const Contact& c : found) EXPECT_GT(c.normal.z(), 0.8) << i;
  }
  // As near, but outside.
  ShapePairs pairs;
  Contacts found;
  pairs.find(a, {Vec3(0, 0, 1.05), Mat3::Identity()}, b, {}, found);
  EXPECT_TRUE(found.empty());
  EXPECT_EQ(pairs.too_small(), 0);
}

/// Files have faces without area. They must hide nothing.
TEST(Candidates, FacesWithoutAreaHideNothing) {
  const geometry::Mesh torus = geometry::sample_torus(0.8, 0.3, 40, 24);
  std::vector<Vec3> vertices = torus.vertices();
  std::vector<geometry::Triangle> faces = torus.faces();
  const auto first = static_cast<std::int32_t>(vertices.size());
  for (int k = 0; k < 3; ++k) vertices.emplace_back(0.7 + 0.1 * k, 0.02, 0.45);
  faces.push_back({first, first + 1, first + 2});
  const Shape with = mesh_shape(geometry::Mesh(std::move(vertices), std::move(faces))),
              without = mesh_shape(torus);
  const Shape a = solid(ShapeKind::box);
  for (int i = 0; i < 60; ++i) {
    ShapePairs pairs;
    Contacts found, expected;
    pairs.find(a, sinking(i), with, {}, found, 0.3);
    pairs.find(a, sinking(i), without, {}, expected, 0.3);
    EXPECT_GE(deepest(found), deepest(expected)) << i;
  }
}

}  // namespace
}  // namespace outrigger::contact
