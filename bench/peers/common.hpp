// Shared by all peer programs: what is asked, how it is timed, the line that is printed.
//
//   program PROBLEM METHOD SETTING [REPETITIONS]
//
//   PROBLEM      chain-10, fourbar-40, andrews, bricard, terrain-spheres-100, mesh-pairs: docs/benchmarks.md
//   METHOD       integrator or kind of tree, as the program's first comment says
//   SETTING      step [s] or accuracy; without meaning for mesh-pairs
//   REPETITIONS  timed runs at least, of which the fastest counts; 3 by default
//
// prints one line of JSON:
//
//   {"program": "MuJoCo", "version": "2.2.2", "problem": "chain-10", "method": "RK4", "setting": 0.02,
//    "time": 0.67, "time_unit": "ms per simulated s", "error": 2e-06, "error_unit": "m", "valid": true, "note": ""}
//
// A run that is not valid went wrong by the measure of the problem; its note says how.
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
constexpr double kGravity = 9.81;  // [m/s²]

struct V3 {
  double x, y, z;
};
inline double distance(const V3& a, const V3& b) {
  return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

// CPU time of this (single-threaded) process [s]: not inflated by other work on the machine.
inline double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

// What is asked of a program: "chain-40" is family "chain" of size 40.
struct Request {
  std::string problem, family, method;
  int size = 0;
  double setting = 0;
  int repetitions = 3;
};

[[noreturn]] inline void refuse(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(2);
}

inline Request read_request(int argc, char** argv) {
  if (argc < 4 || argc > 5) refuse("usage: PROBLEM METHOD SETTING [REPETITIONS]");
  Request r;
  r.problem = r.family = argv[1];
  const size_t dash = r.problem.rfind('-');
  if (dash != std::string::npos && std::isdigit(static_cast<unsigned char>(r.problem[dash + 1]))) {
    r.family = r.problem.substr(0, dash);
    r.size = std::atoi(r.problem.c_str() + dash + 1);
  }
  r.method = argv[2];
  r.setting = std::atof(argv[3]);
  if (argc > 4) r.repetitions = std::max(1, std::atoi(argv[4]));
  return r;
}

// One of the methods a program has, or the end of it.
inline void allow_methods(const Request& r, std::initializer_list<const char*> methods) {
  for (const char* m : methods)
    if (r.method == m) return;
  refuse("no method '" + r.method + "' here for " + r.problem);
}

// The fastest of several runs, each of which returns its seconds. Runs shorter than a tenth of a
// second are repeated until that much is spent, so that caches are warm.
inline double fastest(const Request& r, const std::function<double()>& run) {
  double best = 1e300, spent = 0;
  for (int i = 0; i < r.repetitions || spent < 0.1; ++i) {
    const double seconds = run();
    best = std::min(best, seconds);
    spent += seconds;
  }
  return best;
}

struct Outcome {
  double time = 0;
  std::string time_unit;
  double error = 0;
  std::string error_unit;
  bool valid = true;
  std::string note = {};  // no quotes
};

inline void print_line(const std::string& program, const std::string& version, const Request& r,
                       const Outcome& o) {
  // JSON knows no infinities: a run that blew up has an error of 1e300.
  const double error = std::isfinite(o.error) ? o.error : 1e300;
  std::printf(
      "{\"program\": \"%s\", \"version\": \"%s\", \"problem\": \"%s\", \"method\": \"%s\", "
      "\"setting\": %g, "
      "\"time\": %.6g, \"time_unit\": \"%s\", \"error\": %.6g, \"error_unit\": \"%s\", \"valid\": "
      "%s, "
      "\"note\": \"%s\"}\n",
      program.c_str(), version.c_str(), r.problem.c_str(), r.method.c_str(), r.setting, o.time,
      o.time_unit.c_str(), error, o.error_unit.c_str(), o.valid && error < 1e300 ? "true" : "false",
      o.note.c_str());
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
