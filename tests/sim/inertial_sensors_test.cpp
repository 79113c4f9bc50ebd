// What an inertial measurement unit reads, against motions that are known exactly.
#include <gtest/gtest.h>

#include "description/reader.h"
#include "sim/sensors.h"
#include "sim/world.h"

namespace outrigger {
namespace {

std::vector<double> read_after(const char* text, int steps) {
  const description::Machine machine = description::read_machine_text(text, "imu.yaml");
  sim::World world(machine);
  const sim::SensorSet sensors(machine.sensors, world);
  for (int i = 0; i < steps; ++i) world.step();
  std::vector<double> values;
  sensors.read(world, values);
  return values;
}

constexpr const char* kFree = R"(
outrigger: 1
bodies:
  box: {mass: 2, inertia: [1, 2, 2.5], pose: {position: [0, 0, 9], rotation_deg: [20, 30, 40]}}
sensors:
  force: {kind: specific_force, target: box}
  rate: {kind: angular_rate, target: box}
)";

// In free fall an accelerometer reads nothing.
TEST(InertialSensors, ReadNothingInFreeFall) {
  for (const double value : read_after(kFree, 100)) EXPECT_NEAR(value, 0.0, 1e-9);
}

constexpr const char* kStanding = R"(
outrigger: 1
bodies:
  box: {mass: 2, inertia: [1, 2, 2.5], pose: {position: [0, 0, 1], rotation_deg: [0, 90, 0]}}
joints:
  glue: {type: fixed, bodies: [ground, box]}
sensors:
  force: {kind: specific_force, target: box, point: [0.1, 0.2, 0.3]}
)";

// At rest it reads the support, g upwards, along the axes of the body: here -x is up.
TEST(InertialSensors, ReadTheSupportAtRest) {
  const std::vector<double> f = read_after(kStanding, 10);
  EXPECT_NEAR(f[0], -9.81, 1e-6);
  EXPECT_NEAR(f[1], 0.0, 1e-6);
  EXPECT_NEAR(f[2], 0.0, 1e-6);
}

constexpr const char* kArm = R"(
outrigger: 1
bodies:
  arm: {mass: 2, inertia: [1, 2, 2.5], pose: {position: [0, 0, 0]}}
joints:
  axle: {type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: z}
drives:
  turn: {coordinate: axle.angle, position: {formula: "3*t"}}
sensors:
  force: {kind: specific_force, target: arm, point: [0.5, 0, 0]}
  rate: {kind: angular_rate, target: arm}
)";

// An arm that turns at ω: -ω² r towards the axle, g upwards, and ω about its own z, all the time.
TEST(InertialSensors, ReadACarouselAsItsRiderFeelsIt) {
  const std::vector<double> v = read_after(kArm, 777);
  EXPECT_NEAR(v[0], -9.0 * 0.5, 1e-5);
  EXPECT_NEAR(v[1], 0.0, 1e-5);
  EXPECT_NEAR(v[2], 9.81, 1e-6);
  EXPECT_NEAR(v[3], 0.0, 1e-9);
  EXPECT_NEAR(v[4], 0.0, 1e-9);
  EXPECT_NEAR(v[5], 3.0, 1e-7);
}

}  // namespace
}  // namespace outrigger
