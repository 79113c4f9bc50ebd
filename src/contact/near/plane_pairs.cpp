#include "contact/near/plane_pairs.h"

#include <cmath>

#include "contact/near/segments.h"

namespace outrigger::contact {
namespace {

using Kind = Feature::Kind;

/// A rim or ring that is tilted by less than this [rad] lies flat: its lowest point is anywhere, and points
/// that go round with every breath would keep it from coming to rest. They miss the lowest by 3e-6 of its
/// radius at most.
constexpr double kFlatToPlane = 1e-5;

/// Adds a point of A if it is below the plane.
void add(const Vec3& p, const geometry::Plane& b, const Feature& feature, Contacts& out) {
  const double depth = -b.height(p);
  if (!(depth > 0.0)) return;
  out.push_back({p, p + depth * b.normal, b.normal, depth, feature, {Kind::face, 0}});
}

}  // namespace

void contact_sphere_plane(const geometry::Sphere& a, const Pose& pose, const geometry::Plane& b,
                          Contacts& out) {
  const double height = b.height(pose.position), depth = a.radius - height;
  if (!(depth > 0.0)) return;
  out.push_back({pose.position - a.radius * b.normal,
                 pose.position - height * b.normal,
                 b.normal,
                 depth,
                 {Kind::smooth, 0},
                 {Kind::face, 0}});
}

void contact_box_plane(const geometry::BoxShape& a, const Pose& pose, const geometry::Plane& b,
                       Contacts& out) {
  for (int i = 0; i < 8; ++i) {
    const Vec3 sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    add(pose.point(a.half.cwiseProduct(sign)), b, {Kind::vertex, i}, out);
  }
}

void contact_capsule_plane(const geometry::Capsule& a, const Pose& pose, const geometry::Plane& b,
                           Contacts& out) {
  for (int end = 0; end < 2; ++end) {
    const double z = end == 0 ? -a.half_length : a.half_length;
    const Vec3 c = pose.position + z * pose.rotation.col(2);
    add(c - a.radius * b.normal, b, {Kind::smooth, end}, out);
  }
}

int cylinder_probes(const geometry::Cylinder& a, const Pose& pose, const Vec3& n,
                    Vec3 (&points)[5]) {
  const Vec3 axis = pose.rotation.col(2);
  const double along = n.dot(axis);
  Vec3 down = -(n - along * axis);
  const double length = down.norm();
  // Straight upright there is no lowest point of the rim: the x axis, then.
  down = length > kFlatToPlane ? Vec3(down / length) : Vec3(pose.rotation.col(0));
  const Vec3 side = axis.cross(down);
  const Vec3 near = pose.position + (along > 0.0 ? -a.half_length : a.half_length) * axis;
  const Vec3 far = pose.position + (along > 0.0 ? a.half_length : -a.half_length) * axis;
  points[0] = far + a.radius * down;
  points[1] = near + a.radius * down;
  points[2] = near + a.radius * side;
  points[3] = near - a.radius * down;
  points[4] = near - a.radius * side;
  return along > 0.0 ? 0 : 4;
}

void contact_cylinder_plane(const geometry::Cylinder& a, const Pose& pose, const geometry::Plane& b,
                            Contacts& out) {
  Vec3 points[5];
  const int near = cylinder_probes(a, pose, b.normal, points);
  add(points[0], b, {Kind::edge, 4 - near}, out);
  for (int k = 0; k < 4; ++k) add(points[k + 1], b, {Kind::edge, near + k}, out);
}

void contact_ellipsoid_plane(const geometry::Ellipsoid& a, const Pose& pose,
                             const geometry::Plane& b, Contacts& out) {
  const Vec3 scaled = a.semi_axes.cwiseProduct(pose.local_direction(b.normal));
  const double h = scaled.norm();
  const double depth = h - b.height(pose.position);
  if (!(depth > 0.0)) return;
  const Vec3 p = pose.position - pose.direction(a.semi_axes.cwiseProduct(scaled) / h);
  out.push_back({p, p + depth * b.normal, b.normal, depth, {Kind::smooth, 0}, {Kind::face, 0}});
}

void contact_convex_plane(const geometry::ConvexPolyhedron& a, const Pose& pose,
                          const geometry::Plane& b, Contacts& out) {
  const Vec3 n = pose.local_direction(b.normal);
  const double offset = b.offset - b.normal.dot(pose.position);
  for (std::size_t i = 0; i < a.vertices.size(); ++i) {
    if (n.dot(a.vertices[i]) >= offset) continue;
    add(pose.point(a.vertices[i]), b, {Kind::vertex, static_cast<std::int32_t>(i)}, out);
  }
}

void contact_torus_plane(const geometry::Torus& a, const Pose& pose, const geometry::Plane& b,
                         Contacts& out) {
  const Vec3 axis = pose.rotation.col(2);
  Vec3 down = -(b.normal - b.normal.dot(axis) * axis);
  const double length = down.norm();
  down = length > kFlatToPlane ? Vec3(down / length) : Vec3(pose.rotation.col(0));
  const Vec3 side = axis.cross(down);
  const Vec3 around[4] = {down, side, -down, -side};
  for (int k = 0; k < 4; ++k) {
    const Vec3 core = pose.position + a.ring * around[k];
    add(core - a.tube * b.normal, b, {Kind::smooth, k}, out);
  }
}

}  // namespace outrigger::contact
