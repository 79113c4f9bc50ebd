#include "tyres/magic_formula.h"

#include <algorithm>

#include "math/elementary.h"

namespace outrigger::tyres {

MagicFormula::MagicFormula(const description::TyreType& type,
                           const description::TyreDirection& direction, double load, double grip) {
  const double df =
      std::clamp((load - type.nominal_load) / type.nominal_load, type.load_min, type.load_max);
  const double mu = direction.mu + direction.mu_load * df;
  const double k = (direction.stiffness + direction.stiffness_load * df) * load;
  c = direction.shape;
  d = mu * grip * load;
  e = direction.curvature + direction.curvature_load * df;
  b = k / (c * d);
}

MagicFormula::Value MagicFormula::operator()(double slip) const {
  const double bs = b * slip;
  const double inner = bs - e * (bs - elementary::quick_atan(bs));
  const double angle = c * elementary::quick_atan(inner);
  const auto [sine, cosine] = elementary::sincos(angle);
  const double inner_slope = b * (1.0 - e * (1.0 - 1.0 / (1.0 + bs * bs)));
  return {d * sine, d * cosine * c / (1.0 + inner * inner) * inner_slope};
}

}  // namespace outrigger::tyres
