/// A script beside the physics. `load` and `ask` wait, before the run and without a clock; `offer` and
/// `take` never do: a thread of the host's own talks to the process.
///
/// A script that does not answer in time, ends, crashes, or floods has failed: its process is gone, and
/// `failure` says how. A seat keeps a second host, loaded, for the next attempt.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "training/script_process.h"

namespace outrigger::training {

struct ScriptSource {
  std::string file;
  std::string function;  ///< of an operator; empty: a session
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, double>> parameters;
};

struct ScriptLimits {
  std::chrono::milliseconds load{10'000};
  std::chrono::milliseconds answer{1'000};
};

class ScriptHost {
 public:
  explicit ScriptHost(ScriptLimits limits = {});
  ~ScriptHost();

  /// Loads a script, once, and returns its definition as JSON. Throws Error with file and line.
  std::string load(const ScriptSource& source);
  /// Layers of isolation that the kernel refused for the last load: "calls: why", one per line.
  const std::string& missing_layers() const { return missing_; }
  /// A line that needs no answer (before the run).
  void tell(const std::string& line);
  /// Waits for the answer. Throws Error.
  std::string ask(const std::string& line);

  /// Never waits. False: the script is still busy with the one before, or has failed.
  bool offer(std::string line);
  /// Never waits. An answer, once.
  bool take(std::string& line);
  /// Never waits. Empty: it works. Once set it stays.
  std::string failure();
  /// What the script has printed; never waits.
  std::string take_printed();

 private:
  void run();
  std::string answer_to(const std::string& line, std::chrono::milliseconds within,
                        std::string& problem);

  ScriptLimits limits_;
  std::string name_, missing_;
  std::unique_ptr<ScriptProcess> process_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::string question_, answer_, failure_, printed_;
  bool asked_ = false, busy_ = false, answered_ = false, failed_ = false, ending_ = false;
  std::thread thread_;
};

}  // namespace outrigger::training
