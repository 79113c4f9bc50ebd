#include "geometry/inside.h"

#include <array>

#include "geometry/exact.h"

namespace outrigger::geometry {
namespace {

enum class Meeting { none, crossed, unclear };

/// How the segment p→q meets a face.
Meeting meet(const Corners& t, const Vec3& p, const Vec3& q) {
  const int at_p = side_of_plane(t[0], t[1], t[2], p);
  const int at_q = side_of_plane(t[0], t[1], t[2], q);
  if (at_p != 0 && at_p == at_q) return Meeting::none;
  std::array<int, 3> sense;
  for (std::size_t i = 0; i < 3; ++i) sense[i] = side_of_plane(p, q, t[i], t[(i + 1) % 3]);
  const bool left = sense[0] < 0 || sense[1] < 0 || sense[2] < 0;
  const bool right = sense[0] > 0 || sense[1] > 0 || sense[2] > 0;
  if (left && right) return Meeting::none;
  const bool clear = sense[0] != 0 && sense[1] != 0 && sense[2] != 0 && at_p != 0 && at_q != 0;
  return clear ? Meeting::crossed : Meeting::unclear;
}

}  // namespace

bool contains(const Mesh& mesh, const BoxTree& tree, const Vec3& p) {
  if (tree.empty() || !mesh.box().contains(p)) return false;
  // Directions without simple ratios; any one is as good as another.
  constexpr std::array<std::array<double, 3>, 8> kDirections = {{{0.8391, 0.3713, 0.3977},
                                                                 {-0.3571, 0.8867, 0.2939},
                                                                 {0.2671, -0.4337, 0.8606},
                                                                 {-0.6131, -0.2713, -0.7421},
                                                                 {0.1237, 0.6911, -0.7121},
                                                                 {0.7013, -0.7079, -0.0843},
                                                                 {-0.9127, 0.0731, 0.4021},
                                                                 {0.0317, 0.5519, 0.8333}}};
  const double length = 4.0 * mesh.box().size().norm();
  bool inside = false;
  for (const auto& d : kDirections) {
    const Vec3 ray = length * Vec3(d[0], d[1], d[2]);
    const Vec3 end = p + ray;
    bool clear = true;
    inside = false;
    tree.for_each_on_ray(p, ray, 1.0 + 1e-9, [&](std::int32_t f) {
      const Meeting meeting = meet(mesh.corners(f), p, end);
      inside ^= meeting == Meeting::crossed;
      clear &= meeting != Meeting::unclear;
    });
    if (clear) break;
  }
  return inside;
}

}  // namespace outrigger::geometry
