/// The normal force of a contact: restitution as asked for, derivatives, no tension, durations.
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "contact/laws/hunt_crossley.h"

namespace outrigger::contact {
namespace {

/// Speed after over speed before an impact of 1 kg at v, by small Runge-Kutta steps.
double rebound(double c, double v, double stiffness, double& duration) {
  const double depth = std::pow(1.25 * v * v / stiffness, 0.4);
  const double h = 2.943 * depth / v / 4000.0;
  double x = 0.0, w = v;
  duration = 0.0;
  const auto acceleration = [&](double depth_now, double rate) {
    return -hunt_crossley(stiffness, c / v, depth_now, rate).force;
  };
  for (int i = 0; i < 4'000'000; ++i) {
    const double a1 = acceleration(x, w);
    const double a2 = acceleration(x + 0.5 * h * w, w + 0.5 * h * a1);
    const double a3 = acceleration(x + 0.5 * h * (w + 0.5 * h * a1), w + 0.5 * h * a2);
    const double a4 = acceleration(x + h * (w + 0.5 * h * a2), w + h * a3);
    x += h * (w + h / 6.0 * (a1 + a2 + a3));
    w += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
    duration += h;
    if (x <= 0.0) break;
    // What remains inside after the force has ended parts with the speed it has.
    if (w < 0.0 && 1.0 + c / v * w <= 1e-9) break;
  }
  return -w / v;
}

// Law: c(1+e) = ln((1+c)/(1-ce)). Values of ERRATA §2, five digits.
TEST(HuntCrossley, RestitutionFactorsAreThoseOfTheTable) {
  EXPECT_NEAR(restitution_factor(0.1), 9.9982, 5e-5);
  EXPECT_NEAR(restitution_factor(0.3), 3.0871, 5e-5);
  EXPECT_NEAR(restitution_factor(0.5), 1.43275, 5e-6);
  EXPECT_NEAR(restitution_factor(0.7), 0.634828, 5e-7);
  EXPECT_NEAR(restitution_factor(0.9), 0.166482, 5e-7);
}

TEST(HuntCrossley, RestitutionFactorSolvesItsEquation) {
  double before = INFINITY;
  for (double e = 0.01; e <= 0.95; e += 0.01) {
    const double c = restitution_factor(e);
    EXPECT_NEAR(c * e - 1.0 + (1.0 + c) * std::exp(-c * (1.0 + e)), 0.0, 1e-13) << e;
    EXPECT_LT(c, before) << e;
    before = c;
  }
  // Beyond 0.95 an approximation: small, continuous, zero at 1.
  EXPECT_NEAR(restitution_factor(0.9501), restitution_factor(0.95), 2e-4);
  EXPECT_EQ(restitution_factor(1.0), 0.0);
  // Outside the range it is clamped; zero would need infinite damping.
  EXPECT_EQ(restitution_factor(0.0), restitution_factor(0.01));
  EXPECT_EQ(restitution_factor(-3.0), restitution_factor(0.01));
  EXPECT_EQ(restitution_factor(7.0), 0.0);
}

// Law: a ball rebounds with e, whatever its speed and the stiffness.
TEST(HuntCrossley, AnIntegratedImpactReboundsWithTheRestitution) {
  for (const double e : {0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.95})
    for (const double v : {0.1, 3.0})
      for (const double k : {1e5, 1e9}) {
        double duration = 0.0;
        EXPECT_NEAR(rebound(restitution_factor(e), v, k, duration), e, 2e-4)
            << "e " << e << " v " << v << " k " << k;
      }
}

// Law: an elastic impact with the largest resolvable stiffness lasts six steps.
TEST(HuntCrossley, TheCapGivesSixSteps) {
  for (const double h : {1e-3, 5e-3})
    for (const double v : {0.1, 1.0, 5.0})
      for (const double mass : {0.5, 1.0, 2e4}) {
        // Scale to 1 kg: the duration depends on k/m only.
        const double k = resolvable_stiffness(mass, v, h) / mass;
        double duration = 0.0;
        EXPECT_NEAR(rebound(0.0, v, k, duration), 1.0, 1e-6);
        EXPECT_NEAR(duration / h, kContactSteps, 0.01);
      }
}

TEST(HuntCrossley, DerivativesAgreeWithDifferences) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const double k = std::pow(10.0, random.uniform(4.0, 9.0));
    const double damping = random.uniform(0.0, 30.0);
    const double depth = std::pow(10.0, random.uniform(-4.0, -1.0));
    const double rate = random.uniform(damping > 0.0 ? -0.9 / damping : -1.0, 2.0);
    const NormalForce n = hunt_crossley(k, damping, depth, rate);
    const double dd = 1e-5 * depth, dr = 1e-6;
    const double by_depth = (hunt_crossley(k, damping, depth + dd, rate).force -
                             hunt_crossley(k, damping, depth - dd, rate).force) /
                            (2.0 * dd);
    const double by_rate = (hunt_crossley(k, damping, depth, rate + dr).force -
                            hunt_crossley(k, damping, depth, rate - dr).force) /
                           (2.0 * dr);
    EXPECT_NEAR(n.by_depth, by_depth, 1e-6 * n.by_depth);
    EXPECT_NEAR(n.by_rate, by_rate, 1e-6 * n.by_rate + 1e-9 * n.elastic);
    EXPECT_DOUBLE_EQ(n.elastic, hunt_crossley(k, 0.0, depth, 0.0).force);
  }
}

// Law: contacts push. Outside, parting fast, or with bad numbers there is no force and no tangent.
TEST(HuntCrossley, NeverPulls) {
  Random random(2);
  for (int trial = 0; trial < 1000; ++trial) {
    const NormalForce n = hunt_crossley(1e7, random.uniform(0.0, 1000.0), random.uniform(-0.1, 0.1),
                                        random.uniform(-10.0, 10.0));
    EXPECT_GE(n.force, 0.0);
    EXPECT_GE(n.by_depth, 0.0);
    EXPECT_GE(n.by_rate, 0.0);
  }
  for (const double depth : {0.0, -1e-300, -1.0, static_cast<double>(NAN)}) {
    const NormalForce n = hunt_crossley(1e7, 1.0, depth, 1.0);
    EXPECT_EQ(n.force, 0.0);
    EXPECT_EQ(n.by_depth, 0.0);
    EXPECT_EQ(n.by_rate, 0.0);
  }
  const NormalForce parting = hunt_crossley(1e7, 2.0, 0.01, -0.6);
  EXPECT_EQ(parting.force, 0.0);
  EXPECT_EQ(parting.by_depth, 0.0);
  EXPECT_GT(parting.elastic, 0.0);
}

// Values by hand: THESIS 3.2, 3.3.
TEST(HuntCrossley, StiffnessOfMaterials) {
  EXPECT_NEAR(effective_modulus(2e9, 0.3, 2e9, 0.3), 1e9 / 0.91, 1.0);
  EXPECT_NEAR(effective_modulus(2e9, 0.3, 1e30, 0.0), 2e9 / 0.91, 1.0);
  EXPECT_NEAR(sphere_stiffness(3e6, 0.25), 2e6, 1e-6);
}

}  // namespace
}  // namespace outrigger::contact
