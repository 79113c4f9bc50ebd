/// Benchmarks of questions to the ground.
#pragma once

#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

std::vector<Benchmark> ground_benchmarks();

}  // namespace outrigger::validation
