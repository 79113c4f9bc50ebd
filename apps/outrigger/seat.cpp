/// `outrigger seat`: a machine in real time, operated from browsers.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
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
#include "sim/real_time_loop.h"
#include "sim/world.h"

namespace outrigger::app {

namespace {

/// A session whose time begins when its first viewer has drawn it, so that nobody misses what a
/// machine does by itself. A viewer's second message, after its greeting, says so; one that only
/// listens is given some time.
class BeginWithViewer final : public sim::LoopClient {
 public:
  BeginWithViewer(sim::LoopClient& session, const network::Server& server)
      : session_(session), server_(server) {}

  void take_messages(sim::RealTimeLoop& loop) override {
    session_.take_messages(loop);
    if (begun_) return;
    const network::ServerCounters counters = server_.counters();
    const auto now = std::chrono::steady_clock::now();
    if (counters.viewers == 0) first_seen_ = now;
    begun_ = counters.messages > 1 || now - first_seen_ > kTimeToDraw;
    loop.forget_delay();
  }
  bool step() override { return session_.step(); }
  void publish(const frames::LoopStatus& status) override { session_.publish(status); }

 private:
  static constexpr std::chrono::seconds kTimeToDraw{3};

  sim::LoopClient& session_;
  const network::Server& server_;
  std::chrono::steady_clock::time_point first_seen_ = std::chrono::steady_clock::now();
  bool begun_ = false;
};

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
  for (const sim::Event& e : world.events()) fmt::print(stderr, "  {}\n", e.text);
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
  // Who records or gives a time wants it to run, with viewers or without.
  BeginWithViewer begun_by_viewer(session, server);
  const bool waits = options.record.empty() && options.duration <= 0.0;
  if (waits) fmt::print("  begins when the first viewer is there\n");
  std::fflush(stdout);
  sim::LoopClient& client = waits ? static_cast<sim::LoopClient&>(begun_by_viewer) : session;
  const int code = run_in_real_time(client, machine.settings.step, options, server);
  if (recording) {
    recording->finish();
    fmt::print("  recording: {}, {} steps\n", options.record, recording->ticks());
  }
  return code;
}

}  // namespace outrigger::app
