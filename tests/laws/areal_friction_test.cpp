/// Contacts with an area: spin torque against integrals over the patch, tangents, the limit surface,
/// rolling resistance, and a disc that spins down against its closed form.
#include "contact/laws/areal_friction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/random.h"
#include "math/random_rotation.h"

namespace outrigger::contact {
namespace {

using Kind = FrictionLaw::Kind;

// Law: T = ∫ μ p ρ dA. Uniform pressure gives 2/3 a, Hertz' 3π/16 a.
TEST(ArealFriction, SpinRadiiAreThoseOfThePressure) {
  const int points = 200000;
  double uniform = 0.0, hertz = 0.0, moment = 0.0;
  for (int i = 0; i < points; ++i) {
    const double rho = (i + 0.5) / points, ring = 2.0 * std::numbers::pi * rho / points;
    uniform += rho * ring / std::numbers::pi;
    hertz += rho * ring * std::sqrt(1.0 - rho * rho) * 1.5 / std::numbers::pi;
    moment += rho * rho * ring;
  }
  EXPECT_NEAR(kDiscSpin, uniform, 1e-9);
  EXPECT_NEAR(kHertzSpin, hertz, 1e-7);
  EXPECT_NEAR(kHertzSpin, 3.0 * std::numbers::pi / 16.0, 1e-11);
  EXPECT_NEAR(gyration_radius(moment, std::numbers::pi), std::sqrt(0.5), 1e-9);
  EXPECT_EQ(gyration_radius(0.0, 0.0), 0.0);
}

struct Sample {
  FrictionLaw law;
  BristleParameters bristle;
  Vec3 normal;
  double radius = 0.0, N = 0.0;
  ArealSlip motion;
};

ArealFriction evaluate_areal(const Sample& s) {
  return areal_friction(s.law, s.bristle, s.normal, s.radius, s.motion, s.N);
}

Sample random_sample(Kind kind, Random& random) {
  Sample s;
  s.law = {.kind = kind, .static_coefficient = 0.7, .dynamic_coefficient = 0.4};
  s.law.stribeck_speed = 0.05;
  s.law.regularisation_speed = 0.03;
  s.law.viscous = random.uniform(0.0, 10.0);
  s.bristle = {random.uniform(1e3, 1e5), random.uniform(10.0, 500.0)};
  s.normal = random_unit_vector(random);
  s.radius = random.uniform(0.01, 0.3);
  s.N = random.uniform(10.0, 1000.0);
  const Mat3 P = Mat3::Identity() - s.normal * s.normal.transpose();
  const double stretch = 0.7 * s.N / s.bristle.stiffness;
  s.motion.slip = stretch * random.uniform(0.1, 1.5) * (P * random_unit_vector(random));
  s.motion.turn = stretch * random.uniform(-1.0, 1.0) / s.radius;
  s.motion.velocity = random.uniform(0.005, 0.1) * (P * random_unit_vector(random));
  s.motion.spin = random.uniform(-0.1, 0.1) / s.radius;
  return s;
}

class ArealLaws : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(All, ArealLaws,
                         testing::Values(Kind::bristle, Kind::thesis_bristle, Kind::stribeck,
                                         Kind::regularised, Kind::coulomb));

// Law: the blocks are -∂(F_t, T n)/∂ of displacements and velocities, given as any vectors, of which
// slip takes the tangential and turn the normal part.
TEST_P(ArealLaws, TangentsAgreeWithDifferences) {
  Random random(1);
  double worst = 0.0;
  int compared = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Sample s = random_sample(GetParam(), random);
    const ArealFriction f = evaluate_areal(s);
    const Vec3 linear = random_unit_vector(random), angular = random_unit_vector(random);
    const auto moved = [&](double along_y, double along_v) {
      Sample other = s;
      other.motion.slip += along_y * s.radius * linear;
      other.motion.turn += along_y * s.normal.dot(angular);
      other.motion.velocity += along_v * s.radius * linear;
      other.motion.spin += along_v * s.normal.dot(angular);
      return evaluate_areal(other);
    };
    const double dy = 1e-4 * 0.7 * s.N / s.bristle.stiffness / s.radius;
    const double dv = 1e-4 * 0.01 / s.radius;
    bool switches = false;
    const auto difference = [&](double y, double v, double change, auto get) {
      const ArealFriction a = moved(y, v), b = moved(-y, -v);
      const ArealFriction c = moved(2 * y, 2 * v), d = moved(-2 * y, -2 * v);
      for (const ArealFriction* x : {&a, &b, &c, &d}) switches |= x->sliding != f.sliding;
      return Vec3(-(8.0 * (get(a) - get(b)) - (get(c) - get(d))) / (12.0 * change));
    };
    const auto force = [](const ArealFriction& x) { return x.force; };
    const auto torque = [](const ArealFriction& x) { return x.torque; };
    const Vec3 F_y = difference(dy, 0.0, dy, force), F_v = difference(0.0, dv, dv, force);
    const Vec3 T_y = difference(dy, 0.0, dy, torque), T_v = difference(0.0, dv, dv, torque);
    // The switch of `stribeck` between two kinds of slip does not show in `sliding`.
    const double w = std::hypot(s.motion.velocity.norm(), s.radius * s.motion.spin);
    if (switches || std::abs(w - s.law.regularisation_speed) < 1e-4) continue;
    ++compared;
    const auto apply = [&](const ArealTangent& t, bool torque_rows) {
      return Vec3(torque_rows
                      ? t.torque_by_linear * (s.radius * linear) + t.torque_by_angular * angular
                      : t.force_by_linear * (s.radius * linear) + t.force_by_angular * angular);
    };
    const double scale = 0.7 * s.N + s.law.viscous * w;
    double error = (F_y - apply(f.by_displacement, false)).norm() * dy / scale;
    error = std::max(error, (F_v - apply(f.by_velocity, false)).norm() * dv / scale);
    error =
        std::max(error, (T_y - apply(f.by_displacement, true)).norm() * dy / (scale * s.radius));
    error = std::max(error, (T_v - apply(f.by_velocity, true)).norm() * dv / (scale * s.radius));
    // dy, dv are 1e-4 of the scales: relative to those.
    error *= 1e4;
    worst = std::max(worst, error);
    ASSERT_LT(error, 1e-8) << trial;

    Sample more = s, less = s;
    more.N *= 1.0 + 1e-5;
    less.N *= 1.0 - 1e-5;
    const ArealFriction up = evaluate_areal(more), down = evaluate_areal(less);
    if (up.sliding != down.sliding) continue;
    const double dN = 2e-5 * s.N;
    EXPECT_LT(((up.force - down.force) / dN - f.force_by_normal).norm(), 1e-8);
    EXPECT_LT(((up.torque - down.torque) / dN - f.torque_by_normal).norm(), 1e-8);
  }
  EXPECT_GT(compared, 700);
  RecordProperty("largest_relative_error", std::to_string(worst * 1e9) + "e-9");
}

// Law: |F_t|² + (T/r)² ≤ (μ_s N)², F tangential, T along n; turning everything turns the result.
TEST_P(ArealLaws, StayOnTheLimitSurfaceInAnyFrame) {
  Random random(2);
  double fullest = 0.0;
  for (int trial = 0; trial < 2000; ++trial) {
    Sample s = random_sample(GetParam(), random);
    s.law.viscous = 0.0;
    const ArealFriction f = evaluate_areal(s);
    const double limit = 0.7 * s.N, used = std::hypot(f.force.norm(), f.torque.norm() / s.radius);
    EXPECT_LE(used, limit * (1.0 + 1e-12));
    fullest = std::max(fullest, used / limit);
    EXPECT_LT(std::abs(f.force.dot(s.normal)), 1e-12 * limit);
    EXPECT_LT(f.torque.cross(s.normal).norm(), 1e-12 * limit);
    const Mat3 R = random_rotation(random);
    Sample turned = s;
    turned.normal = R * s.normal;
    turned.motion.slip = R * s.motion.slip;
    turned.motion.velocity = R * s.motion.velocity;
    const ArealFriction g = evaluate_areal(turned);
    if (g.sliding != f.sliding) continue;
    EXPECT_LT((g.force - R * f.force).norm(), 1e-10 * limit);
    EXPECT_LT((g.torque - R * f.torque).norm(), 1e-10 * limit);
    EXPECT_NEAR(g.turn_next, f.turn_next, 1e-10 * (1.0 + std::abs(f.turn_next)));
  }
  // Without memory the static coefficient is never reached: μ_d/μ_s = 0.571.
  const bool memory = GetParam() != Kind::regularised && GetParam() != Kind::coulomb;
  EXPECT_GT(fullest, memory ? 0.95 : 0.57);
}

// Law: without a radius it is friction at a point; spin alone is resisted by μ N r.
TEST_P(ArealLaws, HaveTheRightLimits) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    Sample s = random_sample(GetParam(), random);
    s.radius = 0.0;
    const ArealFriction f = evaluate_areal(s);
    const FrictionForce point =
        friction_force(s.law, s.bristle, s.motion.slip, s.motion.velocity, s.N);
    EXPECT_LT((f.force - point.force).norm(), 1e-10 * s.N);
    EXPECT_TRUE(f.torque.isZero(0.0));
    EXPECT_EQ(f.turn_next, 0.0);
    // Fast spin, no slip.
    s.radius = 0.2;
    s.law.viscous = 0.0;
    s.motion = {.spin = 1000.0};
    const ArealFriction spun = evaluate_areal(s);
    EXPECT_NEAR(spun.torque.dot(s.normal), -0.4 * s.N * s.radius, 1e-6 * s.N);
    EXPECT_LT(spun.force.norm(), 1e-9 * s.N);
  }
}

/// Force and torque of a disc of radius 1 under uniform pressure that slides with v along x and spins
/// with ω, over μ N: ∫ of the unit slip vectors.
void disc(double v, double omega, double& force, double& torque) {
  force = torque = 0.0;
  const int rings = 400, points = 400;
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < points; ++j) {
      const double rho = (i + 0.5) / rings, angle = 2.0 * std::numbers::pi * (j + 0.5) / points;
      const double x = rho * std::cos(angle), y = rho * std::sin(angle);
      const double vx = v - omega * y, vy = omega * x, speed = std::hypot(vx, vy);
      const double area = 2.0 * rho / (rings * points);
      force -= area * vx / speed;
      torque -= area * (x * vy - y * vx) / speed;
    }
}

// Law: the ellipsoid is near the exact limit surface of a disc, which lies inside it by at most 7 %;
// for the same motion (F, T/r) differs by at most 16 % of μ N, and not when only sliding or spinning.
TEST(ArealFriction, EllipsoidIsNearTheDisc) {
  double force = 0.0, torque = 0.0, most = 0.0, least = 2.0, apart = 0.0;
  const FrictionLaw law{.kind = Kind::coulomb,
                        .static_coefficient = 1.0,
                        .dynamic_coefficient = 1.0,
                        .regularisation_speed = 1e-9};
  for (double ratio = 0.02; ratio < 50.0; ratio *= 1.2) {
    disc(1.0, ratio, force, torque);
    const double size = std::hypot(force, torque / kDiscSpin);
    most = std::max(most, size);
    least = std::min(least, size);
    const ArealSlip motion{.velocity = Vec3::UnitX(), .spin = ratio};
    const ArealFriction f = areal_friction(law, {}, Vec3::UnitZ(), kDiscSpin, motion, 1.0);
    apart = std::max(apart, std::hypot(f.force.x() - force, (f.torque.z() - torque) / kDiscSpin));
  }
  RecordProperty("disc_over_ellipsoid", std::to_string(least) + " to " + std::to_string(most));
  RecordProperty("disc_apart", std::to_string(apart));
  EXPECT_LT(most, 1.0 + 1e-4);
  EXPECT_GT(least, 0.93);
  EXPECT_LT(apart, 0.16);
  disc(1e6, 1.0, force, torque);
  EXPECT_NEAR(force, -1.0, 1e-6);
  disc(1e-6, 1.0, force, torque);
  EXPECT_NEAR(torque, -kDiscSpin, 1e-4);
}

// Law: a disc that only spins stops after t = J ω/(μ N r) and stays.
TEST(ArealFriction, SpinningDiscStopsInTime) {
  const double h = 1e-4, J = 0.05, N = 40.0, a = 0.1, r = kDiscSpin * a, omega0 = 30.0;
  const FrictionLaw law{.static_coefficient = 0.3, .dynamic_coefficient = 0.3};
  const BristleParameters bristle = estimate_bristle(J / (r * r), h);
  double omega = omega0, turn = 0.0, stopped = 0.0, angle = 0.0;
  for (int i = 0; i < 40000; ++i) {
    double next = omega;
    ArealFriction f;
    for (int n = 0; n < 30; ++n) {
      const ArealSlip motion{.turn = turn + h * next, .spin = next};
      f = areal_friction(law, bristle, Vec3::UnitZ(), r, motion, N);
      const double slope = J + h * h * f.by_displacement.torque_by_angular(2, 2) +
                           h * f.by_velocity.torque_by_angular(2, 2);
      const double change = (J * (next - omega) - h * f.torque.z()) / slope;
      next -= change;
      if (std::abs(change) < 1e-13) break;
    }
    omega = next;
    turn = f.turn_next;
    angle += h * omega;
    if (omega > 0.01 * omega0) stopped = (i + 1) * h;
  }
  EXPECT_NEAR(stopped / (0.99 * J * omega0 / (0.3 * N * r)), 1.0, 1e-3);
  EXPECT_NEAR(angle / (0.5 * J * omega0 * omega0 / (0.3 * N * r)), 1.0, 1e-3);
  EXPECT_LT(std::abs(omega), 1e-9);
}

// Law: rolling is resisted by at most ρ N, held below it without creep, and derivatives are exact.
TEST(RollingResistance, LimitMemoryAndTangents) {
  Random random(4);
  const double N = 500.0;
  for (const RollingLaw::Kind kind : {RollingLaw::Kind::bristle, RollingLaw::Kind::regularised}) {
    const RollingLaw law{.kind = kind, .arm = 0.01};
    const BristleParameters bristle{2000.0, 3.0};
    int sliding = 0;
    for (int trial = 0; trial < 500; ++trial) {
      const Vec3 angle = random.uniform(0.0, 5e-3) * random_unit_vector(random);
      const Vec3 rate = random.uniform(0.01, 0.2) * random_unit_vector(random);
      const FrictionForce f = rolling_resistance(law, bristle, angle, rate, N);
      sliding += f.sliding;
      EXPECT_LE(f.force.norm(), law.arm * N * (1.0 + 1e-12));
      const double d = 1e-7;
      for (int axis = 0; axis < 3; ++axis) {
        const Vec3 e = d * Vec3::Unit(axis);
        const FrictionForce up = rolling_resistance(law, bristle, angle, rate + e, N);
        const FrictionForce down = rolling_resistance(law, bristle, angle, rate - e, N);
        if (up.sliding != down.sliding) continue;
        const Vec3 slope = -(up.force - down.force) / (2.0 * d);
        EXPECT_LT((slope - f.by_velocity.col(axis)).norm(), 1e-6 * (1.0 + f.by_velocity.norm()));
      }
    }
    EXPECT_GT(sliding, 100);
    EXPECT_LT(sliding, 400);
  }
  // A wheel of inertia 0.4 under 90 % and 110 % of the limit.
  const RollingLaw law{.arm = 0.01};
  const double h = 1e-3, J = 0.4;
  const BristleParameters bristle = estimate_bristle(J, h);
  for (const double part : {0.9, 1.1}) {
    double omega = 0.0, before = 0.0;
    Vec3 angle = Vec3::Zero();
    for (int i = 0; i < 4000; ++i) {
      double next = omega;
      FrictionForce f;
      for (int n = 0; n < 30; ++n) {
        f = rolling_resistance(law, bristle, angle + Vec3(h * next, 0, 0), Vec3(next, 0, 0), N);
        const double slope = J + h * h * f.by_displacement(0, 0) + h * f.by_velocity(0, 0);
        const double change = (J * (next - omega) - h * (part * law.arm * N + f.force.x())) / slope;
        next -= change;
        if (std::abs(change) < 1e-14) break;
      }
      omega = next;
      angle = f.bristle_next;
      if (i == 1999) before = omega;
    }
    if (part < 1.0) {
      EXPECT_LT(std::abs(omega), 1e-12);
    } else {
      EXPECT_NEAR((omega - before) / 2.0, 0.1 * law.arm * N / J, 1e-6);
    }
  }
}

// Law: the nearest point of the limit in the energy of the bristles. f is on the limit, f* - f is along
// D f (the flow rule), and -∂f/∂z = M - M f fᵀ M/(fᵀ M f) with f* = -D z.
TEST(ArealGrip, IsTheNearestForceOnTheLimitAndItsDerivativeIsExact) {
  Random random(11);
  for (int run = 0; run < 500; ++run) {
    const Vec3 n = random_unit_vector(random);
    const double k = random.uniform(1e3, 1e5);
    const double turn = k * std::pow(10.0, random.uniform(-1.0, 5.0));
    const double limit = random.uniform(1.0, 100.0);
    const Mat3 along = n * n.transpose(), D = k * (Mat3::Identity() - along) + turn * along;
    // Trials of a size, whatever the stiffnesses.
    const Vec3 trial = limit * random.uniform(0.2, 30.0) * random_unit_vector(random);
    const auto force = [&](const Vec3& z) { return limit_grip(n, -D * z, k, turn, limit).force; };
    const Vec3 z = -D.inverse() * trial;
    const ArealGrip g = limit_grip(n, trial, k, turn, limit);
    EXPECT_EQ(g.sliding, trial.norm() > limit);
    Mat3 M = g.by_slip * (Mat3::Identity() - along) + g.by_turn * along;
    if (!g.sliding) {
      EXPECT_EQ(g.force, trial);
      EXPECT_LT((M - D).norm(), 1e-12 * D.norm());
      continue;
    }
    EXPECT_NEAR(g.force.norm(), limit, 1e-12 * limit);
    const Vec3 flow = D.inverse() * (trial - g.force);
    EXPECT_LT(flow.cross(g.force).norm(), 1e-7 * flow.norm() * limit);
    const Vec3 w = M * g.force;
    M -= w * w.transpose() / g.force.dot(w);
    Mat3 differences;
    for (int axis = 0; axis < 3; ++axis) {
      const double d = 1e-6 * z.norm();
      differences.col(axis) =
          (force(z - d * Vec3::Unit(axis)) - force(z + d * Vec3::Unit(axis))) / (2.0 * d);
    }
    EXPECT_LT((M - differences).norm(), 1e-3 * M.norm()) << run;
  }
}

// Law: in steady motion with v and ω the force is that of one friction on all of the spot, F_t : T = v : r² ω,
// whatever the stiffness of the bristles (corrections §5).
TEST(ArealGrip, SteadyMotionGivesTheRightMixOfForceAndTorque) {
  const Vec3 n = Vec3::UnitZ();
  const double k = 1e5, turn = 3e7, limit = 20.0, r = 0.01, h = 1e-3;
  const Vec3 V(0.3, 0.1, r * 50.0);  // v + r ω n
  Vec3 held = Vec3::Zero();
  for (int i = 0; i < 3000; ++i) {
    const Vec3 way = 5.0 * h * V;
    const Vec3 trial = held - k * (way - n.dot(way) * n) - turn * n.dot(way) * n;
    held = limit_grip(n, trial, k, turn, limit).force;
  }
  EXPECT_LT((held + limit * V.normalized()).norm(), 1e-9 * limit);
  EXPECT_EQ(limit_grip(n, {1, 2, 3}, k, turn, 0.0).force, Vec3::Zero());
}

}  // namespace
}  // namespace outrigger::contact
