// terrain-spheres-K: K spheres thrown onto a hilly terrain of 80,000 triangles, 3 s.
#pragma once
#include "common.hpp"

namespace terrain {

constexpr int kCells = 200, kNodes = kCells + 1;
constexpr double kCell = 0.25, kHalf = kCells * kCell / 2;       // [m]
constexpr double kRadius = 0.2, kDensity = 2000, kDuration = 3;  // [m], [kg/m³], [s]
constexpr double kFriction = 0.5;

inline double height(double x, double y) { return 0.5 * std::sin(0.5 * x) * std::cos(0.4 * y); }
inline double node(int i) { return -kHalf + i * kCell; }
inline double mass() { return kDensity * 4.0 / 3.0 * bench::kPi * kRadius * kRadius * kRadius; }

// Centres at the start; all spheres fly with (1, 0.3, 0) m/s.
inline std::vector<bench::V3> start(int count) {
  std::vector<bench::V3> p;
  const int side = int(std::lround(std::sqrt(double(count))));
  for (int i = 0; i < count; ++i)
    p.push_back({(i % side - (side - 1) / 2.0) * 0.5, (i / side - (side - 1) / 2.0) * 0.5, 1.5});
  return p;
}

// The error is the number of spheres that fell through the terrain or left it. Single paths are chaotic;
// the mean position tells whether programs agree.
inline bench::Outcome outcome(const std::vector<bench::V3>& centres, double seconds) {
  int lost = 0;
  bench::V3 mean{0, 0, 0};
  for (const auto& q : centres) {
    const bool there = std::abs(q.x) < kHalf && std::abs(q.y) < kHalf && std::abs(q.z) < 100;
    if (!there || q.z < height(q.x, q.y)) ++lost;
    mean.x += q.x / double(centres.size());
    mean.y += q.y / double(centres.size());
    mean.z += q.z / double(centres.size());
  }
  char note[80];
  std::snprintf(note, sizeof note, "mean position %.2f %.2f %.2f m", mean.x, mean.y, mean.z);
  return {1e3 * seconds / kDuration,
          "ms per simulated s",
          double(lost),
          "spheres lost",
          lost == 0,
          note};
}

inline long steps(const bench::Request& r) {
  if (r.family != "terrain-spheres" || r.size < 1)
    bench::refuse("no problem '" + r.problem + "' here");
  return std::lround(kDuration / r.setting);
}

}  // namespace terrain
