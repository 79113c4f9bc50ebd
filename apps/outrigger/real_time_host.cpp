#include "outrigger/real_time_host.h"
#include "base/source_tree.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "outrigger/certs.h"
#include "outrigger/interruption.h"
#include "session/real_time_thread.h"

namespace outrigger::app {

namespace {

constexpr int kDefaultPort = 8080, kPortTries = 50;
constexpr std::size_t kLeastTokenBytes = 8;

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

namespace {

void check_token(const char* role, const std::string& token) {
  const auto bad = [](unsigned char c) { return c < 0x21 || c > 0x7e; };
  if (token.size() < kLeastTokenBytes || token.size() > network::kMaxTokenBytes ||
      std::any_of(token.begin(), token.end(), bad))
    throw Error(fmt::format("the token to {} must have {} to {} visible characters without spaces",
                            role, kLeastTokenBytes, network::kMaxTokenBytes));
}

/// Lines `operate TOKEN` and `instruct TOKEN`; empty ones and those that begin with # are left out.
network::RoleRules read_tokens(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw Error(fmt::format("the file of tokens '{}' cannot be read", path));
  network::RoleRules rules;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream words(line);
    std::string role, token, more;
    if (!(words >> role) || role.starts_with('#')) continue;
    std::string* const place = role == "operate"    ? &rules.operate_token
                               : role == "instruct" ? &rules.instruct_token
                                                    : nullptr;
    if (place == nullptr || !(words >> token) || (words >> more))
      throw Error(fmt::format("{}:{}: expected `operate TOKEN` or `instruct TOKEN`", path, number));
    if (!place->empty())
      throw Error(fmt::format("{}:{}: a second token to {}", path, number, role));
    *place = token;
  }
  return rules;
}

network::RoleRules role_rules(const SeatOptions& options) {
  network::RoleRules rules;
  if (!options.tokens.empty()) rules = read_tokens(options.tokens);
  if (!options.token_operate.empty()) rules.operate_token = options.token_operate;
  if (!options.token_instruct.empty()) rules.instruct_token = options.token_instruct;
  if (!rules.operate_token.empty()) check_token("operate", rules.operate_token);
  if (!rules.instruct_token.empty()) check_token("instruct", rules.instruct_token);
  if (!rules.operate_token.empty() && rules.operate_token == rules.instruct_token)
    throw Error("the tokens to operate and to instruct must differ");
  return rules;
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
  s.roles = role_rules(options);
  if (!options.tls && !options.certs.empty()) throw Error("--certs goes with --tls");
  if (options.tls) {
    s.tls = read_identity(options.certs);
    const auto facts = network::read_certificate(s.tls->seat.certificate, s.tls->certificate_file);
    // Under the names that it vouches for it may be called.
    s.access.host_names.insert(s.access.host_names.end(), facts.names.names.begin(),
                               facts.names.names.end());
  }
  return s;
}

void announce(const std::string& title, const network::Server& server, const SeatOptions& options) {
  print_if_possible(fmt::format(
      "{}\n  {}   (Ctrl-C ends)\n  {}   (the operator's: gets in even when the seat is full)\n",
      title, server.url(), server.operator_url()));
  if (options.tls)
    print_if_possible(fmt::format(
        "  devices that do not trust it yet: http://ADDRESS:{}/ explains what to install\n",
        server.port()));
  if (options.browser && has_display()) open_browser(server.operator_url());
}

// ---------------------------------------------------------------------------- the first viewer

BeginWithViewer::BeginWithViewer(session::LoopClient& session, const network::Server& server)
    : session_(session), server_(server), first_seen_(std::chrono::steady_clock::now()) {
  print_if_possible("  begins when the first viewer is there\n");
}

void BeginWithViewer::take_messages(session::RealTimeLoop& loop) {
  session_.take_messages(loop);
  if (begun_) return;
  const network::ServerCounters counters = server_.counters();
  const auto now = std::chrono::steady_clock::now();
  if (counters.viewers == 0) first_seen_ = now;
  begun_ = counters.messages > 1 || now - first_seen_ > kTimeToDraw;
  loop.forget_delay();
}

// ---------------------------------------------------------------------------- the loop

LoopReport run_in_real_time(session::LoopClient& client, double step, const SeatOptions& options,
                            const network::Server& server) {
  catch_interruptions();
  session::MonotonicClock clock;
  session::LoopSettings settings;
  settings.step = step;
  session::RealTimeLoop loop(client, clock, settings);
  std::exception_ptr failure;
  std::thread physics([&] {
    if (options.real_time) {
      const std::string note = session::request_real_time();
      if (!note.empty()) print_error_if_possible(fmt::format("  note: {}\n", note));
    }
    try {
      loop.run();
    } catch (...) {
      failure = std::current_exception();
      interrupt();
    }
  });

  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const std::chrono::duration<double> limit(options.duration);
  while (!interrupted() && (options.duration <= 0.0 || Clock::now() - start < limit))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  loop.stop();
  physics.join();
  if (failure) std::rethrow_exception(failure);
  return {step, loop.steps(), loop.status(), server.counters()};
}

void print(const LoopReport& report) {
  const frames::LoopStatus& s = report.status;
  const network::ServerCounters& c = report.counters;
  print_if_possible(fmt::format(
      "  {} steps of {:g} s, {:.1f} µs of processor time each lately, {} overruns, {} lost\n"
      "  {} frames sent, {} dropped, {} bad messages, {} connections refused\n",
      report.steps, report.step, static_cast<double>(s.step_time_us), s.overruns, s.lost_steps,
      c.frames_sent, c.frames_dropped, c.bad_messages, c.refused_connections));
}

}  // namespace outrigger::app
