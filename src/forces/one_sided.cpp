#include "forces/one_sided.h"

#include <cmath>
#include <limits>

namespace outrigger::forces {

double one_sided_half_vibration(double k, double mobility) {
  constexpr double kPi = 3.14159265358979323846;
  if (!(k > 0.0 && mobility > 0.0)) return 0.0;
  return kPi / std::sqrt(k * mobility);
}

}  // namespace outrigger::forces
