/// The process that reads files of strangers computes and answers; it gets no file, no network and no
/// other process, by the kernel.
#include "mesh_files/limited_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "mesh_files/confinement.h"

namespace outrigger::mesh_files {
namespace {

ProcessLimits small_process() {
  ProcessLimits limits;
  limits.seconds = 20.0;
  limits.memory = std::size_t{64} << 20;
  limits.output = 1000;
  return limits;
}

/// The error with which a system call fails in the child; 0 where it succeeds.
template <class Call>
int errno_of(const Call& call) {
  const ProcessResult result = run_limited(small_process(), [&](const SendBytes& send) {
    errno = 0;
    const int error = call() >= 0 ? 0 : errno;
    send(&error, sizeof error);
  });
  EXPECT_EQ(result.end, ProcessEnd::finished);
  int error = -1;
  if (result.output.size() == sizeof error) std::memcpy(&error, result.output.data(), sizeof error);
  return error;
}

// Law: what is not computing fails, whichever way it is asked for. (By `syscall`, because libraries
// may choose another call or none.)
TEST(LimitedProcess, GetsNoFilesNoNetworkAndNoProcesses) {
  if (!confinement_available()) GTEST_SKIP() << "the kernel has no seccomp filters";
  const pid_t parent = getpid();
  const std::vector<std::pair<std::string, int>> errors = {
      {"open", errno_of([] { return syscall(SYS_open, "/etc/passwd", O_RDONLY); })},
      {"openat", errno_of([] { return syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY); })},
      {"creat", errno_of([] { return syscall(SYS_creat, "/tmp/outrigger-creat", 0600); })},
      {"unlink", errno_of([] { return syscall(SYS_unlink, "/tmp/no-such-file-of-outrigger"); })},
      {"stat", errno_of([] { return syscall(SYS_access, "/etc/passwd", R_OK); })},
      {"socket", errno_of([] { return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0); })},
      {"socketpair", errno_of([] {
         std::array<int, 2> ends{};
         return syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends.data());
       })},
      {"fork", errno_of([] { return syscall(SYS_fork); })},
      {"execve", errno_of([] { return syscall(SYS_execve, "/bin/true", nullptr, nullptr); })},
      {"kill", errno_of([&] { return syscall(SYS_kill, parent, 0); })},
      {"tgkill", errno_of([&] { return syscall(SYS_tgkill, parent, parent, 0); })},
      {"ptrace", errno_of([&] { return syscall(SYS_ptrace, 16, parent, 0, 0); })},
      {"io_uring", errno_of([] { return syscall(425, 1, nullptr); })},
      {"mmap executable", errno_of([] {
         return syscall(SYS_mmap, nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                        -1, 0);
       })},
  };
  for (const auto& [call, error] : errors) EXPECT_EQ(error, EPERM) << call;
  EXPECT_NE(access("/tmp/outrigger-creat", F_OK), 0);
}

TEST(LimitedProcess, HasNothingOpenButItsPipe) {
  std::array<int, 2> secret{};
  ASSERT_EQ(pipe(secret.data()), 0);
  // Neither reading nor writing what this process has open.
  EXPECT_EQ(errno_of([&] { return write(secret[1], "x", 1); }), EBADF);
  EXPECT_EQ(errno_of([&] {
              char byte = 0;
              return read(secret[0], &byte, 1);
            }),
            EBADF);
  close(secret[0]);
  close(secret[1]);
}

TEST(LimitedProcess, ComputesAllocatesThrowsAndAnswers) {
  const ProcessResult result = run_limited(small_process(), [](const SendBytes& send) {
    std::vector<double> numbers;
    for (int i = 0; i < 1'000'000; ++i) numbers.push_back(i);
    std::string text = "whole";
    try {
      throw std::runtime_error(" and caught");
    } catch (const std::exception& e) {
      text += e.what();
    }
    text += numbers.back() == 999'999.0 ? "" : " but wrong";
    send(text.data(), text.size());
  });
  EXPECT_EQ(result.end, ProcessEnd::finished);
  EXPECT_EQ(result.output, "whole and caught");
  EXPECT_EQ(result.confined, confinement_available());
}

TEST(LimitedProcess, AnAbortIsStillACrash) {
  const ProcessResult result = run_limited(small_process(), [](const SendBytes&) { std::abort(); });
  EXPECT_EQ(result.end, ProcessEnd::crashed);
  EXPECT_EQ(result.signal, SIGABRT);
  EXPECT_TRUE(result.output.empty());
}

}  // namespace
}  // namespace outrigger::mesh_files
