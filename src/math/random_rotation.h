/// Random directions and rotations for tests, uniform on the sphere and on the rotation group,
/// by rejection: only +, *, / and sqrt, so the same bits everywhere.
#pragma once
#include <cmath>

#include "base/random.h"
#include "math/types.h"

namespace outrigger {

/// Uniform on the unit sphere: a point of the unit ball, not too near its centre, normalised.
inline Vec3 random_unit_vector(Random& random) {
  for (;;) {
    const double x = random.uniform(-1.0, 1.0);
    const double y = random.uniform(-1.0, 1.0);
    const double z = random.uniform(-1.0, 1.0);
    const double square = x * x + y * y + z * z;
    if (square > 1.0 || square < 1e-4) continue;
    const double norm = std::sqrt(square);
    return {x / norm, y / norm, z / norm};
  }
}

/// Uniform on the unit quaternions (K. Shoemake, Graphics Gems III, 1992), by two points of the
/// unit disc (G. Marsaglia, Annals of Math. Statistics 43, 1972).
inline Eigen::Quaterniond random_quaternion(Random& random) {
  const auto disc = [&random](double& a, double& b) {
    double square = 2.0;
    while (square >= 1.0 || square < 1e-6) {
      a = random.uniform(-1.0, 1.0);
      b = random.uniform(-1.0, 1.0);
      square = a * a + b * b;
    }
    return square;
  };
  double a = 0.0, b = 0.0, c = 0.0, d = 0.0;
  const double first = disc(a, b);
  const double second = disc(c, d);
  const double factor = std::sqrt((1.0 - first) / second);
  return {a, b, c * factor, d * factor};  // w, x, y, z
}

inline Mat3 random_rotation(Random& random) {
  return random_quaternion(random).normalized().toRotationMatrix();
}

}  // namespace outrigger
