#include "validation/soil_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "base/thread_seconds.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/soil_stage.h"
#include "validation/dig_scenes.h"

namespace outrigger::validation {

namespace {

/// A run of an operator as its levers, which cost nothing to do again.
struct DigRun {
  std::vector<std::vector<double>> levers;  ///< before each step
  std::uint64_t hash = 0;                   ///< at the end
};

/// One bucket: cut, lifted, dumped aside.
DigRun record_bucket(sim::World& world) {
  DigRun run;
  const sim::Snapshot start = world.save();
  Digger digger(world);
  digger.each = [&] {
    // Levers stand until they are set again: those of the step that is over.
    run.levers.push_back(world.input_values());
    world.take_events();
  };
  digger.take({7.8, 4.2, -0.35, 0.0, 0.8}, {6.2, 3.0, 1.5});
  run.hash = world.hash();
  if (world.soil()->imbalance() != 0) throw Error("the book of soil does not close");
  world.restore(start);
  return run;
}

/// CPU time of the same run [s], without the operator. Throws Error when its bits differ.
double seconds_of(sim::World& world, const DigRun& run, const sim::Snapshot& start) {
  world.restore(start);
  const double begin = thread_seconds();
  for (const std::vector<double>& levers : run.levers) {
    for (std::size_t k = 0; k < levers.size(); ++k) world.set_input(static_cast<int>(k), levers[k]);
    world.step();
  }
  const double time = thread_seconds() - begin;
  world.take_events();
  if (world.hash() != run.hash) throw Error("the run was not the same again");
  return time;
}

double us_per_dig_step(const DigSite& site, int repetitions) {
  sim::World world = excavator_at_pit(site);
  for (int i = 0; i < 200; ++i) world.step();
  const DigRun run = record_bucket(world);
  const sim::Snapshot start = world.save();
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) best = std::min(best, seconds_of(world, run, start));
  return 1e6 * best / static_cast<double>(run.levers.size());
}

Measurement measure_dig_step(int repetitions) {
  return {"excavator-dig-step", us_per_dig_step({}, repetitions), "us/step", "", 0.0};
}

/// The same bucket on ground of 200 m and of 30 m.
Measurement measure_growth(int repetitions) {
  DigSite large;
  large.ground = 200.0;
  return {"soil-growth", us_per_dig_step(large, repetitions), "us/step", "on ground of 30 m",
          us_per_dig_step({}, repetitions)};
}

double seconds_of_driving(const description::Machine& machine, const description::Site& site,
                          std::uint64_t& place) {
  constexpr int kSteps = 1600;
  sim::WorldOptions options;
  options.site = site;
  sim::World world(machine, options);
  world.set_input("range", 1);
  world.set_input("travel", 1.0);
  for (int i = 0; i < 200; ++i) world.step();
  const double begin = thread_seconds();
  for (int i = 0; i < kSteps; ++i) {
    world.set_input("steering", (i / 200) % 2 == 0 ? 0.3 : -0.3);
    world.step();
  }
  const double time = thread_seconds() - begin;
  const Vec3 at = world.pose(world.body("undercarriage")).position;
  place = static_cast<std::uint64_t>(1e9 * (at.x() + at.y()));
  return time / kSteps;
}

/// What soil that nobody touches costs a machine that drives on hard ground: with it, less without it.
Measurement measure_idle(const std::string& machines_folder, int repetitions) {
  description::Machine machine =
      description::read_machine_file(machines_folder + "/excavator.yaml");
  machine.settings.step = 5e-3;
  description::place_machine(machine, Vec3(12, 26, 0), 0.0);
  const description::Site with =
      description::read_site_file(machines_folder + "/../sites/worksite.yaml");
  description::Site without = with;
  without.soils.clear();
  without.diggable.clear();
  double soil = 1e300, none = 1e300;
  std::uint64_t a = 0, b = 1;
  for (int r = 0; r < 2 * repetitions; ++r) {
    soil = std::min(soil, seconds_of_driving(machine, with, a));
    none = std::min(none, seconds_of_driving(machine, without, b));
  }
  if (a != b) throw Error("soil-idle-step: soil that is far has changed the motion");
  return {
      "soil-idle-step",
      1e6 * (soil - none),
      "us/step",
      "",
      0.0,
      {},
      fmt::format("whole steps {:.2f} us with soil, {:.2f} us without", 1e6 * soil, 1e6 * none)};
}

/// After one bucket; `call` is measured.
sim::World make_dug() {
  sim::World world = excavator_at_pit({});
  const DigRun run = record_bucket(world);
  seconds_of(world, run, world.save());
  return world;
}

Measurement measure_memory(int) {
  const sim::World world = make_dug();
  const soil::ColumnField& field = world.soil()->field();
  const auto columns = static_cast<double>(field.block_count() * soil::kBlockColumns);
  return {"soil-memory",
          static_cast<double>(field.bytes()) / columns,
          "B/column",
          "",
          0.0,
          {},
          fmt::format("{} blocks of 256 columns", field.block_count())};
}

/// us per call, the best of 20 x `repetitions` rounds of 100.
double best_of_calls(int repetitions, const std::function<void()>& call) {
  constexpr int kCalls = 100;
  double best = 1e300;
  for (int r = 0; r < 20 * repetitions; ++r) {
    const double begin = thread_seconds();
    for (int i = 0; i < kCalls; ++i) call();
    best = std::min(best, thread_seconds() - begin);
  }
  return 1e6 * best / kCalls;
}

Measurement measure_dug_hash(int repetitions) {
  const sim::World world = make_dug();
  const std::uint64_t expected = world.save().hash();
  bool same = true;
  const double time = best_of_calls(repetitions, [&] { same = same && world.hash() == expected; });
  if (!same) throw Error("state-hash-dug: the hash of a world that stands still has changed");
  return {"state-hash-dug", time, "us", "", 0.0};
}

Measurement measure_dug_save(int repetitions) {
  const sim::World world = make_dug();
  sim::Snapshot saved;
  const double time = best_of_calls(repetitions, [&] { saved = world.save(); });
  if (saved.hash() != world.hash()) throw Error("snapshot-save-dug: it is not of the world");
  return {"snapshot-save-dug", time, "us", "", 0.0};
}

Measurement measure_dug_restore(int repetitions) {
  sim::World world = make_dug();
  const sim::Snapshot saved = world.save();
  const double time = best_of_calls(repetitions, [&] { world.restore(saved); });
  if (saved.hash() != world.hash()) throw Error("snapshot-restore-dug: the world is not as saved");
  return {"snapshot-restore-dug", time, "us", "", 0.0};
}

}  // namespace

std::vector<Benchmark> soil_benchmarks(const std::string& machines_folder) {
  return {
      {"excavator-dig-step",
       "whole step of the excavator that cuts, carries and dumps loam, h = 5 ms", measure_dig_step},
      {"soil-idle-step", "what soil costs the excavator that drives on hard ground, h = 5 ms",
       [=](int repetitions) { return measure_idle(machines_folder, repetitions); }},
      {"soil-growth", "the same bucket on a site of 200 m and on one of 30 m", measure_growth},
      {"soil-memory", "memory of columns in touched blocks, after one bucket", measure_memory},
      {"state-hash-dug", "hash of a world after one bucket", measure_dug_hash},
      {"snapshot-save-dug", "saving a world after one bucket", measure_dug_save},
      {"snapshot-restore-dug", "going back to a snapshot of a world after one bucket",
       measure_dug_restore}};
}

}  // namespace outrigger::validation
