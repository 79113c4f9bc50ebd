#include "contact/laws/impact_duration.h"

#include <cmath>
#include <numbers>

#include "math/elementary.h"

namespace outrigger::contact {
namespace {

/// Γ(x) e^{x+6.5} (x+6.5)^{1/2-x}/√(2π): the series of C. Lanczos (SIAM J. Numer. Anal. 1, 1964)
/// with g = 7 and the nine coefficients of P. Godfrey.
double lanczos_series(double x) {
  constexpr double kCoefficients[] = {
      676.5203681218851,  -1259.1392167224028,  771.32342877765313,    -176.61502916214059,
      12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7};
  double sum = 0.99999999999980993;
  for (int i = 0; i < 8; ++i) sum += kCoefficients[i] / (x + i);
  return sum;
}

/// Γ(1+x)/Γ(1/2+x), 0 ≤ x ≤ 1.
double gamma_ratio(double x) {
  const double series = lanczos_series(1.0 + x) / lanczos_series(0.5 + x);
  // (x+7.5)^{x+1/2} e^{-x-7.5} over (x+7)^{x} e^{-x-7}, without large intermediate powers.
  const double power = elementary::exp(x * elementary::log1p(0.5 / (x + 7.0)) - 0.5);
  return series * power * std::sqrt(x + 7.5);
}

/// x^{n+1}, by multiplication and roots for the usual exponents.
double power_above(double x, double exponent) {
  if (exponent == 1.5) return x * x * std::sqrt(x);
  if (exponent == 1.0) return x * x;
  return elementary::pow(x, exponent + 1.0);
}

}  // namespace

double impact_time_factor(double exponent) {
  if (exponent == 1.5) return 2.9432751843247047;
  if (exponent == 1.0) return std::numbers::pi;
  return 2.0 / std::numbers::inv_sqrtpi * gamma_ratio(1.0 / (exponent + 1.0));
}

ElasticImpact elastic_impact(double stiffness, double exponent, double mass, double speed) {
  const double energy_ratio = 0.5 * (exponent + 1.0) * mass * speed * speed / stiffness;
  const double depth = elementary::pow(energy_ratio, 1.0 / (exponent + 1.0));
  return {depth, impact_time_factor(exponent) * depth / speed};
}

double resolvable_stiffness(double mass, double speed, double step, double exponent, double steps) {
  const double depth = steps * step * speed / impact_time_factor(exponent);
  return 0.5 * (exponent + 1.0) * mass * speed * speed / power_above(depth, exponent);
}

}  // namespace outrigger::contact
