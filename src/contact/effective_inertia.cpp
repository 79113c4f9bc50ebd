#include "contact/effective_inertia.h"

#include <cmath>

namespace outrigger::contact {

void find_inertia(const system::PairBlocks& pair, const double* g, const Vec3& normal,
                  double* scratch, system::Response& response, PointMemory& memory) {
  const auto mobility = [&](const Vec3& axis) {
    pair.turn_gradient(g, axis, scratch);
    return response.coordinate_mobility(pair.blocks(), scratch, pair.count());
  };
  const auto inverse = [](double m) { return m > 0.0 ? 1.0 / m : 0.0; };
  memory.spin_inertia = inverse(mobility(normal));
  // The larger eigenvalue of the mobility across n.
  const Vec3 t = normal.unitOrthogonal(), b = normal.cross(t);
  const double tt = mobility(t), bb = mobility(b), tb = 0.5 * (mobility(t + b) - tt - bb);
  const double half = 0.5 * (tt - bb);
  memory.rolling_inertia = inverse(0.5 * (tt + bb) + std::sqrt(half * half + tb * tb));
}

}  // namespace outrigger::contact
