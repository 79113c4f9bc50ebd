/// A simulator in one page: loads the small crane, moves its levers, reads loads, saves and restores,
/// cuts the rope, and adds a spring and a custom force while it runs.
///
///   crane [MACHINE FILE]    the bundled crane, from any working folder, or another file with its parts
#include <cmath>
#include <cstdio>
#include <exception>

#include "base/bundled_file.h"
#include "description/reader.h"
#include "sim/sensors.h"
#include "sim/world.h"

namespace {

using namespace outrigger;

/// A gust of wind on a body: a force along x that comes and goes.
model::BodyForce gust(double time, const Pose&, const model::Twist&) {
  model::BodyForce wind;
  wind.force = Vec3(300.0 * std::sin(3.0 * time), 0.0, 0.0);
  return wind;
}

void lift_the_load(sim::World& world) {
  const sim::BodyHandle load = world.body("load");
  const sim::DriveHandle lift = world.drive("lift");
  world.set_input("lift", 0.5);  // the lever, -1 to 1
  while (world.time() < 4.0 - 1e-9) {
    world.step();
    if (world.step_count() % 1000 != 0) continue;
    std::printf("t = %.1f s: load at %.3f m, cylinder pushes %.1f kN\n", world.time(),
                world.pose(load).position.z(), 1e-3 * world.force(lift));
  }
  world.set_input("lift", 0.0);
}

/// What the file calls sensors, as columns of numbers.
void print_sensors(const description::Machine& machine, sim::World& world) {
  const sim::SensorSet sensors(machine.sensors, world);
  std::vector<double> values;
  sensors.read(world, values);
  for (std::size_t i = 0; i < values.size(); ++i)
    std::printf("  %-16s %12.4f %s\n", sensors.columns()[i].c_str(), values[i],
                sensors.units()[i].c_str());
}

void cut_the_rope(sim::World& world) {
  const sim::BodyHandle load = world.body("load");
  const double height = world.pose(load).position.z();
  world.remove(world.joint("rope"));
  for (int i = 0; i < 300; ++i) world.step();
  std::printf("rope cut: the load fell by %.3f m in 0.3 s\n",
              height - world.pose(load).position.z());
}

/// A bungee to the ground, added while the machine runs.
void hold_the_load(sim::World& world) {
  description::Coordinate length;
  length.name = "bungee_length";
  length.kind = description::Coordinate::Kind::distance;
  length.point_a = Vec3(3.0, 2.0, 0.0);  // on the ground, world coordinates
  description::Spring bungee;
  bungee.name = "bungee";
  bungee.free_as_assembled = true;
  bungee.spring.kind = description::Function::Kind::linear;
  bungee.spring.value = 2000.0;  // [N/m]
  const sim::SpringHandle spring =
      world.add_spring_to_ground(bungee, length, world.body("load"));
  world.add_force("wind", world.body("load"), Vec3::Zero(), gust);
  for (int i = 0; i < 1000; ++i) world.step();
  std::printf("with bungee and wind for 1 s: the bungee pulls with %.1f N\n",
              std::abs(world.force(spring)));
}

int run(const std::string& file) {
  const description::Machine machine = description::read_machine_file(file);
  sim::World world(machine);
  std::printf("%s: %zu bodies, step %g s\n", machine.title.c_str(), machine.bodies.size(),
              world.step_size());
  lift_the_load(world);
  print_sensors(machine, world);

  const sim::Snapshot lifted = world.save();
  cut_the_rope(world);
  world.restore(lifted);
  const bool same = world.hash() == lifted.hash();
  std::printf("restored: t = %.1f s, %s\n", world.time(), same ? "the same bits" : "NOT the same bits");
  hold_the_load(world);
  for (const sim::Event& event : world.take_events()) std::printf("event: %s\n", event.text.c_str());
  return same ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : bundled_file("machines/small-crane.yaml"));
  } catch (const std::exception& e) {  // a file that does not fit says where and what is allowed
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
