#include "recorder/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <vector>

#include "base/error.h"
#include "display/frame_writer.h"
#include "display/scene_builder.h"
#include "recorder/foxglove.h"
#include "recorder/mcap_file.h"
#include "recorder/replay.h"
#include "session/control_positions.h"
#include "sim/sensors.h"

namespace outrigger::recorder {

namespace {

/// What both formats are made of.
class Source {
 public:
  Source(const Recording& recording, sim::World& world, const description::Machine& machine)
      : recording_(recording),
        world_(world),
        replay_(recording, world),
        sensors_(display::channel_sensors(machine), world),
        scene_(display::with_objects(display::make_scene(machine, sensors_), world)),
        writer_(scene_, sensors_, world) {
    scene_.ground = display::make_ground(world.ground());
  }

  const frames::Scene& scene() const { return scene_; }
  const std::vector<std::string>& columns() const { return sensors_.columns(); }

  /// Calls row(time) for the start and every `settings.every` seconds, events(time) for each step with some.
  template <class Row, class Events>
  ExportReport run(const ExportSettings& settings, const Row& row, const Events& events) {
    const double h = recording_.header.step;
    const auto stride = std::max<std::int64_t>(1, std::llround(settings.every / h));
    ExportReport report;
    row(0.0);
    ++report.rows;
    world_.take_events();
    while (replay_.step()) {
      const double time = static_cast<double>(replay_.tick()) * h;
      if (const auto happened = world_.take_events(); !happened.empty()) events(time, happened);
      if (world_.step_count() < last_step_) writer_.note_restored();
      last_step_ = world_.step_count();
      if (replay_.tick() % stride == 0) {
        if (!replay_.matches())
          throw Error(
              fmt::format("from step {} on this is not what was recorded: this program "
                          "computes other bits; nothing more is exported",
                          replay_.tick()));
        row(time);
        ++report.rows;
      }
      if (settings.progress && replay_.tick() % 100 == 0)
        settings.progress(static_cast<double>(replay_.tick()) /
                          static_cast<double>(recording_.ticks() + 1));
    }
    report.ticks = replay_.tick();
    report.failure = replay_.failure();
    return report;
  }

  /// The present: poses, inputs, channels.
  const frames::Frame& frame() {
    std::vector<float> inputs(world_.input_values().begin(), world_.input_values().end());
    writer_.write(world_, inputs, frame_);
    return frame_;
  }

 private:
  const Recording& recording_;
  sim::World& world_;
  Replay replay_;
  sim::SensorSet sensors_;
  frames::Scene scene_;
  display::FrameWriter writer_;
  frames::Frame frame_;
  std::int64_t last_step_ = 0;
};

std::uint64_t in_nanoseconds(double time) {
  return static_cast<std::uint64_t>(std::llround(time * 1e9));
}

/// In quotes where it holds a comma, a quote or a line end.
std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted.push_back('"');
    quoted.push_back(c == '\n' || c == '\r' ? ' ' : c);
  }
  return quoted + '"';
}

}  // namespace

ExportReport export_mcap(const Recording& recording, sim::World& world,
                         const description::Machine& machine, const std::string& path,
                         const ExportSettings& settings) {
  Source source(recording, world, machine);
  McapFile file(path);
  const auto schema = [&](const char* name, const char* text) {
    return file.add_schema(name, "jsonschema", text);
  };
  const auto channel = [&](const char* topic, std::uint16_t of) {
    return file.add_channel(topic, of, "json");
  };
  const auto poses = channel("/tf", schema("foxglove.FrameTransforms", foxglove::kFrameTransforms));
  const auto scene = channel("/scene", schema("foxglove.SceneUpdate", foxglove::kSceneUpdate));
  const auto log = channel("/events", schema("foxglove.Log", foxglove::kLog));
  const auto readings = channel("/channels", schema("outrigger.Channels", foxglove::kNumbers));
  const auto inputs = channel("/inputs", schema("outrigger.Inputs", foxglove::kNumbers));
  file.write(scene, 0, foxglove::scene_update(source.scene(), 0));
  ExportReport report = source.run(
      settings,
      [&](double time) {
        const std::uint64_t now = in_nanoseconds(time);
        const frames::Frame& frame = source.frame();
        file.write(poses, now, foxglove::transforms(source.scene(), frame, now));
        file.write(readings, now, foxglove::numbers(source.columns(), frame.channels));
        file.write(inputs, now, foxglove::numbers(world.input_names(), frame.inputs));
      },
      [&](double time, const std::vector<sim::Event>& events) {
        for (const sim::Event& e : events)
          file.write(log, in_nanoseconds(time), foxglove::log(e, in_nanoseconds(time)));
      });
  file.finish();
  report.messages = file.message_count();
  return report;
}

ExportReport export_csv(const Recording& recording, sim::World& world,
                        const description::Machine& machine, const std::string& path,
                        const ExportSettings& settings) {
  Source source(recording, world, machine);
  std::ofstream out(path, std::ios::binary);
  if (!out) throw Error(fmt::format("cannot write '{}'", path));
  out << "time";
  for (const std::string& name : world.input_names()) out << ',' << csv_text("input " + name);
  for (const std::string& name : source.columns()) out << ',' << csv_text(name);
  out << ",events\n";
  std::string happened;
  ExportReport report = source.run(
      settings,
      [&](double time) {
        const frames::Frame& frame = source.frame();
        out << fmt::format("{:.9g}", time);
        for (const float v : frame.inputs) out << fmt::format(",{:.7g}", v);
        for (const float v : frame.channels) out << fmt::format(",{:.7g}", v);
        out << ',' << csv_text(happened) << '\n';
        happened.clear();
      },
      [&](double, const std::vector<sim::Event>& events) {
        for (const sim::Event& e : events) happened += (happened.empty() ? "" : "; ") + e.text;
      });
  out.close();
  if (!out) throw Error(fmt::format("'{}' could not be written to its end (disk full?)", path));
  return report;
}

}  // namespace outrigger::recorder
