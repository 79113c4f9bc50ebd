/// One contact per patch: radius from the contour, Hunt-Crossley on it, tangents.
#include "contact/patches/contact_plane_law.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "patch_helpers.h"

namespace outrigger::contact {
namespace {

TEST(ContactPlaneLaw, RadiusFromTheContour) {
  // Sphere on plane: R. Two spheres: R₁R₂/(R₁+R₂). Both to δ/2 and the fineness of the mesh.
  const Solid large(ball(6, 0.5)), small(ball(6, 0.3)), ground(flat_ground(1, 5.0));
  MeshPatches query;
  query.find(large.shape(), ground.shape(), pose_of({0.01, 0.02, -0.495}));
  EXPECT_NEAR(contour_radius(query.patches()[0]), 0.5, 0.02 * 0.5);
  query.find(large.shape(), small.shape(), pose_of(Vec3(0.48, 0.36, 0.53).normalized() * 0.795));
  EXPECT_NEAR(contour_radius(query.patches()[0]), 0.1875, 0.02 * 0.1875);
}

TEST(ContactPlaneLaw, HertzOfTwoSpheres) {
  const Solid a(ball(6, 0.5)), b(ball(6, 0.3));
  const Vec3 axis = Vec3(0.48, 0.36, 0.53).normalized();
  MeshPatches query;
  query.find(a.shape(), b.shape(), pose_of(axis * (0.8 - 0.006)));
  ContactPlaneLaw law;
  law.modulus = 1e8;
  law.restitution = 0.5;
  check(law);
  PatchVelocity v;
  v.linear = 0.2 * axis;  // A towards B
  const ContactPlaneForce f = contact_plane_force(law, query.patches()[0], v, 0.4);
  const double exact =
      4.0 / 3.0 * 1e8 * std::sqrt(0.1875) * std::pow(0.006, 1.5) * (1.0 + 1.43275 * 0.2 / 0.4);
  EXPECT_NEAR(f.normal.force, exact, 0.03 * exact);
  EXPECT_LT((f.force / f.normal.force + axis).norm(), 5e-3);
  EXPECT_LT((f.torque - f.point.cross(f.force)).norm(), 1e-9 * exact);
  // A given stiffness is used as it is.
  law.stiffness = 3e7;
  EXPECT_DOUBLE_EQ(contact_plane_force(law, query.patches()[0], v, 0.4).stiffness, 3e7);
}

TEST(ContactPlaneLaw, TangentsAgreeWithDifferences) {
  // With a given stiffness; the plane stays, A moves against it.
  MeshPatch patch;
  patch.normal = Vec3(0.2, -0.3, 0.9).normalized();
  patch.centroid = Vec3(0.1, 0.2, 0.3);
  patch.indentation_a = 0.01;
  patch.contour_area = 0.01;
  ContactPlaneLaw law;
  law.stiffness = 1e7;
  law.restitution = 0.6;
  law.friction = 0.5;
  law.slip_speed = 0.1;
  for (const Vec3& velocity : {Vec3(0.02, 0.03, -0.01), Vec3(0.5, -0.4, 0.1)}) {
    const auto force = [&](const Vec3& u, const Vec3& speed) {
      MeshPatch moved = patch;
      moved.indentation_a -= patch.normal.dot(u);
      return contact_plane_force(law, moved, {patch.centroid, speed, Vec3::Zero()}, 0.7).force;
    };
    const ContactPlaneForce f =
        contact_plane_force(law, patch, {patch.centroid, velocity, Vec3::Zero()}, 0.7);
    for (int i = 0; i < 3; ++i) {
      const Vec3 step = 1e-7 * Vec3::Unit(i);
      const Vec3 zero = Vec3::Zero();
      EXPECT_LT((f.K.col(i) - (force(-step, velocity) - force(step, velocity)) / 2e-7).norm(),
                1e-5 * f.K.norm());
      EXPECT_LT((f.C.col(i) - (force(zero, velocity - step) - force(zero, velocity + step)) / 2e-7)
                    .norm(),
                1e-5 * f.C.norm());
    }
  }
}

TEST(ContactPlaneLaw, RefusesWhatCannotBe) {
  ContactPlaneLaw law;  // neither stiffness nor modulus
  try {
    check(law);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("modulus is 0; allowed: > 0 Pa where no"));
  }
}

}  // namespace
}  // namespace outrigger::contact
