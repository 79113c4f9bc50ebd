#include "contact/laws/hertz_stiffness.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/laws/elliptic_integrals.h"
#include "math/elementary.h"

namespace outrigger::contact {
namespace {

/// d ln(B/A)/d ln m₁, between -3/4 (circle) and -1 (line).
double ratio_slope(const EllipticIntegrals& i, double m1) {
  const double m = 1.0 - m1;
  if (m < 1e-5) return -0.75;
  const double D_slope = (i.B / m1 - i.D) / (2.0 * m);
  const double B_slope = 0.5 * i.D - m1 * D_slope;
  return -m1 * (B_slope / i.B + 1.0 / m1 - D_slope / i.D);
}

/// m₁ = (b/a)² of a gap with B/A = ratio ≥ 1.
double squared_axis_ratio(double ratio) {
  const double wanted = elementary::log(ratio);
  // The fit of D. Brewe and B. Hamrock (ASME J. Lubrication Technology 99, 1977), right to 3 %.
  double t = -1.2732 * wanted;
  for (int n = 0; n < 30; ++n) {
    const double m1 = elementary::exp(t);
    const EllipticIntegrals i = elliptic_integrals(m1);
    const double off = elementary::log(i.B / (m1 * i.D)) - wanted;
    const double change = off / ratio_slope(i, m1);
    t = std::min(t - change, 0.0);
    if (std::abs(change) <= 1e-14) break;
  }
  return elementary::exp(t);
}

}  // namespace

double effective_modulus(double young_a, double poisson_a, double young_b, double poisson_b) {
  return 1.0 / ((1.0 - poisson_a * poisson_a) / young_a + (1.0 - poisson_b * poisson_b) / young_b);
}

double sphere_stiffness(double modulus, double radius) {
  return 4.0 / 3.0 * modulus * std::sqrt(radius);
}

double two_spheres_stiffness(double modulus, double radius_a, double radius_b) {
  return sphere_stiffness(modulus, radius_a * radius_b / (radius_a + radius_b));
}

double socket_stiffness(double modulus, double ball_radius, double socket_radius) {
  return sphere_stiffness(modulus, ball_radius * socket_radius / (socket_radius - ball_radius));
}

std::optional<EllipticContact> elliptic_contact(double modulus, const Curvatures& c) {
  const elementary::SineCosine angle = elementary::sincos(c.angle);
  const double sine2 = angle.sine * angle.sine, cosine2 = angle.cosine * angle.cosine;
  const double sum = 0.5 * (c.first_a + c.second_a + c.first_b + c.second_b);
  // A B by its own formula: (sum - difference)/2 loses the digits of a small A.
  const double product = 0.25 * (c.first_a * c.second_a + c.first_b * c.second_b +
                                 (c.first_a * c.second_b + c.second_a * c.first_b) * cosine2 +
                                 (c.first_a * c.first_b + c.second_a * c.second_b) * sine2);
  const double of_a = c.first_a - c.second_a, of_b = c.first_b - c.second_b;
  const double square = of_a * of_a + of_b * of_b + 2.0 * of_a * of_b * (cosine2 - sine2);
  const double B = 0.5 * sum + 0.25 * std::sqrt(std::max(square, 0.0));
  const double A = std::min(product / B, B);
  if (!(A > 1e-12 * B)) return std::nullopt;
  const double m1 = squared_axis_ratio(B / A);
  const EllipticIntegrals i = elliptic_integrals(m1);
  EllipticContact out;
  out.stiffness =
      2.0 * std::numbers::pi / 3.0 * modulus * std::sqrt(i.D / A) / (i.K * std::sqrt(i.K));
  out.long_axis = std::sqrt(i.D / (A * i.K));
  out.short_axis = out.long_axis * std::sqrt(m1);
  return out;
}

}  // namespace outrigger::contact
