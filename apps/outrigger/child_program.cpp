#include "outrigger/child_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include "base/error.h"

namespace outrigger::app {

ChildProgram::ChildProgram(const std::vector<std::string>& arguments) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw Error(std::string("no pipe could be made: ") + std::strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<std::string> words{"outrigger"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  const int failure =
      posix_spawn(&child_, "/proc/self/exe", &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  output_ = ends[0];
  if (failure == 0) return;
  close(output_);
  throw Error(std::string("the program could not be started again: ") + std::strerror(failure));
}

ChildProgram::~ChildProgram() {
  if (child_ > 0) {
    kill(child_, SIGTERM);
    for (int i = 0; i < 300 && child_ > 0; ++i) {
      if (waitpid(child_, nullptr, WNOHANG) != 0) child_ = -1;
      if (child_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(output_);
}

std::string ChildProgram::read_all() {
  std::string all = std::exchange(waiting_, {});
  char block[4096];
  for (;;) {
    const ssize_t n = read(output_, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return all;
    all.append(block, static_cast<std::size_t>(n));
  }
}

std::string ChildProgram::read_line(double seconds) {
  const auto latest = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (;;) {
    if (const std::size_t end = waiting_.find('\n'); end != std::string::npos) {
      std::string line = waiting_.substr(0, end);
      waiting_.erase(0, end + 1);
      return line;
    }
    const double left =
        std::chrono::duration<double>(latest - std::chrono::steady_clock::now()).count();
    pollfd waits{output_, POLLIN, 0};
    if (left <= 0.0 || poll(&waits, 1, static_cast<int>(left * 1e3) + 1) <= 0) return {};
    char block[4096];
    const ssize_t n = read(output_, block, sizeof block);
    if (n <= 0) return {};
    waiting_.append(block, static_cast<std::size_t>(n));
  }
}

int ChildProgram::wait() {
  int status = 0;
  if (child_ <= 0 || waitpid(child_, &status, 0) != child_) return -1;
  child_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace outrigger::app
