/// Bouncing bubbles (PCM §4.1): three surfaces of 950 triangles fall into a container of four.
#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"

namespace outrigger::validation {
namespace bubbles_case {

constexpr double kDuration = 3.0;

Result run_bubbles() {
  Result result;
  const ContactScene scene = make_bubbles();
  sim::WorldOptions options;
  options.articulation.keep_ledger = true;
  sim::World world = scene.make_world(options);
  double mass = 0.0;
  for (const auto& b : scene.machine.bodies) mass += b.mass;
  const auto momentum = [&] {
    Vec3 sum = Vec3::Zero();
    for (const auto& b : scene.machine.bodies) {
      const sim::BodyHandle h = world.body(b.name);
      const model::Twist t = world.twist(h);
      sum += b.mass * (t.linear + t.angular.cross(world.pose(h).rotation * b.centre));
    }
    return sum;
  };
  const double start = world.energies().total();
  Vec3 impulse = Vec3::Zero(), before = momentum();
  double worst_momentum = 0.0, gain = 0.0, lowest = 1e9;
  std::size_t most = 0;
  int between_bubbles = 0;
  const double h = world.step_size();
  result.series.columns = {"t [s]",          "bubble 1 z [m]", "bubble 2 z [m]",
                           "bubble 3 z [m]", "energy [J]",     "pairs in contact"};
  const int steps = static_cast<int>(std::lround(kDuration / h));
  for (int i = 0; i < steps; ++i) {
    world.step();
    const auto contacts = world.contacts();
    most = std::max(most, contacts.size());
    Vec3 force = Vec3::Zero();
    for (const auto& c : contacts) {
      if (c.shape_b == "container") force += c.force;
      if (c.shape_a == "container") force -= c.force;
      between_bubbles += c.shape_a != "container" && c.shape_b != "container" ? 1 : 0;
    }
    // What the container and gravity gave, by the trapezoidal rule of the step.
    // A contact force is the mean of its step.
    impulse += h * (force + mass * scene.machine.settings.gravity);
    worst_momentum = std::max(worst_momentum, (momentum() - before - impulse).norm());
    gain = std::max(gain, world.energies().total() - start);
    for (const auto& b : scene.machine.bodies)
      lowest = std::min(lowest, world.pose(world.body(b.name)).position.z());
    if (i % 15 == 0) {
      std::vector<double> row{world.time()};
      for (const auto& b : scene.machine.bodies)
        row.push_back(world.pose(world.body(b.name)).position.z());
      row.push_back(world.energies().total());
      row.push_back(static_cast<double>(contacts.size()));
      result.series.rows.push_back(row);
    }
  }
  const sim::Energies e = world.energies();
  result.bound("energy gained [J]", std::max(0.0, gain), 1e-3);
  result.bound("momentum not due to gravity and container [N s]", worst_momentum, 0.02);
  result.bound("energy balance: what the integrator took, over the drop energy",
               std::abs(e.ledger.integrator) / 60.0, 0.05);
  result.bound("below the container's bottom at z = -1.2 m [m]", std::max(0.0, -1.2 - lowest), 0.0);
  result.bound("steps without solution", static_cast<double>(world.counters().contained), 0.0);
  result.bound("fewer than 4 pairs at once", most >= 4 ? 0.0 : 1.0, 0.0);
  result.bound("no bubble touched a bubble", between_bubbles > 0 ? 0.0 : 1.0, 0.0);
  return result;
}

}  // namespace bubbles_case

std::vector<Case> bubble_cases() {
  using namespace bubbles_case;
  return {{"bouncing-bubbles",
           "three bubbles of 950 triangles fall into a container (PCM 4.1): momentum, energy, rest",
           run_bubbles}};
}

}  // namespace outrigger::validation
