/// Durations of elastic impacts: beta function against quadrature and against integrated motion.
#include "contact/laws/impact_duration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "laws/impact.h"

namespace outrigger::contact {
namespace {

/// 2 ∫₀¹ du/√(1-u^{n+1}) with u = 1 - s², which takes the root out of the end u = 1, by the
/// substitution s = tanh-sinh.
double quadrature(double n) {
  const double h = 1.0 / 128.0;
  double sum = 0.0;
  for (int i = -6 * 128; i <= 6 * 128; ++i) {
    const double t = i * h, q = std::numbers::pi / 2.0 * std::sinh(t);
    // s = (1 + tanh q)/2 and 1 - s, both without cancellation.
    const double s = 1.0 / (1.0 + std::exp(-2.0 * q));
    const double weight = 0.25 * std::numbers::pi * std::cosh(t) / std::pow(std::cosh(q), 2);
    if (!(weight > 1e-300) || !(s > 0.0)) continue;
    // 1 - u^{n+1} = -expm1((n+1) log1p(-s²))
    const double below = -std::expm1((n + 1.0) * std::log1p(-s * s));
    if (!(below > 0.0)) continue;
    sum += weight * 2.0 * s / std::sqrt(below);
  }
  return 2.0 * h * sum;
}

TEST(ImpactDuration, FactorIsTheIntegral) {
  for (double n = 0.5; n <= 5.0; n += 0.125)
    EXPECT_NEAR(impact_time_factor(n), quadrature(n), 2e-13) << n;
  // The shortcuts for the usual exponents do not differ from their neighbours.
  for (const double n : {1.0, 1.5})
    EXPECT_NEAR(impact_time_factor(n), impact_time_factor(n + 1e-13), 1e-13) << n;
}

TEST(ImpactDuration, KnownValues) {
  EXPECT_DOUBLE_EQ(impact_time_factor(1.0), std::numbers::pi);
  EXPECT_DOUBLE_EQ(impact_time_factor(1.5), 2.9432751843247047);
  EXPECT_NEAR(impact_time_factor(2.0), 2.8043642106509085, 1e-14);
}

TEST(ImpactDuration, IntegratedImpactsAgree) {
  for (const double n : {1.0, 1.5, 1.9, 3.0})
    for (const double v : {0.1, 4.0})
      for (const double mass : {0.5, 2e4}) {
        const NormalLaw law{.kind = NormalLaw::Kind::hertz, .stiffness = 3e7, .exponent = n};
        const ElasticImpact expected = elastic_impact(law.stiffness, n, mass, v);
        const Impact impact = integrate_impact(law, mass, v);
        EXPECT_NEAR(impact.rebound, 1.0, 1e-6);
        EXPECT_NEAR(impact.duration / expected.duration, 1.0, 1e-5) << n;
        EXPECT_NEAR(impact.deepest / expected.depth, 1.0, 1e-6) << n;
      }
}

// Law: an elastic impact with the largest resolvable stiffness lasts the steps asked for.
TEST(ImpactDuration, TheCapGivesItsSteps) {
  for (const double n : {1.0, 1.5, 2.0, 2.4})
    for (const double steps : {3.0, kContactSteps})
      for (const double h : {1e-3, 5e-3})
        for (const double v : {0.1, 5.0})
          for (const double mass : {0.5, 2e4}) {
            const double k = resolvable_stiffness(mass, v, h, n, steps);
            EXPECT_NEAR(elastic_impact(k, n, mass, v).duration / (steps * h), 1.0, 1e-12);
            const NormalLaw law{.kind = NormalLaw::Kind::hertz, .stiffness = k, .exponent = n};
            EXPECT_NEAR(integrate_impact(law, mass, v, 500).duration / h, steps, 1e-3);
          }
}

}  // namespace
}  // namespace outrigger::contact
