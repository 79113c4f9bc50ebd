/// Time for a given error: the problems of docs/theory/high_order.md, each with the coarsest accuracy of
/// the explicit pair that reaches the error named.
#pragma once

#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

std::vector<Benchmark> work_benchmarks();

}  // namespace outrigger::validation
