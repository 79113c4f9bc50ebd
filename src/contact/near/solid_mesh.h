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
/// and infeasible starts do not occur. Against it stands the exit through a cap, h - |z| (corrections
/// §5); δ = R - r or that, normal from the mesh to A.
///
/// Depth is along the reported normal, and the points on A and B lie on their surfaces. The depth of the
/// overlap is how deep a point of one surface lies in the other body,
///   D = max( max over ∂B in A of the distance from ∂A,  max over ∂A in B of the distance from ∂B )
/// and the deepest contact is at least that deep. D may be where no normal cone holds a direction: an
/// edge or rim of A that passes below the mesh past a vertex or over a saddle, a vertex or edge of the
/// mesh in a corner of A, the inside of a face with a corner of A across its edge. These are looked for
/// last, and count (by the nearest side, or the nearest place on the mesh) only where they are deeper
/// than all else: depth_in_mesh.h for edges and rims, deepest_in_triangle.h for faces.
///
/// Shallow overlaps (A's centre outside, D < 5 % of its size) were right in all of 10,000 poses per
/// shape. Deep ones: of boxes and polyhedra the bound holds as long as A's centre is before one of the
/// contacts; of cylinders in 95 of 100 (their rims' probes look at single faces). Where the centre is
/// behind all of them, only the direction of least exit is reported, which may be much less than D. A
/// face seen from behind through a thin plate is none. A plate thinner than the depth may be pushed
/// through. A shape wholly inside, farther from the surface than its size, is not found.
///
/// A corner of A counts by its nearest place on the mesh, which may lie beside A: candidates need a
/// margin of the depth. `SolidScratch::needed_margin` tells how much it was; with less, contacts may be
/// missing or too deep.
///
/// Contacts with δ > 0 are appended to `out`, in the frame of the poses, sorted by features.
/// Features of a cylinder: smooth 0 side; face 0, 1 caps at -z, +z; edge as in
/// contact_cylinder_plane, 8 and 9 where a rim meets an edge, 10 and 11 the deepest place of a rim. Of a
/// box: geometry::BoxPolyhedron.
#pragma once

#include <utility>
#include <vector>

#include "contact/near/contact.h"
#include "contact/near/face_boxes.h"
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
  std::vector<double> above;                               ///< a face, per vertex
  std::vector<std::uint8_t> inside;                        ///< the mesh, per vertex
  std::vector<std::pair<std::int32_t, double>> crossings;  ///< edges of A and where they go through
  std::vector<std::pair<std::int32_t, double>> bounds;     ///< faces and how deep they may be in A
  std::vector<double> along;                               ///< crossings of one edge
  std::vector<std::pair<double, double>> spans;            ///< of DepthInMesh
  FaceBoxes boxes;                                         ///< of the candidates
  /// Of the last question: margin that its candidates needed [m]. Where they had less, contacts may be
  /// missing or too deep: count it, prepare with this one, ask again.
  double needed_margin = 0.0;
};

void contact_cylinder_mesh(const geometry::Cylinder& a, const Pose& pose_a, const PlacedMesh& b,
                           SolidScratch& scratch, Contacts& out);
void contact_box_mesh(const geometry::BoxShape& a, const Pose& pose_a, const PlacedMesh& b,
                      SolidScratch& scratch, Contacts& out);
void contact_convex_mesh(const geometry::ConvexView& a, const Pose& pose_a, const PlacedMesh& b,
                         SolidScratch& scratch, Contacts& out);

}  // namespace outrigger::contact
