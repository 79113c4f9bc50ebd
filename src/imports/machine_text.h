/// Machines as text of a machine file (docs/machine-format.md), for what importers make.
#pragma once

#include <string>
#include <vector>

#include "description/description.h"

namespace outrigger::imports {

/// A machine file that reads as this machine: numbers with all their digits, rotations as
/// quaternions (equal to about 1e-16). `comments` are put on top, a line each.
///
/// Writes bodies, joints, their coordinates, drives, springs, stops, couplings, shapes,
/// contact_pairs, brakes, visuals and controls; asserts that the other sections are empty, and that
/// springs are linear and drives have levers: nothing is dropped in silence.
std::string machine_text(const description::Machine& machine,
                         const std::vector<std::string>& comments = {});

}  // namespace outrigger::imports
