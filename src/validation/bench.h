/// Speed measurements with stable names, used by `outrigger bench`.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace outrigger::validation {

/// One measured number; a peer is measured in the same run where there is one.
struct Measurement {
  std::string name;
  double value = 0.0;
  std::string unit;
  std::string peer;
  double peer_value = 0.0;
  /// Parts of the value in its unit, from a run with clocks between the stages, and how often a
  /// stage comes per step; empty where there are none.
  struct Stage {
    std::string name;
    double value, laps;
  };
  std::vector<Stage> stages = {};
  std::string note = {};  ///< what was reached and how, printed below

  bool has_peer() const { return !peer.empty(); }
  double ratio() const { return value / peer_value; }
};

struct Benchmark {
  std::string name;   ///< stable, hyphenated
  std::string title;  ///< one line
  /// `repetitions` runs, of which the fastest counts. CPU time of the thread.
  std::function<Measurement(int repetitions)> run;
};

/// `machines_folder` holds the bundled machine files (the excavator).
std::vector<Benchmark> all_benchmarks(const std::string& machines_folder);

}  // namespace outrigger::validation
