/// Sphere, cube and spinning disc on a plane, as meshes, against the closed forms of the volumetric
/// law; power, invariance and the gradient of the volume.
#include "contact/patches/volumetric_law.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "contact/patches/polygonal_contact.h"
#include "patch_helpers.h"

namespace outrigger::contact {
namespace {

VolumetricLaw rubber() {
  VolumetricLaw law;
  law.stiffness = 5e7;
  law.restitution = 0.5;
  law.friction = 0.6;
  law.slip_speed = 1e-3;
  return law;
}
constexpr double kC = 1.43275;  // c(0.5), table of corrections §2

/// Body A on ground B; everything in axes of the ground.
struct OnGround {
  MeshPatches query;
  MeshPatch patch;
  OnGround(const Solid& body, const Pose& pose) {
    const Solid ground(flat_ground(1, 5.0));
    // The ground as A gives results in its own axes; then the roles are turned round.
    query.find(ground.shape(), body.shape(), pose);
    EXPECT_EQ(query.patches().size(), 1u);
    patch = query.patches()[0];
    patch.normal = -patch.normal;
  }
};

TEST(VolumetricLaw, SphereOnAPlane) {
  const double R = 0.3, h = 0.02;
  const Solid sphere(ball(6, R));
  const OnGround on(sphere, pose_of({0.01, 0.02, R - h}));
  const double volume = std::numbers::pi * h * h * (3.0 * R - h) / 3.0;
  // The cap from its pole: ∫ρ², ∫z, ∫z² with ρ² = 2 R z - z².
  const double disc_moment =
      std::numbers::pi / 4.0 *
      (4.0 * R * R * h * h * h / 3.0 - R * std::pow(h, 4) + std::pow(h, 5) / 5.0);
  const double height =
      std::numbers::pi * (2.0 * R * h * h * h / 3.0 - std::pow(h, 4) / 4.0) / volume;
  const double z_moment = std::numbers::pi * (R * std::pow(h, 4) / 2.0 - std::pow(h, 5) / 5.0);
  const double inertia = disc_moment + z_moment - volume * height * height;

  // Sinking and rolling without slip at the contour's plane.
  PatchVelocity v;
  v.reference = on.patch.centroid;
  v.linear = Vec3(0, 0, -0.4);
  v.angular = Vec3(0, 3.0, 0);
  const VolumetricForce f = volumetric_force(rubber(), on.patch, v, 0.8);
  const double a = kC / 0.8;
  EXPECT_NEAR(f.normal_force, 5e7 * volume * (1.0 + a * 0.4), 0.003 * f.normal_force);
  EXPECT_NEAR(f.rolling.y(), -5e7 * a * inertia * 3.0, 0.006 * std::abs(f.rolling.y()));
  EXPECT_LT(std::hypot(f.rolling.x(), f.rolling.z()), 0.01 * std::abs(f.rolling.y()));
  EXPECT_LT(f.spin.norm(), 1e-2 * f.rolling.norm());
  EXPECT_NEAR(f.by_volume * on.patch.volume, f.normal_force, 1e-9 * f.normal_force);
}

TEST(VolumetricLaw, CubeOnAPlane) {
  // Exact on a mesh of twelve faces. Sliding, spinning and rocking at once.
  const double L = 0.4, h = 0.01;
  const Solid cube(geometry::sample_box({L, L, L}));
  const OnGround on(cube, pose_of({0.1, -0.1, 0.5 * L - h}, {0, 0, 0.3}));
  PatchVelocity v;
  v.reference = Vec3(0.1, -0.1, 0.0);
  v.linear = Vec3(0.3, -0.1, -0.2);
  v.angular = Vec3(0.5, -0.7, 2.0);
  const VolumetricForce f = volumetric_force(rubber(), on.patch, v, 0.5);
  const double volume = L * L * h, a = kC / 0.5;
  const double normal = 5e7 * volume * (1.0 + a * 0.2);
  const double gyration = L * L / 6.0;
  const double speed = std::sqrt(0.1 + gyration * 4.0);
  EXPECT_NEAR(f.normal_force, normal, 1e-5 * normal);  // c(e) is known to six digits
  const Vec3 rolling = -5e7 * a * volume * (L * L + h * h) / 12.0 * Vec3(0.5, -0.7, 0.0);
  EXPECT_LT((f.rolling - rolling).norm(), 1e-5 * rolling.norm());
  EXPECT_LT((f.tangential + 0.6 * normal / speed * Vec3(0.3, -0.1, 0)).norm(), 1e-5 * normal);
  EXPECT_NEAR(f.spin.z(), -0.6 * normal * gyration * 2.0 / speed, 1e-5 * normal);
  // The force acts through the middle of the overlap, friction in the plane of the ground.
  EXPECT_LT((f.torque - (f.rolling + f.spin)).norm(), 1e-8 * normal);
}

TEST(VolumetricLaw, SpinningDisc) {
  // Pure spin: r = R/√2, T = μ N R/√2. Elements of pressure give Coulomb's 2/3 μ N R instead.
  const double R = 0.25, h = 0.002;
  const Solid plate(disc(96, 12, R, 0.1));
  const OnGround on(plate, pose_of({0.2, 0.3, 0.05 - h}));
  PatchVelocity v;
  v.reference = on.patch.centroid;
  v.angular = Vec3(0, 0, 4.0);
  const VolumetricForce f = volumetric_force(rubber(), on.patch, v, 1.0);
  const double normal = 5e7 * std::numbers::pi * R * R * h;
  EXPECT_NEAR(f.normal_force, normal, 1e-9 * normal);
  EXPECT_NEAR(f.spin.z(), -0.6 * normal * R / std::sqrt(2.0), 1e-3 * normal * R);
  EXPECT_LT(f.tangential.norm(), 1e-9 * normal);
  // Spinning makes sliding easy: a slow slip meets a small part of μ N.
  v.linear = Vec3(0.01, 0, 0);
  const double speed = std::sqrt(1e-4 + 16.0 * R * R / 2.0);
  EXPECT_NEAR(volumetric_force(rubber(), on.patch, v, 1.0).tangential.x(),
              -0.6 * normal * 0.01 / speed, 1e-3 * normal * 0.01);

  const Solid ground(flat_ground(1, 5.0));
  LayerLaw law;
  law.stiffness = 5e7;
  law.friction = 0.6;
  law.slip_speed = 1e-3;
  PolygonalContact contact(plate.shape(), ground.shape(), MasterMode::a, law);
  const ContactForce& c =
      contact.evaluate({pose_of({0, 0, -0.05 + h}), Vec3::Zero(), Vec3(0, 0, 4.0)});
  EXPECT_NEAR(c.torque.z(), 2.0 / 3.0 * 0.6 * normal * R, 4e-3 * normal * R);
}

TEST(VolumetricLaw, PowerIsStoredOrLost) {
  const Solid cube(geometry::sample_box({0.4, 0.4, 0.4}));
  const OnGround on(cube, pose_of({0, 0, 0.19}));
  Random random(4);
  for (int i = 0; i < 50; ++i) {
    PatchVelocity v{random_vector(random, 1.0), random_vector(random, 0.5),
                    random_vector(random, 2.0)};
    const VolumetricForce f = volumetric_force(rubber(), on.patch, v, 0.3);
    // Elastic power: K V against the normal at the centroid of the volume.
    const double elastic =
        -5e7 * on.patch.volume * on.patch.normal.dot(v.at(on.patch.volume_centroid));
    EXPECT_NEAR(-(f.force.dot(v.linear) + f.torque.dot(v.angular)), elastic + f.dissipated,
                1e-8 * (1.0 + std::abs(elastic)));
    EXPECT_GE(f.dissipated, 0.0);
    EXPECT_GE(f.normal_force, 0.0);
  }
}

TEST(VolumetricLaw, GradientOfTheVolume) {
  // Against differences of volumes of two bumpy bodies, for all six motions of A.
  const Solid a(moved(geometry::sample_icosphere(2, 0.1), {}, 0.5));
  const Solid b(geometry::sample_torus(0.5, 0.2, 24, 12));
  const Pose b_in_a = pose_of({0.2, 0.5, 0.3}, {0.4, 0.3, -0.8});
  const Vec3 reference(0.1, 0.2, -0.1);
  MeshPatches query;
  query.find(a.shape(), b.shape(), b_in_a);
  ASSERT_EQ(query.patches().size(), 1u);
  const auto gradient = volume_gradient(query, a.mesh, 0, reference);
  const auto volume = [&](int i, double step) {
    Vec3 t = Vec3::Zero(), r = Vec3::Zero();
    (i < 3 ? t : r)[i % 3] = step;
    // A moves by t and r about the reference; B seen from the moved A.
    Pose move = pose_of(Vec3::Zero(), r);
    move.position = reference + t - move.rotation * reference;
    MeshPatches moved_query;
    moved_query.find(a.shape(), b.shape(), inverse(move) * b_in_a);
    return moved_query.patches()[0].volume;
  };
  for (int i = 0; i < 6; ++i) {
    const double difference = (volume(i, 1e-5) - volume(i, -1e-5)) / 2e-5;
    EXPECT_NEAR(gradient[i], difference, 1e-5 * gradient.norm()) << i;
  }
}

TEST(VolumetricLaw, RefusesWhatCannotBe) {
  VolumetricLaw law = rubber();
  law.restitution = 1.2;
  try {
    check(law);
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("restitution is 1.2; allowed: 0.01..1"));
  }
}

}  // namespace
}  // namespace outrigger::contact
