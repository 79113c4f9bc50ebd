#include "contact/near/segments.h"

namespace outrigger::contact {

SegmentPoints nearest_of_segments(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 e = b - a, f = d - c, w = a - c;
  const double ee = e.squaredNorm(), ff = f.squaredNorm(), ef = e.dot(f);
  const double ew = e.dot(w), fw = f.dot(w);
  SegmentPoints result;
  double s = 0.0, t = 0.0;
  if (ee > 0.0 && ff > 0.0) {
    // |e × f|² from the cross product: the difference ee ff - ef² cancels.
    const double determinant = e.cross(f).squaredNorm();
    if (determinant > 1e-14 * ee * ff) {
      s = std::clamp((ef * fw - ff * ew) / determinant, 0.0, 1.0);
    } else {
      // The part of the first segment beside the second one, its middle.
      const double s0 = -ew / ee, s1 = (ef - ew) / ee;
      s = 0.5 * (std::clamp(std::min(s0, s1), 0.0, 1.0) + std::clamp(std::max(s0, s1), 0.0, 1.0));
      result.parallel = true;
    }
    t = (ef * s + fw) / ff;
    if (t < 0.0 || t > 1.0) {
      t = std::clamp(t, 0.0, 1.0);
      s = std::clamp((ef * t - ew) / ee, 0.0, 1.0);
    }
  } else if (ee > 0.0) {
    s = std::clamp(-ew / ee, 0.0, 1.0);
  } else if (ff > 0.0) {
    t = std::clamp(fw / ff, 0.0, 1.0);
  }
  result.s = s;
  result.t = t;
  result.on_first = a + s * e;
  result.on_second = c + t * f;
  return result;
}

TrianglePoint nearest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
  using Part = TrianglePoint::Part;
  const Vec3 ab = b - a, ac = c - a, ap = p - a;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0.0 && d2 <= 0.0) return {a, Part::vertex, 0};
  const Vec3 bp = p - b;
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0.0 && d4 <= d3) return {b, Part::vertex, 1};
  const Vec3 cp = p - c;
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0.0 && d5 <= d6) return {c, Part::vertex, 2};
  // Which edges have p on their outer side, by n × e; a triangle without area has only edges.
  const Vec3 n = ab.cross(ac);
  const bool flat = n.squaredNorm() <= 1e-28 * ab.squaredNorm() * ac.squaredNorm();
  const bool out[3] = {flat || n.cross(ab).dot(ap) <= 0.0, flat || n.cross(c - b).dot(bp) <= 0.0,
                       flat || n.cross(a - c).dot(cp) <= 0.0};
  if (!out[0] && !out[1] && !out[2]) {
    // Along the normal: nothing cancels when p is near the plane.
    return {p - n * (n.dot(ap) / n.squaredNorm()), Part::face, 0};
  }
  const Vec3* corner[3] = {&a, &b, &c};
  TrianglePoint best;
  double least = INFINITY;
  for (int k = 0; k < 3; ++k) {
    if (!out[k]) continue;
    const Vec3 &from = *corner[k], &to = *corner[(k + 1) % 3];
    const double t = nearest_on_segment(p, from, to);
    const Vec3 q = from + t * (to - from);
    const double square = (p - q).squaredNorm();
    if (square >= least) continue;
    least = square;
    best.point = t == 0.0 ? from : t == 1.0 ? to : q;
    best.part = t > 0.0 && t < 1.0 ? Part::edge : Part::vertex;
    best.index = t < 1.0 ? k : (k + 1) % 3;
  }
  return best;
}

}  // namespace outrigger::contact
