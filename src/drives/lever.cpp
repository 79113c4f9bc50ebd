#include "drives/lever.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::drives {

using description::Control;

LeverShape lever_shape(const std::vector<Control>& controls, const std::string& input) {
  for (const Control& c : controls) {
    if (c.name != input) continue;
    if (c.kind == Control::Kind::button || c.kind == Control::Kind::choice) return {};
    return {c.dead_zone, c.exponent, c.rate_limit};
  }
  return {};
}

double shape(const LeverShape& lever, double u) {
  if (lever.dead_zone == 0.0 && lever.exponent == 1.0) return u;
  const double travel = std::min(std::abs(u), 1.0);
  if (travel <= lever.dead_zone) return 0.0;
  const double part = (travel - lever.dead_zone) / (1.0 - lever.dead_zone);
  const double size = lever.exponent == 1.0 ? part : elementary::pow(part, lever.exponent);
  return u < 0.0 ? -size : size;
}

double follow(const LeverShape& lever, double u, double h, double& y) {
  if (!std::isfinite(u)) return u;
  const double target = shape(lever, u);
  const double most = lever.rate_limit * h;
  y = lever.rate_limit > 0.0 ? y + std::clamp(target - y, -most, most) : target;
  return y;
}

}  // namespace outrigger::drives
