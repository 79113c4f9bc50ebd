/// Nearest points of four triangles to one point, at once: `nearest_on_triangle` (segments.h) without
/// branches, one triangle per lane. The operations and their order are the same, so the results
/// have the same bits.
#pragma once

#include <cmath>
#include <cstdint>

#include "geometry/mesh.h"
#include "math/block.h"

namespace outrigger::contact {

/// Four vectors, coordinate by coordinate.
struct Lanes3 {
  Lane4 x, y, z;

  Lanes3 operator+(const Lanes3& b) const { return {add4(x, b.x), add4(y, b.y), add4(z, b.z)}; }
  Lanes3 operator-(const Lanes3& b) const { return {sub4(x, b.x), sub4(y, b.y), sub4(z, b.z)}; }
  Lanes3 operator*(Lane4 s) const { return {mul4(x, s), mul4(y, s), mul4(z, s)}; }
  /// Summed as the vector type does it.
  Lane4 dot(const Lanes3& b) const { return add4(add4(mul4(x, b.x), mul4(y, b.y)), mul4(z, b.z)); }
  Lanes3 cross(const Lanes3& b) const {
    return {sub4(mul4(y, b.z), mul4(z, b.y)), sub4(mul4(z, b.x), mul4(x, b.z)),
            sub4(mul4(x, b.y), mul4(y, b.x))};
  }
  /// `b` in the lanes of the mask, this in the others.
  Lanes3 replaced(const Lanes3& b, Lane4 mask) const {
    return {_mm256_blendv_pd(x, b.x, mask), _mm256_blendv_pd(y, b.y, mask),
            _mm256_blendv_pd(z, b.z, mask)};
  }
};

inline Lanes3 broadcast_lanes(const Vec3& v) {
  return {broadcast4(v.x()), broadcast4(v.y()), broadcast4(v.z())};
}

/// Four vectors from anywhere, turned into lanes.
inline Lanes3 gather_lanes(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const __m256i three = _mm256_setr_epi64x(-1, -1, -1, 0);
  const Lane4 r0 = _mm256_maskload_pd(a.data(), three), r1 = _mm256_maskload_pd(b.data(), three);
  const Lane4 r2 = _mm256_maskload_pd(c.data(), three), r3 = _mm256_maskload_pd(d.data(), three);
  const Lane4 xz01 = _mm256_unpacklo_pd(r0, r1), y01 = _mm256_unpackhi_pd(r0, r1);
  const Lane4 xz23 = _mm256_unpacklo_pd(r2, r3), y23 = _mm256_unpackhi_pd(r2, r3);
  return {_mm256_permute2f128_pd(xz01, xz23, 0x20), _mm256_permute2f128_pd(y01, y23, 0x20),
          _mm256_permute2f128_pd(xz01, xz23, 0x31)};
}

/// Four triangles seen from the point p: their planes at once, the nearest points if asked for.
class TriangleLanes {
 public:
  TriangleLanes(const Lanes3& p, const Lanes3& a, const Lanes3& b, const Lanes3& c)
      : p_(p), a_(a), b_(b), c_(c), ab_(b - a), ac_(c - a), ap_(p - a), n_(ab_.cross(ac_)) {
    nn_ = n_.dot(n_);
    rise_ = n_.dot(ap_);
    ratio_ = _mm256_div_pd(rise_, nn_);
    widths_ = mul4(ab_.dot(ab_), ac_.dot(ac_));
  }

  /// Squared height of p above the planes [m²]; no number where a triangle has no area. Of a sliver it
  /// is worth little.
  Lane4 squared_height() const { return mul4(ratio_, rise_); }
  /// Lanes where p is behind the plane.
  Lane4 is_behind() const { return _mm256_cmp_pd(rise_, zero4(), _CMP_LT_OQ); }
  /// Lanes whose angle at the first corner has a sine of at least 1e-3.
  Lane4 is_wide() const { return _mm256_cmp_pd(nn_, mul4(broadcast4(1e-6), widths_), _CMP_GE_OQ); }

  /// The nearest points, and the part of each triangle as a number: 0 to 2 edge, 3 to 5 vertex, 6 face.
  struct Nearest {
    Lanes3 point;
    Lane4 part;
  };
  static constexpr int kVertex = 3, kFace = 6;
  Nearest nearest() const;

 private:
  struct Edge;
  void ask_edge(int k, const Edge& edge, Lane4 flat, Lane4& least, Nearest& best) const;

  Lanes3 p_, a_, b_, c_;
  Lanes3 ab_, ac_, ap_;
  Lanes3 n_;                          ///< ab × ac
  Lane4 nn_, rise_, ratio_, widths_;  ///< |n|², n·ap, n·ap/|n|², |ab|² |ac|²
};

struct TriangleLanes::Edge {
  const Lanes3 &from, &to, &along, &to_p;
};

inline void TriangleLanes::ask_edge(int k, const Edge& edge, Lane4 flat, Lane4& least,
                                    Nearest& best) const {
  const Lane4 zero = zero4(), one = broadcast4(1.0);
  const Lanes3& e = edge.along;
  const Lane4 out = _mm256_or_pd(flat, _mm256_cmp_pd(n_.cross(e).dot(edge.to_p), zero, _CMP_LE_OQ));
  const Lane4 square = e.dot(e);
  // Without length: at its start.
  const Lane4 ratio = _mm256_and_pd(_mm256_div_pd(edge.to_p.dot(e), square),
                                    _mm256_cmp_pd(square, zero, _CMP_GT_OQ));
  const Lane4 t = _mm256_min_pd(_mm256_max_pd(ratio, zero), one);
  const Lanes3 q = edge.from + e * t;
  const Lanes3 d = p_ - q;
  const Lane4 distance = d.dot(d);
  const Lane4 taken = _mm256_and_pd(out, _mm256_cmp_pd(distance, least, _CMP_LT_OQ));
  least = _mm256_blendv_pd(least, distance, taken);
  const Lane4 at_start = _mm256_cmp_pd(t, zero, _CMP_EQ_OQ);
  const Lane4 at_end = _mm256_cmp_pd(t, one, _CMP_EQ_OQ);
  best.point =
      best.point.replaced(q.replaced(edge.from, at_start).replaced(edge.to, at_end), taken);
  Lane4 part = broadcast4(k);
  part = _mm256_blendv_pd(part, broadcast4(kVertex + k), at_start);
  part = _mm256_blendv_pd(part, broadcast4(kVertex + (k + 1) % 3), at_end);
  best.part = _mm256_blendv_pd(best.part, part, taken);
}

inline TriangleLanes::Nearest TriangleLanes::nearest() const {
  const Lane4 zero = zero4();
  const auto at_most = [](Lane4 x, Lane4 y) { return _mm256_cmp_pd(x, y, _CMP_LE_OQ); };
  const Lanes3 bp = p_ - b_, cp = p_ - c_;
  // A triangle without area has only edges.
  const Lane4 flat = at_most(nn_, mul4(mul4(broadcast4(1e-28), ab_.dot(ab_)), ac_.dot(ac_)));
  Nearest best{p_ - n_ * ratio_, broadcast4(kFace)};
  // The nearest of the edges that have p on their outer side.
  Lane4 least = broadcast4(INFINITY);
  ask_edge(0, {a_, b_, ab_, ap_}, flat, least, best);
  ask_edge(1, {b_, c_, c_ - b_, bp}, flat, least, best);
  ask_edge(2, {c_, a_, a_ - c_, cp}, flat, least, best);
  // Vertices that are nearest by their two edges, the first one last.
  const auto ask_vertex = [&best](int k, const Lanes3& vertex, Lane4 x, Lane4 y) {
    const Lane4 is_nearest = _mm256_and_pd(x, y);
    best.point = best.point.replaced(vertex, is_nearest);
    best.part = _mm256_blendv_pd(best.part, broadcast4(kVertex + k), is_nearest);
  };
  const Lane4 d1 = ab_.dot(ap_), d2 = ac_.dot(ap_);
  const Lane4 d3 = ab_.dot(bp), d4 = ac_.dot(bp), d5 = ab_.dot(cp), d6 = ac_.dot(cp);
  ask_vertex(2, c_, at_most(zero, d6), at_most(d5, d6));
  ask_vertex(1, b_, at_most(zero, d3), at_most(d4, d3));
  ask_vertex(0, a_, at_most(d1, zero), at_most(d2, zero));
  return best;
}

}  // namespace outrigger::contact
