/// How many random samples a test takes: all, unless OUTRIGGER_FEWER_SAMPLES=n asks for an n-th of them.
/// ./test asks so under the sanitizers: numbers are judged by all samples in the release run, and the
/// paths through the code are met by a few.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace outrigger {

inline int samples(int all) {
  const char* fewer = std::getenv("OUTRIGGER_FEWER_SAMPLES");
  return fewer == nullptr ? all : all / std::max(std::atoi(fewer), 1);
}

}  // namespace outrigger
