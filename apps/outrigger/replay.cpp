/// `outrigger replay`: show a recording, or compute it again and compare.
#include "recorder/replay.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "base/error.h"
#include "base/progress.h"
#include "description/site_reader.h"
#include "description/text.h"
#include "network/server.h"
#include "outrigger/commands.h"
#include "outrigger/real_time_host.h"
#include "outrigger/recorded_meshes.h"
#include "outrigger/recordings.h"
#include "outrigger/scene.h"
#include "outrigger/visual_meshes.h"
#include "recorder/replay_session.h"
#include "sim/world.h"

namespace outrigger::app {

recorder::RecordingHeader recording_header(const std::string& machine_file,
                                           const std::vector<std::string>& variants,
                                           const std::vector<description::SourceFile>& files,
                                           const SiteChoice& site) {
  recorder::RecordingHeader header;
  header.machine_file = std::filesystem::path(machine_file).filename().string();
  header.variants = variants;
  header.site_file = std::filesystem::path(site.file).filename().string();
  header.site_text = site.text;
  header.start_place = site.start;
  for (const auto& f : files) header.files.push_back({f.path, f.text});
  return header;
}

description::Machine recorded_machine(const recorder::RecordingHeader& header,
                                      const std::string& other_file, bool allow_outside,
                                      sim::WorldOptions& options) {
  if (other_file.empty())
    if (auto scene = recorded_scene(header, allow_outside)) {
      options = std::move(scene->options);
      use_recorded_meshes(header, scene->machine, options);
      return std::move(scene->machine);
    }
  description::ReadOptions read;
  read.variants = header.variants;
  read.allow_outside = allow_outside;
  std::vector<description::SourceFile> files;
  for (const auto& f : header.files) files.push_back({f.path, f.text});
  description::Machine machine = other_file.empty()
                                     ? description::read_machine_sources(files, read)
                                     : description::read_machine_file(other_file, read);
  machine.settings.step = header.step;
  if (!header.placed)
    go_to_site({header.site_file, header.site_text, header.start_place}, machine, options);
  else if (!header.site_file.empty())
    options.site = description::read_site_text(header.site_text, header.site_file);
  if (other_file.empty()) use_recorded_meshes(header, machine, options);
  return machine;
}

namespace {

int print_verification(const std::string& file, const recorder::Recording& recording,
                       sim::World& world) {
  ProgressBar bar("verify", ProgressBar::Show::on_terminal);
  const recorder::Verification v =
      recorder::verify(recording, world, [&](double part) { bar.update(part, file); });
  bar.finish();
  if (v.difference) {
    const recorder::Difference& d = *v.difference;
    fmt::print("{}: differs at step {}{} (t = {:.6g} s): recorded {:016x}, computed {:016x}\n",
               file, d.tick,
               d.step == d.tick ? "" : fmt::format(", {} steps after a reset", d.step), d.time,
               d.recorded, d.computed);
    return 1;
  }
  if (!v.failure.empty()) {
    fmt::print("{}: {} of {} steps computed again, every hash equal; no further, because {}\n",
               file, v.ticks, recording.ticks(),
               description::without_control_characters(v.failure));
    return 1;
  }
  fmt::print("{}: {} steps computed again, every hash equal\n", file, v.ticks);
  for (const std::int64_t tick : v.bad_snapshots)
    fmt::print(
        "{}: the snapshot after step {} is not the state of that step: it was changed, or another "
        "version of the program "
        "wrote it\n",
        file, tick);
  if (!v.bad_snapshots.empty()) return 1;
  if (recording.complete) return 0;
  fmt::print("{}: but the recording is not whole; what follows these steps was not compared\n",
             file);
  return 1;
}

}  // namespace

int replay(const ReplayOptions& options) {
  const recorder::Recording recording = recorder::load_recording(options.file);
  for (const std::string& problem : recording.problems)
    fmt::print(stderr, "{}: {}\n", options.file, description::without_control_characters(problem));
  sim::WorldOptions world_options;
  const description::Machine machine = recorded_machine(recording.header, options.machine,
                                                        options.host.allow_outside, world_options);
  sim::World world(machine, world_options);
  for (std::size_t i = 0; i < recording.header.inputs.size(); ++i)
    world.set_input(recording.header.inputs[i], recording.header.start_inputs[i]);
  if (recording.header.equilibrium) world.find_equilibrium();

  if (options.verify) return print_verification(options.file, recording, world);
  HostChannels channels;
  std::vector<std::string> notes;
  const display::VisualMeshes meshes =
      options.machine.empty() ? recorded_visual_meshes(recording.header, machine, notes)
                              : read_visual_meshes(machine, nullptr);
  for (const std::string& note : notes)
    fmt::print(stderr, "{}: {}\n", options.file, description::without_control_characters(note));
  channels.set_assets(display::assets_of(meshes));
  recorder::ReplaySession session(recording, world, machine, channels.links(), meshes);
  for (const std::string& text : session.refused())
    fmt::print(stderr, "{}: {}\n", options.file, text);
  const network::Server server(server_settings(options.host), session.scene(),
                               channels.server_links());
  announce(fmt::format("{}: {} ({:.1f} s)", options.file, session.scene().title,
                       session.scene().duration),
           server, options.host);
  if (options.host.at > 0.0)
    channels.mailbox().post({frames::Command::Kind::seek, options.host.at});
  std::optional<BeginWithViewer> begun_by_viewer;
  if (options.host.duration <= 0.0 && !options.host.now) begun_by_viewer.emplace(session, server);
  session::LoopClient& client =
      begun_by_viewer ? static_cast<session::LoopClient&>(*begun_by_viewer) : session;
  print(run_in_real_time(client, machine.settings.step, options.host, server));
  return 0;
}

}  // namespace outrigger::app
