// Loads and mounts: laws, virtual work, tangents, and motions with known solutions.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "forces/mounts.h"
#include "forces/point_loads.h"
#include "math/random_rotation.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::JointType;
using description::kGround;
using description::Load;
using description::Machine;
using description::Mount;
using forces_rig::constant;
using forces_rig::DenseMatrix;
using forces_rig::DenseVector;
using forces_rig::formula;
using forces_rig::make_body;
using forces_rig::make_joint;
using forces_rig::Rig;

/// A free body, and an arm on a ball joint to the ground whose basis holds ground constants.
Machine make_bodies() {
  Machine m;
  Random random(3);
  m.settings.gravity = Vec3::Zero();
  m.bodies = {make_body("free", Vec3(0.3, -0.2, 1.0), 3.0, random_rotation(random)),
              make_body("arm", Vec3(1.0, 0.5, 0.2), 2.0, random_rotation(random))};
  m.joints = {make_joint(m, "hinge", JointType::revolute, kGround, "arm", Vec3(0.8, 0.4, 0),
                         random_unit_vector(random))};
  return m;
}

Load make_load(const std::string& body, bool torque, bool follows, const Vec3& value) {
  Load l;
  l.name = "load";
  l.body = body;
  l.point = Vec3(0.4, -0.1, 0.25);
  l.torque = torque;
  l.follows_body = follows;
  l.x = constant(value.x());
  l.y = constant(value.y());
  l.z = constant(value.z());
  return l;
}

Mount make_mount(const std::string& body, const Vec3& point) {
  Mount m;
  m.name = "mount";
  m.body = body;
  m.point = point;
  m.anchor = Vec3(0.1, 0.2, 0.9);
  m.stiffness = Vec3(1000, 2000, 5000);
  m.damping = Vec3(10, 0, 70);
  return m;
}

// ---- loads -------------------------------------------------------------------------------------

// In every motion the joints allow, Q does the work f·ṗ or τ·ω; wrench and energy agree with it.
TEST(PointLoads, DoTheWorkOfTheirForceAndTorque) {
  const Vec3 value(30, -20, 50);
  for (const std::string body : {"free", "arm"})
    for (const bool torque : {false, true})
      for (const bool follows : {false, true}) {
        Machine m = make_bodies();
        m.loads.push_back(make_load(body, torque, follows, value));
        m.bodies[0].angular_velocity = Vec3(1, 2, 3);
        Rig rig(m);
        rig.run(50);
        Random random(4);
        const int index = body == "free" ? 0 : 1;
        for (int trial = 0; trial < 10; ++trial) {
          rig.randomise_velocity(random);
          const Pose pose = rig.poses()[index];
          const model::Twist t =
              rig.system->body_twist(index, rig.state.x.data(), rig.state.v.data());
          const Vec3 f = follows ? pose.direction(value) : value;
          const Vec3 point_speed = t.linear + t.angular.cross(pose.direction(m.loads[0].point));
          const double expected = torque ? f.dot(t.angular) : f.dot(point_speed);
          EXPECT_NEAR(rig.force().dot(rig.velocity()), expected, 1e-8);
          EXPECT_NEAR(rig.wrench_power(), expected, 1e-8);
          EXPECT_NEAR(rig.energy().external_power, expected, 1e-8);
          EXPECT_EQ(rig.energy().potential, 0.0);
        }
      }
}

TEST(PointLoads, ComponentsAreFunctionsOfTime) {
  Machine m = make_bodies();
  Load load = make_load("free", false, false, Vec3::Zero());
  load.x = formula("10*sin(2*t)");
  load.z = forces_rig::linear(3.0);
  m.loads.push_back(load);
  Rig rig(m);
  for (double t : {0.0, 0.4, 2.0}) {
    rig.state.time = t;
    std::vector<system::BodyWrench> wrenches;
    rig.system->terms()[0]->wrenches(rig.configuration(), nullptr, rig.poses(), wrenches);
    ASSERT_EQ(wrenches.size(), 1u);
    EXPECT_NEAR((wrenches[0].force - Vec3(10 * std::sin(2 * t), 0, 3 * t)).norm(), 0.0, 1e-12);
  }
}

// The tangent of a world torque is skew, so leaving it out leaves out nothing that is symmetric;
// of a world force it is zero.
TEST(PointLoads, LeaveOutNoSymmetricTangentOfWorldLoads) {
  for (const bool torque : {false, true}) {
    Machine m = make_bodies();
    m.loads.push_back(make_load("free", torque, false, Vec3(30, -20, 50)));
    Rig rig(m);
    Random random(6);
    rig.perturb(random, 0.02, 0.0);
    const DenseMatrix k = rig.difference(false);
    EXPECT_LT((k + k.transpose()).cwiseAbs().maxCoeff(), 1e-6);
    EXPECT_EQ(k.cwiseAbs().maxCoeff() > 1.0, torque);
    EXPECT_EQ(rig.system->extra_count(), 0u);
  }
}

// A follower force at the centre of mass of a body that does not turn: constant acceleration along
// the body's axis. With a torque about a principal axis: constant angular acceleration.
TEST(PointLoads, AccelerateABodyAsNewtonAndEulerSay) {
  Machine m;
  m.settings.gravity = Vec3::Zero();
  Random random(13);
  const Mat3 rotation = random_rotation(random);
  m.bodies = {make_body("body", Vec3(1, 2, 3), 4.0, rotation)};
  Load push = make_load("body", false, true, Vec3(0, 8, 0));
  push.point = m.bodies[0].centre;
  Load turn = make_load("body", true, true, Vec3(0, 0, 0.3));
  turn.name = "turn";
  m.loads = {push, turn};
  Rig rig(m);
  const double h = 1e-3, spin = 0.3 / (4.0 * 0.06);
  // Exact velocity of the centre: ∫ 2 m/s² along the turning y axis.
  Vec3 speed = Vec3::Zero();
  const auto axis = [&](double t) {
    return Vec3(rotation * Vec3(-std::sin(0.5 * spin * t * t), std::cos(0.5 * spin * t * t), 0));
  };
  for (int i = 0; i < 1000; ++i) {
    rig.step();
    speed += h / 6 * 2.0 * (axis(i * h) + 4 * axis((i + 0.5) * h) + axis((i + 1) * h));
  }
  const model::Twist t = rig.system->body_twist(0, rig.state.x.data(), rig.state.v.data());
  EXPECT_LT((t.angular - rotation * Vec3(0, 0, spin)).norm(), 1e-6);
  const Vec3 centre = t.linear + t.angular.cross(rig.poses()[0].direction(m.bodies[0].centre));
  EXPECT_LT((centre - speed).norm(), 1e-5);
}

// External work equals the gain of energy.
TEST(PointLoads, LedgerTakesTheirWork) {
  Machine m = make_bodies();
  m.settings.gravity = Vec3(0, 0, -9.81);
  m.loads = {make_load("free", false, true, Vec3(5, 40, 10)),
             make_load("arm", true, false, Vec3(1, 2, 3))};
  m.loads[1].name = "twist";
  Rig rig(m);
  rig.stepper->set_keep_ledger(true);
  rig.stepper->initialise(rig.state);
  rig.run(500);
  const auto& l = rig.state.ledger;
  EXPECT_GT(std::abs(l.external), 1.0);
  EXPECT_NEAR(rig.total_energy() - l.start, l.external, 1e-3 * std::abs(l.external));
}

TEST(PointLoads, RefuseATorqueOnAParticle) {
  Machine m;
  description::Body b;
  b.name = "ball";
  b.kind = description::Body::Kind::point;
  b.mass = 1.0;
  b.pose_given = true;
  m.bodies = {b};
  m.loads = {make_load("ball", true, false, Vec3(1, 0, 0))};
  m.loads[0].where = {"machine.yaml", 12};
  try {
    Rig rig(m);
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(),
                 "machine.yaml:12: load 'load': a torque cannot act on the particle 'ball'");
  }
}

// ---- mounts ------------------------------------------------------------------------------------

// F_i = -k_i (p_i - anchor_i) - c_i ṗ_i, with its energy, power and wrench.
TEST(Mounts, FollowTheirLaw) {
  for (const std::string body : {"free", "arm"}) {
    Machine m = make_bodies();
    m.mounts.push_back(make_mount(body, Vec3(0.4, -0.1, 0.25)));
    m.bodies[0].angular_velocity = Vec3(1, 2, 3);
    Rig rig(m);
    rig.run(50);
    Random random(15);
    const int index = body == "free" ? 0 : 1;
    const Mount& mount = m.mounts[0];
    for (int trial = 0; trial < 10; ++trial) {
      rig.randomise_velocity(random);
      const Pose pose = rig.poses()[index];
      const model::Twist t = rig.system->body_twist(index, rig.state.x.data(), rig.state.v.data());
      const Vec3 stretch = pose.point(mount.point) - *mount.anchor;
      const Vec3 speed = t.linear + t.angular.cross(pose.direction(mount.point));
      const Vec3 f = -mount.stiffness.cwiseProduct(stretch) - mount.damping.cwiseProduct(speed);
      EXPECT_NEAR(rig.force().dot(rig.velocity()), f.dot(speed), 1e-7);
      EXPECT_NEAR(rig.wrench_power(), f.dot(speed), 1e-7);
      const system::TermEnergy e = rig.energy();
      EXPECT_NEAR(e.potential, 0.5 * mount.stiffness.dot(stretch.cwiseProduct(stretch)), 1e-8);
      EXPECT_NEAR(e.dissipation_power, mount.damping.dot(speed.cwiseProduct(speed)), 1e-8);
      std::vector<system::BodyWrench> wrenches;
      rig.system->terms()[0]->wrenches(rig.configuration(), nullptr, rig.poses(), wrenches);
      EXPECT_LT((wrenches[0].force - f).norm(), 1e-8);
    }
  }
}

TEST(Mounts, TangentsAgreeWithDifferences) {
  Machine m = make_bodies();
  m.mounts = {make_mount("free", Vec3(0.4, -0.1, 0.25)), make_mount("arm", Vec3(-0.3, 0.2, 0.1)),
              make_mount("free", Vec3(-0.2, 0.3, 0))};
  m.mounts[1].name = "second";
  m.mounts[2].name = "third";
  Rig rig(m);
  Random random(16);
  rig.perturb(random, 0.1, 1.0);
  DenseMatrix k, c;
  rig.force(&k, 1.0, 0.0);
  rig.force(&c, 0.0, 1.0);
  EXPECT_LT((k - rig.difference(false)).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_LT((c - rig.difference(true)).cwiseAbs().maxCoeff(), 1e-6);
  EXPECT_GT(k.cwiseAbs().maxCoeff(), 1000.0);
}

TEST(Mounts, WithoutAnchorAreAtRestAsAssembled) {
  Machine m = make_bodies();
  m.mounts = {make_mount("arm", Vec3(-0.3, 0.2, 0.1))};
  m.mounts[0].anchor.reset();
  Rig rig(m);
  EXPECT_LT(rig.force().norm(), 1e-9);
}

/// Largest error of a body on one mount at its centre of mass against three damped oscillators.
double mount_error(double h) {
  Machine m;
  m.settings.gravity = Vec3(0, 0, -9.81);
  m.settings.step = h;
  m.settings.tolerance = 1e-7;
  m.bodies = {make_body("body", Vec3::Zero(), 5.0)};
  Mount mount;
  mount.name = "mount";
  mount.body = "body";
  mount.point = m.bodies[0].centre;
  mount.anchor = m.bodies[0].centre - Vec3(0.2, -0.1, 0.0);
  mount.stiffness = Vec3(500, 800, 1500);
  mount.damping = Vec3(0, 10, 30);
  m.mounts = {mount};
  Rig rig(m);
  double error = 0.0;
  for (int i = 1; i * h < 2.0; ++i) {
    rig.step();
    const double t = i * h;
    const Vec3 p = rig.poses()[0].point(mount.point) - *mount.anchor;
    for (int k = 0; k < 3; ++k) {
      const double rest = k == 2 ? -9.81 * 5.0 / 1500 : 0.0;
      const double x0 = Vec3(0.2, -0.1, 0.0)[k] - rest;
      const double delta = 0.5 * mount.damping[k] / 5.0;
      const double omega = std::sqrt(mount.stiffness[k] / 5.0 - delta * delta);
      const double exact = rest + std::exp(-delta * t) * (x0 * std::cos(omega * t) +
                                                          delta * x0 / omega * std::sin(omega * t));
      error = std::max(error, std::abs(p[k] - exact));
    }
  }
  return error;
}

TEST(Mounts, OscillateAsTheExactSolutionToSecondOrder) {
  const double coarse = mount_error(4e-3), fine = mount_error(2e-3);
  EXPECT_LT(fine, 1e-3);
  EXPECT_NEAR(coarse / fine, 4.0, 0.3);
}

// A body on four undamped mounts, rocking within them, keeps its energy; the trapezoidal rule swings
// about it with h².
TEST(Mounts, UndampedKeepTheEnergy) {
  double drift[2];
  for (int refined = 0; refined < 2; ++refined) {
    Machine m;
    m.settings.step = refined == 0 ? 1e-3 : 5e-4;
    m.settings.tolerance = 1e-5;
    m.bodies = {make_body("body", Vec3::Zero(), 5.0)};
    m.bodies[0].angular_velocity = Vec3(2, -1, 3);
    for (int i = 0; i < 4; ++i) {
      Mount mount = make_mount("body", Vec3(i % 2 == 0 ? 0.5 : -0.5, i < 2 ? 0.4 : -0.4, 0));
      mount.name += std::to_string(i);
      mount.anchor.reset();
      mount.damping.setZero();
      m.mounts.push_back(mount);
    }
    Rig rig(m);
    const double start = rig.total_energy();
    double most = 0.0;
    drift[refined] = 0.0;
    for (int i = 0; i < (refined == 0 ? 1000 : 2000); ++i) {
      rig.step();
      drift[refined] = std::max(drift[refined], std::abs(rig.total_energy() - start));
      most = std::max(most, rig.stepper->kinetic_energy(rig.state));
    }
    drift[refined] /= most;
  }
  EXPECT_LT(drift[0], 1e-2);
  EXPECT_LT(drift[1], 0.3 * drift[0]);
}

// ---- all together ------------------------------------------------------------------------------

TEST(MakeForceTerms, MakesOnlyTermsWithMembers) {
  Machine m = make_bodies();
  EXPECT_EQ(Rig(m).system->terms().size(), 0u);
  m.mounts = {make_mount("free", Vec3::Zero())};
  EXPECT_EQ(Rig(m).system->terms().size(), 1u);
  m.loads = {make_load("free", false, false, Vec3(1, 0, 0))};
  EXPECT_EQ(Rig(m).system->terms().size(), 2u);
  m.loads[0].body = kGround;
  EXPECT_EQ(Rig(m).system->terms().size(), 1u);
}

}  // namespace
}  // namespace outrigger
