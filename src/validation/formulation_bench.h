/// Time of one evaluation of the accelerations by every formulation, for `outrigger bench`.
#pragma once

#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

/// formulation-MODEL-NAME: `solve` and `restore` at the start of a motion, each once.
std::vector<Benchmark> formulation_benchmarks();

}  // namespace outrigger::validation
