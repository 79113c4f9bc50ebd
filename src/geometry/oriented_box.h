/// A box in any direction, and whether two of them overlap (THESIS §4.5.3).
#pragma once

#include "geometry/box.h"

namespace outrigger::geometry {

struct OrientedBox {
  Vec3 centre = Vec3::Zero();    ///< [m]
  Mat3 axes = Mat3::Identity();  ///< its directions, as columns of unit length
  Vec3 half = Vec3::Zero();      ///< half its size along each of them [m]
};

/// Two boxes are apart iff they are on one of 15 axes: the directions of A, those of B, and their
/// cross products (S. Gottschalk et al., SIGGRAPH 1996; corrections, 4.23):
///
///   |t·d| > Σ_i a_i |A_i·d| + Σ_i b_i |B_i·d|
///
/// with t from centre to centre. R = AᵀB and t are given in the directions of A. A product of
/// nearly parallel directions is no axis; room for rounding keeps it from parting anything. Answers
/// are never falsely "apart".
inline bool boxes_overlap(const Vec3& a, const Vec3& b, const Mat3& R, const Mat3& abs_R,
                          const Vec3& t) {
  for (int i = 0; i < 3; ++i) {
    if (std::abs(t[i]) > a[i] + abs_R.row(i).dot(b)) return false;
  }
  for (int j = 0; j < 3; ++j) {
    if (std::abs(t.dot(R.col(j))) > abs_R.col(j).dot(a) + b[j]) return false;
  }
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double reach =
          a[i1] * abs_R(i2, j) + a[i2] * abs_R(i1, j) + b[j1] * abs_R(i, j2) + b[j2] * abs_R(i, j1);
      if (std::abs(t[i2] * R(i1, j) - t[i1] * R(i2, j)) > reach) return false;
    }
  }
  return true;
}

/// |R| with the room for rounding that `boxes_overlap` wants.
inline Mat3 widened_abs(const Mat3& R, double room = 1e-12) {
  return R.cwiseAbs() + Mat3::Constant(room);
}

inline bool boxes_overlap(const OrientedBox& a, const OrientedBox& b, double room = 1e-12) {
  const Mat3 R = a.axes.transpose() * b.axes;
  const Vec3 t = a.axes.transpose() * (b.centre - a.centre);
  return boxes_overlap(a.half, b.half, R, widened_abs(R, room), t);
}

}  // namespace outrigger::geometry
