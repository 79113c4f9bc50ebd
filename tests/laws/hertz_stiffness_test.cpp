/// Stiffness from materials and curvatures, against integrals that do not use the formulas.
#include "contact/laws/hertz_stiffness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.h"
#include "contact/laws/elliptic_integrals.h"

namespace outrigger::contact {
namespace {

/// ∫₀^{π/2} f dφ of a function with period π, even about both ends: the trapezoidal rule converges
/// faster than any power.
template <typename F>
double quarter_integral(int points, const F& f) {
  double sum = 0.0;
  for (int i = 0; i < points; ++i) sum += f((i + 0.5) * std::numbers::pi / 2.0 / points);
  return sum * std::numbers::pi / 2.0 / points;
}

TEST(EllipticIntegrals, AreTheIntegrals) {
  for (const double m1 : {1.0, 1.0 - 1e-12, 0.999, 0.7, 0.3, 0.05, 1e-3, 1e-5}) {
    const EllipticIntegrals i = elliptic_integrals(m1);
    // Δ² = cos² + m₁ sin²
    const auto delta = [&](double p) {
      return std::sqrt(std::cos(p) * std::cos(p) + m1 * std::sin(p) * std::sin(p));
    };
    const int points = 20000;
    const auto cos2 = [](double p) { return std::cos(p) * std::cos(p); };
    const auto sin2 = [](double p) { return std::sin(p) * std::sin(p); };
    const double K = quarter_integral(points, [&](double p) { return 1.0 / delta(p); });
    const double E = quarter_integral(points, delta);
    const double B = quarter_integral(points, [&](double p) { return cos2(p) / delta(p); });
    const double D = quarter_integral(points, [&](double p) { return sin2(p) / delta(p); });
    EXPECT_NEAR(i.K / K, 1.0, 1e-12) << m1;
    EXPECT_NEAR(i.E / E, 1.0, 1e-12) << m1;
    EXPECT_NEAR(i.B / B, 1.0, 1e-12) << m1;
    EXPECT_NEAR(i.D / D, 1.0, 1e-12) << m1;
  }
  // Abramowitz and Stegun, tables 17.1 and 17.2: m = 0.5.
  EXPECT_NEAR(elliptic_integrals(0.5).K, 1.854074677301372, 1e-15);
  EXPECT_NEAR(elliptic_integrals(0.5).E, 1.350643881047675, 1e-15);
  // m₁ → 0: K → ln(4/√m₁), B → 1, E → 1.
  const EllipticIntegrals thin = elliptic_integrals(1e-16);
  EXPECT_NEAR(thin.K, std::log(4e8), 1e-12);
  EXPECT_NEAR(thin.B, 1.0, 1e-13);
  EXPECT_NEAR(thin.E, 1.0, 1e-13);
}

// Values by hand: THESIS 3.2, 3.3.
TEST(HertzStiffness, OfMaterialsAndSpheres) {
  EXPECT_NEAR(effective_modulus(2e9, 0.3, 2e9, 0.3), 1e9 / 0.91, 1.0);
  EXPECT_NEAR(effective_modulus(2e9, 0.3, 1e30, 0.0), 2e9 / 0.91, 1.0);
  EXPECT_NEAR(sphere_stiffness(3e6, 0.25), 2e6, 1e-6);
  EXPECT_NEAR(two_spheres_stiffness(3e6, 0.5, 0.5), 2e6, 1e-6);
  EXPECT_NEAR(two_spheres_stiffness(3e6, 0.25, 1e30), 2e6, 1e-6);
  EXPECT_NEAR(socket_stiffness(3e6, 0.2, 1.0), 2e6, 1e-6);
  EXPECT_NEAR(socket_stiffness(3e6, 0.25, 1e30), 2e6, 1e-6);
}

// Law: where the general contact is round it is that of spheres.
TEST(HertzStiffness, RoundContactsAreThoseOfSpheres) {
  const double modulus = 7e7;
  const auto stiffness = [&](const Curvatures& c) {
    return elliptic_contact(modulus, c)->stiffness;
  };
  const double ball = sphere_stiffness(modulus, 0.3);
  EXPECT_NEAR(stiffness({1 / 0.3, 1 / 0.3, 0.0, 0.0, 0.4}) / ball, 1.0, 1e-14);
  EXPECT_NEAR(stiffness({1 / 0.5, 1 / 0.5, 1 / 0.75, 1 / 0.75, 1.0}) / ball, 1.0, 1e-13);
  EXPECT_NEAR(stiffness({1 / 0.2, 1 / 0.2, -1 / 0.6, -1 / 0.6, 1.0}) / ball, 1.0, 1e-13);
  // Equal cylinders at right angles.
  EXPECT_NEAR(stiffness({1 / 0.3, 0.0, 1 / 0.3, 0.0, std::numbers::pi / 2.0}) / ball, 1.0, 1e-12);
  const EllipticContact round = *elliptic_contact(modulus, {1 / 0.3, 1 / 0.3, 0.0, 0.0, 0.0});
  EXPECT_NEAR(round.long_axis, std::sqrt(0.3), 1e-12);
  EXPECT_NEAR(round.short_axis, std::sqrt(0.3), 1e-12);
}

/// Sinking of the surface under the pressure p₀√(1-x²/a²-y²/b²) at (x, y) inside the ellipse, times
/// E*/p₀: ∬ p/(π r) dA in polar coordinates about the point. Along a line through the point p is the
/// root of a quadratic, whose integral is half an ellipse: π/2 (α + β²/4γ)/√γ.
double sinking(double a, double b, double x, double y) {
  const double alpha = 1.0 - x * x / (a * a) - y * y / (b * b);
  const int points = 40000;
  double sum = 0.0;
  for (int i = 0; i < points; ++i) {
    const double angle = (i + 0.5) * std::numbers::pi / points;
    const double c = std::cos(angle), s = std::sin(angle);
    const double beta = 2.0 * (x * c / (a * a) + y * s / (b * b));
    const double gamma = c * c / (a * a) + s * s / (b * b);
    sum += std::numbers::pi / 2.0 * (alpha + beta * beta / (4.0 * gamma)) / std::sqrt(gamma);
  }
  return sum / points;
}

// Law: under Hertz' pressure on the ellipse found, the half-spaces sink exactly as far as the bodies
// overlap, δ - A x² - B y², everywhere in the ellipse, and the pressure sums up to k δ^{3/2}.
TEST(HertzStiffness, EllipseSatisfiesTheIntegralEquation) {
  const double modulus = 2e8, depth = 1.0;
  for (const double ratio : {1.0, 1.0 + 1e-9, 1.001, 1.3, 2.0, 10.0, 300.0, 1e4}) {
    const double A = 0.7, B = A * ratio;
    const auto contact = elliptic_contact(modulus, {2.0 * A, 2.0 * B, 0.0, 0.0, 0.0});
    ASSERT_TRUE(contact.has_value());
    const double a = contact->long_axis, b = contact->short_axis;
    const double pressure = contact->stiffness * 1.5 / (std::numbers::pi * a * b);
    for (const auto& [x, y] :
         {std::pair{0.0, 0.0}, {0.5, 0.0}, {0.0, 0.6}, {0.5, -0.4}, {-0.9, 0.1}}) {
      const double overlap = depth - A * a * a * x * x - B * b * b * y * y;
      EXPECT_NEAR(pressure / modulus * sinking(a, b, a * x, b * y), overlap, 1e-10)
          << "B/A " << ratio << " at " << x << ", " << y;
    }
  }
}

// Law: only A and B count, not how the curvatures are split between the bodies, which is named
// first, or which way the angle turns.
TEST(HertzStiffness, DoesNotDependOnNames) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const Curvatures c{random.uniform(1.0, 9.0), random.uniform(1.0, 9.0), random.uniform(0.0, 9.0),
                       random.uniform(0.0, 9.0), random.uniform(0.0, std::numbers::pi)};
    const EllipticContact one = *elliptic_contact(1e8, c);
    const Curvatures same[] = {
        {c.first_b, c.second_b, c.first_a, c.second_a, -c.angle},
        {c.second_a, c.first_a, c.first_b, c.second_b, c.angle + std::numbers::pi / 2.0},
        {c.second_a, c.first_a, c.second_b, c.first_b, c.angle + std::numbers::pi},
        {c.first_a + 0.5, c.second_a + 0.5, c.first_b - 0.5, c.second_b - 0.5, c.angle}};
    for (const Curvatures& other : same) {
      const EllipticContact two = *elliptic_contact(1e8, other);
      EXPECT_NEAR(two.stiffness / one.stiffness, 1.0, 1e-12);
      EXPECT_NEAR(two.long_axis / one.long_axis, 1.0, 1e-12);
    }
    EXPECT_GE(one.long_axis, one.short_axis);
    // Sharper bodies are softer.
    Curvatures sharper = c;
    sharper.first_a += 1.0;
    EXPECT_LT(elliptic_contact(1e8, sharper)->stiffness, one.stiffness);
  }
}

// Law: no k where there is no point contact.
TEST(HertzStiffness, LineAndConformingContactsAreRefused) {
  EXPECT_FALSE(elliptic_contact(1e8, {1.0, 0.0, 0.0, 0.0, 0.0}));   // cylinder on plane
  EXPECT_FALSE(elliptic_contact(1e8, {1.0, 0.0, 2.0, 0.0, 0.0}));   // parallel cylinders
  EXPECT_FALSE(elliptic_contact(1e8, {1.0, 1.0, -2.0, 0.0, 0.0}));  // ball in a narrower groove
  EXPECT_FALSE(elliptic_contact(1e8, {0.0, 0.0, 0.0, 0.0, 0.0}));   // planes
  EXPECT_TRUE(elliptic_contact(1e8, {1.0, 1.0, -0.99, 0.0, 0.0}));  // ball in a wider groove
  EXPECT_TRUE(elliptic_contact(1e8, {1.0, 0.0, 2.0, 0.0, 1e-3}));   // cylinders nearly parallel
}

}  // namespace
}  // namespace outrigger::contact
