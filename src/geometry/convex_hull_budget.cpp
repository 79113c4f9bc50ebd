#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "geometry/closest_point.h"
#include "geometry/convex_hull.h"
#include "geometry/exact.h"
#include "geometry/mass_properties.h"
#include "math/elementary.h"

namespace outrigger::geometry {
namespace {

struct HullPlane {
  Vec3 normal;
  double offset = 0.0;  ///< the body is where normal · x ≤ offset
};

/// What the greedy search works on: the exact hull, around an inner point as origin.
struct Target {
  Mesh hull;
  BoxTree tree;
  double size = 0.0;

  HullPlane support(const Vec3& direction) const {
    HullPlane plane = {direction.normalized(), -std::numeric_limits<double>::infinity()};
    for (const Vec3& v : hull.vertices())
      plane.offset = std::max(plane.offset, plane.normal.dot(v));
    return plane;
  }
};

/// Corners of the body between planes, by the hull of the dual points normal/offset: each of its
/// faces is a corner. Empty when it is not bounded.
std::vector<Vec3> corners_between(const std::vector<HullPlane>& planes) {
  std::vector<Vec3> dual;
  for (const HullPlane& p : planes) dual.push_back(p.normal / p.offset);
  const ConvexHull hull = convex_hull(dual);
  if (hull.dimension < 3) return {};
  std::vector<Vec3> corners;
  for (std::int32_t f = 0; f < hull.mesh.face_count(); ++f) {
    const Vec3& m = hull.mesh.normal(f);
    const double e = m.dot(hull.mesh.corners(f)[0]);
    if (!(e > 0.0)) return {};
    corners.emplace_back(m / e);
  }
  return corners;
}

/// Corners that are the same but for rounding become one.
std::vector<Vec3> without_twins(const std::vector<Vec3>& corners, double tolerance) {
  std::vector<Vec3> kept;
  for (const Vec3& c : corners) {
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const Vec3& k) { return (k - c).norm() <= tolerance; })) {
      kept.push_back(c);
    }
  }
  return kept;
}

/// A body between planes, measured against the hull.
struct Body {
  std::vector<HullPlane> planes;
  std::vector<Vec3> corners;
  double error = std::numeric_limits<double>::infinity();  ///< of the farthest corner
  double cost = std::numeric_limits<double>::infinity();   ///< soft maximum: Σ error⁸
  Vec3 direction = Vec3::Zero();                           ///< of the farthest corner

  bool fits(int max_faces) const {
    return corners.size() >= 4 && 2 * corners.size() - 4 <= static_cast<std::size_t>(max_faces);
  }
};

Body measure(const Target& target, std::vector<HullPlane> planes) {
  Body body;
  body.corners = without_twins(corners_between(planes), 1e-12 * target.size);
  body.planes = std::move(planes);
  if (body.corners.size() < 4) return body;
  body.error = body.cost = 0.0;
  for (const Vec3& c : body.corners) {
    const NearestOnMesh nearest = nearest_on_mesh(target.hull, target.tree, c);
    const double relative = nearest.distance / target.size, squared = relative * relative;
    body.cost += squared * squared * squared * squared;
    if (nearest.distance <= body.error) continue;
    body.error = nearest.distance;
    body.direction = c - nearest.point;
  }
  return body;
}

/// Adds supporting planes where the body reaches farthest beyond the hull, as long as the triangles
/// (2 V - 4) stay within the budget.
Body refine(const Target& target, std::vector<HullPlane> planes, int max_faces) {
  Body best;
  for (;;) {
    Body body = measure(target, planes);
    if (!body.fits(max_faces)) return best;
    best = std::move(body);
    if (best.error <= 1e-9 * target.size) return best;
    planes.push_back(target.support(best.direction));
  }
}

/// Takes one plane away and puts another where the body then reaches farthest, while that helps.
void exchange(const Target& target, Body& best, int max_faces) {
  constexpr std::size_t kMaxPlanes = 40;  // the cost grows with their square
  if (best.planes.size() > kMaxPlanes) return;
  for (int round = 0; round < 5; ++round) {
    const double before = best.cost;
    for (std::size_t i = 0; i < best.planes.size(); ++i) {
      std::vector<HullPlane> fewer = best.planes;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      const Body without = measure(target, fewer);
      if (without.corners.size() < 4 || !(without.error > 0.0)) continue;
      fewer.push_back(target.support(without.direction));
      Body other = measure(target, std::move(fewer));
      if (other.fits(max_faces) && other.cost < best.cost) best = std::move(other);
    }
    if (best.cost > 0.99 * before) break;
  }
}

/// Planes in directions spread evenly along a spiral (E. B. Saff, A. B. J. Kuijlaars, Math.
/// Intelligencer 19, 1997): near the best for round bodies.
std::vector<HullPlane> planes_all_around(const Target& target, int count) {
  std::vector<HullPlane> planes;
  double angle = 0.0;
  for (int k = 0; k < count; ++k) {
    const double z = -1.0 + 2.0 * k / (count - 1);
    const double r = std::sqrt(std::max(0.0, 1.0 - z * z));
    angle += r > 1e-9 ? 3.6 / (std::sqrt(static_cast<double>(count)) * r) : 0.0;
    const auto [sine, cosine] = elementary::sincos(angle);
    planes.push_back(target.support(Vec3(r * cosine, r * sine, z)));
  }
  return planes;
}

std::vector<HullPlane> box_around(const Target& target, const Mat3& axes) {
  std::vector<HullPlane> planes;
  for (int k = 0; k < 3; ++k) {
    planes.push_back(target.support(axes.col(k)));
    planes.push_back(target.support(-axes.col(k)));
  }
  return planes;
}

std::vector<HullPlane> tetrahedron_around(const Target& target, const Mat3& axes, double sign) {
  std::vector<HullPlane> planes;
  for (const Vec3& d : {Vec3(1, 1, 1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)}) {
    planes.push_back(target.support(sign * (axes * d)));
  }
  return planes;
}

/// Axes along the longest edge of the largest face: right for bodies that are nearly boxes.
Mat3 axes_of_largest_face(const Mesh& hull) {
  double best = -1.0;
  Mat3 axes = Mat3::Identity();
  for (std::int32_t f = 0; f < hull.face_count(); ++f) {
    const Corners t = hull.corners(f);
    const double area = triangle_area(t[0], t[1], t[2]);
    if (area <= best || hull.normal(f).squaredNorm() < 0.5) continue;
    best = area;
    Vec3 along = t[1] - t[0];
    for (std::size_t c = 1; c < 3; ++c) {
      // The legs of half a rectangle, not its diagonal.
      const Vec3 edge = t[(c + 1) % 3] - t[c];
      if (edge.squaredNorm() < along.squaredNorm()) along = edge;
    }
    axes.col(0) = along.normalized();
    axes.col(1) = hull.normal(f).cross(axes.col(0)).normalized();
    axes.col(2) = hull.normal(f);
  }
  return axes;
}

bool contains(const Mesh& body, const std::vector<Vec3>& points) {
  for (const Triangle& t : body.faces()) {
    for (const Vec3& p : points) {
      if (side_of_plane(body.vertex(t[0]), body.vertex(t[1]), body.vertex(t[2]), p) > 0) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

ConvexHull convex_hull(std::span<const Vec3> points, int max_faces) {
  if (max_faces < 4) {
    throw Error(fmt::format("a hull of at most {} faces: a body has at least 4", max_faces));
  }
  ConvexHull exact = convex_hull(points);
  if (exact.dimension < 3) {
    static const char* const kWhat[] = {"there are none", "all coincide", "all lie on a line",
                                        "all lie in a plane"};
    throw Error(fmt::format("the points span no volume: {}", kWhat[exact.dimension + 1]));
  }
  if (exact.mesh.face_count() <= max_faces) return exact;

  Vec3 inner = Vec3::Zero();
  for (const Vec3& v : exact.mesh.vertices()) inner += v / exact.mesh.vertex_count();
  std::vector<Vec3> moved = exact.mesh.vertices();
  for (Vec3& v : moved) v -= inner;
  Target target;
  target.hull = Mesh(std::move(moved), exact.mesh.faces());
  target.tree = BoxTree(target.hull);
  target.size = target.hull.box().size().norm();

  Body best;
  const auto try_from = [&](std::vector<HullPlane> planes) {
    // A plane through the inner point has no dual; only bodies without thickness have one.
    for (const HullPlane& p : planes) {
      if (!(p.offset > 1e-14 * target.size)) return;
    }
    Body body = refine(target, std::move(planes), max_faces);
    exchange(target, body, max_faces);
    if (body.error < best.error) best = std::move(body);
  };
  Mat3 spread = Mat3::Zero();
  for (const Vec3& v : target.hull.vertices()) spread += v * v.transpose();
  for (const Mat3& axes :
       {Mat3(Mat3::Identity()), principal_axes(spread).axes, axes_of_largest_face(target.hull)}) {
    try_from(box_around(target, axes));
    for (const double sign : {1.0, -1.0}) try_from(tetrahedron_around(target, axes, sign));
  }
  // k planes in general have 2 k - 4 corners, so 4 k - 12 triangles.
  if (max_faces >= 12) try_from(planes_all_around(target, (max_faces + 12) / 4));
  // Rounding may leave points outside by some 1e-16 of the size: grow until the exact test passes.
  for (double growth = 0x1p-52; growth < 1e-3 && !best.corners.empty(); growth *= 2.0) {
    std::vector<Vec3> corners = best.corners;
    for (Vec3& c : corners) c = c * (1.0 + growth) + inner;
    ConvexHull result = convex_hull(corners);
    if (result.dimension < 3 || !contains(result.mesh, exact.mesh.vertices())) continue;
    result.points.clear();
    const BoxTree tree(exact.mesh);
    for (const Vec3& v : result.mesh.vertices()) {
      result.error = std::max(result.error, nearest_on_mesh(exact.mesh, tree, v).distance);
    }
    return result;
  }
  throw Error(
      fmt::format("no hull of at most {} faces was found: the points are nearly flat; allow more "
                  "faces (the exact hull has {})",
                  max_faces, exact.mesh.face_count()));
}

}  // namespace outrigger::geometry
