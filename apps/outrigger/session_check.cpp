/// `outrigger session new | list | check`, `outrigger doctor`.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/source_tree.h"
#include "outrigger/attempt_run.h"
#include "outrigger/session_commands.h"

namespace outrigger::app {

namespace fs = std::filesystem;

int new_session(const std::string& file) {
  if (fs::path(file).extension() != ".py")
    throw Error(fmt::format("a session is a Python file: '{}' does not end with .py", file));
  if (fs::exists(file)) throw Error(fmt::format("'{}' is there already; it stays as it is", file));
  std::error_code problem;
  fs::copy_file(source_file("sessions/template.py"), file, problem);
  if (problem) throw Error(fmt::format("'{}' cannot be written: {}", file, problem.message()));
  fmt::print(
      "{0}: a session to start from\n  outrigger session check {0}\n  outrigger session run {0}\n",
      file);
  return 0;
}

int list_sessions() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(source_file("sessions")))
    if (entry.path().extension() == ".py") files.push_back(entry.path());
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    training::ScriptHost script;
    const training::Definition d =
        training::read_definition(script.load({file.string(), "", 0, {}}), file.string());
    fmt::print("  {:<16} {}\n", file.stem().string(), d.title);
  }
  return 0;
}

namespace {

/// Before rules are read, which may name what is not there.
void list_channels(const LoadedSession& session, sim::World& world) {
  training::Observer observer(session.definition, session.machine, session.start, world);
  observer.read(world);
  for (std::size_t i = 0; i < observer.names().size(); ++i)
    fmt::print("  {:<28} {:>12.5g} {}\n", observer.names()[i], observer.values()[i],
               observer.units()[i]);
}

}  // namespace

int check_session(const SessionOptions& options) {
  training::ScriptHost script;
  const training::ScriptSource source = script_source(options);
  LoadedSession session = load_session(source.file, script.load(source), options.host.step);
  sim::World world(session.machine, session.world);
  if (options.channels) list_channels(session, world);
  AttemptRun::Links links;
  links.script = &script;
  links.lockstep = true;
  std::string failure;
  links.tell = [&](const training::LogLine& line) {
    if (line.level == training::LogLine::Level::error) failure = line.text;
  };
  AttemptRun run(session, world, links);
  // A second of it, so that practice(state) runs too.
  run.exercise().begin(world);
  while (world.time() < 1.0 && !run.exercise().ended()) {
    world.step();
    run.exercise().after_step(world);
  }
  const training::Definition& d = session.definition;
  fmt::print(
      "{}: {}\n  {} on {}, at ({:.1f}, {:.1f}), heading {:g}\n", session.file, d.title,
      session.machine.name,
      session.site.file.empty() ? "level ground" : fs::path(session.site.file).stem().string(),
      session.start.position.x(), session.start.position.y(), session.start.heading);
  fmt::print("  {} fences, {} marks, {} areas, {}\n", d.fences.size(), d.marks.size(),
             d.deformables.size(),
             d.available_time > 0.0 ? fmt::format("{:g} s", d.available_time) : "no time limit");
  for (const training::Goal& g : d.goals) fmt::print("  goal: {}\n", g.title);
  for (const training::Rule& r : d.rules)
    fmt::print("  rule: {} (-{:g}{}{})\n", r.title, r.points, r.per_second ? " per second" : "",
               r.critical ? ", critical"
               : r.ends   ? ", ends"
                          : "");
  for (const training::Metric& m : d.metrics)
    fmt::print("  metric: {} (expert {:g}, poor {:g} {}; up to -{:g})\n", m.title, m.expert, m.poor,
               m.unit, m.points);
  for (const sim::Event& e : world.events()) fmt::print("  note: {}\n", e.text);
  if (!failure.empty()) {
    fmt::print("  it ends within a second: {}\n", failure);
    return 1;
  }
  if (d.goals.empty() && !d.practice)
    fmt::print("  note: it has neither goals nor practice(state), so nobody can pass it\n");
  return 0;
}

int doctor() {
  FILE* pipe = popen(fmt::format("/usr/bin/python3 -I '{}' --probe 2>&1",
                                 source_file("python/outrigger/training/worker.py"))
                         .c_str(),
                     "r");
  std::string text;
  char chunk[512];
  while (pipe != nullptr && fgets(chunk, sizeof chunk, pipe) != nullptr) text += chunk;
  const int status = pipe == nullptr ? 1 : pclose(pipe);
  const nlohmann::json probe = nlohmann::json::parse(text, nullptr, false);
  if (status != 0 || !probe.is_object()) {
    fmt::print("session scripts cannot run: {}\n",
               text.empty() ? "/usr/bin/python3 is missing" : text);
    return 1;
  }
  fmt::print("isolation of session scripts:\n");
  int missing = 0;
  for (const auto& layer : probe["layers"]) {
    const std::string name = layer.get<std::string>();
    const bool there = !probe["missing"].contains(name);
    missing += there ? 0 : 1;
    fmt::print("  {:<12} {}\n", name,
               there ? "yes" : "no: " + probe["missing"][name].get<std::string>());
  }
  if (missing > 0)
    fmt::print("  sessions run all the same; run only those whose authors you trust\n");
  return missing == 0 ? 0 : 1;
}

}  // namespace outrigger::app
