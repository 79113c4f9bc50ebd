/// Times and forces of the excavator's functions against the notes of its data.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/source_tree.h"
#include "description/reader.h"
#include "validation/cases/dig_cases.h"
#include "validation/dig_scenes.h"

namespace outrigger::validation {
namespace excavator_cycle_case {

constexpr double kShare = 0.15;  ///< of the notes, as limit

struct Function {
  const char *lever, *cylinder;
  double shortest, longest;  ///< [m]
  double out, in;            ///< times of the notes [s]
};
constexpr Function kFunctions[] = {
    {"boom", "boom_cylinder", 1.6946, 2.8482, 3.7, 2.9},
    {"stick", "stick_cylinder", 2.0701, 3.5364, 2.8, 2.3},
    {"bucket", "bucket_cylinder", 1.5302, 2.6319, 2.5, 1.8},
    {"blade", "blade_cylinder", 0.63564, 0.9046, 3.8, 3.4},
    {"outriggers", "outrigger_cylinder_left", 1.09889, 1.6718, 5.2, 4.4},
};

/// Time of a whole stroke at full lever: from 10 to 90 % of it, over 0.8.
double stroke_time(sim::World& world, const Function& f, double lever) {
  const sim::CoordinateHandle c = world.coordinate(f.cylinder);
  const auto part = [&] {
    const double p = (world.value(c) - f.shortest) / (f.longest - f.shortest);
    return lever > 0.0 ? p : 1.0 - p;
  };
  world.set_input(f.lever, -lever);
  for (int i = 0; i < 2400 && part() > 0.01; ++i) world.step();
  world.set_input(f.lever, lever);
  double begin = -1.0, end = -1.0;
  for (int i = 0; i < 2400 && end < 0.0; ++i) {
    world.step();
    if (begin < 0.0 && part() > 0.1) begin = world.time();
    if (end < 0.0 && part() > 0.9) end = world.time();
  }
  world.set_input(f.lever, 0.0);
  return (end - begin) / 0.8;
}

Result run_cycle() {
  Result result;
  result.series.columns = {"function", "out: simulated [s]", "out: notes [s]", "in: simulated [s]",
                           "in: notes [s]"};
  double number = 0.0;
  for (const Function& f : kFunctions) {
    // In the air: nothing touches the ground, so that every function has its whole stroke.
    auto machine = description::read_machine_file(source_file("machines/excavator.yaml"));
    machine.settings.step = 5e-3;
    machine.spheres.clear();
    sim::World world(machine);
    world.set_input("parking_brake", 1.0);
    const double out = stroke_time(world, f, 1.0), in = stroke_time(world, f, -1.0);
    result.compare(fmt::format("{}, out [s]", f.lever), out, f.out, kShare * f.out);
    result.compare(fmt::format("{}, in [s]", f.lever), in, f.in, kShare * f.in);
    result.series.rows.push_back({++number, out, f.out, in, f.in});
  }
  return result;
}

// ---------------------------------------------------------------------------------- forces

constexpr double kDegree = 3.14159265358979323846 / 180.0;

sim::World on_mounts() {
  description::ReadOptions read;
  read.variants = {"on_mounts"};
  auto machine = description::read_machine_file(source_file("machines/excavator.yaml"), read);
  machine.settings.step = 5e-3;
  return sim::World(machine);
}

struct Stall {
  double force = 0.0;  ///< at which the point begins to give way [N]
  double sunk = 0.0;   ///< in the second after it, under 1.15 of the force [m]
};

/// A force on a point of a body that grows until the point, driven against it by `lever`, gives way.
/// `against` is the direction of the force now.
Stall load_until_it_gives(sim::World& world, const std::string& body, const Vec3& point,
                          const Vec3& against, const std::string& lever, double value, double from,
                          double to) {
  const sim::BodyHandle b = world.body(body);
  double force = 0.0;
  world.add_force("load", b, point, [&](double, const Pose&, const model::Twist&) {
    model::BodyForce f;
    f.force = force * against;
    return f;
  });
  constexpr double kRamp = 12.0;  // [s]
  const auto steps = static_cast<int>(kRamp / world.step_size());
  const auto settle = static_cast<int>(2.0 / world.step_size());
  Stall stall;
  Vec3 before = world.pose(b).point(point);
  double best = 1e9;
  for (int i = 0; i < steps + settle; ++i) {
    force = from + (to - from) * std::max(0, i - settle) / steps;
    if (i == settle) world.set_input(lever, value);
    world.step();
    world.take_events();
    const double along = (world.pose(b).point(point) - before).dot(against);
    if (i < settle) continue;
    best = std::min(best, along);
    if (along > best + 0.02) {
      stall.force = force;
      break;
    }
  }
  if (stall.force > 0.0) {
    force = 1.15 * stall.force;
    before = world.pose(b).point(point);
    for (int i = 0; i < settle / 2; ++i) world.step();
    stall.sunk = (world.pose(b).point(point) - before).dot(against);
  }
  return stall;
}

struct Reach {
  double radius, rated;  ///< [m], hydraulic rating of the notes: 87 % of the limit [kg]
};
constexpr Reach kReaches[] = {{4.5, 8900.0}, {6.0, 6300.0}, {7.5, 4900.0}};

Result run_lift() {
  Result result;
  result.series.columns = {"radius [m]", "boom gives way at [t]", "notes: hydraulic limit [t]"};
  const Vec3 hinge(2.45, 0.0, 0.0);
  for (const Reach& r : kReaches) {
    sim::World world = on_mounts();
    Digger digger(world);
    // The hinge 1.5 m above the ground, the bucket hanging.
    digger.go({r.radius, 1.5 - 1.48, -90 * kDegree, 0.0},
              {.speed = 1.0, .near = 0.02, .patience = 6.0});
    digger.arm().let_go();
    const double limit = r.rated / 0.87 * kGravity;
    // Held, not lifted: the load is let grow while the lever rests.
    const Stall s = load_until_it_gives(world, "stick", hinge, -Vec3::UnitZ(), "boom", 0.0,
                                        0.5 * limit, 1.5 * limit);
    result.compare(fmt::format("hinge at {} m: the boom gives way at [kN]", r.radius),
                   1e-3 * s.force, 1e-3 * limit, kShare * 1e-3 * limit);
    result.compare(
        fmt::format(
            "hinge at {} m: sinks under 1.15 of it, 1 where by more than 0.02 m in a second",
            r.radius),
        s.sunk > 0.02 ? 1.0 : 0.0, 1.0, 0.0);
    result.series.rows.push_back({r.radius, s.force / kGravity * 1e-3, limit / kGravity * 1e-3});
  }
  // Breakout: at right angles to the line from the pin that turns to the teeth.
  const Vec3 teeth(1.48, 0.0, 0.0);
  {
    double most = 0.0;
    for (const double pitch : {-60.0, -80.0, -100.0}) {
      sim::World world = on_mounts();
      Digger digger(world);
      digger.go({6.0, 0.3, pitch * kDegree, 0.0}, {.speed = 1.0, .near = 0.03, .patience = 6.0});
      digger.arm().let_go();
      const Pose bucket = world.pose(world.body("bucket"));
      // Curling in moves the teeth towards -z of the bucket.
      const Stall s = load_until_it_gives(world, "bucket", teeth, bucket.rotation.col(2), "bucket",
                                          0.0, 60e3, 200e3);
      most = std::max(most, s.force);
    }
    result.compare("breakout of the bucket, the most of three poses [kN]", 1e-3 * most, 137.0,
                   kShare * 137.0);
  }
  {
    sim::World world = on_mounts();
    Digger digger(world);
    digger.go({6.4, 0.0, -90 * kDegree, 0.0}, {.speed = 1.0, .near = 0.03, .patience = 6.0});
    digger.arm().let_go();
    const Vec3 pin = world.pose(world.body("stick")).position;
    const Vec3 arm = world.pose(world.body("bucket")).point(teeth) - pin;
    const Vec3 out =
        arm.cross(Vec3::UnitY()).normalized() * (arm.cross(Vec3::UnitY()).x() > 0.0 ? 1.0 : -1.0);
    const Stall s = load_until_it_gives(world, "bucket", teeth, out, "stick", 0.0, 50e3, 180e3);
    // 101 to 121 kN, depending on the angle of the bucket.
    result.compare("digging force of the stick [kN]", 1e-3 * s.force, 111.0, 10.0 + kShare * 111.0);
  }
  return result;
}

}  // namespace excavator_cycle_case

std::vector<Case> excavator_cycle_cases() {
  return {
      {"excavator-cycle", "times of all functions at full lever against the notes of the machine",
       excavator_cycle_case::run_cycle},
      {"excavator-lift",
       "lift at three reaches and breakout forces against the notes of the machine",
       excavator_cycle_case::run_lift}};
}

}  // namespace outrigger::validation
