#include "validation/pedestrian_meshes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/elementary.h"

namespace outrigger::validation {

using geometry::Mesh;
using geometry::Triangle;

Mesh make_segment(const SegmentSurface& s) {
  const Vec3& a = s.semi_axes;
  std::vector<Vec3> v = {Vec3(0, 0, a.z())};
  for (int j = 1; j <= s.rings; ++j) {
    const auto along = elementary::sincos(std::numbers::pi * j / (s.rings + 1));
    const double r = std::sqrt(along.sine) * (1.0 + s.taper * along.cosine);
    for (int i = 0; i < s.sides; ++i) {
      const auto turn = elementary::sincos(2.0 * std::numbers::pi * (i + 0.5 * (j % 2)) / s.sides);
      v.emplace_back(a.x() * r * turn.cosine, a.y() * r * turn.sine, a.z() * along.cosine);
    }
  }
  v.emplace_back(0, 0, -a.z());
  const auto last = static_cast<std::int32_t>(v.size()) - 1;
  const auto at = [&](int j, int i) { return 1 + (j - 1) * s.sides + i % s.sides; };
  std::vector<Triangle> faces;
  for (int i = 0; i < s.sides; ++i) faces.push_back({0, at(1, i), at(1, i + 1)});
  for (int j = 1; j < s.rings; ++j)
    for (int i = 0; i < s.sides; ++i) {
      const std::int32_t p = at(j, i), q = at(j, i + 1), r = at(j + 1, i), t = at(j + 1, i + 1);
      // Odd rings are turned by half a side: the shorter diagonal changes.
      if (j % 2 == 1) {
        faces.push_back({p, t, q});
        faces.push_back({p, r, t});
      } else {
        faces.push_back({p, r, q});
        faces.push_back({q, r, t});
      }
    }
  for (int i = 0; i < s.sides; ++i) faces.push_back({last, at(s.rings, i + 1), at(s.rings, i)});
  return Mesh(std::move(v), std::move(faces));
}

Mesh make_car() {
  /// Corners of the profile (x, z) and pieces up to the next one.
  struct Corner {
    double x, z;
    int pieces;
  };
  constexpr Corner kProfile[] = {
      {-0.05, 0.22, 1}, {0.00, 0.35, 2},  {0.00, 0.55, 2},  {-0.08, 0.70, 2}, {-0.30, 0.80, 6},
      {-1.05, 0.95, 6}, {-1.85, 1.38, 2}, {-2.30, 1.45, 2}, {-3.00, 1.45, 1}, {-3.70, 1.35, 1},
      {-4.10, 1.00, 1}, {-4.15, 0.50, 1}, {-4.10, 0.22, 4}};
  constexpr int kCorners = std::size(kProfile), kStrips = 19;
  constexpr double kHalfWidth = 0.85, kBow = 0.15, kCrown = 0.04;
  std::vector<Eigen::Vector2d> profile;
  for (int c = 0; c < kCorners; ++c) {
    const Corner &a = kProfile[c], &b = kProfile[(c + 1) % kCorners];
    for (int i = 0; i < a.pieces; ++i) {
      const double s = static_cast<double>(i) / a.pieces;
      profile.emplace_back(a.x + s * (b.x - a.x), a.z + s * (b.z - a.z));
    }
  }
  const int points = static_cast<int>(profile.size());
  // The front is bowed in plan, the upper side crowned.
  const auto place = [&](double x, double y, double z) {
    const double across = (y / kHalfWidth) * (y / kHalfWidth);
    return Vec3(x - kBow * across * std::clamp((x + 1.2) / 1.2, 0.0, 1.0), y,
                z - (z > 0.6 ? kCrown * across : 0.0));
  };
  std::vector<Vec3> v;
  for (int j = 0; j <= kStrips; ++j)
    for (const auto& p : profile)
      v.push_back(place(p.x(), kHalfWidth * (2.0 * j / kStrips - 1.0), p.y()));
  // Both sides are fans: every point of the profile is seen from here.
  const auto right = static_cast<std::int32_t>(v.size()), left = right + 1;
  v.push_back(place(-1.9, -kHalfWidth, 0.55));
  v.push_back(place(-1.9, kHalfWidth, 0.55));
  const auto at = [&](int j, int i) { return j * points + i % points; };
  std::vector<Triangle> faces;
  for (int j = 0; j < kStrips; ++j)
    for (int i = 0; i < points; ++i) {
      const std::int32_t p = at(j, i), q = at(j, i + 1), r = at(j + 1, i), t = at(j + 1, i + 1);
      faces.push_back({p, r, t});
      faces.push_back({p, t, q});
    }
  for (int i = 0; i < points; ++i) {
    faces.push_back({right, at(0, i), at(0, i + 1)});
    faces.push_back({left, at(kStrips, i + 1), at(kStrips, i)});
  }
  return Mesh(std::move(v), std::move(faces));
}

}  // namespace outrigger::validation
