/// Tubes A (sphere, capsule, torus, half torus, chain link) against a mesh B.
///
/// The distance of a core curve from a triangle (THESIS eqs. 4.42-4.78 with corrections §5) has its local
/// minima in the face, on an edge, or at a vertex. They are asked one by one, in closed form:
///   face    core points whose direction to the plane is its normal n: ends and lowest points
///   edge    nearest points of core and edge (near_points)
///   vertex  nearest point of the core
/// With d from the point of the mesh to the core point, r the tube's radius: normal d/|d|, depth
/// δ = r - |d| (corrections §5); on a face n and δ = r - n·d, also with the core behind it.
/// Edges and vertices count only with a direction in their normal cone, once each
/// (mesh_features.h). Points of the core that lie along a face (a lying capsule, ring or link) touch
/// at several places: ends of segments; four points of a ring.
///
/// A core point behind a face by r or more is not reported (corrections §5), except where a straight
/// core pierces the face. Behind a face and nearer in front of another one (a thin plate): only the
/// nearer counts.
///
/// Contacts with δ > 0 are appended to `out`, in the frame of the poses, sorted by features.
/// feature_a: smooth, index = 8 piece + place (0, 1 ends, 2-5 lowest point and quarter turns from
/// it, 6 against edges, 7 against vertices). feature_b: face, edge or vertex of the mesh.
/// Exact to rounding for welded meshes; edges of unwelded faces count as borders and are felt.
#pragma once

#include "contact/near/contact.h"
#include "contact/near/core_curve.h"
#include "contact/near/mesh_candidates.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

void contact_sphere_mesh(const geometry::Sphere& a, const Pose& pose_a, const PlacedMesh& b,
                         Contacts& out);
void contact_capsule_mesh(const geometry::Capsule& a, const Pose& pose_a, const PlacedMesh& b,
                          Contacts& out);
void contact_torus_mesh(const geometry::Torus& a, const Pose& pose_a, const PlacedMesh& b,
                        Contacts& out);
void contact_half_torus_mesh(const geometry::HalfTorus& a, const Pose& pose_a, const PlacedMesh& b,
                             Contacts& out);
/// Two half tori, two sides, the stud (THESIS §4.6.5): all pieces in one pass over the faces.
void contact_link_mesh(const geometry::ChainLink& a, const Pose& pose_a, const PlacedMesh& b,
                       Contacts& out);

/// The general one: a tube in the frame of the mesh, contacts in that frame.
void contact_tube_mesh(const Tube& tube, const PlacedMesh& b, Contacts& out);

}  // namespace outrigger::contact
