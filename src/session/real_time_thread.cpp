#include "session/real_time_thread.h"

#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>

namespace outrigger::session {

namespace {

constexpr int kPriority = 10;

/// With a limit on locked memory, locking all future memory would make allocations fail later.
bool may_lock_memory() {
  rlimit limit{};
  return getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur == RLIM_INFINITY;
}

}  // namespace

std::string request_real_time() {
  sched_param parameters{};
  parameters.sched_priority = kPriority;
  const bool prior = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0;
  const bool locked = may_lock_memory() && mlockall(MCL_CURRENT | MCL_FUTURE) == 0;
  if (prior && locked) return {};
  return std::string("the system grants no ") +
         (prior    ? "locked memory"
          : locked ? "real-time priority"
                   : "real-time priority and no locked memory") +
         "; the loop may be late when the computer is busy";
}

}  // namespace outrigger::session
