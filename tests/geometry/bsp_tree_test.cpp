/// A BSP tree divides space into inside and outside: its answer is that of the winding number and
/// of counting crossings of a ray. Planes of the faces alone make a list of a convex body.
#include "geometry/bsp_tree.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "geometry/sample_meshes.h"

namespace outrigger::geometry {
namespace {

/// Turns of the surface about p: the sum of the faces' solid angles, as spherical excess.
double winding(const Mesh& mesh, const Vec3& p) {
  double sum = 0.0;
  for (int f = 0; f < mesh.face_count(); ++f) {
    const Corners c = mesh.corners(f);
    const Vec3 a = (c[0] - p).normalized(), b = (c[1] - p).normalized(),
               d = (c[2] - p).normalized();
    const double low = 1.0 + a.dot(b) + b.dot(d) + d.dot(a);
    sum += 2.0 * std::atan2(a.dot(b.cross(d)), low);
  }
  return sum / (4.0 * std::numbers::pi);
}

int crossings(const Mesh& mesh, const Vec3& p, const Vec3& d) {
  int count = 0;
  for (int f = 0; f < mesh.face_count(); ++f) {
    const Corners c = mesh.corners(f);
    const Vec3 e1 = c[1] - c[0], e2 = c[2] - c[0];
    const Vec3 h = d.cross(e2);
    const double det = e1.dot(h);
    if (det == 0.0) continue;
    const Vec3 s = p - c[0];
    const double u = s.dot(h) / det;
    const Vec3 q = s.cross(e1);
    const double v = d.dot(q) / det, t = e2.dot(q) / det;
    if (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t > 0.0) ++count;
  }
  return count;
}

/// Two boxes in one mesh, the second inside the first and turned inside out: a hollow box.
Mesh hollow_box() {
  const Mesh outer = sample_box(Vec3(2, 2, 2)), inner = sample_box(Vec3(1, 1, 1));
  std::vector<Vec3> vertices = outer.vertices();
  std::vector<Triangle> faces = outer.faces();
  for (const Vec3& v : inner.vertices()) vertices.push_back(v);
  for (const Triangle& f : inner.faces()) {
    const auto n = outer.vertex_count();
    faces.push_back({f[0] + n, f[2] + n, f[1] + n});
  }
  return Mesh(vertices, faces);
}

class BspInside : public ::testing::TestWithParam<BspTreeSettings> {};

TEST_P(BspInside, AgreesWithWindingNumberAndRay) {
  Random random(11);
  const Mesh meshes[] = {sample_box(Vec3(1, 2, 0.5)), sample_icosphere(2), sample_icosphere(3, 0.1),
                         sample_torus(0.8, 0.3, 20, 12), hollow_box()};
  for (const Mesh& mesh : meshes) {
    ASSERT_TRUE(mesh.closed());
    const BspTree tree(mesh, GetParam());
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
      Vec3 p = 1.2 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      if (i % 4 == 0) {
        // Close to the surface.
        const auto f =
            static_cast<int>(random.integer(static_cast<std::uint64_t>(mesh.face_count())));
        const Corners c = mesh.corners(f);
        p = 0.3 * c[0] + 0.45 * c[1] + 0.25 * c[2] + (i % 8 ? 1e-6 : -1e-6) * mesh.normal(f);
      } else if (i % 7 == 0) {
        // On the lines and planes of symmetry, where the way to the target meets edges.
        for (int k = 0; k < 3; ++k) p[k] = 0.998 * std::round(4.0 * p[k]) / 4.0;
        p[i % 3] += 1.1e-4;
      }
      const double turns = winding(mesh, p);
      ASSERT_LT(std::abs(turns - std::round(turns)), 1e-3);
      EXPECT_EQ(tree.contains(p), turns > 0.5) << p.transpose();
      const Vec3 d(0.5431, 0.2718, 0.7942);
      EXPECT_EQ(crossings(mesh, p, d) % 2 == 1, turns > 0.5);
      inside += turns > 0.5;
    }
    EXPECT_GT(inside, 50);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Policies, BspInside,
    ::testing::Values(BspTreeSettings{},
                      BspTreeSettings{.max_depth = 1024, .leaf_count = 0, .growth = 64.0},
                      BspTreeSettings{.max_depth = 0}, BspTreeSettings{.max_depth = 3},
                      BspTreeSettings{.policy = BspTreeSettings::Policy::faces,
                                      .max_depth = 1024,
                                      .leaf_count = 0,
                                      .growth = 64.0}));

TEST(BspTree, ConvexBodyIsAListWithItsOwnPlanesAndBalancedWithOthers) {
  // THESIS Figure 4.6.
  const Mesh sphere = sample_icosphere(2);  // 320 faces, each in its own plane
  const BspTree list(
      sphere, {.policy = BspTreeSettings::Policy::faces, .max_depth = 1024, .leaf_count = 0});
  EXPECT_EQ(list.depth(), 321);
  EXPECT_EQ(list.stored(), 320u);
  const BspTree balanced(sphere, {.max_depth = 1024, .leaf_count = 0, .growth = 64.0});
  EXPECT_LE(balanced.depth(), 24);
  EXPECT_GT(balanced.stored(), 320u);  // faces are cut
  EXPECT_LE(BspTree(sphere).depth(), 12);
}

TEST(BspTree, DepthAndGrowthAreBounds) {
  const Mesh mesh = sample_icosphere(3, 0.1);
  for (const int depth : {0, 1, 5}) {
    const BspTree tree(mesh, {.max_depth = depth, .leaf_count = 0});
    EXPECT_LE(tree.depth(), depth + 1);
  }
  for (const double growth : {1.0, 1.5, 3.0}) {
    const BspTree tree(mesh, {.max_depth = 1024, .leaf_count = 0, .growth = growth});
    EXPECT_LE(static_cast<double>(tree.stored()), growth * mesh.face_count());
  }
}

}  // namespace
}  // namespace outrigger::geometry
