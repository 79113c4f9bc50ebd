/// What well-formed machine files mean.
#include <gtest/gtest.h>

#include <numbers>

#include "unit/description_support.h"

namespace outrigger::description {
namespace {

using std::numbers::pi;

constexpr const char* kTwoBars = R"yaml(
bodies:
  a: {mass: 2, inertia: [1, 1, 1], pose: {position: [1, 0, 0], rotation_deg: [0, 0, 90]},
      points: {tip: [3, 0, 0]}}
  b: {mass: 3, inertia: [1, 1, 1], pose: {position: [0, 5, 0]}}
)yaml";

TEST(DescriptionReader, HeadAndSettings) {
  const Machine m = read(R"yaml(
name: arm
title: an arm
gravity: [0, -9.81, 0]
settings: {step: 2e-3, duration: 3, method: generalized_alpha, rho_infinity: 0.5, projection: mass,
           penalty_rule: global, penalty: 1e9, max_iterations: 7, tolerance: 1e-5}
)yaml");
  EXPECT_EQ(m.name, "arm");
  EXPECT_EQ(m.title, "an arm");
  EXPECT_EQ(m.settings.gravity, Vec3(0, -9.81, 0));
  EXPECT_EQ(m.settings.step, 2e-3);
  EXPECT_EQ(m.settings.duration, 3.0);
  EXPECT_EQ(m.settings.method, IntegratorMethod::generalized_alpha);
  EXPECT_EQ(m.settings.rho_infinity, 0.5);
  EXPECT_EQ(m.settings.projection, ProjectionMetric::mass);
  EXPECT_EQ(m.settings.penalty_rule, PenaltyRule::global);
  EXPECT_EQ(m.settings.penalty, 1e9);
  EXPECT_EQ(m.settings.max_iterations, 7);
  EXPECT_EQ(m.settings.tolerance, 1e-5);
}

TEST(DescriptionReader, NameDefaultsToTheFile) { EXPECT_EQ(read("").name, "m"); }

TEST(DescriptionReader, Body) {
  const Machine m = read(R"yaml(
bodies:
  boom:
    mass: 12.5
    centre: [1, 2, 3]
    inertia: {xx: 4, yy: 5, zz: 6, xy: 0.1, xz: 0.2, yz: 0.3}
    pose: {position: [7, 8, 9], exact: true}
    velocity: [1, 0, 0]
    angular_velocity_deg_s: [0, 0, 180]
    points: {tip: [1, 0, 0], Größe: [2, 0, 0]}
    basis: four_points
    penalty_scale: 1e-4
  pin: {kind: point, pose: {position: [1, 1, 1]}}
)yaml");
  ASSERT_EQ(m.bodies.size(), 2u);
  const Body& boom = m.bodies[0];
  EXPECT_EQ(boom.name, "boom");
  EXPECT_EQ(boom.where.file, "m.yaml");
  EXPECT_EQ(boom.where.line, 4);
  EXPECT_EQ(boom.mass, 12.5);
  EXPECT_EQ(boom.centre, Vec3(1, 2, 3));
  EXPECT_EQ(boom.inertia(0, 0), 4.0);
  EXPECT_EQ(boom.inertia(1, 2), 0.3);
  EXPECT_EQ(boom.inertia(2, 1), 0.3);
  EXPECT_TRUE(boom.pose_given);
  EXPECT_TRUE(boom.pose_exact);
  EXPECT_EQ(boom.pose.position, Vec3(7, 8, 9));
  EXPECT_EQ(*boom.velocity, Vec3(1, 0, 0));
  EXPECT_DOUBLE_EQ(boom.angular_velocity->z(), pi);
  ASSERT_EQ(boom.points.size(), 2u);
  EXPECT_EQ(boom.points[1].name, "Größe");
  EXPECT_EQ(boom.basis, BodyBasis::four_points);
  EXPECT_EQ(boom.penalty_scale, 1e-4);
  EXPECT_EQ(m.bodies[1].kind, Body::Kind::point);
  EXPECT_EQ(m.bodies[1].mass, 0.0);
}

/// The columns of the rotation that the given text of a pose states.
Mat3 rotation(const std::string& text) {
  return read("bodies: {a: {mass: 1, inertia: [1, 1, 1], pose: {" + text + "}}}")
      .bodies[0]
      .pose.rotation;
}

TEST(DescriptionReader, RotationsAreExactAtRightAngles) {
  Mat3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  EXPECT_EQ(rotation("rotation_deg: [0, 0, 90]"), quarter);
  EXPECT_EQ(rotation("rotation_deg: [360, 0, -270]"), quarter);
  EXPECT_EQ(rotation("axis_angle_deg: [0, 0, 5, 90]"), quarter);
  EXPECT_EQ(rotation("x_axis: y"), quarter);
}

TEST(DescriptionReader, RotationsTurnAboutXThenNewYThenNewestZ) {
  const Mat3 expected =
      (Eigen::AngleAxisd(0.3, Vec3::UnitX()) * Eigen::AngleAxisd(-0.5, Vec3::UnitY()) *
       Eigen::AngleAxisd(0.7, Vec3::UnitZ()))
          .toRotationMatrix();
  EXPECT_TRUE(rotation("rotation: [0.3, -0.5, 0.7]").isApprox(expected, 1e-15));
  const Eigen::Quaterniond q(expected);
  const std::string text = "quaternion: [" + std::to_string(2 * q.w()) + ", " +
                           std::to_string(2 * q.x()) + ", " + std::to_string(2 * q.y()) + ", " +
                           std::to_string(2 * q.z()) + "]";
  EXPECT_TRUE(rotation(text).isApprox(expected, 1e-5));
}

TEST(DescriptionReader, AxesGiveARightHandedFrame) {
  const Mat3 R = rotation("x_axis: [1, 1, 0], z_axis: [0, 1, 1]");
  EXPECT_TRUE((R.transpose() * R).isIdentity(1e-15));
  EXPECT_NEAR(R.determinant(), 1.0, 1e-15);
  EXPECT_TRUE(R.col(0).isApprox(Vec3(1, 1, 0).normalized(), 1e-15));
  EXPECT_GT(R.col(2).dot(Vec3(0, 1, 1)), 0.0);
  EXPECT_EQ(rotation("x_axis: z").col(2), Vec3(0, 1, 0));
}

TEST(DescriptionReader, JointInWorldCoordinatesIsConvertedToBothFrames) {
  const Machine m = read(std::string(kTwoBars) +
                         "joints: {j: {type: revolute, bodies: [a, b], at: [1, 3, 0], axis: x}}");
  const Joint& j = m.joints.at(0);
  EXPECT_EQ(j.type, JointType::revolute);
  EXPECT_EQ(j.body_a, "a");
  EXPECT_EQ(j.body_b, "b");
  EXPECT_TRUE(j.point_a.isApprox(Vec3(3, 0, 0), 1e-15));
  EXPECT_TRUE(j.point_b.isApprox(Vec3(1, -2, 0), 1e-15));
  EXPECT_TRUE(j.axis_a.isApprox(Vec3(0, -1, 0), 1e-15));
  EXPECT_TRUE(j.axis_b.isApprox(Vec3(1, 0, 0), 1e-15));
  EXPECT_FALSE(j.zero_a.has_value());
}

TEST(DescriptionReader, JointInBodyFrames) {
  const Machine m = read(std::string(kTwoBars) + R"yaml(
joints:
  j: {type: cylindrical, bodies: [a, b], point_a: tip, point_b: [0, 1, 0], axis_a: -y, axis_b: [0, 0, 2],
      zero_a: x, zero_b: y, allowable: {force: 10, torque: 20, breaks: true}, penalty_scale: 2,
      angle: {initial_deg: 90, initial_speed_deg_s: 180, unknown: true}, displacement: {initial: 0.5}}
)yaml");
  const Joint& j = m.joints.at(0);
  EXPECT_EQ(j.point_a, Vec3(3, 0, 0));
  EXPECT_EQ(j.point_b, Vec3(0, 1, 0));
  EXPECT_EQ(j.axis_a, Vec3(0, -1, 0));
  EXPECT_EQ(j.axis_b, Vec3(0, 0, 2));
  EXPECT_EQ(*j.zero_b, Vec3(0, 1, 0));
  EXPECT_EQ(j.allowable.force, 10.0);
  EXPECT_EQ(j.allowable.torque, 20.0);
  EXPECT_TRUE(j.allowable.breaks);
  EXPECT_EQ(j.penalty_scale, 2.0);
  ASSERT_EQ(m.coordinates.size(), 2u);
  EXPECT_EQ(m.coordinates[0].name, "j.angle");
  EXPECT_DOUBLE_EQ(*m.coordinates[0].initial, pi / 2);
  EXPECT_DOUBLE_EQ(*m.coordinates[0].initial_speed, pi);
  EXPECT_TRUE(m.coordinates[0].unknown);
  EXPECT_EQ(m.coordinates[1].kind, Coordinate::Kind::displacement);
  EXPECT_EQ(*m.coordinates[1].initial, 0.5);
}

TEST(DescriptionReader, FixedJointKeepsTheWrittenOrientation) {
  const Machine m = read(R"yaml(
bodies:
  a: {mass: 1, inertia: [1, 1, 1], pose: {rotation_deg: [90, 0, 0]}}
joints: {j: {type: fixed, bodies: [ground, a]}}
)yaml");
  EXPECT_EQ(m.joints[0].axis_a, Vec3(0, 0, 1));
  EXPECT_TRUE(m.joints[0].axis_b.isApprox(Vec3(0, 1, 0), 1e-15));
}

TEST(DescriptionReader, CoordinatesOfJointsComeIntoBeingWhenTheyAreNamed) {
  const Machine m = read(std::string(kTwoBars) + R"yaml(
joints:
  hinge: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: z}
  ball: {type: spherical, bodies: [a, b], at: [0, 0, 0]}
  other: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: z, angle: {name: beta}}
stops: {cone: {coordinate: ball.cone, upper_deg: 60, stiffness: 1e4}}
springs: {s: {coordinate: hinge.angle, stiffness: 5}}
sensors:
  angle: {kind: coordinate, target: hinge.angle}
  twist: {kind: coordinate_speed, target: ball.twist}
  beta: {kind: coordinate, target: beta}
)yaml");
  ASSERT_EQ(m.coordinates.size(), 4u);
  EXPECT_EQ(m.coordinates[0].name, "beta");
  EXPECT_EQ(m.coordinates[1].name, "hinge.angle");
  EXPECT_EQ(m.coordinates[2].name, "ball.cone");
  EXPECT_EQ(m.coordinates[3].name, "ball.twist");
  EXPECT_EQ(m.coordinates[3].kind, Coordinate::Kind::twist);
  EXPECT_EQ(m.coordinates[3].joint, "ball");
  EXPECT_DOUBLE_EQ(*m.stops[0].upper, pi / 3);
}

TEST(DescriptionReader, DistanceCoordinateAndDrives) {
  const Machine m = read(std::string(kTwoBars) + R"yaml(
joints: {hinge: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: z}}
coordinates:
  cylinder: {kind: distance, bodies: [ground, b], from: [0, 0, 0], to: [0, 6, 0], initial: 6.5}
drives:
  lift: {coordinate: cylinder, speed: {input: lever}, force_max: 10, force_min: -5, speed_max: 0.3,
         speed_min: -0.2, acceleration_max: 1, response_time: 0.1, lower: 5, upper: 7}
  turn: {coordinate: hinge.angle, position_deg: {formula: "90*t"}, speed_max_deg_s: 180}
)yaml");
  EXPECT_EQ(m.coordinates[0].kind, Coordinate::Kind::distance);
  EXPECT_TRUE(m.coordinates[0].point_b.isApprox(Vec3(0, 1, 0), 1e-15));
  EXPECT_EQ(*m.coordinates[0].initial, 6.5);
  const Drive& lift = m.drives[0];
  EXPECT_EQ(lift.quantity, Drive::Quantity::speed);
  EXPECT_EQ(lift.function.kind, Function::Kind::input);
  EXPECT_EQ(lift.function.input, "lever");
  EXPECT_EQ(lift.force_min, -5.0);
  EXPECT_EQ(lift.speed_min, -0.2);
  EXPECT_EQ(lift.acceleration_max, 1.0);
  EXPECT_EQ(lift.response_time, 0.1);
  EXPECT_EQ(lift.lower, 5.0);
  EXPECT_EQ(lift.upper, 7.0);
  const Drive& turn = m.drives[1];
  EXPECT_EQ(turn.quantity, Drive::Quantity::position);
  EXPECT_EQ(turn.function.formula, "(90*t)*(pi/180)");
  EXPECT_DOUBLE_EQ(turn.speed_max, pi);
}

constexpr const char* kTwoHinges = R"yaml(
bodies:
  a: {mass: 1, inertia: [1, 1, 1], pose: {}}
  b: {mass: 1, inertia: [1, 1, 1], pose: {}}
joints:
  h: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: z}
  k: {type: revolute, bodies: [ground, b], at: [0, 0, 0], axis: z}
)yaml";

TEST(DescriptionReader, SpringsWithFunctions) {
  const Machine m = read(std::string(kTwoHinges) + R"yaml(
springs:
  linear: {coordinate: h.angle, stiffness: 3, damping: 0.5, free_deg: 90}
  table: {coordinate: h.angle, spring_deg: {table: [[-180, -2], [0, 0], [180, 4]]}, free: assembled}
  rates: {coordinate: h.angle, damper_deg_s: {linear: 2}, force: {formula: "sin(t)"
}
}
)yaml");
  EXPECT_EQ(m.springs[0].spring.kind, Function::Kind::linear);
  EXPECT_EQ(m.springs[0].spring.value, 3.0);
  EXPECT_EQ(m.springs[0].damper.value, 0.5);
  EXPECT_DOUBLE_EQ(m.springs[0].free, pi / 2);
  EXPECT_TRUE(m.springs[1].free_as_assembled);
  ASSERT_EQ(m.springs[1].spring.table.size(), 3u);
  EXPECT_DOUBLE_EQ(m.springs[1].spring.table[2].first, pi);
  EXPECT_EQ(m.springs[1].spring.table[2].second, 4.0);
  EXPECT_DOUBLE_EQ(m.springs[2].damper.value, 2.0 * 180.0 / pi);
  EXPECT_EQ(m.springs[2].force.formula, "sin(t)");
}

TEST(DescriptionReader, Couplings) {
  const Machine m = read(std::string(kTwoHinges) + R"yaml(
couplings:
  gear: {coordinates: [h.angle, k.angle], ratio: -2.5, offset: assembled}
  cam: {coordinates: [h.angle, k.angle], function_deg: {table: [[0, 0], [90, 180]]}, offset_deg: 18}
)yaml");
  EXPECT_EQ(m.couplings[0].function.kind, Function::Kind::linear);
  EXPECT_EQ(m.couplings[0].function.value, -2.5);
  EXPECT_TRUE(m.couplings[0].offset_as_assembled);
  EXPECT_DOUBLE_EQ(m.couplings[1].function.table[1].first, pi / 2);
  EXPECT_DOUBLE_EQ(m.couplings[1].function.table[1].second, pi);
  EXPECT_DOUBLE_EQ(m.couplings[1].offset, pi / 10);
}

TEST(DescriptionReader, LoadsMountsSensorsOutputs) {
  const Machine m = read(std::string(kTwoBars) + R"yaml(
loads:
  push: {body: a, point: tip, force: [1, {formula: "2*t"}, {input: thrust}], frame: body}
  spin: {body: b, torque: [0, 0, 4]}
mounts:
  soft: {body: a, point: tip, stiffness: 100, damping: [1, 2, 3]}
  hard: {body: b, anchor: [0, 5, -1], stiffness: [1, 2, 3]}
sensors:
  tip: {kind: position, target: a, point: tip}
  energy: {kind: energy_total}
outputs: {sensors: [tip], interval: 0.01}
)yaml");
  EXPECT_TRUE(m.loads[0].follows_body);
  EXPECT_FALSE(m.loads[0].torque);
  EXPECT_EQ(m.loads[0].point, Vec3(3, 0, 0));
  EXPECT_EQ(m.loads[0].x.value, 1.0);
  EXPECT_EQ(m.loads[0].y.formula, "2*t");
  EXPECT_EQ(m.loads[0].z.input, "thrust");
  EXPECT_TRUE(m.loads[1].torque);
  EXPECT_EQ(m.mounts[0].stiffness, Vec3(100, 100, 100));
  EXPECT_EQ(m.mounts[0].damping, Vec3(1, 2, 3));
  EXPECT_FALSE(m.mounts[0].anchor.has_value());
  EXPECT_EQ(*m.mounts[1].anchor, Vec3(0, 5, -1));
  EXPECT_EQ(m.sensors[0].point, Vec3(3, 0, 0));
  EXPECT_EQ(m.sensors[1].kind, Sensor::Kind::energy_total);
  EXPECT_EQ(m.output.sensors, std::vector<std::string>{"tip"});
  EXPECT_EQ(m.output.interval, 0.01);
}

TEST(DescriptionReader, ListsOfNamedThingsAndMapsMeanTheSame) {
  const Machine m = read(R"yaml(
bodies:
  - name: a
    mass: 1
    inertia: [1, 1, 1]
  - {mass: 2, name: b, inertia: [1, 1, 1]}
)yaml");
  ASSERT_EQ(m.bodies.size(), 2u);
  EXPECT_EQ(m.bodies[0].name, "a");
  EXPECT_EQ(m.bodies[1].name, "b");
  EXPECT_EQ(m.bodies[1].mass, 2.0);
}

TEST(DescriptionReader, SectionsMayComeInAnyOrder) {
  const Machine m = read(R"yaml(
drives: {d: {coordinate: h.angle, speed: 1}}
joints: {h: {type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: z}}
bodies: {a: {mass: 1, inertia: [1, 1, 1], pose: {}}}
)yaml");
  EXPECT_EQ(m.drives.size(), 1u);
}

TEST(DescriptionReader, AcceptsByteOrderMarkAndWindowsLineEnds) {
  const std::string text =
      "\xEF\xBB\xBFoutrigger: 1\r\ntitle: x\r\nbodies:\r\n  a: {mass: 1, inertia: [1, 1, 1]}\r\n";
  const Machine m = read_machine_text(text, "m.yaml");
  EXPECT_EQ(m.title, "x");
  EXPECT_EQ(m.bodies.at(0).where.line, 4);
}

TEST(DescriptionReader, AcceptsUnicodeNames) {
  const Machine m = read("bodies: {Löffel: {mass: 1, inertia: [1, 1, 1]}, 铲斗: {kind: point}}");
  EXPECT_EQ(m.bodies[0].name, "Löffel");
  EXPECT_EQ(m.bodies[1].name, "铲斗");
}

}  // namespace
}  // namespace outrigger::description
