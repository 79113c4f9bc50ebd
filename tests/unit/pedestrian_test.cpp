// The surfaces of the pedestrian crash are closed and turned outwards, and nothing overlaps at the
// start: a man who starts inside himself or the car would be pushed apart.
#include "validation/pedestrian.h"

#include <gtest/gtest.h>

#include "geometry/mass_properties.h"
#include "validation/pedestrian_meshes.h"

namespace outrigger::validation {
namespace {

TEST(PedestrianMeshes, AreClosedAndTurnedOutwards) {
  const Pedestrian p = make_pedestrian();
  EXPECT_EQ(p.scene.meshes.size(), 16U);
  for (const auto& [name, mesh] : p.scene.meshes) {
    // Euler's formula of a sphere: every edge has two faces.
    EXPECT_EQ(2 * mesh.vertex_count() - mesh.face_count(), 4) << name;
    EXPECT_GT(geometry::mass_properties(mesh).volume, 1e-5) << name;
  }
  EXPECT_NEAR(geometry::mass_properties(p.scene.meshes.at("car")).volume, 6.5, 1.0);
}

TEST(PedestrianMeshes, SegmentIsAsLargeAsAsked) {
  const geometry::Mesh mesh = make_segment({Vec3(0.1, 0.05, 0.3), 0.0, 40, 39});
  Vec3 size = Vec3::Zero();
  for (const Vec3& v : mesh.vertices()) size = size.cwiseMax(v.cwiseAbs());
  EXPECT_LT((size - Vec3(0.1, 0.05, 0.3)).norm(), 1e-3);
  EXPECT_EQ(mesh.face_count(), 2 * 40 * 39);
}

TEST(Pedestrian, TouchesNothingAtTheStartButTheRoad) {
  sim::World world = make_pedestrian().scene.make_world();
  world.step();
  for (const contact::ContactReading& c : world.contacts())
    EXPECT_TRUE(c.shape_a == description::kGround || c.shape_b == description::kGround)
        << c.shape_a << " " << c.shape_b;
}

}  // namespace
}  // namespace outrigger::validation
