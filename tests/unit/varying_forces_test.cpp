/// Gravity, stiffness and loads that change with time or follow operator inputs. The law: the motion is
/// that of the changing force (against integration that shares no code), readings and reactions know
/// the present input, and the energy book stays closed, because whatever changes a force does work.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sim/world.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

using description::error_of;
using description::read;

/// x and ẋ of ẍ = a(t, x) by Runge and Kutta, fine enough to be exact here.
std::pair<double, double> reference(const std::function<double(double, double)>& a, double x,
                                    double v, double end) {
  const int n = 20000;
  const double h = end / n;
  for (int i = 0; i < n; ++i) {
    const double t = h * i;
    const double k1 = a(t, x), k2 = a(t + h / 2, x + h / 2 * v),
                 k3 = a(t + h / 2, x + h / 2 * v + h * h / 4 * k1),
                 k4 = a(t + h, x + h * v + h * h / 2 * k2);
    x += h * v + h * h / 6 * (k1 + k2 + k3);
    v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return {x, v};
}

void run_until(World& world, double end) {
  while (world.time() < end - 1e-9) world.step();
}

const char* const kFall =
    "settings: {step: 1.0e-3}\n"
    "bodies: {ball: {mass: 2, inertia: [1, 1, 1], centre: [0.1, 0, 0], pose: {position: [0, 0, "
    "9]}}}\n";

/// On a rail along x, with a spring of its own.
std::string slider(const std::string& spring) {
  return "settings: {step: 1.0e-3}\n"
         "gravity: [0, 0, 0]\n"
         "bodies: {mass: {mass: 2, inertia: [1, 1, 1], pose: {position: [0, 0, 0]}}}\n"
         "joints: {rail: {type: prismatic, bodies: [ground, mass], at: [0, 0, 0], axis: x,"
         " displacement: {initial: 0.3}}}\n"
         "springs: {s: {coordinate: rail.displacement, " +
         spring + "}}\n";
}

TEST(VaryingGravity, OfTimeGivesThatFallAndItsWork) {
  const std::string gravity = "gravity: [{formula: \"2*sin(3*t)\"}, 0, {formula: \"-9.81-4*t\"}]\n";
  World world(read(gravity + kFall));
  const BodyHandle ball = world.body("ball");
  run_until(world, 1.0);
  const Vec3 p = world.pose(ball).position;
  EXPECT_NEAR(p.z(), 9.0 - 9.81 / 2 - 4.0 / 6, 2e-6);
  EXPECT_NEAR(p.x(), 2.0 / 3.0 * (1.0 - std::sin(3.0) / 3.0), 2e-6);
  const Energies e = world.energies();
  const double gained = e.kinetic + e.potential - e.ledger.start;
  EXPECT_NEAR(gained, e.ledger.external, 1e-5 * e.kinetic);
  EXPECT_GT(std::abs(e.ledger.external), 0.1 * e.kinetic);
}

TEST(VaryingGravity, FollowsAnInputFromTheFirstInstantOn) {
  World world(read("gravity: [0, 0, {input: g}]\n" + std::string(kFall) +
                   "controls: {g: {kind: wheel, initial: -1}}\n"));
  const BodyHandle ball = world.body("ball");
  EXPECT_NEAR(world.acceleration(ball).linear.z(), -1.0, 1e-9);
  run_until(world, 0.5);
  world.set_input("g", 0.0);
  world.step();  // the rule takes the mean of the old and the new acceleration
  const double speed = world.twist(ball).linear.z();
  EXPECT_NEAR(speed, -0.5, 2e-3);
  run_until(world, 1.0);
  EXPECT_NEAR(world.twist(ball).linear.z(), speed, 1e-9);
}

TEST(VaryingGravity, IsInTheReactionsAndInARestoredWorld) {
  World world(
      read("gravity: [0, 0, {input: g}]\n" + std::string(kFall) +
           "joints: {hold: {type: revolute, bodies: [ground, ball], at: [0, 0, 9], axis: z}}\n"
           "controls: {g: {kind: wheel, initial: -1}}\n"));
  const JointHandle hold = world.joint("hold");
  const auto carried = [&] { return world.reaction(hold).force.norm(); };
  EXPECT_NEAR(carried(), 2.0, 1e-6);
  world.step();
  const Snapshot heavy = world.save();
  world.set_input("g", -3.71);
  world.step();
  EXPECT_NEAR(carried(), 2 * 3.71, 1e-6);
  world.restore(heavy);
  EXPECT_NEAR(carried(), 2.0, 1e-6);
}

TEST(VaryingStiffness, OfTimeGivesThatOscillationAndItsWork) {
  World world(read(slider("stiffness: {formula: \"200*(1+0.5*sin(7*t))\"}")));
  const auto [x, v] =
      reference([](double t, double at) { return -100.0 * (1.0 + 0.5 * std::sin(7.0 * t)) * at; },
                0.3, 0.0, 2.0);
  run_until(world, 2.0);
  const CoordinateHandle c = world.coordinate("rail.displacement");
  EXPECT_NEAR(world.value(c), x, 2e-4);
  EXPECT_NEAR(world.speed(c), v, 2e-3);
  EXPECT_NEAR(world.force(world.spring("s")),
              -200.0 * (1.0 + 0.5 * std::sin(14.0)) * world.value(c), 1e-6);
  const Energies e = world.energies();
  EXPECT_NEAR(e.total() - e.ledger.start, e.ledger.external, 2e-3 * e.ledger.start);
  EXPECT_GT(std::abs(e.ledger.external), 0.05 * e.ledger.start);
}

TEST(VaryingStiffness, FollowsAnInput) {
  World world(read(slider("stiffness: {input: k}")));
  const CoordinateHandle c = world.coordinate("rail.displacement");
  const SpringHandle spring = world.spring("s");
  for (int i = 0; i < 10; ++i) world.step();
  EXPECT_EQ(world.value(c), 0.3);
  world.set_input("k", 50.0);
  run_until(world, 0.01 + 0.4);
  EXPECT_NEAR(world.value(c), 0.3 * std::cos(5.0 * 0.4), 1e-3);
  EXPECT_NEAR(world.force(spring), -50.0 * world.value(c), 1e-9);
}

TEST(VaryingStiffness, FactorScalesATable) {
  World world(read(slider("spring: {table: [[-1, -90], [0, 0], [1, 90]]}, factor: {input: k}")));
  world.set_input("k", 2.0);
  world.step();
  EXPECT_NEAR(world.force(world.spring("s")), -180.0 * 0.3, 0.1);
}

TEST(VaryingForce, OfASpringAndALoadFollowInputs) {
  World world(read(slider("force: {input: push}") +
                   "loads: {wind: {body: mass, force: [{input: wind}, 0, 0]}}\n"));
  world.set_input("push", 3.0);
  world.set_input("wind", 5.0);
  for (int i = 0; i < 1000; ++i) world.step();
  EXPECT_NEAR(world.value(world.coordinate("rail.displacement")), 0.3 + 0.5 * 4.0, 4e-3);
  EXPECT_NEAR(world.energies().kinetic, world.energies().ledger.external, 0.05);
}

TEST(VaryingForce, WhatCannotBeIsRefused) {
  const auto error = [](const std::string& spring) {
    return error_of("outrigger: 1\n" + slider(spring));
  };
  EXPECT_NE(error("stiffness: {lever: k}").find("springs.s.stiffness: a lever is for drives"),
            std::string::npos)
      << error("stiffness: {lever: k}");
  EXPECT_NE(error("stiffness: 5, factor: 2").find("'stiffness' and 'factor' exclude each other"),
            std::string::npos);
  EXPECT_NE(error("damping: 5, factor: 2").find("needs 'spring'"), std::string::npos);
  EXPECT_NE(error("stiffness: {constant: -5}").find("-5 is not allowed"), std::string::npos);
  EXPECT_NE(error("stiffness: -5").find("-5 is not allowed"), std::string::npos);
}

/// A drive that follows a function of time fixes the start; another start given elsewhere is named.
TEST(DriveStart, ThatContradictsAnInitialValueIsNamed) {
  const auto file = [](const std::string& drive) {
    return "outrigger: 1\n"
           "bodies: {arm: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 0]}}}\n"
           "joints: {pin: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: z,"
           " angle: {initial_deg: 30}}}\n"
           "drives: {motor: {coordinate: pin.angle, " +
           drive + "}}\n";
  };
  const std::string error = error_of(file("position: {formula: \"2*t\"}"));
  EXPECT_NE(
      error.find("m.yaml:4: drives.motor: asks for 0 rad at t = 0, but coordinate 'pin.angle' "
                 "starts with 0.523599 rad"),
      std::string::npos)
      << error;
  EXPECT_EQ(error_of(file("position: {formula: \"pi/6+2*t\"}")), "");
  EXPECT_EQ(error_of(file("position: {formula: \"pi/6-2*pi+2*t\"}")), "") << "another turn";
  EXPECT_EQ(error_of(file("speed: {formula: \"2*t\"}")), "");
}

}  // namespace
}  // namespace outrigger::sim
