/// Surfaces of the pedestrian crash: closed, made in code, with the numbers of triangles of PCM §4.2.
#pragma once

#include "geometry/mesh.h"

namespace outrigger::validation {

/// A body part: between an ellipsoid and a capsule, thicker above than below, its length along z.
///   x, y = a_x, a_y · √sin φ · (1 + taper cos φ) · (cos θ, sin θ),   z = a_z cos φ
struct SegmentSurface {
  Vec3 semi_axes = Vec3::Ones();  ///< a [m]
  double taper = 0.0;             ///< -1..1; > 0: thicker at +z
  int sides = 24, rings = 20;     ///< 2 · sides · rings triangles
};
geometry::Mesh make_segment(const SegmentSurface& s);

/// Bumper, bonnet, windscreen, roof and tail of a car, 1240 triangles: a profile of 31 points in 19
/// strips across. Front at x = 0, forward is +x, wheels would stand on z = 0; width 1.7 m.
geometry::Mesh make_car();

}  // namespace outrigger::validation
