/// Functions of a machine that have no finite value where the run begins.
#pragma once

#include <string>

#include "model/mechanism.h"

namespace outrigger::articulation {

/// Throws Error, with file and line, for the first function of time (drives, loads, forces of springs)
/// without a finite value at `time`. Of drives that guide a position the rate must be finite as well.
/// Inputs are not looked at.
void check_time_functions(const model::Mechanism& mechanism, double time);

/// The same for functions of a coordinate (springs, couplings) at its present value, and of a speed
/// (dampers) at rest. `mechanism` must be assembled.
void check_coordinate_functions(const model::Mechanism& mechanism);

/// "; load 'push' has no finite value": the first function of time that has none at `time`, or empty.
std::string function_without_value(const model::Mechanism& mechanism, double time);

}  // namespace outrigger::articulation
