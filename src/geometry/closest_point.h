/// Nearest points of triangles and of meshes.
#pragma once

#include "geometry/box_tree.h"
#include "geometry/mesh.h"

namespace outrigger::geometry {

/// The point of the segment from a to b nearest to p; a where the segment has no length.
Vec3 closest_point_on_segment(const Vec3& p, const Vec3& a, const Vec3& b);

/// The point of a triangle, its border included, nearest to p. Slivers and triangles without area
/// are answered by their edges.
Vec3 closest_point_on_triangle(const Vec3& p, const Corners& t);

struct NearestOnMesh {
  std::int32_t face = Mesh::kNone;  ///< kNone when no face is within the limit
  Vec3 point = Vec3::Zero();
  double distance = 0.0;  ///< [m], ≥ 0
};

/// The nearest point of a mesh's faces within `limit` [m]. `tree` is that of the mesh.
NearestOnMesh nearest_on_mesh(const Mesh& mesh, const BoxTree& tree, const Vec3& p,
                              double limit = std::numeric_limits<double>::infinity());

/// The winding number of a closed mesh around a point, that is the solid angle it fills over 4π
/// (A. van Oosterom, J. Strackee, IEEE Trans. Biomed. Eng. 30, 1983): 1 inside, 0 outside, counted
/// per part; in between for open meshes. Visits all faces.
double winding_number(const Mesh& mesh, const Vec3& p);

}  // namespace outrigger::geometry
