#include "training/script_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/source_tree.h"

namespace outrigger::training {

namespace {

constexpr const char* kPython = "/usr/bin/python3";

void close_if_open(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

}  // namespace

ScriptProcess::ScriptProcess() {
  int sockets[2], pipes[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    throw Error(fmt::format("a script cannot be started: {}", std::strerror(errno)));
  if (pipe2(pipes, O_CLOEXEC) != 0) {
    close(sockets[0]), close(sockets[1]);
    throw Error(fmt::format("a script cannot be started: {}", std::strerror(errno)));
  }
  const std::string worker = source_file("python/outrigger/training/worker.py");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  // First away from the numbers that are given below.
  posix_spawn_file_actions_adddup2(&actions, pipes[1], 1);
  posix_spawn_file_actions_adddup2(&actions, pipes[1], 2);
  posix_spawn_file_actions_adddup2(&actions, sockets[1], 3);
  posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, ordinary;
  sigemptyset(&none);
  sigemptyset(&ordinary);
  for (const int s : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) sigaddset(&ordinary, s);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &ordinary);
  posix_spawnattr_setpgroup(&attributes, 0);  // Ctrl-C is for the program, which ends its scripts
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  std::array<char*, 4> arguments{const_cast<char*>("python3"), const_cast<char*>("-I"),
                                 const_cast<char*>(worker.c_str()), nullptr};
  std::array<char*, 3> environment{const_cast<char*>("PATH=/usr/bin:/bin"),
                                   const_cast<char*>("LC_ALL=C.UTF-8"), nullptr};
  const int problem =
      posix_spawn(&pid_, kPython, &actions, &attributes, arguments.data(), environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(sockets[1]), close(pipes[1]);
  socket_ = sockets[0];
  printed_ = pipes[0];
  fcntl(printed_, F_SETFL, O_NONBLOCK);
  if (problem == 0) return;
  pid_ = -1;
  close_if_open(socket_);
  close_if_open(printed_);
  throw Error(fmt::format("{} cannot be started: {}", kPython, std::strerror(problem)));
}

ScriptProcess::~ScriptProcess() {
  kill();
  close_if_open(socket_);
  close_if_open(printed_);
}

void ScriptProcess::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

bool ScriptProcess::send(const std::string& line) {
  std::string bytes = line + "\n";
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t sent = ::send(socket_, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    at += static_cast<std::size_t>(sent);
  }
  return true;
}

/// False: it prints too much.
bool ScriptProcess::read_printed() {
  std::array<char, 16384> chunk;
  for (;;) {
    const ssize_t got = read(printed_, chunk.data(), chunk.size());
    if (got <= 0) break;
    printed_bytes_ += static_cast<std::size_t>(got);
    if (printed_bytes_ > kMostPrinted) return false;
    output_.append(chunk.data(), static_cast<std::size_t>(got));
  }
  return true;
}

std::string ScriptProcess::take_printed() {
  read_printed();
  return std::exchange(output_, {});
}

std::string ScriptProcess::how_it_ended() {
  int status = 0;
  for (int i = 0; i < 50 && pid_ > 0; ++i) {
    const pid_t got = waitpid(pid_, &status, WNOHANG);
    if (got == pid_) {
      pid_ = -1;
      if (WIFSIGNALED(status))
        return fmt::format("its process crashed (signal {}, {})", WTERMSIG(status),
                           strsignal(WTERMSIG(status)));
      return fmt::format("its process ended by itself (exit code {})", WEXITSTATUS(status));
    }
    usleep(2000);
  }
  return "its process closed the line to the program";
}

bool ScriptProcess::receive(std::string& line, std::chrono::milliseconds within,
                            std::string& problem) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + within;
  const auto give_up = [&](std::string why) {
    problem = std::move(why);
    kill();
    return false;
  };
  for (;;) {
    if (const std::size_t end = input_.find('\n'); end != std::string::npos) {
      line = input_.substr(0, end);
      input_.erase(0, end + 1);
      return true;
    }
    if (input_.size() > kMostLine)
      return give_up(fmt::format("its answer is longer than {} KB", kMostLine >> 10));
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0)
      return give_up(fmt::format("it gave no answer within {:g} s",
                                 static_cast<double>(within.count()) / 1e3));
    std::array<pollfd, 2> wait{{{socket_, POLLIN, 0}, {printed_, POLLIN, 0}}};
    const int ready = poll(wait.data(), wait.size(), static_cast<int>(left));
    if (ready < 0 && errno != EINTR) return give_up(std::strerror(errno));
    if (ready <= 0) continue;
    if (!read_printed())
      return give_up(fmt::format("it printed more than {} KB", kMostPrinted >> 10));
    if ((wait[0].revents & (POLLIN | POLLHUP | POLLERR)) == 0) {
      if ((wait[1].revents & POLLIN) == 0 && (wait[1].revents & POLLHUP) != 0) usleep(1000);
      continue;
    }
    std::array<char, 65536> chunk;
    const ssize_t got = recv(socket_, chunk.data(), chunk.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return give_up(how_it_ended());
    input_.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace outrigger::training
