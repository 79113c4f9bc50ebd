/// The point of a triangle that lies deepest in a convex solid.
#pragma once

#include <algorithm>

#include "geometry/mesh.h"
#include "math/types.h"

namespace outrigger::contact {

/// Place in [low, high] where a concave function is largest, in the golden section.
template <class Function>
double highest_place(double low, double high, Function&& function) {
  constexpr double kRatio = 0.6180339887498949;
  double left = high - kRatio * (high - low), right = low + kRatio * (high - low);
  double at_left = function(left), at_right = function(right);
  for (int i = 0; i < 44; ++i) {
    if (at_left > at_right) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - kRatio * (high - low);
      at_left = function(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + kRatio * (high - low);
      at_right = function(right);
    }
  }
  return 0.5 * (low + high);
}

/// The depth of a point in a convex solid is concave, and so is its maximum over parallel lines as a
/// function of the line. `along(from, e, t)` gives the largest depth on from + t e, 0 ≤ t ≤ 1, and its t;
/// the solid lies in the ball of `radius` about `centre`.
template <class Along>
Vec3 deepest_in_triangle(const geometry::Corners& c, const Vec3& centre, double radius,
                         Along&& along) {
  const Vec3 e = c[1] - c[0], across = c[2] - c[1];
  const auto line = [&](double s, double& t) { return along(c[0] + s * e, s * across, t); };
  // s = g·(p - c0) in the plane, constant along `across`.
  const Vec3 g = (e - e.dot(across) / across.squaredNorm() * across);
  const double square = g.squaredNorm(), middle = g.dot(centre - c[0]) / square,
               reach = radius / g.norm();
  double t = 0.0;
  const double s =
      highest_place(std::clamp(middle - reach, 0.0, 1.0), std::clamp(middle + reach, 0.0, 1.0),
                    [&](double x) { return line(x, t); });
  line(s, t);
  return c[0] + s * (e + t * across);
}

}  // namespace outrigger::contact
