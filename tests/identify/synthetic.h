/// Records made by a known truth, with noise.
#pragma once

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "identify/record.h"

namespace outrigger::identify {

/// Normally distributed with σ = 1 (Box-Muller).
inline double normal(Random& random) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - random.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * random.uniform());
}

inline Record empty_record(int rows, double interval, std::initializer_list<const char*> names) {
  Record record;
  record.file = "record.csv";
  for (int i = 1; i <= rows; ++i) record.times.push_back(interval * i);
  for (const char* name : names)
    record.columns.push_back({name, std::vector<double>(record.times.size(), 0.0)});
  return record;
}

inline void add_noise(Record::Column& column, double sigma, std::uint64_t seed) {
  Random random(seed);
  for (double& v : column.values) v += sigma * normal(random);
}

}  // namespace outrigger::identify
