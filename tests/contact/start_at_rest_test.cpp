/// Law: what starts at its exact depth of rest stays there, from the first step on. (Articulations began with
/// accelerations that knew nothing of contacts between shapes: a box fell for a step, and rang.)
#include <gtest/gtest.h>

#include <cmath>

#include "contact/laws/hertz_stiffness.h"
#include "description/reader.h"
#include "sim/world.h"
#include "support/gravity.h"

namespace outrigger {
namespace {

constexpr double kMass = 20.0;

description::Machine machine(double h) {
  description::Machine m = description::read_machine_text(R"(outrigger: 1
materials: {oak: {young: 1e9, poisson: 0.3, restitution: 0.5}}
friction: {oak_asphalt: {pair: [oak, asphalt], static: 0.5, dynamic: 0.4}}
contact_laws: {given: {pair: [oak, asphalt], stiffness: 2e8}}
bodies:
  box: {mass: 20, inertia: [0.4, 0.4, 0.5]}
  beside: {mass: 1, inertia: [0.01, 0.01, 0.01], pose: {position: [3, 0, 5]}}
shapes:
  box: {body: box, box: [0.4, 0.4, 0.3], material: oak}
)",
                                                          "box.yaml");
  m.settings.step = h;
  m.settings.gravity = Vec3(0.0, 0.0, -kGravity);
  // Four corners with N = k δ^1.5 each carry the weight.
  const double depth = std::pow(0.25 * kMass * kGravity / 2e8, 2.0 / 3.0);
  m.bodies[0].pose.position = Vec3(0.0, 0.0, 0.15 - depth);
  return m;
}

TEST(StartAtRest, ABoxStaysWhereItLies) {
  for (const double h : {1e-3, 5e-3, 10e-3}) {
    SCOPED_TRACE(h);
    sim::World world(machine(h));
    const sim::BodyHandle box = world.body("box");
    const Vec3 start = world.pose(box).position;
    EXPECT_LT(world.acceleration(box).linear.norm(), 1e-9);
    for (int i = 0; i < 100; ++i) {
      world.step();
      ASSERT_LT(world.twist(box).linear.norm(), 1e-12) << i;
      ASSERT_LT((world.pose(box).position - start).norm(), 1e-12) << i;
    }
  }
}

TEST(StartAtRest, ABoxStaysWhereItLiesAfterAnEdit) {
  for (const double h : {1e-3, 5e-3, 10e-3}) {
    SCOPED_TRACE(h);
    sim::World world(machine(h));
    const sim::BodyHandle box = world.body("box");
    const Vec3 start = world.pose(box).position;
    for (int i = 0; i < 10; ++i) world.step();
    description::Load none;
    none.name = "none";
    world.add_load(none, box);  // pushes with nothing, but its articulation is made anew
    EXPECT_LT(world.acceleration(box).linear.norm(), 1e-9);
    for (int i = 0; i < 100; ++i) world.step();
    EXPECT_LT(world.twist(box).linear.norm(), 1e-12);
    EXPECT_LT((world.pose(box).position - start).norm(), 1e-12);
  }
}

// Law: what a reading says belongs to the accelerations, at the start as well as later.
TEST(StartAtRest, ContactsAndReactionsAreThoseOfTheRest) {
  description::Machine m = machine(1e-3);
  m.bodies[1].pose.position = Vec3(0.0, 0.0, 0.4);
  description::Joint joint;
  joint.name = "on_top";
  joint.type = description::JointType::fixed;
  joint.body_a = "box";
  joint.body_b = "beside";
  joint.point_a = Vec3(0.0, 0.0, 0.3);
  m.joints.push_back(joint);
  // As deep as both together press it.
  m.bodies[0].pose.position.z() = 0.15 - std::pow(0.25 * (kMass + 1.0) * kGravity / 2e8, 2.0 / 3.0);
  m.bodies[1].pose.position = m.bodies[0].pose.position + Vec3(0.0, 0.0, 0.3);
  sim::World world(m);
  const auto check = [&](double tolerance) {
    EXPECT_NEAR(world.contact_force("box").z(), (kMass + 1.0) * kGravity, tolerance);
    EXPECT_EQ(world.contacts().size(), 4u);
    EXPECT_NEAR(world.reaction(world.joint("on_top")).force.norm(), kGravity, tolerance);
  };
  check(1e-6);
  const sim::Snapshot start = world.save();
  world.step();
  check(1e-6);
  world.restore(start);
  check(1e-6);
  world.find_equilibrium();  // its own: there is nothing to find
  EXPECT_LT(world.acceleration(world.body("box")).linear.norm(), 1e-9);
  check(1e-6);
}

/// What contacts store at the start is in the energy at the start, not in any later entry; an edit and a
/// restored snapshot keep the balance.
TEST(StartAtRest, TheBookStartsWithWhatContactsStore) {
  sim::WorldOptions options;
  options.articulation.keep_ledger = true;
  sim::World world(machine(1e-3), options);
  const double depth = std::pow(0.25 * kMass * kGravity / 2e8, 2.0 / 3.0);
  const double stored = 4.0 * 0.4 * 2e8 * std::pow(depth, 2.5);
  const double weight = kMass * kGravity * (0.15 - depth) + kGravity * 5.0;
  EXPECT_NEAR(world.energies().total(), weight + stored, 1e-9);
  EXPECT_NEAR(world.energies().ledger.start, weight + stored, 1e-9);
  const auto expect_nothing_lost = [&](const char* when) {
    const system::EnergyLedger l = world.energies().ledger;
    EXPECT_LT(std::abs(l.integrator), 1e-3 * stored) << when;
    EXPECT_LT(std::abs(l.detection), 1e-3 * stored) << when;
    EXPECT_NEAR(world.energies().total(),
                l.start - l.dissipated - l.integrator - l.projection - l.detection, 1e-9)
        << when;
  };
  const sim::Snapshot before = world.save();
  world.step();
  expect_nothing_lost("first step");
  world.restore(before);
  world.step();
  expect_nothing_lost("restored");
  for (int i = 0; i < 20; ++i) world.step();
  expect_nothing_lost("later");
}

}  // namespace
}  // namespace outrigger
