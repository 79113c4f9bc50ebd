/// `outrigger session score | watch` and `outrigger verify`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "base/error.h"
#include "base/progress.h"
#include "description/text.h"
#include "outrigger/loaded_session.h"
#include "outrigger/recordings.h"
#include "outrigger/session_commands.h"
#include "recorder/replay.h"
#include "training/attempt.h"
#include "training/observer.h"

namespace outrigger::app {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> attempt_files(const std::vector<std::string>& given) {
  std::vector<std::string> files;
  for (const std::string& path : given) {
    if (!fs::is_directory(path)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(path))
      if (entry.path().string().ends_with(".attempt.jsonl")) found.push_back(entry.path().string());
    std::ranges::sort(found);
    files.insert(files.end(), found.begin(), found.end());
  }
  if (files.empty()) throw Error("there is no attempt (*.attempt.jsonl) in what was given");
  return files;
}

std::string recording_of(const std::string& file, const training::Attempt& attempt) {
  const fs::path path = fs::path(file).parent_path() / attempt.header.recording;
  // A name from a file of somebody else names nothing but a file beside it.
  if (attempt.header.recording.empty() || path.filename() != attempt.header.recording ||
      !fs::is_regular_file(path))
    throw Error(fmt::format("{}: its recording '{}' is missing; it belongs beside the attempt",
                            file, attempt.header.recording));
  return path.string();
}

bool same(double a, double b) { return (std::isnan(a) && std::isnan(b)) || a == b; }

/// The first observation that is not what the run computed again gives; empty: all are.
std::string compare_course(const training::Attempt& attempt, const std::string& file,
                           const recorder::Recording& recording) {
  const training::AttemptHeader& h = attempt.header;
  sim::WorldOptions options;
  const description::Machine machine = recorded_machine(recording.header, "", false, options);
  sim::World world(machine, options);
  for (std::size_t i = 0; i < recording.header.inputs.size(); ++i)
    world.set_input(recording.header.inputs[i], recording.header.start_inputs[i]);
  const training::Definition definition = training::read_definition(h.definition, h.session_file);
  const training::StartPlace start{Vec3(h.start[0], h.start[1], h.start[2]), h.start[3], h.start[4],
                                   h.start[5]};
  training::Observer observer(definition, machine, start, world);
  if (observer.names() != h.channels) return "the channels are not those of this program's version";
  recorder::Replay replay(recording, world);
  ProgressBar bar("verify", ProgressBar::Show::on_terminal);
  std::int64_t seen = 0;
  const std::int64_t all = std::max<std::int64_t>(1, recording.ticks());
  for (const auto& step : attempt.course) {
    const auto* o = std::get_if<training::Attempt::Observation>(&step);
    if (o == nullptr) continue;
    while (replay.tick() < h.first_tick + o->tick) {
      if (!replay.step())
        return fmt::format("the recording ends before the observation at {:.2f} s", o->time);
      if (!replay.matches())
        return fmt::format("step {} of the recording was not computed again to the bit",
                           replay.tick());
      if (replay.tick() % 200 == 0)
        bar.update(static_cast<double>(replay.tick()) / static_cast<double>(all), file);
    }
    const std::vector<double>& now = observer.read(world);
    for (std::size_t i = 0; i < now.size(); ++i)
      if (!same(now[i], o->values[i]))
        return fmt::format(
            "at {:.2f} s the attempt says {} = {:.9g}, the run computed again {:.9g}", o->time,
            h.channels[i], o->values[i], now[i]);
    ++seen;
  }
  bar.finish();
  fmt::print("{}: the run was computed again, {} observations are equal\n", file, seen);
  return {};
}

/// The same text as JSON reads and writes it.
bool same_score(const std::string& kept, const training::Score& computed) {
  return kept == training::to_text(computed);
}

void print_problems(const std::string& file, const training::Attempt& attempt) {
  for (const std::string& p : attempt.problems) fmt::print(stderr, "{}: {}\n", file, p);
}

}  // namespace

int verify_attempt(const std::string& file) {
  const training::Attempt attempt = training::load_attempt(file);
  print_problems(file, attempt);
  const recorder::Recording recording = recorder::load_recording(recording_of(file, attempt));
  const std::string difference = compare_course(attempt, file, recording);
  if (!difference.empty()) {
    fmt::print("{}: NO: {}\n", file, description::without_control_characters(difference));
    return 1;
  }
  const training::Score score = training::score_of(attempt, attempt.header.definition);
  if (attempt.scores.empty() || !same_score(attempt.scores.front(), score)) {
    fmt::print("{}: NO: its score is not what its course gives ({:.1f} points)\n", file,
               score.total);
    return 1;
  }
  fmt::print("{}: YES: {} with {:.1f} points\n", file, score.grade, score.total);
  return 0;
}

int score_attempts(const ScoreOptions& options) {
  std::string definition;
  if (!options.by.empty()) {
    training::ScriptHost script;
    definition = script.load({session_path(options.by), "", 0, {}});
  }
  int changed = 0;
  for (const std::string& file : attempt_files(options.files)) {
    const training::Attempt attempt = training::load_attempt(file);
    print_problems(file, attempt);
    const training::Score own = training::score_of(attempt, attempt.header.definition);
    if (definition.empty()) {
      if (options.json)
        fmt::print("{}\n", training::to_text(own));
      else
        fmt::print("{}\n{}", file, training::report(own));
      continue;
    }
    try {
      const training::Score other = training::score_of(attempt, definition);
      const bool moved = other.total != own.total || other.grade != own.grade;
      changed += moved ? 1 : 0;
      fmt::print("{}: {:.1f} {} -> {:.1f} {}{}\n", file, own.total, own.grade, other.total,
                 other.grade, moved ? "" : "  (the same)");
    } catch (const Error& e) {
      fmt::print("{}: cannot be scored by these rules: {}\n", file, e.what());
    }
  }
  if (!definition.empty()) fmt::print("{} of them change; nothing was written\n", changed);
  return 0;
}

int watch_attempt(const std::string& file, const SeatOptions& host) {
  const training::Attempt attempt = training::load_attempt(file);
  print_problems(file, attempt);
  ReplayOptions options;
  options.file = recording_of(file, attempt);
  options.host = host;
  // Moments are of the attempt; of a recording with several it is not the first.
  if (host.at >= 0.0)
    options.host.at =
        host.at + static_cast<double>(attempt.header.first_tick) * attempt.header.step;
  return replay(options);
}

}  // namespace outrigger::app
