#include "terrain/profile.h"

#include <algorithm>
#include <cmath>

namespace outrigger::terrain {

double profile_height(const std::vector<description::ProfilePoint>& profile, double at) {
  const auto& p = profile;
  if (at <= p.front().at) return p.front().height;
  if (at >= p.back().at) return p.back().height;
  std::size_t i = 1;
  while (p[i].at < at) ++i;
  const auto slope = [&](std::size_t line) {
    return (p[line].height - p[line - 1].height) / (p[line].at - p[line - 1].at);
  };
  const double height = p[i].height + (at - p[i].at) * slope(i);
  // The vertex at either end of this line may bend it.
  for (const std::size_t vertex : {i - 1, i}) {
    if (vertex == 0 || vertex + 1 == p.size() || p[vertex].radius <= 0.0) continue;
    const double g1 = slope(vertex), g2 = slope(vertex + 1);
    double half = 0.5 * p[vertex].radius * std::abs(g2 - g1);
    half = std::min(
        {half, 0.5 * (p[vertex].at - p[vertex - 1].at), 0.5 * (p[vertex + 1].at - p[vertex].at)});
    if (half <= 0.0 || std::abs(at - p[vertex].at) >= half) continue;
    const double from_start = at - (p[vertex].at - half);
    return p[vertex].height + (at - p[vertex].at) * g1 +
           from_start * from_start * (g2 - g1) / (4.0 * half);
  }
  return height;
}

}  // namespace outrigger::terrain
