/// What all solids against meshes do at the end, in the frame of the mesh.
#pragma once

#include <algorithm>
#include <cmath>

#include "contact/near/contact.h"
#include "contact/near/merge.h"
#include "contact/near/mesh_candidates.h"

namespace outrigger::contact {

/// Where all contacts have A's centre behind their place on the mesh, only the direction of least
/// exit stays: the others would work against it. Sorts, merges, and moves to the world.
inline void finish_solid(Contacts& out, std::size_t start, const Vec3& centre, double size,
                         const PlacedMesh& b) {
  const auto first = out.begin() + static_cast<std::ptrdiff_t>(start);
  if (first == out.end()) return;
  const auto is_behind = [&centre](const Contact& c) {
    return (centre - c.on_b).dot(c.normal) < 0.0;
  };
  if (std::all_of(first, out.end(), is_behind)) {
    const auto least = std::min_element(
        first, out.end(), [](const Contact& x, const Contact& y) { return x.depth < y.depth; });
    const Vec3 n = least->normal;
    out.erase(std::remove_if(first, out.end(),
                             [&n](const Contact& c) { return n.dot(c.normal) < 0.999; }),
              out.end());
  }
  sort_and_merge(out, start, 1e-9 * size);
  for (std::size_t i = start; i < out.size(); ++i) {
    out[i].on_a = b.pose.point(out[i].on_a);
    out[i].on_b = b.pose.point(out[i].on_b);
    out[i].normal = b.pose.direction(out[i].normal);
  }
}

}  // namespace outrigger::contact
