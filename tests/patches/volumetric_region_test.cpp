/// The volumetric law for small motions about an overlap: against the law itself, and against the overlap
/// found anew.
#include "contact/patches/volumetric_region.h"

#include <gmock/gmock.h>

#include "contact/laws/restitution.h"
#include "contact/patches/volumetric_law.h"
#include "patch_helpers.h"

namespace outrigger::contact {
namespace {

constexpr double kRegionStiffness = 5e7;

struct OverlapScene {
  Solid body, other;
  MeshPatches query;
  VolumetricRegion at(const Pose& other_in_body) {
    query.find(body.shape(), other.shape(), other_in_body);
    EXPECT_EQ(query.patches().size(), 1u);
    return make_region(query, body.mesh, other.mesh, other_in_body, 0);
  }
};

/// A leaning cube on a plane and two balls.
std::vector<std::pair<OverlapScene, Pose>> overlap_scenes() {
  std::vector<std::pair<OverlapScene, Pose>> all;
  const Mat3 lean = Eigen::AngleAxisd(0.02, Vec3(1, 2, 0).normalized()).toRotationMatrix();
  all.emplace_back(
      OverlapScene{Solid(geometry::sample_box({0.4, 0.4, 0.4})), Solid(flat_ground(1, 5.0)), {}},
      Pose{Vec3(0.03, 0.02, -0.18), lean});
  all.emplace_back(OverlapScene{Solid(ball(5, 0.3)), Solid(ball(5, 0.2)), {}},
                   pose_of({0.02, 0.48, 0.01}));
  return all;
}

TEST(VolumetricRegion, IsTheLawWhereItWasFound) {
  for (auto& [scene, pose] : overlap_scenes()) {
    const VolumetricRegion region = scene.at(pose);
    PatchVelocity v;
    v.reference = region.volume_centroid;
    v.linear = Vec3(0.1, 0.2, -0.1) - 0.3 * region.normal;
    v.angular = Vec3(0.5, -0.3, 0.4);
    VolumetricLaw law;
    law.stiffness = kRegionStiffness;
    law.restitution = 0.5;
    const VolumetricForce exact = volumetric_force(law, scene.query.patches()[0], v, 0.6);
    const PatchMotion motion =
        PatchMotion::rigid(region.volume_centroid, Vec3::Zero(), Vec3::Zero(), v.linear, v.angular);
    const RegionWrench w =
        region_wrench(region, {kRegionStiffness, restitution_factor(0.5) / 0.6}, motion, v.angular);
    EXPECT_LT((w.force - exact.force).norm(), 1e-12 * exact.force.norm());
    // T_r has no part along the normal here.
    EXPECT_NEAR(w.dissipated, exact.dissipated, 1e-3 * std::abs(exact.dissipated));
    // T_r but for what it has along the normal.
    const Vec3 rolling = exact.rolling - region.normal.dot(exact.rolling) * region.normal;
    EXPECT_LT((w.rolling - rolling).norm(), 1e-9 * rolling.norm());
    EXPECT_GT(w.stored, 0.0);
  }
}

/// After a small motion, volume, centre and energy are those of the overlap found there, to second order.
TEST(VolumetricRegion, FollowsSmallMotions) {
  for (auto& [scene, pose] : overlap_scenes()) {
    const VolumetricRegion region = scene.at(pose);
    const auto errors = [&](double size) {
      // B moves by the opposite of what A does, about the centroid.
      const Vec3 t = size * Vec3(0.3, -0.2, 0.5), turn = size * Vec3(2.0, 1.0, -0.5);
      const Mat3 back = Eigen::AngleAxisd(-turn.norm(), turn.normalized()).toRotationMatrix();
      const Vec3& c = region.volume_centroid;
      const VolumetricRegion there =
          scene.at({c + back * (pose.position - t - c), back * pose.rotation});
      const RegionWrench w =
          region_wrench(region, {kRegionStiffness, 0.0},
                        PatchMotion::rigid(c, t, turn, Vec3::Zero(), Vec3::Zero()), Vec3::Zero());
      const double exact = kRegionStiffness * there.volume;
      const double energy = kRegionStiffness * there.half_square;
      // Torque about c from where the force acts now.
      const Vec3 arm = (c + t + back.transpose() * (there.volume_centroid - c)) - c;
      const Vec3 torque = arm.cross(exact * (back.transpose() * there.normal));
      const Vec3 got = w.torque() + t.cross(w.force);
      return std::array{std::abs(w.normal_force - exact) / exact,
                        (got - torque).norm() / (exact * 0.1),
                        std::abs(w.stored - energy) / energy};
    };
    const auto coarse = errors(4e-4), fine = errors(1e-4);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_LT(coarse[i], 0.02) << i;
      EXPECT_LT(fine[i], std::max(0.35 * coarse[i], 2e-4)) << i;
    }
  }
}

}  // namespace
}  // namespace outrigger::contact
