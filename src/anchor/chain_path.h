/// The way of a taut chain from the windlass down the pipe, over the lip and straight down.
#pragma once

#include <vector>

#include "anchor/bow.h"

namespace outrigger::anchor {

/// Points of the way, from below upwards. `clearance`: of the chain's middle from the lip [m]; `top`: the last
/// point, beyond the deck along the axis [m]; `depth`: the first point, below the opening [m].
/// `up`: against gravity, unit.
std::vector<Vec3> chain_path(const BowForm& bow, const Vec3& up, double clearance, double top,
                             double depth);

/// Points on the way at even distances (as the crow flies), from the height `start` on its first, straight
/// piece, measured along `up` from the origin, to its end. The first distance is that of an end link.
std::vector<Vec3> walk(const std::vector<Vec3>& path, const Vec3& up, double start,
                       double first_pitch, double pitch);

}  // namespace outrigger::anchor
