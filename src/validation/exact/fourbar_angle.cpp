#include "validation/exact/fourbar_angle.h"

#include <cmath>

#include "base/assert.h"
#include "validation/exact/jacobi_elliptic.h"

namespace outrigger::validation {

double fourbar_omega_squared(int loop_count) {
  OUTRIGGER_ASSERT(loop_count >= 1);
  constexpr double kGravity = 9.81;
  return 1.5 * kGravity * (3.0 * loop_count + 1.0) / (4.0 * loop_count + 1.0);
}

FourbarMotion fourbar_motion(int loop_count, double time) {
  constexpr double kPi = 0x1.921fb54442d18p+1;
  const double mu = 4.0 * fourbar_omega_squared(loop_count);  // v₀/l = 1/s
  const double growth = std::sqrt(1.0 + mu);
  const double complementary_modulus = 1.0 / growth;
  const double u = quarter_period(complementary_modulus) - 0.5 * growth * time;
  const JacobiFunctions jacobi = jacobi_functions(u, complementary_modulus);
  // sin θ = cos am.
  return {kPi - 2.0 * jacobi.amplitude, std::sqrt(1.0 + mu * jacobi.cn * jacobi.cn)};
}

}  // namespace outrigger::validation
