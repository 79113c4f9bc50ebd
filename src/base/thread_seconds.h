/// CPU time of the calling thread [s]: what benchmarks measure on machines that do other things too.
#pragma once

#include <ctime>

namespace outrigger {

inline double thread_seconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace outrigger
