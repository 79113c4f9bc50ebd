/// Solids with faces A (cylinder with flat caps, box, convex polyhedron) against a mesh B.
///
/// Three kinds of touch are asked, each for every candidate:
///   points of A in the mesh   cylinder: the lowest points of the rims for each face normal n
///                             (cylinder_probes), inside the face's outline, δ = -n·(p - v);
///                             polyhedron: every vertex, by its nearest place on the mesh
///   vertices of the mesh in A the nearest side of A whose direction is in the vertex's normal cone
///   edges of the mesh in A    the point of the edge deepest in A. Its side of A decides the
///                             direction; where two sides are equally near (a rim, an edge of A) the
///                             direction between them that is perpendicular to the edge
/// Only sharp edges and vertices, once each, with a direction in their normal cone
/// (mesh_features.h): a finely meshed plane feels exactly like the plane.
///
/// Cylinder (THESIS §4.6.3): min r² = x² + y² over the triangle with |z| ≤ h (eqs. 4.42-4.47) has its
/// minimum on an edge or at a vertex of the triangle or where the cylinder's own rim is active: the
/// active sets of the quadratic programme, each solved in closed form, so the singular G of eq. 4.57
/// and infeasible starts do not occur. Against it stands the exit through a cap, h - |z| (ERRATA
/// §5); δ = R - r or that, normal from the mesh to A.
///
/// Depth is along the reported normal. Where the centre of A is behind the surface, only the
/// direction of least exit is reported; a face seen from behind through a thin plate is none. A
/// plate thinner than the depth may be pushed through.
///
/// A vertex of A counts by its nearest place on the mesh, which may lie beside A: candidates need a
/// margin of the depth to be expected, or the vertex is left out (of 900 shallow poses of boxes 2, of
/// polyhedra 9 lost their deepest contact without a margin, none their only one). With it, the
/// deepest contact is still less deep than some point of an edge or rim of A in one of a hundred
/// poses of polyhedra and up to two of cylinders: edges that cross where no normal cone holds their direction
/// (past a vertex, over a saddle) count by what is beside them. No overlap goes unnoticed.
///
/// Contacts with δ > 0 are appended to `out`, in the frame of the poses, sorted by features.
/// Features of a cylinder: smooth 0 side; face 0, 1 caps at -z, +z; edge as in
/// contact_cylinder_plane, 8 and 9 where a rim meets an edge. Of a box: geometry::BoxPolyhedron.
#pragma once

#include <vector>

#include "contact/near/contact.h"
#include "contact/near/mesh_candidates.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

/// Memory kept between calls, one per thread.
struct SolidScratch {
  std::vector<Vec3> vertices;
  std::vector<geometry::Plane> planes;
  std::vector<double> heights, slopes;  ///< of planes along an edge
  std::vector<double> nearest;          ///< per vertex, squared distance from the mesh
  std::vector<std::int32_t> nearest_face;
};

void contact_cylinder_mesh(const geometry::Cylinder& a, const Pose& pose_a, const PlacedMesh& b,
                           Contacts& out);
void contact_box_mesh(const geometry::BoxShape& a, const Pose& pose_a, const PlacedMesh& b,
                      SolidScratch& scratch, Contacts& out);
void contact_convex_mesh(const geometry::ConvexView& a, const Pose& pose_a, const PlacedMesh& b,
                         SolidScratch& scratch, Contacts& out);

}  // namespace outrigger::contact
