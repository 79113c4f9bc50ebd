/// A second machine with a tool in its file: the wheel loader fills its bucket at a heap, lifts it and backs out.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "articulation/articulation.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/soil_stage.h"
#include "sim/world.h"

namespace outrigger::digging {
namespace {

constexpr const char* kYard = R"(
outrigger_site: 1
materials: {ground: {young: 1.0e+8, poisson: 0.3, restitution: 0.05}}
friction: {steel_on_ground: {pair: [steel, ground], static: 0.55, dynamic: 0.48}}
surfaces:
  firm: {material: ground, tyre_friction: 0.7}
  gravel: {material: ground, tyre_friction: 0.6}
ground: {area: [-15, 15, -10, 10], cell: 0.5, surface: firm}
soils: {gravel: {like: gravel, surface: gravel}}
)";

// Law: mass is conserved in every step; what is in the bucket weighs on the axles by moments about the rear one.
TEST(WheelLoader, LoadsFromAHeap) {
  auto machine = description::read_machine_file(source_file("machines/wheel-loader.yaml"));
  machine.settings.step = 0.005;
  sim::WorldOptions options;
  options.site = description::read_site_text(kYard, "yard.yaml");
  sim::World world(machine, options);
  world.place_soil({"gravel", 9000.0, 6.5, 0.0, 1.6});
  int hard = 0, steps = 0;
  const auto run = [&](double time) {
    for (int i = 0; i < static_cast<int>(time / world.step_size()); ++i) {
      world.step();
      ASSERT_EQ(world.soil()->imbalance(), 0) << world.time();
      hard += world.last_report().converged ? 0 : 1, ++steps;
    }
  };
  const auto axle = [&](const std::string& name) {
    return world.reading(world.tyre(name + "_left")).load +
           world.reading(world.tyre(name + "_right")).load;
  };
  world.set_input("parking_brake", 1.0);
  run(3.0);  // the heap comes to rest
  world.set_input("parking_brake", 0.0);
  world.set_input("lift", -0.3), run(0.5), world.set_input("lift", 0.0);  // the edge to the ground
  world.set_input("travel", 0.6), run(4.0);
  world.set_input("bucket", 0.8), world.set_input("lift", 0.3), run(1.5);
  world.set_input("travel", 0.0), run(1.0);
  world.set_input("bucket", 0.0), world.set_input("lift", 0.0);
  world.set_input("travel", -0.5), run(3.0);
  world.set_input("travel", 0.0), world.set_input("brake", 1.0);
  run(6.0);
  const auto& tool = world.soil()->tools().tools()[0];
  const double load = static_cast<double>(tool.content->mass()) / soil::kMilligramsPerKilogram;
  EXPECT_GT(load, 400.0);
  EXPECT_LT(load, 2200.0);
  EXPECT_LE(hard, steps / 100);
  // At rest: all carry machine and load, and the front axle what moments say.
  constexpr double kGravity = 9.81;
  double mass = load, moment = 0.0;
  const Vec3 rear = world.pose(world.body("wheel_rear_left")).position;
  const Vec3 front = world.pose(world.body("wheel_front_left")).position;
  for (const sim::BodyHandle h : world.bodies()) {
    const description::Body& body = world.body_description(h);
    mass += body.mass;
    moment += body.mass * (world.pose(h).point(body.centre).x() - rear.x());
  }
  const soil::PayloadMoments m = tool.content->moments();
  moment += load * (world.pose(world.body("bucket")).point(m.first / m.mass).x() - rear.x());
  EXPECT_NEAR(axle("front") + axle("rear"), mass * kGravity, 2e-3 * mass * kGravity);
  const double expected = moment / (front.x() - rear.x()) * kGravity;
  EXPECT_NEAR(axle("front"), expected, 0.01 * expected);
}

}  // namespace
}  // namespace outrigger::digging
