/// Ropes over pulleys without friction: Atwood's machine, and the ratio of a block and tackle.
#include "sim/world.h"
#include "validation/cases/cases.h"

namespace outrigger::validation {
namespace rope_case {

using description::kGround;
using description::RopePoint;

constexpr double kStiffness = 1e6;  ///< [N/m]

description::Body weight(const std::string& name, double mass, const Vec3& place) {
  description::Body b;
  b.name = name;
  b.mass = mass;
  b.inertia = (mass * Vec3(0.1, 0.1, 0.1)).asDiagonal();
  b.pose.position = place;
  b.pose_given = true;
  return b;
}

description::Rope rope(std::vector<RopePoint> points, double length) {
  description::Rope r;
  r.name = "rope";
  r.points = std::move(points);
  r.length = length;
  r.stiffness = kStiffness;
  return r;
}

/// With the tension T = 2 m1 m2 g/(m1 + m2) from the start, both move with a = (m2 - m1) g/(m1 + m2).
void atwood(Result& result) {
  const double m1 = 30.0, m2 = 50.0;
  const double tension = 2.0 * m1 * m2 * kGravity / (m1 + m2);
  const double a = (m2 - m1) * kGravity / (m1 + m2);
  description::Machine m;
  m.settings.gravity = Vec3(0, 0, -kGravity);
  m.bodies = {weight("a", m1, Vec3(-0.5, 0, 0)), weight("b", m2, Vec3(0.5, 0, 0))};
  m.ropes = {rope({{"a", Vec3::Zero()},
                   {kGround, Vec3(-0.5, 0, 5)},
                   {kGround, Vec3(0.5, 0, 5)},
                   {"b", Vec3::Zero()}},
                  11.0 - tension / kStiffness)};
  sim::World world(m);
  result.series.columns = {"t [s]", "height [m]", "exact height [m]", "tension [N]"};
  while (world.time() < 1.0 - 1e-9) {
    world.step();
    if (world.step_count() % 10 == 0)
      result.series.rows.push_back({world.time(), world.pose(world.body("a")).position.z(),
                                    0.5 * a * world.time() * world.time(),
                                    world.force(world.rope("rope"))});
  }
  const double t = world.time();
  result.compare("Atwood: height after 1 s [m]", world.pose(world.body("a")).position.z(),
                 0.5 * a * t * t, 1e-6);
  result.compare("Atwood: tension [N]", world.force(world.rope("rope")), tension, 1e-3);
}

/// A load on four vertical falls is held by a quarter of its weight.
void tackle(Result& result) {
  const double m1 = 25.0;
  description::Machine m;
  m.settings.gravity = Vec3(0, 0, -kGravity);
  m.bodies = {weight("load", 4.0 * m1, Vec3(0, 0, 0)), weight("counter", m1, Vec3(1, 0, 1))};
  m.ropes = {rope({{kGround, Vec3(-0.3, 0, 4)},
                   {"load", Vec3(-0.3, 0, 0)},
                   {"load", Vec3(-0.1, 0, 0)},
                   {kGround, Vec3(-0.1, 0, 4)},
                   {kGround, Vec3(0.1, 0, 4)},
                   {"load", Vec3(0.1, 0, 0)},
                   {"load", Vec3(0.3, 0, 0)},
                   {kGround, Vec3(0.3, 0, 4)},
                   {kGround, Vec3(1, 0, 4)},
                   {"counter", Vec3::Zero()}},
                  4.0 * 4.0 + 0.2 + 0.2 + 0.2 + 0.7 + 3.0 - m1 * kGravity / kStiffness)};
  sim::World world(m);
  while (world.time() < 1.0 - 1e-9) world.step();
  result.compare("tackle with 4 falls: load over tension",
                 4.0 * m1 * kGravity / world.force(world.rope("rope")), 4.0, 1e-6);
  result.compare("tackle with 4 falls: height of the load after 1 s [m]",
                 world.pose(world.body("load")).position.z(), 0.0, 1e-6);
}

Result run() {
  Result result;
  atwood(result);
  tackle(result);
  return result;
}

}  // namespace rope_case

std::vector<Case> rope_cases() {
  return {{"rope", "ropes over pulleys: Atwood's machine, force ratio of a block and tackle",
           rope_case::run}};
}

}  // namespace outrigger::validation
