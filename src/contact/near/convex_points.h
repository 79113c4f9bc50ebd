/// Points and segments against a convex polyhedron, in the polyhedron's frame.
#pragma once

#include "contact/near/contact.h"
#include "geometry/shapes.h"

namespace outrigger::contact {

/// Signed distance of a point from a polyhedron: < 0 inside (then to the plane of least exit).
struct ConvexPoint {
  double distance = 0.0;
  Vec3 normal = Vec3::UnitZ();  ///< from the surface to free space; unit
  Vec3 on_surface = Vec3::Zero();
  Feature feature;
};
ConvexPoint nearest_on_convex(const geometry::ConvexView& convex, const Vec3& p);

/// The same for the segment from a to b: least distance, or, where it crosses the polyhedron, the
/// least shift that frees it (< 0), over all normals of faces and all cross products of the segment
/// with edges. `at` is the parameter of the segment's point.
struct ConvexSegment {
  double distance = 0.0;
  Vec3 normal = Vec3::UnitZ();
  Vec3 on_surface = Vec3::Zero();
  Feature feature;
  double at = 0.0;
};
ConvexSegment nearest_on_convex(const geometry::ConvexView& convex, const Vec3& a, const Vec3& b);

/// Part of the segment above a face: the interval of parameters over the polygon, seen along the
/// face's normal. Empty when low > high.
struct Interval {
  double low = 0.0, high = 1.0;
};
Interval clip_to_face(const geometry::ConvexView& convex, std::size_t face, const Vec3& a,
                      const Vec3& b);

}  // namespace outrigger::contact
