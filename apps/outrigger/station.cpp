#include "outrigger/station.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/source_tree.h"
#include "network/access.h"
#include "outrigger/interruption.h"
#include "outrigger/session_stage.h"
#include "outrigger/station_link.h"
#include "outrigger/training_seat.h"

namespace outrigger::app {

namespace fs = std::filesystem;

namespace {

using StationJson = nlohmann::json;
using StationClock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kStatusPeriod{100};
constexpr std::chrono::seconds kShowResult{5};

/// The sessions of the configured folders, by name; nothing else can be started.
std::map<std::string, std::string> known_sessions(const std::vector<std::string>& folders) {
  std::map<std::string, std::string> out;
  const auto add = [&](const fs::path& folder) {
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(folder, problem))
      if (entry.is_regular_file() && entry.path().extension() == ".py" &&
          entry.path().stem() != "template")
        out[entry.path().stem().string()] = entry.path().string();
    if (problem)
      throw Error(
          fmt::format("the folder of sessions '{}': {}", folder.string(), problem.message()));
  };
  add(source_file("sessions"));
  for (const std::string& folder : folders) add(folder);
  return out;
}

/// A session while it runs at the seat: what TrainingSeat does, and reports and commands.
class StationRun final : public session::LoopClient {
 public:
  StationRun(StationLink& link, StationState state, HostChannels& channels)
      : link_(link), state_(std::move(state)), channels_(channels) {}

  void hear(const training::LogLine& line) {
    static constexpr std::array<const char*, 3> kLevels{"info", "warning", "error"};
    static constexpr std::array<const char*, 3> kTo{"both", "trainee", "instructor"};
    lines_.push_back({{"time", line.time},
                      {"level", kLevels[static_cast<std::size_t>(line.level)]},
                      {"to", kTo[static_cast<std::size_t>(line.to)]},
                      {"text", line.text}});
    if (line.level != training::LogLine::Level::info) state_.warning = line.text;
  }
  void begun(const AttemptRun& run, const std::string& recording) {
    state_.attempt = run.id();
    state_.warning.clear();
    state_.result.clear();
    lines_.clear();
    link_.began(run.id(), recording, state_.assignment);
  }
  /// Before the loop.
  void drive(TrainingSeat& seat, ScriptedHands* hands) {
    seat_ = &seat;
    hands_ = hands;
  }

  void take_messages(session::RealTimeLoop& loop) override {
    for (const StationJson& c : link_.take_commands()) obey(c);
    seat_->take_messages(loop);
  }
  bool step() override {
    const bool more = seat_->step();
    training::Exercise& exercise = seat_->present().exercise();
    if (hands_ != nullptr && exercise.observed()) hands_->follow(exercise.state_line());
    return more;
  }
  void publish(const frames::LoopStatus& status) override {
    seat_->publish(status);
    const auto now = StationClock::now();
    if (now - told_ < kStatusPeriod) return;
    told_ = now;
    tell(status, now);
  }
  bool ended() const { return ended_; }
  /// After the loop: the last lines are told too.
  StationState last() {
    while (!link_.try_set(state_, lines_))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return state_;
  }

 private:
  using Kind = frames::Command::Kind;

  void obey(const StationJson& command) {
    const std::string what = command.value("do", "");
    if (what == "message") seat_->message(command.value("text", ""));
    if (what == "pause") channels_.mailbox().post({Kind::pause});
    if (what == "resume") channels_.mailbox().post({Kind::resume});
    if (what == "reset") channels_.mailbox().post({Kind::reset});
    if (what != "stop") return;
    seat_->give_up("stopped by the instructor");
    ended_ = true;
  }

  void tell(const frames::LoopStatus& status, StationClock::time_point now) {
    const training::Grader& grader = seat_->present().grader();
    const double limit = grader.definition().available_time;
    const training::Score* result = seat_->result();
    state_.state = result != nullptr ? "ended" : "running";
    state_.time = grader.time();
    state_.left = limit > 0.0 ? std::max(0.0, limit - grader.time()) : -1.0;
    state_.completion = grader.completion();
    state_.points = result != nullptr ? result->total : std::max(0.0, 100.0 - grader.lost());
    state_.goal = result != nullptr ? "" : grader.goal();
    state_.result =
        result != nullptr ? fmt::format("{}: {:.1f} points", result->grade, result->total) : "";
    state_.paused = status.paused;
    state_.step_time = static_cast<double>(status.step_time_us);
    state_.overruns = status.overruns;
    state_.lost_steps = status.lost_steps;
    link_.try_set(state_, lines_);
    if (result == nullptr) {
      result_since_.reset();
    } else if (!result_since_) {
      result_since_ = now;
    } else if (now - *result_since_ > kShowResult) {
      ended_ = true;
    }
  }

  StationLink& link_;
  StationState state_;
  HostChannels& channels_;
  TrainingSeat* seat_ = nullptr;
  ScriptedHands* hands_ = nullptr;
  std::vector<StationJson> lines_;
  StationClock::time_point told_{};
  std::optional<StationClock::time_point> result_since_;
  std::atomic<bool> ended_{false};
};

class Station {
 public:
  explicit Station(const StationOptions& options)
      : options_(options), sessions_(known_sessions(options.session_folders)) {
    if (options_.host.token_instruct.empty()) options_.host.token_instruct = network::make_key();
    StationLink::Settings s;
    s.name = options_.name;
    s.console = options_.console;
    s.key = options_.key;
    s.folder = options_.folder;
    s.token = options_.host.token_instruct;
    for (const auto& [name, file] : sessions_) s.sessions.push_back(name);
    link_.emplace(std::move(s));
  }

  void run() {
    StationState state;
    while (!interrupted()) {
      const StationJson start = wait_for_start(state);
      if (start.is_null()) continue;
      state = StationState{};
      state.session = start.value("session", "");
      state.assignment = start.value("assignment", "");
      try {
        state = run_one(state);
      } catch (const Error& e) {
        state.state = "error";
        state.problem = e.what();
        print_error_if_possible(fmt::format("{}\n", e.what()));
      }
      link_->all_ended();
    }
  }

 private:
  /// The page of the seat says that it waits; null: interrupted.
  StationJson wait_for_start(const StationState& before) {
    HostChannels channels;
    frames::Scene scene;
    scene.title = options_.name;
    scene.task_title = "Waiting for the instructor";
    scene.briefing = before.problem.empty() ? before.result : before.problem;
    const network::Server server(server_settings(options_.host), scene, channels.server_links());
    settle(server);
    StationState idle = before;
    if (idle.state != "error") idle.state = "idle";
    link_->set(idle);
    while (!interrupted()) {
      for (const StationJson& c : link_->take_commands())
        if (c.value("do", "") == "start") return c;
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    return nullptr;
  }

  StationState run_one(StationState state) {
    state.state = "loading";
    link_->set(state);
    const auto file = sessions_.find(state.session);
    if (file == sessions_.end())
      throw Error(fmt::format("this seat has no session '{}'", state.session));
    SessionOptions session_options;
    session_options.file = file->second;
    session_options.out = options_.folder;
    session_options.host = options_.host;
    auto script = std::make_unique<training::ScriptHost>();
    const training::ScriptSource source = script_source(session_options);
    const std::string definition = script->load(source);
    LoadedSession session = load_session(source.file, definition, options_.host.step);
    state.title = session.definition.title;
    std::unique_ptr<training::ScriptHost> driver = load_driver(state.session);

    HostChannels channels;
    SessionStage stage(session, session_options, channels);
    stage.live->set_briefing(session.definition.title, session.definition.briefing);
    state.machine = stage.live->scene().title;
    const network::Server server(server_settings(options_.host), stage.live->scene(),
                                 channels.server_links());
    settle(server);
    StationRun client(*link_, state, channels);
    TrainingSeat seat({session, *stage.world, *stage.live, channels.notices(), *stage.recording,
                       source, options_.folder, stage.recording_name,
                       [&](const training::LogLine& line) { client.hear(line); },
                       [&](const AttemptRun& run) { client.begun(run, stage.recording_name); }},
                      std::move(script));
    std::optional<ScriptedHands> hands;
    if (driver) {
      driver->tell(training::begin_line(seat.present().observer()));
      hands.emplace(*driver, stage.live->scene(), channels.mailbox());
    }
    client.drive(seat, hands ? &*hands : nullptr);
    std::optional<BeginWithViewer> begun_by_viewer;
    if (!driver && !options_.host.now) begun_by_viewer.emplace(client, server);
    session::LoopClient& loop =
        begun_by_viewer ? static_cast<session::LoopClient&>(*begun_by_viewer) : client;
    run_in_real_time(loop, session.machine.settings.step, options_.host, server,
                     [&] { return client.ended(); });
    seat.finish();
    stage.recording->finish();
    StationState last = client.last();
    last.state = "idle";
    return last;
  }

  /// An operator of the bundled sessions, for tests and demonstrations; null: a person drives.
  std::unique_ptr<training::ScriptHost> load_driver(const std::string& session) const {
    if (options_.by.empty()) return nullptr;
    auto driver = std::make_unique<training::ScriptHost>();
    driver->load(operator_source(
        fmt::format("{}:{}", source_file("sessions/operators/" + session + ".py"), options_.by),
        0));
    return driver;
  }

  /// The port stays the same from now on, so that browsers come back.
  void settle(const network::Server& server) {
    link_->set_port(server.port());
    if (told_) return;
    told_ = true;
    options_.host.port = server.port();
    print_if_possible(
        fmt::format("{}: {}   (the trainee's page)\n", options_.name, server.operator_url()));
  }

  StationOptions options_;
  std::map<std::string, std::string> sessions_;
  std::optional<StationLink> link_;
  bool told_ = false;
};

}  // namespace

int run_station(const StationOptions& options) {
  catch_interruptions();
  Station(options).run();
  return 0;
}

}  // namespace outrigger::app
