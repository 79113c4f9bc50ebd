/// Benchmarks of the state as a value: its hash, saving it and going back to it.
#pragma once

#include <string>
#include <vector>

#include "validation/bench.h"

namespace outrigger::validation {

/// `machines_folder` as of all_benchmarks; the sites are beside it.
std::vector<Benchmark> snapshot_benchmarks(const std::string& machines_folder);

}  // namespace outrigger::validation
