/// Which directions belong to which part of a mesh.
///
/// A contact normal n at a point of a mesh is honest only if the mesh lies behind it there: at an
/// edge, n·t ≤ 0 for the directions t from the edge into its faces; at a vertex, n·e ≤ 0 for all
/// edges e that leave it. These are the normal cones of the surface. An edge between faces of one
/// plane, or in a valley, has none but n itself, and the faces report that: such edges are not
/// asked at all, so a finely meshed plane feels exactly like the plane (THESIS §4.6.2).
///
/// Each edge and vertex has one owner among the half-edges (Mesh::owned), so that it counts once
/// whichever faces are candidates: the smaller half-edge of an edge, the smallest half-edge that
/// leaves a vertex.
#pragma once

#include <array>
#include <span>

#include "geometry/mesh.h"
#include "math/types.h"

namespace outrigger::contact {

/// Faces closer to one plane than this [rad] count as flat together; directions are compared with a
/// tenth of it. The faces' own regions are widened by the same angle, so that nothing falls between.
inline constexpr double kFlatAngle = 1e-6;

struct EdgeCone {
  Vec3 along;   ///< unit, along the half-edge
  Vec3 n0, t0;  ///< its face: normal, direction into it
  Vec3 n1, t1;  ///< the opposite face; zero at a border
  bool border = false;

  /// Bent outwards, or a border.
  bool sharp() const { return border || t1.dot(n0) < -kFlatAngle; }
  bool concave() const { return !border && t1.dot(n0) > kFlatAngle; }
  bool holds(const Vec3& n) const {
    constexpr double kSlack = 0.1 * kFlatAngle;
    if (n.dot(t0) > kSlack) return false;
    return border ? n.dot(n0) >= -kSlack : n.dot(t1) <= kSlack;
  }
  /// Between the normals of the faces.
  Vec3 middle() const { return (n0 + n1).normalized(); }
};

EdgeCone edge_cone(const geometry::Mesh& mesh, std::int32_t half_edge);

/// Whether n lies in the normal cone of the vertex that the half-edge leaves, and the vertex has
/// one: at least one of its edges is sharp.
bool vertex_holds(const geometry::Mesh& mesh, std::int32_t half_edge, const Vec3& n);

/// The same for many directions: the edges are walked once.
struct VertexCone {
  static constexpr std::size_t kMost = 32;
  std::array<Vec3, kMost> edges;  ///< unit
  std::size_t count = 0;          ///< of a larger fan, the first kMost
  bool sharp = false;
  Vec3 sum = Vec3::Zero();  ///< of the normals of the faces

  bool holds(const Vec3& n) const {
    for (std::size_t i = 0; i < count; ++i) {
      if (n.dot(edges[i]) > 0.1 * kFlatAngle) return false;
    }
    return sharp && n.dot(sum) > 0.0;
  }
};
VertexCone vertex_cone(const geometry::Mesh& mesh, std::int32_t half_edge);

/// Sum of the normals of the faces about the vertex, weighted by their angles: its sign against the
/// direction to a point tells the side of a nearest vertex (J. A. Bærentzen, H. Aanæs, IEEE TVCG 11,
/// 2005, pp. 243-253). `border` tells whether the fan is open.
Vec3 vertex_normal(const geometry::Mesh& mesh, std::int32_t half_edge, bool& border);

/// Whether one of the edges of the vertex that the half-edge leaves is sharp.
bool vertex_is_sharp(const geometry::Mesh& mesh, std::int32_t half_edge);

/// Whether the foot of p on the plane of the face is in the face, or beyond an edge by at most
/// `slack` [m].
bool over_face(const geometry::Mesh& mesh, std::int32_t face, const Vec3& p, double slack);

/// Distance from a mesh, < 0 inside, by the given faces alone.
struct SurfacePoint {
  double distance = 0.0;
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< outwards
  bool border = false;         ///< the nearest place is a border: the side is not known
  std::int32_t half_edge = 0;  ///< of the face, edge or vertex
  int part = 0;                ///< 0 face, 1 edge, 2 vertex
};
/// The side and direction for the nearest place on a face of the mesh.
SurfacePoint side_of(const geometry::Mesh& mesh, std::int32_t face, const Vec3& p);

/// Whether the surface nearest to p, among the given faces, is at `distance` from p and p behind it:
/// only then a point of a solid touches there and not through the material, or beside a nearer side.
bool is_nearest_exit(const geometry::Mesh& mesh, std::span<const std::int32_t> faces, const Vec3& p,
                     double distance);

}  // namespace outrigger::contact
