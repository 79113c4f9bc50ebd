#include "validation/mechanisms.h"

#include <fmt/format.h>

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
    m.joints.push_back(revolute(fmt::format("joint_{}", i + 1), i == 0 ? kGround : m.bodies[i - 1].name,
                                b.name, Vec3(i == 0 ? 0.0 : 1.0, 0, 0), Vec3::Zero(), axis, axis));
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
  const auto slender = [](Body b) {
    b.inertia = Vec3(1e-4, b.mass / 12.0, b.mass / 12.0).asDiagonal();
    return b;
  };
  for (int i = 0; i <= loops; ++i) {
    Body b = slender(rod(fmt::format("rod_{}", i), Vec3(i, 0, 0), Vec3(i, 1, 0), 1.0, 0.01,
                         -Vec3::UnitX()));
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

Machine make_bricard() {
  Machine m;
  m.name = "bricard";
  m.settings.gravity = Vec3(0, -9.81, 0);
  const Vec3 p[6] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vec3 axis[6] = {Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX(),
                        Vec3::UnitY(), Vec3::UnitZ(), Vec3::UnitX()};
  for (int i = 0; i < 5; ++i)
    m.bodies.push_back(rod(fmt::format("rod_{}", i + 1), p[i], p[i + 1], 1.0, 0.1, axis[i]));
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

}  // namespace outrigger::validation
