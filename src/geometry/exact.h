/// Exact answers to "on which side?": the signs of determinants of coordinates as they stand in
/// memory, whatever the rounding. Most are decided by a determinant in double precision whose error
/// bound excludes zero; the rest by sums of doubles that are never rounded (expansions; D. M.
/// Priest, IEEE Symp. Computer Arithmetic 10, 1991; J. R. Shewchuk, Discrete & Computational
/// Geometry 18, 1997, from which the bound's constant is taken).
///
/// Exact as long as no product under- or overflows: |x| ≤ 1e90, and differences of coordinates that
/// are not zero at least 1e-90.
#pragma once

#include "math/types.h"

namespace outrigger::geometry {

/// Sign of ((b - a) × (c - a))·(d - a): +1 when d is on the side from which a, b, c run
/// counter-clockwise, -1 on the other, 0 in the plane.
int side_of_plane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// The first sign that is not zero among the components of u × v, where u = u1 - u0, v = v1 - v0;
/// 0 when they are parallel.
int sign_of_cross(const Vec3& u0, const Vec3& u1, const Vec3& v0, const Vec3& v1);

/// The same as side_of_plane in the plane of the coordinates i and j: +1 where c lies left of the
/// line from a to b.
int side_of_line(const Vec3& a, const Vec3& b, const Vec3& c, int i, int j);

/// Exactly on one straight line (or coinciding).
bool collinear(const Vec3& a, const Vec3& b, const Vec3& c);

/// Questions between two meshes of which the second, B, is thought moved by (ε, ε², ε³), ε → 0+.
///
/// In this position nothing of A touches something of B by chance: no vertex lies in a face, no edge
/// meets an edge. So every answer is + or -, all answers belong to one real placement of the two
/// surfaces, and what follows from them is as consistent as geometry itself: the intersection of
/// two closed surfaces consists of closed contours. (Edelsbrunner and Mücke, ACM Trans. Graphics 9,
/// 1990, perturb every coordinate by another power of ε; a common shift of one mesh is enough here,
/// because no question mixes only points of the same mesh.)
///
/// 0 is left where no shift helps: a face without area, and parallel edges. Faces without area meet
/// nothing; edges parallel to an edge of a face never cross its plane.
namespace moved {

/// Side of the plane of a face of B on which point p of A lies.
int point_of_a(const Vec3& b0, const Vec3& b1, const Vec3& b2, const Vec3& p);
/// Side of the plane of a face of A on which point p of B lies.
int point_of_b(const Vec3& a0, const Vec3& a1, const Vec3& a2, const Vec3& p);
/// Sense in which edge p→q of A passes edge u→v of B: sign of ((q - p) × (u - p))·(v - p).
int edges(const Vec3& p, const Vec3& q, const Vec3& u, const Vec3& v);

}  // namespace moved
}  // namespace outrigger::geometry
