/// Tyres as sensors: loads carry the machine, forces push it, and a table reads what World::reading does.
#include <gtest/gtest.h>

#include "sim/sensors.h"
#include "sim/world.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

using description::error_of;
using description::read;

/// One wheel on a fork that can only rise, drive forward and roll.
const char* const kForkWheel =
    "settings: {step: 1.0e-3}\n"
    "bodies:\n"
    "  wheel: {mass: 100, inertia: [4, 8, 4], pose: {position: [0, 0, 0.48]}}\n"
    "joints: {plane: {type: planar, bodies: [ground, wheel], at: [0, 0, 0.48], axis: y}}\n"
    "tyre_types: {small: {radius: 0.5, width: 0.2, stiffness: 3.0e+5, damping: 4000,"
    " nominal_load: 5000}}\n"
    "tyres: {front: {body: wheel, type: small}}\n"
    "loads: {weight: {body: wheel, force: [{input: push}, 0, -4000]}}\n"
    "sensors:\n"
    "  load: {kind: tyre_load, target: front}\n"
    "  dent: {kind: tyre_deflection, target: front}\n"
    "  force: {kind: tyre_force, target: front}\n"
    "  slip: {kind: tyre_slip, target: front}\n";

TEST(TyreSensors, ReadLoadDeflectionForceAndSlip) {
  const description::Machine machine = read(kForkWheel);
  World world(machine);
  const SensorSet sensors(machine.sensors, world);
  EXPECT_EQ(sensors.columns(), (std::vector<std::string>{"load", "dent", "force_x", "force_y",
                                                         "force_z", "slip_x", "slip_y"}));
  EXPECT_EQ(sensors.units(), (std::vector<std::string>{"N", "m", "N", "N", "N", "", ""}));
  for (int i = 0; i < 2000; ++i) world.step();
  std::vector<double> values;
  sensors.read(world, values);
  const double weight = 4000.0 + 100.0 * 9.81;
  EXPECT_NEAR(values[0], weight, 0.01 * weight);
  EXPECT_NEAR(values[1], weight / 3.0e5, 1e-3);
  EXPECT_NEAR(values[4], values[0], 1e-9);
  // Pushed forward, an unbraked wheel is held back only by its own inertia and rolling resistance.
  world.set_input("push", 500.0);
  for (int i = 0; i < 1000; ++i) world.step();
  sensors.read(world, values);
  EXPECT_LT(values[2], -50.0);
  EXPECT_LT(values[5], 0.0);
  const tyres::TyreReading reading = world.reading(world.tyre("front"));
  EXPECT_EQ(values[2], reading.longitudinal);
  EXPECT_EQ(values[5], reading.slip_longitudinal);
}

TEST(TyreSensors, NeedATyre) {
  const std::string text = std::string("outrigger: 1\n") + kForkWheel;
  const std::string error = error_of(text + "  bad: {kind: tyre_load, target: fornt}\n");
  EXPECT_NE(error.find("sensors.bad.target: unknown tyre 'fornt'; did you mean 'front'?"),
            std::string::npos)
      << error;
}

}  // namespace
}  // namespace outrigger::sim
