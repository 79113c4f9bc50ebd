/// The sections brakes, drivelines, engine and hydraulics of machine files.
#include <gtest/gtest.h>

#include "unit/description_support.h"

namespace outrigger::description {
namespace {

const std::string kPowerBodies =
    "bodies:\n"
    "  wheel: {mass: 10, inertia: [1, 1, 1], pose: {position: [0, 0, 1]}}\n"
    "joints:\n"
    "  axle: {type: cylindrical, bodies: [ground, wheel], at: [0, 0, 1], axis: y}\n";

std::string error(const std::string& text) {
  return error_of("outrigger: 1\n" + kPowerBodies + text);
}

TEST(DescriptionPower, ValuesAndUnits) {
  const Machine m = read(
      kPowerBodies +
      "drives: {d: {coordinate: axle.displacement, speed: {lever: l}, speed_max: 1}}\n"
      "brakes: {b: {coordinate: axle.angle, force: 100, drag: 2, input: pedal}}\n"
      "drivelines:\n"
      "  t:\n"
      "    coordinates: [axle.angle]\n"
      "    radius: 0.5\n"
      "    power: 1000\n"
      "    input: go\n"
      "    ranges: [{name: a, speed_max_kmh: 36, force_max: 10, retarding: 3}, {name: b, "
      "speed_max: 2,"
      " force_max: 5}]\n"
      "engine: {inertia: 2, torque_rpm: [[600, 10], [1200, 5]], rated_rpm: 60,\n"
      "         settings_rpm: [30, 60], input: throttle}\n"
      "hydraulics: {flow_max_l_min: 60, power_max: 500, consumers: {d: {flow_per_speed_up: 0.1,\n"
      "             flow_per_speed_down: 0.2, priority: 0.5}}}\n");
  ASSERT_EQ(m.brakes.size(), 1u);
  EXPECT_EQ(m.brakes[0].coordinate, "axle.angle");
  EXPECT_EQ(m.brakes[0].force, 100.0);
  EXPECT_EQ(m.brakes[0].drag, 2.0);
  EXPECT_EQ(m.brakes[0].input, "pedal");
  ASSERT_EQ(m.drivelines.size(), 1u);
  ASSERT_EQ(m.drivelines[0].ranges.size(), 2u);
  EXPECT_DOUBLE_EQ(m.drivelines[0].ranges[0].speed_max, 10.0);
  EXPECT_DOUBLE_EQ(m.drivelines[0].ranges[1].speed_max, 2.0);
  EXPECT_EQ(m.drivelines[0].ranges[0].retarding, 3.0);
  const double rpm = 0.10471975511965977;
  EXPECT_DOUBLE_EQ(m.engine.rated_speed, 60 * rpm);
  EXPECT_DOUBLE_EQ(m.engine.torque_table[1].first, 1200 * rpm);
  EXPECT_EQ(m.engine.torque_table[1].second, 5.0);
  EXPECT_DOUBLE_EQ(m.engine.settings[0], 30 * rpm);
  EXPECT_DOUBLE_EQ(m.hydraulics.flow_max, 1e-3);
  ASSERT_EQ(m.hydraulics.consumers.size(), 1u);
  EXPECT_EQ(m.hydraulics.consumers[0].drive, "d");
  EXPECT_EQ(m.hydraulics.consumers[0].priority, 0.5);
  EXPECT_TRUE(m.drives[0].function.relative);
}

TEST(DescriptionPower, Errors) {
  EXPECT_EQ(error("brakes: {b: {coordinate: axle.angle}}\n"),
            "m.yaml:6: brakes.b: missing key 'force' or 'drag'");
  EXPECT_EQ(error("brakes: {b: {coordinate: axle.angle, force: -1}}\n"),
            "m.yaml:6: brakes.b.force: -1 is not allowed: must be >= 0 N or N m");
  EXPECT_EQ(error("brakes: {b: {coordinate: axle.angel, force: 1}}\n"),
            "m.yaml:6: brakes.b.coordinate: unknown coordinate 'axle.angel': unknown coordinate of "
            "a joint 'angel'; did you mean 'angle'? Allowed: angle, displacement, cone, twist");
  const std::string line =
      "drivelines: {t: {coordinates: [axle.angle], radius: 1, power: 1, input: i, ";
  EXPECT_EQ(error(line + "ranges: [{name: a, force_max: 1}]}}\n"),
            "m.yaml:6: drivelines.t.ranges[0]: missing key 'speed_max' or 'speed_max_kmh'");
  EXPECT_EQ(error(line + "ranges: [{name: a, force_max: 1, speed_max: 1, speed_max_kmh: 1}]}}\n"),
            "m.yaml:6: drivelines.t.ranges[0]: 'speed_max' and 'speed_max_kmh' exclude each other");
  EXPECT_EQ(error(line + "ranges: []}}\n"),
            "m.yaml:6: drivelines.t.ranges: expected a list of ranges, found a list");
  EXPECT_EQ(
      error("drivelines: {t: {coordinates: [axle.displacement], radius: 1, power: 1, input: i, "
            "ranges: [{name: a, force_max: 1, speed_max: 1}]}}\n"),
      "m.yaml:6: drivelines.t.coordinates: 'axle.displacement' is a length: a driveline turns "
      "angles");
  EXPECT_EQ(error("engine: {inertia: 1, rated_rpm: 1, torque_rpm: [[10, 1], [10, 2]]}\n"),
            "m.yaml:6: engine.torque_rpm[1]: the speeds must increase");
  EXPECT_EQ(
      error("hydraulics: {flow_max: 1, power_max: 1, consumers: {boom: {flow_per_speed_up: 1, "
            "flow_per_speed_down: 1}}}\n"),
      "m.yaml:6: hydraulics.consumers: unknown drive 'boom'; there is none");
  EXPECT_EQ(error("sensors: {s: {kind: engine_speed}}\n"),
            "m.yaml:6: sensors.s.kind: the machine has no engine");
  EXPECT_EQ(error("drives: {d: {coordinate: axle.angle, speed: {lever: l}}}\n"),
            "m.yaml:6: drives.d: a lever for the speed needs 'speed_max'");
}

// An included machine brings its engine and brakes along, with all names prefixed; two engines are
// one too many.
TEST(DescriptionPower, Included) {
  TestFolder folder("power_include");
  folder.write(
      "part.yaml",
      "outrigger: 1\n" + kPowerBodies +
          "brakes: {b: {coordinate: axle.angle, force: 1, input: pedal}}\n"
          "engine: {inertia: 1, rated_rpm: 1, torque_rpm: [[1, 1], [2, 1]], input: gas}\n");
  const Machine m = read_machine_file(
      folder.write("whole.yaml", "outrigger: 1\ninclude: {file: part.yaml, prefix: p_}\n"));
  EXPECT_EQ(m.brakes[0].name, "p_b");
  EXPECT_EQ(m.brakes[0].coordinate, "p_axle.angle");
  EXPECT_EQ(m.brakes[0].input, "p_pedal");
  EXPECT_EQ(m.engine.input, "p_gas");
  EXPECT_EQ(file_error_of(folder.write("two.yaml",
                                       "outrigger: 1\ninclude: [{file: part.yaml, prefix: p_}, "
                                       "{file: part.yaml, prefix: q_}]\n")),
            "two.yaml:2: include[1]: a second engine: one machine has one engine");
}

}  // namespace
}  // namespace outrigger::description
