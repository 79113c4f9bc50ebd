/// Speed of machines in soil.
#pragma once

#include <string>
#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

std::vector<Benchmark> soil_benchmarks(const std::string& machines_folder);

}  // namespace outrigger::validation
