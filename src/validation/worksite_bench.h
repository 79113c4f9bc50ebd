/// Benchmarks of objects that come and go, and of going back in time.
#pragma once

#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

std::vector<Benchmark> worksite_benchmarks();

}  // namespace outrigger::validation
