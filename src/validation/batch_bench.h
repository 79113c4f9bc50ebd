/// Speed of batches in vector lanes, part of `outrigger bench`.
#pragma once

#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

std::vector<Benchmark> batch_benchmarks();

}  // namespace outrigger::validation
