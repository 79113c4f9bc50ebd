/// Cases on this machine's cores: a process per case, as many at a time as there are workers.
///
/// A process that is killed or crashes is started again, three times in all; one that ends with an
/// error of its own is not. Processes end with the one that started them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace outrigger::sweep {

struct CaseRun {
  std::int64_t number = 0;
  int exit_code = 0;  ///< -1: killed, every time
  std::string output, errors;
  double seconds = 0.0;  ///< wall time
  int attempts = 1;
};

struct LocalEngine {
  int workers = 1;
  /// Program and arguments of a case.
  std::function<std::vector<std::string>(std::int64_t number)> command;
  /// Called in this thread, in the order in which cases end.
  std::function<void(const CaseRun& run)> done;
  std::function<bool()> stop;  ///< true: no new cases, and those under way are ended

  static constexpr int kAttempts = 3;
  /// Throws Error where processes cannot be started, and what `done` throws.
  void run(const std::vector<std::int64_t>& numbers) const;
};

}  // namespace outrigger::sweep
