/// Where the hull is touched, how hard, and where paint goes: cells on the tangent plane of the shell at
/// the opening.
#pragma once

#include <vector>

#include "math/types.h"

namespace outrigger::anchor {

class HullMap {
 public:
  struct Cell {
    double time = 0.0;  ///< of touch [s]
    double peak = 0.0;  ///< largest force of a contact [N]
    double work = 0.0;  ///< of sliding, µ N v summed over time [J]
  };
  /// A square around a point; x to the bow along the shell, y up.
  void lay_out(const Vec3& centre, const Vec3& normal, double half, double cell);
  void add(const Vec3& point, double force, double friction_power, double dt);
  int cells() const { return n_; }
  double half() const { return half_; }
  const Cell& at(int x, int y) const { return cells_[static_cast<std::size_t>(y * n_ + x)]; }
  double sliding_work() const;  ///< of all cells [J]

 private:
  Vec3 centre_ = Vec3::Zero(), forward_ = Vec3::UnitX(), up_ = Vec3::UnitZ();
  double half_ = 2.0, cell_ = 0.05;
  int n_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace outrigger::anchor
