#include "mesh_files/confinement.h"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace outrigger::mesh_files {
namespace {

/// Calls that only touch what the process has.
constexpr std::array kAllowed = {SYS_read,
                                 SYS_write,
                                 SYS_readv,
                                 SYS_writev,
                                 SYS_close,
                                 SYS_lseek,
                                 SYS_munmap,
                                 SYS_mremap,
                                 SYS_brk,
                                 SYS_madvise,
                                 SYS_futex,
                                 SYS_sched_yield,
                                 SYS_rt_sigaction,
                                 SYS_rt_sigprocmask,
                                 SYS_rt_sigreturn,
                                 SYS_sigaltstack,
                                 SYS_clock_gettime,
                                 SYS_gettimeofday,
                                 SYS_time,
                                 SYS_getrandom,
                                 SYS_getpid,
                                 SYS_gettid,
                                 SYS_exit,
                                 SYS_exit_group,
                                 SYS_restart_syscall,
                                 SYS_sched_getaffinity,
                                 SYS_getrusage};

/// A program of the kernel's small machine, which is asked at every system call.
class Filter {
 public:
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void give(std::uint32_t answer) { add(BPF_RET | BPF_K, answer); }
  void give_if_equal(std::uint32_t value, std::uint32_t answer) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    give(answer);
  }
  void give_unless_equal(std::uint32_t value, std::uint32_t answer) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    give(answer);
  }
  void give_if_any(std::uint32_t bits, std::uint32_t answer) {
    add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    give(answer);
  }
  /// What `rules` add is only looked at for this call. They end with an answer.
  template <class Rules>
  void for_call(long number, const Rules& rules) {
    const std::size_t jump = code_.size();
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number));
    rules();
    code_[jump].jf = static_cast<std::uint8_t>(code_.size() - jump - 1);
  }
  bool install() {
    const sock_fprog program = {static_cast<unsigned short>(code_.size()), code_.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
  }

 private:
  void add(int code, std::uint32_t k, std::uint8_t when_true = 0, std::uint8_t when_false = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), when_true, when_false, k});
  }
  std::vector<sock_filter> code_;
};

constexpr std::size_t low_word_of_argument(std::size_t argument) {
  return offsetof(seccomp_data, args) + 8 * argument;  // x86 is little endian
}

}  // namespace

bool confinement_available() {
  // Refused for want of an argument where there is a filter mode, as unknown where there is none.
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr) != 0 && errno == EFAULT;
}

bool confine_this_process() {
  constexpr std::uint32_t allow = SECCOMP_RET_ALLOW;
  constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | EPERM;
  constexpr std::uint32_t other_numbers = 0x40000000;  // of x32, in the same place
  Filter filter;
  // Calls of another kind (32 bits) have other numbers.
  filter.load(offsetof(seccomp_data, arch));
  filter.give_unless_equal(AUDIT_ARCH_X86_64, refuse);
  filter.load(offsetof(seccomp_data, nr));
  filter.give_if_any(other_numbers, refuse);
  for (const long call : kAllowed) filter.give_if_equal(static_cast<std::uint32_t>(call), allow);
  // Memory, but no new code: the protection is the third argument of both.
  for (const long call : {SYS_mmap, SYS_mprotect})
    filter.for_call(call, [&] {
      filter.load(low_word_of_argument(2));
      filter.give_if_any(PROT_EXEC, refuse);
      filter.give(allow);
    });
  // A signal to itself: abort().
  filter.for_call(SYS_tgkill, [&] {
    filter.load(low_word_of_argument(0));
    filter.give_unless_equal(static_cast<std::uint32_t>(getpid()), refuse);
    filter.give(allow);
  });
  filter.give(refuse);
  return filter.install();
}

}  // namespace outrigger::mesh_files
