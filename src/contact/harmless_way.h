/// How far a contact may still move in an iteration, where its force hardly changes any more.
#pragma once

#include <algorithm>
#include <limits>

namespace outrigger::contact {

inline constexpr double kHarmlessForce = 1e-4;   ///< of a force: what iterations may leave open
inline constexpr double kUsualTolerance = 1e-4;  ///< of accelerations [m/s²]

/// The way [m] that changes a force [N] by no more than what gives the mass [kg] this acceleration [m/s²], or by
/// a share of itself that does no harm; infinite where nothing pushes. by_depth: slope of the force [N/m].
inline double harmless_way(double acceleration, double mass, double force, double by_depth) {
  if (!(by_depth > 0.0 && mass > 0.0)) return std::numeric_limits<double>::infinity();
  // A tolerance that is asked for below the usual one holds for forces too.
  const double share = std::min(kHarmlessForce, acceleration / kUsualTolerance * kHarmlessForce);
  return std::max(acceleration * mass, share * force) / by_depth;
}

}  // namespace outrigger::contact
