// An edit makes the articulations it touches anew. What contacts with the ground, tyres and brakes remember was
// lost: what they held slipped until they had grown their force again.

#include <gtest/gtest.h>

#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

/// How far a body moves in half a second after an edit that changes nothing but the articulation's making.
double moved_by_edit(sim::World& world, const std::string& name) {
  const sim::BodyHandle body = world.body(name);
  const Vec3 before = world.pose(body).position;
  description::Load load;
  load.name = "nothing";
  world.add_load(load, body);
  const double end = world.time() + 0.5;
  while (world.time() < end) world.step();
  return (world.pose(body).position - before).norm();
}

TEST(EditMemory, SpheresStickWhereTheyStuck) {
  // Gravity leans by less than the friction holds.
  sim::World world(description::read_machine_text(R"(outrigger: 1
gravity: [2, 0, -9.6]
settings: {step: 5e-3}
bodies:
  block: {mass: 10, inertia: [0.1, 0.1, 0.1], pose: {position: [0, 0, 0.1]}}
contact_spheres:
  a: {body: block, centre: [0.2, 0.2, 0], radius: 0.1, material: steel}
  b: {body: block, centre: [-0.2, 0.2, 0], radius: 0.1, material: steel}
  c: {body: block, centre: [0, -0.2, 0], radius: 0.1, material: steel}
)",
                                                  "block.yaml"));
  while (world.time() < 3.0) world.step();
  EXPECT_LT(moved_by_edit(world, "block"), 1e-9);
}

TEST(EditMemory, BrakesHold) {
  sim::World world(description::read_machine_text(R"(outrigger: 1
settings: {step: 5e-3}
bodies:
  arm: {mass: 10, inertia: [0.1, 1, 1], pose: {position: [1, 0, 1]}}
joints:
  hinge: {type: revolute, bodies: [ground, arm], at: [0, 0, 1], axis: y}
brakes:
  hold: {coordinate: hinge.angle, force: 500}
)",
                                                  "arm.yaml"));
  while (world.time() < 3.0) world.step();
  EXPECT_LT(moved_by_edit(world, "arm"), 1e-9);
}

TEST(EditMemory, TyresStandOnASlope) {
  description::Machine machine =
      description::read_machine_file(source_file("machines/excavator.yaml"));
  machine.settings.gravity = Vec3(1.0, 0.0, -9.75);
  sim::World edited(machine);
  edited.set_input("parking_brake", 1.0);
  while (edited.time() < 4.0) edited.step();
  const sim::Snapshot state = edited.save();
  // What it still moves without an edit is not the edit's.
  sim::World untouched(machine);
  untouched.restore(state);
  while (untouched.time() < 4.5) untouched.step();
  const std::string body = machine.bodies.front().name;
  moved_by_edit(edited, body);
  EXPECT_LT(
      (edited.pose(edited.body(body)).position - untouched.pose(untouched.body(body)).position)
          .norm(),
      2e-5);
}

}  // namespace
}  // namespace outrigger
