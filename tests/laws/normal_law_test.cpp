/// What every normal law must keep: exact derivatives, no tension, a soft first touch, and a book of
/// energy that closes.
#include "contact/laws/normal_law.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "base/random.h"
#include "contact/laws/restitution.h"
#include "laws/impact.h"

namespace outrigger::contact {
namespace {

using NormalKind = NormalLaw::Kind;

constexpr NormalKind kNormalKinds[] = {NormalKind::restitution,
                                       NormalKind::hertz,
                                       NormalKind::hunt_crossley,
                                       NormalKind::lankarani_nikravesh,
                                       NormalKind::flores,
                                       NormalKind::kelvin_voigt,
                                       NormalKind::ramped_kelvin_voigt,
                                       NormalKind::nonlinear_damping};

/// A law of the kind with moderate random parameters.
NormalLaw random_law(NormalKind kind, Random& random) {
  NormalLaw law{.kind = kind};
  law.stiffness = std::pow(10.0, random.uniform(4.0, 9.0));
  const double exponents[] = {1.0, 1.5, 2.0, random.uniform(1.0, 3.0)};
  law.exponent = exponents[random.integer(4)];
  law.restitution = random.uniform(0.02, 0.99);
  // Damping forces of about the size of the spring's at 1 cm and 1 m/s.
  const double force = law.stiffness * std::pow(0.01, law.exponent);
  law.damping = random.uniform(0.1, 2.0) * force;
  law.ramp_depth = 0.01;
  if (kind == NormalKind::nonlinear_damping) {
    law.damping_depth_exponent = random.uniform(0.5, 2.0);
    law.damping_rate_exponent = random.integer(2) == 0 ? 1.0 : random.uniform(1.0, 2.5);
    law.damping /= std::pow(0.01, law.damping_depth_exponent);
  }
  return law;
}

class NormalLaws : public testing::TestWithParam<NormalKind> {};
INSTANTIATE_TEST_SUITE_P(All, NormalLaws, testing::ValuesIn(kNormalKinds));

// Law: N_δ = ∂N/∂δ, N_δ̇ = ∂N/∂δ̇, over depths of 0.1 to 100 mm, rates to ±3 m/s. Differences of
// fourth order, so that the curvature of the law does not count.
TEST_P(NormalLaws, DerivativesAgreeWithDifferences) {
  Random random(1);
  double worst = 0.0;
  int pushing = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const NormalLaw law = random_law(GetParam(), random);
    const double D = damping_rate(law, random.uniform(0.05, 3.0));
    const double depth = std::pow(10.0, random.uniform(-4.0, -1.0));
    const double rate = random.uniform(-3.0, 3.0);
    const double dd = 1e-3 * depth, dr = 1e-3 * std::abs(rate);
    const auto force = [&](double d, double r) { return normal_force(law, D, d, r).force; };
    const NormalForce n = normal_force(law, D, depth, rate);
    const double scale = n.elastic + std::abs(n.force);
    // Not across the ends of the law's pieces.
    const bool near_ramp = std::abs(depth - law.ramp_depth) < 3.0 * dd;
    const bool near_clip =
        (force(depth - 2 * dd, rate) > 0.0) != (force(depth + 2 * dd, rate) > 0.0) ||
        (force(depth, rate - 2 * dr) > 0.0) != (force(depth, rate + 2 * dr) > 0.0);
    if (near_ramp || near_clip) continue;
    pushing += n.force > 0.0;
    const double by_depth = (8.0 * (force(depth + dd, rate) - force(depth - dd, rate)) -
                             (force(depth + 2 * dd, rate) - force(depth - 2 * dd, rate))) /
                            (12.0 * dd);
    const double by_rate = (8.0 * (force(depth, rate + dr) - force(depth, rate - dr)) -
                            (force(depth, rate + 2 * dr) - force(depth, rate - 2 * dr))) /
                           (12.0 * dr);
    const double error = std::max(std::abs(by_depth - n.by_depth) * depth / scale,
                                  std::abs(by_rate - n.by_rate) * std::abs(rate) / scale);
    worst = std::max(worst, error);
    ASSERT_LT(error, 1e-9) << "trial " << trial << " depth " << depth << " rate " << rate;
  }
  EXPECT_GT(pushing, 800);
  RecordProperty("largest_relative_error", std::to_string(worst * 1e9) + "e-9");
}

// Law: contacts push. Outside, parting fast, or with bad numbers there is no force and no tangent.
TEST_P(NormalLaws, NeverPull) {
  Random random(2);
  for (int trial = 0; trial < 2000; ++trial) {
    const NormalLaw law = random_law(GetParam(), random);
    const double D = damping_rate(law, random.uniform(0.0, 3.0));
    const double depth = random.uniform(-0.1, 0.1), rate = random.uniform(-10.0, 10.0);
    const NormalForce n = normal_force(law, D, depth, rate);
    EXPECT_GE(n.force, 0.0);
    EXPECT_GE(n.by_rate, 0.0);
    EXPECT_GE(n.elastic, 0.0);
    if (GetParam() != NormalKind::nonlinear_damping || law.damping_depth_exponent <= law.exponent) {
      EXPECT_GE(n.by_depth, 0.0);
    }
    if (n.force == 0.0) {
      EXPECT_EQ(n.by_depth, 0.0);
      EXPECT_EQ(n.by_rate, 0.0);
    }
    EXPECT_EQ(n.elastic > 0.0, depth > 0.0);
    for (const double outside : {0.0, -1e-300, -1.0, static_cast<double>(NAN)}) {
      const NormalForce none = normal_force(law, D, outside, rate);
      EXPECT_EQ(none.force, 0.0);
      EXPECT_EQ(none.by_depth, 0.0);
      EXPECT_EQ(none.stored, 0.0);
    }
    if (GetParam() != NormalKind::hertz) {
      EXPECT_EQ(normal_force(law, D, 0.01, NAN).force, 0.0);
    }
  }
}

// Law: a first touch does not jump, at any speed; plain Kelvin-Voigt does, by b δ̇.
TEST_P(NormalLaws, FirstTouchIsSoft) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const NormalLaw law = random_law(GetParam(), random);
    const double v = random.uniform(0.1, 5.0), D = damping_rate(law, v);
    const double typical = normal_force(law, D, 0.01, v).force;
    const double first = normal_force(law, D, 1e-18, v).force;
    if (GetParam() == NormalKind::kelvin_voigt)
      EXPECT_NEAR(first, law.damping * v, 1e-9 * first);
    else
      EXPECT_LT(first, 1e-6 * typical);
  }
}

// Law: `elastic` is the force of a spring, `stored` its work.
TEST_P(NormalLaws, StoredIsTheWorkOfTheSpring) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    const NormalLaw law = random_law(GetParam(), random);
    const double depth = random.uniform(1e-3, 0.05);
    double work = 0.0;
    constexpr int kPoints = 2000;
    for (int i = 0; i < kPoints; ++i)
      work += normal_force(law, 0.0, (i + 0.5) / kPoints * depth, 0.3).elastic * depth / kPoints;
    const NormalForce n = normal_force(law, 0.0, depth, 0.3);
    EXPECT_NEAR(n.stored, work, 1e-6 * work);
    EXPECT_DOUBLE_EQ(n.elastic, normal_force(law, 0.0, depth, 0.0).force);
  }
}

// Law: damping takes energy. No impact gives back more than it had, and Hertz gives all.
TEST_P(NormalLaws, ImpactsOnlyLoseEnergy) {
  Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    NormalLaw law = random_law(GetParam(), random);
    law.damping *= 0.1;
    const double rebound = integrate_impact(law, 10.0, random.uniform(0.2, 3.0), 1000).rebound;
    EXPECT_LE(rebound, 1.0 + 1e-6);
    EXPECT_GE(rebound, 0.0);
    if (GetParam() == NormalKind::hertz) {
      EXPECT_NEAR(rebound, 1.0, 1e-6);
    }
  }
}

// Values by hand.
TEST(NormalLaw, ValuesByHand) {
  // PENDULUM 39 with k = 1000 N/m, b = 20 N s/m.
  const NormalLaw dashpot{
      .kind = NormalKind::kelvin_voigt, .stiffness = 1000.0, .exponent = 1.0, .damping = 20.0};
  EXPECT_DOUBLE_EQ(normal_force(dashpot, 0.0, 0.01, 0.5).force, 20.0);
  EXPECT_DOUBLE_EQ(normal_force(dashpot, 0.0, 0.01, -0.4).force, 2.0);
  EXPECT_EQ(normal_force(dashpot, 0.0, 0.01, -0.6).force, 0.0);
  // PCM 15: half of the damping at half of the ramp.
  NormalLaw ramped = dashpot;
  ramped.kind = NormalKind::ramped_kelvin_voigt;
  ramped.ramp_depth = 0.02;
  EXPECT_DOUBLE_EQ(normal_force(ramped, 0.0, 0.01, 0.5).force, 15.0);
  EXPECT_DOUBLE_EQ(normal_force(ramped, 0.0, 0.03, 0.5).force, 40.0);
  ramped.ramp_depth = 0.0;
  EXPECT_DOUBLE_EQ(normal_force(ramped, 0.0, 0.01, 0.5).force, 20.0);
  // PENDULUM 40: 1e4 · 0.04^1.5 + 50 · 0.04^2 · 3^2.
  const NormalLaw nonlinear{.kind = NormalKind::nonlinear_damping,
                            .stiffness = 1e4,
                            .damping = 50.0,
                            .damping_depth_exponent = 2.0,
                            .damping_rate_exponent = 2.0};
  EXPECT_NEAR(normal_force(nonlinear, 0.0, 0.04, 3.0).force, 80.72, 1e-12);
  EXPECT_NEAR(normal_force(nonlinear, 0.0, 0.04, -3.0).force, 79.28, 1e-12);
  // The default: 1e6 · 0.01^1.5 (1 + 2 · 0.25).
  const NormalForce n = normal_force({.stiffness = 1e6}, 2.0, 0.01, 0.25);
  EXPECT_NEAR(n.force, 1500.0, 1e-9);
  EXPECT_NEAR(n.elastic, 1000.0, 1e-9);
  EXPECT_NEAR(n.stored, 4.0, 1e-12);
  // Clipped: the spring stays compressed.
  const NormalForce parting = normal_force({.stiffness = 1e6}, 2.0, 0.01, -0.6);
  EXPECT_EQ(parting.force, 0.0);
  EXPECT_NEAR(parting.stored, 4.0, 1e-12);
}

}  // namespace
}  // namespace outrigger::contact
