#include "validation/bench.h"

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>
#include <algorithm>
#include <memory>

#include "articulation/articulation.h"
#include "base/thread_seconds.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/world.h"
#include "validation/batch_bench.h"
#include "validation/contact_bench.h"
#include "validation/detection_bench.h"
#include "validation/formulation_bench.h"
#include "validation/ground_bench.h"
#include "validation/mechanisms.h"
#include "validation/snapshot_bench.h"
#include "validation/work_bench.h"
#include "validation/worksite_bench.h"

namespace outrigger::validation {

namespace {

sim::World make_world(description::Machine machine) {
  machine.settings.step = 1e-3;
  sim::WorldOptions options;
  options.articulation.keep_ledger = false;
  return sim::World(machine, options);
}

/// Time per step over the first `steps` steps, in short chunks: the sum of the chunks' minima over
/// the repetitions leaves out interruptions.
double microseconds_per_step(const description::Machine& machine, int steps, int repetitions) {
  constexpr int kChunk = 10;
  sim::World world = make_world(machine);
  const sim::Snapshot start = world.save();
  std::vector<double> best(steps / kChunk, 1e300);
  for (int r = 0; r < repetitions; ++r) {
    world.restore(start);
    for (double& b : best) {
      const double begin = thread_seconds();
      for (int i = 0; i < kChunk; ++i) world.step();
      b = std::min(b, thread_seconds() - begin);
    }
  }
  double sum = 0.0;
  for (double b : best) sum += b;
  return 1e6 * sum / static_cast<double>(best.size() * kChunk);
}

Benchmark step_benchmark(const std::string& name, const std::string& title,
                         std::function<description::Machine()> make, int steps) {
  return {name, title, [=](int repetitions) {
            return Measurement{name, microseconds_per_step(make(), steps, repetitions), "us/step",
                               "", 0.0};
          }};
}

/// Our factorisation and Eigen's of the same assembled matrix, in turns. Both read a matrix that
/// lies ready in their own format; assembly is in neither.
Measurement factor_against_eigen(const description::Machine& machine, int repetitions) {
  sim::World world = make_world(machine);
  for (int i = 0; i < 50; ++i) world.step();
  const articulation::Articulation& articulation = *world.articulations().front();
  const system::System& system = articulation.system();
  AlignedDoubles gradient(4 * static_cast<std::size_t>(system.slot_count()));
  std::vector<double> psi(system.row_count());
  system.evaluate_rows(articulation.state().x.data(), articulation.state().coordinate.data(),
                       articulation.state().drive.data(), gradient.data(), psi.data());
  const Eigen::MatrixXd dense = system.factor().dense(gradient.data(), nullptr);
  const Eigen::SparseMatrix<double> sparse = dense.sparseView();
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> eigen;
  eigen.analyzePattern(sparse);

  // The same matrix as ready blocks.
  std::vector<system::BlockEntry> entries;
  const int n = system.block_count();
  for (int j = 0; j < n; ++j)
    for (int i = j; i < n; ++i)
      if (!dense.block<3, 3>(3 * i, 3 * j).isZero(0.0)) entries.push_back({i, j});
  system::BlockLdlt blocks;
  blocks.analyse(n, entries);
  std::vector<std::int32_t> ready(blocks.factor_block_count(), -1);
  AlignedDoubles values(12 * entries.size(), 0.0);
  for (std::size_t e = 0; e < entries.size(); ++e) {
    ready[blocks.find(entries[e].row, entries[e].column)] = static_cast<std::int32_t>(e);
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r)
        values[12 * e + 4 * c + r] = dense(3 * entries[e].row + r, 3 * entries[e].column + c);
  }
  blocks.set_extras(ready);

  constexpr int kInner = 50;
  double ours = 1e300, theirs = 1e300;
  for (int r = 0; r < 40 * repetitions; ++r) {
    double begin = thread_seconds();
    for (int i = 0; i < kInner; ++i) blocks.factorise(gradient.data(), values.data());
    ours = std::min(ours, thread_seconds() - begin);
    begin = thread_seconds();
    for (int i = 0; i < kInner; ++i) eigen.factorize(sparse);
    theirs = std::min(theirs, thread_seconds() - begin);
  }
  return {"excavator-factor", 1e6 * ours / kInner, "us", "Eigen SimplicialLDLT",
          1e6 * theirs / kInner};
}

/// Adds and removes one free body in a running excavator.
Measurement add_and_remove(const description::Machine& machine, int repetitions) {
  sim::World world = make_world(machine);
  description::Body stone;
  stone.name = "stone";
  stone.mass = 50.0;
  stone.inertia = 2.0 * Mat3::Identity();
  stone.pose_given = true;
  stone.pose.position = Vec3(8, 0, 3);
  double worst_of_best = 1e300;
  for (int r = 0; r < 20 * repetitions; ++r) {
    const double begin = thread_seconds();
    const sim::BodyHandle h = world.add_body(stone);
    const double middle = thread_seconds();
    world.remove(h);
    const double end = thread_seconds();
    worst_of_best = std::min(worst_of_best, std::max(middle - begin, end - middle));
  }
  return {"excavator-add-remove-body", 1e6 * worst_of_best, "us", "", 0.0};
}

constexpr int kDrivenSteps = 1600;

/// CPU time [s] of the excavator in its seat's conditions: it drives over gravel, slews and moves its
/// arm so hard that it rocks on its tyres, with the energy ledger that the seat keeps.
double seconds_of_drive(const description::Machine& machine, const sim::WorldOptions& options,
                        stepper::StageTimes* stages) {
  sim::WorldOptions with_stages = options;
  with_stages.articulation.stage_times = stages;
  sim::World world(machine, with_stages);
  world.set_input("range", 1);
  world.set_input("travel", 1.0);
  const auto drive = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      const double swing = (world.step_count() / 200) % 2 == 0 ? 0.5 : -0.5;
      for (const char* lever : {"boom", "stick", "bucket", "slew", "steering"})
        world.set_input(lever, swing);
      world.step();
    }
  };
  drive(200);
  if (stages != nullptr) *stages = {};
  const double begin = thread_seconds();
  drive(kDrivenSteps);
  return thread_seconds() - begin;
}

/// Mean over the whole run, the fastest of the repetitions; the stages from runs of their own, by the
/// wall clock, each the fastest of the repetitions.
Measurement drive_excavator(const std::string& machines_folder, int repetitions) {
  description::Machine machine =
      description::read_machine_file(machines_folder + "/excavator.yaml");
  machine.settings.step = 5e-3;
  sim::WorldOptions options;
  options.site = description::read_site_file(machines_folder + "/../sites/worksite.yaml");
  description::place_machine(machine, Vec3(12, 26, 0), 0.0);

  double best = 1e300;
  std::vector<double> stage(stepper::kStageCount, 1e300);
  stepper::StageTimes times;
  for (int r = 0; r < repetitions; ++r) {
    best = std::min(best, seconds_of_drive(machine, options, nullptr));
    seconds_of_drive(machine, options, &times);
    for (int s = 0; s < stepper::kStageCount; ++s) stage[s] = std::min(stage[s], times.seconds(s));
  }
  const double scale = 1e6 / kDrivenSteps;
  Measurement m{"excavator-drive-step", scale * best, "us/step", "", 0.0};
  for (int s = 0; s < stepper::kStageCount; ++s)
    if (times.laps(s) > 0)
      m.stages.push_back({stepper::kStageNames[static_cast<std::size_t>(s)], scale * stage[s],
                          static_cast<double>(times.laps(s)) / kDrivenSteps});
  return m;
}

/// The excavator put down on 20 spheres under its undercarriage, against itself on mounts.
Measurement stand_on_spheres(const description::Machine& on_mounts, int repetitions) {
  constexpr double kRadius = 0.1;
  description::Machine m = on_mounts;
  m.mounts.clear();
  const sim::World assembled = make_world(on_mounts);
  const Pose pose = assembled.pose(assembled.body("undercarriage"));
  for (int i = 0; i < 20; ++i) {
    description::ContactSphere s;
    s.name = fmt::format("stand_{}", i);
    s.body = "undercarriage";
    s.centre = pose.local_point({-1.5 + 0.8 * (i % 5), -0.9 + 0.6 * (i / 5), kRadius});
    s.radius = kRadius;
    s.material = "steel";
    m.spheres.push_back(s);
  }
  sim::World world = make_world(m);
  for (int i = 0; i < 2000; ++i) world.step();
  const sim::Snapshot start = world.save();
  constexpr int kSteps = 500;
  double best = 1e300;
  for (int r = 0; r < repetitions; ++r) {
    world.restore(start);
    const double begin = thread_seconds();
    for (int i = 0; i < kSteps; ++i) world.step();
    best = std::min(best, 1e6 * (thread_seconds() - begin) / kSteps);
  }
  int touching = 0;
  for (int i = 0; i < 20; ++i)
    touching += world.reading(world.sphere(fmt::format("stand_{}", i))).force.norm() > 0.0 ? 1 : 0;
  if (touching != 20) throw Error(fmt::format("only {} of 20 spheres touch the ground", touching));
  return {"excavator-on-20-spheres-step", best, "us/step", "on mounts, no contact",
          microseconds_per_step(on_mounts, kSteps, repetitions)};
}

}  // namespace

std::vector<Benchmark> all_benchmarks(const std::string& machines_folder) {
  const auto excavator = [machines_folder] {
    description::ReadOptions options;
    options.variants = {"on_mounts"};
    return description::read_machine_file(machines_folder + "/excavator.yaml", options);
  };
  std::vector<Benchmark> list;
  list.push_back(step_benchmark("excavator-step", "wheeled excavator on four mounts, h = 1 ms",
                                excavator, 2000));
  list.push_back({"excavator-on-20-spheres-step",
                  "the excavator standing on 20 contact spheres, h = 1 ms; with itself on mounts",
                  [=](int r) { return stand_on_spheres(excavator(), r); }});
  list.push_back({"excavator-factor", "factorisation of the excavator's tangent",
                  [=](int r) { return factor_against_eigen(excavator(), r); }});
  for (int n : {1, 10, 40, 160, 1000, 10000})
    list.push_back(step_benchmark(
        fmt::format("fourbar-{}-step", n), fmt::format("{} four-bar loops, h = 1 ms", n),
        [n] { return make_fourbar(n); }, n >= 1000 ? 40 : (n >= 160 ? 500 : 2000)));
  for (int n : {10, 40, 160})
    list.push_back(step_benchmark(
        fmt::format("chain-{}-step", n), fmt::format("chain of {} links, h = 1 ms", n),
        [n] { return make_chain(n); }, 1000));
  list.push_back(step_benchmark(
      "bricard-step", "Bricard's mechanism, h = 1 ms", [] { return make_bricard(); }, 2000));
  list.push_back({"excavator-add-remove-body",
                  "adding or removing one free body beside the excavator (the slower of the two)",
                  [=](int r) { return add_and_remove(excavator(), r); }});
  list.push_back(
      {"excavator-drive-step",
       "excavator driving on its tyres over the worksite with all levers moving, h = 5 ms",
       [=](int r) { return drive_excavator(machines_folder, r); }});
  for (Benchmark& b : work_benchmarks()) list.push_back(std::move(b));
  for (Benchmark& b : detection_benchmarks()) list.push_back(std::move(b));
  for (Benchmark& b : ground_benchmarks()) list.push_back(std::move(b));
  for (Benchmark& b : snapshot_benchmarks(machines_folder)) list.push_back(std::move(b));
  for (Benchmark& b : worksite_benchmarks()) list.push_back(std::move(b));
  for (Benchmark& b : contact_benchmarks()) list.push_back(std::move(b));
  for (Benchmark& b : formulation_benchmarks()) list.push_back(std::move(b));
  for (Benchmark& b : batch_benchmarks(machines_folder)) list.push_back(std::move(b));
  return list;
}

}  // namespace outrigger::validation
