#include "validation/work_precision.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <memory>

#include "base/error.h"
#include "base/thread_seconds.h"
#include "contact/near/mesh_pairs.h"
#include "validation/contact_scenes.h"
#include "validation/detection_scenes.h"
#include "validation/exact/andrews.h"
#include "validation/mechanisms.h"
#include "validation/references.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace {

/// How a setting enters the machine, by the name of the method. A new method is one line.
struct Method {
  const char* name;
  void (*apply)(description::Settings& settings, double value);
};
constexpr Method kMethods[] = {
    {"trapezoidal", [](description::Settings& s, double step) { s.step = step; }},
    // Its internal steps end with those of the settings, which are as long as they may be.
    {"explicit",
     [](description::Settings& s, double accuracy) {
       s.method = description::IntegratorMethod::explicit_pair;
       s.accuracy = accuracy;
       s.step = 0.1;
     }},
};

/// A mechanism and what is looked at, at the start and after every step of a run that is not timed.
struct WorkProblem {
  description::Machine machine;
  double duration;  ///< [s]
  const char* error_unit;
  std::function<void(sim::World&, double& error)> look;
  double error_limit;  ///< beyond it the motion is another one
};

/// "chain-40" is problem "chain" of size 40; 0 without a size.
int size_of(const std::string& problem, const std::string& family) {
  int size = 0;
  if (problem.size() <= family.size() + 1 || !problem.starts_with(family + "-")) return 0;
  const char* end = problem.data() + problem.size();
  const auto result = std::from_chars(problem.data() + family.size() + 1, end, size);
  return result.ec == std::errc{} && result.ptr == end ? size : 0;
}

WorkProblem chain_problem(int links) {
  const std::string last = fmt::format("link_{}", links);
  return {make_chain(links), 1.0, "m",
          [=](sim::World& w, double& error) {
            const Vec3 tip = body_point(w, w.body(last), Vec3::UnitX());
            error = (tip - chain_tip_reference(links)).norm();
          },
          0.1};
}

/// The error is that of the energy; rods that do not stay parallel took a wrong branch, and count as
/// an infinite one.
WorkProblem fourbar_problem(int loops) {
  const auto at_start = std::make_shared<double>(std::nan(""));
  return {make_fourbar(loops), 10.0, "J",
          [=](sim::World& w, double& error) {
            const double energy = w.energies().total();
            if (std::isnan(*at_start)) *at_start = energy;
            error = std::max(error, std::abs(energy - *at_start));
            const Vec3 first = w.pose(w.body("rod_0")).rotation.col(0);
            for (int i = 1; i <= loops; ++i) {
              const Vec3 rod = w.pose(w.body(fmt::format("rod_{}", i))).rotation.col(0);
              if ((rod - first).norm() > 0.1) error = HUGE_VAL;
            }
          },
          1e30};
}

WorkProblem andrews_problem() {
  constexpr double kTime = 0.03;  // of the published values [s]
  const Vector7 reference = andrews(kTime).angles;
  return {make_andrews(), kTime, "rad",
          [=](sim::World& w, double& error) {
            error = 0.0;
            int i = 0;
            for (const char* name : {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"})
              error = std::max(error, std::abs(w.value(w.coordinate(name)) - reference[i++]));
          },
          1e30};
}

WorkProblem bricard_problem() {
  return {make_bricard(RodSection::slender), 10.0, "m",
          [](sim::World& w, double& error) {
            const double k = std::round(w.time() / 0.5);
            if (k < 1.0 || std::abs(w.time() - 0.5 * k) > 1e-9) return;
            const Vec3 p = body_point(w, w.body("rod_3"), Vec3::UnitX());
            error = std::max(error, (p - bricard_reference(static_cast<int>(k) - 1)).norm());
          },
          0.1};
}

/// `run` returns its own seconds.
double fastest(int repetitions, const std::function<double()>& run) {
  double best = HUGE_VAL, spent = 0.0;
  for (int i = 0; i < repetitions || spent < 0.1; ++i) {
    const double seconds = run();
    best = std::min(best, seconds);
    spent += seconds;
  }
  return best;
}

double seconds_of_steps(sim::World& world, double duration) {
  const auto steps = std::lround(duration / world.step_size());
  const double begin = thread_seconds();
  for (int i = 0; i < steps; ++i) world.step();
  return thread_seconds() - begin;
}

WorkPrecision measure_mechanism(WorkProblem problem, const Method& method, double setting,
                                int repetitions) {
  description::Settings& settings = problem.machine.settings;
  method.apply(settings, setting);
  settings.step = std::min(settings.step, problem.duration);
  sim::WorldOptions options;
  options.articulation.keep_ledger = false;
  sim::World world(problem.machine, options);
  const sim::Snapshot start = world.save();
  WorkPrecision out{0.0, "ms per simulated s", 0.0, problem.error_unit, true, ""};
  problem.look(world, out.error);
  const auto steps = std::lround(problem.duration / world.step_size());
  for (int i = 0; i < steps; ++i) {
    world.step();
    problem.look(world, out.error);
  }
  out.valid = out.error < problem.error_limit;
  if (!out.valid) out.note = "wrong motion";
  out.time = 1e3 / problem.duration * fastest(repetitions, [&] {
               world.restore(start);
               return seconds_of_steps(world, problem.duration);
             });
  return out;
}

/// The error is the number of spheres that fell through the terrain or left it.
WorkPrecision measure_terrain_spheres(int count, double step, int repetitions) {
  constexpr double kDuration = 3.0, kHalf = 25.0;
  ContactScene scene = make_terrain_spheres(count);
  scene.machine.settings.step = step;
  sim::WorldOptions options;
  options.articulation.keep_ledger = false;
  int lost = 0;
  Vec3 mean = Vec3::Zero();
  const double seconds = fastest(repetitions, [&] {
    sim::World world = scene.make_world(options);
    const double time = seconds_of_steps(world, kDuration);
    lost = 0;
    mean.setZero();
    for (int i = 0; i < count; ++i) {
      const Vec3 p = world.pose(world.body(fmt::format("s{}", i))).position;
      const bool there = std::abs(p.x()) < kHalf && std::abs(p.y()) < kHalf && p.z() < 100.0;
      lost += there && p.z() >= terrain_height(p.x(), p.y()) ? 0 : 1;
      mean += p / count;
    }
    return time;
  });
  return {1e3 * seconds / kDuration,
          "ms per simulated s",
          static_cast<double>(lost),
          "spheres lost",
          lost == 0,
          fmt::format("mean position {:.2f} {:.2f} {:.2f} m", mean.x(), mean.y(), mean.z())};
}

/// The error is the difference of the mean number of pairs from the true one.
WorkPrecision measure_mesh_pairs(int repetitions) {
  constexpr double kTruth = 297.377;
  const Solid solid(mesh_pairs_mesh());
  const contact::MeshShape shape{&solid.mesh, &solid.tree};
  const std::vector<Pose> poses = mesh_pairs_poses();
  contact::MeshPairs query;
  std::size_t pairs = 0;
  const double seconds = fastest(repetitions, [&] {
    pairs = 0;
    const double begin = thread_seconds();
    for (const Pose& pose : poses) {
      query.find(shape, shape, pose);
      pairs += query.pairs().size();
    }
    return thread_seconds() - begin;
  });
  const auto count = static_cast<double>(poses.size());
  const double error = std::abs(static_cast<double>(pairs) / count - kTruth);
  const bool exact = error < 5e-4;
  return {1e6 * seconds / count,       "us per pose", exact ? 0.0 : error, "pairs", exact,
          exact ? "" : "not all pairs"};
}

}  // namespace

WorkPrecision measure_work_precision(const std::string& problem, const std::string& method,
                                     double setting, int repetitions) {
  if (problem == "mesh-pairs" && method == "box-tree") return measure_mesh_pairs(repetitions);
  if (problem != "mesh-pairs" && !(setting > 0.0))
    throw Error(fmt::format("the setting of {} with {} is {}; it must be positive", problem, method,
                            setting));
  if (const int n = size_of(problem, "terrain-spheres"); n > 0 && method == "trapezoidal")
    return measure_terrain_spheres(n, setting, repetitions);
  const auto* entry = std::find_if(std::begin(kMethods), std::end(kMethods),
                                   [&](const Method& m) { return method == m.name; });
  if (entry != std::end(kMethods)) {
    const auto measure = [&](WorkProblem p) {
      return measure_mechanism(std::move(p), *entry, setting, repetitions);
    };
    if (const int n = size_of(problem, "chain"); n > 0) return measure(chain_problem(n));
    if (const int n = size_of(problem, "fourbar"); n > 0) return measure(fourbar_problem(n));
    if (problem == "andrews") return measure(andrews_problem());
    if (problem == "bricard") return measure(bricard_problem());
  }
  throw Error(
      fmt::format("problem '{}' with method '{}' is not known; docs/benchmarks.md lists them",
                  problem, method));
}

}  // namespace outrigger::validation
