/// A height profile of straight lines whose kinks are rounded by vertical curves (arcs in the usual
/// approximation of road design: parabolas with the curvature 1/R).
///
/// At a vertex with slopes g1, g2 and radius R the curve has the length L = R |g2 - g1|, half of it
/// on either side; z = z_line + (x - x_start)² (g2 - g1)/(2 L). Too long curves are shortened to
/// half of the neighbouring lines.
#pragma once

#include <vector>

#include "description/ground_contact.h"

namespace outrigger::terrain {

/// Height at `at`; beyond the ends the end heights go on.
double profile_height(const std::vector<description::ProfilePoint>& profile, double at);

}  // namespace outrigger::terrain
