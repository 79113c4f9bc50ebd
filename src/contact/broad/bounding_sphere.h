/// Spheres around the parts of a machine (THESIS §4.4.4).
#pragma once

#include <algorithm>

#include "geometry/box.h"
#include "math/types.h"

namespace outrigger::contact {

/// A sphere around something. A negative radius is the empty one: it holds and meets nothing.
struct BoundingSphere {
  Vec3 centre = Vec3::Zero();  ///< [m]
  double radius = -1.0;        ///< [m]

  bool empty() const { return !(radius >= 0.0); }
  /// Spheres that only touch meet.
  bool meets(const BoundingSphere& other) const {
    const double reach = radius + other.radius;
    return !empty() && !other.empty() && (centre - other.centre).squaredNorm() <= reach * reach;
  }
  /// THESIS eqs. 4.21-4.22 as corrected: the point of the box nearest to the centre decides.
  bool meets(const geometry::Box& box) const {
    return !empty() && box.squared_distance(centre) <= radius * radius;
  }
  bool contains(const BoundingSphere& other) const {
    return other.empty() || (!empty() && (centre - other.centre).norm() + other.radius <= radius);
  }
};

/// The least sphere around two (THESIS eqs. 4.12-4.14, the last one as in corrections §5):
///
///   d = |c_1 - c_2|,   r_n = (d + r_1 + r_2)/2
///   c_n = [c_1 (d + r_1 - r_2) + c_2 (d - r_1 + r_2)]/(2 d)
///
/// and where one holds the other (d + r_2 ≤ r_1 or the reverse, so also for d = 0) that one. The
/// radius is rounded up, so that it does hold both.
inline BoundingSphere sphere_around(const BoundingSphere& one, const BoundingSphere& two) {
  if (two.empty()) return one;
  if (one.empty()) return two;
  const double r1 = one.radius, r2 = two.radius;
  const double d = (one.centre - two.centre).norm();
  if (d + r2 <= r1) return one;
  if (d + r1 <= r2) return two;
  BoundingSphere result;
  result.centre = (one.centre * (d + r1 - r2) + two.centre * (d - r1 + r2)) / (2.0 * d);
  // The formula is exact; its rounding is that of the centres and of the radius.
  const double rounding = one.centre.cwiseAbs().maxCoeff() + two.centre.cwiseAbs().maxCoeff() + d;
  result.radius = 0.5 * (d + r1 + r2) * (1.0 + 4e-16) + 1e-15 * rounding;
  return result;
}

}  // namespace outrigger::contact
