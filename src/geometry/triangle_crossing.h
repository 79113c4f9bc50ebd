/// Do two triangles run through each other? Decided by exact signs (exact.h).
#pragma once

#include "geometry/mesh.h"

namespace outrigger::geometry {

/// The inside of a segment crosses the plane of the triangle within the triangle, border included.
bool segment_pierces(const Vec3& p, const Vec3& q, const Corners& t);

/// Two faces of a mesh share more than the vertices and edges they have in common: an edge of one
/// runs through the other, or they lie in one plane and their insides overlap. Faces that only
/// touch, and faces of the same three vertices, do not count.
bool faces_cross(const Mesh& mesh, std::int32_t f, std::int32_t g);

}  // namespace outrigger::geometry
