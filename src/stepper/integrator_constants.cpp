#include "stepper/integrator_constants.h"

namespace outrigger::stepper {

using description::IntegratorMethod;

IntegratorConstants IntegratorConstants::of(const description::Settings& settings) {
  IntegratorConstants c;
  switch (settings.method) {
    case IntegratorMethod::trapezoidal:
    // Start, equilibrium and contacts of machines that are stepped otherwise.
    case IntegratorMethod::explicit_pair:
    case IntegratorMethod::fourth_order:
    case IntegratorMethod::automatic:
      return c;
    case IntegratorMethod::newmark:
      c.beta = settings.newmark_beta;
      c.gamma = settings.newmark_gamma;
      return c;
    case IntegratorMethod::hht:
      c.delta_f = settings.hht_alpha;
      break;
    case IntegratorMethod::generalized_alpha:
      c.delta_m = (2.0 * settings.rho_infinity - 1.0) / (settings.rho_infinity + 1.0);
      c.delta_f = settings.rho_infinity / (settings.rho_infinity + 1.0);
      break;
  }
  c.gamma = 0.5 + c.delta_f - c.delta_m;
  c.beta = 0.25 * (1.0 + c.delta_f - c.delta_m) * (1.0 + c.delta_f - c.delta_m);
  return c;
}

}  // namespace outrigger::stepper
