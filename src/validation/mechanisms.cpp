#include "validation/mechanisms.h"

#include <cmath>

#include <fmt/format.h>

#include "description/mass_properties.h"
#include "math/elementary.h"
#include "validation/exact/andrews.h"

namespace outrigger::validation {

using description::Body;
using description::Joint;
using description::JointType;
using description::kGround;
using description::Machine;

namespace {

Mat3 box_inertia(double mass, const Vec3& size) {
  const Vec3 s2 = size.cwiseProduct(size);
  return (mass / 12.0 * Vec3(s2.y() + s2.z(), s2.x() + s2.z(), s2.x() + s2.y())).asDiagonal();
}

Joint revolute(const std::string& name, const std::string& a, const std::string& b,
               const Vec3& point_a, const Vec3& point_b, const Vec3& axis_a, const Vec3& axis_b) {
  Joint j;
  j.name = name;
  j.type = JointType::revolute;
  j.body_a = a;
  j.body_b = b;
  j.point_a = point_a;
  j.point_b = point_b;
  j.axis_a = axis_a;
  j.axis_b = axis_b;
  return j;
}

Mat3 turn_about_z(double angle) {
  const auto [s, c] = elementary::sincos(angle);
  Mat3 r;
  r << c, -s, 0, s, c, 0, 0, 0, 1;
  return r;
}

Body body(const std::string& name, double mass, const Vec3& centre, const Vec3& moments,
          const Pose& pose) {
  Body b;
  b.name = name;
  b.mass = mass;
  b.centre = centre;
  b.inertia = moments.asDiagonal();
  b.pose = pose;
  b.pose_given = true;
  return b;
}

/// Moments of a body that only turns about z; the others are possible ones and do not matter.
Vec3 planar_moments(double about_z) { return {0.6 * about_z, 0.6 * about_z, about_z}; }

const Pose& written_pose(const Machine& m, const std::string& name) {
  static const Pose ground;
  for (const Body& b : m.bodies)
    if (b.name == name) return b.pose;
  return ground;
}

/// Joins two bodies at a point with an axis, both given in the world at the written pose.
Joint& join(Machine& m, JointType type, const std::string& name, const std::string& a,
            const std::string& b, const Vec3& point, const Vec3& axis = Vec3::UnitZ()) {
  const Pose& pose_a = written_pose(m, a);
  const Pose& pose_b = written_pose(m, b);
  Joint j = revolute(name, a, b, pose_a.local_point(point), pose_b.local_point(point),
                     pose_a.local_direction(axis), pose_b.local_direction(axis));
  j.type = type;
  m.joints.push_back(j);
  return m.joints.back();
}

description::Coordinate& measure_angle(Machine& m, const std::string& name,
                                       const std::string& joint) {
  description::Coordinate c;
  c.name = name;
  c.joint = joint;
  c.kind = description::Coordinate::Kind::angle;
  m.coordinates.push_back(c);
  return m.coordinates.back();
}

/// Guides the coordinate at a constant speed from 0, or only starts it.
void move(Machine& m, const std::string& coordinate, double speed, CrankMotion motion) {
  for (auto& c : m.coordinates)
    if (c.name == coordinate && motion == CrankMotion::free) c.initial_speed = speed;
  if (motion == CrankMotion::free) return;
  description::Drive drive;
  drive.name = "motor";
  drive.coordinate = coordinate;
  drive.function.kind = description::Function::Kind::formula;
  drive.function.formula = fmt::format("{:.17g}*t", speed);
  m.drives.push_back(drive);
}

/// The rod of 1 m without thickness, but for a little inertia about itself.
Body slender(Body b) {
  b.inertia = Vec3(1e-4, b.mass / 12.0, b.mass / 12.0).asDiagonal();
  return b;
}

/// A uniform square rod from p to q: frame at p, x along the rod.
Body rod(const std::string& name, const Vec3& p, const Vec3& q, double mass, double width,
         const Vec3& side) {
  Body b;
  b.name = name;
  b.mass = mass;
  const double length = (q - p).norm();
  b.centre = Vec3(0.5 * length, 0, 0);
  b.inertia = box_inertia(mass, Vec3(length, width, width));
  Mat3 r;
  r.col(0) = (q - p) / length;
  r.col(1) = side;
  r.col(2) = r.col(0).cross(r.col(1));
  b.pose = {p, r};
  b.pose_given = true;
  return b;
}

}  // namespace

Machine make_chain(int links, double mass_ratio) {
  Machine m;
  m.name = fmt::format("chain-{}", links);
  m.settings.duration = 1.0;
  for (int i = 0; i < links; ++i) {
    Body b = rod(fmt::format("link_{}", i + 1), Vec3(i, 0, 0), Vec3(i + 1, 0, 0),
                 i % 2 == 0 ? 1.0 : mass_ratio, 0.1, Vec3::UnitY());
    m.bodies.push_back(b);
    const Vec3 axis = i % 2 == 0 ? Vec3::UnitY() : Vec3::UnitZ();
    m.joints.push_back(revolute(fmt::format("joint_{}", i + 1),
                                i == 0 ? kGround : m.bodies[i - 1].name, b.name,
                                Vec3(i == 0 ? 0.0 : 1.0, 0, 0), Vec3::Zero(), axis, axis));
  }
  description::Load push;
  push.name = "push";
  push.body = m.bodies.back().name;
  push.point = Vec3(0.5, 0, 0);
  push.y.value = 1.0;
  m.loads.push_back(push);
  return m;
}

Machine make_fourbar(int loops) {
  Machine m;
  m.name = fmt::format("fourbar-{}", loops);
  m.settings.gravity = Vec3(0, -9.81, 0);
  for (int i = 0; i <= loops; ++i) {
    Body b = slender(
        rod(fmt::format("rod_{}", i), Vec3(i, 0, 0), Vec3(i, 1, 0), 1.0, 0.01, -Vec3::UnitX()));
    m.bodies.push_back(b);
    m.joints.push_back(revolute(fmt::format("a_{}", i), kGround, b.name, Vec3(i, 0, 0),
                                Vec3::Zero(), Vec3::UnitZ(), Vec3::UnitZ()));
  }
  for (int i = 1; i <= loops; ++i) {
    Body b = slender(rod(fmt::format("coupler_{}", i), Vec3(i - 1, 1, 0), Vec3(i, 1, 0), 1.0, 0.01,
                         Vec3::UnitY()));
    m.bodies.push_back(b);
    m.joints.push_back(revolute(fmt::format("b_{}", i - 1), fmt::format("rod_{}", i - 1), b.name,
                                Vec3(1, 0, 0), Vec3::Zero(), Vec3::UnitZ(), Vec3::UnitZ()));
    m.joints.push_back(revolute(fmt::format("c_{}", i), b.name, fmt::format("rod_{}", i),
                                Vec3(1, 0, 0), Vec3(1, 0, 0), Vec3::UnitZ(), Vec3::UnitZ()));
  }
  // One speed is enough; the assembler finds the others.
  description::Coordinate angle;
  angle.name = "a_0.angle";
  angle.joint = "a_0";
  angle.kind = description::Coordinate::Kind::angle;
  angle.initial_speed = -1.0;
  m.coordinates.push_back(angle);
  return m;
}

Machine make_bricard(RodSection section) {
  Machine m;
  m.name = "bricard";
  m.settings.gravity = Vec3(0, -9.81, 0);
  const Vec3 p[6] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vec3 axis[6] = {Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX(),
                        Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX()};
  for (int i = 0; i < 5; ++i) {
    const Body b = rod(fmt::format("rod_{}", i + 1), p[i], p[i + 1], 1.0, 0.1, axis[i]);
    m.bodies.push_back(section == RodSection::slender ? slender(b) : b);
  }
  for (int i = 0; i < 6; ++i) {
    const std::string a = i == 0 ? kGround : m.bodies[i - 1].name;
    const std::string b = i == 5 ? kGround : m.bodies[i].name;
    const Pose pose_a = i == 0 ? Pose{} : m.bodies[i - 1].pose;
    const Pose pose_b = i == 5 ? Pose{} : m.bodies[i].pose;
    m.joints.push_back(revolute(fmt::format("joint_{}", i), a, b, pose_a.local_point(p[i]),
                                pose_b.local_point(p[i]), pose_a.local_direction(axis[i]),
                                pose_b.local_direction(axis[i])));
  }
  return m;
}

Machine make_free_top(const Vec3& inertia, const Vec3& spin) {
  Machine m;
  m.name = "free-top";
  m.settings.gravity = Vec3::Zero();
  Body b;
  b.name = "top";
  b.mass = 1.0;
  b.inertia = inertia.asDiagonal();
  b.pose_given = true;
  b.angular_velocity = spin;
  m.bodies.push_back(b);
  return m;
}

Machine make_heavy_top(const HeavyTop& top) {
  Machine m;
  m.name = "heavy-top";
  m.settings.gravity = Vec3(0, 0, -top.gravity);
  m.settings.duration = 1.0;
  const double steiner = top.mass * top.centre_distance * top.centre_distance;
  const Mat3 r = top.start.orientation.toRotationMatrix();
  Body b = body(
      "top", top.mass, Vec3(0, 0, top.centre_distance),
      Vec3(top.transverse_inertia - steiner, top.transverse_inertia - steiner, top.axial_inertia),
      {Vec3::Zero(), r});
  b.angular_velocity = r * top.start.angular_velocity;
  m.bodies.push_back(b);
  join(m, JointType::spherical, "foot", kGround, "top", Vec3::Zero());
  return m;
}

Machine make_double_pendulum(const SphericalDoublePendulum& pendulum) {
  Machine m;
  m.name = "double-pendulum";
  m.settings.gravity = pendulum.gravity;
  m.settings.duration = 2.0;
  Vec3 joint = pendulum.anchor;
  std::string above = kGround;
  for (const bool upper : {true, false}) {
    const PendulumBody& p = upper ? pendulum.first : pendulum.second;
    const Mat3 r = p.start.orientation.toRotationMatrix();
    Body b = body(upper ? "upper_arm" : "forearm", p.mass, Vec3::Zero(), Vec3::Zero(),
                  {joint - r * p.upper_joint, r});
    b.inertia = p.inertia;
    b.angular_velocity = r * p.start.angular_velocity;
    m.bodies.push_back(b);
    join(m, JointType::spherical, upper ? "shoulder" : "elbow", above, b.name, joint);
    joint = b.pose.point(p.lower_joint);
    above = b.name;
  }
  return m;
}

SphericalDoublePendulum arm_of_ellipsoids() {
  const auto ellipsoid = [](double mass, const Vec3& semi_axes, double degrees) {
    const description::MassProperties solid =
        description::with_mass(description::solid_ellipsoid(semi_axes), mass);
    const double half = degrees * 3.14159265358979323846 / 360.0;
    PendulumBody b;
    b.mass = mass;
    b.inertia = solid.inertia;
    b.upper_joint = Vec3(0, 0, -semi_axes.z());
    b.lower_joint = Vec3(0, 0, semi_axes.z());
    b.start.orientation =
        Eigen::Quaterniond(elementary::cos(half), 0.0, elementary::sin(half), 0.0);
    b.start.angular_velocity = b.start.orientation.conjugate() * Vec3(0, 0, 1);
    return b;
  };
  SphericalDoublePendulum p;
  p.first = ellipsoid(2.1, Vec3(0.05, 0.05, 0.15), 135.0);
  p.second = ellipsoid(1.7, Vec3(0.04, 0.04, 0.20), 67.0);
  return p;
}

Machine make_andrews() {
  Machine m;
  m.name = "andrews";
  m.settings.gravity = Vec3::Zero();
  m.settings.step = 1e-5;
  m.settings.duration = 0.05;
  const Vector7 q = andrews_start().angles;
  const double beta = q[0], theta = q[1], gamma = q[2], phi = q[3], delta = q[4], omega = q[5],
               epsilon = q[6];
  const Vec3 a(-0.06934, -0.00227, 0), b(-0.03635, 0.03273, 0), c(0.014, 0.072, 0);
  const auto add = [&](const std::string& name, double mass, const Vec3& centre, double about_z,
                       const Vec3& at, double angle) {
    m.bodies.push_back(
        body(name, mass, centre, planar_moments(about_z), {at, turn_about_z(angle)}));
    return m.bodies.back().pose;
  };
  const Pose k1 = add("K1", 0.04325, Vec3(0.00092, 0, 0), 2.194e-6, Vec3::Zero(), beta);
  const Vec3 f = k1.point(Vec3(0.007, 0, 0));
  const Pose k2 = add("K2", 0.00365, Vec3(-0.0115, 0, 0), 4.41e-7, f, beta + theta);
  const Vec3 e = k2.point(Vec3(-0.028, 0, 0));
  add("K3", 0.02373, Vec3(0.01043, -0.01874, 0), 5.255e-6, b, gamma);
  const Pose k5 = {a, turn_about_z(delta)}, k7 = {a, turn_about_z(epsilon)};
  const Vec3 g = k5.point(Vec3(0.04, 0, 0)), h = k7.point(Vec3(0, -0.04, 0));
  add("K4", 0.00706, Vec3(0, -0.00579, 0), 5.667e-7, g, phi + delta);
  add("K5", 0.0705, Vec3(0.02308, 0.00916, 0), 1.169e-5, a, delta);
  add("K6", 0.00706, Vec3(0.00579, 0, 0), 5.667e-7, h, omega + epsilon);
  add("K7", 0.05498, Vec3(-0.00449, -0.01228, 0), 1.912e-5, a, epsilon);

  // Angles between the x axes of the frames, in the order of the published equations.
  const auto hinge = [&](const std::string& name, const std::string& first,
                         const std::string& second, const Vec3& at) -> Joint& {
    Joint& j = join(m, JointType::revolute, name, first, second, at);
    j.zero_a = j.zero_b = Vec3::UnitX();
    return j;
  };
  const auto angle = [&](const std::string& name, const std::string& joint,
                         const std::string& first, const std::string& second, const Vec3& at) {
    hinge(joint, first, second, at);
    measure_angle(m, name, joint);
  };
  angle("beta", "O", kGround, "K1", Vec3::Zero());
  angle("Theta", "F", "K1", "K2", f);
  angle("gamma", "B", kGround, "K3", b);
  angle("Phi", "G", "K5", "K4", g);
  angle("delta", "A5", kGround, "K5", a);
  angle("Omega", "H", "K7", "K6", h);
  angle("epsilon", "A7", kGround, "K7", a);
  for (const auto* other : {"K3", "K4", "K6"}) hinge(fmt::format("E{}", other), "K2", other, e);

  description::Coordinate length;
  length.name = "spring_length";
  length.kind = description::Coordinate::Kind::distance;
  length.body_a = kGround;
  length.body_b = "K3";
  length.point_a = c;
  length.point_b = Vec3(0.02, -0.018, 0);
  m.coordinates.push_back(length);
  description::Spring spring;
  spring.name = "spring";
  spring.coordinate = length.name;
  spring.free = 0.07785;
  spring.spring.kind = description::Function::Kind::linear;
  spring.spring.value = 4530.0;
  m.springs.push_back(spring);
  description::Load motor;
  motor.name = "motor";
  motor.body = "K1";
  motor.torque = true;
  motor.z.value = 0.033;
  m.loads.push_back(motor);
  return m;
}

Machine make_slider_crank(const SliderCrank& data, CrankMotion motion) {
  Machine m;
  m.name = "slider-crank";
  m.settings.gravity = Vec3(data.gravity.x(), data.gravity.y(), 0);
  m.settings.duration = 1.0;
  const SliderCrankMotion start = slider_crank_motion(data, 0.0);
  const Vec3 b(start.pin.x(), start.pin.y(), 0), c(start.position, data.offset, 0);
  m.bodies.push_back(body("crank", data.crank_mass, Vec3(data.crank_centre, 0, 0),
                          planar_moments(data.crank_inertia),
                          {Vec3::Zero(), turn_about_z(data.start_angle)}));
  m.bodies.push_back(body("rod", data.rod_mass, Vec3(data.rod_centre, 0, 0),
                          planar_moments(data.rod_inertia), {b, turn_about_z(start.rod_angle)}));
  m.bodies.push_back(
      body("slider", data.slider_mass, Vec3::Zero(), Vec3::Constant(1e-3), {c, Mat3::Identity()}));
  join(m, JointType::revolute, "a", kGround, "crank", Vec3::Zero());
  join(m, JointType::revolute, "b", "crank", "rod", b);
  join(m, JointType::revolute, "c", "rod", "slider", c);
  join(m, JointType::prismatic, "guide", kGround, "slider", c, Vec3::UnitX());
  measure_angle(m, "crank", "a");
  move(m, "crank", data.speed, motion);
  description::Load load;
  load.name = "load";
  load.body = "slider";
  load.x.value = data.slider_force;
  m.loads.push_back(load);
  return m;
}

Machine make_spatial_slider_crank(const SpatialSliderCrank& data,
                                  const SpatialSliderCrankMasses& masses, const CrankDrive& start,
                                  CrankMotion motion) {
  Machine m;
  m.name = "spatial-slider-crank";
  m.settings.duration = 2.0;
  const SpatialSliderCrankMotion at = spatial_slider_crank(data, start);
  const Vec3 a(0, data.pivot_y, data.pivot_z), c(at.position, 0, 0);
  Mat3 crank;
  crank.col(0) = Vec3::UnitX();
  crank.col(1) = (at.pin - a) / data.crank_length;
  crank.col(2) = crank.col(0).cross(crank.col(1));
  m.bodies.push_back(body("crank", masses.crank, Vec3(0, masses.crank_centre, 0),
                          masses.crank_inertia, {a, crank}));
  m.bodies.push_back(body("rod", masses.rod, Vec3(masses.rod_centre, 0, 0), masses.rod_inertia,
                          {at.pin, at.rod_rotation}));
  m.bodies.push_back(
      body("slider", masses.slider, Vec3::Zero(), Vec3::Constant(1e-4), {c, Mat3::Identity()}));
  join(m, JointType::revolute, "bearing", kGround, "crank", a, Vec3::UnitX());
  join(m, JointType::spherical, "pin", "crank", "rod", at.pin);
  Joint& cross = join(m, JointType::universal, "cross", "slider", "rod", c);
  cross.axis_a = Vec3::UnitZ();
  cross.axis_b = Vec3::UnitY();
  join(m, JointType::prismatic, "guide", kGround, "slider", c, Vec3::UnitX());
  measure_angle(m, "crank", "bearing");
  move(m, "crank", start.rate, motion);
  return m;
}

Machine make_linkage(bool redundant) {
  Machine m;
  m.name = redundant ? "linkage-redundant" : "linkage";
  m.settings.gravity = Vec3(0, -9.81, 0);
  m.settings.duration = 5.0;
  // Crank upright; the other two rods close the triangle to the second pivot.
  constexpr double crank = 0.3, coupler = 0.9, rocker = 0.7, ground = 1.0;
  const Vec3 a = Vec3::Zero(), b(0, crank, 0), d(ground, 0, 0);
  const Vec3 bd = d - b;
  const double distance = bd.norm();
  const double along = (coupler * coupler - rocker * rocker + distance * distance) / (2 * distance);
  const Vec3 normal = Vec3::UnitZ().cross(bd) / distance;
  const Vec3 c = b + along / distance * bd + std::sqrt(coupler * coupler - along * along) * normal;
  const auto side = [](const Vec3& p, const Vec3& q) {
    return Vec3(Vec3::UnitZ().cross(q - p) / (q - p).norm());
  };
  m.bodies.push_back(rod("crank", a, b, 1.0, 0.02, side(a, b)));
  m.bodies.push_back(rod("coupler", b, c, 3.0, 0.02, side(b, c)));
  m.bodies.push_back(rod("rocker", d, c, 2.0, 0.02, side(d, c)));
  join(m, JointType::revolute, "a", kGround, "crank", a);
  join(m, redundant ? JointType::revolute : JointType::spherical, "b", "crank", "coupler", b);
  join(m, redundant ? JointType::revolute : JointType::cylindrical, "c", "coupler", "rocker", c);
  join(m, JointType::revolute, "d", kGround, "rocker", d);
  measure_angle(m, "crank", "a");
  move(m, "crank", 12.0, CrankMotion::free);
  return m;
}

Machine make_door(int hinges) {
  Machine m;
  m.name = fmt::format("door-{}", hinges);
  m.settings.duration = 5.0;
  // Hinge line 30 degrees off the vertical; the door starts 1.2 rad from its rest.
  const auto [s, c] = elementary::sincos(0.52359877559829887);
  Mat3 tilt;
  tilt << c, 0, s, 0, 1, 0, -s, 0, c;
  Body b =
      body("door", 40.0, Vec3(0.45, 0, 1.0), box_inertia(40.0, Vec3(0.9, 0.04, 2.0)).diagonal(),
           {Vec3::Zero(), tilt * turn_about_z(1.2)});
  m.bodies.push_back(b);
  const Vec3 axis = tilt.col(2);
  for (int i = 0; i < hinges; ++i)
    join(m, JointType::revolute, fmt::format("hinge_{}", i + 1), kGround, "door",
         (hinges == 1 ? 1.0 : 0.2 + 1.6 * i / (hinges - 1)) * axis, axis);
  measure_angle(m, "door", "hinge_1");
  return m;
}

Machine make_crane(const Crane& crane) {
  Machine m;
  m.name = "crane-hook";
  m.settings.duration = 5.0;
  const Vec3 foot(0, 0, 2);
  Body boom = rod("boom", foot, crane.head, 3000.0, 0.8, Vec3::UnitY());
  const Vec3 eye = crane.head - crane.rope * Vec3::UnitZ();
  const Vec3 hook_centre = eye - crane.eye, jaw = hook_centre + crane.jaw;
  Body hook = body("hook", crane.hook_mass, Vec3::Zero(), crane.hook_inertia,
                   {hook_centre, Mat3::Identity()});
  Body load = body("load", crane.load_mass, Vec3::Zero(), crane.load_inertia,
                   {jaw - crane.sling, Mat3::Identity()});
  for (Body* b : {&hook, &load}) {
    b->velocity = crane.velocity;
    b->angular_velocity = Vec3::Zero();
  }
  m.bodies = {boom, hook, load};
  join(m, JointType::revolute, "foot", kGround, "boom", foot, -Vec3::UnitY());
  Joint& rope = join(m, JointType::distance, "rope", "boom", "hook", eye);
  rope.point_a = boom.pose.local_point(crane.head);
  rope.length = crane.rope;
  join(m, JointType::spherical, "jaw", "hook", "load", jaw);

  description::Coordinate cylinder;
  cylinder.name = "cylinder";
  cylinder.kind = description::Coordinate::Kind::distance;
  cylinder.body_a = kGround;
  cylinder.body_b = "boom";
  cylinder.point_a = Vec3(3, 0, 1);
  cylinder.point_b = Vec3(8, 0, 0);
  m.coordinates.push_back(cylinder);
  description::Drive luff;
  luff.name = "luff";
  luff.coordinate = "cylinder";
  luff.function.value = (boom.pose.point(cylinder.point_b) - cylinder.point_a).norm();
  m.drives.push_back(luff);
  return m;
}

}  // namespace outrigger::validation
