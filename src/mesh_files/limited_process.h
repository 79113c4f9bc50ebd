/// Runs work in a child process that cannot harm this one: a crash, a hang or a flood of memory
/// there is only a result here. The kernel keeps it from files, network and other processes
/// (confinement.h); of what this process has open it keeps nothing but a pipe.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace outrigger::mesh_files {

struct ProcessLimits {
  double seconds = 120.0;  ///< of processor time, and twice that of wall time
  std::size_t memory = 0;  ///< [bytes] more than this process has now
  std::size_t output = 0;  ///< [bytes]
};

enum class ProcessEnd {
  finished,
  crashed,
  too_slow,
  too_much_memory,
  too_much_output,
  not_started
};

struct ProcessResult {
  ProcessEnd end = ProcessEnd::not_started;
  int signal = 0;         ///< that ended a crashed one; 0 where it ended by itself
  bool confined = false;  ///< by the kernel; where that cannot be had, by limits of resources only
  std::string output;     ///< empty unless finished
};

/// `job` runs in a fork of this process and gets a function that sends bytes back. It must not rely
/// on other threads, on files or on anything else that the kernel would have to give. Memory is not limited in builds with sanitizers, which reserve all of it.
using SendBytes = std::function<void(const void*, std::size_t)>;
ProcessResult run_limited(const ProcessLimits& limits,
                          const std::function<void(const SendBytes&)>& job);

}  // namespace outrigger::mesh_files
