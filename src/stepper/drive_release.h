/// Which drives may let go at their force limits: the complementarity of a bounded multiplier,
///   F = F_max and x ≤ x_r,   or  F = F_min and x ≥ x_r,   or  F_min ≤ F ≤ F_max and x = x_r.
#pragma once

#include <cstddef>
#include <vector>

#include "system/state.h"
#include "system/system.h"

namespace outrigger::stepper {

/// At its limit a drive falls behind what it is asked for: the force that would keep up is larger. One that
/// gets ahead in the sense of its push has let go for nothing, because the multiplier of a step that ended at
/// the iteration cap was wrong (an error of 1 µm in a part of 0.6 ms is 10 m/s²), and would throw what it
/// moves. Returns the first such drive that was engaged in `drives`, else their number; `tolerance` in the
/// unit of the coordinate.
inline std::size_t find_ahead(const system::System& system, const system::State& state,
                              const std::vector<system::DriveReference>& drives, double tolerance) {
  for (const auto& row : system.coordinate_rows()) {
    if (row.drive < 0) continue;
    const auto i = static_cast<std::size_t>(row.drive);
    const system::DriveReference& d = state.drive[i];
    if (d.engaged || !drives[i].engaged) continue;
    const auto coordinate = static_cast<std::size_t>(row.kernel_b);
    const double ahead =
        system.coordinates()[coordinate].value(state.x.data(), state.coordinate[coordinate]) -
        drives[i].value;
    if ((d.force < 0.0 ? -ahead : ahead) > tolerance) return i;
  }
  return drives.size();
}

/// How far the coordinate of a drive has gone over the step; after the coordinates of the state were
/// accepted.
inline double way_of_drive(const system::System& system, const system::State& start,
                           const system::State& end, std::size_t drive) {
  for (const auto& row : system.coordinate_rows())
    if (row.drive == static_cast<int>(drive)) {
      const auto coordinate = static_cast<std::size_t>(row.kernel_b);
      return end.coordinate[coordinate] - start.coordinate[coordinate];
    }
  return 0.0;
}

/// Whether drives hold on and let go differently.
inline bool differ(const std::vector<system::DriveReference>& a,
                   const std::vector<system::DriveReference>& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i].engaged != b[i].engaged) return true;
  return false;
}

}  // namespace outrigger::stepper
