#include "mesh_files/limited_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>
#include <new>

#include "mesh_files/confinement.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define OUTRIGGER_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define OUTRIGGER_SANITIZED 1
#endif

namespace outrigger::mesh_files {
namespace {

constexpr int kOutOfMemory = 3, kFailed = 4;
constexpr int kPipe = 3;                             ///< the child's only way out
constexpr char kConfined = 'c', kNotConfined = 'n';  ///< its first word

std::size_t address_space_now() {
  unsigned long pages = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
    std::fclose(file);
  }
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

/// Beyond `most` the process is warned by a signal (or refused), beyond `most + grace` killed.
void limit(int resource, std::size_t most, std::size_t grace = 0) {
  rlimit value{};
  if (getrlimit(static_cast<__rlimit_resource>(resource), &value) != 0) return;
  value.rlim_cur = value.rlim_max == RLIM_INFINITY || most < value.rlim_max ? most : value.rlim_max;
  if (value.rlim_max == RLIM_INFINITY || value.rlim_cur + grace < value.rlim_max) {
    value.rlim_max = value.rlim_cur + grace;
  }
  setrlimit(static_cast<__rlimit_resource>(resource), &value);
}

void limit_this_process(const ProcessLimits& limits, std::size_t address_space) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // never outlives its parent
  // Handlers of the parent (fuzzers, sanitizers, crash reporters) have no business here.
  for (const int s :
       {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTERM, SIGINT, SIGXCPU, SIGALRM}) {
    signal(s, SIG_DFL);
  }
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CPU, static_cast<std::size_t>(std::ceil(limits.seconds)), 1);
#ifdef OUTRIGGER_SANITIZED
  static_cast<void>(address_space);
#else
  limit(RLIMIT_AS, address_space + limits.memory);
#endif
  limit(RLIMIT_NPROC, 0);
}

/// Keeps the pipe and nothing else of what the parent has open, such as sockets and recordings.
/// Without room for more, even a kernel that cannot confine lets it open nothing.
void close_all_but(int pipe_end) {
  const int nowhere = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd)
    if (nowhere < 0 || (fd != pipe_end && dup2(nowhere, fd) < 0)) close(fd);
  if (pipe_end != kPipe && dup2(pipe_end, kPipe) < 0) _exit(kFailed);
  if (syscall(SYS_close_range, kPipe + 1, ~0u, 0) != 0)
    for (int fd = kPipe + 1; fd < 65536; ++fd) close(fd);
  limit(RLIMIT_NOFILE, kPipe + 1);
}

void send_all(const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t sent = write(kPipe, bytes, size);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) _exit(kFailed);
    bytes += sent;
    size -= static_cast<std::size_t>(sent);
  }
}

[[noreturn]] void run_child(const std::function<void(const SendBytes&)>& job) {
  const char confined = confine_this_process() ? kConfined : kNotConfined;
  send_all(&confined, 1);
  int code = 0;
  try {
    job(send_all);
  } catch (const std::bad_alloc&) {
    code = kOutOfMemory;
  } catch (...) {
    code = kFailed;
  }
  _exit(code);  // no destructors, no buffers of the parent
}

/// Reads until the other end is closed. False when time or output ran out.
ProcessEnd read_all(int pipe_end, const ProcessLimits& limits, std::string& output) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(2.0 * limits.seconds);
  std::string chunk(std::size_t{1} << 18, '\0');
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return ProcessEnd::too_slow;
    pollfd wait = {pipe_end, POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(std::min<long long>(left.count(), 1000)));
    if (ready < 0 && errno != EINTR) return ProcessEnd::not_started;
    if (ready <= 0) continue;
    const ssize_t got = read(pipe_end, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return ProcessEnd::not_started;
    if (got == 0) return ProcessEnd::finished;
    if (output.size() + static_cast<std::size_t>(got) > limits.output + 1) {
      return ProcessEnd::too_much_output;
    }
    output.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

/// How the child ended, where its own end decides.
void judge(int status, ProcessResult& result) {
  if (WIFSIGNALED(status)) {
    result.signal = WTERMSIG(status);
    result.end = result.signal == SIGXCPU ? ProcessEnd::too_slow : ProcessEnd::crashed;
  } else if (WEXITSTATUS(status) == kOutOfMemory) {
    result.end = ProcessEnd::too_much_memory;
  } else if (WEXITSTATUS(status) != 0) {
    result.end = ProcessEnd::crashed;
  }
}

}  // namespace

ProcessResult run_limited(const ProcessLimits& limits,
                          const std::function<void(const SendBytes&)>& job) {
  ProcessResult result;
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return result;
  const std::size_t address_space = address_space_now();
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    limit_this_process(limits, address_space);
    close_all_but(ends[1]);
    run_child(job);
  }
  close(ends[1]);
  if (child > 0) {
    result.end = read_all(ends[0], limits, result.output);
    if (result.end != ProcessEnd::finished) kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (result.end == ProcessEnd::finished) judge(status, result);
    result.confined = result.output.starts_with(kConfined);
    if (!result.output.empty()) result.output.erase(0, 1);
  }
  close(ends[0]);
  if (result.end != ProcessEnd::finished) result.output.clear();
  return result;
}

}  // namespace outrigger::mesh_files
