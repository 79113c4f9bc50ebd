/// Speed of contact detection, part of `outrigger bench`.
#pragma once

#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

std::vector<Benchmark> detection_benchmarks();

}  // namespace outrigger::validation
