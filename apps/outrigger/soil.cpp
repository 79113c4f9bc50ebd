/// `outrigger soil`: what a recording did with the soil of its site.
#include "outrigger/soil_command.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/progress.h"
#include "base/source_tree.h"
#include "description/text.h"
#include "outrigger/outputs.h"
#include "outrigger/recordings.h"
#include "recorder/replay.h"
#include "sim/soil_readings.h"
#include "sim/soil_stage.h"
#include "sim/world.h"
#include "soil/faces.h"

namespace outrigger::app {

namespace {

using nlohmann::json;
using sim::SoilRectangle;

double kilograms(soil::Milligrams m) {
  return static_cast<double>(m) / soil::kMilligramsPerKilogram;
}

/// Around all blocks that somebody touched, with a metre of what nobody did.
SoilRectangle touched_area(const soil::ColumnField& field) {
  const SoilRectangle site = sim::whole_site(field);
  SoilRectangle r{site.x_max, site.x_min, site.y_max, site.y_min};
  field.for_each_block([&](int bi, int bj, std::uint64_t) {
    const soil::Vec2 low = field.place({bi * soil::kBlock, bj * soil::kBlock});
    const soil::Vec2 high = low + soil::Vec2::Constant(soil::kBlock * field.cell());
    r.x_min = std::min(r.x_min, low.x()), r.x_max = std::max(r.x_max, high.x());
    r.y_min = std::min(r.y_min, low.y()), r.y_max = std::max(r.y_max, high.y());
  });
  if (r.x_min > r.x_max) return site;
  return {std::max(site.x_min, r.x_min - 1.0), std::min(site.x_max, r.x_max + 1.0),
          std::max(site.y_min, r.y_min - 1.0), std::min(site.y_max, r.y_max + 1.0)};
}

json balance_of(const sim::SoilStage& stage) {
  json soils = json::object();
  const soil::Ledger& ledger = stage.ledger();
  for (int k = 0; k < ledger.soils(); ++k) {
    json ways = json::object();
    for (int t = 0; t < soil::kTransfers; ++t)
      if (const auto way = static_cast<soil::Transfer>(t); ledger.of(way, k) != 0)
        ways[soil::word(way)] = ledger.of(way, k);
    if (!ways.empty()) soils[stage.field().soil(k).name] = ways;
  }
  return soils;
}

json section_of(const soil::ColumnField& field, const soil::Vec2& from, const soil::Vec2& to) {
  json points = json::array();
  for (const sim::SectionPoint& p : sim::soil_section(field, from, to))
    points.push_back({p.along, p.x, p.y, p.start, p.bank, p.surface});
  return {{"from", {from.x(), from.y()}}, {"to", {to.x(), to.y()}}, {"points", points}};
}

/// Heights before and now of every column, for the picture; rows from y_min.
json map_of(const soil::ColumnField& field, const SoilRectangle& r) {
  const soil::ColumnPlace a = field.column_at(r.x_min, r.y_min),
                          b = field.column_at(r.x_max, r.y_max);
  // A picture needs no more points.
  const int stride = std::max(1, std::max(b.i - a.i, b.j - a.j) / 400);
  json before = json::array(), now = json::array();
  for (int j = a.j; j <= b.j; j += stride) {
    json row_before = json::array(), row_now = json::array();
    for (int i = a.i; i <= b.i; i += stride) {
      const soil::ColumnView v = field.view({i, j});
      row_before.push_back(v.start), row_now.push_back(v.height);
    }
    before.push_back(row_before), now.push_back(row_now);
  }
  const soil::Vec2 low = field.place(a);
  return {{"x", low.x()},
          {"y", low.y()},
          {"cell", stride * field.cell()},
          {"before", before},
          {"now", now}};
}

json report_of(const SoilOptions& options, const sim::World& world, bool with_map) {
  const sim::SoilStage& stage = *world.soil();
  const soil::ColumnField& field = stage.field();
  const SoilRectangle area = options.region.empty()
                                 ? touched_area(field)
                                 : SoilRectangle{options.region[0], options.region[1],
                                                 options.region[2], options.region[3]};
  const sim::SoilVolumes v = sim::soil_volumes(field, area);
  json by_soil = json::object();
  for (const sim::LooseSoil& loose : v.by_soil)
    if (loose.mass > 0.0) by_soil[loose.soil] = {{"mass", loose.mass}, {"volume", loose.volume}};
  json report{{"time", world.time()},
              {"balance_mg", balance_of(stage)},
              {"imbalance_mg", stage.imbalance()},
              {"in_tools_mg", stage.tools().mass()},
              {"in_beds_mg", stage.beds().mass()},
              {"in_flight_mg", stage.flight().mass()},
              {"region", {area.x_min, area.x_max, area.y_min, area.y_max}},
              {"bank_missing", {{"volume", v.bank_missing}, {"mass", v.bank_missing_mass}}},
              {"loose", {{"volume", v.loose}, {"by_soil", by_soil}}}};
  // Of ground that nobody touched there is nothing to say, and looking at all of it takes long.
  if (const sim::FaceSafety safety = field.block_count() > 0 || !options.region.empty()
                                         ? sim::smallest_safety(field, area)
                                         : sim::FaceSafety{soil::kNoFace, 0.0, 0.0};
      safety.factor < soil::kNoFace)
    report["safety"] = {{"factor", safety.factor}, {"x", safety.x}, {"y", safety.y}};
  json sections = json::array();
  const auto& s = options.sections;
  for (std::size_t k = 0; k + 3 < s.size(); k += 4)
    sections.push_back(section_of(field, {s[k], s[k + 1]}, {s[k + 2], s[k + 3]}));
  if (s.empty()) {
    const double x = 0.5 * (area.x_min + area.x_max), y = 0.5 * (area.y_min + area.y_max);
    sections.push_back(section_of(field, {area.x_min, y}, {area.x_max, y}));
    sections.push_back(section_of(field, {x, area.y_min}, {x, area.y_max}));
  }
  report["sections"] = sections;
  if (!options.design.empty()) {
    std::ifstream file(options.design);
    if (!file) throw Error(fmt::format("{}: the design cannot be read", options.design));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const sim::DesignDifference d = sim::difference_to_design(
        field, sim::design_grid_from_text(text, options.design), options.tolerance);
    report["design"] = {{"area", d.area},     {"above", d.above},
                        {"below", d.below},   {"highest", d.highest},
                        {"lowest", d.lowest}, {"within", d.within},
                        {"mean", d.mean},     {"tolerance", options.tolerance}};
  }
  if (with_map) report["map"] = map_of(field, area);
  return report;
}

void print_report(const std::string& file, const json& r) {
  fmt::print("{}: soil after {:.2f} s\n\n", file, r["time"].get<double>());
  fmt::print("{:<16} {:<10} {:>16}\n", "soil", "way", "kg");
  for (const auto& [soil, ways] : r["balance_mg"].items())
    for (const auto& [way, mass] : ways.items())
      fmt::print("{:<16} {:<10} {:>16.6f}\n", soil, way, kilograms(mass.get<std::int64_t>()));
  for (const char* place : {"tools", "beds", "flight"})
    fmt::print("{:<16} {:<10} {:>16.6f}\n", "now", fmt::format("in {}", place),
               kilograms(r[fmt::format("in_{}_mg", place)].get<std::int64_t>()));
  fmt::print("book: {} mg {}\n\n", r["imbalance_mg"].get<std::int64_t>(),
             r["imbalance_mg"].get<std::int64_t>() == 0 ? "(closes)" : "MISSING OR TOO MUCH");
  if (r["balance_mg"].empty()) fmt::print("nobody touched the soil\n\n");
  const auto region = r["region"].get<std::vector<double>>();
  fmt::print("x {:g} to {:g}, y {:g} to {:g} m:\n", region[0], region[1], region[2], region[3]);
  fmt::print("  bank missing {:10.3f} m3 {:12.1f} kg\n", r["bank_missing"]["volume"].get<double>(),
             r["bank_missing"]["mass"].get<double>());
  for (const auto& [soil, loose] : r["loose"]["by_soil"].items())
    fmt::print("  loose {:<7} {:9.3f} m3 {:12.1f} kg\n", soil, loose["volume"].get<double>(),
               loose["mass"].get<double>());
  if (r.contains("safety"))
    fmt::print("  faces: smallest safety factor {:.2f} at ({:.1f}, {:.1f})\n",
               r["safety"]["factor"].get<double>(), r["safety"]["x"].get<double>(),
               r["safety"]["y"].get<double>());
  if (r.contains("design")) {
    const json& d = r["design"];
    fmt::print(
        "design, {:.2f} m2: {:.3f} m3 to dig (up to {:.3f} m), {:.3f} m3 dug too deep (up to "
        "{:.3f} m), "
        "{:.1f} % within {:g} m\n",
        d["area"].get<double>(), d["above"].get<double>(),
        std::max(0.0, d["highest"].get<double>()), d["below"].get<double>(),
        std::max(0.0, -d["lowest"].get<double>()), 100.0 * d["within"].get<double>(),
        d["tolerance"].get<double>());
  }
}

bool draw_soil(const std::string& report, const std::string& picture) {
  const TemporaryFile draft;
  OutputFile file(draft.path());
  file.write(report);
  file.close();
  const std::string script = source_file("tools/soil_picture.py");
  const pid_t child = fork();  // no shell: file names may hold anything
  if (child == 0) {
    execl("/usr/bin/python3", "python3", "-I", script.c_str(), draft.path().c_str(),
          picture.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  if (child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
      WEXITSTATUS(status) == 0)
    return true;
  fmt::print(stderr,
             "the plot '{}' could not be drawn; it needs python3-matplotlib (tools/setup run "
             "installs it)\n",
             picture);
  return false;
}

}  // namespace

int soil_report(const SoilOptions& given) {
  SoilOptions options = given;
  options.plot = picture_path(given.plot);
  OutputCheck outputs(options.force);
  outputs.add_input(options.file);
  outputs.add_input(options.design);
  outputs.check({Output::Kind::plot, options.plot, {}});
  const recorder::Recording recording = recorder::load_recording(options.file);
  for (const std::string& problem : recording.problems)
    fmt::print(stderr, "{}: {}\n", options.file, description::without_control_characters(problem));
  sim::WorldOptions world_options;
  const description::Machine machine =
      recorded_machine(recording.header, {}, options.allow_outside, world_options);
  sim::World world(machine, world_options);
  if (world.soil() == nullptr)
    throw Error(
        fmt::format("{}: the site of this recording has no soil (section `soils` of a site file)",
                    options.file));
  for (std::size_t i = 0; i < recording.header.inputs.size(); ++i)
    world.set_input(recording.header.inputs[i], recording.header.start_inputs[i]);
  if (recording.header.equilibrium) world.find_equilibrium();
  recorder::Replay replay(recording, world);
  const double wanted = options.at < 0.0 ? recording.ticks() * world.step_size() : options.at;
  const auto goal = static_cast<std::int64_t>(std::llround(wanted / world.step_size()));
  if (goal < 0 || goal > recording.ticks())
    throw Error(fmt::format("--at: {:g} s; allowed are 0 to {:g} s, the length of the recording",
                            options.at,
                            static_cast<double>(recording.ticks()) * world.step_size()));
  ProgressBar bar("soil",
                  options.quiet ? ProgressBar::Show::never : ProgressBar::Show::on_terminal);
  while (replay.tick() < goal && replay.step_towards(goal)) {
    world.take_events();
    bar.update(static_cast<double>(replay.tick()) / static_cast<double>(goal), options.file);
  }
  bar.finish();
  if (!replay.failure().empty())
    fmt::print(stderr, "{}: {}\n", options.file,
               description::without_control_characters(replay.failure()));
  const json report = report_of(options, world, !options.plot.empty());
  if (options.json) {
    json shown = report;
    shown.erase("map");
    fmt::print("{}\n", shown.dump(1));
  } else {
    print_report(options.file, report);
  }
  if (!options.plot.empty()) {
    if (!draw_soil(report.dump(), options.plot)) return 1;
    if (!options.json) fmt::print("  plot: {}\n", options.plot);
  }
  return report["imbalance_mg"].get<std::int64_t>() == 0 && replay.failure().empty() ? 0 : 1;
}

}  // namespace outrigger::app
