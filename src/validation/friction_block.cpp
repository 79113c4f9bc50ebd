#include "validation/friction_block.h"

#include <cmath>

#include "math/elementary.h"

namespace outrigger::validation {

using description::ContactShape;

namespace {

// Neither size nor stiffness matters much (THESIS §3.3.1).
constexpr double kBlockLength = 0.3, kHeight = 0.1, kFoot = 0.01, kFloor = 1.0;
constexpr double kFootStiffness = 1e6, kRestitution = 0.1;

void add_belt(description::Machine& m, double speed) {
  constexpr double kMass = 100.0;
  const Vec3 edges(20.0, 1.0, 0.2);
  add_body(m, "belt", kMass, box_moments(kMass, edges), {0.0, 0.0, kFloor - 0.5 * edges.z()})
      .velocity = Vec3(speed, 0.0, 0.0);
  add_shape(m, "belt", ContactShape::Kind::box, "floor").size = edges;
  description::Joint rail;
  rail.name = "rail";
  rail.type = description::JointType::prismatic;
  rail.body_b = "belt";
  rail.point_a = m.bodies.back().pose.position;
  rail.axis_a = rail.axis_b = Vec3::UnitX();
  m.joints.push_back(rail);
  description::Coordinate way;
  way.name = "way";
  way.kind = description::Coordinate::Kind::displacement;
  way.joint = "rail";
  way.initial_speed = speed;
  m.coordinates.push_back(way);
  description::Drive motor;
  motor.name = "motor";
  motor.coordinate = "way";
  motor.quantity = description::Drive::Quantity::speed;
  motor.function.value = speed;
  m.drives.push_back(motor);
}

void add_spring(description::Machine& m, const StickSlip& data, double height) {
  description::Coordinate length;
  length.name = "length";
  length.kind = description::Coordinate::Kind::distance;
  length.body_a = description::kGround;
  length.body_b = "block";
  length.point_a = Vec3(0.0, 0.0, height);
  m.coordinates.push_back(length);
  description::Spring spring;
  spring.name = "spring";
  spring.coordinate = "length";
  spring.free = data.free_length;
  spring.spring.kind = description::Function::Kind::linear;
  spring.spring.value = data.stiffness.front().second;
  m.springs.push_back(spring);
}

}  // namespace

ContactScene make_friction_block(const StickSlip& data, double step, double bristle_steps) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.name = "friction-block";
  m.settings.step = step;
  m.settings.gravity = Vec3(0.0, 0.0, -data.gravity);
  const double load = 0.5 * data.mass * data.gravity;
  const double depth = elementary::pow(load / kFootStiffness, 2.0 / 3.0);
  const double height = kFloor + 0.5 * kHeight - depth;
  add_body(m, "block", data.mass, box_moments(data.mass, {kBlockLength, kHeight, kHeight}),
           {data.start_length, 0.0, height})
      .velocity = Vec3(data.start_velocity, 0.0, 0.0);
  for (const double side : {-0.5, 0.5}) {
    ContactShape& foot = add_shape(m, "block", ContactShape::Kind::sphere, "block");
    foot.radius = kFoot;
    foot.pose.position = Vec3(side * kBlockLength, 0.0, kFoot - 0.5 * kHeight);
    foot.group = "block";
  }
  description::Joint plane;
  plane.name = "plane";
  plane.type = description::JointType::planar;
  plane.body_b = "block";
  plane.point_a = m.bodies.back().pose.position;
  plane.axis_a = plane.axis_b = Vec3::UnitY();
  m.joints.push_back(plane);
  add_spring(m, data, height);
  if (data.belt_speed != 0.0) {
    add_belt(m, data.belt_speed);
  } else {
    ContactShape& floor = add_shape(m, description::kGround, ContactShape::Kind::plane, "floor");
    floor.name = floor.group = "floor";
    floor.pose.position = Vec3(0.0, 0.0, kFloor);
    // A joint connects them, so that without a word they would not touch.
    m.contact_pairs.push_back({"block_floor", {}, "block", "floor", true});
  }
  m.materials.push_back({"block", {}, 1e9, 0.3, kRestitution});
  m.materials.push_back({"floor", {}, 1e9, 0.3, kRestitution});
  m.friction.push_back(
      {"block_floor", {}, "block", "floor", data.static_friction, data.dynamic_friction});
  description::ContactLaw law;
  law.name = "block_floor";
  law.material_a = "block";
  law.material_b = "floor";
  law.stiffness = kFootStiffness;
  law.bristle_steps = bristle_steps;
  law.viscous = 0.5 * data.viscous;
  law.stribeck_speed = 1e-3;
  m.contact_laws.push_back(law);
  return scene;
}

}  // namespace outrigger::validation
