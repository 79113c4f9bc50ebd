/// A car at 30 km/h hits a pedestrian of 15 segments (PCM §4.2), with elastic layers on closed meshes,
/// until he lies still: momentum, energy, joints, and no slowing down at rest.
#include <algorithm>
#include <cmath>
#include <set>

#include "articulation/articulation.h"
#include "system/mobility.h"
#include "validation/cases/cases.h"
#include "validation/pedestrian.h"
#include "validation/run.h"

namespace outrigger::validation {
namespace pedestrian_case {

constexpr double kDuration = 8.0, kCrash = 1.5, kRest = 7.0;

/// Pairs that the description lets touch: of segments, and of segments with the car.
struct PairCounts {
  int own = 0, car = 0;
};
PairCounts count_pairs(const Pedestrian& p) {
  const description::Machine& m = p.scene.machine;
  std::set<std::pair<std::string, std::string>> apart;
  const auto leave_out = [&](const std::string& a, const std::string& b) {
    apart.insert(std::minmax(a, b));
  };
  for (const auto& j : m.joints) leave_out(j.body_a, j.body_b);
  for (const auto& c : m.contact_pairs)
    if (!c.touch) leave_out(c.group_a, c.group_b);
  const auto together = [&](const std::string& a, const std::string& b) {
    return apart.count(std::minmax(a, b)) == 0 ? 1 : 0;
  };
  PairCounts count;
  for (std::size_t i = 0; i < p.segments.size(); ++i) {
    count.car += together(p.segments[i], "car");
    for (std::size_t j = 0; j < i; ++j) count.own += together(p.segments[i], p.segments[j]);
  }
  return count;
}

void add_model_rows(Result& result, const Pedestrian& p, const sim::World& world) {
  int freedoms = 0;
  for (const auto& articulation : world.articulations())
    if (articulation->mechanism().bodies.size() > 1)
      freedoms = system::analyse_mobility(articulation->system(), articulation->state())
                     .degrees_of_freedom();
  double mass = 0.0;
  for (const auto& b : p.scene.machine.bodies) mass += b.name == "car" ? 0.0 : b.mass;
  result.compare("segments", static_cast<double>(p.segments.size()), 15.0, 0.0);
  result.compare("degrees of freedom of the man", freedoms, 29.0, 0.0);
  result.compare("mass [kg]", mass, 75.0, 1e-9);
  result.compare("triangles of the man", p.man_triangles, 20452.0, 0.0);
  result.compare("triangles of the car", p.car_triangles, 1240.0, 0.0);
  const PairCounts pairs = count_pairs(p);
  result.compare("pairings with the car", pairs.car, 15.0, 0.0);
  result.compare("pairings of segments", pairs.own, 12.0, 0.0);
}

/// Momentum of the man [kg m/s] and his largest speed against the car [m/s].
struct Man {
  Vec3 momentum = Vec3::Zero();
  double speed = 0.0;
  double kinetic = 0.0;  ///< of the centres, against the car [J]
};
Man look_at(const sim::World& world, const description::Machine& machine,
            const std::vector<sim::BodyHandle>& bodies) {
  Man man;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3 v = world.twist(bodies[i]).linear, relative = v - kCarSpeed * Vec3::UnitX();
    man.momentum += machine.bodies[i].mass * v;
    man.speed = std::max(man.speed, relative.norm());
    man.kinetic += 0.5 * machine.bodies[i].mass * relative.squaredNorm();
  }
  return man;
}

/// Largest way of a hinge or ball joint beyond its bumpers [rad].
double beyond_bumpers(const sim::World& world, const description::Machine& machine) {
  double beyond = 0.0;
  for (const auto& s : machine.stops) {
    if (s.coordinate.ends_with(".swing")) continue;
    const double x = world.value(world.coordinate(s.coordinate));
    if (s.lower) beyond = std::max(beyond, *s.lower - x);
    if (s.upper) beyond = std::max(beyond, x - *s.upper);
  }
  return beyond;
}

/// Newton iterations per step in two phases.
struct Effort {
  std::int64_t iterations = 0, steps = 0;
  void add(std::int64_t of_a_step) {
    iterations += of_a_step;
    ++steps;
  }
  double mean() const { return static_cast<double>(iterations) / static_cast<double>(steps); }
};

Result run_case() {
  Result result;
  const Pedestrian p = make_pedestrian();
  const description::Machine& m = p.scene.machine;
  sim::WorldOptions options;
  options.articulation.keep_ledger = true;
  sim::World world = p.scene.make_world(options);
  add_model_rows(result, p, world);
  std::vector<sim::BodyHandle> bodies;
  double mass = 0.0;
  for (std::size_t i = 0; i < p.segments.size(); ++i) {
    bodies.push_back(world.body(m.bodies[i].name));
    mass += m.bodies[i].mass;
  }
  const sim::BodyHandle car = world.body("car"), head = world.body("head"),
                        pelvis = world.body("pelvis");
  const Vec3 momentum_before = look_at(world, m, bodies).momentum;
  const double energy_before = world.energies().total(),
               impact = 0.5 * mass * kCarSpeed * kCarSpeed;

  Vec3 car_impulse = Vec3::Zero(), impulse = Vec3::Zero();
  double momentum_error = 0.0, lowest = 0.0, gain = 0.0, beyond = 0.0, unexplained = 0.0,
         found_anew = 0.0;
  std::size_t most = 0;
  std::set<std::string> hit_by_car;
  int own = 0;
  Effort crash, rest;
  std::int64_t iterations = world.counters().iterations;
  RunPlan plan;
  plan.duration = kDuration;
  plan.samples = 500;
  plan.each_step = [&](sim::World& w) {
    const double h = w.step_size();
    const auto contacts = w.contacts();
    most = std::max(most, contacts.size());
    Vec3 from_car = Vec3::Zero(), from_all = Vec3::Zero();
    for (const auto& c : contacts) {
      const bool a_is_car = c.shape_a == "car", b_is_car = c.shape_b == "car";
      const bool a_is_man = !a_is_car && c.shape_a != description::kGround;
      const bool b_is_man = !b_is_car && c.shape_b != description::kGround;
      if (b_is_car) from_car += c.force;
      if (a_is_car) from_car -= c.force;
      if (a_is_car || b_is_car) hit_by_car.insert(a_is_car ? c.shape_b : c.shape_a);
      if (a_is_man && b_is_man) ++own;
      if (a_is_man && !b_is_man) from_all += c.force;
      if (b_is_man && !a_is_man) from_all -= c.force;
    }
    // A contact force is the mean of its step.
    car_impulse += h * from_car;
    impulse += h * (from_all + mass * m.settings.gravity);
    momentum_error = std::max(momentum_error,
                              (look_at(w, m, bodies).momentum - momentum_before - impulse).norm());
    // The car keeps its speed: its engine gives what its body gives the man.
    const double balance = w.energies().total() - energy_before - kCarSpeed * car_impulse.x();
    gain = std::max(gain, balance - lowest);
    lowest = std::min(lowest, balance);
    beyond = std::max(beyond, beyond_bumpers(w, m));
    const system::EnergyLedger book = w.energies().ledger;
    unexplained = std::max(unexplained, std::abs(book.integrator + book.projection));
    found_anew = std::max(found_anew, std::abs(book.detection));
    const std::int64_t now = w.counters().iterations;
    if (w.time() <= kCrash) crash.add(now - iterations);
    if (w.time() > kRest) rest.add(now - iterations);
    iterations = now;
  };
  result.series.columns = {"t [s]",
                           "head before the bumper [m]",
                           "head z [m]",
                           "pelvis before the bumper [m]",
                           "pelvis z [m]",
                           "kinetic energy against the car [J]",
                           "energy less the engine's work [J]",
                           "force of the car [N]",
                           "pairs in contact"};
  plan.sample = [&](sim::World& w) {
    const Vec3 at = w.pose(car).position, h = w.pose(head).position, q = w.pose(pelvis).position;
    result.series.rows.push_back(
        {w.time(), h.x() - at.x(), h.z(), q.x() - at.x(), q.z(), look_at(w, m, bodies).kinetic,
         w.energies().total() - energy_before - kCarSpeed * car_impulse.x(),
         w.contact_force("car").norm(), static_cast<double>(w.contacts().size())});
  };
  const RunRecord record = run(world, plan);
  const Man end = look_at(world, m, bodies);
  result.bound("momentum not due to car, road and gravity / momentum of the impact",
               momentum_error / (mass * kCarSpeed), 5e-3);
  result.compare("work of the engine against the car's impulse [J]", world.energies().ledger.drives,
                 kCarSpeed * car_impulse.x(), 5e-3 * impact);
  // Joints take up what patches push as they lie at the end of the step, to the first order in h.
  result.bound("energy gained / energy of the impact", gain / impact, 1e-3);
  result.bound("energy that the integrator gave or took / energy of the impact",
               unexplained / impact, 0.02);
  result.bound("stored by finding contacts anew / energy of the impact", found_anew / impact, 0.02);
  result.bound("position residual / length", record.residuals.position / record.scales.length,
               1e-10);
  result.bound("velocity residual / speed", record.residuals.velocity / record.scales.speed, 1e-8);
  result.bound("steps without solution", static_cast<double>(record.counters.contained), 0.0);
  result.bound("farthest beyond a bumper [deg]", beyond * 180.0 / 3.14159265358979323846, 40.0);
  result.bound("speed against the car at 8 s [m/s]", end.speed, 1e-3);
  result.bound("kinetic energy against the car at 8 s [J]", end.kinetic, 1e-5);
  result.bound("iterations per step at rest / in the crash", rest.mean() / crash.mean(), 1.0);
  result.bound("fewer than 8 segments hit by the car", hit_by_car.size() >= 8 ? 0.0 : 1.0, 0.0);
  result.bound("no segment touched another", own > 0 ? 0.0 : 1.0, 0.0);
  result.bound("fewer than 6 pairs at once", most >= 6 ? 0.0 : 1.0, 0.0);
  return result;
}

}  // namespace pedestrian_case

std::vector<Case> pedestrian_cases() {
  using namespace pedestrian_case;
  return {{"pedestrian",
           "a car at 30 km/h hits a man of 15 segments (PCM 4.2): momentum, energy, joints, rest",
           run_case}};
}

}  // namespace outrigger::validation
