#include "validation/batch_bench.h"

#include <algorithm>
#include <memory>

#include "base/thread_seconds.h"
#include "batch/lane_stepper.h"
#include "model/assemble.h"
#include "model/mechanism.h"
#include "model/model.h"
#include "stepper/stepper.h"
#include "validation/mechanisms.h"

namespace outrigger::validation {
namespace {

using batch::kLanes;

std::unique_ptr<system::System> make_system(const description::Machine& machine) {
  model::PartId id = 1;
  model::Mechanism mechanism = model::resolve(machine, id);
  model::AssemblyReport report = model::assemble_positions(mechanism);
  model::assemble_velocities(mechanism, report);
  model::Model model = model::compile(mechanism);
  return std::make_unique<system::System>(mechanism, std::move(model),
                                          std::vector<std::unique_ptr<system::ForceTerm>>());
}

/// Copies under slightly different gravity, so that they drift apart and do not always agree on the
/// number of iterations.
std::array<std::unique_ptr<system::System>, kLanes> make_systems(description::Machine machine) {
  std::array<std::unique_ptr<system::System>, kLanes> systems;
  const Vec3 gravity = machine.settings.gravity;
  for (int l = 0; l < kLanes; ++l) {
    machine.settings.gravity = (1.0 + 0.01 * l) * gravity;
    systems[static_cast<std::size_t>(l)] = make_system(machine);
  }
  return systems;
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

/// Microseconds per step of one copy: four in lanes, against one stepper after the other.
Measurement measure(const std::string& name, description::Machine machine, int steps,
                    int repetitions) {
  machine.settings.step = 1e-3;
  const auto systems = make_systems(machine), alone = make_systems(machine);
  batch::LaneStepper lanes({systems[0].get(), systems[1].get(), systems[2].get(), systems[3].get()},
                           machine.settings);
  std::array<std::unique_ptr<stepper::Stepper>, kLanes> steppers;
  std::array<system::State, kLanes> states;
  for (std::size_t l = 0; l < kLanes; ++l)
    steppers[l] = std::make_unique<stepper::Stepper>(*alone[l], machine.settings);

  const double in_lanes = seconds(
      steps, repetitions,
      [&] {
        for (int l = 0; l < kLanes; ++l) lanes.initialise(l);
      },
      [&] { lanes.step(); });
  const double one_by_one = seconds(
      steps, repetitions,
      [&] {
        for (std::size_t l = 0; l < kLanes; ++l) {
          states[l] = {};
          steppers[l]->initialise(states[l]);
        }
      },
      [&] {
        for (std::size_t l = 0; l < kLanes; ++l) steppers[l]->step(states[l], {});
      });
  const double scale = 1e6 / (static_cast<double>(steps) * kLanes);
  return {name, scale * in_lanes, "us/step and copy", "one stepper per copy", scale * one_by_one};
}

}  // namespace

std::vector<Benchmark> batch_benchmarks() {
  return {{"batch-chain-10", "four chains of 10 links in vector lanes, h = 1 ms",
           [](int r) { return measure("batch-chain-10", make_chain(10), 1000, r); }},
          {"batch-fourbar-40", "four times 40 four-bar loops in vector lanes, h = 1 ms",
           [](int r) { return measure("batch-fourbar-40", make_fourbar(40), 1000, r); }}};
}

}  // namespace outrigger::validation
