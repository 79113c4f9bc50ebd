/// A convex hull contains every point, its corners are points of which none lies between others,
/// and every face supports the points from outside: checked exactly, by brute force.
#include "geometry/convex_hull.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "geometry/exact.h"
#include "geometry/mass_properties.h"
#include "geometry/sample_meshes.h"
#include "support/samples.h"

namespace outrigger::geometry {
namespace {

/// Every face has all points on or behind its plane; every edge has two faces; every corner is one.
void expect_hull(const std::vector<Vec3>& points, const ConvexHull& hull, const std::string& what) {
  const Mesh& m = hull.mesh;
  ASSERT_EQ(hull.dimension, 3) << what;
  ASSERT_TRUE(m.closed()) << what;
  ASSERT_EQ(m.face_count(), 2 * m.vertex_count() - 4) << what;  // Euler: one closed surface
  for (const Triangle& t : m.faces()) {
    for (const Vec3& p : points) {
      ASSERT_LE(side_of_plane(m.vertex(t[0]), m.vertex(t[1]), m.vertex(t[2]), p), 0) << what;
    }
  }
  for (std::int32_t v = 0; v < m.vertex_count(); ++v) {
    ASSERT_EQ(points[static_cast<std::size_t>(hull.points[static_cast<std::size_t>(v)])],
              m.vertex(v));
  }
}

/// A point is a corner exactly if some plane through it has all others strictly behind: the sum
/// of its faces' normals is such a direction, up to rounding.
void expect_extreme(const ConvexHull& hull, const std::string& what) {
  const Mesh& m = hull.mesh;
  const double size = m.box().size().norm();
  for (std::int32_t v = 0; v < m.vertex_count(); ++v) {
    std::vector<std::int32_t> planes;
    for (std::int32_t f = 0; f < m.face_count(); ++f) {
      const Triangle& t = m.face(f);
      if (t[0] != v && t[1] != v && t[2] != v) continue;
      bool is_new = true;
      for (const std::int32_t g : planes) {
        bool same = true;
        const Triangle& s = m.face(g);
        for (const std::int32_t w : t) {
          same = same &&
                 side_of_plane(m.vertex(s[0]), m.vertex(s[1]), m.vertex(s[2]), m.vertex(w)) == 0;
        }
        is_new = is_new && !same;
      }
      if (is_new) planes.push_back(f);
    }
    ASSERT_GE(planes.size(), 3u) << what << ": vertex " << v << " of size " << size;
  }
}

/// Random sets of many kinds, the same for every run.
std::vector<Vec3> random_points(Random& random, int kind) {
  std::vector<Vec3> p;
  const int count = 4 + static_cast<int>(random.integer(40));
  const auto uniform = [&] {
    return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
  };
  const auto grid = [&](std::uint64_t n) {
    return Vec3(static_cast<double>(random.integer(n)), static_cast<double>(random.integer(n)),
                static_cast<double>(random.integer(n)));
  };
  for (int i = 0; i < count; ++i) {
    Vec3 x = uniform();
    if (kind == 1) x.normalize();
    if (kind == 2) x = grid(3);
    if (kind == 3) x = 0.1 * grid(4);                      // rounding: nearly a grid
    if (kind == 4) x = Vec3(1e6, -2e6, 3e6) + 1e-3 * x;    // small and far away
    if (kind == 5) x = Vec3(x.x(), x.y(), 1e-14 * x.z());  // nearly flat
    if (kind == 6) x = i % 2 == 0 || p.empty() ? x : p[random.integer(p.size())];  // twice
    if (kind == 7) x = Vec3(1e100 * x.x(), x.y(), 1e-100 * x.z());
    if (kind == 8) x = Vec3(x.x(), x.x() * (1 + 1e-15 * x.y()), x.z());
    if (kind == 9) x = grid(2) + 1e-16 * x;  // eight clusters
    p.push_back(x);
  }
  return p;
}

TEST(ConvexHull, TenThousandRandomSetsAgainstBruteForce) {
  Random random(4242);
  int bodies = 0;
  const int sets = samples(12000);
  for (int i = 0; i < sets; ++i) {
    const std::vector<Vec3> points = random_points(random, i % 10);
    const ConvexHull hull = convex_hull(points);
    if (hull.dimension < 3) continue;
    ++bodies;
    const std::string what = "set " + std::to_string(i);
    ASSERT_NO_FATAL_FAILURE(expect_extreme(hull, what));
    // Numbers beyond the exact tests' range are compared after scaling only.
    if (i % 10 == 7) continue;
    ASSERT_NO_FATAL_FAILURE(expect_hull(points, hull, what));
  }
  EXPECT_GT(bodies, sets / 12 * 10);
}

TEST(ConvexHull, FlatStraightAndCoincidingPointsAreRecognised) {
  Random random(7);
  for (int i = 0; i < 2000; ++i) {
    // Small integers keep combinations exact: the points are exactly flat or straight.
    const auto integer = [&] { return static_cast<double>(random.integer(9)) - 4.0; };
    const Vec3 a(integer(), integer(), integer()), u(integer(), integer(), integer());
    const Vec3 v(integer(), integer(), integer());
    std::vector<Vec3> flat, straight;
    for (int k = 0; k < 12; ++k) {
      const double s = integer();
      flat.push_back(a + s * u + integer() * v);
      straight.push_back(a + s * u);
    }
    const ConvexHull f = convex_hull(flat), s = convex_hull(straight);
    ASSERT_LE(f.dimension, 2);
    ASSERT_LE(s.dimension, 1);
    ASSERT_EQ(s.mesh.vertex_count(), s.dimension + 1);
    if (f.dimension < 2) continue;
    // From both sides, every point within: the windings of each edge agree.
    ASSERT_EQ(f.mesh.face_count(), 2 * (f.mesh.vertex_count() - 2));
    for (const Vec3& p : flat) {
      double most = 0.0;
      const Vec3 n = f.mesh.normal(0);
      // The fan's first corner sees the polygon's edges in order.
      for (std::int32_t c = 0; c < f.mesh.face_count(); c += 2) {
        const Corners t = f.mesh.corners(c);
        most = std::max(most, n.dot((t[2] - t[1]).cross(t[1] - p)));
      }
      ASSERT_LE(most, 1e-9);
    }
  }
  const std::vector<Vec3> none, same(5, Vec3(1, 2, 3));
  EXPECT_EQ(convex_hull(none).dimension, -1);
  EXPECT_EQ(convex_hull(same).dimension, 0);
}

TEST(ConvexHull, GridOfACubeHasEightCorners) {
  std::vector<Vec3> points;
  for (int i = 0; i < 1000; ++i) points.emplace_back(i % 10, i / 10 % 10, i / 100);
  const ConvexHull hull = convex_hull(points);
  EXPECT_EQ(hull.mesh.vertex_count(), 8);
  EXPECT_EQ(hull.mesh.face_count(), 12);
  EXPECT_NEAR(mass_properties(hull.mesh).volume, 729.0, 1e-9);
}

TEST(ConvexHull, FaceBudgetContainsAllPointsAndStatesItsError) {
  const Mesh sphere = sample_icosphere(3);
  double last = 10.0;
  for (const int faces : {4, 6, 8, 12, 20, 40, 100, 300}) {
    const ConvexHull hull = convex_hull(sphere.vertices(), faces);
    EXPECT_LE(hull.mesh.face_count(), faces);
    for (const Triangle& t : hull.mesh.faces()) {
      for (const Vec3& p : sphere.vertices()) {
        ASSERT_LE(side_of_plane(hull.mesh.vertex(t[0]), hull.mesh.vertex(t[1]),
                                hull.mesh.vertex(t[2]), p),
                  0);
      }
    }
    // The farthest corner: its distance from the sphere is its radius less 1, give or take the
    // facets of the sphere.
    double reach = 0.0;
    for (const Vec3& v : hull.mesh.vertices()) reach = std::max(reach, v.norm() - 1.0);
    EXPECT_NEAR(hull.error, reach, 0.02);
    EXPECT_LE(hull.error, last + 1e-12);
    last = hull.error;
  }
  EXPECT_LT(last, 0.08);
  // A box needs no more than its own faces, however many points it is given by.
  std::vector<Vec3> points;
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    points.emplace_back(random.uniform(), 2 * random.uniform(), 3 * random.uniform());
  }
  const Mesh corners = sample_box({1, 2, 3});
  for (const Vec3& v : corners.vertices()) points.push_back(v + Vec3(0.5, 1, 1.5));
  const ConvexHull box = convex_hull(points, 12);
  EXPECT_EQ(box.mesh.face_count(), 12);
  EXPECT_EQ(box.error, 0.0);
}

TEST(ConvexHull, FaceBudgetOnRandomSets) {
  Random random(11);
  for (int i = 0; i < samples(300); ++i) {
    const std::vector<Vec3> points = random_points(random, i % 5);
    if (convex_hull(points).dimension < 3) continue;
    const int faces = 4 + static_cast<int>(random.integer(20));
    const ConvexHull hull = convex_hull(points, faces);
    ASSERT_LE(hull.mesh.face_count(), faces);
    for (const Triangle& t : hull.mesh.faces()) {
      for (const Vec3& p : points) {
        ASSERT_LE(side_of_plane(hull.mesh.vertex(t[0]), hull.mesh.vertex(t[1]),
                                hull.mesh.vertex(t[2]), p),
                  0)
            << i;
      }
    }
  }
}

TEST(ConvexHull, RefusesWhatHasNoHull) {
  const auto error = [](const std::vector<Vec3>& p, int faces) -> std::string {
    try {
      convex_hull(p, faces);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(error({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, 8),
            "the points span no volume: all lie in a plane");
  EXPECT_EQ(error({}, 8), "the points span no volume: there are none");
  EXPECT_EQ(error({{0, 0, 0}}, 3), "a hull of at most 3 faces: a body has at least 4");
  EXPECT_EQ(error({{0, std::nan(""), 0}}, 8), "point 0 is not a finite number: (0, nan, 0)");
}

}  // namespace
}  // namespace outrigger::geometry
