/// Small polygons in a vertical plane, clipped by lines, without allocation. Coordinates (s, z); corners
/// counter-clockwise give positive areas.
#pragma once

#include <array>

namespace outrigger::soil {

struct PlanePoint {
  double s = 0.0, z = 0.0;
};

/// Integrals over an area: of 1, s, z, s², s z, z².
struct AreaMoments {
  double area = 0.0, s = 0.0, z = 0.0, ss = 0.0, sz = 0.0, zz = 0.0;

  AreaMoments& operator+=(const AreaMoments& o) {
    area += o.area, s += o.s, z += o.z;
    ss += o.ss, sz += o.sz, zz += o.zz;
    return *this;
  }
};

class Polygon {
 public:
  static constexpr int kMostCorners = 64;

  void clear() { count_ = 0; }
  /// Corners beyond the most are left out; no profile that a file may give reaches it.
  void add(PlanePoint p) {
    if (count_ < kMostCorners) corners_[static_cast<std::size_t>(count_++)] = p;
  }
  int count() const { return count_; }
  const PlanePoint& operator[](int i) const { return corners_[static_cast<std::size_t>(i)]; }
  PlanePoint& operator[](int i) { return corners_[static_cast<std::size_t>(i)]; }

  /// Keeps what lies where a s + b z <= c. A polygon that is not convex may keep edges of no width between
  /// its pieces; its integrals are right all the same.
  void keep_below(double a, double b, double c);

  double area() const;
  AreaMoments moments() const;

 private:
  std::array<PlanePoint, kMostCorners> corners_;
  int count_ = 0;
};

}  // namespace outrigger::soil
