/// Round shapes as tubes: all points within a radius of a core curve made of segments and arcs.
/// Sphere (a point), capsule (a segment), torus, half torus and chain link are such shapes; the
/// distance of a tube from anything is that of its core less its radius.
///
/// Segment against circle of radius R (THESIS eq. 4.61 on a line): in the circle's frame
///   f(t) = |p(t)|² + R² - 2 R ρ(t),   ρ(t) = sqrt(a (t - t_ρ)² + b²)
/// for a line at the distance b from the axis. f'' = 2 (|e|² - R a b²/ρ³) is negative only for
/// |t - t_ρ| < τ, ρ(t_ρ + τ)³ = R a b²/|e|². So f has at most one minimum on either side of that
/// interval and none inside, and on each side f' rises: Newton's rule kept in a bracket finds both,
/// from any start. That replaces the several starts and the active sets of THESIS §4.6.4 (corrections §5
/// on 4.61: not convex).
#pragma once

#include <array>
#include <span>

#include "geometry/shapes.h"
#include "math/types.h"

namespace outrigger::contact {

/// A segment from a to b, or an arc about `centre`: R (cos θ u + sin θ v), all of it or the half with
/// cos θ ≥ 0.
struct CorePiece {
  enum class Kind { segment, arc, circle };
  Kind kind = Kind::segment;
  double radius = 0.0;                      ///< of the tube [m]
  bool free_ends = true;                    ///< false where the curve goes on smoothly
  Vec3 a = Vec3::Zero(), b = Vec3::Zero();  ///< ends of the segment
  Vec3 centre = Vec3::Zero();
  Vec3 u = Vec3::UnitX(), v = Vec3::UnitY(), w = Vec3::UnitZ();  ///< orthonormal
  double ring = 0.0;                                             ///< radius of the arc [m]

  bool is_point() const { return kind == Kind::segment && a == b; }
};

struct Tube {
  std::array<CorePiece, 5> pieces;
  int count = 0;
  std::span<const CorePiece> all() const {
    return {pieces.data(), static_cast<std::size_t>(count)};
  }
};

Tube tube_of(const geometry::Sphere& s, const Pose& pose);
Tube tube_of(const geometry::Capsule& s, const Pose& pose);
Tube tube_of(const geometry::Torus& s, const Pose& pose);
Tube tube_of(const geometry::HalfTorus& s, const Pose& pose);
/// Pieces: sides at +y and -y, arcs at +x and -x, stud.
Tube tube_of(const geometry::ChainLink& s, const Pose& pose);

/// The point of the piece nearest to p; `at_end` tells whether it is an end of the piece.
Vec3 nearest_on_piece(const CorePiece& piece, const Vec3& p, bool& at_end);

struct NearPoints {
  Vec3 on_first, on_second;
  bool first_at_end = false, second_at_end = false;
};

/// All local minima of the distance between a piece (first) and the segment from a to b (second),
/// the ends of both included. Returns how many of `found` are filled; the least is among them.
int near_points(const CorePiece& piece, const Vec3& a, const Vec3& b,
                std::array<NearPoints, 6>& found);

/// Whether the distance from q still falls where the curve goes on beyond the end of the piece at
/// `end`: then the neighbour has the nearer point. Always false for free ends.
bool goes_on(const CorePiece& piece, const Vec3& end, const Vec3& q);

/// A ball around the core of the piece.
void ball_around(const CorePiece& piece, Vec3& centre, double& radius);

/// Nearest points of two pieces. Two arcs: sampled along the smaller one, each minimum refined in
/// its bracket.
NearPoints nearest_of_pieces(const CorePiece& first, const CorePiece& second);
/// The same first; of two arcs also the next minimum of the distance that lies at least a tenth of r_A + r_B from
/// it. Interlocked crowns of wire d and radius R have two where the planes of the links are less than
/// 2 asin √(d/2R) apart: when they are twisted by more than 13.3° from the quarter turn, for R = 1.3 d. Returns
/// how many of `found` are filled: 1 or 2.
int minima_of_pieces(const CorePiece& first, const CorePiece& second,
                     std::array<NearPoints, 2>& found);

}  // namespace outrigger::contact
