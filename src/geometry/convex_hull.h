/// The convex hull of points, and a hull with few faces that still contains them all (for a
/// bucket, THESIS Figure 4.26: every face costs a plane in each test of §4.8).
///
/// Quickhull (C. B. Barber, D. P. Dobkin, H. Huhdanpaa, ACM Trans. Math. Software 22, 1996) with
/// exact tests of sides (exact.h) in place of its tolerances and merged facets: for any
/// points whatever the topology is right, and flat, straight or coinciding points are recognised
/// exactly. Points that lie between others are no corners of the result.
#pragma once

#include <span>

#include "geometry/mesh.h"

namespace outrigger::geometry {

struct ConvexHull {
  /// Counter-clockwise from outside. In the plane: the polygon from both sides. On a line or point:
  /// the end points alone, without faces.
  Mesh mesh;
  int dimension = 0;  ///< 3 a body, 2 flat, 1 straight, 0 one point, -1 no points
  /// Places of the mesh's vertices among the points; empty where the hull was simplified.
  std::vector<std::int32_t> points;
  /// How far the hull reaches beyond the exact one at most [m]: 0 unless it was simplified.
  double error = 0.0;
};

/// Throws outrigger::Error for numbers that are not finite.
ConvexHull convex_hull(std::span<const Vec3> points);

/// A convex body of at most `max_faces` triangles (≥ 4) that contains all points. Planes that
/// support the exact hull are added where the body reaches farthest beyond it, starting from boxes,
/// tetrahedra and planes all around, then exchanged while that helps; the best is returned. `error` is exact, since the distance to a
/// convex body is greatest at a corner. Throws outrigger::Error when the points have no volume.
ConvexHull convex_hull(std::span<const Vec3> points, int max_faces);

}  // namespace outrigger::geometry
