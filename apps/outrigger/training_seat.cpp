#include "outrigger/training_seat.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/error.h"

namespace outrigger::app {

using training::LogLine;

TrainingSeat::TrainingSeat(const Parts& parts, HostPtr first) : parts_(parts) {
  parts_.live.watch_events([this](const sim::Event& e) {
    if (!runs_.empty()) runs_.back()->exercise().note(e);
  });
  begin_attempt(std::move(first));
}

/// Called between two steps, with the world at its start.
void TrainingSeat::begin_attempt(HostPtr script) {
  script_ = std::move(script);
  AttemptRun::Links links;
  links.script = script_.get();
  links.tell = [this](const LogLine& line) { tell(line); };
  links.folder = parts_.folder;
  links.recording = parts_.recording_name;
  links.first_tick = parts_.recording.ticks();
  links.seed = parts_.script.seed;
  runs_.push_back(std::make_unique<AttemptRun>(parts_.session, parts_.world, std::move(links)));
  if (parts_.begun) parts_.begun(*runs_.back());
  runs_.back()->exercise().begin(parts_.world);
  told_result_ = false;
  expected_step_ = parts_.world.step_count();
  show_task();
  prepare_next();
}

/// A second script, loaded, so that a reset begins at once; what went wrong is told when it is needed.
void TrainingSeat::prepare_next() {
  next_ = std::async(std::launch::async, [source = parts_.script] {
    auto host = std::make_unique<training::ScriptHost>();
    host->load(source);
    return host;
  });
}

void TrainingSeat::take_messages(session::RealTimeLoop& loop) {
  parts_.live.take_messages(loop);
  const std::int64_t now = parts_.world.step_count();
  if (now != expected_step_) {
    expected_step_ = now;
    leave(now == 0 ? "given up: back to the start" : "given up: taken back in time");
    waiting_ = now == 0;
  }
  if (!waiting_) return;
  if (next_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return loop.pause();
  waiting_ = false;
  try {
    begin_attempt(next_.get());
    loop.resume();
    loop.forget_delay();
  } catch (const Error& e) {
    tell({0.0, LogLine::Level::error, LogLine::To::both, e.what()});
  }
}

bool TrainingSeat::step() {
  const bool more = parts_.live.step();
  expected_step_ = parts_.world.step_count();
  runs_.back()->exercise().after_step(parts_.world);
  if (!told_result_ && runs_.back()->grader().ended()) tell_result();
  if (runs_.back()->exercise().observed() || told_result_) show_task();
  return more;
}

void TrainingSeat::leave(const std::string& cause) {
  runs_.back()->exercise().end(training::Outcome::failed, cause);
}

void TrainingSeat::message(const std::string& text) {
  runs_.back()->exercise().remark({runs_.back()->grader().time(), LogLine::Level::info,
                                   LogLine::To::both, "Instructor: " + text});
}

void TrainingSeat::tell(const LogLine& line) {
  if (parts_.hear) parts_.hear(line);
  if (line.to == LogLine::To::instructor) return;
  using Level = frames::Notice::Level;
  const Level level = line.level == LogLine::Level::error     ? Level::error
                      : line.level == LogLine::Level::warning ? Level::warning
                                                              : Level::info;
  parts_.notices.post({level, parts_.world.time(), line.text});
}

void TrainingSeat::tell_result() {
  told_result_ = true;
  score_ = runs_.back()->grader().score();
  tell({score_.time, score_.passed ? LogLine::Level::info : LogLine::Level::warning,
        LogLine::To::both,
        fmt::format("{}: {:.1f} points; reset begins a new attempt", score_.grade, score_.total)});
}

void TrainingSeat::show_task() {
  const training::Grader& grader = runs_.back()->grader();
  const double limit = grader.definition().available_time;
  frames::Task task;
  task.shown = true;
  task.ended = grader.ended();
  task.completion = static_cast<float>(grader.completion());
  task.left = limit > 0.0 ? static_cast<float>(std::max(0.0, limit - grader.time())) : -1.0f;
  const double points = told_result_ ? score_.total : std::max(0.0, 100.0 - grader.lost());
  task.points = static_cast<float>(points);
  task.goal = told_result_ ? score_.grade + ": " + score_.cause : grader.goal();
  parts_.live.show_task(task);
}

std::vector<std::string> TrainingSeat::finish() {
  std::vector<std::string> files;
  for (const auto& run : runs_) {
    run->finish("given up: the seat was closed");
    files.push_back(run->file());
  }
  return files;
}

}  // namespace outrigger::app
