/// Faces that press on soil: limits by the formulas, rest, tangents against differences, and losses that are never
/// negative.
#include "soil/pressed_face.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "base/random.h"

namespace outrigger::soil {
namespace {

constexpr double kPi = std::numbers::pi;

FaceGround loam_at(double depth, double area) {
  FaceGround g;
  g.soil = {1540.0 * 9.81, 10e3, 35.0 * kPi / 180.0, 2e3, 22.0 * kPi / 180.0};
  g.janosi_k = 0.02;
  g.area = area, g.depth = depth;
  return g;
}

FacePose facing(const Vec3& normal) {
  FacePose p;
  p.normal = normal.normalized();
  return p;
}

// Prandtl and Reissner below, Rankine beside; written out with their own numbers (φ = 35°: N_q 33.30, N_c 46.12,
// K_p 3.690).
TEST(PressedFace, LimitsAreThoseOfTheory) {
  PressedFace face;
  face.freeze(facing(-Vec3::UnitZ()), loam_at(0.4, 0.3), {});
  EXPECT_NEAR(face.normal_limit(), 0.3 * (10e3 * 46.12 + 15107.4 * 0.4 * 33.30), 200.0);
  EXPECT_NEAR(face.friction_limit(), 0.3 * 2e3, 1e-6) << "adhesion alone: nothing rests on it";
  face.freeze(facing(Vec3::UnitY()), loam_at(0.4, 0.3), {});
  EXPECT_NEAR(face.normal_limit(), 0.3 * (15107.4 * 0.4 * 3.690 + 2.0 * 10e3 * 1.921), 20.0);
  const double rest = 0.3 * (1.0 - std::sin(35.0 * kPi / 180.0)) * 15107.4 * 0.4;
  EXPECT_NEAR(face.friction_limit(), rest * std::tan(22.0 * kPi / 180.0) + 600.0, 1e-6);
  // Nothing in soil, nothing to press on.
  face.freeze(facing(Vec3::UnitY()), loam_at(0.0, 0.3), {});
  EXPECT_EQ(face.evaluate(Vec3::Ones(), Vec3::Zero()).force, Vec3(Vec3::Zero()));
}

// Law: the force comes with the way and stays when the face stands still; it pushes only.
TEST(PressedFace, HoldsAtRestAndNeverPulls) {
  FaceMemory memory;
  PressedFace face;
  FacePose pose = facing(Vec3::UnitY());
  double y = 0.0, force = 0.0;
  for (int k = 0; k < 200; ++k) {
    pose.last_point = Vec3(0, y, 0);
    if (k < 100) y += 5e-4;
    pose.point = Vec3(0, y, 0);
    face.freeze(pose, loam_at(0.4, 0.3), memory);
    force = -face.evaluate(pose.point, Vec3::Zero()).force.y();
    EXPECT_GE(face.accept(pose.point, memory), 0.0);
  }
  EXPECT_NEAR(force, face.normal_limit(), 1e-6 * force) << "after 5 cm, at rest for half a second";
  // Back by 1 cm: half of K is left of the stretch; by 10 cm: nothing, and no pull but friction.
  const auto at = [&](double place) {
    pose.point = Vec3(0, place, 0);
    face.freeze(pose, loam_at(0.4, 0.3), memory);
    return -face.evaluate(pose.point, Vec3::Zero()).force.y();
  };
  EXPECT_NEAR(at(y - 0.01), 0.5 * force, 1e-6 * force);
  EXPECT_EQ(at(y - 0.1), 0.0);
}

// Law: whatever way a face goes, its plastic work and its rate term lose, the tangents are symmetric and positive,
// and equal the differences of the force. Energy: the work done on the soil is what is stored and what is lost.
TEST(PressedFace, LosesAndHasItsTangents) {
  Random random(7);
  const auto vector = [&](double size) {
    return Vec3(random.uniform(-size, size), random.uniform(-size, size),
                random.uniform(-size, size));
  };
  int checked = 0;
  for (int run = 0; run < 40; ++run) {
    FaceMemory memory;
    PressedFace face;
    const Vec3 normal = vector(1.0);
    if (normal.norm() < 0.2) continue;
    FacePose pose = facing(normal);
    Vec3 p = Vec3::Zero(), speed = vector(0.4);
    const FaceGround ground = loam_at(random.uniform(0.05, 0.8), 0.3);
    for (int k = 0; k < 100; ++k) {
      if (k % 20 == 0) speed = vector(0.4);
      pose.last_point = p;
      p += 0.002 * speed;
      pose.point = p;
      face.freeze(pose, ground, memory);
      const FaceForce f = face.evaluate(p, speed);
      EXPECT_GE(f.rate_power, 0.0);
      EXPECT_GE(f.stored, 0.0);
      for (const Mat3* m : {&f.stiffness, &f.damping}) {
        EXPECT_LT((*m - m->transpose()).norm(), 1e-9 * (1.0 + m->norm()));
        EXPECT_GT(Eigen::SelfAdjointEigenSolver<Mat3>(*m).eigenvalues().minCoeff(),
                  -1e-9 * (1.0 + m->norm()));
      }
      const Vec3 d = 1e-8 * vector(1.0);
      const Vec3 change = face.evaluate(p + d, speed).force - face.evaluate(p - d, speed).force;
      // Not across a kink.
      const Mat3 beside = face.evaluate(p + d, speed).stiffness;
      if ((beside - face.evaluate(p - d, speed).stiffness).norm() < 1e-3 * (1.0 + beside.norm())) {
        EXPECT_LT((change + 2.0 * f.stiffness * d).norm(), 1e-3 * (1e-3 + change.norm()));
        ++checked;
      }
      EXPECT_GE(face.accept(p, memory), 0.0);
    }
  }
  EXPECT_GT(checked, 2000);
}

}  // namespace
}  // namespace outrigger::soil
