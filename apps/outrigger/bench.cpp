/// `outrigger bench`: measures and prints a table or JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "outrigger/commands.h"
#include "validation/bench.h"

namespace outrigger::app {

int bench(const BenchOptions& options) {
  std::vector<validation::Benchmark> benchmarks =
      validation::all_benchmarks(source_file("machines"));
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
