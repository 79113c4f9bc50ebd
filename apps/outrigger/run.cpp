/// `outrigger run`: simulate, show progress, write columns, plot and recording.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/progress.h"
#include "description/reader.h"
#include "description/words.h"
#include "outrigger/commands.h"
#include "outrigger/event_list.h"
#include "outrigger/hil_options.h"
#include "outrigger/interruption.h"
#include "outrigger/outputs.h"
#include "outrigger/recorded_meshes.h"
#include "outrigger/recordings.h"
#include "outrigger/scene.h"
#include "outrigger/visual_meshes.h"
#include "recorder/recording_writer.h"
#include "sim/sensors.h"
#include "sim/world.h"

namespace outrigger::app {

namespace {

using Clock = std::chrono::steady_clock;

/// Sensors named by the file's outputs, all of its sensors, or a sensible default.
std::vector<description::Sensor> chosen_sensors(const description::Machine& machine) {
  if (machine.sensors.empty()) return sim::default_sensors(machine);
  if (machine.output.sensors.empty()) return machine.sensors;
  std::vector<description::Sensor> chosen;
  for (const auto& name : machine.output.sensors)
    for (const auto& s : machine.sensors)
      if (s.name == name) chosen.push_back(s);
  return chosen;
}

/// A row of numbers with full precision.
std::string csv_row(double time, const std::vector<double>& values) {
  std::string row = fmt::format("{:.12g}", time);
  for (double v : values) row += fmt::format(",{:.12g}", v);
  return row + '\n';
}

/// The enumerator of a word that the command line has checked.
template <class E>
void set_by_word(const std::string& word, E& value) {
  for (const auto& entry : description::EnumWords<E>::words())
    if (entry.word == word) value = entry.value;
}

void choose_method(const RunOptions& options, description::Settings& settings) {
  if (!options.record.empty() && !(options.method.empty() && options.formulation.empty()))
    throw Error(
        "--record keeps the machine file as it is: write method and formulation into its settings "
        "instead of giving --method and --formulation");
  set_by_word(options.method, settings.method);
  set_by_word(options.formulation, settings.formulation);
}

/// Steps of a run; the duration is rounded to whole ones.
std::int64_t step_count(const description::Settings& settings) {
  const double steps = settings.duration / settings.step;
  if (steps < 1.0 - 1e-9)
    throw Error(
        fmt::format("a duration of {:g} s is shorter than one step of {:g} s: give a longer "
                    "--duration or a shorter --step",
                    settings.duration, settings.step));
  if (!(steps < 1e15))
    throw Error(
        fmt::format("a duration of {:g} s has too many steps of {:g} s: give a shorter --duration",
                    settings.duration, settings.step));
  return std::llround(steps);
}

/// Every how many steps there is a row of sensors. Without an interval in the file: as often as 2000
/// rows allow, of which one is the start.
std::int64_t row_stride(const description::Machine& machine, std::int64_t steps) {
  constexpr std::int64_t kIntervals = 1999;
  if (machine.output.interval <= 0.0) return (steps + kIntervals - 1) / kIntervals;
  return std::max<std::int64_t>(1, std::llround(machine.output.interval / machine.settings.step));
}

/// What can be refused is refused before the work. Returns the options with the names that are written.
RunOptions checked_outputs(RunOptions options) {
  options.plot = picture_path(options.plot);
  check_writable("columns", options.csv);
  check_writable("recording", options.record);
  check_writable("events", options.events_json);
  check_ground_edits(options.ground);
  return options;
}

/// What the outputs would replace, once everything is read.
void check_replaced(const RunOptions& options, OutputCheck& outputs,
                    const std::string& column_line) {
  outputs.check({Output::Kind::columns, options.csv, column_line});
  outputs.check({Output::Kind::plot, options.plot, {}});
  outputs.check({Output::Kind::recording, options.record, {}});
  outputs.check({Output::Kind::events, options.events_json, {}});
}

void print_summary(sim::World& world, double wall) {
  const double simulated = static_cast<double>(world.step_count()) * world.step_size();
  const stepper::StepCounters c = world.counters();
  const sim::Energies e = world.energies();
  const stepper::Residuals r = world.residuals();
  const auto& l = e.ledger;
  fmt::print("  simulated {:.6g} s in {:.3g} s: {:.3g} times real time\n", simulated, wall,
             wall > 0.0 ? simulated / wall : 0.0);
  fmt::print("  {} steps of {:g} s, {:.2f} iterations each", world.step_count(), world.step_size(),
             c.steps > 0 ? static_cast<double>(c.iterations) / static_cast<double>(c.steps) : 0.0);
  if (c.not_converged > 0) fmt::print(", {} at the iteration cap", c.not_converged);
  if (c.retried > 0) fmt::print(", {} cut into parts", c.retried);
  if (c.contained > 0) fmt::print(", {} CONTAINED (no solution found)", c.contained);
  if (const auto again = world.contact_interventions().too_few_candidates; again > 0)
    fmt::print(
        "\n  {} times a shape was deeper in a mesh than its motion suggested and was searched "
        "again",
        again);
  fmt::print("\n  constraints: position {:.1e} m, velocity {:.1e} m/s, acceleration {:.1e} m/s²\n",
             r.position, r.velocity, r.acceleration);
  fmt::print("  energy: {:.6g} J at the start, {:.6g} J now (kinetic {:.6g}, potential {:.6g})\n",
             l.start, e.total(), e.kinetic, e.potential);
  fmt::print(
      "          loads {:+.4g}, drives {:+.4g}, dissipated {:.4g}, lost to the integrator "
      "{:.3g}, the projections {:.3g} and the detection {:.3g} J\n",
      l.external, l.drives, l.dissipated, l.integrator, l.projection, l.detection);
}

}  // namespace

int run(const RunOptions& given) {
  const RunOptions options = checked_outputs(given);
  std::vector<description::SourceFile> files;
  description::Machine machine;
  sim::WorldOptions world_options;
  SiteChoice site;
  auto scene = choose_scene({options.file, options.variants, true, options.with, options.site,
                             options.start, options.allow_outside});
  if (scene) {
    machine = std::move(scene->placed.machine);
    world_options = std::move(scene->placed.options);
    site = scene->site;
    files = scene->files;
  } else {
    description::ReadOptions read;
    read.variants = options.variants;
    read.allow_outside = options.allow_outside;
    read.files_read = &files;
    machine = description::read_machine_file(options.file, read);
  }
  if (options.step > 0.0) machine.settings.step = options.step;
  if (options.duration > 0.0) machine.settings.duration = options.duration;
  choose_method(options, machine.settings);
  const std::int64_t steps = step_count(machine.settings);
  const std::int64_t stride = row_stride(machine, steps);

  if (!scene) {
    site = choose_site(options.site, options.start, options.allow_outside);
    go_to_site(site, machine, world_options);
  }
  OutputCheck outputs(options.force);
  outputs.add_machine(options.file, files, machine);
  outputs.add_input(site.file);
  if (world_options.site) outputs.add_meshes(world_options.site->shapes);
  recorder::RecordingHeader header = recording_header(options.file, options.variants, files, site);
  if (!options.record.empty()) {
    store_meshes(machine, world_options, header);
    read_visual_meshes(machine, &header);
  }
  sim::World world(machine, world_options);
  for (const auto& [name, value] : options.inputs) world.set_input(name, value);
  if (options.equilibrium) {
    const double rest = world.find_equilibrium();
    if (!options.quiet) fmt::print("  equilibrium: remaining acceleration {:.2e} m/s²\n", rest);
  }
  const sim::SensorSet sensors(chosen_sensors(machine), world);

  const std::string column_line =
      fmt::format("t{}{}", sensors.columns().empty() ? "" : ",", fmt::join(sensors.columns(), ","));
  check_replaced(options, outputs, column_line);
  // A plot is drawn from a CSV file; without --csv it is a temporary one.
  std::optional<TemporaryFile> temporary;
  if (options.csv.empty() && !options.plot.empty()) temporary.emplace();
  const std::string csv_path = temporary ? temporary->path() : options.csv;
  std::optional<OutputFile> csv;
  if (!csv_path.empty()) csv.emplace(csv_path).write(column_line + "\n");
  std::unique_ptr<recorder::RecordingWriter> recording;
  if (!options.record.empty()) {
    recorder::RecordingSettings settings;
    settings.poses_every = 16;
    settings.may_wait = true;
    header.equilibrium = options.equilibrium;
    recording = std::make_unique<recorder::RecordingWriter>(options.record, std::move(header),
                                                            world, settings);
  }

  // After the recording has begun, so that it holds them.
  for (const std::string& edit : options.ground)
    change_ground(edit, [&](const std::string& text) { world.execute(sim::EditGround{text}); });

  frames::NoticeQueue notices;
  const auto controllers = make_controller_link(options.hil, world, machine, notices);
  if (controllers) {
    catch_interruptions();
    wait_for_controller(*controllers, options.hil);
  }

  std::vector<double> values;
  const auto write_row = [&] {
    if (!csv) return;
    sensors.read(world, values);
    csv->write(csv_row(world.time(), values));
  };
  write_row();

  ProgressBar bar(options.file,
                  options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_terminal);
  const Clock::time_point start = Clock::now();
  const auto elapsed = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  EventList events(options.events);
  std::optional<OutputFile> event_file;
  if (!options.events_json.empty()) event_file.emplace(options.events_json);
  const auto take_events = [&] {
    for (const sim::Event& e : world.take_events()) {
      events.add(e);
      if (event_file) event_file->write(sim::to_text(e) + "\n");
    }
  };
  take_events();                                              // those of the start
  if (csv || recording || event_file) catch_interruptions();  // what was computed is kept
  for (std::int64_t i = 1; i <= steps && !interrupted(); ++i) {
    if (controllers) {
      controllers->exchange();
      print_notices(notices);
    }
    world.step();
    if (i % stride == 0 || i == steps) write_row();
    take_events();
    bar.update(static_cast<double>(i) / static_cast<double>(steps),
               [&] { return fmt::format("{:.1f}x real time", world.time() / elapsed()); });
  }
  const double wall = elapsed();
  bar.finish();
  events.print();
  if (csv) csv->close();
  if (event_file) event_file->close();
  if (recording) recording->finish();
  if (interrupted())
    print_error_if_possible(fmt::format("interrupted after {} of {} steps; the files hold these\n",
                                        world.step_count(), steps));

  if (!options.quiet) {
    fmt::print("{}{}{}\n", machine.name, machine.title.empty() ? "" : ": ", machine.title);
    print_summary(world, wall);
    if (controllers) print_controllers(*controllers);
    if (!options.csv.empty()) fmt::print("  columns: {}\n", options.csv);
    if (recording) fmt::print("  recording: {}\n", options.record);
    if (event_file) fmt::print("  events: {}\n", options.events_json);
  }
  if (!options.plot.empty()) {
    const bool drawn =
        plot_csv(csv_path, options.plot, machine.title.empty() ? machine.name : machine.title,
                 sensors.units());
    if (!drawn) return 1;
    if (!options.quiet) fmt::print("  plot: {}\n", options.plot);
  }
  return world.counters().contained > 0 || interrupted() ? 1 : 0;
}

}  // namespace outrigger::app
