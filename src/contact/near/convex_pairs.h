/// Convex polyhedra and boxes A against B: the direction of least overlap among all that can
/// separate them, then the contact points along it.
///
/// Directions d (separating axis theorem, THESIS §4.5.3 with corrections §5): the
/// normals of the faces of both, and the cross products of an edge of each; for boxes these are the
/// 15 axes of Table 4.1. A cross product counts only where it lies between the normals of the faces
/// beside both edges, because only there it supports both shapes (their arcs cross on the Gauss
/// sphere); nearly parallel edges are skipped, the faces beside them say the same.
///   overlap(d) = max over A of (-d·x) + max over B of (d·x),  depth = its least value
/// Exact for polyhedra, without iteration; apart as soon as one overlap is negative.
/// Rejected: GJK with EPA, whose polytope degenerates just on flat faces that lie on each other, the
/// usual case of a machine; its gain begins where both have hundreds of faces.
///
/// Points: where a face decides, the face of the other shape that looks most against it is clipped
/// by its sides; each corner that lies below it is a contact, with its own depth (the manifold).
/// Where two edges decide, their crossing; but where the two faces are within 3° of lying on each
/// other and about as deep (1e-3 of the smaller shape), their manifold all the same: a stack of boxes
/// a little askew always has edges that cross with less overlap, and one point, another one in every
/// step, does not hold it. Corners that stick out by less than 3e-3 of the manifold's extent are
/// left out, but for the deepest: they come and go with the last digits of the pose.
/// Contacts with depth > 0 are appended to `out`.
///
/// Cost: F_A V_B + F_B V_A + E_A E_B tests of a few ns.
#pragma once

#include <vector>

#include "contact/near/contact.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

/// Memory kept between calls, one per thread: a warm call does not allocate.
struct ConvexScratch {
  std::vector<Vec3> vertices;           ///< of A in the frame of B
  std::vector<geometry::Plane> planes;  ///< of A in the frame of B
  std::vector<Vec3> inner;              ///< two per edge of A, into its faces
  std::vector<Vec3> polygon, clipped;
};

void contact_convex_convex(const geometry::ConvexView& a, const Pose& pose_a,
                           const geometry::ConvexView& b, const Pose& pose_b,
                           ConvexScratch& scratch, Contacts& out);
void contact_box_convex(const geometry::BoxShape& a, const Pose& pose_a,
                        const geometry::ConvexView& b, const Pose& pose_b, ConvexScratch& scratch,
                        Contacts& out);
void contact_box_box(const geometry::BoxShape& a, const Pose& pose_a, const geometry::BoxShape& b,
                     const Pose& pose_b, ConvexScratch& scratch, Contacts& out);

}  // namespace outrigger::contact
