/// States of the benchmark bubble-foundation: the bubble of PCM §4.1 in a half-space (docs/benchmarks.md).
#pragma once

#include <algorithm>
#include <vector>

#include "base/random.h"
#include "contact/patches/polygonal_contact.h"
#include "geometry/mesh.h"
#include "math/random_rotation.h"

namespace outrigger::validation {

inline contact::LayerLaw bubble_law() {
  contact::LayerLaw law;
  law.stiffness = 1.2e6;
  law.damping = 500.0;
  law.transition_depth = 1e-3;
  law.friction = 0.25;
  return law;
}

/// 500 motions of the ground seen from the bubble, 0.5 to 10 mm deep in any attitude.
inline std::vector<contact::RelativeMotion> bubble_motions(const geometry::Mesh& bubble) {
  Random random(950);
  std::vector<contact::RelativeMotion> list;
  for (int i = 0; i < 500; ++i) {
    const Mat3 R = random_rotation(random);
    double low = 0.0;
    for (const Vec3& v : bubble.vertices()) low = std::min(low, R.row(2).dot(v));
    const Vec3 p(random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3),
                 -low - random.uniform(0.0005, 0.01));
    list.push_back({{R.transpose() * -p, R.transpose()},
                    Vec3(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), 0.2),
                    Vec3(0.5, -0.3, random.uniform(-2, 2))});
  }
  return list;
}

}  // namespace outrigger::validation
