/// One process that runs a script: /usr/bin/python3 -I python/outrigger/training/worker.py, which takes
/// from itself what a script does not need (confine.py). It has a socket for lines of JSON as file 3, and
/// a pipe for what the script prints. All calls may wait and belong on a side thread.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

namespace outrigger::training {

class ScriptProcess {
 public:
  /// Starts it; it waits for its first line with Python imported. Throws Error.
  ScriptProcess();
  ~ScriptProcess();
  ScriptProcess(const ScriptProcess&) = delete;
  ScriptProcess& operator=(const ScriptProcess&) = delete;

  static constexpr std::size_t kMostLine = std::size_t{1} << 18;     ///< of an answer [bytes]
  static constexpr std::size_t kMostPrinted = std::size_t{1} << 18;  ///< in all [bytes]

  /// Sends a line.
  bool send(const std::string& line);
  /// The next line within the time. False: `problem` says why, and the process is gone.
  bool receive(std::string& line, std::chrono::milliseconds within, std::string& problem);
  /// What the script printed since the last call.
  std::string take_printed();
  pid_t pid() const { return pid_; }
  /// At once.
  void kill();

 private:
  bool read_printed();
  std::string how_it_ended();

  pid_t pid_ = -1;
  int socket_ = -1, printed_ = -1;
  std::string input_, output_;
  std::size_t printed_bytes_ = 0;
};

}  // namespace outrigger::training
