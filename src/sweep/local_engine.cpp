#include "sweep/local_engine.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>

#include "base/error.h"

namespace outrigger::sweep {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostOutput = 1 << 20;  ///< [bytes] of a case

/// A case under way.
struct Worker {
  pid_t process = -1;
  std::array<int, 2> pipes{-1, -1};  ///< output, errors; -1: at its end
  CaseRun run;
  Clock::time_point start;
};

void start(Worker& w, const std::vector<std::string>& command) {
  int out[2], err[2];
  if (pipe2(out, O_CLOEXEC) != 0)
    throw Error(fmt::format("cannot start a case: {}", std::strerror(errno)));
  if (pipe2(err, O_CLOEXEC) != 0) {
    close(out[0]);
    close(out[1]);
    throw Error(fmt::format("cannot start a case: {}", std::strerror(errno)));
  }
  std::vector<char*> arguments;
  for (const std::string& a : command) arguments.push_back(const_cast<char*>(a.c_str()));
  arguments.push_back(nullptr);
  const pid_t parent = getpid();
  w.start = Clock::now();
  w.process = fork();
  if (w.process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    dup2(out[1], STDOUT_FILENO);
    dup2(err[1], STDERR_FILENO);
    execv(arguments[0], arguments.data());
    _exit(127);
  }
  close(out[1]);
  close(err[1]);
  w.pipes = {out[0], err[0]};
  if (w.process < 0) {
    close(out[0]);
    close(err[0]);
    throw Error(fmt::format("cannot start a case: {}", std::strerror(errno)));
  }
}

/// What has come so far; false once both pipes are at their end.
bool read_some(Worker& w) {
  std::array<char, 65536> bytes;
  for (std::size_t k = 0; k < 2; ++k) {
    if (w.pipes[k] < 0) continue;
    pollfd p{w.pipes[k], POLLIN, 0};
    while (poll(&p, 1, 0) > 0) {
      const ssize_t n = read(w.pipes[k], bytes.data(), bytes.size());
      if (n < 0 && errno == EINTR) continue;
      if (n <= 0) {
        close(w.pipes[k]);
        w.pipes[k] = -1;
        break;
      }
      std::string& text = k == 0 ? w.run.output : w.run.errors;
      if (text.size() < kMostOutput) text.append(bytes.data(), static_cast<std::size_t>(n));
    }
  }
  return w.pipes[0] >= 0 || w.pipes[1] >= 0;
}

void end_all(std::vector<Worker>& workers) {
  for (Worker& w : workers) {
    if (w.process > 0) {
      kill(w.process, SIGKILL);
      waitpid(w.process, nullptr, 0);
    }
    for (const int fd : w.pipes)
      if (fd >= 0) close(fd);
  }
}

}  // namespace

void LocalEngine::run(const std::vector<std::int64_t>& numbers) const {
  std::deque<CaseRun> waiting;
  for (const std::int64_t n : numbers) {
    CaseRun r;
    r.number = n;
    waiting.push_back(r);
  }
  std::vector<Worker> under_way;
  try {
    while (!waiting.empty() || !under_way.empty()) {
      if (stop && stop()) {
        end_all(under_way);
        return;
      }
      while (!waiting.empty() && static_cast<int>(under_way.size()) < workers) {
        Worker w;
        w.run = waiting.front();
        start(w, command(w.run.number));
        waiting.pop_front();
        under_way.push_back(std::move(w));
      }
      std::vector<pollfd> polls;
      for (const Worker& w : under_way)
        for (const int fd : w.pipes)
          if (fd >= 0) polls.push_back({fd, POLLIN, 0});
      poll(polls.data(), polls.size(), 200);
      for (std::size_t k = 0; k < under_way.size();) {
        Worker& w = under_way[k];
        if (read_some(w)) {
          ++k;
          continue;
        }
        int status = 0;
        while (waitpid(w.process, &status, 0) < 0 && errno == EINTR) {
        }
        w.run.seconds += std::chrono::duration<double>(Clock::now() - w.start).count();
        CaseRun ended = std::move(w.run);
        under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(k));
        if (WIFSIGNALED(status) && ended.attempts < kAttempts) {
          ended.output.clear();
          ended.errors.clear();
          ++ended.attempts;
          waiting.push_front(std::move(ended));
          continue;
        }
        ended.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
        done(ended);
      }
    }
  } catch (...) {
    end_all(under_way);
    throw;
  }
}

}  // namespace outrigger::sweep
