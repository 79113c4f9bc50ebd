#include "anchor/hull_map.h"

#include <algorithm>
#include <cmath>

namespace outrigger::anchor {

void HullMap::lay_out(const Vec3& centre, const Vec3& normal, double half, double cell) {
  centre_ = centre;
  forward_ = Vec3(normal.y(), -normal.x(), 0.0).normalized();
  up_ = forward_.cross(normal);
  if (up_.z() < 0.0) up_ = -up_;
  half_ = half;
  n_ = std::max(1, static_cast<int>(std::ceil(2.0 * half / cell)));
  cell_ = 2.0 * half / n_;
  cells_.assign(static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_), {});
}

void HullMap::add(const Vec3& point, double force, double friction_power, double dt) {
  const Vec3 d = point - centre_;
  const auto x = static_cast<int>(std::floor((d.dot(forward_) + half_) / cell_));
  const auto y = static_cast<int>(std::floor((d.dot(up_) + half_) / cell_));
  if (x < 0 || y < 0 || x >= n_ || y >= n_) return;
  Cell& c = cells_[static_cast<std::size_t>(y * n_ + x)];
  c.time += dt;
  c.peak = std::max(c.peak, force);
  c.work += friction_power * dt;
}

double HullMap::sliding_work() const {
  double sum = 0.0;
  for (const Cell& c : cells_) sum += c.work;
  return sum;
}

}  // namespace outrigger::anchor
