/// `outrigger replay`: show a recording, or compute it again and compare.
#include "recorder/replay.h"

#include <fmt/format.h>

#include "base/progress.h"
#include "network/server.h"
#include "outrigger/commands.h"
#include "outrigger/real_time_host.h"
#include "outrigger/recordings.h"
#include "recorder/replay_session.h"
#include "sim/world.h"

namespace outrigger::app {

recorder::RecordingHeader recording_header(const std::string& machine_file,
                                           const std::vector<std::string>& variants,
                                           const std::vector<description::SourceFile>& files,
                                           const SiteChoice& site) {
  recorder::RecordingHeader header;
  header.machine_file = machine_file;
  header.variants = variants;
  header.site_file = site.file;
  header.site_text = site.text;
  header.start_place = site.start;
  for (const auto& f : files) header.files.push_back({f.path, f.text});
  return header;
}

description::Machine recorded_machine(const recorder::RecordingHeader& header,
                                      const std::string& other_file, sim::WorldOptions& options) {
  description::ReadOptions read;
  read.variants = header.variants;
  std::vector<description::SourceFile> files;
  for (const auto& f : header.files) files.push_back({f.path, f.text});
  description::Machine machine = other_file.empty()
                                     ? description::read_machine_sources(files, read)
                                     : description::read_machine_file(other_file, read);
  machine.settings.step = header.step;
  go_to_site({header.site_file, header.site_text, header.start_place}, machine, options);
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
  fmt::print("{}: {} steps computed again, every hash equal\n", file, v.ticks);
  if (recording.complete) return 0;
  fmt::print("{}: but the recording is not whole; what follows these steps was not compared\n",
             file);
  return 1;
}

}  // namespace

int replay(const ReplayOptions& options) {
  const recorder::Recording recording = recorder::load_recording(options.file);
  for (const std::string& problem : recording.problems)
    fmt::print(stderr, "{}: {}\n", options.file, problem);
  sim::WorldOptions world_options;
  const description::Machine machine =
      recorded_machine(recording.header, options.machine, world_options);
  sim::World world(machine, world_options);
  for (std::size_t i = 0; i < recording.header.inputs.size(); ++i)
    world.set_input(recording.header.inputs[i], recording.header.start_inputs[i]);
  if (recording.header.equilibrium) world.find_equilibrium();

  if (options.verify) return print_verification(options.file, recording, world);
  HostChannels channels;
  recorder::ReplaySession session(recording, world, machine, channels.links());
  const network::Server server(server_settings(options.host), session.scene(),
                               channels.server_links());
  announce(fmt::format("{}: {} ({:.1f} s)", options.file, session.scene().title,
                       session.scene().duration),
           server, options.host);
  return run_in_real_time(session, machine.settings.step, options.host, server);
}

}  // namespace outrigger::app
