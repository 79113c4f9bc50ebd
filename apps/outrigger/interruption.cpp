#include "outrigger/interruption.h"

#include <signal.h>
#include <stdio_ext.h>

#include <atomic>
#include <cstdio>

namespace outrigger::app {

namespace {

std::atomic<bool> interruption_came{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void on_interruption(int) { interruption_came = true; }

}  // namespace

void catch_interruptions() {
  struct sigaction action {};
  action.sa_handler = on_interruption;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction before {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction(SIGHUP, &action, nullptr);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, nullptr);
  sigaction(SIGXFSZ, &ignore, nullptr);
}

bool interrupted() { return interruption_came; }
void interrupt() { interruption_came = true; }

void print_if_possible(const std::string& text) {
  // What was printed before must get where it goes; this need not, and leaves no error behind.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return;
  std::fwrite(text.data(), 1, text.size(), stdout);
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return;
  __fpurge(stdout);
  std::clearerr(stdout);
}

void print_error_if_possible(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace outrigger::app
