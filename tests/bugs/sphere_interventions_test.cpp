// Contact spheres count what they changed in impacts of a few steps (point_contact.h), but nobody added it
// up: World::contact_interventions reported zero for every machine that touches the ground with spheres.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

/// A steel ball of 5 cm with a contact sphere falls 0.2 m. By Hertz its impact on
/// asphalt lasts 2.9 (m²/(R E*² v))^(1/5) = 1.2 ms: no step of 5 ms resolves it, so the step must soften it.
std::string ball(const std::string& more) {
  return "outrigger: 1\nsettings: {step: 0.005}\nbodies: {a: {shapes: [{sphere: .05, density: "
         "7850}], pose: {position: [0, 0, .25]}}}\ncontact_spheres: {s: {body: a, centre: [0, 0, "
         "0], radius: .05, material: steel}}\n" +
         more;
}

contact::ImpactCounts counts_after(sim::World& world, int steps) {
  for (int i = 0; i < steps; ++i) world.step();
  return world.contact_interventions();
}

TEST(SphereInterventions, OfAnImpactInLongStepsAreReported) {
  sim::World world(description::read_machine_text(ball(""), "ball.yaml"));
  EXPECT_EQ(counts_after(world, 20).softened, 0) << "it is in the air for 0.2 s";
  EXPECT_GT(counts_after(world, 80).softened, 0);
}

// In a contact island the terms of its articulations are instances of their own, which the stage may drop
// at any time.
TEST(SphereInterventions, OfAMachineThatTouchesSomethingAreReported) {
  // A board lies on the ball, and both fall: one island from the first step on. The shape of the ball is
  // smaller than its contact sphere and never reaches the ground, and the board rests on it so softly (a
  // period of more than 0.1 s) that 5 ms resolve it: the sphere alone has anything to count.
  sim::World world(description::read_machine_text(
      "outrigger: 1\nsettings: {step: 0.005}\nbodies:\n"
      "  a: {shapes: [{sphere: .05, density: 7850}], pose: {position: [0, 0, .25]}}\n"
      "  b: {shapes: [{box: [.1, .1, .02], density: 2000}], pose: {position: [0, 0, .279]}}\n"
      "contact_spheres: {s: {body: a, centre: [0, 0, 0], radius: .05, material: steel}}\n"
      "shapes:\n  a: {body: a, sphere: .02, material: steel}\n"
      "  b: {body: b, box: [.1, .1, .02], material: rubber}\n"
      "contact_laws: {soft: {pair: [steel, rubber], stiffness: 1000}}\n",
      "pair.yaml"));
  std::int64_t touching = 0;
  for (int i = 0; i < 38; ++i) {
    world.step();
    touching += world.contacts().empty() ? 0 : 1;
  }
  EXPECT_EQ(world.contact_interventions().softened, 0) << "in the air";
  for (int i = 0; i < 6; ++i) {
    world.step();
    touching += world.contacts().empty() ? 0 : 1;
  }
  EXPECT_GT(world.contact_interventions().softened, 0) << "on the ground";
  EXPECT_GT(touching, 40) << "this tests islands only while they touch";
}

// Law: counts only grow, over edits and going back too.
TEST(SphereInterventions, AreNotForgottenByEdits) {
  sim::World world(description::read_machine_text(ball(""), "ball.yaml"));
  const sim::Snapshot start = world.save();
  const std::int64_t before = counts_after(world, 100).softened;
  ASSERT_GT(before, 0);
  description::Load load;
  load.name = "push";
  world.add_load(load, world.body("a"));  // the articulation is built again
  EXPECT_EQ(world.contact_interventions().softened, before);
  world.restore(start);
  EXPECT_EQ(world.contact_interventions().softened, before);
  EXPECT_GT(counts_after(world, 100).softened, before);
}

}  // namespace
}  // namespace outrigger
