// Brakes, drivelines, engine, hydraulics and levers in a world: inputs, state, edits, sleep, sensors.
#include <gtest/gtest.h>

#include <cmath>

#include "description/reader.h"
#include "sim/sensors.h"
#include "sim/world.h"

namespace outrigger::sim {
namespace {

using description::Machine;

/// A carriage on a rail along x with a hoist on it along z and two driven, braked discs.
const char* const kPowerMachine = R"(outrigger: 1
settings: {step: 5.0e-3}
bodies:
  carriage: {mass: 2000, inertia: [800, 800, 800], pose: {position: [0, 0, 0]}}
  load: {mass: 1000, inertia: [100, 100, 100], pose: {position: [0, 0, 1]}}
  left: {mass: 100, inertia: [14, 25, 14], pose: {position: [0, 1, 0]}}
  right: {mass: 100, inertia: [14, 25, 14], pose: {position: [0, -1, 0]}}
joints:
  rail: {type: prismatic, bodies: [ground, carriage], at: [0, 0, 0], axis: x}
  mast: {type: prismatic, bodies: [carriage, load], at: [0, 0, 0], axis: z}
  left: {type: revolute, bodies: [carriage, left], at: [0, 1, 0], axis: y}
  right: {type: revolute, bodies: [carriage, right], at: [0, -1, 0], axis: y}
drives:
  shift: {coordinate: rail.displacement, speed: {lever: shift}, speed_max: 0.5, acceleration_max: 2}
  hoist: {coordinate: mast.displacement, speed: {lever: hoist}, speed_max: 0.4, speed_min: -0.2,
          acceleration_max: 2, force_max: 15.0e+3, force_min: -8.0e+3}
brakes:
  left: {coordinate: left.angle, force: 1000, drag: 10, input: brake}
  right: {coordinate: right.angle, force: 1000, input: brake}
drivelines:
  travel:
    coordinates: [left.angle, right.angle]
    radius: 0.5
    power: 5.0e+3
    input: pedal
    range_input: range
    ranges: [{name: slow, speed_max: 2, force_max: 1000, retarding: 200},
             {name: fast, speed_max_kmh: 36, force_max: 400, retarding: 100}]
engine: {inertia: 1.0, torque_rpm: [[500, 100], [2500, 100]], rated_rpm: 2000,
         settings_rpm: [1000, 2000], input: throttle}
hydraulics:
  flow_max: 1.0e-3
  power_max: 20.0e+3
  consumers:
    shift: {flow_per_speed_up: 0.002, flow_per_speed_down: 0.002}
    hoist: {flow_per_speed_up: 0.0025, flow_per_speed_down: 0.001}
sensors:
  engine: {kind: engine_speed}
  share: {kind: flow_share}
  left_brake: {kind: brake_force, target: left}
  pull: {kind: tractive_force, target: travel}
  hoist: {kind: drive_force, target: hoist}
)";

Machine machine() { return description::read_machine_text(kPowerMachine, "m.yaml"); }

void run_machine(World& w, double seconds) {
  for (double t = 0.0; t < seconds; t += w.step_size()) w.step();
}

double speed(World& w, const std::string& name) { return w.speed(w.coordinate(name)); }

// Everything that reads an input is listed: drives, brakes, drivelines, engine, then controls; and
// inputs start where their controls say.
TEST(WorldPower, InputsOfAllReaders) {
  Machine m = machine();
  description::Control throttle, horn;
  throttle.name = "throttle";
  throttle.kind = description::Control::Kind::choice;
  throttle.initial = 1.0;
  horn.name = "horn";
  m.controls = {throttle, horn};
  World w(m);
  EXPECT_EQ(w.input_names(), (std::vector<std::string>{"shift", "hoist", "brake", "pedal", "range",
                                                       "throttle", "horn"}));
  EXPECT_NEAR(w.engine_speed(), 1.09 * 2000 * 0.10471975511965977, 1e-9);
  EXPECT_NEAR(World(machine()).engine_speed(), 1.09 * 1000 * 0.10471975511965977, 1e-9);
}

// With its interlock on, a driveline takes the pedal for released: no force from rest.
TEST(WorldPower, AnInterlockReleasesThePedal) {
  Machine m = machine();
  m.drivelines[0].interlock_input = "parking";
  World w(m);
  w.set_input("throttle", 1.0);
  w.set_input("pedal", 1.0);
  w.set_input("parking", 1.0);
  run_machine(w, 1.0);
  const sim::DrivelineHandle travel = w.driveline("travel");
  EXPECT_NEAR(w.force(travel), 0.0, 1e-9);
  EXPECT_NEAR(speed(w, "left.angle"), 0.0, 1e-9);
  w.set_input("parking", 0.0);
  run_machine(w, 0.1);
  EXPECT_GT(w.force(travel), 100.0);
}

// Both levers full ask for 2e-3 m³/s; the pumps give 1e-3 x engine speed over rated speed.
TEST(WorldPower, FlowIsShared) {
  World w(machine());
  w.set_input("throttle", 1.0);
  w.set_input("shift", 1.0);
  w.set_input("hoist", 1.0);
  run_machine(w, 3.0);
  const double flow = 1e-3 * w.engine_speed() / (2000 * 0.10471975511965977);
  EXPECT_NEAR(w.flow_share(), flow / 2e-3, 1e-4);
  EXPECT_NEAR(speed(w, "rail.displacement"), 0.5 * w.flow_share(), 1e-4);
  EXPECT_NEAR(speed(w, "mast.displacement"), 0.4 * w.flow_share(), 1e-4);
  // Alone the hoist needs no more than there is.
  w.set_input("shift", 0.0);
  run_machine(w, 2.0);
  EXPECT_NEAR(speed(w, "mast.displacement"), 0.4, 1e-4);
  EXPECT_NEAR(w.flow_share(), 1.0, 1e-4);
  // -1 is the other limit.
  w.set_input("hoist", -1.0);
  run_machine(w, 2.0);
  EXPECT_NEAR(speed(w, "mast.displacement"), -0.2, 1e-4);
}

// Lifting 1 t at 0.4 m/s takes 3.92 kW from the engine: T ω (1.09 ω_s - ω)/(0.09 ω_s) = P. Lowering
// takes nothing.
TEST(WorldPower, EngineDroopsUnderTheHoist) {
  World w(machine());
  w.set_input("throttle", 1.0);
  w.set_input("hoist", 1.0);
  run_machine(w, 3.0);
  const double set = 2000 * 0.10471975511965977, power = 9810.0 * 0.4;
  const double b = 1.09 * set, c = power * 0.09 * set / 100.0;
  EXPECT_NEAR(w.engine_speed(), 0.5 * (b + std::sqrt(b * b - 4.0 * c)), 1e-3 * set);
  w.set_input("hoist", -1.0);
  run_machine(w, 3.0);
  EXPECT_NEAR(w.engine_speed(), 1.09 * set, 1e-6 * set);
}

// Travel loads the engine, too: the wheels in the air spin up to the range's speed and brake again.
TEST(WorldPower, TravelAndBrakes) {
  World w(machine());
  w.set_input("throttle", 1.0);
  w.set_input("pedal", 1.0);
  double slowest = w.engine_speed();
  for (int i = 0; i < 400; ++i) {
    w.step();
    slowest = std::min(slowest, w.engine_speed());
  }
  EXPECT_NEAR(0.5 * 0.5 * (speed(w, "left.angle") + speed(w, "right.angle")), 2.0, 0.02);
  EXPECT_LT(slowest, 0.995 * 1.09 * 2000 * 0.10471975511965977);
  w.set_input("range", 1.0);
  run_machine(w, 10.0);
  EXPECT_NEAR(0.5 * 0.5 * (speed(w, "left.angle") + speed(w, "right.angle")), 10.0, 0.2);
  w.set_input("pedal", 0.0);
  w.set_input("brake", 1.0);
  w.step();
  w.step();
  EXPECT_NEAR(w.force(w.brake("left")), -1010.0, 1e-6);
  EXPECT_LT(w.force(w.driveline("travel")), 0.0);
  run_machine(w, 2.0);
  EXPECT_NEAR(speed(w, "left.angle"), 0.0, 1e-9);
  EXPECT_NEAR(speed(w, "right.angle"), 0.0, 1e-9);
}

// A lever with a dead zone and a rate limit moves its drive accordingly.
TEST(WorldPower, LeversAreShaped) {
  Machine m = machine();
  m.hydraulics = {};
  description::Control c;
  c.name = "shift";
  c.dead_zone = 0.1;
  c.exponent = 2.0;
  m.controls = {c};
  World w(m);
  w.set_input("shift", 0.09);
  run_machine(w, 1.0);
  EXPECT_EQ(speed(w, "rail.displacement"), 0.0);
  w.set_input("shift", 0.55);
  run_machine(w, 2.0);
  EXPECT_NEAR(speed(w, "rail.displacement"), 0.5 * 0.25, 1e-6);
}

TEST(WorldPower, SensorsReadThem) {
  World w(machine());
  const Machine m = machine();
  SensorSet sensors(m.sensors, w);
  w.set_input("pedal", 1.0);
  w.step();
  std::vector<double> values;
  sensors.read(w, values);
  ASSERT_EQ(values.size(), 5u);
  EXPECT_EQ(values[0], w.engine_speed());
  EXPECT_EQ(values[1], 1.0);
  EXPECT_LT(values[2], 0.0);
  EXPECT_GT(values[3], 0.0);
  // A force where the coordinate is a length, a torque where it is an angle.
  EXPECT_EQ(sensors.units()[2], "N m");
  EXPECT_EQ(sensors.units()[4], "N");
}

/// Levers, pedal and brake in restless motion.
void operate(World& w, int i) {
  w.set_input("shift", std::sin(0.013 * i));
  w.set_input("hoist", (i / 100) % 3 - 1.0);
  w.set_input("pedal", (i / 150) % 2 == 0 ? 1.0 : -0.5);
  w.set_input("brake", i % 400 > 330 ? 0.6 : 0.0);
  w.set_input("throttle", i > 300 ? 1.0 : 0.0);
}

// All of it is state: two runs agree to the bit, and a restored one goes on as the first did.
TEST(WorldPower, SameBitsAndSnapshots) {
  World a(machine()), b(machine());
  for (int i = 0; i < 500; ++i) {
    operate(a, i);
    operate(b, i);
    a.step();
    b.step();
  }
  EXPECT_EQ(a.hash(), b.hash());
  const Snapshot saved = a.save();
  const auto go_on = [](World& w) {
    for (int i = 500; i < 900; ++i) {
      operate(w, i);
      w.step();
    }
    return w.hash();
  };
  const std::uint64_t first = go_on(a);
  a.restore(saved);
  EXPECT_EQ(a.hash(), saved.hash());
  EXPECT_EQ(go_on(a), first);
  World fresh(machine());
  fresh.restore(saved);
  EXPECT_EQ(go_on(fresh), first);
}

// A wheel that goes takes its brake along and leaves the driveline; the engine runs on.
TEST(WorldPower, EditsKeepWhatIsLeft) {
  World w(machine());
  w.set_input("throttle", 1.0);
  w.set_input("pedal", 0.3);
  run_machine(w, 0.5);
  const double engine = w.engine_speed();
  const DrivelineHandle travel = w.driveline("travel");
  w.remove(w.body("left"));
  EXPECT_THROW(w.brake("left"), Error);
  EXPECT_NO_THROW(w.brake("right"));
  EXPECT_DOUBLE_EQ(w.engine_speed(), engine);
  run_machine(w, 0.5);
  EXPECT_GT(speed(w, "right.angle"), 0.1);
  EXPECT_NO_THROW(w.force(travel));
  w.remove(w.body("right"));
  EXPECT_THROW(w.driveline("travel"), Error);
  EXPECT_THROW(w.force(travel), Error);
  run_machine(w, 0.1);
  EXPECT_GT(w.engine_speed(), 0.0);
}

// A machine held by its brake falls asleep; releasing the brake wakes it.
TEST(WorldPower, ReleasingTheBrakeWakes) {
  Machine m = machine();
  m.settings.gravity = Vec3(0.0, 0.0, -9.81);
  description::Spring motor;
  motor.name = "motor";
  motor.coordinate = "left.angle";
  motor.force.value = 300.0;
  m.springs.push_back(motor);
  WorldOptions options;
  options.articulation.sleep.enabled = true;
  World w(m, options);
  w.set_input("brake", 1.0);
  run_machine(w, 4.0);
  EXPECT_EQ(w.last_report().awake_articulations, 0);
  w.set_input("brake", 0.0);
  run_machine(w, 0.5);
  EXPECT_GT(speed(w, "left.angle"), 1.0);
}

// Pressed against a stop, a cylinder stays at its limit force, and comes back without a jump when
// the lever reverses: both ways, with different limits.
TEST(WorldPower, ReliefAtAStop) {
  for (const double sense : {1.0, -1.0}) {
    Machine m = machine();
    description::Stop stop;
    stop.name = "ends";
    stop.coordinate = "mast.displacement";
    stop.lower = -0.3;
    stop.upper = 0.5;
    stop.stiffness = 5e6;
    stop.damping = 30.0;
    m.stops.push_back(stop);
    World w(m);
    w.set_input("throttle", 1.0);
    w.set_input("hoist", sense);
    run_machine(w, 4.0);
    const double limit = sense > 0 ? 15e3 : -8e3;
    const DriveHandle hoist = w.drive("hoist");
    EXPECT_NEAR(w.force(hoist), limit, 1e-6 * std::abs(limit));
    EXPECT_NEAR(speed(w, "mast.displacement"), 0.0, 1e-9);
    const double pressed = w.value(w.coordinate("mast.displacement"));
    EXPECT_NEAR(pressed, (sense > 0 ? 0.5 : -0.3) + (limit - 9810.0) / 5e6, 1e-8);
    run_machine(w, 1.0);
    EXPECT_NEAR(w.value(w.coordinate("mast.displacement")), pressed, 1e-9);
    // Back: one way, no faster than the lever allows, no jump of the speed.
    w.set_input("hoist", -sense);
    double last = 0.0, jump = 0.0, back = 0.0;
    for (int i = 0; i < 300; ++i) {
      w.step();
      const double v = -sense * speed(w, "mast.displacement");
      jump = std::max(jump, std::abs(v - last));
      back = std::min(back, v);
      last = v;
    }
    EXPECT_GT(back, -1e-3);
    EXPECT_LT(jump, 2.0 * 5e-3 * 2.0);  // twice the acceleration limit, per step
    EXPECT_NEAR(last, sense > 0 ? 0.2 : 0.4, 1e-3);
  }
}

// The ledger of a working machine closes.
TEST(WorldPower, LedgerCloses) {
  World w(machine());
  for (int i = 0; i < 1000; ++i) {
    operate(w, i);
    w.step();
  }
  const Energies e = w.energies();
  const auto& l = e.ledger;
  EXPECT_GT(l.dissipated, 100.0);
  EXPECT_GT(l.external, 100.0);
  EXPECT_NEAR(e.total() - l.start,
              l.external + l.drives - l.dissipated - l.integrator - l.projection - l.detection,
              1e-6 * l.external);
}

}  // namespace
}  // namespace outrigger::sim
