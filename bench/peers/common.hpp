// Shared by all peer programs: a clock and a random generator.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

constexpr double kPi = 3.14159265358979323846;

// CPU time of this (single-threaded) process [s]: not inflated by other work on the machine.
inline double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// Small deterministic generator (xorshift64*), the same in every program.
struct Rng {
  uint64_t s;
  explicit Rng(uint64_t seed) : s(seed) {}
  double uniform() {
    s ^= s >> 12;
    s ^= s << 25;
    s ^= s >> 27;
    return double((s * 2685821657736338717ull) >> 11) / 9007199254740992.0;
  }
  double normal() {
    double u = uniform(), v = uniform();
    return std::sqrt(-2 * std::log(u + 1e-300)) * std::cos(2 * kPi * v);
  }
};

}  // namespace bench
