#include "outrigger/real_time_host.h"
#include "base/source_tree.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>

#include "base/error.h"
#include "sim/real_time_thread.h"

namespace outrigger::app {

namespace {

constexpr int kDefaultPort = 8080, kPortTries = 50;

std::atomic<bool> interrupted{false};

void on_signal(int) { interrupted = true; }

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  // A second Ctrl-C ends the program the hard way.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

/// By a grandchild, so that nobody has to wait for the browser.
void open_browser(const std::string& url) {
  const pid_t child = fork();
  if (child == 0) {
    if (fork() != 0) _exit(0);
    if (freopen("/dev/null", "w", stdout) == nullptr ||
        freopen("/dev/null", "w", stderr) == nullptr)
      _exit(1);
    execlp("xdg-open", "xdg-open", url.c_str(), nullptr);
    _exit(127);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

bool has_display() {
  return std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
}

}  // namespace

network::ServerSettings server_settings(const SeatOptions& options) {
  network::ServerSettings s;
  s.address = options.listen;
  s.port = static_cast<std::uint16_t>(options.port > 0 ? options.port : kDefaultPort);
  s.port_tries = options.port > 0 ? 1 : kPortTries;
  s.files = options.web.empty() ? source_file("web/dist") : options.web;
  s.access.host_names = options.host_names;
  s.access.origins = options.origins;
  return s;
}

void announce(const std::string& title, const network::Server& server, const SeatOptions& options) {
  fmt::print("{}\n  {}   (Ctrl-C ends)\n", title, server.url());
  std::fflush(stdout);
  if (options.browser && has_display()) open_browser(server.url());
}

int run_in_real_time(sim::LoopClient& client, double step, const SeatOptions& options,
                     const network::Server& server) {
  catch_signals();
  sim::MonotonicClock clock;
  sim::LoopSettings settings;
  settings.step = step;
  sim::RealTimeLoop loop(client, clock, settings);
  std::exception_ptr failure;
  std::thread physics([&] {
    if (options.real_time) {
      const std::string note = sim::request_real_time();
      if (!note.empty()) fmt::print(stderr, "  note: {}\n", note);
    }
    try {
      loop.run();
    } catch (...) {
      failure = std::current_exception();
      interrupted = true;
    }
  });

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::chrono::duration<double> limit(options.duration);
  while (!interrupted && (options.duration <= 0.0 || Clock::now() - start < limit))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  loop.stop();
  physics.join();
  if (failure) std::rethrow_exception(failure);

  const frames::LoopStatus& s = loop.status();
  const network::ServerCounters c = server.counters();
  fmt::print(
      "  {} steps of {:g} s, {:.1f} µs of processor time each lately, {} overruns, {} lost\n",
      loop.steps(), step, s.step_time_us, s.overruns, s.lost_steps);
  fmt::print("  {} frames sent, {} dropped, {} bad messages, {} connections refused\n",
             c.frames_sent, c.frames_dropped, c.bad_messages, c.refused_connections);
  return 0;
}

}  // namespace outrigger::app
