#include "validation/exact/spherical_double_pendulum.h"

#include <cmath>

#include <gtest/gtest.h>

#include "validation/exact/integrate.h"

namespace outrigger::validation {
namespace {

/// Two bodies without any symmetry, in fast motion.
SphericalDoublePendulum make_pendulum() {
  SphericalDoublePendulum pendulum;
  PendulumBody& upper = pendulum.first;
  upper.mass = 2.1;
  upper.inertia << 0.020, 0.001, -0.002, 0.001, 0.024, 0.0015, -0.002, 0.0015, 0.006;
  upper.upper_joint = {0.01, -0.02, 0.15};
  upper.lower_joint = {0.0, 0.01, -0.17};
  upper.start.orientation = Eigen::AngleAxisd(-M_PI / 4.0, Vec3(0.2, 1.0, 0.1).normalized());
  upper.start.angular_velocity = {1.0, 2.0, -3.0};
  PendulumBody& lower = pendulum.second;
  lower.mass = 1.5;
  lower.inertia << 0.012, -0.0005, 0.001, -0.0005, 0.013, 0.0, 0.001, 0.0, 0.002;
  lower.upper_joint = {0.0, 0.01, 0.13};
  lower.lower_joint = {0.0, 0.0, -0.14};
  lower.start.orientation = Eigen::AngleAxisd(1.1, Vec3(1.0, 0.3, -0.2).normalized());
  lower.start.angular_velocity = {-2.0, 1.0, 4.0};
  pendulum.anchor = {0.1, 0.2, 1.4};
  return pendulum;
}

// No force does work, and gravity has no moment about the vertical.
TEST(SphericalDoublePendulum, KeepsEnergyAndVerticalMomentum) {
  const SphericalDoublePendulum pendulum = make_pendulum();
  const DoublePendulumState start = spherical_double_pendulum(pendulum, 0.0);
  for (const double t : {0.5, 1.0, 2.0}) {
    const DoublePendulumState state = spherical_double_pendulum(pendulum, t);
    EXPECT_NEAR(double_pendulum_energy(pendulum, state), double_pendulum_energy(pendulum, start),
                2e-12);
    EXPECT_NEAR(double_pendulum_momentum(pendulum, state).z(),
                double_pendulum_momentum(pendulum, start).z(), 1e-12);
  }
}

// Backwards in time from the end the pendulum must come back to its start.
TEST(SphericalDoublePendulum, ReturnsWhenTimeIsReversed) {
  SphericalDoublePendulum pendulum = make_pendulum();
  const DoublePendulumState start = spherical_double_pendulum(pendulum, 0.0);
  const DoublePendulumState end = spherical_double_pendulum(pendulum, 2.0);
  pendulum.first.start = end.first;
  pendulum.second.start = end.second;
  pendulum.first.start.angular_velocity *= -1.0;
  pendulum.second.start.angular_velocity *= -1.0;
  const DoublePendulumState back = spherical_double_pendulum(pendulum, 2.0);
  EXPECT_LT((back.tip - start.tip).norm(), 1e-10);
  EXPECT_LT((back.first.angular_velocity + start.first.angular_velocity).norm(), 1e-9);
}

// Newton's law for both bodies together: the anchor carries weight and inertia.
TEST(SphericalDoublePendulum, JointForcesAccelerateTheBodies) {
  const SphericalDoublePendulum pendulum = make_pendulum();
  const double h = 1e-5;
  const double t = 0.7;
  const DoublePendulumState before = spherical_double_pendulum(pendulum, t - h);
  const DoublePendulumState here = spherical_double_pendulum(pendulum, t);
  const DoublePendulumState after = spherical_double_pendulum(pendulum, t + h);
  const Vec3 a1 = (after.first_velocity - before.first_velocity) / (2 * h);
  const Vec3 a2 = (after.second_velocity - before.second_velocity) / (2 * h);
  EXPECT_LT((here.elbow_force - 1.5 * (a2 - pendulum.gravity)).norm(), 1e-5);
  EXPECT_LT((here.anchor_force - here.elbow_force - 2.1 * (a1 - pendulum.gravity)).norm(), 1e-5);
  EXPECT_LT((here.first_velocity - (after.first_centre - before.first_centre) / (2 * h)).norm(),
            1e-7);
}

// In a plane it is the textbook double pendulum, integrated from Lagrange's equations in two
// angles: other coordinates, other equations.
TEST(SphericalDoublePendulum, AgreesWithThePlanarPendulum) {
  SphericalDoublePendulum pendulum;
  pendulum.first.inertia = Vec3(0.03, 0.02, 0.01).asDiagonal();
  pendulum.second.mass = 0.7;
  pendulum.second.inertia = Vec3(0.015, 0.025, 0.01).asDiagonal();
  const double start1 = 1.9, start2 = -0.6, rate1 = 1.5, rate2 = -2.0;
  // Angles from the downward vertical, about -y, so that they grow towards +x.
  pendulum.first.start.orientation = Eigen::AngleAxisd(-start1, Vec3::UnitY());
  pendulum.second.start.orientation = Eigen::AngleAxisd(-start2, Vec3::UnitY());
  pendulum.first.start.angular_velocity = {0.0, -rate1, 0.0};
  pendulum.second.start.angular_velocity = {0.0, -rate2, 0.0};

  const double g = 9.81, l1 = 0.4, c1 = 0.2, c2 = 0.2, m1 = 1.0, m2 = 0.7;
  const double j1 = 0.02 + m1 * c1 * c1 + m2 * l1 * l1;
  const double j2 = 0.025 + m2 * c2 * c2;
  const double coupling = m2 * l1 * c2;
  const Rate rate = [=](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    const double s = std::sin(y[0] - y[1]);
    const double c = std::cos(y[0] - y[1]);
    const double f1 = -coupling * s * y[3] * y[3] - (m1 * c1 + m2 * l1) * g * std::sin(y[0]);
    const double f2 = coupling * s * y[2] * y[2] - m2 * c2 * g * std::sin(y[1]);
    const double determinant = j1 * j2 - coupling * coupling * c * c;
    dy[0] = y[2];
    dy[1] = y[3];
    dy[2] = (j2 * f1 - coupling * c * f2) / determinant;
    dy[3] = (j1 * f2 - coupling * c * f1) / determinant;
  };
  for (const double t : {0.5, 1.0, 2.0}) {
    const Eigen::VectorXd y = integrate(rate, Vec4(start1, start2, rate1, rate2), 0.0, t);
    const Vec3 tip(0.4 * std::sin(y[0]) + 0.4 * std::sin(y[1]), 0.0,
                   -0.4 * std::cos(y[0]) - 0.4 * std::cos(y[1]));
    EXPECT_LT((spherical_double_pendulum(pendulum, t).tip - tip).norm(), 1e-11);
  }
}

}  // namespace
}  // namespace outrigger::validation
