#include "sim/walking.h"

#include <algorithm>
#include <cmath>

namespace outrigger::sim {

Pose pose_on_path(const PlacedObject& person, double walked, const terrain::Ground& ground) {
  const auto& path = person.path;
  double length = 0.0;
  const auto piece = [&](std::size_t i) {
    return Vec3(path[i][0] - path[i - 1][0], path[i][1] - path[i - 1][1], 0.0);
  };
  for (std::size_t i = 1; i < path.size(); ++i) length += piece(i).norm();
  double s = length > 0.0 ? walked - 2.0 * length * std::floor(walked / (2.0 * length)) : 0.0;
  const bool back = s > length;
  if (back) s = 2.0 * length - s;
  Vec3 place(path.front()[0], path.front()[1], 0.0);
  Vec3 along = Vec3::UnitX();
  for (std::size_t i = 1; i < path.size(); ++i) {
    const Vec3 way = piece(i);
    const double l = way.norm();
    if (!(l > 0.0)) continue;
    along = way / l;
    place = Vec3(path[i - 1][0], path[i - 1][1], 0.0) + std::min(s, l) * along;
    if (s <= l) break;
    s -= l;
  }
  if (back) along = -along;
  Pose pose;
  pose.position = Vec3(place.x(), place.y(), ground.height(place.x(), place.y()));
  pose.rotation.col(0) = along;
  pose.rotation.col(1) = Vec3(-along.y(), along.x(), 0.0);
  pose.rotation.col(2) = Vec3::UnitZ();
  return pose;
}

}  // namespace outrigger::sim
