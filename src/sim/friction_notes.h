/// Contact laws whose friction a step cannot follow: a `stribeck_speed` so small that friction falls to its
/// dynamic value before a body has really broken loose. Such a body slips too early, and stick-slip has a
/// shorter period, without any sign of it in the motion.
///
///   v_s < μ_s g h/10,   μ_s > μ_d
///
///   v_s  stribeck_speed [m/s];  μ_s, μ_d  static and dynamic friction;  h  step [s];  g  of the machine [m/s²]
///
/// Measured on a block on a belt, h = 1 to 10 ms, μ_s = 0.15 and 0.5: it breaks loose where it should (0.5 %) from
/// v_s = 0.065 μ_s g h on, and 7 to 38 % too early at 0.01 to 0.04 (tests/sim/friction_notes_test.cpp). A body
/// that carries others needs more. Laws of the user (C++) and friction that remembers nothing are not looked at.
#pragma once

#include <string>
#include <vector>

#include "description/description.h"
#include "description/ground_contact.h"

namespace outrigger::sim {

/// One line for each law, with file and line where it came from a file. `site` may be null.
std::vector<std::string> friction_notes(const description::Machine& machine,
                                        const description::Site* site);

}  // namespace outrigger::sim
