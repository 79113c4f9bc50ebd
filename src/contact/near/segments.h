/// Nearest points of points, segments and triangles: what the pairs are made of.
#pragma once

#include <algorithm>
#include <cmath>

#include "math/types.h"

namespace outrigger::contact {

/// Parameter in [0, 1] of the point of a + t (b - a) nearest to p (THESIS eq. 4.40 as corrected:
/// divided by |e|², and limited to the segment). 0 for a segment without length.
inline double nearest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 e = b - a;
  const double square = e.squaredNorm();
  return square > 0.0 ? std::clamp((p - a).dot(e) / square, 0.0, 1.0) : 0.0;
}

struct SegmentPoints {
  double s = 0.0, t = 0.0;   ///< in [0, 1] along the first and the second segment
  Vec3 on_first, on_second;  ///< the nearest points
  bool parallel = false;     ///< to about 1e-7 rad: s and t are one choice of many
};

/// Nearest points of two segments, each limited to its ends. For parallel segments the middle of
/// their common part.
SegmentPoints nearest_of_segments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Nearest point of a triangle to p, with the part of the triangle it lies on.
struct TrianglePoint {
  enum class Part { face, edge, vertex };
  Vec3 point;
  Part part = Part::face;
  int index = 0;  ///< edge c runs from corner c to c + 1; vertex c
};
TrianglePoint nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

/// A unit vector perpendicular to v (any length but 0).
inline Vec3 perpendicular_to(const Vec3& v) {
  int least = 0;
  v.cwiseAbs().minCoeff(&least);
  return v.cross(Vec3::Unit(least)).normalized();
}

}  // namespace outrigger::contact
