/// The layer law: PCM's formulas recomputed over a sweep, derivatives against differences, two layers
/// in series, and values that are refused.
#include "contact/patches/areal_law.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"

namespace outrigger::contact {
namespace {

LayerLaw bubble_law() {
  LayerLaw law;
  law.stiffness = 1.2e6;
  law.damping = 500.0;
  law.transition_depth = 1e-3;
  law.friction = 0.25;
  law.slip_speed = 0.02;
  return law;
}

TEST(ArealLaw, PressureIsThePrintedFormula) {
  const LayerLaw law = bubble_law();
  int clamped = 0;
  for (const double u : {-1e-3, 0.0, 1e-6, 4e-4, 1e-3, 5e-3}) {
    for (const double v : {-5.0, -1.0, -0.1, 0.0, 0.3, 5.0}) {
      double expected = 0.0;
      if (u > 0.0) {
        expected = 1.2e6 * u + (u >= 1e-3 ? 500.0 * v : 500.0 * v * u / 1e-3);  // eqs. 14, 15
        clamped += expected <= 0.0;
        if (expected <= 0.0) expected = 0.0;  // eq. 18
      }
      EXPECT_NEAR(areal_pressure(law, u, v).pressure, expected, 1e-12 * (1.0 + expected));
      EXPECT_DOUBLE_EQ(areal_pressure(law, u, v).stored, u > 0.0 ? 0.6e6 * u * u : 0.0);
    }
  }
  EXPECT_GE(clamped, 3);
}

TEST(ArealLaw, TractionIsThePrintedFormula) {
  const LayerLaw law = bubble_law();
  for (const double w : {0.0, 1e-4, 0.01, 0.0199, 0.02, 0.5}) {
    const double x = w / 0.02;
    const double expected = 0.25 * 3e3 * (w < 0.02 ? x * (2.0 - x) : 1.0);  // eq. 20
    EXPECT_NEAR(areal_traction(law, 3e3, w).factor * w, expected, 1e-9);
  }
  // At rest the factor has its limit 2 μ p/v_ε (corrections §9 on eq. 21).
  EXPECT_DOUBLE_EQ(areal_traction(law, 3e3, 0.0).factor, 2.0 * 0.25 * 3e3 / 0.02);
}

TEST(ArealLaw, DerivativesAgreeWithDifferences) {
  const LayerLaw law = bubble_law();
  for (const double u : {2e-5, 4e-4, 9e-4, 2e-3, 2e-2}) {
    for (const double v : {-30.0, -0.5, 0.0, 0.1, 2.0}) {
      const ArealForce f = areal_pressure(law, u, v);
      const double du = 1e-6 * u, dv = 1e-5;
      const auto p = [&](double a, double b) { return areal_pressure(law, a, b).pressure; };
      EXPECT_NEAR(f.by_depth, (p(u + du, v) - p(u - du, v)) / (2.0 * du),
                  1e-6 * (law.stiffness + f.by_depth));
      EXPECT_NEAR(f.by_rate, (p(u, v + dv) - p(u, v - dv)) / (2.0 * dv), 1e-5 * law.damping);
      EXPECT_NEAR(f.elastic,
                  (areal_pressure(law, u + du, v).stored - areal_pressure(law, u - du, v).stored) /
                      (2.0 * du),
                  1e-6 * f.elastic);
    }
  }
  for (const double w : {1e-3, 0.015, 0.03, 1.0}) {
    const ArealTraction t = areal_traction(law, 3e3, w);
    const auto phi = [&](double p, double s) { return areal_traction(law, p, s).factor; };
    EXPECT_NEAR(t.by_pressure, (phi(3e3 + 1.0, w) - phi(3e3 - 1.0, w)) / 2.0, 1e-8 * t.by_pressure);
    EXPECT_NEAR(t.by_speed, (phi(3e3, w + 1e-8) - phi(3e3, w - 1e-8)) / 2e-8,
                1e-5 * std::abs(t.by_speed));
  }
}

TEST(ArealLaw, TwoLayersInSeries) {
  // The same pressure in both layers: c_A u_A = c_B u_B = c_l u with u_A + u_B = u.
  const Layer a{3e6, 600.0}, b{1e6, 200.0};
  const LayerLaw law = combine(a, b);
  EXPECT_DOUBLE_EQ(law.stiffness, 0.75e6);
  EXPECT_DOUBLE_EQ(law.share_a, 0.25);
  EXPECT_NEAR(law.damping, 2e-4 * law.stiffness, 1e-9);  // one relaxation time for all
  const LayerLaw swapped = combine(b, a);
  EXPECT_DOUBLE_EQ(swapped.stiffness, law.stiffness);
  EXPECT_DOUBLE_EQ(swapped.damping, law.damping);
  EXPECT_DOUBLE_EQ(swapped.share_a, 0.75);
  // A rigid body adds nothing.
  EXPECT_DOUBLE_EQ(combine(a, Layer{}).stiffness, 3e6);
  EXPECT_DOUBLE_EQ(combine(Layer{}, a).damping, 600.0);
  EXPECT_DOUBLE_EQ(combine(Layer{}, a).share_a, 0.0);
}

TEST(ArealLaw, LayerFromMaterial) {
  // K = (1-ν)/((1+ν)(1-2ν)) E: 1.3461538 E for ν = 0.3.
  const Layer layer = make_layer(1e7, 0.3, 0.01, 1e-3);
  EXPECT_NEAR(layer.modulus_per_thickness, 1.346153846e9, 1.0);
  EXPECT_NEAR(layer.damping, 1.346153846e6, 1e-3);
}

template <class Call>
std::string refusal(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing refused";
}

TEST(ArealLaw, RefusesWhatCannotBe) {
  using testing::AllOf;
  using testing::HasSubstr;
  EXPECT_THAT(refusal([] {
                combine({-1e6, 0.0}, {});
              }),
              AllOf(HasSubstr("modulus_per_thickness"), HasSubstr("-1000000"), HasSubstr("> 0")));
  EXPECT_THAT(refusal([] { combine({1e6, -3.0}, {}); }), HasSubstr("damping is -3"));
  EXPECT_THAT(refusal([] { combine({}, {}); }), HasSubstr("must not be rigid"));
  EXPECT_THAT(refusal([] { make_layer(1e6, 0.49, 0.01); }), HasSubstr("Poisson's ratio is 0.49"));
  EXPECT_THAT(refusal([] {
                LayerLaw law = bubble_law();
                law.slip_speed = 0.0;
                check(law);
              }),
              HasSubstr("slip_speed is 0; allowed: > 0 m/s"));
}

}  // namespace
}  // namespace outrigger::contact
