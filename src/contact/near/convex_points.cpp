#include "contact/near/convex_points.h"

#include <cmath>

#include "contact/near/segments.h"

namespace outrigger::contact {
namespace {

using geometry::ConvexPolyhedron;
using geometry::ConvexView;
using geometry::Plane;
using Kind = Feature::Kind;

const Vec3& corner_at(const ConvexView& convex, std::int32_t v) {
  return convex.vertices[static_cast<std::size_t>(v)];
}

bool over_side(const ConvexView& convex, std::size_t face, const Vec3& p) {
  const auto loop = convex.loop(face);
  const Vec3& n = convex.planes[face].normal;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3& from = corner_at(convex, loop[i]);
    const Vec3& to = corner_at(convex, loop[(i + 1) % loop.size()]);
    if (n.cross(to - from).dot(p - from) < 0.0) return false;
  }
  return true;
}

}  // namespace

ConvexPoint nearest_on_convex(const ConvexView& convex, const Vec3& p) {
  // The plane that p is highest above: inside, the least exit; outside, often the face itself.
  ConvexPoint result;
  result.distance = -INFINITY;
  std::size_t highest = 0;
  for (std::size_t f = 0; f < convex.planes.size(); ++f) {
    const double height = convex.planes[f].height(p);
    if (height <= result.distance) continue;
    result.distance = height;
    highest = f;
  }
  result.normal = convex.planes[highest].normal;
  result.on_surface = p - result.distance * result.normal;
  result.feature = {Kind::face, static_cast<std::int32_t>(highest)};
  if (result.distance <= 0.0 || over_side(convex, highest, p)) return result;

  for (std::size_t f = 0; f < convex.planes.size(); ++f) {
    const double height = convex.planes[f].height(p);
    if (height <= 0.0 || !over_side(convex, f, p)) continue;
    const Vec3& n = convex.planes[f].normal;
    return {height, n, p - height * n, {Kind::face, static_cast<std::int32_t>(f)}};
  }
  double least = INFINITY;
  for (std::size_t i = 0; i < convex.edges.size(); ++i) {
    const ConvexPolyhedron::Edge& edge = convex.edges[i];
    const Vec3 &from = corner_at(convex, edge.from), &to = corner_at(convex, edge.to);
    const double t = nearest_on_segment(p, from, to);
    const Vec3 q = from + t * (to - from);
    const double square = (p - q).squaredNorm();
    if (square >= least) continue;
    least = square;
    result.on_surface = q;
    result.feature = t <= 0.0   ? Feature{Kind::vertex, edge.from}
                     : t >= 1.0 ? Feature{Kind::vertex, edge.to}
                                : Feature{Kind::edge, static_cast<std::int32_t>(i)};
  }
  const double distance = std::sqrt(least);
  // So near that the direction is rounding: the plane's normal is as good.
  if (distance > 0.0) result.normal = (p - result.on_surface) / distance;
  result.distance = distance;
  return result;
}

ConvexSegment nearest_on_convex(const ConvexView& convex, const Vec3& a, const Vec3& b) {
  const auto from_point = [](const ConvexPoint& p, double corner_at) {
    return ConvexSegment{p.distance, p.normal, p.on_surface, p.feature, corner_at};
  };
  const ConvexPoint first = nearest_on_convex(convex, a), second = nearest_on_convex(convex, b);
  // Clip by all planes: what is left crosses the polyhedron.
  double low = 0.0, high = 1.0;
  for (const Plane& plane : convex.planes) {
    const double from = plane.height(a), slope = plane.normal.dot(b - a);
    if (slope > 0.0) {
      high = std::min(high, -from / slope);
    } else if (slope < 0.0) {
      low = std::max(low, -from / slope);
    } else if (from > 0.0) {
      high = -1.0;
    }
  }
  const Vec3 along = b - a;
  if (low > high) {
    // Apart: an end is nearest to the polyhedron, or the inside of the segment to an edge.
    ConvexSegment best =
        second.distance < first.distance ? from_point(second, 1.0) : from_point(first, 0.0);
    for (std::size_t i = 0; i < convex.edges.size(); ++i) {
      const ConvexPolyhedron::Edge& edge = convex.edges[i];
      const SegmentPoints points =
          nearest_of_segments(a, b, corner_at(convex, edge.from), corner_at(convex, edge.to));
      const Vec3 difference = points.on_first - points.on_second;
      const double distance = difference.norm();
      if (distance >= best.distance || !(distance > 0.0)) continue;
      best = {distance,
              difference / distance,
              points.on_second,
              {Kind::edge, static_cast<std::int32_t>(i)},
              points.s};
      if (points.t <= 0.0) best.feature = {Kind::vertex, edge.from};
      if (points.t >= 1.0) best.feature = {Kind::vertex, edge.to};
    }
    return best;
  }
  // Crossing: the direction of least shift. By a face, its lower end leaves last.
  ConvexSegment best;
  best.distance = -INFINITY;
  for (std::size_t f = 0; f < convex.planes.size(); ++f) {
    const double from = convex.planes[f].height(a), to = convex.planes[f].height(b);
    const double lower = std::min(from, to);
    if (lower <= best.distance) continue;
    const Vec3& n = convex.planes[f].normal;
    const double t = from == to ? 0.5 * (low + high) : (to < from ? 1.0 : 0.0);
    best = {lower, n, a + t * along - lower * n, {Kind::face, static_cast<std::int32_t>(f)}, t};
  }
  for (std::size_t i = 0; i < convex.edges.size(); ++i) {
    const ConvexPolyhedron::Edge& edge = convex.edges[i];
    const Vec3 &from = corner_at(convex, edge.from), &to = corner_at(convex, edge.to);
    Vec3 n = along.cross(to - from);
    const double length = n.norm();
    if (length <= 1e-9 * along.norm() * (to - from).norm()) continue;
    n /= length;
    if (n.dot(from - convex.centre) < 0.0) n = -n;
    // Only a direction between the normals of the edge's faces supports the polyhedron there.
    const Vec3 direction = to - from;
    const Vec3 inner_left =
        convex.planes[static_cast<std::size_t>(edge.left)].normal.cross(direction);
    const Vec3 inner_right =
        direction.cross(convex.planes[static_cast<std::size_t>(edge.right)].normal);
    if (n.dot(inner_left) > 0.0 || n.dot(inner_right) > 0.0) continue;
    const double height = n.dot(a - from);
    if (height <= best.distance) continue;
    const SegmentPoints points = nearest_of_segments(a, b, from, to);
    best = {height, n, points.on_second, {Kind::edge, static_cast<std::int32_t>(i)}, points.s};
  }
  return best;
}

Interval clip_to_face(const ConvexView& convex, std::size_t face, const Vec3& a, const Vec3& b) {
  Interval result;
  const auto loop = convex.loop(face);
  const Vec3& n = convex.planes[face].normal;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3& from = corner_at(convex, loop[i]);
    const Vec3 inner = n.cross(corner_at(convex, loop[(i + 1) % loop.size()]) - from);
    const double height = inner.dot(a - from), slope = inner.dot(b - a);
    if (slope > 0.0) {
      result.low = std::max(result.low, -height / slope);
    } else if (slope < 0.0) {
      result.high = std::min(result.high, -height / slope);
    } else if (height < 0.0) {
      result.high = -1.0;
    }
  }
  return result;
}

}  // namespace outrigger::contact
