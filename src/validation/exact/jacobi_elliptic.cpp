#include "validation/exact/jacobi_elliptic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "math/elementary.h"

namespace outrigger::validation {
namespace {

constexpr double kHalfPi = 0x1.921fb54442d18p+0;

/// Symmetric integral R_F(x, y, z) = ½ ∫₀^∞ dt / sqrt((t+x)(t+y)(t+z)): the arguments are moved
/// together until a power series about their mean is exact.
double carlson_rf(double x, double y, double z) {
  for (;;) {
    const double mean = (x + y + z) / 3.0;
    const double a = 1.0 - x / mean;
    const double b = 1.0 - y / mean;
    const double c = -(a + b);
    if (std::max({std::abs(a), std::abs(b), std::abs(c)}) < 1e-3) {
      const double e2 = a * b - c * c;
      const double e3 = a * b * c;
      const double series = 1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0 - 3.0 * e2 * e3 / 44.0;
      return series / std::sqrt(mean);
    }
    const double shift =
        std::sqrt(x) * std::sqrt(y) + std::sqrt(y) * std::sqrt(z) + std::sqrt(z) * std::sqrt(x);
    x = 0.25 * (x + shift);
    y = 0.25 * (y + shift);
    z = 0.25 * (z + shift);
  }
}

}  // namespace

JacobiFunctions jacobi_functions(double u, double complementary_modulus) {
  // a, b → their mean; c = (a - b)/2 of the step before.
  constexpr std::size_t kMaxSteps = 16;
  std::array<double, kMaxSteps> ratio{};  // c/a
  double a = 1.0;
  double b = complementary_modulus;
  double scale = 1.0;
  std::size_t steps = 0;
  while (steps < kMaxSteps && a - b > 1e-17 * a) {
    const double c = 0.5 * (a - b);
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
    scale *= 2.0;
    ratio[steps++] = c / a;
    if (c < 1e-9 * a) break;  // the next c is below rounding
  }

  // φ_n = 2ⁿ a_n u, then back: sin(2 φ_n-1 - φ_n) = (c_n/a_n) sin φ_n.
  double phi = scale * a * u;
  for (std::size_t n = steps; n-- > 0;) {
    phi = 0.5 * (phi + elementary::asin(ratio[n] * elementary::sin(phi)));
  }
  const auto [sn, cn] = elementary::sincos(phi);
  const double k_sn = complementary_modulus * sn;
  return {phi, sn, cn, std::sqrt(cn * cn + k_sn * k_sn)};
}

double quarter_period(double complementary_modulus) {
  double a = 1.0;
  double b = complementary_modulus;
  while (a - b > 1e-8 * a) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return kHalfPi / (0.5 * (a + b));
}

double jacobi_argument(double sn, double cn, double complementary_modulus) {
  const double norm = std::sqrt(sn * sn + cn * cn);
  const double s = std::abs(sn) / norm;
  const double c = cn / norm;
  const double k_s = complementary_modulus * s;
  double u = s * carlson_rf(c * c, c * c + k_s * k_s, 1.0);
  if (c < 0.0) u = 2.0 * quarter_period(complementary_modulus) - u;
  return sn < 0.0 ? -u : u;
}

}  // namespace outrigger::validation
