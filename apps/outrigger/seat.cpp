/// `outrigger seat`: a machine in real time, operated from browsers.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/text.h"
#include "network/server.h"
#include "outrigger/bundled.h"
#include "outrigger/commands.h"
#include "outrigger/device_commands.h"
#include "outrigger/hil_options.h"
#include "outrigger/interruption.h"
#include "outrigger/outputs.h"
#include "outrigger/real_time_host.h"
#include "outrigger/recorded_meshes.h"
#include "outrigger/recordings.h"
#include "outrigger/scene.h"
#include "outrigger/site.h"
#include "outrigger/visual_meshes.h"
#include "recorder/recording_writer.h"
#include "recorder/replay.h"
#include "session/live_session.h"
#include "session/real_time_loop.h"
#include "sim/world.h"

namespace outrigger::app {

namespace {

/// What was asked for, else what the file gives an operator.
std::vector<std::string> operated_variants(const std::string& path, const SeatOptions& options) {
  if (!options.variants.empty() || options.plain) return options.variants;
  description::ReadOptions read;
  read.allow_outside = options.allow_outside;
  return description::read_machine_file(path, read).seat.variants;
}

/// Devices of this computer come by the way of others.
HilOptions with_devices(const SeatOptions& options) {
  HilOptions hil = options.hil;
  if (!options.devices.empty() && hil.listen.empty()) hil.listen = "0";
  return hil;
}

/// In a thread of their own; null without any.
std::unique_ptr<LocalDevices> local_devices(const SeatOptions& options,
                                            const session::ControllerLink* link) {
  if (options.devices.empty() || link == nullptr) return nullptr;
  const devices::SocketAddress& at = link->server().address();
  const bool everywhere = at.text().starts_with("0.0.0.0:") || at.text().starts_with("[::]:");
  return std::make_unique<LocalDevices>(
      options.devices, everywhere ? devices::socket_address("127.0.0.1", at.port()) : at,
      options.hil.token);
}

/// To the console at once, and to the viewers.
void warn(const std::string& text, frames::NoticeQueue& notices) {
  print_error_if_possible(fmt::format("  warning: {}\n", text));
  for (int i = 0; i < 100; ++i) {
    if (notices.post({frames::Notice::Level::error, 0.0, text})) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

namespace {

/// Drives on from a moment of a recording.
int seat_from(const SeatOptions& options) {
  if (!options.machine.empty() || !options.record.empty() || !options.with.empty() ||
      !options.site.empty() || !options.start.empty() || !options.variants.empty())
    throw Error(
        "--from takes machines, site and start from the recording, and what follows cannot be "
        "recorded: give it without MACHINE, --with, --variant, --site, --start and --record");
  const recorder::Recording recording = recorder::load_recording(options.from);
  for (const std::string& problem : recording.problems)
    fmt::print(stderr, "{}: {}\n", options.from, description::without_control_characters(problem));
  sim::WorldOptions world_options;
  const description::Machine machine =
      recorded_machine(recording.header, "", options.allow_outside, world_options);
  std::vector<sim::Station> stations;
  if (auto scene = recorded_scene(recording.header, options.allow_outside))
    stations = std::move(scene->stations);
  sim::World world(machine, world_options);
  for (std::size_t i = 0; i < recording.header.inputs.size(); ++i)
    world.set_input(recording.header.inputs[i], recording.header.start_inputs[i]);
  if (recording.header.equilibrium) world.find_equilibrium();
  recorder::Replay replay(recording, world);
  const double step = recording.header.step;
  const double end = static_cast<double>(recording.ticks()) * step;
  if (options.at > end + 0.5 * step)
    throw Error(fmt::format("--at {:g} s is beyond the end of {}, which lasts {:g} s", options.at,
                            options.from, end));
  replay.seek(options.at < 0.0 ? recording.ticks() : std::llround(options.at / step));
  if (!replay.failure().empty())
    fmt::print(stderr, "  note: the recording goes no further than {:.2f} s: {}\n",
               static_cast<double>(replay.tick()) * step, replay.failure());
  world.take_events();
  HostChannels channels;
  std::vector<std::string> notes;
  const display::VisualMeshes meshes = recorded_visual_meshes(recording.header, machine, notes);
  channels.set_assets(display::assets_of(meshes));
  session::LiveSession session(world, machine, channels.links(), meshes, stations);
  const auto controllers =
      make_controller_link(with_devices(options), world, machine, channels.notices());
  if (controllers) session.set_controllers(*controllers);
  const auto hands = local_devices(options, controllers.get());
  const network::Server server(server_settings(options), session.scene(), channels.server_links());
  announce(
      fmt::format("{}, from {:.2f} s of {}", session.scene().title, world.time(), options.from),
      server, options);
  std::optional<BeginWithViewer> begun_by_viewer;
  if (options.duration <= 0.0 && !options.now) begun_by_viewer.emplace(session, server);
  session::LoopClient& client =
      begun_by_viewer ? static_cast<session::LoopClient&>(*begun_by_viewer) : session;
  print(run_in_real_time(client, step, options, server));
  if (controllers) print_controllers(*controllers);
  return 0;
}

}  // namespace

int seat(const SeatOptions& options) {
  if (!options.from.empty()) return seat_from(options);
  std::vector<description::SourceFile> files;
  const std::string path = options.machine.empty() ? source_file("machines/excavator.yaml")
                                                   : machine_path(options.machine);
  check_writable("recording", options.record);
  check_ground_edits(options.ground);
  std::vector<std::string> variants;
  description::Machine machine;
  HostChannels channels;
  sim::WorldOptions world_options;
  SiteChoice site;
  std::vector<sim::Station> stations;
  auto scene = choose_scene({path, options.variants, options.plain, options.with, options.site,
                             options.start, options.allow_outside});
  if (scene) {
    machine = std::move(scene->placed.machine);
    world_options = std::move(scene->placed.options);
    stations = std::move(scene->placed.stations);
    site = scene->site;
    files = scene->files;
  } else {
    variants = operated_variants(path, options);
    description::ReadOptions read;
    read.variants = variants;
    read.allow_outside = options.allow_outside;
    read.files_read = &files;
    machine = description::read_machine_file(path, read);
    site = choose_site(options.site.empty() ? machine.seat.site : options.site, options.start,
                       options.allow_outside);
    go_to_site(site, machine, world_options);
  }
  machine.settings.step = options.step;
  OutputCheck outputs(options.force);
  outputs.add_machine(path, files, machine);
  outputs.add_input(site.file);
  if (world_options.site) outputs.add_meshes(world_options.site->shapes);
  outputs.check({Output::Kind::recording, options.record, {}});
  recorder::RecordingHeader header = recording_header(path, variants, files, site);
  if (!options.record.empty()) store_meshes(machine, world_options, header);
  const display::VisualMeshes meshes =
      read_visual_meshes(machine, options.record.empty() ? nullptr : &header);
  channels.set_assets(display::assets_of(meshes));
  sim::World world(machine, world_options);
  for (const sim::Event& e : world.events()) fmt::print(stderr, "  {}\n", e.text);
  std::unique_ptr<recorder::RecordingWriter> recording;
  if (!options.record.empty()) {
    recorder::RecordingSettings settings;
    // From here on there is something to finish.
    catch_interruptions();
    settings.on_failure = [&](const std::string& text) { warn(text, channels.notices()); };
    recording = std::make_unique<recorder::RecordingWriter>(options.record, std::move(header),
                                                            world, settings);
  }
  session::LiveSession session(world, machine, channels.links(), meshes, stations);
  // After the recording has begun, so that it holds them.
  for (const std::string& edit : options.ground)
    change_ground(edit, [&](const std::string& text) { session.change_ground(text); });
  const auto controllers =
      make_controller_link(with_devices(options), world, machine, channels.notices());
  if (controllers) session.set_controllers(*controllers);
  const auto hands = local_devices(options, controllers.get());
  const network::Server server(server_settings(options), session.scene(), channels.server_links());
  announce(session.scene().title, server, options);
  // With a recording or a time it runs at once, with viewers or without.
  std::optional<BeginWithViewer> begun_by_viewer;
  if (options.record.empty() && options.duration <= 0.0 && !options.now)
    begun_by_viewer.emplace(session, server);
  session::LoopClient& client =
      begun_by_viewer ? static_cast<session::LoopClient&>(*begun_by_viewer) : session;
  const LoopReport report = run_in_real_time(client, machine.settings.step, options, server);
  // First what must not be lost; the terminal may be gone.
  if (recording) recording->finish();
  print(report);
  if (controllers) print_controllers(*controllers);
  if (recording)
    print_if_possible(
        fmt::format("  recording: {}, {} steps\n", options.record, recording->ticks()));
  return 0;
}

}  // namespace outrigger::app
