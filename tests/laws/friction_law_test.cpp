/// What every friction law must keep: exact derivatives, the cone, no dependence on the frame,
/// dissipation, and a memory that is consistent with the force.
#include "contact/laws/friction_law.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "base/random.h"
#include "math/random_rotation.h"

namespace outrigger::contact {
namespace {

using Kind = FrictionLaw::Kind;

constexpr Kind kKinds[] = {Kind::bristle, Kind::thesis_bristle, Kind::stribeck, Kind::regularised,
                           Kind::coulomb};

struct FrictionSample {
  FrictionLaw law;
  BristleParameters bristle;
  Vec3 y, v;
  double N;
};

FrictionForce evaluate(const FrictionSample& s) {
  return friction_force(s.law, s.bristle, s.y, s.v, s.N);
}

/// Stick and slip about equally often, speeds around those of the law, all directions of y and v in
/// the plane z = 0.
FrictionSample random_friction_sample(Kind kind, Random& random) {
  FrictionSample s;
  s.law.kind = kind;
  s.law.dynamic_coefficient = random.uniform(0.05, 0.9);
  s.law.static_coefficient = s.law.dynamic_coefficient + random.uniform(0.0, 0.5);
  s.law.viscous = random.integer(2) == 0 ? 0.0 : random.uniform(0.0, 300.0);
  s.law.stribeck_speed = std::pow(10.0, random.uniform(-3.0, -1.0));
  s.law.regularisation_speed = std::pow(10.0, random.uniform(-3.0, -1.0));
  s.law.memory = random.uniform(0.5, 1.0);
  s.N = std::pow(10.0, random.uniform(1.0, 5.0));
  s.bristle = estimate_bristle(std::pow(10.0, random.uniform(0.0, 3.0)), 1e-3);
  const double limit = s.law.static_coefficient * s.N;
  const double stretch = limit / s.bristle.stiffness * random.uniform(0.0, 2.0);
  const double speed = s.law.stribeck_speed * std::pow(10.0, random.uniform(-1.5, 1.5));
  // The bristle's damping must not make every sample slip.
  s.bristle.damping = std::min(s.bristle.damping, 0.5 * limit / speed);
  const double a = random.uniform(0.0, 2.0 * std::numbers::pi);
  const double b = random.uniform(0.0, 2.0 * std::numbers::pi);
  s.y = stretch * Vec3(std::cos(a), std::sin(a), 0.0);
  s.v = speed * Vec3(std::cos(b), std::sin(b), 0.0);
  return s;
}

/// Stays in the same case of the law for all changes up to `part` of y, v and N.
bool away_from_switches(const FrictionSample& s, double part) {
  const double limit = s.law.static_coefficient * s.N;
  const double mu = friction_coefficient(s.law, s.v.norm()) * s.N;
  const double trial = (s.bristle.stiffness * s.y + s.bristle.damping * s.v).norm();
  const double range = 10.0 * part * (limit + s.bristle.stiffness * s.y.norm() + trial);
  const double w = s.v.norm(), fast = s.law.regularisation_speed;
  return std::abs(trial - limit) > range && std::abs(trial - mu) > range + 10.0 * part * mu &&
         std::abs(w - fast) > 10.0 * part * (w + fast);
}

class FrictionLaws : public testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(All, FrictionLaws, testing::ValuesIn(kKinds));

/// Fourth-order central difference of f over `change`.
template <typename F>
Vec3 difference(const F& f, double change) {
  return (8.0 * (f(change) - f(-change)) - (f(2.0 * change) - f(-2.0 * change))) / (12.0 * change);
}

// Law: A_y = -∂F/∂y, A_v = -∂F/∂v, F_N = ∂F/∂N in stick and in slip, relative to the force over the
// length, speed and normal force by which it changes.
TEST_P(FrictionLaws, DerivativesAgreeWithDifferences) {
  Random random(1);
  double worst = 0.0;
  int sticking = 0, slipping = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    const FrictionSample s = random_friction_sample(GetParam(), random);
    if (!away_from_switches(s, 2e-3)) continue;
    const FrictionForce f = evaluate(s);
    ++(f.sliding ? slipping : sticking);
    const double scale = s.law.static_coefficient * s.N + s.law.viscous * s.v.norm();
    const double length =
        std::min(s.y.norm(), s.law.static_coefficient * s.N / s.bristle.stiffness);
    const double speed = std::min({s.v.norm(), s.law.stribeck_speed, s.law.regularisation_speed});
    double error = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
      const auto with_y = [&](double change) {
        FrictionSample other = s;
        other.y[axis] += change;
        return evaluate(other).force;
      };
      const auto with_v = [&](double change) {
        FrictionSample other = s;
        other.v[axis] += change;
        return evaluate(other).force;
      };
      const Vec3 by_y = -difference(with_y, 1e-3 * length);
      const Vec3 by_v = -difference(with_v, 1e-3 * speed);
      error = std::max(error, (by_y - f.by_displacement.col(axis)).norm() * length / scale);
      error = std::max(error, (by_v - f.by_velocity.col(axis)).norm() * speed / scale);
    }
    const auto with_N = [&](double change) {
      FrictionSample other = s;
      other.N += change;
      return evaluate(other).force;
    };
    error = std::max(error, (difference(with_N, 1e-3 * s.N) - f.by_normal).norm() * s.N / scale);
    worst = std::max(worst, error);
    ASSERT_LT(error, 1e-9) << "trial " << trial << (f.sliding ? " slip" : " stick");
  }
  EXPECT_GT(sticking, 500);
  EXPECT_GT(slipping, 500);
  RecordProperty("largest_relative_error", std::to_string(worst * 1e9) + "e-9");
}

// Law: without viscous part |F| ≤ μ_s N, and the memory is not stretched beyond its limit.
TEST_P(FrictionLaws, StayInTheCone) {
  Random random(2);
  double fullest = 0.0;
  for (int trial = 0; trial < 20000; ++trial) {
    FrictionSample s = random_friction_sample(GetParam(), random);
    s.law.viscous = 0.0;
    const FrictionForce f = evaluate(s);
    const double limit = s.law.static_coefficient * s.N;
    EXPECT_LE(f.force.norm(), limit * (1.0 + 1e-14));
    fullest = std::max(fullest, f.force.norm() / limit);
    if (f.sliding) {
      EXPECT_LE(f.bristle_next.norm(), limit / s.bristle.stiffness * (1.0 + 1e-14));
    }
  }
  EXPECT_GT(fullest, 0.99);
}

// Law: turning y and v turns force and memory with them, and the tangents too.
TEST_P(FrictionLaws, DoNotDependOnTheFrame) {
  Random random(3);
  for (int trial = 0; trial < 500; ++trial) {
    const FrictionSample s = random_friction_sample(GetParam(), random);
    if (!away_from_switches(s, 1e-9)) continue;
    const Mat3 R = trial % 2 == 0 ? Mat3(Eigen::AngleAxisd(random.uniform(0.0, 6.0), Vec3::UnitZ()))
                                  : random_rotation(random);
    FrictionSample turned = s;
    turned.y = R * s.y;
    turned.v = R * s.v;
    const FrictionForce f = evaluate(s), g = evaluate(turned);
    EXPECT_EQ(f.sliding, g.sliding);
    EXPECT_LT((g.force - R * f.force).norm(), 1e-12 * s.N);
    EXPECT_LT((g.by_normal - R * f.by_normal).norm(), 1e-12);
    EXPECT_LT((g.bristle_next - R * f.bristle_next).norm(), 1e-12 * (1.0 + f.bristle_next.norm()));
    EXPECT_LT((g.by_displacement - R * f.by_displacement * R.transpose()).norm(),
              1e-11 * (1.0 + f.by_displacement.norm()));
    EXPECT_LT((g.by_velocity - R * f.by_velocity * R.transpose()).norm(),
              1e-11 * (1.0 + f.by_velocity.norm()));
  }
}

// Law: forces and tangents stay in the plane of y and v.
TEST_P(FrictionLaws, HaveNoNormalPart) {
  Random random(4);
  for (int trial = 0; trial < 500; ++trial) {
    const FrictionForce f = evaluate(random_friction_sample(GetParam(), random));
    EXPECT_EQ(f.force.z(), 0.0);
    EXPECT_EQ(f.by_normal.z(), 0.0);
    EXPECT_EQ(f.bristle_next.z(), 0.0);
    for (const Mat3& a : {f.by_displacement, f.by_velocity})
      for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(a(i, 2), 0.0);
        EXPECT_EQ(a(2, i), 0.0);
      }
  }
}

// Law: no normal force, no friction, nothing remembered; also with bad numbers.
TEST_P(FrictionLaws, NeedANormalForce) {
  Random random(5);
  FrictionSample s = random_friction_sample(GetParam(), random);
  for (const double N : {0.0, -1.0, static_cast<double>(NAN)}) {
    s.N = N;
    const FrictionForce f = evaluate(s);
    EXPECT_TRUE(f.force.isZero(0.0));
    EXPECT_TRUE(f.by_velocity.isZero(0.0));
    EXPECT_TRUE(f.by_displacement.isZero(0.0));
    EXPECT_TRUE(f.bristle_next.isZero(0.0));
    EXPECT_TRUE(positive_tangent(s.law, s.bristle, s.y, s.v, N).by_velocity.isZero(0.0));
  }
}

// Law: at rest with a relaxed bristle there is no force, and every number is finite, also for tiny and
// huge speeds.
TEST_P(FrictionLaws, AreFiniteEverywhere) {
  Random random(6);
  FrictionSample s = random_friction_sample(GetParam(), random);
  for (const double speed : {0.0, 1e-320, 1e-200, 1e-30, 1e-9, 1.0, 1e30, 1e140})
    for (const double stretch : {0.0, 1e-320, 1e-200, 1e-9, 1e30}) {
      s.v = Vec3(speed, 0.0, 0.0);
      s.y = Vec3(0.0, stretch, 0.0);
      const FrictionForce f = evaluate(s);
      EXPECT_TRUE(f.force.allFinite() && f.by_displacement.allFinite() &&
                  f.by_velocity.allFinite() && f.by_normal.allFinite() &&
                  f.bristle_next.allFinite())
          << speed << " " << stretch;
      if (speed == 0.0 && stretch == 0.0) {
        EXPECT_TRUE(f.force.isZero(0.0));
      }
    }
}

// Law: a memory that slipped gives, at rest, the force that slipped times η: no jump when it stops.
TEST_P(FrictionLaws, MemoryHoldsTheForce) {
  const bool forgets = GetParam() == Kind::regularised || GetParam() == Kind::coulomb;
  Random random(7);
  int slipped = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const FrictionSample s = random_friction_sample(GetParam(), random);
    const FrictionForce f = evaluate(s);
    slipped += f.sliding;
    if (forgets || !f.sliding) {
      EXPECT_EQ(f.bristle_next, forgets ? Vec3::Zero() : s.y);
      continue;
    }
    FrictionSample rest = s;
    rest.y = f.bristle_next;
    rest.v = Vec3::Zero();
    const FrictionForce held = evaluate(rest);
    const double limit = GetParam() == Kind::bristle ? friction_coefficient(s.law, s.v.norm())
                                                     : s.law.static_coefficient;
    EXPECT_NEAR(held.force.norm(), s.law.memory * limit * s.N, 1e-10 * s.N);
    // HITL 23: behind the motion.
    if (GetParam() == Kind::stribeck && s.v.norm() > s.law.regularisation_speed) {
      EXPECT_NEAR(held.force.dot(s.v), -held.force.norm() * s.v.norm(), 1e-10 * s.N * s.v.norm());
    }
    if (GetParam() == Kind::bristle) {
      const Vec3 dry = f.force + s.law.viscous * s.v;
      EXPECT_LT((held.force - s.law.memory * dry).norm(), 1e-10 * s.N);
    }
  }
  EXPECT_GT(slipped, 500);
}

// Law: the positive tangent is symmetric, has no negative eigenvalue, and misses the exact one only
// where that is unsymmetric or falling; the secant gives back the force.
TEST_P(FrictionLaws, PositiveTangentIsPositive) {
  Random random(8);
  for (int trial = 0; trial < 2000; ++trial) {
    FrictionSample s = random_friction_sample(GetParam(), random);
    const FrictionForce f = evaluate(s);
    for (const bool secant : {false, true}) {
      const FrictionTangent t = positive_tangent(s.law, s.bristle, s.y, s.v, s.N, secant);
      for (const Mat3& a : {t.by_displacement, t.by_velocity}) {
        EXPECT_LT((a - a.transpose()).norm(), 1e-12 * (1.0 + a.norm()));
        const Eigen::SelfAdjointEigenSolver<Mat3> eigen(a, Eigen::EigenvaluesOnly);
        EXPECT_GT(eigen.eigenvalues().minCoeff(), -1e-12 * (1.0 + a.norm()));
      }
      if (secant) {
        EXPECT_LT((f.force + t.by_displacement * s.y + t.by_velocity * s.v).norm(),
                  1e-12 * (s.N + s.law.viscous * s.v.norm()));
      }
    }
    // Equal coefficients: exact for the laws without blend.
    if (GetParam() == Kind::thesis_bristle || GetParam() == Kind::stribeck) continue;
    s.law.static_coefficient = s.law.dynamic_coefficient;
    const FrictionForce plain = evaluate(s);
    const FrictionTangent t = positive_tangent(s.law, s.bristle, s.y, s.v, s.N);
    EXPECT_LT((t.by_displacement - plain.by_displacement).norm(),
              1e-12 * (1.0 + plain.by_displacement.norm()));
    EXPECT_LT((t.by_velocity - plain.by_velocity).norm(), 1e-12 * (1.0 + plain.by_velocity.norm()));
  }
}

// Law: over closed paths of the contact friction takes energy, and in steady sliding the power is
// -μ(w) N w - μ_v w². The paths: a line to and fro, a circle, a figure of eight.
TEST_P(FrictionLaws, TakeEnergyOverClosedPaths) {
  const double h = 1e-4, N = 200.0, period = 0.5;
  const int steps = static_cast<int>(period / h);
  FrictionLaw law{.kind = GetParam(), .static_coefficient = 0.6, .dynamic_coefficient = 0.4};
  law.viscous = 5.0;
  const BristleParameters bristle = estimate_bristle(1.0, h);
  for (const double size : {1e-5, 1e-3, 0.1})
    for (int path = 0; path < 3; ++path) {
      const auto place = [&](double t) {
        const double p = 2.0 * std::numbers::pi * t / period;
        if (path == 0) return Vec3(size * std::sin(p), 0.3 * size * std::sin(p), 0.0);
        if (path == 1) return Vec3(size * std::cos(p), size * std::sin(p), 0.0);
        return Vec3(size * std::sin(p), size * std::sin(2.0 * p), 0.0);
      };
      Vec3 y = Vec3::Zero();
      double work = 0.0, ideal = 0.0;
      for (int i = 0; i < 3 * steps; ++i) {
        const Vec3 moved = place((i + 1) * h) - place(i * h), v = moved / h;
        const FrictionForce f = friction_force(law, bristle, y + moved, v, N);
        y = f.bristle_next;
        if (i < steps) continue;  // the bristle comes into its cycle
        work += f.force.dot(moved);
        ideal -= (friction_coefficient(law, v.norm()) * N + law.viscous * v.norm()) * moved.norm();
      }
      EXPECT_LT(work, 0.0) << size << " path " << path;
      // Large paths slide nearly all the time.
      if (size == 0.1) {
        EXPECT_NEAR(work / ideal, 1.0, 0.01) << path;
      }
    }
}

// Law: what the bristle itself takes is never negative: -F·v ≥ d/dt(k y²/2) in stick, -F·v > 0 in
// slip along -v̂.
TEST(Friction, StickingBristleDissipatesItsDamping) {
  Random random(9);
  int sticking = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    FrictionSample s = random_friction_sample(Kind::bristle, random);
    const FrictionForce f = evaluate(s);
    if (f.sliding) continue;
    ++sticking;
    const double lost = -f.force.dot(s.v) - s.bristle.stiffness * s.y.dot(s.v);
    const double expected = (s.bristle.damping + s.law.viscous) * s.v.squaredNorm();
    EXPECT_NEAR(lost, expected, 1e-10 * (expected + s.N * s.v.norm()));
  }
  EXPECT_GT(sticking, 200);
}

// Values by hand.
TEST(Friction, ValuesByHand) {
  const BristleParameters estimate = estimate_bristle(10.0, 0.005);
  EXPECT_NEAR(estimate.stiffness, 1e5, 1e-9);
  EXPECT_NEAR(estimate.damping, 2000.0, 1e-9);
  EXPECT_NEAR(estimate_bristle(10.0, 0.01, 5.0).stiffness, 4000.0, 1e-9);

  FrictionLaw law{.static_coefficient = 0.8, .dynamic_coefficient = 0.5};
  EXPECT_DOUBLE_EQ(friction_coefficient(law, 0.0), 0.8);
  EXPECT_NEAR(friction_coefficient(law, 0.01), 0.5 + 0.3 * std::exp(-1.0), 1e-15);
  EXPECT_DOUBLE_EQ(friction_coefficient(law, 10.0), 0.5);

  // corrections, 3.14: y = 1 mm, ẏ = -0.1 m/s, k = 500, c = 30: the trial force is +2.5 N.
  const BristleParameters bristle{500.0, 30.0};
  const Vec3 y(1e-3, 0.0, 0.0), v(-0.1, 0.0, 0.0);
  law.stribeck_speed = 1e3;
  EXPECT_NEAR(friction_force(law, bristle, y, v, 10.0).force.x(), 2.5, 1e-6);
  // Slip keeps the direction of the trial force.
  const FrictionForce slip = friction_force(law, bristle, y, v, 1.0);
  EXPECT_TRUE(slip.sliding);
  EXPECT_NEAR(slip.force.x(), 0.8, 1e-6);
  EXPECT_NEAR(slip.bristle_next.x(), -0.8 / 500.0, 1e-9);

  // PCM 20 at half of v_ε: 3/4 μ N.
  FrictionLaw pcm{.kind = Kind::regularised, .regularisation_speed = 0.02};
  EXPECT_NEAR(friction_force(pcm, {}, y, Vec3(0.0, 0.01, 0.0), 8.0).force.y(), -3.0, 1e-12);
  EXPECT_NEAR(friction_force(pcm, {}, y, Vec3(0.0, 1.0, 0.0), 8.0).force.y(), -4.0, 1e-12);
  // Its slope at rest: 2 μ N/v_ε.
  EXPECT_NEAR(friction_force(pcm, {}, y, Vec3::Zero(), 8.0).by_velocity(0, 0), 400.0, 1e-9);

  // THESIS 3.6 with κ = 1/e: half stick, half slide, by hand.
  FrictionLaw thesis{.kind = Kind::thesis_bristle, .static_coefficient = 0.8, .viscous = 2.0};
  const double kappa = std::exp(-1.0);
  const FrictionForce blend =
      friction_force(thesis, {1000.0, 0.0}, Vec3(2e-3, 0.0, 0.0), Vec3(0.0, 0.01, 0.0), 10.0);
  EXPECT_NEAR(blend.force.x(), -2.0 * kappa, 1e-14);
  EXPECT_NEAR(blend.force.y(), -(1.0 - kappa) * 5.0 - 0.02, 1e-14);
}

}  // namespace
}  // namespace outrigger::contact
