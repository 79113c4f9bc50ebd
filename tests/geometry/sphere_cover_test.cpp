/// Spheres lie inside the mesh, and no point of its surface is farther from them than stated:
/// checked by many points. More spheres are better.
#include "geometry/sphere_cover.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "geometry/closest_point.h"
#include "geometry/sample_meshes.h"

namespace outrigger::geometry {
namespace {

/// The largest gap at random points of the faces: never more than the stated one.
double sampled_gap(const Mesh& mesh, const std::vector<PlacedSphere>& spheres) {
  Random random(8);
  double worst = 0.0;
  const int per_face = 40000 / mesh.face_count() + 10;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners t = mesh.corners(f);
    for (int i = 0; i < per_face; ++i) {
      double u = random.uniform(), v = random.uniform();
      if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
      // Corners and edges too: that is where gaps are.
      if (i < 3) u = i == 1, v = i == 2;
      const Vec3 p = t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
      double gap = 1e9;
      for (const PlacedSphere& s : spheres) gap = std::min(gap, (p - s.centre).norm() - s.radius);
      worst = std::max(worst, gap);
    }
  }
  return worst;
}

TEST(SphereCover, StatedErrorHoldsAndFallsWithTheCount) {
  for (const Mesh& mesh : {sample_box({1, 1, 1}), sample_box({1, 2, 0.3}), sample_icosphere(3, 0.1),
                           sample_torus(1, 0.3, 40, 20)}) {
    const BoxTree tree(mesh);
    double last = 1e9;
    for (const int count : {1, 4, 8, 32, 100}) {
      SphereCoverOptions options;
      options.count = count;
      options.samples = 600;
      const SphereCover cover = cover_with_spheres(mesh, options);
      EXPECT_LE(cover.spheres.size(), static_cast<std::size_t>(count));
      const double gap = sampled_gap(mesh, cover.spheres);
      EXPECT_LE(gap, cover.surface_error + 1e-12);
      EXPECT_GE(gap, cover.surface_error - cover.surface_error_margin - 0.02);
      EXPECT_LE(cover.protrusion, 1e-9);
      for (const PlacedSphere& s : cover.spheres) {
        EXPECT_GT(std::abs(winding_number(mesh, s.centre)), 0.5);
        EXPECT_LE(s.radius, nearest_on_mesh(mesh, tree, s.centre).distance + 1e-9);
      }
      EXPECT_LT(cover.surface_error, 1.05 * last);
      last = cover.surface_error;
    }
    EXPECT_LT(last, 0.15);
  }
}

TEST(SphereCover, ASphereNeedsOne) {
  SphereCoverOptions options;
  options.count = 1;
  const SphereCover cover = cover_with_spheres(sample_icosphere(4), options);
  EXPECT_LT(cover.spheres.at(0).centre.norm(), 0.01);
  EXPECT_LT(cover.surface_error - cover.surface_error_margin, 0.01);
}

TEST(SphereCover, EightSpheresCarryABoxOnTheGround) {
  // Figure 4.3 of the thesis: spheres in the corners, so that a flat ground meets four of them.
  SphereCoverOptions options;
  options.goal = CoverGoal::ground;
  options.max_radius = 0.05;
  const SphereCover cover = cover_with_spheres(sample_box({1, 1, 1}), options);
  ASSERT_EQ(cover.spheres.size(), 8u);
  EXPECT_LT(cover.ground_error, 0.05);
  for (const PlacedSphere& s : cover.spheres) {
    // In a corner, touching its three sides.
    EXPECT_GT(s.centre.cwiseAbs().minCoeff(), 0.4);
  }
}

TEST(SphereCover, GapOfOneSphereInABox) {
  // From the centre of a cube of edge 2 the corner is at sqrt(3), the ball reaches to 1.
  const double gap = largest_gap(sample_box({2, 2, 2}), {{Vec3(0, 0, 0), 1.0}}, 1e-4);
  EXPECT_GE(gap, std::sqrt(3.0) - 1.0);
  EXPECT_LE(gap, std::sqrt(3.0) - 1.0 + 1e-4);
}

TEST(SphereCover, RefusesWhatHasNoInside) {
  EXPECT_THROW(cover_with_spheres(sample_terrain(4, 1.0)), Error);
  SphereCoverOptions none;
  none.count = 0;
  EXPECT_THROW(cover_with_spheres(sample_box({1, 1, 1}), none), Error);
}

}  // namespace
}  // namespace outrigger::geometry
