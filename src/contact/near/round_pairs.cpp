#include "contact/near/round_pairs.h"

#include <cmath>

#include "contact/near/convex_points.h"
#include "contact/near/segments.h"

namespace outrigger::contact {
namespace {

using namespace geometry;
using Kind = Feature::Kind;

/// Two round things with centres p (of A) and q (of B); `fallback` where the centres are one.
void add_round(const Vec3& p, double radius_p, const Vec3& q, double radius_q, const Vec3& fallback,
               const Feature& feature_a, const Feature& feature_b, Contacts& out) {
  const Vec3 difference = p - q;
  const double distance = difference.norm();
  const double depth = radius_p + radius_q - distance;
  if (!(depth > 0.0)) return;
  const Vec3 n = distance > 0.0 ? Vec3(difference / distance) : fallback;
  out.push_back({p - radius_p * n, q + radius_q * n, n, depth, feature_a, feature_b});
}

void ends_of(const Capsule& capsule, const Pose& pose, Vec3& low, Vec3& high) {
  const Vec3 reach = capsule.half_length * pose.rotation.col(2);
  low = pose.position - reach;
  high = pose.position + reach;
}

Feature capsule_feature(double at) { return {Kind::smooth, at <= 0.0 ? 0 : at >= 1.0 ? 1 : 2}; }

/// A contact found in the frame of B, into the world.
void add_placed(const Pose& pose_b, const Vec3& core, double radius, const Vec3& on_surface,
                const Vec3& normal, double depth, const Feature& a, const Feature& b,
                Contacts& out) {
  const Vec3 n = pose_b.direction(normal);
  out.push_back({pose_b.point(core - radius * normal), pose_b.point(on_surface), n, depth, a, b});
}

}  // namespace

void contact_sphere_sphere(const Sphere& a, const Pose& pose_a, const Sphere& b, const Pose& pose_b,
                           Contacts& out) {
  add_round(pose_a.position, a.radius, pose_b.position, b.radius, Vec3::UnitZ(), {}, {}, out);
}

void contact_sphere_box(const Sphere& a, const Pose& pose_a, const BoxShape& b, const Pose& pose_b,
                        Contacts& out) {
  // In the box's frame the nearest point is the centre, limited side by side (THESIS eq. 4.21).
  const Vec3 v = pose_b.local_point(pose_a.position);
  Vec3 q = v.cwiseMax(-b.half).cwiseMin(b.half);
  Vec3 n = v - q;
  double distance = n.norm();
  int bits = 0, outside = 0, inner_axis = 0, outer_axis = 0;
  for (int k = 0; k < 3; ++k) {
    if (v[k] > 0.0) bits |= 1 << k;
    const bool out_here = q[k] != v[k];
    outside += out_here;
    (out_here ? outer_axis : inner_axis) = k;
  }
  Feature feature{Kind::vertex, bits};
  if (outside == 2) feature = {Kind::edge, 8 * inner_axis + (bits & ~(1 << inner_axis))};
  if (outside == 0) {
    // Inside: out by the nearest face.
    (b.half - v.cwiseAbs()).minCoeff(&outer_axis);
    distance = std::abs(v[outer_axis]) - b.half[outer_axis];
    n = (v[outer_axis] < 0.0 ? -1.0 : 1.0) * Vec3::Unit(outer_axis);
    q = v - distance * n;
  } else {
    n /= distance;
  }
  if (outside < 2) feature = {Kind::face, 2 * (2 - outer_axis) + (n[outer_axis] > 0.0)};
  const double depth = a.radius - distance;
  if (!(depth > 0.0)) return;
  add_placed(pose_b, v, a.radius, q, n, depth, {}, feature, out);
}

void contact_sphere_convex(const Sphere& a, const Pose& pose_a, const ConvexView& b,
                           const Pose& pose_b, Contacts& out) {
  const Vec3 p = pose_b.local_point(pose_a.position);
  const ConvexPoint nearest = nearest_on_convex(b, p);
  const double depth = a.radius - nearest.distance;
  if (!(depth > 0.0)) return;
  add_placed(pose_b, p, a.radius, nearest.on_surface, nearest.normal, depth, {}, nearest.feature,
             out);
}

void contact_capsule_sphere(const Capsule& a, const Pose& pose_a, const Sphere& b,
                            const Pose& pose_b, Contacts& out) {
  Vec3 low, high;
  ends_of(a, pose_a, low, high);
  const double t = nearest_on_segment(pose_b.position, low, high);
  add_round(low + t * (high - low), a.radius, pose_b.position, b.radius, pose_a.rotation.col(0),
            capsule_feature(t), {}, out);
}

void contact_capsule_capsule(const Capsule& a, const Pose& pose_a, const Capsule& b,
                             const Pose& pose_b, Contacts& out) {
  Vec3 a0, a1, b0, b1;
  ends_of(a, pose_a, a0, a1);
  ends_of(b, pose_b, b0, b1);
  const SegmentPoints points = nearest_of_segments(a0, a1, b0, b1);
  Vec3 fallback = (a1 - a0).cross(b1 - b0);
  fallback = fallback.squaredNorm() > 0.0 ? Vec3(fallback.normalized())
                                          : perpendicular_to(pose_a.rotation.col(2));
  if (!points.parallel) {
    add_round(points.on_first, a.radius, points.on_second, b.radius, fallback,
              capsule_feature(points.s), capsule_feature(points.t), out);
    return;
  }
  // Side by side: both ends of the common part of A.
  const double s0 = nearest_on_segment(b0, a0, a1), s1 = nearest_on_segment(b1, a0, a1);
  for (int end = 0; end < 2; ++end) {
    const double s = end == 0 ? std::min(s0, s1) : std::max(s0, s1);
    if (end == 1 && s0 == s1) break;
    const Vec3 p = a0 + s * (a1 - a0);
    const double t = nearest_on_segment(p, b0, b1);
    add_round(p, a.radius, b0 + t * (b1 - b0), b.radius, fallback, {Kind::smooth, end},
              capsule_feature(t), out);
  }
}

void contact_capsule_convex(const Capsule& a, const Pose& pose_a, const ConvexView& b,
                            const Pose& pose_b, Contacts& out) {
  Vec3 low, high;
  ends_of(a, pose_a, low, high);
  low = pose_b.local_point(low);
  high = pose_b.local_point(high);
  const ConvexSegment nearest = nearest_on_convex(b, low, high);
  const double depth = a.radius - nearest.distance;
  if (!(depth > 0.0)) return;
  const Vec3 core = low + nearest.at * (high - low);
  add_placed(pose_b, core, a.radius, nearest.on_surface, nearest.normal, depth,
             capsule_feature(nearest.at), nearest.feature, out);
  // Lying along a face: the far end of the part over it touches too.
  for (std::size_t f = 0; f < b.planes.size(); ++f) {
    const Vec3& n = b.planes[f].normal;
    if (n.dot(nearest.normal) < 0.995) continue;
    if (std::abs(n.dot(high - low)) > 0.1 * (high - low).norm()) continue;
    const Interval over = clip_to_face(b, f, low, high);
    if (over.low >= over.high) continue;
    const double s = nearest.at - over.low > over.high - nearest.at ? over.low : over.high;
    if (std::abs(s - nearest.at) < 1e-6) continue;
    const Vec3 p = low + s * (high - low);
    const double distance = b.planes[f].height(p);
    if (!(distance < a.radius)) continue;
    add_placed(pose_b, p, a.radius, p - distance * n, n, a.radius - distance,
               {Kind::smooth, s < nearest.at ? 0 : 1}, {Kind::face, static_cast<std::int32_t>(f)},
               out);
    break;
  }
}

void contact_capsule_box(const Capsule& a, const Pose& pose_a, const BoxShape& b,
                         const Pose& pose_b, Contacts& out) {
  contact_capsule_convex(a, pose_a, BoxPolyhedron(b).view(), pose_b, out);
}

void contact_aabb_aabb(const Box& a, const Box& b, Contacts& out) {
  double least = INFINITY;
  int axis = 0;
  bool from_above = true;
  for (int k = 0; k < 3; ++k) {
    const double up = b.high[k] - a.low[k], down = a.high[k] - b.low[k];
    if (std::min(up, down) >= least) continue;
    least = std::min(up, down);
    axis = k;
    from_above = up <= down;
  }
  if (!(least >= 0.0) || !a.overlaps(b)) return;
  // In the middle of the common part, seen along the axis.
  const Vec3 low = a.low.cwiseMax(b.low), high = a.high.cwiseMin(b.high);
  Contact contact;
  contact.on_a = contact.on_b = 0.5 * (low + high);
  contact.on_a[axis] = from_above ? a.low[axis] : a.high[axis];
  contact.on_b[axis] = from_above ? b.high[axis] : b.low[axis];
  contact.normal = (from_above ? 1.0 : -1.0) * Vec3::Unit(axis);
  contact.depth = least;
  contact.feature_a = {Kind::face, 2 * (2 - axis) + (from_above ? 0 : 1)};
  contact.feature_b = {Kind::face, 2 * (2 - axis) + (from_above ? 1 : 0)};
  out.push_back(contact);
}

}  // namespace outrigger::contact
