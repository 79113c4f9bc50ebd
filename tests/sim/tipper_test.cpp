/// The tipper truck: what its axles carry, how it tips, drives, turns and brakes, and that its walls are walls.
/// Expected values are hand calculations from the data of its file, not earlier results.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/world.h"
#include "support/gravity.h"

namespace outrigger {
namespace {

constexpr double kWheelbase = 4.275;   ///< front axle to the middle between the rear axles [m]
constexpr double kHalfSpread = 0.675;  ///< of the rear axles [m]

using Inputs = std::map<std::string, double>;

enum class TruckBox { empty, loaded };

class Truck {
 public:
  explicit Truck(TruckBox box = TruckBox::empty, double step = 5e-3, double grade = 0.0)
      : machine_(read(box, step, grade)), world_(machine_) {}
  explicit Truck(description::Machine machine) : machine_(std::move(machine)), world_(machine_) {}
  Truck(TruckBox box, const description::Site& site)
      : machine_(read(box)), world_(machine_, on(site)) {}

  static description::Machine read(TruckBox box, double step = 5e-3, double grade = 0.0) {
    description::ReadOptions options;
    if (box == TruckBox::loaded) options.variants = {"loaded"};
    description::Machine m =
        description::read_machine_file(source_file("machines/tipper.yaml"), options);
    m.settings.step = step;
    // A slope that rises ahead, as a plane that gravity is oblique to.
    m.settings.gravity = kGravity * Vec3(-grade, 0.0, -1.0) / std::hypot(1.0, grade);
    return m;
  }

  sim::World& world() { return world_; }
  const description::Machine& machine() const { return machine_; }

  /// Inputs stay as they are set.
  void run(
      double seconds, const Inputs& inputs = {}, const std::function<void()>& after_step = [] {}) {
    for (const auto& [name, value] : inputs) world_.set_input(name, value);
    const auto steps = static_cast<int>(std::lround(seconds / world_.step_size()));
    for (int i = 0; i < steps; ++i) {
      world_.step();
      after_step();
    }
  }
  Pose chassis() const { return world_.pose(world_.body("chassis")); }
  double speed() const {
    return chassis().rotation.col(0).dot(world_.twist(world_.body("chassis")).linear);
  }
  double value(const std::string& coordinate) const {
    return world_.value(world_.coordinate(coordinate));
  }
  double tip_degrees() const { return value("tip.angle") * 180.0 / M_PI; }

  double mass() const {
    double sum = 0.0;
    for (const auto& b : machine_.bodies) sum += b.mass;
    return sum;
  }
  Vec3 centre_of(const description::Body& b) const {
    return world_.pose(world_.body(b.name)).point(b.centre);
  }
  Vec3 centre() const {
    Vec3 sum = Vec3::Zero();
    for (const auto& b : machine_.bodies) sum += b.mass * centre_of(b);
    return sum / mass();
  }
  double hub(const std::string& axle) const { return world_.pose(world_.body(axle)).position.x(); }
  /// Of all tyres whose name begins so [N].
  double load(const std::string& beginning) const {
    double sum = 0.0;
    for (const auto& t : machine_.tyres)
      if (t.name.starts_with(beginning)) sum += world_.reading(world_.tyre(t.name)).load;
    return sum;
  }
  double smallest_load() const {
    double least = 1e9;
    for (const auto& t : machine_.tyres)
      least = std::min(least, world_.reading(world_.tyre(t.name)).load);
    return least;
  }
  double rear_load() const { return load("middle") + load("rear"); }

 private:
  static sim::WorldOptions on(const description::Site& site) {
    sim::WorldOptions options;
    options.site = site;
    return options;
  }

  description::Machine machine_;
  sim::World world_;
};

// Law: moments about the middle of the rear axles. Two rocking beams make the rear axles one support, so the
// loads do not depend on any spring: front = sum(m x) / L, and both rear axles carry the same. Masses and places
// are those of the table in the file, added up by hand.
TEST(Tipper, AxleLoadsAreThoseOfStatics) {
  struct Case {
    TruckBox box;
    double mass, moment;  // kg, kg m about the middle of the rear axles
  };
  for (const Case& c : {Case{TruckBox::empty, 11510.0, 23385.7},
                        Case{TruckBox::loaded, 22910.0, 23385.7 + 11400.0 * 0.6}}) {
    SCOPED_TRACE(c.mass);
    Truck truck(c.box);
    truck.run(8.0);
    const double front = c.moment / kWheelbase * kGravity, rear = c.mass * kGravity - front;
    EXPECT_NEAR(truck.mass(), c.mass, 1e-6);
    EXPECT_NEAR(truck.load(""), c.mass * kGravity, 2e-4 * c.mass * kGravity);
    EXPECT_NEAR(truck.load("front"), front, 5e-3 * front);
    EXPECT_NEAR(truck.rear_load(), rear, 5e-3 * rear);
    EXPECT_NEAR(truck.load("middle"), truck.load("rear"), 5e-3 * rear / 2.0);
    // What a truck of 26 t may carry on them.
    EXPECT_LT(truck.load("front"), 8000.0 * kGravity);
    EXPECT_LT(truck.rear_load(), 19000.0 * kGravity);
  }
}

constexpr const char* kYard = R"(
outrigger_site: 1
title: a yard
materials: {asphalt: {young: 1.5e+9, poisson: 0.2, restitution: 0.2}}
surfaces: {asphalt: {material: asphalt, tyre_friction: 0.8, rolling_resistance: 0.015}}
ground: {area: [-12, 24, -12, 12], cell: 0.25, surface: asphalt}
)";

// Law: rocking beams share a load whatever the ground does below one axle. The ground rises by 8 cm below the middle
// axle: the beams turn by 3.4 degrees, which makes their arms 0.675 m -+ 0.23 m sin(3.4 degrees), so the axles'
// springs differ by 4 %. On springs to the frame instead, of 0.7 MN/m each, they would by more than half.
TEST(Tipper, RockingBeamsShareTheLoadOnUnevenGround) {
  Truck truck(TruckBox::loaded, description::read_site_text(kYard, "yard.yaml"));
  truck.run(4.0, {{"parking_brake", 1.0}});
  truck.world().edit_ground(
      terrain::ground_edit_from_text("{rectangle: [0.25, 1.25, -2, 2], raise: 0.08}"));
  truck.run(8.0);
  const double beam =
      0.5 * (truck.value("trunnion_left.angle") + truck.value("trunnion_right.angle"));
  const double pitch = std::asin(-truck.chassis().rotation(2, 0));
  EXPECT_NEAR(std::abs(beam + pitch), 0.08 / 1.35, 0.006) << "the beams follow the ground";
  const double half = truck.rear_load() / 2.0;
  EXPECT_NEAR(truck.load("middle"), half, 0.03 * half);
  EXPECT_NEAR(truck.load("rear"), half, 0.03 * half);
}

// Law: a parked truck does not creep and nothing in it trembles, loaded on a grade of 18 % too (what a parking
// brake must hold), at both steps.
TEST(Tipper, StandsStill) {
  for (const double step : {1e-3, 5e-3})
    for (const double grade : {0.0, 0.18}) {
      SCOPED_TRACE(grade);
      Truck truck(TruckBox::loaded, step, grade);
      truck.run(8.0, {{"parking_brake", 1.0}});
      const Vec3 before = truck.chassis().position;
      double fastest = 0.0;
      truck.run(10.0, {}, [&] {
        for (const auto& b : truck.machine().bodies)
          fastest =
              std::max(fastest, truck.world().twist(truck.world().body(b.name)).linear.norm());
      });
      EXPECT_LT((truck.chassis().position - before).norm(), 1e-3);
      EXPECT_LT(fastest, 1e-3) << "m/s";
      EXPECT_GT(truck.smallest_load(), 5000.0) << "N";
      EXPECT_EQ(truck.world().counters().contained, 0);
    }
}

/// Force of the tipping cylinder by virtual work: what lifts bed, load and the hanging tailgate, over the
/// cylinder's lengthening.
double cylinder_force(Truck& truck) {
  const Pose chassis = truck.chassis();
  const Vec3 hinge = chassis.point({-1.45, 0, 1.22});
  const sim::World& world = truck.world();
  const Pose bed = world.pose(world.body("bed"));
  // About -y; the tailgate does not turn and moves with its hinge.
  const Vec3 axis = -chassis.rotation.col(1);
  double moment = 0.0;
  for (const auto& b : truck.machine().bodies) {
    if (b.name != "bed" && b.name != "load" && b.name != "tailgate") continue;
    const Vec3 place = b.name == "tailgate" ? bed.point({-0.35, 0, 1.3}) : truck.centre_of(b);
    moment += b.mass * kGravity * axis.cross(place - hinge).z();
  }
  const Vec3 foot = chassis.point({1.2, 0, 0.74}), head = bed.point({2.65, 0, 0.08});
  return moment / (head - foot).normalized().dot(axis.cross(head - hinge));
}

// Law: at rest the cylinder carries what virtual work says, and the axles what moments say about the place where
// the load has gone; the bed goes to 50 degrees, and comes down by its weight alone.
TEST(Tipper, TipsAndComesDown) {
  for (const bool loaded : {false, true}) {
    SCOPED_TRACE(loaded);
    Truck truck(loaded ? TruckBox::loaded : TruckBox::empty);
    truck.run(5.0, {{"parking_brake", 1.0}, {"throttle", 3.0}});
    const double front = truck.load("front");
    truck.run(8.0, {{"tip", 1.0}});
    truck.run(6.0, {{"tip", 0.0}});
    EXPECT_GT(truck.tip_degrees(), 15.0);
    EXPECT_LT(truck.tip_degrees(), 30.0);
    const auto check = [&] {
      const double expected = cylinder_force(truck);
      EXPECT_GT(expected, 0.0);
      EXPECT_NEAR(truck.world().force(truck.world().drive("tip")), expected, 5e-3 * expected);
      // Tyres carry below their hubs, wherever the pitch of the truck has put these.
      const double middle = 0.5 * (truck.hub("middle_axle") + truck.hub("rear_axle"));
      const double arm = truck.hub("front_axle") - middle, behind = truck.centre().x() - middle;
      const double weight = truck.mass() * kGravity;
      EXPECT_NEAR(truck.load("front"), weight * behind / arm, 5e-3 * weight * behind / arm);
      EXPECT_NEAR(truck.value("tip.angle"), truck.value("tailgate.angle"), 1e-9)
          << "the tailgate hangs";
    };
    check();
    truck.run(16.0, {{"tip", 1.0}});
    truck.run(5.0, {{"tip", 0.0}});
    EXPECT_NEAR(truck.tip_degrees(), 50.0, 0.2);
    check();
    EXPECT_GT(truck.load("front"), 0.1 * truck.load("")) << "it must not rear up";
    truck.run(24.0, {{"tip", -1.0}});
    EXPECT_NEAR(truck.tip_degrees(), 0.0, 0.05);
    EXPECT_NEAR(truck.load("front"), front, 5e-3 * front);
    EXPECT_EQ(truck.world().counters().contained, 0);
  }
}

// Law: straight ahead it stays straight, gets to 30 km/h with all wheels on the ground, and its energy is accounted
// for: what the integrator and the projections take is small against what the motor gives.
TEST(Tipper, DrivesStraight) {
  for (const bool loaded : {false, true}) {
    SCOPED_TRACE(loaded);
    Truck truck(loaded ? TruckBox::loaded : TruckBox::empty);
    truck.run(5.0, {{"throttle", 3.0}, {"range", 2.0}});
    double least = 1e9, longest = 0.0;
    const Vec3 from = truck.chassis().position;
    truck.run(12.0, {{"travel", 1.0}}, [&] {
      least = std::min(least, truck.smallest_load());
      if (longest == 0.0 && truck.speed() > 30.0 / 3.6) longest = truck.world().time() - 5.0;
    });
    EXPECT_GT(longest, 30.0 / 3.6 / 1.2) << "not faster than its acceleration_max";
    EXPECT_LT(longest, 12.0);
    EXPECT_GT(least, 3000.0) << "N: no wheel hops";
    EXPECT_LT(std::abs(truck.chassis().position.y() - from.y()), 0.1);
    const auto e = truck.world().energies();
    EXPECT_NEAR(e.total() - e.ledger.start,
                e.ledger.external + e.ledger.drives - e.ledger.dissipated - e.ledger.integrator -
                    e.ledger.projection - e.ledger.detection,
                1e-6 * e.total());
    EXPECT_LT(std::abs(e.ledger.integrator), 0.01 * e.ledger.external);
    EXPECT_LT(std::abs(e.ledger.projection), 0.001 * e.ledger.external);
    EXPECT_EQ(truck.world().counters().contained, 0);
  }
}

/// Coasts at 30 km/h, then brakes to a stop; metres.
double stopping_distance(Truck& truck, double& speed) {
  truck.run(5.0, {{"throttle", 3.0}, {"range", 2.0}});
  for (int i = 0; i < 4000 && truck.speed() < 32.0 / 3.6; ++i)
    truck.run(truck.world().step_size(), {{"travel", 1.0}});
  for (int i = 0; i < 4000 && truck.speed() > 30.0 / 3.6; ++i)
    truck.run(truck.world().step_size(), {{"travel", 0.0}});
  speed = truck.speed();
  const Vec3 from = truck.chassis().position;
  truck.run(6.0, {{"brake", 1.0}});
  EXPECT_LT(std::abs(truck.speed()), 0.01);
  return (truck.chassis().position - from).norm();
}

// Law: the loaded truck's brakes are weaker than its tyres, so it stops by their torque, rolling resistance and the
// motor's drag, with a mass that includes what the wheels' inertia adds; the pedal takes 0.25 s.
TEST(Tipper, LoadedItStopsByItsBrakes) {
  Truck truck(TruckBox::loaded);
  double speed = 0.0;
  const double distance = stopping_distance(truck, speed);
  const double front = 0.503, rear = 0.519;  // loaded radii: 35 mm and 19 mm pressed in
  const double full = 2.0 * 14000.0 / front + 4.0 * 9500.0 / rear;
  const double always =
      2.0 * 30.0 / front + 4.0 * 50.0 / rear + 0.015 * truck.mass() * kGravity + 8000.0;
  const double mass = truck.mass() + 2.0 * 21.0 / (front * front) + 4.0 * 39.0 / (rear * rear);
  double expected = 0.0;
  const double h = 1e-4;
  for (double t = 0.0, v = speed; v > 0.0; t += h) {
    expected += v * h;
    v -= h * (full * std::min(1.0, 4.0 * t) + always) / mass;
  }
  EXPECT_NEAR(distance, expected, 0.03 * expected);
}

/// Friction of the tyre over its load, at its peak and at slip 1 (magic formula).
double sliding_friction(const description::TyreDirection& d, double df) {
  const double mu = d.mu + d.mu_load * df, stiffness = d.stiffness + d.stiffness_load * df;
  const double b = stiffness / (d.shape * mu), e = d.curvature + d.curvature_load * df;
  return mu * std::sin(d.shape * std::atan(b - e * (b - std::atan(b))));
}

// Law: nothing stops shorter than v²/(2 mu g) with the peak of the tyres, nor, braked at full, longer than locked
// wheels slide, after the 0.25 s of the pedal.
TEST(Tipper, EmptyItStopsByItsTyres) {
  Truck truck;
  double speed = 0.0;
  const double distance = stopping_distance(truck, speed);
  const auto& d = truck.machine().tyre_types[0].longitudinal;
  const double peak = d.mu + d.mu_load * -0.75;
  EXPECT_GT(distance, speed * speed / (2.0 * peak * kGravity));
  // Sliding: front tyres carry about 40 kN (df = 0.33) while it brakes, rear ones 4.4 kN (held at -0.75).
  const double slide =
      (80e3 * sliding_friction(d, 0.33) + 33e3 * sliding_friction(d, -0.75)) / 113e3;
  EXPECT_LT(distance, speed * speed / (2.0 * slide * kGravity) + 0.25 * speed);
}

// Law: with all wheels rolling about one centre the radius would be L / tan(delta). Two rear axles cannot: each tyre of
// them slips by its distance from the middle over R, and the front wheels must slip to turn the truck against that.
// Balance of forces and moments with linear tyres (the known "equivalent wheelbase" of a truck with two rear axles,
// twins included) gives delta = L/R + beta - alpha_f, with
//   M = (C_y a² + C_x s²)/R  of the rear tyres,  F = M/(L cos delta),  alpha_f = -F/C_f,  beta = F cos(delta)/C_r.
// At 15 degrees slips are 0.04, where the tyres are 3 % softer than linear. M makes the circle 7 % (empty) and 11 %
// (loaded) larger, so that is 0.3 % of the radius; the front wheels' own scrub is left out. Limit: 1.5 %.
TEST(Tipper, TurnsAsTheoryOfTwoRearAxlesSays) {
  for (const bool loaded : {false, true})
    for (const double side : {1.0, -1.0}) {
      SCOPED_TRACE(side);
      SCOPED_TRACE(loaded);
      Truck truck(loaded ? TruckBox::loaded : TruckBox::empty);
      truck.run(3.0, {{"throttle", 3.0}, {"range", 0.0}, {"steering", 0.6 * side}});
      truck.run(15.0, {{"travel", 1.0}});
      const auto& twist = truck.world().twist(truck.world().body("chassis"));
      const double radius = twist.linear.head<2>().norm() / std::abs(twist.angular.z());
      const double left = truck.value("kingpin_left.angle"),
                   right = truck.value("kingpin_right.angle");
      // Ackermann: both wheels about one centre.
      EXPECT_NEAR(1.0 / std::tan(right) - 1.0 / std::tan(left), 1.8 / kWheelbase, 1e-6);
      const double delta = std::atan(2.0 / (1.0 / std::tan(left) + 1.0 / std::tan(right))) * side;

      const auto& type = truck.machine().tyre_types[0];
      const auto stiffness = [&](const description::TyreDirection& d, double load) {
        const double df = std::clamp(load / type.nominal_load - 1.0, type.load_min, type.load_max);
        return load * (d.stiffness + d.stiffness_load * df);
      };
      const double front = truck.load("front") / 2.0, rear = truck.rear_load() / 8.0;
      const double c_f = 2.0 * stiffness(type.lateral, front),
                   c_r = 8.0 * stiffness(type.lateral, rear);
      const double twin = 8.0 * stiffness(type.longitudinal, rear) * 0.1725 * 0.1725;
      const double moment = c_r * kHalfSpread * kHalfSpread + twin;
      double expected = kWheelbase / std::tan(delta);
      for (int i = 0; i < 50; ++i) {
        const double force = moment / expected / (kWheelbase * std::cos(delta));
        expected = kWheelbase / (std::tan(delta - force / c_f) - force * std::cos(delta) / c_r);
      }
      EXPECT_GT(expected, 1.05 * kWheelbase / std::tan(delta));
      EXPECT_NEAR(radius, expected, 0.015 * expected);
      EXPECT_GT(truck.smallest_load(), 1000.0);
    }
}

// Law: at full lock its outer front wheel runs on a circle of less than 20 m.
TEST(Tipper, TurnsWithinTwentyMetres) {
  for (const double side : {1.0, -1.0}) {
    Truck truck;
    truck.run(4.0, {{"throttle", 3.0}, {"range", 0.0}, {"steering", side}});
    EXPECT_NEAR(truck.value(side > 0 ? "kingpin_left.angle" : "kingpin_right.angle"),
                side * 42.0 * M_PI / 180.0, 2e-3);
    truck.run(12.0, {{"travel", 1.0}});
    const auto& twist = truck.world().twist(truck.world().body("chassis"));
    const double radius = twist.linear.head<2>().norm() / std::abs(twist.angular.z());
    EXPECT_LT(2.0 * std::hypot(radius + 1.18, kWheelbase), 20.0);
    EXPECT_GT(2.0 * std::hypot(radius + 1.18, kWheelbase), 14.0);
  }
}

// Law: m g sin(18 %) = 40 kN; the site range pulls 110 kN, so the loaded truck starts on such a grade from its
// service brake, and rolls back by no more than its springs give.
TEST(Tipper, StartsOnAGrade) {
  Truck truck(TruckBox::loaded, 5e-3, 0.18);
  truck.run(6.0, {{"brake", 1.0}, {"throttle", 3.0}, {"range", 1.0}});
  const double from = truck.chassis().position.x();
  double back = 0.0;
  const auto watch = [&] { back = std::max(back, from - truck.chassis().position.x()); };
  truck.run(0.5, {{"travel", 1.0}}, watch);
  truck.run(5.0, {{"brake", 0.0}}, watch);
  EXPECT_LT(back, 0.05);
  EXPECT_GT(truck.chassis().position.x() - from, 5.0);
  EXPECT_GT(truck.speed(), 2.0);
}

description::Machine with_ball(const Vec3& position, const Vec3& velocity) {
  description::Machine m = Truck::read(TruckBox::empty);
  description::Body ball;
  ball.name = "ball";
  ball.mass = 300.0;
  ball.inertia = 0.4 * ball.mass * 0.2 * 0.2 * Mat3::Identity();
  ball.pose.position = position;
  ball.velocity = velocity;
  m.bodies.push_back(ball);
  description::ContactShape s;
  s.name = s.group = s.body = "ball";
  s.radius = 0.2;
  s.material = "steel";
  m.shapes.push_back(s);
  return m;
}

// Law: what flies at a wall of the box or the cab at 5 m/s does not get through it, and what falls into the box stays
// in it and is carried by its axles.
TEST(Tipper, WallsAreWalls) {
  struct Throw {
    const char* what;
    Vec3 from, velocity;
    int axis;
    double wall;  ///< the ball's centre stays on its side of it
  };
  for (const Throw& t : {Throw{"side of the box", {1.0, 2.4, 2.0}, {0, -5, 0}, 1, 1.23},
                         Throw{"side of the cab", {4.6, 2.4, 2.2}, {0, -5, 0}, 1, 1.22},
                         Throw{"front of the cab", {7.0, 0, 2.2}, {-5, 0, 0}, 0, 5.66},
                         Throw{"tank", {2.3, 2.4, 0.8}, {0, -5, 0}, 1, 1.19}}) {
    SCOPED_TRACE(t.what);
    Truck truck(with_ball(t.from, t.velocity));
    double nearest = 1e9;
    truck.run(0.6, {{"parking_brake", 1.0}}, [&] {
      nearest = std::min(nearest, truck.world().pose(truck.world().body("ball")).position[t.axis]);
    });
    EXPECT_GT(nearest, t.wall + 0.15) << "a ball of 0.2 m may dent it a little";
    EXPECT_LT(nearest, t.wall + 0.35) << "it was hit";
  }
  Truck truck(with_ball({0.6, 0.1, 3.5}, {0, 0, 0}));
  truck.run(6.0, {{"parking_brake", 1.0}});
  const Vec3 ball = truck.world().pose(truck.world().body("ball")).position;
  EXPECT_NEAR(ball.z(), 1.65, 0.03) << "on the floor";
  EXPECT_LT(std::abs(ball.y()), 1.15);
  EXPECT_GT(ball.x(), -1.7);
  EXPECT_LT(ball.x(), 2.9);
  EXPECT_NEAR(truck.load(""), truck.mass() * kGravity, 0.02 * truck.mass() * kGravity);
}

// Law: it does not drive through what stands on the ground.
TEST(Tipper, AWallStopsIt) {
  description::Machine m = Truck::read(TruckBox::empty);
  description::ContactShape wall;
  wall.name = wall.group = "wall";
  wall.body = description::kGround;
  wall.kind = description::ContactShape::Kind::box;
  wall.size = {0.4, 6.0, 2.0};
  wall.pose.position = {8.0, 0.0, 1.0};
  wall.material = "steel";
  m.shapes.push_back(wall);
  Truck truck(m);
  double furthest = 0.0;
  truck.run(8.0, {{"throttle", 3.0}, {"range", 0.0}, {"travel", 1.0}},
            [&] { furthest = std::max(furthest, truck.chassis().position.x()); });
  EXPECT_GT(furthest, 1.9) << "its bumper, at 5.76 m, gets to the wall at 7.8 m";
  EXPECT_LT(furthest, 2.1);
  EXPECT_EQ(truck.world().counters().contained, 0);
}

}  // namespace
}  // namespace outrigger
