/// The bundled excavator on the ground: statics against hand calculation, rest, travel, slope,
/// rollover. Loads and angles of reference are computed here from masses and lever arms, not by the
/// simulator.
#include <cmath>
#include <numbers>

#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/world.h"
#include "validation/cases/cases.h"

namespace outrigger::validation {
namespace excavator_case {

using description::Machine;

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kStep = 5e-3;

Machine excavator() {
  Machine m = description::read_machine_file(source_file("machines/excavator.yaml"));
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
  // Only the arm moves to its new angles.
  for (auto& b : m.bodies)
    if (b.name != "boom" && b.name != "stick" && b.name != "bucket" && b.name != "linkage_pin")
      b.pose_exact = true;
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
    const double moved = (world.pose(body).position - start).norm();
    most = std::max(most, moved);
    if (result.series.rows.size() <= static_cast<std::size_t>(i))
      result.series.rows.push_back({static_cast<double>(i + 1)});
    result.series.rows[static_cast<std::size_t>(i)].push_back(1e3 * moved);
  }
  result.bound(what + ": movement in 10 minutes [m]", most, 1e-3);
  result.bound(what + ": speed at the end [m/s]", world.twist(body).linear.norm(), 1e-9);
}

Result creep() {
  Result result;
  result.series.columns = {"t [s]", "level [mm]", "ramp [mm]", "on blade and outriggers [mm]"};
  {
    sim::World world = on_plane(excavator());
    world.set_input("parking_brake", 1.0);
    add_creep_rows(result, "level, brake on", world);
  }
  {
    // On the ramp of the worksite, 8.1 degrees, at its middle.
    sim::WorldOptions options;
    options.site = description::read_site_file(source_file("sites/worksite.yaml"));
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

/// Force of a tyre of the file whose locked wheel slides (slip 1), from the magic formula alone.
double locked_tyre_force(double load, double friction) {
  const double df = std::clamp((load - 3e4) / 3e4, -0.75, 0.6);
  const double d = (0.748 - 0.274 * df) * friction / 0.8 * load, c = 1.55;
  const double b = (13.8 - 7.78 * df) * load / (c * d), e = 0.25 + 0.7 * df;
  return d * std::sin(c * std::atan(b - e * (b - std::atan(b))));
}

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

  // Full brake: the front wheels roll with their brakes and half of the retarder, the rear ones, which
  // braking relieves, lock and slide; quasi-static load transfer, the pedal takes 1/8 s.
  const double v0 = speed();
  const Vec3 from = world.pose(body).position;
  world.set_input("travel", 0.0);
  world.set_input("brake", 1.0);
  drive_for(4.0);
  const double way = (world.pose(body).position - from).norm();
  const Weight w = weight_of(world, m);
  const double radius = 0.49, height = 1.56, wheelbase = 2.75;
  const double mass = w.force / kGravity;
  const double rear_at_rest = 110.6e3;
  const double front_brakes = 2 * (14500 + 60) / radius + 0.5 * 25e3;
  double deceleration = 0.0;
  for (int i = 0; i < 100; ++i) {
    const double rear = rear_at_rest - mass * deceleration * height / wheelbase;
    deceleration = (front_brakes + 0.015 * w.force + 4 * locked_tyre_force(rear / 4, 0.8)) / mass;
  }
  const double expected_way = v0 * (0.5 / 8) + v0 * v0 / (2 * deceleration);
  result.compare("stopping way, rear wheels locked [m]", way, expected_way, 0.05 * expected_way);
  drive_for(12.0);
  result.bound("speed after braking [m/s]", std::abs(speed()), 0.005);

  // Full lock at creeping speed: the rear axle runs on wheelbase / tan(28.63 degrees).
  world.set_input("brake", 0.0);
  world.set_input("range", 0.0);
  world.set_input("steering", 1.0);
  world.set_input("travel", 0.7);
  drive_for(12.0);
  const sim::BodyHandle outer_wheel = world.body("wheel_front_right");
  Vec3 path[3], outer_path[3];
  for (int i = 0; i < 3; ++i) {
    path[i] = world.pose(body).point(Vec3(-1.25, 0, -0.76));
    outer_path[i] = world.pose(outer_wheel).position;
    drive_for(5.0);
  }
  const double expected = 2.75 / std::tan(28.63 * kDegree);
  result.compare("turning radius of the rear axle at full lock [m]",
                 circle_radius(path[0], path[1], path[2]), expected, 0.05 * expected);
  result.compare("turning radius of the outer wheel's centre, machine data [m]",
                 circle_radius(outer_path[0], outer_path[1], outer_path[2]), 6.60, 0.05 * 6.60);
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

/// Acceleration of the machine that slides down with all wheels locked: load transfer between axles by
/// friction at the ground, `height` below the centre of mass, the same load on the four tyres of an axle.
double sliding_acceleration(const Weight& w, double x_front, double x_rear, double height,
                            double slope, double friction) {
  const double normal = w.force * std::cos(slope * kDegree);
  double front = 0.5 * normal, force = 0.0;
  for (int i = 0; i < 100; ++i) {
    force = 4 * locked_tyre_force(front / 4, friction) +
            4 * locked_tyre_force((normal - front) / 4, friction);
    front = (normal * (w.centre.x() - x_rear) + height * force) / (x_front - x_rear);
  }
  return kGravity * (std::sin(slope * kDegree) - force / w.force);
}

struct Slide {
  double way = 0.0;           ///< from 2 s to 6 s after the start [m]
  double acceleration = 0.0;  ///< mean from 3 s to 6 s [m/s^2]
  double expected = 0.0;      ///< the same by hand, for locked wheels
};

/// Down a slope with brakes on; in the first seconds the tyres settle.
Slide slide(double slope, double friction, Series* series) {
  Machine m = excavator();
  m.settings.gravity = kGravity * Vec3(std::sin(slope * kDegree), 0.0, -std::cos(slope * kDegree));
  sim::World world = on_plane(m, friction);
  world.set_input("parking_brake", 1.0);
  world.set_input("brake", 1.0);
  const sim::BodyHandle body = world.body("undercarriage");
  const double begin = world.pose(body).position.x();
  double start = begin, speed = 0.0;
  for (int i = 0; i < 60; ++i) {
    advance(world, 0.1);
    if (i == 19) start = world.pose(body).position.x();
    if (i == 29) speed = world.twist(body).linear.x();
    if (series != nullptr)
      series->rows.push_back({world.time(), world.pose(body).position.x() - begin,
                              world.twist(body).linear.x(), 1e-3 * front_load(world),
                              1e-3 * rear_load(world)});
  }
  const Weight w = weight_of(world, m);
  return {.way = world.pose(body).position.x() - start,
          .acceleration = (world.twist(body).linear.x() - speed) / 3.0,
          .expected = sliding_acceleration(w, x_of(world, "wheel_front_left", Vec3::Zero()),
                                           x_of(world, "wheel_rear_left", Vec3::Zero()),
                                           w.centre.z(), slope, friction)};
}

Result slope() {
  Result result;
  result.series.columns = {"t [s]", "way down [m]", "speed [m/s]", "front axle [kN]",
                           "rear axle [kN]"};
  // Top soil, friction 0.50: a slope of 28 degrees needs 0.53.
  const Slide down = slide(28.0, 0.5, &result.series);
  result.bound("28 degrees, friction 0.50: held back by [m] (slides when 0)",
               std::max(0.0, 1.0 - down.way), 0.0);
  result.compare("28 degrees, friction 0.50: acceleration, wheels locked [m/s^2]",
                 down.acceleration, down.expected, 0.01 * down.expected);
  result.bound("20 degrees, friction 0.50: way [m]", std::abs(slide(20.0, 0.5, nullptr).way), 0.05);
  result.bound("28 degrees, friction 0.80: way [m]", std::abs(slide(28.0, 0.8, nullptr).way), 0.05);
  return result;
}

// ------------------------------------------------------------------------------------- rollover

struct Tilt {
  const char* name;
  Vec3 down;                          ///< direction of the fall in the plane
  std::vector<std::string> relieved;  ///< tyres that carry nothing when it tips
  double published;                   ///< of the rigid machine [degrees]
};

/// Tip angle of a planar machine on tyre springs, from equilibrium alone: the largest slope for which
/// some lean of the machine balances the moments. `lines` are places of springs along the fall,
/// downhill positive, `stiffness` that of each; (c, h) the centre of mass above the unloaded hubs'
/// plane less the radius.
double tip_angle_by_statics(const std::vector<double>& lines, double stiffness,
                            double bump_stiffness, double weight, double c, double h) {
  const double radius = 0.5275, bump = 0.13;
  const auto moment = [&](double slope, double lean) {
    const double co = std::cos(lean), si = std::sin(lean);
    // Depth by bisection so that the springs carry the weight; then the moment that rights it.
    double low = -1.0, high = 1.0, righting = 0.0;
    for (int i = 0; i < 60; ++i) {
      const double sink = 0.5 * (low + high);
      double carried = 0.0;
      righting = 0.0;
      for (double line : lines) {
        const double place = line * co + radius * si;
        const double depth = radius - (radius * co - line * si - sink);
        double f = depth > 0.0 ? stiffness * depth : 0.0;
        if (depth > bump) f += bump_stiffness * (depth - bump);
        carried += f;
        righting += f * place;
      }
      const double normal = weight * std::cos(slope);
      righting -= normal * (c * co + h * si) + weight * std::sin(slope) * (h * co - c * si - sink);
      (carried < normal ? low : high) = sink;
    }
    return righting;
  };
  double stands = 0.0, falls = 60.0 * kDegree;
  while (falls - stands > 1e-4) {
    const double slope = 0.5 * (stands + falls);
    bool balanced = false;
    for (double lean = 0.0; lean < 0.3 && !balanced; lean += 5e-4)
      balanced = moment(slope, lean) >= 0.0;
    (balanced ? stands : falls) = slope;
  }
  return stands / kDegree;
}

/// A tilt table: 1 degree per second up to 8 degrees before the expected angle, then 0.2.
double table_angle(const Tilt& tilt, double time) {
  const double fast = tilt.published - 8.0;
  return time < fast ? time : fast + 0.2 * (time - fast);
}

/// Slope at which all but the outermost tyres leave the ground for good. Gravity turns slowly: each body carries a load that makes its
/// weight that of a tilted table. All wheels are locked.
double tip_angle(const Tilt& tilt, double tyre_stiffness_factor) {
  Machine m = excavator_in_travel_pose();
  for (auto& type : m.tyre_types) {
    // The hubs start at their loaded height.
    type.radius = 0.49 + (type.radius - 0.49) / tyre_stiffness_factor;
    type.stiffness *= tyre_stiffness_factor;
    type.damping *= std::sqrt(tyre_stiffness_factor);
  }
  for (auto& j : m.joints)
    if (j.name.starts_with("spin_")) j.type = description::JointType::fixed;
  m.brakes.clear();
  m.drivelines.clear();
  std::erase_if(m.coordinates, [](const auto& c) { return c.name.starts_with("spin_"); });
  for (const auto& b : m.bodies) {
    if (b.mass <= 0.0) continue;
    description::Load load;
    load.name = "tilt_" + b.name;
    load.body = b.name;
    load.point = b.centre;
    description::Function* components[] = {&load.x, &load.y, &load.z};
    for (int axis = 0; axis < 3; ++axis) {
      description::Function& f = *components[axis];
      f.kind = description::Function::Kind::table;
      for (int t = 0; t <= 150; ++t) {
        const double angle = table_angle(tilt, t) * kDegree;
        const Vec3 change = std::sin(angle) * tilt.down + (1.0 - std::cos(angle)) * Vec3::UnitZ();
        f.table.emplace_back(t, b.mass * kGravity * change[axis]);
      }
    }
    m.loads.push_back(load);
  }
  sim::World world = on_plane(m, 3.0);
  const sim::BodyHandle body = world.body("undercarriage");
  double last = 0.0;
  while (world.time() < 145.0) {
    advance(world, 0.05);
    double load = 0.0;
    for (const std::string& tyre : tilt.relieved) load += world.reading(world.tyre(tyre)).load;
    if (load > 1.0) last = table_angle(tilt, world.time());
    if (world.pose(body).rotation(2, 2) < std::cos(15.0 * kDegree)) break;
    if (world.time() > tilt.published - 8.0 && table_angle(tilt, world.time()) > last + 2.0) break;
  }
  return last;
}

Result rollover() {
  Result result;
  const Tilt tilts[] = {
      {"sideways",
       -Vec3::UnitY(),
       {"front_left_inner", "front_left_outer", "rear_left_inner", "rear_left_outer",
        "front_right_inner", "rear_right_inner"},
       35.0},
      {"forwards",
       Vec3::UnitX(),
       {"rear_left_inner", "rear_left_outer", "rear_right_inner", "rear_right_outer"},
       40.0},
      {"backwards",
       -Vec3::UnitX(),
       {"front_left_inner", "front_left_outer", "front_right_inner", "front_right_outer"},
       42.0}};
  // The angles of the machine data are those of a rigid machine; stiff tyres come near to it.
  for (const Tilt& t : tilts)
    result.compare(std::string("tip angle ") + t.name + ", tyres 100 times stiffer [degrees]",
                   tip_angle(t, 100.0), t.published, 1.0);
  // On its own tyres it leans and tips earlier.
  {
    const Machine m = excavator_in_travel_pose();
    sim::World world = on_plane(m);
    const Weight w = weight_of(world, m);
    const double h = w.centre.z() - 0.49 + 0.5275, k = 8e5, bump = 5e6;
    const double sideways = tip_angle_by_statics({-1.115, -0.805, 0.805, 1.115}, 2 * k, 2 * bump,
                                                 w.force, -w.centre.y(), h);
    const double forwards =
        tip_angle_by_statics({-1.25, 1.5}, 4 * k, 4 * bump, w.force, w.centre.x(), h);
    const double backwards =
        tip_angle_by_statics({-1.5, 1.25}, 4 * k, 4 * bump, w.force, -w.centre.x(), h);
    result.compare("tip angle sideways on its tyres [degrees]", tip_angle(tilts[0], 1.0), sideways,
                   1.0);
    result.compare("tip angle forwards on its tyres [degrees]", tip_angle(tilts[1], 1.0), forwards,
                   1.0);
    result.compare("tip angle backwards on its tyres [degrees]", tip_angle(tilts[2], 1.0),
                   backwards, 1.0);
  }

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

}  // namespace excavator_case

std::vector<Case> excavator_cases() {
  using namespace excavator_case;
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
