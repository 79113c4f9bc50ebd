/// The pedestrian of PCM §4.2: a man of 15 segments and 29 degrees of freedom in front of a car that
/// drives at 30 km/h. Masses and lengths: docs/validation.md, pedestrian.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "validation/contact_scenes.h"

namespace outrigger::validation {

struct Pedestrian {
  ContactScene scene;
  std::vector<std::string> segments;  ///< names of bodies, shapes and groups alike
  /// Pairings of segments with each other; every one has another with the car, and with the road.
  std::vector<std::pair<std::string, std::string>> own_pairs;
  int man_triangles = 0, car_triangles = 0;
};

inline constexpr double kCarSpeed = 30.0 / 3.6;  ///< [m/s]

Pedestrian make_pedestrian();

}  // namespace outrigger::validation
