#include "validation/batch_bench.h"

#include <algorithm>
#include <memory>

#include "base/thread_seconds.h"
#include "batch/batch.h"
#include "description/reader.h"
#include "forces/forces.h"
#include "model/assemble.h"
#include "model/kinematics.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "stepper/stepper.h"
#include "validation/mechanisms.h"

namespace outrigger::validation {
namespace {

/// Copies of a batch: a group of eight lanes, or two of four.
constexpr std::size_t kCopies = 8;

/// A system, its own stepper, and a state at the assembled pose with the drives held there.
struct Copy {
  std::unique_ptr<system::System> system;
  std::unique_ptr<stepper::Stepper> stepper;
  system::State start;
};

Copy make_copy(const description::Machine& machine) {
  model::PartId id = 1;
  model::Mechanism mechanism = model::resolve(machine, id);
  model::AssemblyReport report = model::assemble_positions(mechanism);
  model::assemble_velocities(mechanism, report);
  Copy copy;
  for (const auto& c : mechanism.coordinates)
    copy.start.coordinate.push_back(model::coordinate_value(
        c.frame, mechanism.pose_of(c.frame.body_a), mechanism.pose_of(c.frame.body_b)));
  for (const auto& d : mechanism.drives) {
    system::DriveReference held;
    held.value = copy.start.coordinate[static_cast<std::size_t>(d.coordinate)];
    copy.start.drive.push_back(held);
  }
  model::Model model = model::compile(mechanism);
  auto terms = forces::make_force_terms(mechanism, model);
  copy.system = std::make_unique<system::System>(mechanism, std::move(model), std::move(terms));
  copy.stepper = std::make_unique<stepper::Stepper>(*copy.system, machine.settings);
  copy.stepper->initialise(copy.start);
  return copy;
}

/// Copies under slightly different gravity, so that they drift apart and do not always agree on the
/// number of iterations.
std::vector<Copy> make_copies(description::Machine machine) {
  std::vector<Copy> copies;
  const Vec3 gravity = machine.settings.gravity;
  for (std::size_t i = 0; i < kCopies; ++i) {
    machine.settings.gravity = (1.0 + 0.01 * static_cast<double>(i)) * gravity;
    copies.push_back(make_copy(machine));
  }
  return copies;
}

/// Calls `step` `steps` times; the sum of the minima of short chunks over the repetitions leaves out
/// interruptions. `restart` begins each repetition. [s]
template <class Restart, class Step>
double seconds(int steps, int repetitions, const Restart& restart, const Step& step) {
  constexpr int kChunk = 10;
  std::vector<double> best(static_cast<std::size_t>(steps / kChunk), 1e300);
  for (int r = 0; r < repetitions; ++r) {
    restart();
    for (double& b : best) {
      const double begin = thread_seconds();
      for (int i = 0; i < kChunk; ++i) step();
      b = std::min(b, thread_seconds() - begin);
    }
  }
  double sum = 0.0;
  for (const double b : best) sum += b;
  return sum;
}

/// Microseconds per step of one copy: in lanes, against one stepper after the other.
Measurement measure(const std::string& name, description::Machine machine, int repetitions) {
  constexpr int kSteps = 1000;
  machine.settings.step = 1e-3;
  const auto copies = make_copies(machine), alone = make_copies(machine);
  batch::Batch::Systems systems;
  for (const Copy& copy : copies) systems.push_back(copy.system.get());
  batch::Batch batch(systems, machine.settings);
  const double in_lanes = seconds(
      kSteps, repetitions,
      [&] {
        for (std::size_t i = 0; i < kCopies; ++i)
          batch.set_state(static_cast<int>(i), copies[i].start);
      },
      [&] { batch.step(); });
  // One copy after the other, so that each has the caches for itself.
  double one_by_one = 0.0;
  for (const Copy& copy : alone) {
    system::State state;
    one_by_one += seconds(
        kSteps, repetitions, [&] { state = copy.start; },
        [&] { copy.stepper->step(state, copy.start.drive); });
  }
  const double scale = 1e6 / (static_cast<double>(kSteps) * kCopies);
  return {name, scale * in_lanes, "us/step and copy", "one stepper per copy", scale * one_by_one};
}

/// The excavator rocking on its mounts, its drives held: no contact, no brakes, no travel.
description::Machine make_held_excavator(const std::string& machines_folder) {
  description::ReadOptions options;
  options.variants = {"on_mounts"};
  description::Machine machine =
      description::read_machine_file(machines_folder + "/excavator.yaml", options);
  machine.brakes.clear();
  machine.drivelines.clear();
  return machine;
}

}  // namespace

std::vector<Benchmark> batch_benchmarks(const std::string& machines_folder) {
  return {{"batch-chain-10", "eight chains of 10 links in vector lanes, h = 1 ms",
           [](int r) { return measure("batch-chain-10", make_chain(10), r); }},
          {"batch-fourbar-40", "eight times 40 four-bar loops in vector lanes, h = 1 ms",
           [](int r) { return measure("batch-fourbar-40", make_fourbar(40), r); }},
          {"batch-excavator", "eight excavators on mounts, drives held, in vector lanes, h = 1 ms",
           [machines_folder](int r) {
             return measure("batch-excavator", make_held_excavator(machines_folder), r);
           }}};
}

}  // namespace outrigger::validation
