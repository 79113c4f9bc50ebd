/// `outrigger seat`: a machine in real time, operated from browsers.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "network/server.h"
#include "outrigger/bundled.h"
#include "outrigger/commands.h"
#include "outrigger/outputs.h"
#include "outrigger/real_time_host.h"
#include "outrigger/recordings.h"
#include "outrigger/site.h"
#include "recorder/recording_writer.h"
#include "sim/live_session.h"
#include "sim/world.h"

namespace outrigger::app {

namespace {

/// To the console at once, and to the viewers.
void warn(const std::string& text, frames::NoticeQueue& notices) {
  fmt::print(stderr, "  warning: {}\n", text);
  for (int i = 0; i < 100; ++i) {
    if (notices.post({frames::Notice::Level::error, 0.0, text})) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

int seat(const SeatOptions& options) {
  description::ReadOptions read;
  read.variants = options.variants;
  std::vector<description::SourceFile> files;
  read.files_read = &files;
  const std::string path = options.machine.empty() ? source_file("machines/excavator.yaml")
                                                   : machine_path(options.machine);
  check_writable("recording", options.record);
  description::Machine machine = description::read_machine_file(path, read);
  machine.settings.step = options.step;

  HostChannels channels;
  sim::WorldOptions world_options;
  // The excavator belongs on its worksite, also when it is called by name or path.
  const bool at_home = options.site.empty() &&
                       std::filesystem::equivalent(path, source_file("machines/excavator.yaml"));
  const SiteChoice site = choose_site(at_home ? "worksite" : options.site, options.start);
  go_to_site(site, machine, world_options);
  sim::World world(machine, world_options);
  std::unique_ptr<recorder::RecordingWriter> recording;
  if (!options.record.empty()) {
    recorder::RecordingSettings settings;
    settings.on_failure = [&](const std::string& text) { warn(text, channels.notices()); };
    recording = std::make_unique<recorder::RecordingWriter>(
        options.record, recording_header(path, options.variants, files, site), world, settings);
  }
  sim::LiveSession session(world, machine, channels.links(), recording.get());
  const network::Server server(server_settings(options), session.scene(), channels.server_links());
  announce(session.scene().title, server, options);
  const int code = run_in_real_time(session, machine.settings.step, options, server);
  if (recording) {
    recording->finish();
    fmt::print("  recording: {}, {} steps\n", options.record, recording->ticks());
  }
  return code;
}

}  // namespace outrigger::app
