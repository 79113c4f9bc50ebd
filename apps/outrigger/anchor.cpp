/// `outrigger anchor`: one haul of a study, with verdict, columns, plot, recording and report.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>
#include <optional>

#include "anchor/haul.h"
#include "base/error.h"
#include "base/progress.h"
#include "description/writer.h"
#include "mesh_files/mesh_file.h"
#include "outrigger/commands.h"
#include "outrigger/interruption.h"
#include "outrigger/outputs.h"
#include "outrigger/recorded_meshes.h"
#include "outrigger/recordings.h"
#include "outrigger/visual_meshes.h"
#include "recorder/recording_writer.h"

namespace outrigger::app {

namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

constexpr const char* kColumns =
    "t,tension,speed,shackle_inside,place_error,shank_angle_error,fluke_angle,clearance,stem_"
    "clearance,"
    "hardest_contact,tip_force,twist,links";

std::string row(const anchor::Moment& m) {
  return fmt::format(
      "{:.4f},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{}\n",
      m.time, m.tension, m.speed, m.shackle_inside, m.place_error, m.angle_error * kDegrees,
      m.fluke_angle * kDegrees, m.clearance, m.stem_clearance, m.hardest, m.tip_force,
      m.twist * kDegrees, m.links);
}

const std::vector<std::string> kUnits{"N", "m/s", "m", "m", "deg", "deg",
                                      "m", "m",   "N", "N", "deg", ""};

nlohmann::ordered_json haul_json(const anchor::HaulResult& r) {
  return {{"verdict", anchor::verdict_word(r.verdict)},
          {"reason", r.reason},
          {"time", r.simulated},
          {"place_error", r.place_error},
          {"shank_angle_error_deg", r.angle_error * kDegrees},
          {"fluke_angle_deg", r.fluke_angle * kDegrees},
          {"mean_tension", r.mean_tension},
          {"peak_tension", r.peak_tension},
          {"hardest_contact", r.hardest},
          {"least_clearance", r.least_clearance},
          {"stem_clearance", r.stem_clearance},
          {"largest_twist_deg", r.largest_twist * kDegrees},
          {"seconds", r.seconds},
          {"hash", fmt::format("{:016x}", r.hash)}};
}

void print(const anchor::Haul& haul, const anchor::HaulResult& r) {
  fmt::print("{}{}{}\n", haul.study().name, haul.study().title.empty() ? "" : ": ",
             haul.study().title);
  for (const std::string& w : haul.scene().warnings) fmt::print("  note: {}\n", w);
  fmt::print("  {}: {}\n", anchor::verdict_word(r.verdict), r.reason);
  fmt::print(
      "  tension: {:.1f} kN while hauling (mean), {:.1f} kN at most; windlass {:.0f} kN "
      "continuous, {:.0f} kN short-term\n",
      r.mean_tension / 1e3, r.peak_tension / 1e3, haul.scene().windlass_pull / 1e3,
      haul.scene().windlass_short / 1e3);
  fmt::print(
      "  hardest contact of anchor and hull {:.1f} kN; twist of neighbouring links at most {:.1f} "
      "degrees\n",
      r.hardest / 1e3, r.largest_twist * kDegrees);
  fmt::print(
      "  clearance on the way up: shell {:.3f} m at {:.1f} s, stem {:.2f} m; paint rubbed with "
      "{:.0f} J\n",
      r.least_clearance, r.least_clearance_time, r.stem_clearance, haul.map().sliding_work());
  const stepper::StepCounters c = haul.world_counters();
  fmt::print(
      "  {:.2f} iterations a step, {} at the cap, {} cut into parts, {} contained\n",
      static_cast<double>(c.iterations) / static_cast<double>(std::max<std::int64_t>(c.steps, 1)),
      c.not_converged, c.retried, c.contained);
  fmt::print("  simulated {:.1f} s in {:.2f} s of processor time: {:.2f} of real time\n",
             r.simulated, r.seconds, r.seconds / r.simulated);
}

std::unique_ptr<recorder::RecordingWriter> start_recording(const AnchorOptions& options,
                                                           anchor::Haul& haul) {
  if (options.record.empty()) return nullptr;
  recorder::RecordingHeader header = recording_header(
      haul.study().name + ".yaml", {}, {{haul.study().name + ".yaml", haul.machine_text()}}, {});
  sim::WorldOptions world;
  world.meshes = std::make_shared<const contact::MeshLibrary>(haul.scene().meshes);
  store_made_meshes(haul.scene().machine, world, haul.scene().visual_meshes, header);
  recorder::RecordingSettings settings;
  settings.poses_every = 16;
  settings.may_wait = true;
  return std::make_unique<recorder::RecordingWriter>(options.record, std::move(header),
                                                     haul.world(), settings);
}

}  // namespace

int anchor_haul(const AnchorOptions& options) {
  if (options.format) {
    fmt::print("{}", anchor::study_format_markdown());
    return 0;
  }
  std::vector<description::ChangedValue> changes;
  for (const auto& [path, text] : options.changes) changes.push_back({path, text});
  const anchor::Study study = anchor::read_study(options.file, changes);
  check_writable("columns", options.csv);
  check_writable("mesh", options.mesh);
  check_writable("recording", options.record);
  const std::string plot = picture_path(options.plot);
  OutputCheck outputs(options.force);
  outputs.add_input(options.file);
  outputs.check({Output::Kind::columns, options.csv, kColumns});
  outputs.check({Output::Kind::plot, plot, {}});
  outputs.check({Output::Kind::mesh, options.mesh, {}});
  outputs.check({Output::Kind::recording, options.record, {}});
  anchor::Haul haul(study);
  if (!options.mesh.empty()) {
    mesh_files::export_mesh(haul.scene().meshes.at("bow"), options.mesh);
    if (!options.quiet)
      fmt::print("  bow: {} faces to {}\n", haul.scene().meshes.at("bow").face_count(),
                 options.mesh);
  }
  std::optional<TemporaryFile> temporary;
  if (options.csv.empty() && !plot.empty()) temporary.emplace();
  const std::string csv_path = temporary ? temporary->path() : options.csv;
  catch_interruptions();
  ProgressBar bar(options.file, options.quiet || options.json ? ProgressBar::Show::never
                                                              : ProgressBar::Show::on_terminal);
  const std::unique_ptr<recorder::RecordingWriter> recording = start_recording(options, haul);
  haul.begin();
  while (haul.step() && !interrupted())
    bar.update(haul.world().time() / study.run.time, [&] {
      return fmt::format("{:.1f} s, {:.0f} kN, shackle {:+.2f} m", haul.now().time,
                         haul.now().tension / 1e3, haul.now().shackle_inside);
    });
  bar.finish();
  if (recording) recording->finish();
  const anchor::HaulResult r = haul.finish();
  if (!csv_path.empty()) {
    OutputFile csv(csv_path);
    csv.write(std::string(kColumns) + "\n");
    for (const anchor::Moment& m : r.moments) csv.write(row(m));
    csv.close();
  }
  if (options.json)
    fmt::print("{}\n", haul_json(r).dump(2));
  else if (!options.quiet)
    print(haul, r);
  if (!plot.empty() && !plot_csv(csv_path, plot, study.title, kUnits)) return 1;
  return r.verdict == anchor::Verdict::seated ? 0 : 3;
}

}  // namespace outrigger::app
