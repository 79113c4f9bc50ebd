#include "anchor/chain_path.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::anchor {

/// In the plane of the axis and the vertical, the string that is pulled tight around the lip: the convex hull
/// of the lip's points, moved out by the clearance, between the windlass and a place far below.
std::vector<Vec3> chain_path(const BowForm& bow, const Vec3& up, double clearance, double top,
                             double depth) {
  const Vec3& o = bow.opening();
  // Outboard, level.
  const Vec3 out = (bow.axis() - bow.axis().dot(up) * up).normalized();
  const auto flat = [&](const Vec3& p) {
    return Eigen::Vector2d((p - o).dot(out), (p - o).dot(up));
  };
  // Inboard and low: there the chain lies on the lip.
  Vec3 low = -bow.axis() - up;
  low = (low - low.dot(bow.axis()) * bow.axis()).normalized();
  const std::vector<Vec3> lip = bow.lip_section(bow.angle(o + low), 12, 24).points;
  std::vector<Eigen::Vector2d> chain;
  chain.push_back(flat(bow.deck_opening() - top * bow.axis()));
  double reach = -1e9;
  for (std::size_t k = lip.size(); k-- > 0;) {
    const Eigen::Vector2d before = flat(lip[k + 1 < lip.size() ? k + 1 : k]),
                          after = flat(lip[k > 0 ? k - 1 : k]);
    const Eigen::Vector2d t = (after - before).normalized();
    // The air is on the left, seen from the pipe outwards and down: outboard.
    chain.push_back(flat(lip[k]) + clearance * Eigen::Vector2d(-t.y(), t.x()));
    reach = std::max(reach, chain.back().x());
  }
  chain.emplace_back(reach, -depth);
  std::vector<Eigen::Vector2d> tight;
  for (const auto& p : chain) {
    const auto is_loose = [&] {
      if (tight.size() < 2) return false;
      const Eigen::Vector2d a = tight[tight.size() - 1] - tight[tight.size() - 2],
                            b = p - tight.back();
      return a.x() * b.y() - a.y() * b.x() >= 0.0;
    };
    while (is_loose()) tight.pop_back();
    tight.push_back(p);
  }
  std::vector<Vec3> path;
  for (std::size_t k = tight.size(); k-- > 0;)
    path.push_back(o + tight[k].x() * out + tight[k].y() * up);
  return path;
}

std::vector<Vec3> walk(const std::vector<Vec3>& path, const Vec3& up, double start,
                       double first_pitch, double pitch) {
  std::vector<Vec3> points;
  Vec3 at = path.front() + (start - path.front().dot(up)) * up;
  points.push_back(at);
  std::size_t k = 1;
  while (k < path.size()) {
    const double way = points.size() == 1 ? first_pitch : pitch;
    // Where the next piece of the way leaves the ball around the last point.
    if ((path[k] - at).norm() <= way) {
      ++k;
      continue;
    }
    const Vec3 from = k == 1 ? at : path[k - 1];
    const Vec3 d = path[k] - from, e = from - at;
    const double a = d.squaredNorm(), b = d.dot(e), c = e.squaredNorm() - way * way;
    const double t = (-b + std::sqrt(std::max(0.0, b * b - a * c))) / a;
    at = from + t * d;
    points.push_back(at);
  }
  return points;
}

}  // namespace outrigger::anchor
