/// `outrigger session run`: in a seat, or without one by a scripted operator.
#include <fmt/format.h>

#include <array>
#include <optional>

#include "base/error.h"
#include "outrigger/interruption.h"
#include "outrigger/outputs.h"
#include "outrigger/real_time_host.h"
#include "outrigger/session_commands.h"
#include "outrigger/session_stage.h"
#include "outrigger/training_seat.h"

namespace outrigger::app {

namespace {

using training::LogLine;

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
  SessionStage stage(session, options, channels);
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
      if (exercise.observed() && script) show_printed(*script);
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
  SessionStage stage(session, options, channels);
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
