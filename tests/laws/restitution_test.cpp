/// Restitution: the exact factor is what its equation says, and every law rebounds as documented.
#include "contact/laws/restitution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "laws/impact.h"

namespace outrigger::contact {
namespace {

using NormalKind = NormalLaw::Kind;

// Law: c(1+e) = ln((1+c)/(1-ce)). Values of corrections §2, five digits.
TEST(Restitution, FactorsAreThoseOfTheTable) {
  EXPECT_NEAR(restitution_factor(0.1), 9.9982, 5e-5);
  EXPECT_NEAR(restitution_factor(0.3), 3.0871, 5e-5);
  EXPECT_NEAR(restitution_factor(0.5), 1.43275, 5e-6);
  EXPECT_NEAR(restitution_factor(0.7), 0.634828, 5e-7);
  EXPECT_NEAR(restitution_factor(0.9), 0.166482, 5e-7);
}

TEST(Restitution, FactorSolvesItsEquation) {
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

// Law: with the default a ball rebounds with e, whatever speed, stiffness, mass and exponent.
TEST(Restitution, AnImpactReboundsWithTheRestitution) {
  double worst = 0.0;
  for (const double e : {0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.97, 0.99})
    for (const double v : {0.1, 3.0})
      for (const double k : {1e5, 1e9})
        for (const double n : {1.0, 1.5, 2.2}) {
          const NormalLaw law{.stiffness = k, .exponent = n, .restitution = e};
          const double rebound = integrate_impact(law, 2.5, v).rebound;
          worst = std::max(worst, std::abs(rebound / e - 1.0));
          EXPECT_NEAR(rebound, e, 1e-3 * e) << "e " << e << " v " << v << " k " << k << " n " << n;
        }
  RecordProperty("largest_relative_error", std::to_string(worst));
}

// Law: the historic factors rebound with the values of corrections §2's table, three digits.
TEST(Restitution, HistoricLawsReboundAsTabulated) {
  constexpr double kNominal[] = {0.1, 0.3, 0.5, 0.7, 0.9};
  struct Row {
    NormalKind kind;
    double rebound[5];
  };
  constexpr Row kTable[] = {{NormalKind::hunt_crossley, {.516, .581, .663, .768, .909}},
                            {NormalKind::lankarani_nikravesh, {.665, .684, .725, .796, .913}},
                            {NormalKind::flores, {.069, .256, .470, .683, .894}}};
  for (const Row& row : kTable)
    for (int i = 0; i < 5; ++i)
      for (const double v : {0.2, 4.0}) {
        const NormalLaw law{.kind = row.kind, .stiffness = 1e7, .restitution = kNominal[i]};
        EXPECT_NEAR(integrate_impact(law, 1.0, v).rebound, row.rebound[i], 6e-4)
            << static_cast<int>(row.kind) << " e " << kNominal[i];
      }
  const NormalLaw dead{.kind = NormalKind::hunt_crossley, .stiffness = 1e7, .restitution = 0.0};
  EXPECT_NEAR(integrate_impact(dead, 1.0, 1.0).rebound, 0.488, 6e-4);
}

// Law: a linear spring and dashpot that may not pull parts when N = 0, at the speed
// e = exp(-ζφ/√(1-ζ²)) of the impact's, φ = atan2(2ζ√(1-ζ²), 2ζ²-1): where the damped oscillation
// has no acceleration.
TEST(Restitution, KelvinVoigtReboundsAsTheDampedOscillator) {
  for (const double zeta : {0.05, 0.2, 0.5, 0.9}) {
    const double mass = 3.0, k = 4e5, v = 1.3;
    const NormalLaw law{.kind = NormalKind::kelvin_voigt,
                        .stiffness = k,
                        .exponent = 1.0,
                        .damping = 2.0 * zeta * std::sqrt(k * mass)};
    const double root = std::sqrt(1.0 - zeta * zeta);
    const double phase = std::atan2(2.0 * zeta * root, 2.0 * zeta * zeta - 1.0);
    const double e = std::exp(-zeta / root * phase);
    EXPECT_NEAR(integrate_impact(law, mass, v, 20000).rebound, e, 2e-4) << zeta;
    EXPECT_NEAR(kelvin_voigt_restitution(zeta), e, 1e-12) << zeta;
  }
  // Overdamped: the ball of PENDULUM, Table 2; and both forms meet at ζ = 1.
  EXPECT_NEAR(kelvin_voigt_restitution(1.87657472474), 0.0530314802134, 1e-11);
  EXPECT_NEAR(kelvin_voigt_restitution(0.9999), kelvin_voigt_restitution(1.0001), 1e-4);
  EXPECT_NEAR(kelvin_voigt_restitution(1.0), std::exp(-2.0), 1e-12);
  EXPECT_EQ(kelvin_voigt_restitution(0.0), 1.0);
}

// Law: a first touch at rest must not be damped infinitely.
TEST(Restitution, SlowImpactsCountAsSlowest) {
  for (const NormalKind kind : {NormalKind::restitution, NormalKind::hunt_crossley,
                                NormalKind::lankarani_nikravesh, NormalKind::flores}) {
    const NormalLaw law{.kind = kind, .stiffness = 1e6, .restitution = 0.4};
    const double slowest = damping_rate(law, kSlowestImpact);
    EXPECT_GT(slowest, 0.0);
    EXPECT_EQ(damping_rate(law, 0.0), slowest);
    EXPECT_EQ(damping_rate(law, -5.0), slowest);
    EXPECT_DOUBLE_EQ(damping_rate(law, 2.0 * kSlowestImpact), 0.5 * slowest);
  }
  for (const NormalKind kind : {NormalKind::hertz, NormalKind::kelvin_voigt,
                                NormalKind::ramped_kelvin_voigt, NormalKind::nonlinear_damping}) {
    const NormalLaw law{.kind = kind, .stiffness = 1e6, .restitution = 0.4, .damping = 10.0};
    EXPECT_EQ(damping_rate(law, 1.0), 0.0);
  }
}

}  // namespace
}  // namespace outrigger::contact
