/// Friction that a step cannot follow is told: a block that breaks loose too early shows it nowhere.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "sim/friction_notes.h"
#include "sim/world.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

/// A block of 1 kg on a belt that moves at 0.05 m/s, on a spring: THESIS §3.3.2.
description::Machine block_on_belt(double step, double static_friction, double stribeck_speed) {
  return description::read(fmt::format(
      "settings: {{step: {}}}\ngravity: [0, 0, -10]\n"
      "materials: {{block: {{young: 1e9}}, belt: {{young: 1e9}}}}\n"
      "bodies:\n"
      "  block: {{mass: 1, inertia: [0.01, 0.01, 0.01], pose: {{position: [0, 0, 0.1]}}}}\n"
      "  belt: {{mass: 100, inertia: [10, 10, 10], pose: {{position: [0, 0, 0]}}}}\n"
      "joints:\n"
      "  plane: {{type: planar, bodies: [ground, block], at: [0, 0, 0.1], axis: y}}\n"
      "  rail: {{type: prismatic, bodies: [ground, belt], at: [0, 0, 0], axis: x}}\n"
      "shapes:\n"
      "  rear: {{body: block, sphere: 0.05, at: [-0.1, 0, -0.05], material: block}}\n"
      "  front: {{body: block, sphere: 0.05, at: [0.1, 0, -0.05], material: block}}\n"
      "  belt: {{body: belt, box: [40, 1, 0.1], at: [0, 0, -0.05], material: belt}}\n"
      "friction: {{f: {{pair: [block, belt], static: {}, dynamic: {}}}}}\n"
      "contact_laws: {{f: {{pair: [belt, block], stribeck_speed: {}}}}}\n"
      "drives: {{belt: {{coordinate: rail.displacement, position: {{formula: '0.05*t'}}}}}}\n"
      "coordinates: {{spring: {{kind: distance, bodies: [ground, block], point_a: [-2, 0, 0.1],"
      " point_b: [0, 0, 0]}}}}\n"
      "springs: {{spring: {{coordinate: spring, stiffness: {}, free: 2}}}}\n",
      step, static_friction, 0.6 * static_friction, stribeck_speed, static_friction / 0.15 * 2.0));
}

/// How far the block goes before it breaks loose, over where the spring is as strong as friction at rest.
double reach(const description::Machine& machine) {
  World world(machine);
  const BodyHandle block = world.body("block");
  double most = 0.0;
  while (world.time() < 20.0) {
    world.step();
    if (world.time() > 5.0) most = std::max(most, world.pose(block).position.x());
  }
  return most / 0.75;
}

TEST(FrictionNotes, SayWhatBreaksLooseTooEarly) {
  for (const double step : {1e-3, 5e-3, 1e-2})
    for (const double friction : {0.15, 0.5}) {
      const double smallest = 0.1 * friction * 9.81 * step;
      SCOPED_TRACE(fmt::format("step {} friction {}", step, friction));
      const auto right = block_on_belt(step, friction, 1.3 * smallest);
      EXPECT_TRUE(friction_notes(right, nullptr).empty());
      EXPECT_NEAR(reach(right), 1.0, 0.02);
      const auto wrong = block_on_belt(step, friction, 0.1 * smallest);
      EXPECT_EQ(friction_notes(wrong, nullptr).size(), 1u);
      EXPECT_LT(reach(wrong), 0.97);
    }
}

TEST(FrictionNotes, NameLawSpeedAndRemedy) {
  const auto notes = friction_notes(block_on_belt(5e-3, 0.5, 1e-4), nullptr);
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("contact_laws.f: stribeck_speed 0.0001 m/s is too small for a step of "
                          "0.005 s: belt on block breaks loose too early; at least 0.0025 m/s"),
            std::string::npos)
      << notes[0];
}

TEST(FrictionNotes, NothingIsSaidWhereFrictionDoesNotFall) {
  description::Machine machine = block_on_belt(5e-3, 0.5, 1e-4);
  machine.friction.front().dynamic_coefficient = machine.friction.front().static_coefficient;
  EXPECT_TRUE(friction_notes(machine, nullptr).empty());
  machine = block_on_belt(5e-3, 0.5, 1e-4);
  machine.contact_laws.front().friction = description::ContactLaw::Friction::regularised;
  EXPECT_TRUE(friction_notes(machine, nullptr).empty());
}

}  // namespace
}  // namespace outrigger::sim
