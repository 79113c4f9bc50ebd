/// `outrigger bench`: measures and prints a table or JSON.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/source_tree.h"
#include "outrigger/commands.h"
#include "outrigger/viewer_join.h"
#include "validation/bench.h"
#include "validation/work_precision.h"

namespace outrigger::app {

namespace {

/// One run of a problem as one line of JSON, as the peers' programs print it (bench/peers/common.hpp).
int bench_point(const BenchOptions& options) {
  const std::string &problem = options.point[0], &method = options.point[1],
                    &text = options.point[2];
  double setting = 0.0;
  const char* end = text.data() + text.size();
  if (const auto read = std::from_chars(text.data(), end, setting);
      read.ec != std::errc{} || read.ptr != end)
    throw Error(fmt::format("--point: the setting '{}' is not a number", text));
  const validation::WorkPrecision p =
      validation::measure_work_precision(problem, method, setting, options.repetitions);
  const bool finite = p.error < 1e300;  // JSON knows no infinities
  fmt::print("{}\n", nlohmann::json{{"program", "Outrigger"},
                                    {"version", "this tree"},
                                    {"problem", problem},
                                    {"method", method},
                                    {"setting", setting},
                                    {"time", p.time},
                                    {"time_unit", p.time_unit},
                                    {"error", finite ? p.error : 1e300},
                                    {"error_unit", p.error_unit},
                                    {"valid", p.valid && finite},
                                    {"note", p.note}}
                         .dump());
  return 0;
}

/// Becomes tools/peers.py, which runs us and the peers in turns: signals reach it directly.
int bench_peers(const BenchOptions& options) {
  std::vector<std::string> words = {"python3",
                                    "-I",
                                    source_file("tools/peers.py"),
                                    "--outrigger",
                                    std::filesystem::read_symlink("/proc/self/exe").string(),
                                    "--output",
                                    options.output,
                                    "--rounds",
                                    std::to_string(options.rounds),
                                    "--timeout",
                                    fmt::format("{}", options.timeout)};
  if (!options.programs.empty()) words.insert(words.end(), {"--programs", options.programs});
  if (options.list) words.push_back("--list");
  words.push_back("--");
  words.insert(words.end(), options.names.begin(), options.names.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv("/usr/bin/python3", arguments.data());
  throw Error(fmt::format("/usr/bin/python3 could not be started: {}", std::strerror(errno)));
}

}  // namespace

int bench(const BenchOptions& options) {
  if (options.peers) return bench_peers(options);
  if (!options.point.empty()) return bench_point(options);
  std::vector<validation::Benchmark> benchmarks =
      validation::all_benchmarks(source_file("machines"));
  benchmarks.push_back(viewer_join_benchmark());
  for (const auto& name : options.names)
    if (std::none_of(benchmarks.begin(), benchmarks.end(),
                     [&](const auto& b) { return b.name == name; }))
      throw Error(fmt::format(
          "there is no benchmark '{}'; `outrigger bench --list` shows their names", name));
  if (!options.names.empty())
    std::erase_if(benchmarks, [&](const auto& b) {
      return std::find(options.names.begin(), options.names.end(), b.name) == options.names.end();
    });
  if (options.list) {
    for (const auto& b : benchmarks) fmt::print("{:<28} {}\n", b.name, b.title);
    return 0;
  }
  nlohmann::json array = nlohmann::json::array();
  if (!options.json)
    fmt::print("{:<28} {:>12} {:<8} {:>26} {:>10} {:>8}\n", "name", "value", "unit", "peer",
               "peer value", "ratio");
  for (const auto& b : benchmarks) {
    const validation::Measurement m = b.run(options.repetitions);
    if (options.json) {
      nlohmann::json row{{"name", m.name}, {"value", m.value}, {"unit", m.unit}};
      if (m.has_peer()) {
        row["peer"] = m.peer;
        row["peer_value"] = m.peer_value;
        row["ratio"] = m.ratio();
      }
      for (const auto& stage : m.stages)
        row["stages"].push_back(
            {{"name", stage.name}, {"value", stage.value}, {"laps", stage.laps}});
      if (!m.note.empty()) row["note"] = m.note;
      array.push_back(row);
      continue;
    }
    fmt::print("{:<28} {:>12.3f} {:<8}", m.name, m.value, m.unit);
    if (m.has_peer()) fmt::print(" {:>26} {:>10.3f} {:>8.3f}", m.peer, m.peer_value, m.ratio());
    fmt::print("\n");
    for (const auto& stage : m.stages)
      fmt::print("  {:<26} {:>12.3f} {:<8} {:.2f} per step\n", stage.name, stage.value, m.unit,
                 stage.laps);
    if (!m.note.empty()) fmt::print("  {}\n", m.note);
    std::fflush(stdout);
  }
  if (options.json) fmt::print("{}\n", array.dump(1));
  return 0;
}

}  // namespace outrigger::app
