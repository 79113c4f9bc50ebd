#include "validation/hil_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include <fmt/format.h>

#include "base/error.h"
#include "base/source_tree.h"

namespace outrigger::validation {

ControllerProcess::ControllerProcess(const std::string& script,
                                     const std::vector<std::string>& options,
                                     session::ControllerLink& link) {
  std::vector<std::string> words{"/usr/bin/python3", "-B", source_file("examples/hil/" + script),
                                 "--port", fmt::format("{}", link.server().address().port())};
  words.insert(words.end(), options.begin(), options.end());
  std::vector<char*> arguments;
  for (std::string& w : words) arguments.push_back(w.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  const int problem =
      ::posix_spawn(&pid_, arguments[0], &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (problem != 0) {
    pid_ = 0;
    throw Error(fmt::format("{} cannot be started: {}", words[0], std::strerror(problem)));
  }
  for (int i = 0; i < 60000; ++i) {
    link.service();
    if (link.server().controllers() > 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
  throw Error(fmt::format("the controller {} does not come", script));
}

ControllerProcess::~ControllerProcess() {
  if (pid_ == 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

devices::HilSettings patient_settings() {
  devices::HilSettings settings;
  settings.port = 0;
  settings.deadline = 30.0;
  settings.gone = 60.0;
  return settings;
}

}  // namespace outrigger::validation
