/// Benchmarks of contact forces in the step.
#pragma once

#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

std::vector<Benchmark> contact_benchmarks();

}  // namespace outrigger::validation
