#include "validation/exact/planar_arm.h"

#include <cmath>

#include <gtest/gtest.h>

#include "validation/exact/spherical_double_pendulum.h"

namespace outrigger::validation {
namespace {

/// Without passive moments.
PlanarArm make_arm() {
  PlanarArm arm;
  arm.upper = {2.1, 0.0105, 0.15, 0.3};
  arm.forearm = {1.7, 0.01414, 0.2, 0.4};
  arm.upper_angle = 0.7;
  arm.forearm_angle = -0.4;
  for (PassiveMoment* m : {&arm.shoulder, &arm.elbow}) *m = {0.0, 0.0, -90.0, 90.0, 1.0, 0.0};
  return arm;
}

// Two angles and Lagrange against quaternions and Newton-Euler.
TEST(PlanarArm, IsTheSpatialPendulumInItsPlane) {
  const PlanarArm arm = make_arm();
  SphericalDoublePendulum p;
  const auto body = [](const ArmSegment& s, double angle) {
    PendulumBody b;
    b.mass = s.mass;
    b.inertia = Vec3(s.inertia, s.inertia, 0.001).asDiagonal();
    b.upper_joint = Vec3(0, 0, -s.centre);
    b.lower_joint = Vec3(0, 0, s.length - s.centre);
    // z towards +x, then by the angle below the horizontal.
    b.start.orientation = Eigen::AngleAxisd(M_PI / 2.0 + angle, Vec3::UnitY());
    return b;
  };
  p.first = body(arm.upper, arm.upper_angle);
  p.second = body(arm.forearm, arm.forearm_angle);
  for (const double t : {0.3, 0.8, 1.2}) {
    const PlanarArmState s = planar_arm(arm, {t}).front();
    const Vec3 tip(0.3 * std::cos(s.upper_angle) + 0.4 * std::cos(s.forearm_angle), 0.0,
                   -0.3 * std::sin(s.upper_angle) - 0.4 * std::sin(s.forearm_angle));
    EXPECT_LT((tip - spherical_double_pendulum(p, t).tip).norm(), 1e-9) << t;
  }
}

// Damping takes energy, and only that: without it the passive moments are elastic.
TEST(PlanarArm, PassiveMomentsAreElasticButForDamping) {
  PlanarArm arm = make_arm();
  arm.shoulder = {0.5, 1.5, -1.0, 2.2, 8.0, 0.0};
  arm.elbow = {0.3, 1.0, 0.2, 2.4, 12.0, 0.0};
  const auto stored = [](const PassiveMoment& m, double x) {
    return 0.5 * m.stiffness * (x - m.rest) * (x - m.rest) +
           std::exp(m.rise * (x - m.upper)) / m.rise + std::exp(m.rise * (m.lower - x)) / m.rise;
  };
  const auto energy = [&](const PlanarArmState& s) {
    const ArmSegment &a = arm.upper, &b = arm.forearm;
    const double w1 = s.upper_rate, w2 = s.forearm_rate;
    return 0.5 * (a.inertia + a.mass * a.centre * a.centre + b.mass * a.length * a.length) * w1 *
               w1 +
           0.5 * (b.inertia + b.mass * b.centre * b.centre) * w2 * w2 +
           b.mass * a.length * b.centre * std::cos(s.upper_angle - s.forearm_angle) * w1 * w2 -
           arm.gravity * ((a.mass * a.centre + b.mass * a.length) * std::sin(s.upper_angle) +
                          b.mass * b.centre * std::sin(s.forearm_angle)) +
           stored(arm.shoulder, s.upper_angle) + stored(arm.elbow, s.upper_angle - s.forearm_angle);
  };
  const auto free = planar_arm(arm, {0.0, 0.5, 1.0, 2.0});
  for (const PlanarArmState& s : free) EXPECT_NEAR(energy(s), energy(free.front()), 1e-9);
  arm.elbow.damping = 0.1;
  const auto damped = planar_arm(arm, {0.0, 0.5, 1.0, 2.0});
  for (std::size_t i = 1; i < damped.size(); ++i)
    EXPECT_LT(energy(damped[i]), energy(damped[i - 1]));
}

}  // namespace
}  // namespace outrigger::validation
