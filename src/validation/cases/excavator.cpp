/// The bundled excavator on the ground: statics against hand calculation, rest, travel, slope,
/// rollover. Loads and angles of reference are computed here from masses and lever arms, not by the
/// simulator.
#include <cmath>
#include <numbers>

#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/world.h"
#include "validation/cases/cases.h"

namespace outrigger::validation {
namespace {

using description::Machine;

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kGravity = 9.81;
constexpr double kStep = 5e-3;

std::string source_path(const std::string& relative) {
  return std::string(OUTRIGGER_SOURCE_DIR) + "/" + relative;
}

Machine excavator() {
  Machine m = description::read_machine_file(source_path("machines/excavator.yaml"));
  m.settings.step = kStep;
  return m;
}

/// Sets the angle of a revolute joint in the assembled pose.
void set_angle(Machine& m, const std::string& joint, double degrees) {
  description::Coordinate c;
  c.name = joint + "_at_start";
  c.kind = description::Coordinate::Kind::angle;
  c.joint = joint;
  c.initial = degrees * kDegree;
  m.coordinates.push_back(c);
}

Machine excavator_in_travel_pose() {
  Machine m = excavator();
  set_angle(m, "boom_foot", 14);
  set_angle(m, "stick_pin", -142);
  set_angle(m, "bucket_hinge", -120);
  return m;
}

/// A plane with one surface; tilting gravity instead of the plane gives the same motion.
description::Site plane(double tyre_friction) {
  description::Site site;
  site.name = "plane";
  description::Material soil;
  soil.name = "soil";
  soil.young = 3e7;
  soil.restitution = 0.05;
  site.materials = {soil};
  description::FrictionPair pair;
  pair.name = "steel_on_soil";
  pair.material_a = "steel";
  pair.material_b = "soil";
  pair.static_coefficient = 0.55;
  pair.dynamic_coefficient = 0.48;
  site.friction = {pair};
  description::Surface surface;
  surface.name = "soil";
  surface.material = "soil";
  surface.tyre_friction = tyre_friction;
  site.surfaces = {surface};
  return site;
}

sim::World on_plane(const Machine& m, double tyre_friction = 0.8) {
  sim::WorldOptions options;
  options.site = plane(tyre_friction);
  return sim::World(m, options);
}

void advance(sim::World& world, double seconds) {
  const auto steps = static_cast<std::int64_t>(std::lround(seconds / world.step_size()));
  for (std::int64_t i = 0; i < steps; ++i) world.step();
}

constexpr const char* kWheels[] = {"front_left", "front_right", "rear_left", "rear_right"};

double wheel_load(const sim::World& world, const std::string& wheel) {
  return world.reading(world.tyre(wheel + "_inner")).load +
         world.reading(world.tyre(wheel + "_outer")).load;
}
double front_load(const sim::World& w) {
  return wheel_load(w, "front_left") + wheel_load(w, "front_right");
}
double rear_load(const sim::World& w) {
  return wheel_load(w, "rear_left") + wheel_load(w, "rear_right");
}

struct Weight {
  double force = 0.0;
  Vec3 centre = Vec3::Zero();
};

Weight weight_of(const sim::World& world, const Machine& m) {
  Weight w;
  double mass = 0.0;
  for (const auto& b : m.bodies) {
    w.centre += b.mass * world.pose(world.body(b.name)).point(b.centre);
    mass += b.mass;
  }
  w.centre /= mass;
  w.force = mass * kGravity;
  return w;
}

double x_of(const sim::World& world, const std::string& body, const Vec3& point) {
  return world.pose(world.body(body)).point(point).x();
}

// ------------------------------------------------------------------------------------- statics

/// Two supports in a row carry a weight by their lever arms.
std::pair<double, double> two_supports(const Weight& w, double x_front, double x_rear) {
  const double front = w.force * (w.centre.x() - x_rear) / (x_front - x_rear);
  return {front, w.force - front};
}

void add_axle_rows(Result& result, const std::string& pose, const Machine& m,
                   double published_front, double published_rear) {
  sim::World world = on_plane(m);
  world.set_input("parking_brake", 1.0);
  advance(world, 20.0);
  const auto [front, rear] =
      two_supports(weight_of(world, m), x_of(world, "wheel_front_left", Vec3::Zero()),
                   x_of(world, "wheel_rear_left", Vec3::Zero()));
  result.compare(pose + ": front axle [N]", front_load(world), front, 0.01 * front);
  result.compare(pose + ": rear axle [N]", rear_load(world), rear, 0.01 * rear);
  result.compare(pose + ": front axle, machine data [N]", front_load(world), published_front,
                 0.01 * published_front);
  result.compare(pose + ": rear axle, machine data [N]", rear_load(world), published_rear,
                 0.01 * published_rear);
  double deflection = 0.0;
  for (const char* wheel : {"front_left", "front_right"})
    for (const char* side : {"_inner", "_outer"})
      deflection += 0.25 * world.reading(world.tyre(std::string(wheel) + side)).deflection;
  const double expected = front / (4 * 8e5);
  result.compare(pose + ": mean deflection of the front tyres [m]", deflection, expected,
                 0.01 * expected);
}

Result statics() {
  Result result;
  add_axle_rows(result, "reference pose", excavator(), 126.5e3, 103.4e3);
  add_axle_rows(result, "travel pose", excavator_in_travel_pose(), 119.3e3, 110.6e3);

  // It lifts itself with blade and outriggers until no wheel touches; then two supports carry all.
  const Machine m = excavator();
  sim::World world = on_plane(m);
  world.set_input("parking_brake", 1.0);
  advance(world, 2.0);
  world.set_input("blade", 1.0);
  world.set_input("outriggers", 1.0);
  result.series.columns = {"t [s]", "wheels [kN]", "blade [kN]", "feet [kN]"};
  const auto feet = [&] {
    return world.contact_force("foot_left").z() + world.contact_force("foot_right").z();
  };
  for (int i = 0; i < 150; ++i) {
    advance(world, 0.1);
    result.series.rows.push_back({world.time(), 1e-3 * (front_load(world) + rear_load(world)),
                                  1e-3 * world.contact_force("blade").z(), 1e-3 * feet()});
  }
  world.set_input("blade", 0.0);
  world.set_input("outriggers", 0.0);
  advance(world, 10.0);
  const auto [blade, legs] =
      two_supports(weight_of(world, m), x_of(world, "blade", Vec3(0.86, 0, 0)),
                   0.5 * (x_of(world, "outrigger_left", Vec3(0, 0.82, 0)) +
                          x_of(world, "outrigger_right", Vec3(0, -0.82, 0))));
  result.bound("lifted: load on the wheels [N]", front_load(world) + rear_load(world), 1.0);
  result.compare("lifted: blade [N]", world.contact_force("blade").z(), blade, 0.01 * blade);
  result.compare("lifted: feet [N]", feet(), legs, 0.01 * legs);
  return result;
}

// ---------------------------------------------------------------------------------------- creep

void add_creep_rows(Result& result, const std::string& what, sim::World& world) {
  const sim::BodyHandle body = world.body("undercarriage");
  advance(world, 10.0);
  const Vec3 start = world.pose(body).position;
  double most = 0.0;
  for (int i = 0; i < 600; ++i) {
    advance(world, 1.0);
    most = std::max(most, (world.pose(body).position - start).norm());
  }
  result.bound(what + ": movement in 10 minutes [m]", most, 1e-3);
  result.bound(what + ": speed at the end [m/s]", world.twist(body).linear.norm(), 1e-9);
}

Result creep() {
  Result result;
  {
    sim::World world = on_plane(excavator());
    world.set_input("parking_brake", 1.0);
    add_creep_rows(result, "level, brake on", world);
  }
  {
    // On the ramp of the worksite, 8.1 degrees, at its middle.
    sim::WorldOptions options;
    options.site = description::read_site_file(source_path("sites/worksite.yaml"));
    const terrain::Ground ground(*options.site);
    const double x = 78.0, y = 23.0;
    Machine m = excavator();
    const double pitch = -std::atan2(ground.height(x + 1, y) - ground.height(x - 1, y), 2.0);
    for (auto& b : m.bodies) {
      const Mat3 turn = Eigen::AngleAxisd(pitch, Vec3::UnitY()).toRotationMatrix();
      b.pose.position = turn * b.pose.position + Vec3(x, y, ground.height(x, y));
      b.pose.rotation = turn * b.pose.rotation;
    }
    sim::World world(m, options);
    world.set_input("parking_brake", 1.0);
    add_creep_rows(result, "ramp, brake on", world);
    const Vec3 forward = world.pose(world.body("undercarriage")).rotation.col(0);
    result.compare("ramp: pitch [degrees]", std::asin(forward.z()) / kDegree, 8.13, 0.5);
  }
  {
    sim::World world = on_plane(excavator());
    world.set_input("parking_brake", 1.0);
    world.set_input("blade", 1.0);
    world.set_input("outriggers", 1.0);
    advance(world, 15.0);
    world.set_input("blade", 0.0);
    world.set_input("outriggers", 0.0);
    add_creep_rows(result, "on blade and outriggers", world);
  }
  return result;
}

// ---------------------------------------------------------------------------------------- drive

/// Radius of the circle through three points of a path in the plane.
double circle_radius(const Vec3& a, const Vec3& b, const Vec3& c) {
  const double area = 0.5 * std::abs((b - a).head<2>().x() * (c - a).head<2>().y() -
                                     (b - a).head<2>().y() * (c - a).head<2>().x());
  return (b - a).head<2>().norm() * (c - b).head<2>().norm() * (a - c).head<2>().norm() /
         (4.0 * area);
}

Result drive() {
  Result result;
  const Machine m = excavator_in_travel_pose();
  sim::World world = on_plane(m);
  const sim::BodyHandle body = world.body("undercarriage");
  const auto speed = [&] { return world.pose(body).rotation.col(0).dot(world.twist(body).linear); };
  result.series.columns = {"t [s]", "speed [km/h]", "front axle [kN]", "rear axle [kN]"};
  const auto drive_for = [&](double seconds) {
    for (int i = 0; i < std::lround(10 * seconds); ++i) {
      advance(world, 0.1);
      result.series.rows.push_back(
          {world.time(), 3.6 * speed(), 1e-3 * front_load(world), 1e-3 * rear_load(world)});
    }
  };
  drive_for(2.0);
  world.set_input("range", 2.0);
  world.set_input("travel", 1.0);
  drive_for(25.0);
  result.compare("top speed in the road range [km/h]", 3.6 * speed(), 20.0, 1.0);

  // Full brake: four brakes of 14.5 kN m at the loaded radius, against the machine and its wheels.
  const double v0 = speed();
  const Vec3 from = world.pose(body).position;
  world.set_input("travel", 0.0);
  world.set_input("brake", 1.0);
  drive_for(6.0);
  const double way = (world.pose(body).position - from).norm();
  const double radius = 0.49, mass = 23440 + 4 * 25.1 / (radius * radius);
  const double braking = (4 * 14500 + 4 * 60) / radius + 0.015 * 23440 * kGravity + 25e3;
  const double shortest = v0 * v0 / (2 * braking / mass);
  result.compare("stopping way against brakes and retarder [m]", way, shortest, 0.25 * shortest);
  result.bound("speed after braking [m/s]", std::abs(speed()), 0.02);

  // Full lock at creeping speed: the rear axle runs on wheelbase / tan(28.63 degrees).
  world.set_input("brake", 0.0);
  world.set_input("range", 0.0);
  world.set_input("steering", 1.0);
  world.set_input("travel", 0.7);
  drive_for(12.0);
  Vec3 path[3];
  for (Vec3& p : path) {
    p = world.pose(body).point(Vec3(-1.25, 0, -0.76));
    drive_for(5.0);
  }
  const double expected = 2.75 / std::tan(28.63 * kDegree);
  result.compare("turning radius of the rear axle at full lock [m]",
                 circle_radius(path[0], path[1], path[2]), expected, 0.05 * expected);
  world.set_input("travel", 0.0);
  world.set_input("steering", 0.0);
  world.set_input("parking_brake", 1.0);
  drive_for(6.0);

  // Pressing the bucket down lifts the front axle off the ground.
  world.set_input("stick", -1.0);
  drive_for(2.0);
  world.set_input("stick", 0.0);
  world.set_input("boom", -1.0);
  double least = 1e9;
  for (int i = 0; i < 80; ++i) {
    drive_for(0.1);
    least = std::min(least, front_load(world));
  }
  result.bound("pushed up with the bucket: least load of the front axle [N]", least, 1.0);
  result.bound("contained steps", static_cast<double>(world.counters().contained), 0.0);
  return result;
}

// ---------------------------------------------------------------------------------------- slope

/// Way down a slope within 4 s, brakes on, starting after 2 s on the level.
double slide(double slope, double friction, Series* series) {
  Machine m = excavator();
  m.settings.gravity = kGravity * Vec3(std::sin(slope * kDegree), 0.0, -std::cos(slope * kDegree));
  sim::World world = on_plane(m, friction);
  world.set_input("parking_brake", 1.0);
  world.set_input("brake", 1.0);
  const sim::BodyHandle body = world.body("undercarriage");
  const double start = world.pose(body).position.x();
  for (int i = 0; i < 40; ++i) {
    advance(world, 0.1);
    if (series != nullptr)
      series->rows.push_back({world.time(), world.pose(body).position.x() - start,
                              world.twist(body).linear.x(), 1e-3 * front_load(world),
                              1e-3 * rear_load(world)});
  }
  return world.pose(body).position.x() - start;
}

Result slope() {
  Result result;
  result.series.columns = {"t [s]", "way down [m]", "speed [m/s]", "front axle [kN]",
                           "rear axle [kN]"};
  // Top soil, friction 0.50: a slope of 28 degrees needs 0.53.
  const double way = slide(28.0, 0.5, &result.series);
  result.bound("28 degrees, friction 0.50: held back by [m] (slides when 0)",
               std::max(0.0, 1.0 - way), 0.0);
  result.bound("20 degrees, friction 0.50: way [m]", slide(20.0, 0.5, nullptr), 0.1);
  result.bound("28 degrees, friction 0.80: way [m]", slide(28.0, 0.8, nullptr), 0.1);
  return result;
}

// ------------------------------------------------------------------------------------- rollover

struct Tilt {
  const char* name;
  Vec3 down;                          ///< direction of the fall in the plane
  std::array<const char*, 2> uphill;  ///< wheels that are relieved
  double published;                   ///< [degrees]
};

/// Load of the uphill wheels when the machine stands on a slope, all wheels locked.
double uphill_load(const Tilt& tilt, double degrees) {
  Machine m = excavator_in_travel_pose();
  const double a = degrees * kDegree;
  m.settings.gravity = kGravity * (std::sin(a) * tilt.down - std::cos(a) * Vec3::UnitZ());
  sim::World world = on_plane(m, 3.0);
  world.set_input("parking_brake", 1.0);
  world.set_input("brake", 1.0);
  advance(world, 15.0);
  return wheel_load(world, tilt.uphill[0]) + wheel_load(world, tilt.uphill[1]);
}

/// Angle at which the uphill load vanishes, from a parabola through three stable slopes.
double tip_angle(const Tilt& tilt) {
  const double x[3] = {tilt.published - 21, tilt.published - 16, tilt.published - 11};
  double y[3];
  for (int i = 0; i < 3; ++i) y[i] = uphill_load(tilt, x[i]);
  const double d1 = (y[1] - y[0]) / (x[1] - x[0]), d2 = (y[2] - y[1]) / (x[2] - x[1]);
  const double c = (d2 - d1) / (x[2] - x[0]);
  double angle = x[2];
  for (int i = 0; i < 50; ++i) {
    const double value = y[0] + d1 * (angle - x[0]) + c * (angle - x[0]) * (angle - x[1]);
    const double slope_here = d1 + c * (2 * angle - x[0] - x[1]);
    angle -= value / slope_here;
  }
  return angle;
}

Result rollover() {
  Result result;
  const Tilt tilts[] = {{"sideways", -Vec3::UnitY(), {"front_left", "rear_left"}, 35.0},
                        {"forwards", Vec3::UnitX(), {"rear_left", "rear_right"}, 40.0},
                        {"backwards", -Vec3::UnitX(), {"front_left", "front_right"}, 42.0}};
  for (const Tilt& t : tilts)
    result.compare(std::string("tip angle ") + t.name + " [degrees]", tip_angle(t), t.published,
                   1.0);

  // Beyond the tip angle it falls on its side and comes to rest there.
  Machine m = excavator_in_travel_pose();
  const double a = 37.0 * kDegree;
  m.settings.gravity = kGravity * Vec3(0.0, -std::sin(a), -std::cos(a));
  sim::World world = on_plane(m, 3.0);
  world.set_input("parking_brake", 1.0);
  world.set_input("brake", 1.0);
  const sim::BodyHandle body = world.body("undercarriage");
  result.series.columns = {"t [s]", "tilt [degrees]", "height of the slew ring [m]",
                           "kinetic energy [kJ]"};
  double most = 0.0, gain = 0.0;
  const double start = world.energies().total();
  for (int i = 0; i < 400; ++i) {
    advance(world, 0.02);
    const double up = std::clamp(world.pose(body).rotation(2, 2), -1.0, 1.0);
    const double tilt = std::acos(up) / kDegree;
    const sim::Energies e = world.energies();
    most = std::max(most, tilt);
    gain = std::max(gain, (e.total() - start - e.ledger.drives) / start);
    result.series.rows.push_back(
        {world.time(), tilt, world.pose(body).position.z(), 1e-3 * e.kinetic});
  }
  result.bound("37 degrees sideways: missing to lie on its side [degrees]",
               std::max(0.0, 80.0 - most), 0.0);
  result.bound("37 degrees sideways: contained steps",
               static_cast<double>(world.counters().contained), 0.0);
  result.bound("37 degrees sideways: energy gained / energy at the start", gain, 0.001);
  return result;
}

}  // namespace

std::vector<Case> excavator_cases() {
  return {
      {"excavator-static", "excavator at rest: axle, blade and foot loads against hand statics",
       statics},
      {"excavator-creep",
       "parked excavator: level, on the ramp and on its outriggers for 10 minutes", creep},
      {"excavator-drive",
       "excavator: top speed, braking, turning circle, pushing up with the bucket", drive},
      {"excavator-slope", "excavator on 28 degrees: slides on top soil, holds on asphalt", slope},
      {"excavator-rollover", "excavator: tip angles, and a rollover that completes", rollover},
  };
}

}  // namespace outrigger::validation
