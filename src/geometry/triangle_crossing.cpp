#include "geometry/triangle_crossing.h"

#include <algorithm>

#include "geometry/exact.h"

namespace outrigger::geometry {
namespace {

/// In one plane: the insides overlap unless an edge of one has the other beyond it.
bool flat_overlap(const Corners& a, const Corners& b) {
  int i = 0, turn_a = 0;
  for (; i < 3; ++i) {
    turn_a = side_of_line(a[0], a[1], a[2], i, (i + 1) % 3);
    if (turn_a != 0) break;
  }
  if (turn_a == 0) return false;
  const int j = (i + 1) % 3;
  const int turn_b = side_of_line(b[0], b[1], b[2], i, j);
  if (turn_b == 0) return false;
  const auto separates = [&](const Corners& s, const Corners& t, int turn) {
    for (std::size_t c = 0; c < 3; ++c) {
      if (std::all_of(t.begin(), t.end(), [&](const Vec3& p) {
            return turn * side_of_line(s[c], s[(c + 1) % 3], p, i, j) <= 0;
          })) {
        return true;
      }
    }
    return false;
  };
  return !separates(a, b, turn_a) && !separates(b, a, turn_b);
}

}  // namespace

bool segment_pierces(const Vec3& p, const Vec3& q, const Corners& t) {
  if (side_of_plane(t[0], t[1], t[2], p) * side_of_plane(t[0], t[1], t[2], q) >= 0) return false;
  int low = 0, high = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const int s = side_of_plane(p, q, t[c], t[(c + 1) % 3]);
    low = std::min(low, s);
    high = std::max(high, s);
  }
  return low * high == 0;
}

bool faces_cross(const Mesh& mesh, std::int32_t f, std::int32_t g) {
  const Triangle &s = mesh.face(f), &t = mesh.face(g);
  const auto has = [](const Triangle& u, std::int32_t v) {
    return u[0] == v || u[1] == v || u[2] == v;
  };
  const int shared = has(t, s[0]) + has(t, s[1]) + has(t, s[2]);
  if (shared == 3) return false;
  const Corners a = mesh.corners(f), b = mesh.corners(g);
  int sides_b[3];
  for (std::size_t c = 0; c < 3; ++c) {
    // A vertex in common lies in the plane; the exact test would take long to say so.
    sides_b[c] = has(s, t[c]) ? 0 : side_of_plane(a[0], a[1], a[2], b[c]);
  }
  const auto [low, high] = std::minmax({sides_b[0], sides_b[1], sides_b[2]});
  if (low > 0 || high < 0) return false;
  if (low == 0 && high == 0) return flat_overlap(a, b);
  if (shared == 2) return false;  // two planes meet in their common edge and nowhere else
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t d = (c + 1) % 3;
    if (!has(t, s[c]) && !has(t, s[d]) && segment_pierces(a[c], a[d], b)) return true;
    if (!has(s, t[c]) && !has(s, t[d]) && segment_pierces(b[c], b[d], a)) return true;
  }
  return false;
}

}  // namespace outrigger::geometry
