#include "validation/work_bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/thread_seconds.h"
#include "forces/forces.h"
#include "formulation/augmented.h"
#include "model/assemble.h"
#include "stepper/explicit_pair.h"
#include "validation/exact/andrews.h"
#include "validation/mechanisms.h"

namespace outrigger::validation {

namespace {

/// A machine ready to run with the explicit pair.
struct Runner {
  model::Mechanism mechanism;
  std::unique_ptr<system::System> system;
  std::unique_ptr<stepper::Stepper> start;  ///< makes the first state, reads energies
  std::unique_ptr<formulation::Augmented> accelerations;
  std::unique_ptr<stepper::ExplicitPair> pair;
  system::State state;

  explicit Runner(const description::Machine& machine) {
    model::PartId id = 1;
    mechanism = model::resolve(machine, id);
    model::AssemblyReport report = model::assemble_positions(mechanism);
    model::assemble_velocities(mechanism, report);
    model::Model compiled = model::compile(mechanism);
    auto terms = forces::make_force_terms(mechanism, compiled, {});
    system = std::make_unique<system::System>(mechanism, std::move(compiled), std::move(terms));
    start = std::make_unique<stepper::Stepper>(*system, machine.settings);
    for (const auto& c : mechanism.coordinates)
      state.coordinate.push_back(model::coordinate_value(c.frame, mechanism.pose_of(c.frame.body_a),
                                                         mechanism.pose_of(c.frame.body_b)));
    start->initialise(state);
    accelerations = std::make_unique<formulation::Augmented>(*system, machine.settings);
    pair = std::make_unique<stepper::ExplicitPair>(*system, *accelerations, machine.settings);
    pair->set_mechanism(mechanism);
  }
  double energy() const { return start->kinetic_energy(state) + start->potential_energy(state); }
};

struct Problem {
  std::string name, title;
  std::function<description::Machine()> make;
  double duration;  ///< [s]
  double step;      ///< settings.step [s]
  double error;     ///< to be reached
  std::string unit;
  /// Present error of a run, its largest over all steps counts.
  std::function<double(const Runner&, double start_energy)> measure;
};

double energy_error(const Runner& r, double start_energy) {
  return std::abs(r.energy() - start_energy);
}

/// Infinite where a coarse accuracy loses the motion.
double largest_error(const Problem& p, const description::Machine& machine) {
  Runner r(machine);
  const double start_energy = r.energy();
  double error = 0.0;
  try {
    for (int i = 0, steps = static_cast<int>(std::lround(p.duration / p.step)); i < steps; ++i) {
      r.pair->step(r.state, r.state.drive);
      error = std::max(error, p.measure(r, start_energy));
    }
  } catch (const Error&) {
    return std::numeric_limits<double>::infinity();
  }
  return error;
}

double seconds_of_run(const Problem& p, const description::Machine& machine) {
  Runner r(machine);
  const int steps = static_cast<int>(std::lround(p.duration / p.step));
  const double begin = thread_seconds();
  for (int i = 0; i < steps; ++i) r.pair->step(r.state, r.state.drive);
  return thread_seconds() - begin;
}

/// The coarsest accuracy, by factors of √10, that reaches the error, and is followed by a finer one that
/// does as well: no lucky hit. Then the fastest of the repetitions.
Measurement run(const Problem& p, int repetitions) {
  description::Machine machine = p.make();
  machine.settings.step = p.step;
  double accuracy = 0.1, error = 0.0, reached = 0.0;
  for (; accuracy > 1e-13; accuracy /= std::sqrt(10.0)) {
    machine.settings.accuracy = accuracy;
    const double now = largest_error(p, machine);
    if (now <= p.error && reached > 0.0) break;
    reached = now <= p.error ? accuracy : 0.0;
    error = now;
  }
  if (reached == 0.0)
    throw Error(fmt::format("{}: no accuracy reaches {:.3g} {}", p.name, p.error, p.unit));
  machine.settings.accuracy = reached;
  double best = 1e300;
  for (int r = 0; r < std::max(3, repetitions); ++r)
    best = std::min(best, seconds_of_run(p, machine));
  Measurement m{p.name, 1e3 * best / p.duration, "ms per s", "", 0.0};
  m.note = fmt::format("largest error {:.2g} {} with settings.accuracy {:.2g} m, step {:.2g} s",
                       error, p.unit, reached, p.step);
  return m;
}

/// Tip at t = 1 s: MuJoCo RK4 and Bullet btMultiBody RK4 agree to all digits shown.
Vec3 chain_tip(int links) {
  if (links == 10) return {7.515903808309, 0.297407495272, -4.824196459093};
  if (links == 40) return {38.617089875243, 0.431007325931, -4.905000046259};
  return {159.121796967158, 0.506899898568, -4.905000000000};
}

Problem chain_bench(int links, double error, const std::string& text) {
  const auto measure = [links](const Runner& r, double) {
    if (r.state.time < 1.0 - 1e-9) return 0.0;
    const Vec3 tip = r.system->body_pose(links - 1, r.state.x.data()).point(Vec3::UnitX());
    return (tip - chain_tip(links)).norm();
  };
  return {fmt::format("chain-{}-at-{}m", links, text),
          fmt::format("chain of {} links, 1 s, tip within {} m", links, text),
          [links] { return make_chain(links); },
          1.0,
          0.1,
          error,
          "m",
          measure};
}

Problem fourbar_bench(int loops, double error, const std::string& text) {
  return {fmt::format("fourbar-{}-at-{}J", loops, text),
          fmt::format("{} four-bar loops, 10 s, energy within {} J", loops, text),
          [loops] { return make_fourbar(loops); },
          10.0,
          0.1,
          error,
          "J",
          energy_error};
}

Problem bricard_bench(double error, const std::string& text) {
  return {fmt::format("bricard-at-{}J", text),
          fmt::format("Bricard's mechanism, 10 s, energy within {} J", text),
          [] { return make_bricard(RodSection::slender); },
          10.0,
          0.1,
          error,
          "J",
          energy_error};
}

Problem andrews_bench() {
  const auto measure = [](const Runner& r, double) {
    if (r.state.time < 0.03 - 1e-9) return 0.0;
    const Vector7 reference = andrews(0.03).angles;
    double error = 0.0;
    for (int i = 0; i < 7; ++i)
      error = std::max(error, std::abs(r.state.coordinate[i] - reference[i]));
    return error;
  };
  return {"andrews-at-4e-6rad",
          "Andrews' squeezing mechanism, 0.03 s, angles within 4e-6 rad",
          [] { return make_andrews(); },
          0.03,
          0.03,
          4e-6,
          "rad",
          measure};
}

}  // namespace

std::vector<Benchmark> work_benchmarks() {
  std::vector<Benchmark> list;
  for (const Problem& p :
       {chain_bench(10, 2e-6, "2e-6"), chain_bench(10, 1e-7, "1e-7"),
        chain_bench(40, 1.5e-6, "1.5e-6"), chain_bench(160, 2.8e-6, "2.8e-6"),
        fourbar_bench(1, 2e-4, "2e-4"), fourbar_bench(10, 5e-3, "5e-3"),
        fourbar_bench(40, 1.6e-2, "1.6e-2"), fourbar_bench(160, 5.5e-2, "5.5e-2"),
        bricard_bench(1e-5, "1e-5"), bricard_bench(1e-7, "1e-7"), andrews_bench()})
    list.push_back({p.name, p.title, [p](int repetitions) { return run(p, repetitions); }});
  return list;
}

}  // namespace outrigger::validation
