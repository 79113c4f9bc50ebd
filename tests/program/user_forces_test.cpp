/// Forces that a program computes itself: they act as the same force built in, keep the order of the
/// step, and a function that throws changes nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "forces/user_forces.h"
#include "sim/world.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using forces_rig::make_lift;
using forces_rig::Rig;
using model::BodyForce;
using model::CoordinateForce;
using model::Twist;

Mat3 some_matrix(Random& random, double size) {
  Mat3 m;
  for (int k = 0; k < 9; ++k) m.data()[k] = random.uniform(-size, size);
  return m;
}

/// A pendulum of two bodies, off its constraints, with forces on a body and on its angle.
Rig rig_with_forces(Random& random, bool symmetric) {
  description::Machine m;
  m.bodies.push_back(forces_rig::make_body("upper", Vec3(0, 0, 1)));
  m.bodies.push_back(forces_rig::make_body("lower", Vec3(1, 0, 1)));
  m.joints.push_back(forces_rig::make_joint(m, "hinge", description::JointType::revolute,
                                            description::kGround, "upper", Vec3(0, 0, 1),
                                            Vec3::UnitY()));
  m.joints.push_back(forces_rig::make_joint(m, "elbow", description::JointType::revolute, "upper",
                                            "lower", Vec3(1, 0, 1), Vec3::UnitY()));
  m.coordinates.push_back(
      forces_rig::make_coordinate("bend", description::Coordinate::Kind::angle, "elbow"));
  BodyForce on_body;
  on_body.force = Vec3(3, -2, 1);
  on_body.torque = Vec3(0.5, 0.2, -0.7);
  on_body.stiffness = some_matrix(random, 50.0);
  on_body.damping = some_matrix(random, 5.0);
  if (symmetric) {
    on_body.stiffness = Mat3(0.5 * (on_body.stiffness + on_body.stiffness.transpose()));
    on_body.damping = Mat3(0.5 * (on_body.damping + on_body.damping.transpose()));
    on_body.torque.setZero();
  }
  on_body.place = Vec3(1, 0.2, 1);
  on_body.velocity = Vec3(0.1, 0, 0);
  const CoordinateForce on_angle{symmetric ? 0.0 : 2.0, 7.0, 0.3, 0.0, 0.1};
  return Rig(m, {}, [&](model::Mechanism& mechanism) {
    mechanism.user_body_forces.push_back({100, "push", 1, Vec3(0.1, 0.2, 0.3), on_body});
    mechanism.user_coordinate_forces.push_back({101, "twist", 0, on_angle});
  });
}

// Q is what f and τ say: the power of Q equals that of the wrenches and that in the energy book.
TEST(UserForces, PowerAgreesThreeWays) {
  Random random(3);
  Rig rig = rig_with_forces(random, false);
  rig.randomise_velocity(random);
  const double power = rig.force().dot(rig.velocity());
  EXPECT_GT(std::abs(power), 0.1);
  EXPECT_NEAR(rig.energy().external_power, power, 1e-9 * std::abs(power));
  EXPECT_NEAR(rig.wrench_power(), power, 1e-9 * std::abs(power));
}

// Where nothing is left out on purpose (skew parts, torque, curvature of x), K and C are the
// derivatives of Q.
TEST(UserForces, TangentsAreDerivatives) {
  Random random(5);
  Rig rig = rig_with_forces(random, true);
  rig.randomise_velocity(random);
  // The curvature of the angle is left out: stand where the force along it is zero.
  const double x = rig.state.coordinate[0];
  const auto* term = dynamic_cast<const forces::UserForces*>(rig.system->terms().back().get());
  ASSERT_NE(term, nullptr);
  const double speed = drives::coordinate_motion(*rig.system, rig.state, 0).rate;
  term->set_coordinate_force(0, {0.0, 7.0, 0.3, x, speed}, rig.state.term.data());
  forces_rig::DenseMatrix k, c;
  rig.force(&k, 1.0, 0.0);
  rig.force(&c, 0.0, 1.0);
  EXPECT_LT((c - rig.difference(true)).cwiseAbs().maxCoeff(), 1e-6);
  // The angle's gradient turns with q, and with it the damping: F = 0 keeps that out, but d(ẋ)/dq stays.
  const forces_rig::DenseMatrix difference = rig.difference(false);
  term->set_coordinate_force(0, {0.0, 7.0, 0.0, x, speed}, rig.state.term.data());
  rig.force(&k, 1.0, 0.0);
  EXPECT_LT((k - rig.difference(false)).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_GT(difference.cwiseAbs().maxCoeff(), 10.0);
}

description::Machine free_body() {
  description::Machine m;
  m.settings.gravity.setZero();
  description::Body b;
  b.name = "body";
  b.mass = 2.0;
  b.inertia = Vec3(0.4, 0.5, 0.6).asDiagonal();
  b.pose_given = true;
  m.bodies.push_back(b);
  return m;
}

// A constant force and torque give x = F t²/2m and ω = τ t/I from the first step on.
TEST(UserForces, ConstantForceGivesTheParabola) {
  sim::World w(free_body());
  w.add_force("push", w.body("body"), Vec3::Zero(), [](double, const Pose&, const Twist&) {
    BodyForce f;
    f.force = Vec3(4, 0, 0);
    f.torque = Vec3(0, 0, 1.2);
    return f;
  });
  for (int i = 0; i < 500; ++i) w.step();
  EXPECT_NEAR(w.pose(w.body("body")).position.x(), 0.5 * 2.0 * 0.25, 1e-9);
  EXPECT_NEAR(w.twist(w.body("body")).angular.z(), 1.2 / 0.6 * 0.5, 1e-6);
  const sim::Energies e = w.energies();
  EXPECT_NEAR(e.ledger.external, e.kinetic, 1e-5 * e.kinetic);
}

// With its tangent given, a spring and damper written by the user is the built-in one.
TEST(UserForces, SpringWithTangentIsTheBuiltInOne) {
  description::Machine own = make_lift(3.0), built_in = make_lift(3.0);
  description::Spring s;
  s.name = "spring";
  s.coordinate = "lift";
  s.free = 0.2;
  s.spring = forces_rig::linear(5000.0);
  s.damper = forces_rig::linear(20.0);
  built_in.springs.push_back(s);
  sim::World a(own), b(built_in);
  a.add_force("spring", a.coordinate("lift"), [](double, double x, double speed) {
    return CoordinateForce{-5000.0 * (x - 0.2) - 20.0 * speed, 5000.0, 20.0, 0.0, 0.0};
  });
  for (int i = 0; i < 1000; ++i) {
    a.step();
    b.step();
    ASSERT_NEAR(a.value(a.coordinate("lift")), b.value(b.coordinate("lift")), 1e-8) << i;
  }
}

/// Error after 1 s of a free mass on an explicit spring with ω = 10 rad/s.
double explicit_spring_error(double h) {
  description::Machine m = free_body();
  m.settings.step = h;
  m.settings.tolerance = 1e-9;
  m.settings.max_iterations = 20;
  m.bodies[0].pose.position.x() = 0.1;
  sim::World w(m);
  w.add_force("spring", w.body("body"), Vec3::Zero(), [](double, const Pose& p, const Twist&) {
    BodyForce f;
    f.force = -200.0 * p.position;
    return f;
  });
  while (w.time() < 1.0 - 0.5 * h) w.step();
  return std::abs(w.pose(w.body("body")).position.x() - 0.1 * std::cos(10.0));
}

// Asked at the predicted end of the step, an explicit force costs no order: the error falls by 4.
TEST(UserForces, ExplicitForceKeepsSecondOrder) {
  const double coarse = explicit_spring_error(2e-3), fine = explicit_spring_error(1e-3);
  EXPECT_LT(coarse, 1e-3);
  EXPECT_GT(coarse / fine, 3.6);
  EXPECT_LT(coarse / fine, 4.4);
}

// An exception, or a number that is none, leaves the world as it was, and it goes on afterwards.
TEST(UserForces, ThrowingChangesNothing) {
  sim::World w(make_lift(3.0));
  int mode = 0;
  w.add_force("first", w.coordinate("lift"), [](double, double, double) {
    return CoordinateForce{40.0, 0.0, 0.0, 0.0, 0.0};
  });
  w.add_force("second", w.coordinate("lift"), [&](double, double, double) -> CoordinateForce {
    if (mode == 1) throw std::runtime_error("no");
    return {mode == 2 ? std::nan("") : 1.0, 0.0, 0.0, 0.0, 0.0};
  });
  for (int i = 0; i < 10; ++i) w.step();
  const std::uint64_t before = w.hash();
  mode = 1;
  EXPECT_THROW(w.step(), std::runtime_error);
  EXPECT_EQ(w.hash(), before);
  mode = 2;
  EXPECT_THAT([&] { w.step(); }, testing::ThrowsMessage<Error>(testing::HasSubstr("'second'")));
  EXPECT_EQ(w.hash(), before);
  mode = 0;
  w.step();
  EXPECT_EQ(w.step_count(), 11);
}

// Edits of the same articulation and snapshots keep forces; a removed force acts no more, until a state in
// which it acted is restored.
TEST(UserForces, SurvivesEditsAndSnapshots) {
  sim::World w(make_lift(3.0));
  const auto push = [](double t, double, double) {
    return CoordinateForce{30.0 + t, 0.0, 0.0, 0.0, 0.0};
  };
  const auto h = w.add_force("push", w.coordinate("lift"), push);
  for (int i = 0; i < 20; ++i) w.step();
  description::Load load;
  load.name = "load";
  load.z.value = 0.0;
  w.remove(w.add_load(load, w.body("weight")));
  const sim::Snapshot saved = w.save();
  for (int i = 0; i < 20; ++i) w.step();
  const std::uint64_t with_force = w.hash();
  EXPECT_NEAR(w.acceleration(w.body("weight")).linear.z(), (30.0 + w.time()) / 3.0 - 9.81, 1e-3);
  w.remove(h);
  w.step();
  EXPECT_NEAR(w.acceleration(w.body("weight")).linear.z(), -9.81, 1e-6);
  EXPECT_THROW(w.remove(h), Error);
  w.restore(saved);
  for (int i = 0; i < 20; ++i) w.step();
  EXPECT_EQ(w.hash(), with_force);
}

TEST(UserForces, ParticlesRefuseTorques) {
  description::Machine m = free_body();
  m.bodies[0].kind = description::Body::Kind::point;
  sim::World w(m);
  EXPECT_THAT(
      [&] {
        w.add_force("turn", w.body("body"), Vec3::Zero(), [](double, const Pose&, const Twist&) {
          BodyForce f;
          f.torque = Vec3::UnitX();
          return f;
        });
      },
      testing::ThrowsMessage<Error>(testing::HasSubstr("particle")));
}

// A coordinate between bodies that an edit has parted is refused, not read through a dead articulation.
TEST(Handles, CoordinateBetweenPartedBodiesIsRefused) {
  description::Machine m = free_body();
  m.bodies.push_back(m.bodies[0]);
  m.bodies[1].name = "other";
  m.bodies[1].pose.position.x() = 1.0;
  m.joints.push_back(forces_rig::make_joint(m, "ball", description::JointType::spherical, "body",
                                            "other", Vec3(0.5, 0, 0), Vec3::UnitZ()));
  description::Coordinate c;
  c.name = "gap";
  c.kind = description::Coordinate::Kind::distance;
  c.body_a = "body";
  c.body_b = "other";
  m.coordinates.push_back(c);
  sim::World w(m);
  const sim::CoordinateHandle gap = w.coordinate("gap");
  EXPECT_NEAR(w.value(gap), 1.0, 1e-9);
  w.remove(w.joint("ball"));
  EXPECT_THAT([&] { w.value(gap); }, testing::ThrowsMessage<Error>(testing::HasSubstr("connects")));
}

// Shapes may stay behind when the last body goes.
TEST(Contacts, WorldWithoutBodiesSteps) {
  description::Machine m = free_body();
  description::ContactShape s;
  s.name = "ball";
  s.body = "body";
  s.radius = 0.1;
  s.material = "rubber";
  m.shapes.push_back(s);
  m.bodies[0].pose.position.z() = 1.0;
  sim::World w(m);
  w.step();
  w.remove(w.body("body"));
  w.step();
  EXPECT_EQ(w.step_count(), 2);
}

}  // namespace
}  // namespace outrigger
