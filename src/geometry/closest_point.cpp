#include "geometry/closest_point.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/elementary.h"

namespace outrigger::geometry {

Vec3 closest_point_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 u = b - a;
  const double length2 = u.squaredNorm();
  if (!(length2 > 0.0)) return a;
  const double t = (p - a).dot(u) / length2;
  return t >= 1.0 ? b : t <= 0.0 ? a : Vec3(a + t * u);
}

Vec3 closest_point_on_triangle(const Vec3& p, const Corners& t) {
  // Over the face if p is on the inner side of all three edges.
  const Vec3 n = triangle_normal(t[0], t[1], t[2]);
  bool over = n.squaredNorm() > 0.5;
  for (std::size_t c = 0; c < 3 && over; ++c) {
    over = n.dot((t[(c + 1) % 3] - t[c]).cross(p - t[c])) >= 0.0;
  }
  if (over) return p - n * n.dot(p - t[0]);
  Vec3 best = t[0];
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < 3; ++c) {
    const Vec3 q = closest_point_on_segment(p, t[c], t[(c + 1) % 3]);
    const double d = (q - p).squaredNorm();
    if (d < least) {
      least = d;
      best = q;
    }
  }
  return best;
}

NearestOnMesh nearest_on_mesh(const Mesh& mesh, const BoxTree& tree, const Vec3& p, double limit) {
  double squared = limit * limit;
  NearestOnMesh result;
  result.face = tree.nearest(p, squared, [&](std::int32_t f) {
    return (closest_point_on_triangle(p, mesh.corners(f)) - p).squaredNorm();
  });
  if (result.face == Mesh::kNone) return result;
  result.point = closest_point_on_triangle(p, mesh.corners(result.face));
  result.distance = (result.point - p).norm();
  return result;
}

double winding_number(const Mesh& mesh, const Vec3& p) {
  double sum = 0.0;
  for (std::int32_t f = 0; f < mesh.face_count(); ++f) {
    const Corners t = mesh.corners(f);
    const Vec3 a = t[0] - p, b = t[1] - p, c = t[2] - p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    const double spat = a.dot(b.cross(c));
    const double cosine = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    if (spat != 0.0 || cosine < 0.0) sum += elementary::atan2(spat, cosine);
  }
  return sum / (2.0 * std::numbers::pi);
}

}  // namespace outrigger::geometry
