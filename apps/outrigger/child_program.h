/// This program once more, with other arguments: for work that prints and ends, or that shows something on a
/// port of its own until it is no longer wanted.
#pragma once

#include <string>
#include <vector>

namespace outrigger::app {

class ChildProgram {
 public:
  /// Throws Error when it cannot be started.
  explicit ChildProgram(const std::vector<std::string>& arguments);
  /// Asks it to end (SIGTERM), and ends it when it does not.
  ~ChildProgram();
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;

  /// What it prints until it ends.
  std::string read_all();
  /// The next line it prints, within so many seconds; empty: none came, or it ended.
  std::string read_line(double seconds);
  /// Waits for its end; its exit code, 128 + signal where one ended it.
  int wait();

 private:
  int child_ = -1;
  int output_ = -1;
  std::string waiting_;
};

}  // namespace outrigger::app
