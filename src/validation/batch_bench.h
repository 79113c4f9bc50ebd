/// Speed of batches in vector lanes, part of `outrigger bench`.
#pragma once

#include <string>
#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

/// `machines_folder` holds the excavator.
std::vector<Benchmark> batch_benchmarks(const std::string& machines_folder);

}  // namespace outrigger::validation
