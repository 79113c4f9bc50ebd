// Drivelines: the tractive force rule, and vehicles with closed solutions.
#include <gtest/gtest.h>

#include <cmath>

#include "forces/drivelines.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Machine;
using description::TravelRange;
using forces::held_back_share;
using forces::Traction;
using forces::TractionDemand;
using forces::tractive_force;
using forces_rig::make_body;
using forces_rig::make_coordinate;
using forces_rig::make_joint;
using forces_rig::Rig;

const TravelRange kRoad{"road", 20.0 / 3.6, 42e3, 25e3};
constexpr double kPower = 88e3;

double force_at(double pedal, double v, double held_back = 0.0) {
  return tractive_force(kRoad, kPower, {pedal, 1.0, 1.0, held_back}, v).force;
}

// F = min(F_max, P/max(|v|, 0.1)) pedal; it fades over the last 5 %, and retards beyond.
TEST(TractiveForce, FollowsTheRule) {
  EXPECT_DOUBLE_EQ(force_at(1.0, 0.0), 42e3);
  EXPECT_DOUBLE_EQ(force_at(1.0, 2.0), 42e3);
  EXPECT_DOUBLE_EQ(force_at(1.0, 4.0), 22e3);
  EXPECT_DOUBLE_EQ(force_at(0.4, 4.0), 0.4 * 22e3);
  EXPECT_DOUBLE_EQ(force_at(-1.0, -4.0), -22e3);
  const double top = kRoad.speed_max;
  EXPECT_NEAR(force_at(1.0, 0.95 * top), kPower / (0.95 * top), 1e-6);
  EXPECT_NEAR(force_at(1.0, 0.975 * top), 0.5 * kPower / (0.975 * top), 1e-6);
  EXPECT_NEAR(force_at(1.0, top), 0.0, 1e-9);
  EXPECT_NEAR(force_at(1.0, 1.025 * top), -12.5e3, 1e-6);
  EXPECT_NEAR(force_at(1.0, 2.0 * top), -25e3, 1e-9);
}

// Released, it brakes with the retarding force of the range, growing from zero speed.
TEST(TractiveForce, RetardsWithTheReleasedPedal) {
  EXPECT_EQ(force_at(0.0, 0.0), 0.0);
  for (const double v : {0.01, 0.05, 0.1, 1.0, 5.0}) {
    EXPECT_LT(force_at(0.0, v), 0.0);
    EXPECT_DOUBLE_EQ(force_at(0.0, -v), -force_at(0.0, v));
  }
  EXPECT_DOUBLE_EQ(force_at(0.0, 0.1), -25e3);
  EXPECT_NEAR(force_at(0.0, 1e-6), -25e3 * 1.5e-5, 1e-6);
}

// Against the motion the drive brakes first; the pedal's force comes in near standstill.
TEST(TractiveForce, PedalAgainstTheMotionBrakesFirst) {
  EXPECT_EQ(held_back_share(1.0, 1.0), 0.0);
  EXPECT_EQ(held_back_share(1.0, -1.0), 1.0);
  EXPECT_EQ(held_back_share(-1.0, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(force_at(1.0, -3.0, 1.0), 25e3);
  EXPECT_DOUBLE_EQ(force_at(-1.0, 3.0, 1.0), -25e3);
  EXPECT_DOUBLE_EQ(force_at(1.0, 0.0, held_back_share(1.0, 0.0)), 42e3);
}

// The power follows the engine: its speed, and the share that it can give.
TEST(TractiveForce, PowerFollowsTheEngine) {
  EXPECT_DOUBLE_EQ(tractive_force(kRoad, kPower, {1.0, 0.5, 1.0, 0.0}, 4.0).force, 11e3);
  EXPECT_DOUBLE_EQ(tractive_force(kRoad, kPower, {1.0, 1.0, 0.25, 0.0}, 4.0).force, 5.5e3);
  EXPECT_DOUBLE_EQ(tractive_force(kRoad, kPower, {1.0, 0.5, 1.0, 0.0}, 0.0).force, 42e3);
}

// Continuous in speed and pedal; the slope is that of differences and never accelerates (b ≥ 0).
TEST(TractiveForce, SlopeMatchesDifferencesAndIsDissipative) {
  for (const double pedal : {-1.0, -0.3, -0.02, 0.0, 0.01, 0.5, 1.0})
    for (const double held_back : {0.0, 0.4})
      for (double v = -7.0; v < 7.0; v += 0.00731) {
        const TractionDemand demand{pedal, 0.9, 0.8, held_back};
        const double d = 1e-7;
        const Traction t = tractive_force(kRoad, kPower, demand, v);
        const double up = tractive_force(kRoad, kPower, demand, v + d).force;
        const double down = tractive_force(kRoad, kPower, demand, v - d).force;
        EXPECT_LE(t.by_speed, 0.0);
        EXPECT_NEAR(up, down, 1.0);
        const bool kink = std::abs((up - t.force) - (t.force - down)) > 1e-4;
        if (!kink) {
          EXPECT_NEAR(t.by_speed, (up - down) / (2.0 * d), 1e-3 * (1.0 + std::abs(t.by_speed)))
              << pedal << " " << v;
        }
      }
  for (double v = -6.0; v < 6.0; v += 0.37)
    for (double p = -1.0; p < 1.0; p += 0.0107)
      EXPECT_LT(std::abs(force_at(p, v, 0.0) - force_at(p + 1e-7, v, 0.0)), 1.0) << p << " " << v;
}

// ---------------------------------------------------------------------------------- vehicles

constexpr double kWheelMass = 23000.0, kWheelRadius = 0.49, kWheelInertia = 25.0;
constexpr int kWheels = 4;
constexpr double kInertialMass =
    kWheelMass + kWheels * kWheelInertia / (kWheelRadius * kWheelRadius);

/// A body on a rail along x, and four wheels on it that roll by couplings: displacement = R angle.
Machine make_vehicle(double step) {
  Machine m;
  m.settings.step = step;
  description::Body body = make_body("body", Vec3(0, 0, 1), kWheelMass - kWheels * 100.0);
  m.bodies.push_back(body);
  m.joints.push_back(make_joint(m, "rail", description::JointType::prismatic, description::kGround,
                                "body", Vec3(0, 0, 1), Vec3::UnitX()));
  m.coordinates.push_back(
      make_coordinate("way", description::Coordinate::Kind::displacement, "rail"));
  description::Driveline d;
  d.name = "travel";
  d.radius = kWheelRadius;
  d.power = kPower;
  d.input = "pedal";
  d.range_input = "range";
  d.ranges = {{"creep", 4.0 / 3.6, 118e3, 40e3}, kRoad};
  for (int i = 0; i < kWheels; ++i) {
    const std::string name = "wheel_" + std::to_string(i);
    const Vec3 at(i < 2 ? 1.5 : -1.25, i % 2 == 0 ? 1.0 : -1.0, 0.5);
    description::Body wheel = make_body(name, at, 100.0);
    wheel.centre = Vec3::Zero();
    wheel.inertia = Vec3(15.0, kWheelInertia, 15.0).asDiagonal();
    m.bodies.push_back(wheel);
    m.joints.push_back(
        make_joint(m, name, description::JointType::revolute, "body", name, at, Vec3::UnitY()));
    m.coordinates.push_back(
        make_coordinate(name + "_angle", description::Coordinate::Kind::angle, name));
    description::Coupling c;
    c.name = name;
    c.coordinate_a = name + "_angle";
    c.coordinate_b = "way";
    c.function = forces_rig::linear(kWheelRadius);
    c.offset_as_assembled = true;
    m.couplings.push_back(c);
    d.coordinates.push_back(name + "_angle");
  }
  m.drivelines.push_back(d);
  return m;
}

struct Vehicle : Rig {
  explicit Vehicle(const Machine& m) : Rig(m, {"pedal", "range"}) {}
  double speed() const { return drives::coordinate_motion(*system, state, 0).rate; }
  stepper::StepReport drive(double pedal, double range = 1.0, double engine = 1.0) {
    const double signals[] = {pedal, range, engine, 1.0};
    return stepper->step(state, {}, signals);
  }
};

// From rest with full pedal: constant force up to v₁ = P/F_max, then constant power,
//   t(v) = M v₁/F_max + M (v² - v₁²)/(2 P)
// and the top speed where the force has faded to the resistance (none here): v_max.
TEST(Driveline, AcceleratesAsPowerAndForceAllow) {
  for (const double h : {1e-3, 5e-3}) {
    Vehicle vehicle(make_vehicle(h));
    const double v1 = kPower / kRoad.force_max;
    for (const double v : {1.0, 2.0, 3.0, 4.0, 5.0}) {
      while (vehicle.speed() < v) vehicle.drive(1.0);
      const double exact = v <= v1 ? kInertialMass * v / kRoad.force_max
                                   : kInertialMass * v1 / kRoad.force_max +
                                         kInertialMass * (v * v - v1 * v1) / (2.0 * kPower);
      EXPECT_NEAR(vehicle.state.time, exact, 2.0 * h + 1e-3 * exact) << h << " " << v;
    }
    for (double t = 0.0; t < 20.0; t += h) vehicle.drive(1.0);
    EXPECT_LT(vehicle.speed(), kRoad.speed_max);
    EXPECT_NEAR(vehicle.speed(), kRoad.speed_max, 1e-3 * kRoad.speed_max);
    // Backwards it is the same, and the sense is that of the wheels.
    for (double t = 0.0; t < 60.0; t += h) vehicle.drive(-1.0);
    EXPECT_NEAR(vehicle.speed(), -kRoad.speed_max, 1e-3 * kRoad.speed_max);
  }
}

// Released, it slows by F_r/M and stops without swinging back, and stays.
TEST(Driveline, StopsUnderRetardingWithoutOscillation) {
  for (const double h : {1e-3, 5e-3}) {
    Vehicle vehicle(make_vehicle(h));
    while (vehicle.speed() < 4.0) vehicle.drive(1.0);
    const double start = vehicle.state.time, v0 = vehicle.speed();
    double slowest = 0.0, half_time = 0.0;
    int iterations = 0;
    for (double t = 0.0; t < 6.0; t += h) {
      iterations = std::max(iterations, vehicle.drive(0.0).iterations);
      slowest = std::min(slowest, vehicle.speed());
      if (vehicle.speed() > 2.0) half_time = vehicle.state.time - start;
    }
    EXPECT_NEAR(half_time, (v0 - 2.0) * kInertialMass / kRoad.retarding, 3.0 * h);
    EXPECT_GT(slowest, -1e-9);
    EXPECT_LT(std::abs(vehicle.speed()), 1e-9);
    EXPECT_LE(iterations, 6);
    const double place = vehicle.state.coordinate[0];
    for (int i = 0; i < 10000; ++i) vehicle.drive(0.0);
    EXPECT_NEAR(vehicle.state.coordinate[0], place, 1e-9);
  }
}

// A lower range at speed retards down to its own top speed; a reversed pedal brakes, then drives back.
TEST(Driveline, ShiftingDownAndReversing) {
  const double h = 5e-3;
  Vehicle vehicle(make_vehicle(h));
  while (vehicle.speed() < 4.0) vehicle.drive(1.0, 1.0);
  for (double t = 0.0; t < 4.0; t += h) vehicle.drive(1.0, 0.0);
  EXPECT_NEAR(vehicle.speed(), 4.0 / 3.6, 0.01);
  bool smooth = true;
  for (double t = 0.0; t < 3.0; t += h) smooth &= vehicle.drive(-1.0, 0.0).parts == 1;
  EXPECT_TRUE(smooth);
  EXPECT_NEAR(vehicle.speed(), -4.0 / 3.6, 0.01);
  EXPECT_EQ(vehicle.stepper->counters().contained, 0);
}

// Wheels in the air reverse even at the long step: their inertia is so small that retarding stops them
// within a step, which may be cut into parts at each reversal.
TEST(Driveline, FreeWheelsReverse) {
  Machine m = make_vehicle(5e-3);
  m.couplings.clear();
  Vehicle vehicle(m);
  for (int i = 0; i < 2000; ++i) {
    const stepper::StepReport r = vehicle.drive((i / 200) % 2 == 0 ? 1.0 : -1.0, 0.0);
    EXPECT_FALSE(r.contained);
  }
  EXPECT_LE(vehicle.stepper->counters().retried, 20);
}

// Force and tangent against differences, all wheels turning at different speeds.
TEST(Driveline, TangentMatchesDifferences) {
  Vehicle vehicle(make_vehicle(1e-3));
  Random random(11);
  for (int i = 0; i < 20; ++i) {
    vehicle.randomise_velocity(random);
    for (int k = 0; k < vehicle.size(); ++k) *vehicle.v(k) += random.uniform(-0.02, 0.02);
    forces_rig::DenseMatrix c;
    vehicle.force(&c, 0.0, 1.0);
    const auto differences = vehicle.difference(true, 1e-7);
    EXPECT_LT((c - differences).norm(), 1e-5 * (1.0 + differences.norm()));
  }
}

// The parking brakes hold 23 t on a ramp of 14 % for ten minutes without creep; the drive alone creeps.
TEST(Driveline, ParkedOnARamp) {
  const double h = 5e-3, slope = std::atan(0.14);
  Machine m = make_vehicle(h);
  m.settings.gravity = Vec3(-9.81 * std::sin(slope), 0.0, -9.81 * std::cos(slope));
  for (const std::string& wheel : m.drivelines[0].coordinates) {
    description::Brake b;
    b.name = wheel;
    b.coordinate = wheel;
    b.force = 10e3;
    m.brakes.push_back(b);
  }
  Vehicle vehicle(m);
  for (int i = 0; i < 2000; ++i) vehicle.drive(0.0);
  const double place = vehicle.state.coordinate[0];
  EXPECT_NEAR(place, 0.0, 1e-4);
  for (int i = 0; i < 120000; ++i) vehicle.drive(0.0);
  EXPECT_NEAR(vehicle.state.coordinate[0], place, 1e-12);
  m.brakes.clear();
  Vehicle rolling(m);
  for (int i = 0; i < 2000; ++i) rolling.drive(0.0, 0.0);
  EXPECT_LT(rolling.speed(), -0.01);
  EXPECT_GT(rolling.speed(), -0.1);
}

// The work of the motor is external, that of retarding heat; the ledger closes.
TEST(Driveline, LedgerCloses) {
  Vehicle vehicle(make_vehicle(1e-3));
  vehicle.stepper->set_keep_ledger(true);
  vehicle.stepper->start_ledger(vehicle.state);
  for (int i = 0; i < 4000; ++i) vehicle.drive(1.0);
  const double driven = vehicle.state.ledger.external;
  EXPECT_NEAR(driven, 0.5 * kInertialMass * vehicle.speed() * vehicle.speed(), 1e-3 * driven);
  for (int i = 0; i < 6000; ++i) vehicle.drive(0.0);
  const auto& l = vehicle.state.ledger;
  EXPECT_NEAR(l.dissipated, driven, 1e-3 * driven);
  EXPECT_NEAR(vehicle.total_energy() - l.start,
              l.external - l.dissipated - l.integrator - l.projection, 1e-9 * driven);
}

}  // namespace
}  // namespace outrigger
