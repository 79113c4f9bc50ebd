/// Boxes along the axes, and what trees ask of them.
#pragma once

#include <limits>

#include "math/types.h"

namespace outrigger::geometry {

/// A box along the axes [m]. The default one is empty: it holds nothing, and adding a point to it
/// gives that point (THESIS §4.5.1 as corrected: not the origin).
struct Box {
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 high = Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool empty() const { return (low.array() > high.array()).any(); }
  Vec3 centre() const { return 0.5 * (low + high); }
  Vec3 size() const { return high - low; }

  void add(const Vec3& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  void add(const Box& box) {
    low = low.cwiseMin(box.low);
    high = high.cwiseMax(box.high);
  }
  Box grown(double margin) const {
    return {low - Vec3::Constant(margin), high + Vec3::Constant(margin)};
  }

  bool contains(const Vec3& p) const {
    return (p.array() >= low.array()).all() && (p.array() <= high.array()).all();
  }
  /// Boxes that only touch overlap.
  bool overlaps(const Box& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
  /// Squared distance of a point, 0 inside.
  double squared_distance(const Vec3& p) const {
    return (low - p).cwiseMax(p - high).cwiseMax(0.0).squaredNorm();
  }
  /// The box around this box in another frame.
  Box placed(const Pose& pose) const {
    const Vec3 half = pose.rotation.cwiseAbs() * (0.5 * size());
    const Vec3 middle = pose.point(centre());
    return {middle - half, middle + half};
  }
};

}  // namespace outrigger::geometry
