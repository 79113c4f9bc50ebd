/// `outrigger export`: a recording for other programs; and several runs from one of its moments.
#include "recorder/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/error.h"
#include "base/progress.h"
#include "description/text.h"
#include "display/scene_builder.h"
#include "outrigger/commands.h"
#include "outrigger/outputs.h"
#include "outrigger/recordings.h"
#include "recorder/replay.h"
#include "sim/sensors.h"
#include "sim/world.h"

namespace outrigger::app {

namespace {

/// A file of another kind is not replaced by chance.
void check_mcap(const std::string& path, bool force) {
  check_writable("export", path);
  std::ifstream old(path, std::ios::binary);
  if (!old || force) return;
  char magic[5] = {};
  old.read(magic, sizeof magic);
  if (old.gcount() > 0 && std::string(magic, static_cast<std::size_t>(old.gcount())) != "\x89MCAP")
    throw Error(fmt::format("'{}' is there and no MCAP file; --force replaces it", path));
}

/// World at the start of a recording.
struct Run {
  recorder::Recording recording;
  sim::WorldOptions options;
  description::Machine machine;
  std::unique_ptr<sim::World> world;
};

Run begin(const std::string& file, bool allow_outside) {
  Run run;
  run.recording = recorder::load_recording(file);
  for (const std::string& problem : run.recording.problems)
    fmt::print(stderr, "{}: {}\n", file, description::without_control_characters(problem));
  run.machine = recorded_machine(run.recording.header, "", allow_outside, run.options);
  run.world = std::make_unique<sim::World>(run.machine, run.options);
  for (std::size_t i = 0; i < run.recording.header.inputs.size(); ++i)
    run.world->set_input(run.recording.header.inputs[i], run.recording.header.start_inputs[i]);
  if (run.recording.header.equilibrium) run.world->find_equilibrium();
  return run;
}

std::string numbered(const std::string& path, std::size_t number) {
  const std::filesystem::path p(path);
  return (p.parent_path() /
          fmt::format("{}-{}{}", p.stem().string(), number, p.extension().string()))
      .string();
}

}  // namespace

int export_recording(const ExportOptions& options) {
  const std::string ending = std::filesystem::path(options.output).extension().string();
  if (ending != ".mcap" && ending != ".csv")
    throw Error(fmt::format("'{}': a recording is exported to a file that ends in .mcap or .csv",
                            options.output));
  OutputCheck outputs(options.force);
  outputs.add_input(options.file);
  if (ending == ".mcap")
    check_mcap(options.output, options.force);
  else
    outputs.check({Output::Kind::columns, options.output, "time"});
  Run run = begin(options.file, options.allow_outside);
  ProgressBar bar("export", ProgressBar::Show::on_terminal);
  recorder::ExportSettings settings;
  settings.every = options.every;
  settings.progress = [&](double part) { bar.update(part, options.output); };
  const recorder::ExportReport report =
      (ending == ".mcap" ? recorder::export_mcap : recorder::export_csv)(
          run.recording, *run.world, run.machine, options.output, settings);
  bar.finish();
  fmt::print("{}: {} steps, {} moments{}\n", options.output, report.ticks, report.rows,
             report.messages > 0 ? fmt::format(", {} messages", report.messages) : "");
  if (report.failure.empty()) return 0;
  fmt::print(stderr, "{}: it ends there: {}\n", options.file,
             description::without_control_characters(report.failure));
  return 1;
}

int fork_recording(const ForkOptions& options) {
  Run run = begin(options.file, options.allow_outside);
  recorder::Replay replay(run.recording, *run.world);
  sim::World& world = *run.world;
  const double end = static_cast<double>(run.recording.ticks()) * world.step_size();
  if (options.at > end)
    throw Error(fmt::format("--at {:g}: the recording ends at {:g} s", options.at, end));
  for (const auto& changes : options.inputs)
    for (const auto& [name, value] : changes)
      if (std::ranges::count(world.input_names(), name) == 0)
        throw Error(fmt::format("--fork {}={:g}: there is no input '{}'; inputs are: {}", name,
                                value, name, fmt::join(world.input_names(), ", ")));
  replay.seek(std::llround(options.at / world.step_size()));
  const sim::Snapshot moment = world.save();
  const sim::SensorSet sensors(display::channel_sensors(run.machine), world);
  OutputCheck outputs(options.force);
  outputs.add_input(options.file);
  for (std::size_t i = 0; i < options.inputs.size(); ++i)
    outputs.check({Output::Kind::columns, numbered(options.csv, i + 1), "time"});
  const auto steps = std::llround(options.duration / world.step_size());
  const auto stride = std::max<std::int64_t>(1, std::llround(0.02 / world.step_size()));
  for (std::size_t i = 0; i < options.inputs.size(); ++i) {
    world.restore(moment);
    for (const auto& [name, value] : options.inputs[i]) world.set_input(name, value);
    OutputFile file(numbered(options.csv, i + 1));
    file.write(fmt::format("time,{}\n", fmt::join(sensors.columns(), ",")));
    std::vector<double> values;
    for (std::int64_t k = 0;; ++k) {
      if (k % stride == 0 || k == steps) {
        sensors.read(world, values);
        file.write(fmt::format("{:.9g},{:.12g}\n", world.time(), fmt::join(values, ",")));
      }
      if (k >= steps) break;
      world.step();
      world.take_events();
    }
    file.close();
    fmt::print("{}: {:g} s from {:g} s on, last hash {:016x}\n", numbered(options.csv, i + 1),
               options.duration, options.at, world.hash());
  }
  return 0;
}

}  // namespace outrigger::app
