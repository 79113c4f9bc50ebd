/// The box of one thing in a tree, in single precision and rounded outwards, and the three
/// questions that all trees put to it before they name the thing. Because every tree ends with the
/// same question, every tree gives the same things.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "geometry/box.h"
#include "geometry/mesh.h"

namespace outrigger::geometry {

/// The least number in single precision that is not below x. Without branches: half of all numbers
/// need a step, in no order that a processor could foresee.
inline float rounded_up(double x) {
  // Adding zero makes -0 to +0, so that numbers with the sign bit step down in their bits.
  const float f = static_cast<float>(x) + 0.0f;
  const auto bits = std::bit_cast<std::int32_t>(f);
  const std::int32_t step = (bits >> 31) | 1;
  const auto below = -static_cast<std::int32_t>(static_cast<double>(f) < x);
  return std::bit_cast<float>(bits + (step & below));
}
inline float rounded_down(double x) { return -rounded_up(-x); }

/// origin + t direction, 0 ≤ t ≤ length, with what each box asks of it.
struct RayQuery {
  Vec3 origin;
  Vec3 direction;  ///< need not have unit length; zero components are allowed
  Vec3 inverse;
  double length;

  RayQuery(const Vec3& o, const Vec3& d, double l)
      : origin(o), direction(d), inverse(d.cwiseInverse()), length(l) {}
};

struct ThingBox {
  float low[3];
  float high[3];

  ThingBox() = default;
  explicit ThingBox(const Box& box) {
    for (int k = 0; k < 3; ++k) {
      low[k] = rounded_down(box.low[k]);
      high[k] = rounded_up(box.high[k]);
    }
  }
  Box box() const { return {Vec3(low[0], low[1], low[2]), Vec3(high[0], high[1], high[2])}; }

  bool overlaps(const ThingBox& other) const {
    bool all = true;
    for (int k = 0; k < 3; ++k) {
      all &= static_cast<int>(low[k] <= other.high[k]) & static_cast<int>(other.low[k] <= high[k]);
    }
    return all;
  }

  /// Squared distance of a point, 0 inside [m²].
  double squared_distance(const Vec3& p) const {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
      const double below = static_cast<double>(low[k]) - p[k];
      const double above = p[k] - static_cast<double>(high[k]);
      const double d = std::max(0.0, std::max(below, above));
      sum += d * d;
    }
    return sum;
  }

  /// Slabs, widened by the rounding of the operations; 0 · ∞ says nothing and is left out.
  bool meets(const RayQuery& ray) const {
    double enter = 0.0;
    double leave = ray.length;
    for (int k = 0; k < 3; ++k) {
      const double a = (static_cast<double>(low[k]) - ray.origin[k]) * ray.inverse[k];
      const double b = (static_cast<double>(high[k]) - ray.origin[k]) * ray.inverse[k];
      if (std::isnan(a) || std::isnan(b)) continue;
      enter = std::max(enter, std::min(a, b));
      leave = std::min(leave, std::max(a, b));
    }
    return enter <= leave + 4e-16 * leave;
  }
};

/// The limit for `squared_distance` that a sphere of this radius sets, with room for rounding.
inline double near_limit(double radius) { return radius * radius * (1.0 + 1e-12); }

std::vector<ThingBox> thing_boxes(const Mesh& mesh);
std::vector<ThingBox> thing_boxes(std::span<const Box> boxes);

}  // namespace outrigger::geometry
