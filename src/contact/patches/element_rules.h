/// What all kinds of contact elements share: fading of grazing faces and the points of coarse ones.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "contact/patches/patch_elements.h"

namespace outrigger::contact {

/// 0 below kNotFacing, 1 above kFullyFacing, with continuous slope.
inline double facing_weight(double facing) {
  const double x = (facing - kNotFacing) / (kFullyFacing - kNotFacing);
  if (x >= 1.0) return 1.0;
  return x > 0.0 ? x * x * (3.0 - 2.0 * x) : 0.0;
}

/// Three points in the plane of `along` and `across` (unit, orthogonal) with the centroid c and the
/// spread S, so that their mean is exact for quadratic functions.
inline std::array<Vec3, 3> spread_points(const Vec3& c, const Mat3& S, const Vec3& along,
                                         const Vec3& across) {
  // S in the plane as L Lᵀ.
  const Vec3 spread_along = S * along;
  const double l11 = std::sqrt(std::max(along.dot(spread_along), 0.0));
  const double l21 = l11 > 0.0 ? across.dot(spread_along) / l11 : 0.0;
  const double l22 = std::sqrt(std::max(across.dot(S * across) - l21 * l21, 0.0));
  const Vec3 first = l11 * along + l21 * across;
  const Vec3 second = l22 * across;
  constexpr double kUp = 1.4142135623730951;  // √2 (cos, sin) of 90°, 210°, 330°
  constexpr double kDown = 0.7071067811865476;
  constexpr double kSide = 1.2247448713915889;
  return {c + kUp * second, c - kSide * first - kDown * second, c + kSide * first - kDown * second};
}

}  // namespace outrigger::contact
