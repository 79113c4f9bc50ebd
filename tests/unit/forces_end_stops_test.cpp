// End stops: the law over a step and at an instant, its tangents, its energy, rest, blows at any step.
#include "forces/end_stops.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Coordinate;
using description::JointType;
using description::kGround;
using description::Machine;
using forces::one_sided_energy;
using forces::one_sided_over_step;
using forces::OneSidedForce;
using forces_rig::DenseMatrix;
using forces_rig::DenseVector;
using forces_rig::make_body;
using forces_rig::make_coordinate;
using forces_rig::make_joint;
using forces_rig::make_lift;
using forces_rig::Rig;

description::Stop make_stop(const std::string& coordinate, double stiffness, double damping) {
  description::Stop stop;
  stop.name = "stop on " + coordinate;
  stop.coordinate = coordinate;
  stop.stiffness = stiffness;
  stop.damping = damping;
  return stop;
}

// The work over a step is what is stored and lost, to rounding, for any way through the limit; nothing
// pulls, nothing lost is negative.
TEST(OneSidedForce, GivesBackWhatItStoredAndNoMore) {
  Random random(3);
  for (int i = 0; i < 20000; ++i) {
    const double k = std::pow(10.0, random.uniform(0.0, 10.0)), h = random.uniform(1e-4, 2e-2);
    const double d = i % 3 == 0 ? 0.0 : std::pow(10.0, random.uniform(-3.0, 2.0));
    const double start = random.uniform(-1.0, 1.0), end = random.uniform(-1.0, 1.0);
    const OneSidedForce n = one_sided_over_step(k, d, start, end, h);
    const double stored = one_sided_energy(k, end) - one_sided_energy(k, start);
    EXPECT_GE(n.force, 0.0);
    EXPECT_GE(n.lost, 0.0);
    EXPECT_GE(n.by_depth, 0.0);
    EXPECT_NEAR(n.force * (end - start), stored + n.lost, 1e-12 * (k + std::abs(n.force) + n.lost));
    if (d == 0.0) {
      EXPECT_EQ(n.lost, 0.0);
    }
  }
}

// One slope without a kink, through entry, rest and exit.
TEST(OneSidedForce, SlopeAgreesWithDifferences) {
  const double k = 1000.0, h = 1e-2, small = 1e-7;
  for (double d : {0.0, 0.02})
    for (double start : {-0.2, -1e-3, 0.0, 0.1, 0.3})
      for (double end = -0.31; end < 0.3; end += 0.02) {
        const auto force = [&](double at) { return one_sided_over_step(k, d, start, at, h).force; };
        EXPECT_NEAR(one_sided_over_step(k, d, start, end, h).by_depth,
                    (force(end + small) - force(end - small)) / (2.0 * small), 2e-3)
            << start << " to " << end;
      }
}

// N = k δ (1 + d δ̇) beyond the stop, nothing before it, and never a pull.
TEST(EndStops, FollowTheirLawAtAnInstant) {
  Machine m = make_lift(4.0);
  description::Stop stop;
  stop.name = "stop";
  stop.coordinate = "lift";
  stop.lower = 0.2;
  stop.upper = 1.5;
  stop.stiffness = 1e4;
  stop.damping = 0.8;
  m.stops.push_back(stop);
  Rig rig(m);
  const auto& term = dynamic_cast<forces::EndStops&>(*rig.system->terms()[0]);
  for (double x : {-0.1, 0.1, 0.2, 0.5, 1.5, 1.52, 2.0})
    for (double rate : {-5.0, -1.0, 0.0, 1.0, 5.0}) {
      forces_rig::place_lift(rig, x, rate);
      double expected = 0.0, stored = 0.0;
      if (x > 1.5) {
        const double depth = x - 1.5, n = std::max(0.0, 1e4 * depth * (1 + 0.8 * rate));
        expected = -n;
        stored = 0.5e4 * depth * depth;
      }
      if (x < 0.2) {
        const double depth = 0.2 - x, n = std::max(0.0, 1e4 * depth * (1 - 0.8 * rate));
        expected = n;
        stored = 0.5e4 * depth * depth;
      }
      EXPECT_NEAR(forces_rig::lift_force(rig), expected, 1e-8);
      EXPECT_NEAR(term.force_now(0, rig.configuration()), expected, 1e-8);
      EXPECT_NEAR(rig.energy().potential, stored, 1e-8);
    }
}

// -∂Q/∂q of the mean over a step, which moves its end only.
TEST(EndStops, TangentsAgreeWithDifferencesOverAStep) {
  Machine m;
  Random random(4);
  m.bodies = {make_body("a", Vec3(0.1, 0.2, 0.3), 3.0), make_body("b", Vec3(0.9, 0.1, 0.5), 2.0)};
  m.joints = {make_joint(m, "hinge", JointType::revolute, "a", "b", Vec3(0.5, 0.2, 0.4),
                         Vec3(0.3, 1.0, 0.2).normalized())};
  m.coordinates = {make_coordinate("hinge.angle", Coordinate::Kind::angle, "hinge")};
  m.stops = {make_stop("hinge.angle", 700.0, 0.004)};
  Rig probe(m);
  m.stops[0].upper = probe.state.coordinate[0] - 0.1;
  Rig rig(m);
  AlignedDoubles start = rig.state.x, start_v = rig.state.v;
  for (int trial = 0; trial < 5; ++trial) {
    rig.perturb(random, 0.02, 0.7);
    rig.start = start.data();
    rig.start_v = start_v.data();
    DenseMatrix tangent;
    const DenseVector force = rig.force(&tangent, 1.0, 0.0);
    ASSERT_GT(force.norm(), 1.0);
    const DenseMatrix expected = rig.difference(false);
    EXPECT_LT((tangent - expected).cwiseAbs().maxCoeff(), 1e-6 * expected.cwiseAbs().maxCoeff());
  }
}

// What stands on a stop stands k δ = m g deep, and the reading is what carries it.
TEST(EndStops, CarryAWeightAtRest) {
  for (const double h : {2e-4, 1e-3, 5e-3, 2e-2}) {
    Machine m = make_lift(4.0);
    m.settings.step = h;
    m.stops = {make_stop("lift", 1e5, 50.0)};
    m.stops[0].lower = 0.5;
    Rig rig(m);
    for (int i = 0; i < static_cast<int>(8.0 / h); ++i) rig.step();
    EXPECT_EQ(rig.stepper->counters().not_converged, 0) << h;
    EXPECT_NEAR(rig.state.coordinate[0], 0.5 - 4.0 * 9.81 / 1e5, 2e-6) << h;
    const Vec3 force = rig.wrench_on(0).force;
    EXPECT_NEAR(force.z(), 4.0 * 9.81, 0.05) << h;
  }
}

// A weight that falls on a stop without damping rises to where it came from, blow after blow, however
// stiff the stop and long the step; with damping, never higher than the time before.
TEST(EndStops, NoBlowGivesMoreThanItTook) {
  Random random(5);
  for (int scene = 0; scene < 60; ++scene) {
    const double mass = std::pow(10.0, random.uniform(-2.0, 3.0));
    const double k = mass * std::pow(10.0, random.uniform(3.0, 9.0));
    const double d = scene % 2 == 0 ? 0.0 : std::pow(10.0, random.uniform(-2.0, 1.0));
    Machine m = make_lift(mass);
    m.settings.step = std::pow(10.0, random.uniform(-3.7, -1.7));
    m.settings.tolerance = 1e-8;
    m.stops = {make_stop("lift", k, d)};
    m.stops[0].lower = 1.0 - random.uniform(0.05, 1.5);
    Rig rig(m);
    const double start = rig.total_energy(), fall = mass * 9.81 * (1.0 - *m.stops[0].lower);
    double before = start;
    for (int i = 0; i < 2000; ++i) {
      rig.step();
      const double now = rig.total_energy();
      EXPECT_LE(now, before + 1e-6 * fall) << scene << " step " << i;
      if (d == 0.0) {
        EXPECT_GT(now, start - 1e-3 * fall) << scene << " step " << i;
      }
      if (::testing::Test::HasFailure()) return;
      before = now;
    }
  }
}

// The same of rods that swing between stops: angles, joints that take the blow.
TEST(EndStops, SwingingRodsGainNothing) {
  Random random(6);
  for (int scene = 0; scene < 40; ++scene) {
    const double mass = std::pow(10.0, random.uniform(-2.0, 3.0)),
                 length = random.uniform(0.2, 3.0);
    const double inertia = mass * length * length / 3.0;
    Machine m;
    m.bodies.push_back(make_body("rod", Vec3::Zero(), mass));
    m.bodies[0].centre = Vec3(0.5 * length, 0, 0);
    m.bodies[0].inertia = Vec3(0.01, 1.0, 1.0).asDiagonal() * (inertia / 4.0);
    m.joints.push_back(
        make_joint(m, "pin", JointType::revolute, kGround, "rod", Vec3::Zero(), Vec3::UnitY()));
    m.coordinates = {make_coordinate("angle", Coordinate::Kind::angle, "pin")};
    m.settings.step = std::pow(10.0, random.uniform(-3.7, -2.0));
    m.stops = {make_stop("angle", inertia * std::pow(10.0, random.uniform(3.0, 9.0)), 0.0)};
    m.stops[0].upper = random.uniform(0.2, 2.5);
    m.stops[0].lower = -random.uniform(0.2, 2.5);
    Rig rig(m);
    const double start = rig.total_energy(), fall = mass * 9.81 * 0.5 * length;
    for (int i = 0; i < 4000; ++i) {
      rig.step();
      ASSERT_LE(rig.total_energy(), start + 0.01 * fall)
          << scene << " step " << i << " h " << m.settings.step << " k/I "
          << m.stops[0].stiffness / inertia;
    }
    EXPECT_EQ(rig.stepper->counters().contained, 0) << scene;
  }
}

// A ball-joint pendulum falls onto cone and twist stops: it stays inside (but for the compression),
// energy never grows, and the ledger accounts for the loss.
TEST(EndStops, ConeAndTwistStopsHoldABallJoint) {
  Machine m;
  m.bodies.push_back(make_body("arm", Vec3::Zero(), 2.0));
  m.bodies[0].centre = Vec3(0, 0, 0.5);
  m.joints.push_back(
      make_joint(m, "ball", JointType::spherical, kGround, "arm", Vec3::Zero(), Vec3::UnitZ()));
  m.bodies[0].pose.rotation = Eigen::AngleAxisd(0.2, Vec3(1, 0.3, 0).normalized()).matrix();
  m.bodies[0].angular_velocity = Vec3(0.5, 0, 4.0);
  m.coordinates = {make_coordinate("cone", Coordinate::Kind::cone, "ball"),
                   make_coordinate("twist", Coordinate::Kind::twist, "ball")};
  description::Stop stop;
  stop.name = "cone stop";
  stop.coordinate = "cone";
  stop.upper = 0.6;
  stop.stiffness = 2e4;
  stop.damping = 0.5;
  m.stops.push_back(stop);
  stop.name = "twist stop";
  stop.coordinate = "twist";
  stop.lower = -0.7;
  stop.upper = 0.7;
  m.stops.push_back(stop);
  Rig rig(m);
  rig.stepper->set_keep_ledger(true);
  rig.stepper->initialise(rig.state);
  const double start = rig.total_energy();
  bool touched_cone = false, touched_twist = false;
  for (int i = 0; i < 2000; ++i) {
    rig.step();
    touched_cone |= rig.state.coordinate[0] > 0.6;
    touched_twist |= std::abs(rig.state.coordinate[1]) > 0.7;
    EXPECT_LT(rig.state.coordinate[0], 0.65);
    EXPECT_LT(std::abs(rig.state.coordinate[1]), 0.75);
  }
  EXPECT_TRUE(touched_cone);
  EXPECT_TRUE(touched_twist);
  const auto& ledger = rig.state.ledger;
  EXPECT_GT(ledger.dissipated, 0.1);
  EXPECT_NEAR(rig.total_energy(), start - ledger.dissipated - ledger.integrator - ledger.projection,
              1e-9);
  EXPECT_LT(std::abs(ledger.integrator + ledger.projection), 0.05 * ledger.dissipated);
}

}  // namespace
}  // namespace outrigger
