/// Spheres and capsules A against spheres, capsules, boxes and convex polyhedra B.
///
/// A sphere is a point and a capsule a segment, each with a radius r. The nearest points of core
/// and B give distance and normal n from B to A; depth δ = r - distance (+ the radius of a round
/// B). Where the core itself is inside of B, n is the direction of least exit and δ = r + exit
/// (corrections §5 on THESIS eqs. 4.21-4.22). Contacts with δ > 0 are appended to `out`; exact to
/// rounding. Equal centres (or crossing cores of capsules) have no normal: a fixed one
/// perpendicular to the cores is taken.
///
/// Features of a box are those of geometry::BoxPolyhedron. Of a capsule: smooth, index 0 at the -z end, 1 at the +z end, 2
/// in between.
#pragma once

#include "contact/near/contact.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

void contact_sphere_sphere(const geometry::Sphere& a, const Pose& pose_a, const geometry::Sphere& b,
                           const Pose& pose_b, Contacts& out);
void contact_sphere_box(const geometry::Sphere& a, const Pose& pose_a, const geometry::BoxShape& b,
                        const Pose& pose_b, Contacts& out);
void contact_sphere_convex(const geometry::Sphere& a, const Pose& pose_a,
                           const geometry::ConvexView& b, const Pose& pose_b, Contacts& out);

void contact_capsule_sphere(const geometry::Capsule& a, const Pose& pose_a,
                            const geometry::Sphere& b, const Pose& pose_b, Contacts& out);

/// One contact; for parallel capsules beside each other one at each end of the common part.
void contact_capsule_capsule(const geometry::Capsule& a, const Pose& pose_a,
                             const geometry::Capsule& b, const Pose& pose_b, Contacts& out);

/// The deepest place; where the capsule lies along a face (to about 6 degrees), also the other end
/// of the part of it that is over the face.
void contact_capsule_convex(const geometry::Capsule& a, const Pose& pose_a,
                            const geometry::ConvexView& b, const Pose& pose_b, Contacts& out);
void contact_capsule_box(const geometry::Capsule& a, const Pose& pose_a,
                         const geometry::BoxShape& b, const Pose& pose_b, Contacts& out);

/// Boxes along the axes: touching boxes overlap (THESIS eq. 4.17); the axis of least overlap.
void contact_aabb_aabb(const geometry::Box& a, const geometry::Box& b, Contacts& out);

}  // namespace outrigger::contact
