/// Shapes A against a half space B (geometry::Plane, in the frame that the pose leads to).
///
/// The deepest point of A lies opposite to the normal n of the plane; depth δ = offset - n·p > 0
/// (THESIS eq. 4.28, corrections §5). Several points keep a flat or straight shape from tipping: their
/// depths are each point's own. Contacts with δ > 0 are appended to `out`. Exact to rounding.
#pragma once

#include "contact/near/contact.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

void contact_sphere_plane(const geometry::Sphere& a, const Pose& pose, const geometry::Plane& b,
                          Contacts& out);

/// Every corner below the plane. feature_a: vertex, bits of `index` tell the + sides of x, y, z.
void contact_box_plane(const geometry::BoxShape& a, const Pose& pose, const geometry::Plane& b,
                       Contacts& out);

/// Both ends. feature_a: smooth, index 0 at -z, 1 at +z.
void contact_capsule_plane(const geometry::Capsule& a, const Pose& pose, const geometry::Plane& b,
                           Contacts& out);

/// The lowest point of each rim, and on the lower rim three more, a quarter turn apart: a standing
/// cylinder has four, a lying one two. feature_a: edge, index = rim (0 at -z, 4 at +z) + quarter.
void contact_cylinder_plane(const geometry::Cylinder& a, const Pose& pose, const geometry::Plane& b,
                            Contacts& out);

/// PENDULUM eqs. 13-33 in the closed form of corrections §8, for a plane of any direction:
///   w = Rᵀ n,  h = sqrt(Σ a_i² w_i²),  δ = h - (n·x - offset),  point = x - R (a_i² w_i) / h
/// with semi-axes a_i [m], centre x and rotation R of the ellipsoid.
void contact_ellipsoid_plane(const geometry::Ellipsoid& a, const Pose& pose,
                             const geometry::Plane& b, Contacts& out);

/// Every vertex below the plane.
void contact_convex_plane(const geometry::ConvexPolyhedron& a, const Pose& pose,
                          const geometry::Plane& b, Contacts& out);

/// The lowest point, and on the lower rims of a lying ring three more a quarter turn apart.
void contact_torus_plane(const geometry::Torus& a, const Pose& pose, const geometry::Plane& b,
                         Contacts& out);

/// Points of a cylinder's rims that may touch a plane of normal n: the lowest of the far rim, then
/// four of the near one from its lowest a quarter turn apart. Returns the place of the near rim:
/// 0 at -z, 4 at +z.
int cylinder_probes(const geometry::Cylinder& a, const Pose& pose, const Vec3& n,
                    Vec3 (&points)[5]);

}  // namespace outrigger::contact
