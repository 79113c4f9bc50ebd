/// The excavator as an operator drives it: the variants that its file gives a seat.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "forces/drivelines.h"
#include "seat/seat_fixture.h"
#include "sim/sensors.h"

namespace outrigger {
namespace {

description::Machine excavator(const std::vector<std::string>& variants) {
  description::ReadOptions options;
  options.variants = variants;
  description::Machine m =
      description::read_machine_file(source_file("machines/excavator.yaml"), options);
  m.settings.step = 5e-3;
  return m;
}

description::Machine operated_excavator() {
  return excavator(bundled_machine("excavator").seat.variants);
}

void run(
    sim::World& world, double seconds, const std::map<std::string, double>& inputs,
    const std::function<void()>& after_step = [] {}) {
  for (const auto& [name, value] : inputs) world.set_input(name, value);
  const auto steps = static_cast<int>(std::lround(seconds / world.step_size()));
  for (int i = 0; i < steps; ++i) {
    world.step();
    after_step();
  }
  for (const auto& [name, value] : inputs) world.set_input(name, 0.0);
}

double forward_speed(const sim::World& world) {
  const auto body = world.body("undercarriage");
  return world.pose(body).rotation.col(0).dot(world.twist(body).linear);
}

// Law: with acceleration_max = 1 m/s² a machine on level ground reaches 7 km/h in about two seconds,
// not in 0.7 s, and is never pushed much harder than that on the way.
TEST(Operated, TravelTakesItsTime) {
  sim::World world(operated_excavator());
  run(world, 1.0, {});
  double fastest = 0.0, hardest = 0.0, to_six = 0.0;
  std::vector<double> speeds{forward_speed(world)};
  world.set_input("range", 1.0);
  world.set_input("throttle", 6.0);
  world.set_input("travel", 1.0);
  for (int i = 1; i <= 800; ++i) {
    world.step();
    speeds.push_back(forward_speed(world));
    fastest = std::max(fastest, speeds.back());
    // Over 0.2 s: the machine pitches on its tyres.
    if (i >= 40) hardest = std::max(hardest, (speeds[i] - speeds[i - 40]) / 0.2);
    if (to_six == 0.0 && speeds.back() > 6.0 / 3.6) to_six = i * world.step_size();
  }
  EXPECT_GT(fastest, 6.6 / 3.6);
  EXPECT_GT(to_six, 1.4) << "seconds to 6 km/h";
  EXPECT_LT(to_six, 2.4);
  EXPECT_LT(hardest, 1.8) << "m/s²";
}

// Law: the speed the drive aims at grows by a h; it stays within 5 % of v_max of a machine that is
// held, which so has the whole force soon, and it follows a machine that rolls by itself.
TEST(Operated, TheAimOfTheTravelDrive) {
  constexpr double kTop = 2.0, kStep = 5e-3;
  double aim = 0.0;
  for (int i = 0; i < 100; ++i) aim = forces::advance_top_speed(aim, 1.0, kTop, 1.0, 0.0, kStep);
  EXPECT_NEAR(aim, 0.05 * kTop, 1e-12) << "held: no winding up";
  description::TravelRange range;
  range.speed_max = kTop;
  range.force_max = 1e5;
  forces::TractionDemand demand;
  demand.pedal = 1.0;
  demand.top_speed = aim;
  EXPECT_NEAR(forces::tractive_force(range, 1e6, demand, 0.0).force, 1e5, 1e-6);
  // Free: force fades to nothing at the aim.
  EXPECT_NEAR(forces::tractive_force(range, 1e6, demand, aim).force, 0.0, 1e-6);
  EXPECT_NEAR(forces::advance_top_speed(0.3, 1.0, kTop, 1.0, 0.29, kStep), 0.305, 1e-12);
  EXPECT_NEAR(forces::advance_top_speed(0.3, 1.0, kTop, 1.0, 0.8, kStep), 0.8, 1e-12);
  EXPECT_NEAR(forces::advance_top_speed(0.3, 1.0, kTop, -1.0, 0.8, kStep), 0.05, 1e-1)
      << "against the motion it begins at rest";
  EXPECT_NEAR(forces::advance_top_speed(1.999, 1.0, kTop, 1.0, 1.99, kStep), kTop, 1e-12);
  EXPECT_NEAR(forces::advance_top_speed(0.3, 1.0, kTop, 0.0, 0.7, kStep), 0.7, 1e-12) << "released";
  // The tangent of the law is its difference.
  for (const double v : {0.01, 0.05, 0.09, 0.3}) {
    const double h = 1e-6;
    const double slope = (forces::tractive_force(range, 1e6, demand, v + h).force -
                          forces::tractive_force(range, 1e6, demand, v - h).force) /
                         (2.0 * h);
    EXPECT_NEAR(forces::tractive_force(range, 1e6, demand, v).by_speed, slope, 1.0);
  }
}

/// Metres by which the stick and the bucket's edge are inside the plate of the blade.
double inside_blade(const sim::World& world) {
  const Pose blade = world.pose(world.body("blade"));
  const double turn = 135.88 * M_PI / 180.0;
  Pose plate;
  plate.position = {0.645, 0.0, 0.2085};
  plate.rotation = Eigen::AngleAxisd(turn, Vec3::UnitY()).toRotationMatrix();
  plate = blade * plate;
  const Vec3 half{0.3, 1.25, 0.03};
  double deepest = -1.0;
  const auto look = [&](const std::string& body, const Vec3& point, double radius) {
    const Vec3 p =
        plate.rotation.transpose() * (world.pose(world.body(body)).point(point) - plate.position);
    const Vec3 out = (p.cwiseAbs() - half).cwiseMax(0.0);
    deepest = std::max(deepest, radius - out.norm());
  };
  for (double x = 0.2; x <= 2.4; x += 0.05) look("stick", {x, 0.0, 0.04}, 0.18);
  for (double y = -0.5; y <= 0.5; y += 0.1) look("bucket", {1.3, y, 0.03}, 0.06);
  for (double x = 2.8; x <= 5.2; x += 0.1) look("boom", {x, 0.0, 0.29 - 0.205 * (x - 4.02)}, 0.2);
  return deepest;
}

/// Stick in, then the arm down onto the blade.
double push_into_blade(sim::World& world) {
  double deepest = -1.0;
  const auto watch = [&] { deepest = std::max(deepest, inside_blade(world)); };
  world.set_input("throttle", 6.0);
  run(world, 0.5, {});
  run(world, 3.0, {{"stick", 1.0}, {"bucket", -1.0}}, watch);
  run(world, 3.0, {{"boom", -1.0}, {"stick", 1.0}}, watch);
  run(world, 2.0, {{"bucket", 1.0}, {"stick", 1.0}, {"boom", -0.3}}, watch);
  return deepest;
}

// Law: the arm meets the machine's own blade; without the shapes of the variant it passes through.
TEST(Operated, TheArmDoesNotPassThroughTheBlade) {
  sim::World plain(excavator({"oscillating_front_axle"}));
  EXPECT_GT(push_into_blade(plain), 0.1) << "these levers do not reach the blade";
  sim::World world(operated_excavator());
  EXPECT_LT(push_into_blade(world), 0.05);
  EXPECT_TRUE(world.pose(world.body("bucket")).position.allFinite());
}

// Law: shapes that do not touch change nothing: the variant with all drives at rest and the arm away
// from the blade steps to the bits of the machine without shapes.
TEST(Operated, ShapesThatDoNotTouchChangeNoBit) {
  description::Machine with = operated_excavator();
  description::Machine without = with;
  without.shapes.clear();
  without.contact_pairs.clear();
  sim::World a(with), b(without);
  for (sim::World* w : {&a, &b}) run(*w, 1.0, {{"boom", 0.5}, {"slew", 0.4}, {"travel", 0.5}});
  for (const auto& body : with.bodies) {
    const Pose p = a.pose(a.body(body.name)), q = b.pose(b.body(body.name));
    EXPECT_EQ(p.position, q.position) << body.name;
    EXPECT_EQ(p.rotation, q.rotation) << body.name;
  }
}

/// Largest angle of the axle [deg] while the arm swings to the side, far out.
double axle_swing(double brake) {
  sim::World world(operated_excavator());
  world.set_input("throttle", 6.0);
  world.set_input("brake", brake);
  run(world, 1.0, {});
  double largest = 0.0;
  const auto axle = world.coordinate("axle_pin.angle");
  run(world, 3.5, {{"slew", 1.0}, {"stick", -0.6}},
      [&] { largest = std::max(largest, 180.0 / M_PI * std::abs(world.value(axle))); });
  return largest;
}

// Law: the front axle swings, and a brake locks it.
TEST(Operated, TheBrakeLocksTheFrontAxle) {
  const double free = axle_swing(0.0), locked = axle_swing(1.0);
  EXPECT_GT(free, 0.3) << "degrees";
  EXPECT_LT(locked, 0.1);
}

// Law: a stopped engine comes to rest, and neither drives nor travel move; started again, they do.
TEST(Operated, AStoppedEngineMovesNothing) {
  sim::World world(operated_excavator());
  world.set_input("throttle", 6.0);
  run(world, 1.0, {});
  EXPECT_GT(world.engine_speed(), 150.0);
  EXPECT_GT(world.engine_load(), 0.02);
  EXPECT_LT(world.engine_load(), 0.5) << "it idles";
  world.set_input("engine", 1.0);
  for (int i = 0; i < 1200; ++i) world.step();
  EXPECT_EQ(world.engine_speed(), 0.0);
  EXPECT_EQ(world.engine_load(), 0.0);
  const auto boom = world.coordinate("boom_cylinder");
  const double before = world.value(boom),
               place = world.pose(world.body("undercarriage")).position.x();
  run(world, 2.0, {{"boom", 1.0}, {"travel", 1.0}});
  EXPECT_NEAR(world.value(boom), before, 0.01);
  EXPECT_NEAR(world.pose(world.body("undercarriage")).position.x(), place, 0.05);
  world.set_input("engine", 0.0);
  run(world, 2.0, {{"boom", 1.0}});
  EXPECT_GT(world.value(boom), before + 0.1);
  EXPECT_GT(world.engine_speed(), 150.0);
}

// Law: readings for operators have the meaning their names say. In the reference pose the teeth are
// 0.6441 m above the ground and 4.5181 m before the slew axis, their line points 150 degrees down.
TEST(Operated, ReadingsForOperators) {
  const description::Machine machine = bundled_machine("excavator");
  sim::World world(machine);
  const sim::SensorSet sensors(machine.sensors, world);
  std::vector<double> values;
  sensors.read(world, values);
  const auto reading = [&](const std::string& name) {
    const auto& columns = sensors.columns();
    return values[static_cast<std::size_t>(std::ranges::find(columns, name) - columns.begin())];
  };
  EXPECT_NEAR(reading("depth"), -0.6441, 1e-3);
  EXPECT_NEAR(reading("reach"), 4.5181, 1e-3);
  EXPECT_NEAR(180.0 / M_PI * reading("bucket_angle"), -150.0, 1e-6);
  EXPECT_NEAR(reading("speed"), 0.0, 1e-9);
  int for_operators = 0;
  for (const auto& s : machine.sensors)
    for_operators += s.reader == description::Sensor::Reader::operators ? 1 : 0;
  EXPECT_EQ(for_operators, 5);
}

TEST(Operated, SensorsAreCheckedWhenTheFileIsRead) {
  const auto problem = [](const std::string& sensor) {
    try {
      description::read_machine_text(
          "outrigger: 1\nbodies: {a: {mass: 1, inertia: [1, 1, 1], pose: {position: [0, 0, 1]}}}\n"
          "sensors: {s: " +
              sensor + "}\n",
          "s.yaml");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(problem("{kind: depth, target: a, label: Depth, for: operators}"), "accepted");
  EXPECT_EQ(problem("{kind: forward_speed, target: a, unit: km/h}"), "accepted");
  EXPECT_NE(problem("{kind: forward_speed, target: a, unit: mph}").find("km/h"), std::string::npos);
  EXPECT_NE(problem("{kind: position, target: a, from: ground}").find("not allowed for position"),
            std::string::npos);
  EXPECT_NE(
      problem("{kind: pitch, target: a, from_point: [0, 0, 1]}").find("not allowed for pitch"),
      std::string::npos);
  EXPECT_NE(problem("{kind: reach, target: a, from: b}").find("'b'"), std::string::npos);
  EXPECT_NE(problem("{kind: depth, target: a, for: nobody}").find("operators"), std::string::npos);
}

}  // namespace
}  // namespace outrigger
