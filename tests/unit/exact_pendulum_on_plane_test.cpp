#include "validation/exact/pendulum_on_plane.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "math/random_rotation.h"

namespace outrigger::validation {
namespace {

PendulumOnPlane make_pendulum_problem(PlaneLaw law) {
  PendulumOnPlane p;
  for (PendulumBody* b : {&p.pendulum.first, &p.pendulum.second}) {
    b->mass = 2.0;
    b->inertia = Vec3(0.015, 0.015, 0.003).asDiagonal();
    b->upper_joint = Vec3(0, 0, -0.18);
    b->lower_joint = Vec3(0, 0, 0.18);
    b->start.orientation = Eigen::AngleAxisd(1.9, Vec3::UnitY());
  }
  p.first_axes = p.second_axes = Vec3(0.05, 0.04, 0.18);
  p.normal = Vec3(0.1, -0.2, 1.0).normalized();
  p.offset = -0.4;
  p.law = law;
  p.contact_step = 5e-5;
  return p;
}

// No point of the ellipsoid is nearer to the plane than the closed form says, and that point is on it.
TEST(EllipsoidPlaneGap, IsTheLeastOverTheSurface) {
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Vec3 axes(random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1));
    const Vec3 normal = random_unit_vector(random);
    const Pose pose{random_unit_vector(random), random_rotation(random)};
    const PlaneGap g = ellipsoid_plane_gap(axes, normal, 0.3, pose, Vec3::Zero(), Vec3::Zero());
    const Vec3 local = pose.local_point(g.nearest).cwiseQuotient(axes);
    EXPECT_NEAR(local.norm(), 1.0, 1e-12);
    EXPECT_NEAR(normal.dot(g.nearest) - 0.3, g.gap, 1e-12);
    for (int k = 0; k < 500; ++k) {
      const Vec3 p = pose.point(axes.cwiseProduct(random_unit_vector(random)));
      EXPECT_GE(normal.dot(p) - 0.3, g.gap - 1e-12);
    }
  }
}

// The rate is the derivative of the gap along a rigid motion.
TEST(EllipsoidPlaneGap, RateIsItsDerivative) {
  Random random(4);
  const Vec3 axes(0.3, 0.5, 0.8), normal = random_unit_vector(random), v(0.3, -0.2, 0.5),
                                  omega(1.0, -2.0, 0.7);
  const Pose pose{Vec3(0.1, 0.2, 0.3), random_rotation(random)};
  const double h = 1e-6;
  const auto gap = [&](double t) {
    const Mat3 turn = Eigen::AngleAxisd(omega.norm() * t, omega.normalized()).toRotationMatrix();
    return ellipsoid_plane_gap(axes, normal, 0.1, {pose.position + t * v, turn * pose.rotation}, v,
                               omega)
        .gap;
  };
  const double rate = ellipsoid_plane_gap(axes, normal, 0.1, pose, v, omega).rate;
  EXPECT_NEAR(rate, (gap(h) - gap(-h)) / (2 * h), 1e-8);
}

double elastic_energy(const PendulumOnPlane& p, const DoublePendulumState& s) {
  double sum = 0.0;
  for (const bool first : {true, false}) {
    const RotationState& r = first ? s.first : s.second;
    const double depth =
        -ellipsoid_plane_gap(
             first ? p.first_axes : p.second_axes, p.normal, p.offset,
             {first ? s.first_centre : s.second_centre, r.orientation.toRotationMatrix()},
             Vec3::Zero(), Vec3::Zero())
             .gap;
    const double n = p.law.kind == PlaneLaw::Kind::spring_dashpot ? 1.0 : p.law.exponent;
    if (depth > 0.0) sum += p.law.stiffness * std::pow(depth, n + 1.0) / (n + 1.0);
  }
  return sum;
}

// Energy goes into the law's heat and nowhere else, with every law, through several impacts.
TEST(PendulumOnPlane, EnergyBalanceCloses) {
  for (const PlaneLaw& law : {PlaneLaw{PlaneLaw::Kind::hertz, 1e4, 0.0, 1.5},
                              PlaneLaw{PlaneLaw::Kind::spring_dashpot, 1e5, 100.0, 1.0},
                              PlaneLaw{PlaneLaw::Kind::nonlinear_damping, 1e6, 3e5, 1.5}}) {
    const PendulumOnPlane p = make_pendulum_problem(law);
    const auto states = pendulum_on_plane(p, {0.0, 0.2, 0.3, 0.5, 1.0});
    const double start = double_pendulum_energy(p.pendulum, states.front().state);
    EXPECT_GT(states.back().largest_force, 10.0);
    EXPECT_GT(states.back().first_touch, 0.0);
    for (const PendulumOnPlaneState& s : states) {
      const double energy =
          double_pendulum_energy(p.pendulum, s.state) + elastic_energy(p, s.state);
      // Steps do not end where the clamp ends the force.
      const double limit = law.kind == PlaneLaw::Kind::hertz ? 1e-7 : 1e-4;
      EXPECT_NEAR(energy + s.heat, start, limit) << s.heat;
    }
    if (law.kind != PlaneLaw::Kind::hertz) {
      EXPECT_GT(states.back().heat, 0.01);
    }
  }
}

}  // namespace
}  // namespace outrigger::validation
