#include "validation/snapshot_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "base/thread_seconds.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/world.h"

namespace outrigger::validation {

namespace {

/// The excavator standing on the bundled worksite, ground and soil as the site has them.
sim::World make_worksite(const std::string& machines_folder) {
  description::Machine machine =
      description::read_machine_file(machines_folder + "/excavator.yaml");
  machine.settings.step = 5e-3;
  sim::WorldOptions options;
  options.site = description::read_site_file(machines_folder + "/../sites/worksite.yaml");
  description::place_machine(machine, Vec3(12, 26, 0), 0.0);
  sim::World world(machine, options);
  for (int i = 0; i < 200; ++i) world.step();  // until it stands
  return world;
}

/// us per call, the best of 20 x `repetitions` rounds of 100.
double microseconds(int repetitions, const std::function<void()>& call) {
  constexpr int kCalls = 100;
  double best = 1e300;
  for (int r = 0; r < 20 * repetitions; ++r) {
    const double begin = thread_seconds();
    for (int i = 0; i < kCalls; ++i) call();
    best = std::min(best, thread_seconds() - begin);
  }
  return 1e6 * best / kCalls;
}

Measurement measure_hash(const std::string& machines_folder, int repetitions) {
  const sim::World world = make_worksite(machines_folder);
  const std::uint64_t expected = world.save().hash();
  bool same = true;
  const double time = microseconds(repetitions, [&] { same = same && world.hash() == expected; });
  if (!same) throw Error("state-hash: the hash of a world that stands still has changed");
  return {"state-hash", time, "us", "", 0.0};
}

Measurement measure_save(const std::string& machines_folder, int repetitions) {
  const sim::World world = make_worksite(machines_folder);
  sim::Snapshot saved;
  const double time = microseconds(repetitions, [&] { saved = world.save(); });
  if (saved.hash() != world.hash()) throw Error("snapshot-save: the snapshot is not of the world");
  return {"snapshot-save", time, "us", "", 0.0};
}

Measurement measure_restore(const std::string& machines_folder, int repetitions) {
  sim::World world = make_worksite(machines_folder);
  const sim::Snapshot saved = world.save();
  const double time = microseconds(repetitions, [&] { world.restore(saved); });
  if (saved.hash() != world.hash()) throw Error("snapshot-restore: the world is not as saved");
  return {"snapshot-restore", time, "us", "", 0.0};
}

}  // namespace

std::vector<Benchmark> snapshot_benchmarks(const std::string& machines_folder) {
  const std::string where = "the excavator on the worksite, nothing changed since";
  return {{"state-hash", "hash of " + where,
           [=](int repetitions) { return measure_hash(machines_folder, repetitions); }},
          {"snapshot-save", "saving " + where,
           [=](int repetitions) { return measure_save(machines_folder, repetitions); }},
          {"snapshot-restore", "going back to a snapshot of " + where,
           [=](int repetitions) { return measure_restore(machines_folder, repetitions); }}};
}

}  // namespace outrigger::validation
