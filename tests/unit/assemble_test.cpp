#include "model/assemble.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "math/random_rotation.h"
#include "support/random_mechanism.h"
#include "validation/mechanisms.h"

namespace outrigger::model {
namespace {

using description::Body;
using description::Coordinate;
using description::Joint;
using description::JointType;
using description::Machine;
using ::testing::HasSubstr;
using testing_support::random_mechanism;
using testing_support::RandomMechanismOptions;

Vec3 random_vector(Random& random, double size) {
  const double x = random.uniform(-size, size), y = random.uniform(-size, size),
               z = random.uniform(-size, size);
  return {x, y, z};
}

Mechanism resolved(const Machine& m) {
  PartId id = 1;
  return resolve(m, id);
}

/// Largest residual of all joints.
double open_by(const Mechanism& m) {
  double worst = 0.0;
  for (const auto& j : m.joints) {
    std::vector<KinematicRow> rows;
    joint_rows(j.frame, m.pose_of(j.frame.body_a), m.pose_of(j.frame.body_b), rows);
    for (const auto& r : rows) worst = std::max(worst, std::abs(r.residual));
  }
  return worst;
}

/// Largest rate of all joints by the assembled twists.
double rates_open_by(const Mechanism& m) {
  double worst = 0.0;
  const auto part = [&](int body, const Twist& t) {
    if (body == kGroundIndex) return 0.0;
    return t.linear.dot(m.bodies[body].twist.linear) + t.angular.dot(m.bodies[body].twist.angular);
  };
  for (const auto& j : m.joints) {
    std::vector<KinematicRow> rows;
    joint_rows(j.frame, m.pose_of(j.frame.body_a), m.pose_of(j.frame.body_b), rows);
    for (const auto& r : rows)
      worst = std::max(worst, std::abs(part(j.frame.body_a, r.a) + part(j.frame.body_b, r.b)));
  }
  return worst;
}

double value_of(const Mechanism& m, int coordinate) {
  const auto& c = m.coordinates[coordinate];
  return coordinate_value(c.frame, m.pose_of(c.frame.body_a), m.pose_of(c.frame.body_b));
}

double speed_of(const Mechanism& m, int coordinate) {
  const auto& c = m.coordinates[coordinate];
  const KinematicRow row =
      coordinate_row(c.frame, m.pose_of(c.frame.body_a), m.pose_of(c.frame.body_b));
  const auto part = [&](int body, const Twist& t) {
    if (body == kGroundIndex) return 0.0;
    return t.linear.dot(m.bodies[body].twist.linear) + t.angular.dot(m.bodies[body].twist.angular);
  };
  return part(c.frame.body_a, row.a) + part(c.frame.body_b, row.b);
}

/// Moves every written pose by up to `size` metres and radians, after the zeros have been taken.
void disturb(Mechanism& m, double size, Random& random) {
  for (auto& b : m.bodies) {
    b.pose.position += random_vector(random, size);
    if (b.spec.kind == Body::Kind::point) continue;
    const Vec3 turn = random_vector(random, size);
    b.pose.rotation =
        Eigen::AngleAxisd(turn.norm(), turn.normalized()).toRotationMatrix() * b.pose.rotation;
  }
}

Body bar(const std::string& name, const Vec3& from, const Vec3& to) {
  Body b;
  b.name = name;
  b.mass = 1.0;
  b.inertia = Vec3(0.01, 0.1, 0.1).asDiagonal();
  b.pose.position = from;
  b.pose.rotation.col(0) = (to - from).normalized();
  b.pose.rotation.col(1) = b.pose.rotation.col(0).unitOrthogonal();
  b.pose.rotation.col(2) = b.pose.rotation.col(0).cross(b.pose.rotation.col(1));
  b.pose_given = true;
  return b;
}

/// A joint at a world point and axis (axes of a and b may differ), from the written poses.
Joint joint_at(const Machine& m, const std::string& name, JointType type, const std::string& a,
               const std::string& b, const Vec3& at, const Vec3& axis_a, const Vec3& axis_b) {
  const auto pose = [&](const std::string& body) {
    for (const auto& candidate : m.bodies)
      if (candidate.name == body) return candidate.pose;
    return Pose{};
  };
  Joint j;
  j.name = name;
  j.type = type;
  j.body_a = a;
  j.body_b = b;
  j.point_a = pose(a).local_point(at);
  j.point_b = pose(b).local_point(at);
  j.axis_a = pose(a).local_direction(axis_a);
  j.axis_b = pose(b).local_direction(axis_b);
  return j;
}

Machine slider_crank() {
  Machine m;
  const Vec3 pin(0, 0, 0.3), wrist(0.9, 0, 0);
  m.bodies = {bar("crank", Vec3::Zero(), pin), bar("rod", pin, wrist),
              bar("slider", wrist, wrist + Vec3(0.2, 0, 0))};
  const Vec3 y = Vec3::UnitY(), x = Vec3::UnitX();
  m.joints = {joint_at(m, "main", JointType::revolute, "ground", "crank", Vec3::Zero(), y, y),
              joint_at(m, "crankpin", JointType::revolute, "crank", "rod", pin, y, y),
              joint_at(m, "wristpin", JointType::revolute, "rod", "slider", wrist, y, y),
              joint_at(m, "guide", JointType::prismatic, "ground", "slider", wrist, x, x)};
  Coordinate c;
  c.name = "crank angle";
  c.kind = Coordinate::Kind::angle;
  c.joint = "main";
  m.coordinates.push_back(c);
  return m;
}

/// A spatial four-bar R-S-U-R: crank, coupler with a ball and a universal joint, rocker.
Machine spatial_fourbar() {
  Machine m;
  const Vec3 o(0, 0, 0), a(0, 0.3, 0), b(1.2, 0.4, 0.7), q(1.2, 0, 0.2);
  m.bodies = {bar("crank", o, a), bar("coupler", a, b), bar("rocker", q, b)};
  const Vec3 along = (b - a).normalized(), across = along.unitOrthogonal();
  m.joints = {joint_at(m, "crank pivot", JointType::revolute, "ground", "crank", o, Vec3::UnitX(),
                       Vec3::UnitX()),
              joint_at(m, "ball", JointType::spherical, "crank", "coupler", a, along, along),
              joint_at(m, "cross", JointType::universal, "coupler", "rocker", b, along, across),
              joint_at(m, "rocker pivot", JointType::revolute, "ground", "rocker", q,
                       Vec3(0.2, 1, 0), Vec3(0.2, 1, 0))};
  return m;
}

// Law: rough guesses of the poses are enough: from errors of a tenth of the size every mechanism of
// the set closes to 1e-12 of its length, redundant ones included.
TEST(Assemble, RoughGuessesConverge) {
  Random random(11);
  const std::vector<std::pair<std::string, Machine>> machines = {
      {"chain-1", validation::make_chain(1)},     {"chain-10", validation::make_chain(10)},
      {"fourbar-1", validation::make_fourbar(1)}, {"fourbar-10", validation::make_fourbar(10)},
      {"bricard", validation::make_bricard()},    {"slider-crank", slider_crank()},
      {"spatial-fourbar", spatial_fourbar()}};
  for (const auto& [name, machine] : machines)
    for (int trial = 0; trial < 10; ++trial) {
      Mechanism m = resolved(machine);
      disturb(m, 0.1, random);
      ASSERT_GT(open_by(m), 1e-3);
      const AssemblyReport report = assemble_positions(m);
      EXPECT_LT(open_by(m), 1e-12 * std::max(1.0, report.length)) << name << " " << trial;
      EXPECT_LT(report.position_residual, 1e-12) << name;
      EXPECT_LT(report.iterations, 40) << name;
      for (const auto& b : m.bodies)
        EXPECT_LT((b.pose.rotation * b.pose.rotation.transpose() - Mat3::Identity()).norm(), 1e-13);
    }
}

// Law: the same for random trees and loops, which are closed as written: whatever is disturbed by
// three centimetres comes back to a closed pose, or the reason is said.
TEST(Assemble, RandomMechanismsCloseAgain) {
  int closed = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    RandomMechanismOptions o;
    o.particle_chance = 0.1;
    Mechanism m = resolved(random_mechanism(seed, o));
    assemble_positions(m);  // takes lengths that are "as assembled"
    Random random(seed);
    disturb(m, 0.03, random);
    try {
      const AssemblyReport report = assemble_positions(m);
      EXPECT_LT(open_by(m), 1e-11 * std::max(1.0, report.length)) << "seed " << seed;
      ++closed;
    } catch (const Error& e) {
      EXPECT_THAT(e.what(), HasSubstr("joint '")) << "seed " << seed;
      ++refused;
    }
  }
  EXPECT_GE(closed, 195) << refused << " refused";
}

// Law: an assembled pose is not touched: the bits stay.
TEST(Assemble, ClosedPosesStayAsTheyAre) {
  for (const Machine& machine : {validation::make_bricard(), validation::make_fourbar(3)}) {
    Mechanism m = resolved(machine);
    const auto before = m.bodies;
    const AssemblyReport report = assemble_positions(m);
    EXPECT_EQ(report.iterations, 0);
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(before[i].pose.position, m.bodies[i].pose.position);
      EXPECT_EQ(before[i].pose.rotation, m.bodies[i].pose.rotation);
    }
  }
}

// Law: bodies whose pose is exact stay exactly there, the others come to them.
TEST(Assemble, ExactPosesAreNotMoved) {
  Machine machine = validation::make_chain(3);
  machine.bodies[0].pose_exact = true;
  Mechanism m = resolved(machine);
  const Pose before = m.bodies[0].pose;
  Random random(4);
  const std::vector<BodyPart> written = m.bodies;
  disturb(m, 0.1, random);
  m.bodies[0].pose = before;
  assemble_positions(m);
  EXPECT_EQ(m.bodies[0].pose.position, before.position);
  EXPECT_EQ(m.bodies[0].pose.rotation, before.rotation);
  EXPECT_LT(open_by(m), 1e-12);
}

// Law: bodies without a pose are placed along their joints, from the ground outwards or from a body
// that has one, with the initial values of the joints' coordinates.
TEST(Assemble, BodiesWithoutPosesArePlaced) {
  for (const JointType type :
       {JointType::revolute, JointType::prismatic, JointType::cylindrical, JointType::spherical,
        JointType::universal, JointType::planar, JointType::fixed}) {
    Machine machine;
    for (int i = 0; i < 4; ++i) {
      Body b;
      b.name = "b" + std::to_string(i);
      b.mass = 1.0;
      b.inertia = Mat3::Identity();
      machine.bodies.push_back(b);
      Joint j;
      j.name = "j" + std::to_string(i);
      j.type = type;
      // The chain is written from both ends of its joints.
      j.body_a = i == 0 ? "ground" : machine.bodies[i - 1].name;
      j.body_b = b.name;
      j.point_a = Vec3(1, 0.2, 0.3);
      j.point_b = Vec3(-0.1, 0, 0.4);
      j.axis_a = Vec3(0.3, 1, 0.1);
      j.axis_b = Vec3(0, 1, 1);
      if (i % 2 == 1) {
        std::swap(j.body_a, j.body_b);
        std::swap(j.point_a, j.point_b);
        std::swap(j.axis_a, j.axis_b);
      }
      machine.joints.push_back(j);
    }
    Mechanism m = resolved(machine);
    const AssemblyReport report = assemble_positions(m);
    EXPECT_LT(open_by(m), 1e-12) << static_cast<int>(type);
    EXPECT_LE(report.iterations, 2) << static_cast<int>(type);
  }
}

// Law: a loop whose bodies have no poses at all is placed along its joints and then closed.
TEST(Assemble, LoopsWithoutPosesAreClosed) {
  Machine machine = slider_crank();
  for (auto& b : machine.bodies) {
    b.pose = {};
    b.pose_given = false;
  }
  machine.coordinates[0].initial = 1.1;
  Mechanism m = resolved(machine);
  assemble_positions(m);
  EXPECT_LT(open_by(m), 1e-12);
  EXPECT_NEAR(value_of(m, 0), 1.1, 1e-12);
}

// Law: given initial values are reached, through half turns and more; the turns are remembered.
TEST(Assemble, InitialValuesAreReached) {
  for (const double angle : {0.3, -1.0, 2.5, 3.5, -7.0}) {
    Machine machine = slider_crank();
    machine.coordinates[0].initial = angle;
    Mechanism m = resolved(machine);
    assemble_positions(m);
    EXPECT_LT(open_by(m), 1e-12) << angle;
    EXPECT_NEAR(value_of(m, 0) + 2 * M_PI * m.coordinates[0].turns, angle, 1e-12) << angle;
    const double stroke = 0.3 * std::cos(angle);  // the pin is above the slider's line at zero
    EXPECT_NEAR(m.bodies[1].pose.position.z(), stroke, 1e-9) << angle;
  }
  Machine machine = validation::make_chain(5);
  for (int i = 0; i < 5; ++i) {
    Coordinate c;
    c.name = "c" + std::to_string(i);
    c.joint = machine.joints[i].name;
    c.initial = 0.5 - 0.3 * i;
    machine.coordinates.push_back(c);
  }
  Mechanism m = resolved(machine);
  assemble_positions(m);
  EXPECT_LT(open_by(m), 1e-12);
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(value_of(m, i), 0.5 - 0.3 * i, 1e-12);
}

// Law: cylinder lengths and displacements are initial values like angles.
TEST(Assemble, DistancesAndDisplacementsAreReached) {
  Machine machine = slider_crank();
  machine.coordinates.clear();
  Coordinate shift;
  shift.name = "stroke";
  shift.kind = Coordinate::Kind::displacement;
  shift.joint = "guide";
  shift.initial = -0.2;
  machine.coordinates.push_back(shift);
  Mechanism m = resolved(machine);
  assemble_positions(m);
  EXPECT_LT(open_by(m), 1e-12);
  EXPECT_NEAR(value_of(m, 0), -0.2, 1e-12);

  machine.coordinates[0].initial.reset();
  Coordinate length;
  length.name = "length";
  length.kind = Coordinate::Kind::distance;
  length.body_a = "ground";
  length.point_a = Vec3(0, 0, 1);
  length.body_b = "slider";
  length.initial = 1.2;
  machine.coordinates.push_back(length);
  Mechanism other = resolved(machine);
  assemble_positions(other);
  EXPECT_LT(open_by(other), 1e-12);
  EXPECT_NEAR(value_of(other, 1), 1.2, 1e-12);
}

std::string assemble_error(const Machine& machine) {
  try {
    Mechanism m = resolved(machine);
    AssemblyReport report = assemble_positions(m);
    assemble_velocities(m, report);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

// Law: what cannot be is refused with the name of what stays open.
TEST(Assemble, ContradictionsAreRefusedByName) {
  // A rod that is too short for its gap.
  Machine gap;
  gap.bodies = {bar("rod", Vec3::Zero(), Vec3(1, 0, 0))};
  gap.joints = {joint_at(gap, "left pin", JointType::spherical, "ground", "rod", Vec3::Zero(),
                         Vec3::UnitY(), Vec3::UnitY()),
                joint_at(gap, "right pin", JointType::spherical, "ground", "rod", Vec3(1, 0, 0),
                         Vec3::UnitY(), Vec3::UnitY())};
  EXPECT_EQ(assemble_error(gap), "");
  gap.joints[1].point_a = Vec3(1.5, 0, 0);
  EXPECT_THAT(assemble_error(gap), HasSubstr("cannot be assembled"));
  EXPECT_THAT(assemble_error(gap), HasSubstr(" pin'"));

  // A slider beyond the reach of its crank.
  Machine stroke = slider_crank();
  Coordinate shift;
  shift.name = "stroke";
  shift.kind = Coordinate::Kind::displacement;
  shift.joint = "guide";
  shift.initial = 3.0;
  stroke.coordinates.push_back(shift);
  EXPECT_THAT(assemble_error(stroke), HasSubstr("cannot be assembled"));

  // Two values for one coordinate.
  Machine twice = slider_crank();
  twice.coordinates[0].initial = 0.2;
  twice.coordinates.push_back(twice.coordinates[0]);
  twice.coordinates[1].name = "again";
  twice.coordinates[1].initial = 0.9;
  EXPECT_THAT(assemble_error(twice), HasSubstr("cannot be assembled"));

  // Exact poses that do not fit the joint.
  Machine exact = validation::make_chain(2);
  exact.bodies[0].pose_exact = exact.bodies[1].pose_exact = true;
  exact.bodies[1].pose.position += Vec3(0, 0, 0.2);
  EXPECT_THAT(assemble_error(exact), HasSubstr("joint 'joint_2'"));

  // An axis that points the other way round turns the body: a tree can always be assembled.
  Machine against = validation::make_chain(1);
  against.joints[0].axis_b = -against.joints[0].axis_b;
  EXPECT_EQ(assemble_error(against), "");
}

// Law: one speed moves a mechanism of one degree of freedom, everywhere consistently with its
// joints: four-bars, slider-crank (against the closed formula), Bricard.
TEST(Assemble, OneSpeedIsEnough) {
  Machine machine = slider_crank();
  machine.coordinates[0].initial = 0.4;
  machine.coordinates[0].initial_speed = 3.0;
  Mechanism m = resolved(machine);
  AssemblyReport report = assemble_positions(m);
  assemble_velocities(m, report);
  EXPECT_LT(rates_open_by(m), 1e-10);
  EXPECT_NEAR(speed_of(m, 0), 3.0, 1e-10);
  // Pin at (r sin θ, r cos θ), slider at x = r sin θ + √(l² - r² cos² θ), l² = 0.9² + 0.3².
  const double r = 0.3, l = std::sqrt(0.9 * 0.9 + r * r), angle = 0.4;
  const double root = std::sqrt(l * l - std::pow(r * std::cos(angle), 2));
  const double slope = r * std::cos(angle) + r * r * std::cos(angle) * std::sin(angle) / root;
  EXPECT_NEAR(m.bodies[2].twist.linear.x(), 3.0 * slope, 1e-9);
  EXPECT_LT(m.bodies[2].twist.angular.norm(), 1e-10);

  Mechanism four = resolved(validation::make_fourbar(10));
  AssemblyReport four_report = assemble_positions(four);
  assemble_velocities(four, four_report);
  EXPECT_LT(rates_open_by(four), 1e-9);
  for (int i = 0; i <= 10; ++i)
    EXPECT_NEAR(four.bodies[i].twist.angular.z(), -1.0, 1e-9) << "rod " << i;
  for (int i = 11; i <= 20; ++i) {
    EXPECT_NEAR(four.bodies[i].twist.linear.x(), 1.0, 1e-9) << "coupler " << i;
    EXPECT_LT(four.bodies[i].twist.angular.norm(), 1e-9);
  }
}

// Law: given body velocities are kept where the joints allow them.
TEST(Assemble, BodyVelocitiesAreKept) {
  Machine machine;
  machine.bodies = {bar("free", Vec3(1, 2, 3), Vec3(2, 2, 3))};
  machine.bodies[0].velocity = Vec3(1, -2, 3);
  machine.bodies[0].angular_velocity = Vec3(0.1, 0.2, -0.3);
  Mechanism m = resolved(machine);
  AssemblyReport report = assemble_positions(m);
  assemble_velocities(m, report);
  EXPECT_LT((m.bodies[0].twist.linear - Vec3(1, -2, 3)).norm(), 1e-11);
  EXPECT_LT((m.bodies[0].twist.angular - Vec3(0.1, 0.2, -0.3)).norm(), 1e-11);
}

// Law: speeds that no motion has are refused with the name of one of them.
TEST(Assemble, ContradictorySpeedsAreRefusedByName) {
  Machine two = slider_crank();
  two.coordinates[0].initial_speed = 1.0;
  Coordinate shift;
  shift.name = "stroke";
  shift.kind = Coordinate::Kind::displacement;
  shift.joint = "guide";
  shift.initial_speed = 5.0;
  two.coordinates.push_back(shift);
  const std::string text = assemble_error(two);
  EXPECT_THAT(text, HasSubstr("contradict"));
  EXPECT_TRUE(text.find("'crank angle'") != std::string::npos ||
              text.find("'stroke'") != std::string::npos ||
              text.find("joint '") != std::string::npos)
      << text;

  Machine against = validation::make_chain(1);
  against.bodies[0].velocity = Vec3(1, 0, 0);  // its origin is the joint
  EXPECT_THAT(assemble_error(against), HasSubstr("contradict"));
}

// Law: drives by functions of time are initial conditions too: value and speed at t = 0.
TEST(Assemble, DrivesSetPositionAndSpeed) {
  Machine machine = slider_crank();
  description::Drive d;
  d.name = "motor";
  d.coordinate = "crank angle";
  d.function.kind = description::Function::Kind::formula;
  d.function.formula = "0.7 + 2*t + t^2";
  machine.drives.push_back(d);
  Mechanism m = resolved(machine);
  AssemblyReport report = assemble_positions(m);
  assemble_velocities(m, report);
  EXPECT_NEAR(value_of(m, 0), 0.7, 1e-12);
  EXPECT_NEAR(speed_of(m, 0), 2.0, 1e-10);
  EXPECT_LT(rates_open_by(m), 1e-10);

  machine.drives[0].quantity = description::Drive::Quantity::speed;
  machine.coordinates[0].initial = 0.1;
  Mechanism speed = resolved(machine);
  report = assemble_positions(speed);
  assemble_velocities(speed, report);
  EXPECT_NEAR(value_of(speed, 0), 0.1, 1e-12);
  EXPECT_NEAR(speed_of(speed, 0), 0.7, 1e-10);
}

// A formula without a value at the start is named, instead of a joint that then cannot close.
TEST(Assemble, DrivesWithoutAStartAreRefusedByName) {
  Machine machine = slider_crank();
  description::Drive d;
  d.name = "motor";
  d.coordinate = "crank angle";
  d.function.kind = description::Function::Kind::formula;
  d.function.formula = "1/t";
  machine.drives.push_back(d);
  Mechanism m = resolved(machine);
  const auto refusal = [&]() -> std::string {
    try {
      AssemblyReport report = assemble_positions(m);
      assemble_velocities(m, report);
    } catch (const Error& e) {
      return e.what();
    }
    return "nothing";
  };
  EXPECT_EQ(refusal(), "drive 'motor': its function has no finite value at t = 0");
  m.drives[0].spec.function.formula = "sqrt(t)";
  EXPECT_EQ(refusal(), "drive 'motor': its function has no finite speed at t = 0");
  m.drives[0].spec.function.formula = "1/t";
  m.drives[0].spec.quantity = description::Drive::Quantity::speed;
  EXPECT_EQ(refusal(), "drive 'motor': its function has no finite value at t = 0");
}

// Law: couplings hold in position and speed: a gear of ratio -2 with an offset, and one whose offset
// is taken from the assembled pose and kept.
TEST(Assemble, CouplingsHold) {
  Machine machine;
  machine.bodies = {bar("a", Vec3::Zero(), Vec3(1, 0, 0)), bar("b", Vec3(0, 2, 0), Vec3(1, 2, 0))};
  machine.joints = {joint_at(machine, "ja", JointType::revolute, "ground", "a", Vec3::Zero(),
                             Vec3::UnitZ(), Vec3::UnitZ()),
                    joint_at(machine, "jb", JointType::revolute, "ground", "b", Vec3(0, 2, 0),
                             Vec3::UnitZ(), Vec3::UnitZ())};
  for (const char* name : {"a", "b"}) {
    Coordinate c;
    c.name = name;
    c.joint = std::string("j") + name;
    machine.coordinates.push_back(c);
  }
  machine.coordinates[0].initial = 0.3;
  machine.coordinates[0].initial_speed = 1.5;
  description::Coupling gear;
  gear.name = "gear";
  gear.coordinate_a = "a";
  gear.coordinate_b = "b";
  gear.function.kind = description::Function::Kind::linear;
  gear.function.value = -2.0;
  gear.offset = 0.1;
  machine.couplings.push_back(gear);
  Mechanism m = resolved(machine);
  AssemblyReport report = assemble_positions(m);
  assemble_velocities(m, report);
  EXPECT_NEAR(value_of(m, 0), 0.3, 1e-12);
  EXPECT_NEAR(value_of(m, 1), -0.5, 1e-12);
  EXPECT_NEAR(speed_of(m, 1), -3.0, 1e-10);

  machine.couplings[0].offset_as_assembled = true;
  machine.coordinates[1].initial = 0.8;
  Mechanism as_assembled = resolved(machine);
  report = assemble_positions(as_assembled);
  assemble_velocities(as_assembled, report);
  EXPECT_NEAR(value_of(as_assembled, 0), 0.3, 1e-12);
  EXPECT_NEAR(value_of(as_assembled, 1), 0.8, 1e-12);
  EXPECT_NEAR(as_assembled.couplings[0].spec.offset, 0.8 + 0.6, 1e-12);
  EXPECT_NEAR(speed_of(as_assembled, 1), -3.0, 1e-10);
}

// Law: a distance joint without a length takes that of the assembled pose and keeps it.
TEST(Assemble, DistanceJointsTakeTheirLength) {
  Machine machine = validation::make_chain(2);
  Joint link;
  link.name = "link";
  link.type = JointType::distance;
  link.body_b = "link_2";
  link.point_a = Vec3(1.0, 0, 2.0);
  link.point_b = Vec3(0.5, 0, 0);
  machine.joints.push_back(link);
  Mechanism m = resolved(machine);
  assemble_positions(m);
  EXPECT_NEAR(m.joints[2].frame.length, std::sqrt(0.25 + 4.0), 1e-12);
}

}  // namespace
}  // namespace outrigger::model
