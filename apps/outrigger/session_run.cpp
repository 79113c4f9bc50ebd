/// `outrigger session run`: in a seat, or without one by a scripted operator.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "outrigger/interruption.h"
#include "outrigger/outputs.h"
#include "outrigger/real_time_host.h"
#include "outrigger/recorded_meshes.h"
#include "outrigger/recordings.h"
#include "outrigger/session_commands.h"
#include "outrigger/training_seat.h"
#include "outrigger/visual_meshes.h"
#include "recorder/recording_writer.h"

namespace outrigger::app {

namespace {

using training::LogLine;

/// "FILE:FUNCTION", for example sessions/operators/slalom.py:expert.
training::ScriptSource operator_source(const std::string& by, std::uint64_t seed) {
  const std::size_t colon = by.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == by.size())
    throw Error(
        fmt::format("--by wants FILE:FUNCTION, for example "
                    "sessions/operators/levelling.py:expert; got '{}'",
                    by));
  training::ScriptSource source{by.substr(0, colon), by.substr(colon + 1), seed, {}};
  if (!std::filesystem::is_regular_file(source.file))
    throw Error(fmt::format("--by: there is no file '{}'", source.file));
  return source;
}

/// A world of a session with everything that listens to it.
struct Stage {
  Stage(LoadedSession& session, const SessionOptions& options, HostChannels& channels)
      : header(recording_header(session.machine_files.front().path, {}, session.machine_files,
                                session.site)) {
    header.placed = true;
    store_meshes(session.machine, session.world, header);
    const display::VisualMeshes meshes = read_visual_meshes(session.machine, &header);
    channels.set_assets(display::assets_of(meshes));
    world.emplace(session.machine, session.world);
    make_folder(options.out);
    recording_name = training::new_id() + ".recording.jsonl";
    recorder::RecordingSettings settings;
    settings.may_wait = options.headless;
    recording = std::make_unique<recorder::RecordingWriter>(
        (std::filesystem::path(options.out) / recording_name).string(), std::move(header), *world,
        settings);
    live.emplace(*world, session.machine, channels.links(), meshes);
  }

  recorder::RecordingHeader header;
  std::optional<sim::World> world;
  std::string recording_name;
  std::unique_ptr<recorder::RecordingWriter> recording;
  std::optional<session::LiveSession> live;
};

/// Levers of a scripted operator, by the names of the controls.
class ScriptedHands {
 public:
  ScriptedHands(training::ScriptHost& script, const frames::Scene& scene,
                frames::OperatorMailbox& mailbox)
      : script_(script), scene_(scene), mailbox_(mailbox) {
    for (const frames::Control& c : scene.controls) hand_.push_back(c.initial);
  }
  void move(const std::string& state) {
    const nlohmann::json answer = nlohmann::json::parse(script_.ask(state));
    for (const auto& [name, value] : answer.at("levers").items()) hand_[index_of(name)] = value;
    mailbox_.post_levers(hand_);
  }

 private:
  std::size_t index_of(const std::string& name) const {
    std::string known;
    for (std::size_t i = 0; i < scene_.controls.size(); ++i) {
      if (scene_.controls[i].name == name) return i;
      known += (known.empty() ? "" : ", ") + scene_.controls[i].name;
    }
    throw Error(
        fmt::format("the operator moves '{}', which the machine has not; it has: {}", name, known));
  }
  training::ScriptHost& script_;
  const frames::Scene& scene_;
  frames::OperatorMailbox& mailbox_;
  std::vector<float> hand_;
};

std::string line_text(const LogLine& line) {
  static constexpr std::array<const char*, 3> kWords{"", "warning: ", "error: "};
  return fmt::format("  {:7.2f} s  {}{}\n", line.time, kWords[static_cast<std::size_t>(line.level)],
                     line.text);
}

void print_result(const SessionOptions& options, const training::Score& score,
                  const std::string& file) {
  if (options.json)
    fmt::print("{}\n", training::to_text(score));
  else
    fmt::print("{}  attempt: {}\n", training::report(score), file);
}

constexpr double kMostHeadless = 7200.0;  ///< [s]

int run_headless(LoadedSession& session, const SessionOptions& options,
                 std::unique_ptr<training::ScriptHost> script) {
  if (options.by.empty() && session.definition.available_time <= 0.0)
    throw Error(session.file +
                ": without Available_Time a session without a seat has no end; give "
                "an operator with --by FILE:FUNCTION");
  std::unique_ptr<training::ScriptHost> driver;
  if (!options.by.empty()) {
    driver = std::make_unique<training::ScriptHost>();
    driver->load(operator_source(options.by, options.seed));
  }
  HostChannels channels;
  Stage stage(session, options, channels);
  catch_interruptions();
  AttemptRun::Links links;
  links.script = script.get();
  links.lockstep = true;
  links.folder = options.out;
  links.recording = stage.recording_name;
  links.seed = options.seed;
  links.tell = [&](const LogLine& line) {
    if (!options.json) print_if_possible(line_text(line));
  };
  AttemptRun run(session, *stage.world, links);
  training::Exercise& exercise = run.exercise();
  stage.live->watch_events([&](const sim::Event& e) { exercise.note(e); });
  if (driver) driver->tell(training::begin_line(run.observer()));
  exercise.begin(*stage.world);
  session::MonotonicClock clock;
  session::RealTimeLoop loop(*stage.live, clock, {});
  std::optional<ScriptedHands> hands;
  if (driver) hands.emplace(*driver, stage.live->scene(), channels.mailbox());
  const auto most = static_cast<std::int64_t>(kMostHeadless / session.machine.settings.step);
  std::string failure;
  try {
    while (!exercise.ended() && !interrupted() && exercise.tick() < most) {
      if (hands && (exercise.observed() || exercise.tick() == 0))
        hands->move(exercise.state_line());
      stage.live->take_messages(loop);
      stage.live->step();
      exercise.after_step(*stage.world);
      channels.notices().take();
    }
  } catch (const Error& e) {  // of the operator; the attempt is kept all the same
    failure = e.what();
  }
  run.finish(failure.empty() ? "given up: it was interrupted"
                             : "the operator's script failed: " + failure);
  stage.recording->finish();
  print_result(options, run.grader().score(), run.file());
  if (!failure.empty()) throw Error(failure);
  return run.grader().score().passed ? 0 : 1;
}

int run_in_seat(LoadedSession& session, const SessionOptions& options,
                std::unique_ptr<training::ScriptHost> script) {
  HostChannels channels;
  Stage stage(session, options, channels);
  stage.live->set_briefing(session.definition.title, session.definition.briefing);
  const network::Server server(server_settings(options.host), stage.live->scene(),
                               channels.server_links());
  TrainingSeat seat({session, *stage.world, *stage.live, channels.notices(), *stage.recording,
                     script_source(options), options.out, stage.recording_name},
                    std::move(script));
  announce(fmt::format("{}: {}", session.definition.title, stage.live->scene().title), server,
           options.host);
  std::optional<BeginWithViewer> begun_by_viewer;
  if (options.host.duration <= 0.0 && !options.host.now) begun_by_viewer.emplace(seat, server);
  session::LoopClient& client =
      begun_by_viewer ? static_cast<session::LoopClient&>(*begun_by_viewer) : seat;
  const LoopReport report =
      run_in_real_time(client, session.machine.settings.step, options.host, server);
  const std::vector<std::string> files = seat.finish();
  stage.recording->finish();
  print(report);
  for (const std::string& file : files) {
    const training::Attempt attempt = training::load_attempt(file);
    print_result(options, training::score_of(attempt, attempt.header.definition), file);
  }
  return 0;
}

}  // namespace

int run_session(const SessionOptions& options) {
  auto script = std::make_unique<training::ScriptHost>();
  const training::ScriptSource source = script_source(options);
  const std::string definition = script->load(source);
  if (!script->missing_layers().empty())
    fmt::print(stderr,
               "  note: this kernel does not confine scripts fully (`outrigger doctor`):\n  {}",
               script->missing_layers());
  LoadedSession session = load_session(source.file, definition, options.host.step);
  return options.headless || !options.by.empty() ? run_headless(session, options, std::move(script))
                                                 : run_in_seat(session, options, std::move(script));
}

}  // namespace outrigger::app
