#include "contact/laws/elliptic_integrals.h"

#include <cmath>
#include <numbers>

namespace outrigger::contact {

EllipticIntegrals elliptic_integrals(double complementary_parameter) {
  const double m = 1.0 - complementary_parameter;
  double a = 1.0, b = std::sqrt(complementary_parameter);
  // c₁ = (1-b)/2 written without the difference; sum = Σ_{n≥1} 2^{n-1} c_n²/m.
  double c_over_m = 0.5 / (1.0 + b);
  double sum = m * c_over_m * c_over_m, factor = 1.0;
  for (int i = 0; i < 40; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
    // c_{n+1} = c_n²/(4 a_{n+1})
    c_over_m = m * c_over_m * c_over_m / (2.0 * (a + b));
    factor *= 2.0;
    const double term = factor * m * c_over_m * c_over_m;
    sum += term;
    if (term <= 1e-18 * sum) break;
  }
  EllipticIntegrals out{};
  out.K = std::numbers::pi / (a + b);
  out.D = out.K * (0.5 + sum);
  out.B = out.K * (0.5 - sum);
  out.E = out.B + complementary_parameter * out.D;
  return out;
}

}  // namespace outrigger::contact
