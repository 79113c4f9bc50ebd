/// Whether a mechanism has closed loops.
#pragma once

#include <numeric>
#include <vector>

#include "model/mechanism.h"

namespace outrigger::model {

/// True when joints, and drives on coordinates that belong to no joint (cylinders), close a loop of
/// bodies; the ground is a body here. Only such machines can come to singular positions.
inline bool has_loops(const Mechanism& m) {
  std::vector<int> group(m.bodies.size() + 1);
  std::iota(group.begin(), group.end(), 0);
  const int ground = static_cast<int>(m.bodies.size());
  const auto root = [&](int body) {
    int i = body == kGroundIndex ? ground : body;
    while (group[i] != i) i = group[i] = group[group[i]];
    return i;
  };
  const auto closes = [&](int a, int b) {
    const int first = root(a), second = root(b);
    group[first] = second;
    return first == second;
  };
  for (const auto& j : m.joints)
    if (closes(j.frame.body_a, j.frame.body_b)) return true;
  for (const auto& d : m.drives) {
    const CoordinatePart& c = m.coordinates[d.coordinate];
    if (c.spec.joint.empty() && closes(c.frame.body_a, c.frame.body_b)) return true;
  }
  return false;
}

}  // namespace outrigger::model
