/// On which side of a plane or line does a point lie, decided without rounding: the sign of the
/// exact value, so that answers about the same points never contradict each other.
///
/// Method: the determinant in doubles with a bound of its error; where the bound does not decide,
/// the determinant again as an exact sum of doubles (expansions; T. J. Dekker 1971, D. M. Priest
/// 1991). Exact as long as no product under- or overflows: coordinates that differ from zero lie
/// between 1e-90 and 1e90 in size.
#pragma once

#include "math/types.h"

namespace outrigger::geometry {

/// The sign of (b - a) x (c - a) · (d - a): +1 where d lies on the side of the plane abc that its
/// normal (right-hand rule) points to, -1 on the other side, 0 exactly in the plane.
int side_of_plane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The same in the plane of the coordinates i and j: +1 where c lies left of the line from a to b.
int side_of_line(const Vec3& a, const Vec3& b, const Vec3& c, int i, int j);

/// Exactly on one straight line (or coinciding).
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace outrigger::geometry
