/// Integrals over a polyhedron are exact; meshes of smooth bodies converge with the square of their
/// edge; moving a body changes its centroid alone, even 1000 km from the origin.
#include "geometry/mass_properties.h"

#include <gtest/gtest.h>

#include <numbers>

#include "base/error.h"
#include "base/random.h"
#include "geometry/sample_meshes.h"
#include "math/random_rotation.h"

namespace outrigger::geometry {
namespace {

Mesh placed(const Mesh& mesh, const Pose& pose) {
  std::vector<Vec3> v;
  for (const Vec3& p : mesh.vertices()) v.push_back(pose.point(p));
  return Mesh(std::move(v), mesh.faces());
}

TEST(GeometryMassProperties, BoxIsExact) {
  const MassProperties m = mass_properties(sample_box({1, 2, 3}));
  EXPECT_NEAR(m.volume, 6.0, 1e-15 * 6);
  EXPECT_NEAR(m.area, 22.0, 1e-14);
  EXPECT_LT(m.centroid.norm(), 1e-16);
  const Vec3 expected = 6.0 / 12.0 * Vec3(4 + 9, 1 + 9, 1 + 4);
  EXPECT_LT((m.inertia - Mat3(expected.asDiagonal())).norm(), 1e-14);
}

TEST(GeometryMassProperties, FarFromTheOriginAndTurned) {
  // Coordinates at 1e6 are multiples of 1.2e-10: the box itself is only so good.
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    const Mat3 turn = random_rotation(random);
    const Pose pose = {1e6 * Vec3(random.uniform(-1, 1), random.uniform(-1, 1), 1), turn};
    const MassProperties m = mass_properties(placed(sample_box({1, 2, 3}), pose));
    EXPECT_NEAR(m.volume, 6.0, 1e-8);
    EXPECT_LT((m.centroid - pose.position).norm(), 1e-9);
    const Mat3 expected = turn * Vec3(6.5, 5.0, 2.5).asDiagonal() * turn.transpose();
    EXPECT_LT((m.inertia - expected).norm(), 1e-8);
    const PrincipalAxes axes = principal_axes(m.inertia);
    EXPECT_LT((axes.values - Vec3(2.5, 5.0, 6.5)).norm(), 1e-8);
    EXPECT_LT((axes.axes * axes.values.asDiagonal() * axes.axes.transpose() - m.inertia).norm(),
              1e-13);
  }
}

TEST(GeometryMassProperties, SphereConvergesWithTheSquareOfTheEdge) {
  const double volume = 4.0 / 3.0 * std::numbers::pi;
  double last_volume = 0.0, last_inertia = 0.0;
  for (int n = 2; n <= 5; ++n) {
    const MassProperties m = mass_properties(sample_icosphere(n));
    const double volume_error = 1.0 - m.volume / volume;
    const double inertia_error = 1.0 - m.inertia(0, 0) / (0.4 * volume);
    EXPECT_GT(volume_error, 0.0);
    if (n > 2) {
      EXPECT_NEAR(last_volume / volume_error, 4.0, 0.2);
      EXPECT_NEAR(last_inertia / inertia_error, 4.0, 0.2);
    }
    last_volume = volume_error;
    last_inertia = inertia_error;
  }
}

TEST(GeometryMassProperties, TorusConverges) {
  const double ring = 2.0, tube = 0.5;
  const double volume = 2.0 * std::numbers::pi * std::numbers::pi * ring * tube * tube;
  const Vec3 inertia =
      volume * Vec3(0.5 * ring * ring + 0.625 * tube * tube,
                    0.5 * ring * ring + 0.625 * tube * tube, ring * ring + 0.75 * tube * tube);
  const MassProperties m = mass_properties(sample_torus(ring, tube, 400, 200));
  EXPECT_NEAR(m.volume / volume, 1.0, 3e-4);
  EXPECT_LT((m.inertia.diagonal() - inertia).norm() / inertia.norm(), 5e-4);
  const MassProperties coarse = mass_properties(sample_torus(ring, tube, 200, 100));
  EXPECT_NEAR((volume - coarse.volume) / (volume - m.volume), 4.0, 0.05);
}

TEST(GeometryMassProperties, RefusesWhatBoundsNoVolume) {
  const auto error = [](const Mesh& mesh) -> std::string {
    try {
      mass_properties(mesh);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  const Mesh box = sample_box({1, 1, 1});
  std::vector<Triangle> faces = box.faces();
  for (Triangle& t : faces) std::swap(t[1], t[2]);
  EXPECT_EQ(error(Mesh(box.vertices(), faces)),
            "the mesh bounds a volume of -1 m³: it is inside out; turn it with `outrigger mesh "
            "repair`");
  faces.pop_back();
  EXPECT_EQ(error(Mesh(box.vertices(), faces)),
            "the mesh is not closed, so it bounds no volume: 3 of 33 half-edges have no neighbour; "
            "see `outrigger mesh check`, close it with `outrigger mesh repair`");
}

}  // namespace
}  // namespace outrigger::geometry
