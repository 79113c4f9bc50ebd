/// Tools that cut and carry soil, as plain values. See description.h for the habits. Law: digging/tools.h.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "description/location.h"
#include "math/types.h"

namespace outrigger::description {

/// A cutting edge with a plate behind it, and the room that its soil goes into. Seen from the side in the x-z
/// plane of its body; y is across.
struct Tool {
  std::string name;
  Location where;
  std::string body;
  Vec3 edge = Vec3::Zero();       ///< middle of the cutting edge [m]
  Vec3 plate = Vec3::Zero();      ///< where the plate behind the edge ends, beside its middle [m]
  Vec3 front = Vec3::Zero();      ///< towards the soil that it pushes; zero: towards the cavity
  double width = 0.0;             ///< of edge and plate [m], > 0
  double teeth = 0.0;             ///< how many; 0: a plain edge
  double tooth_area = 0.0;        ///< of the front of a tooth, or of the whole plain edge [m²]
  double tooth_thickness = 0.03;  ///< [m], > 0
  /// The room for soil: (x, z) from the edge along the shell to the rear lip [m]; empty: it holds none, and
  /// pushes what it cuts.
  std::vector<std::array<double, 2>> cavity;
  double cavity_width = 0.0;         ///< inside [m], > 0 with a cavity
  std::vector<std::string> cutting;  ///< groups of contact spheres that soil does not hold up

  bool holds_soil() const { return !cavity.empty(); }
  bool operator==(const Tool&) const = default;
};

}  // namespace outrigger::description
