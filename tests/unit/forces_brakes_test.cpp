// Brakes: dry friction with memory on a coordinate. A disc with a brake has closed solutions.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <stdexcept>

#include "forces/brakes.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Machine;
using forces_rig::formula;
using forces_rig::make_body;
using forces_rig::make_coordinate;
using forces_rig::make_joint;
using forces_rig::Rig;

constexpr double kInertia = 25.0;

/// A disc on the world's y axis with a brake; "torque" is a load on it over time.
Machine make_disc(double force, double drag = 0.0, const std::string& torque = "0",
                  double step = 1e-3) {
  Machine m;
  m.settings.step = step;
  description::Body disc = make_body("disc", Vec3(0, 0, 1), 100.0);
  disc.centre = Vec3::Zero();
  disc.inertia = Vec3(14.0, kInertia, 14.0).asDiagonal();
  m.bodies.push_back(disc);
  m.joints.push_back(make_joint(m, "axle", description::JointType::revolute, description::kGround,
                                "disc", Vec3(0, 0, 1), Vec3::UnitY()));
  m.coordinates.push_back(make_coordinate("spin", description::Coordinate::Kind::angle, "axle"));
  description::Brake b;
  b.name = "brake";
  b.coordinate = "spin";
  b.force = force;
  b.drag = drag;
  m.brakes.push_back(b);
  description::Spring motor;
  motor.name = "motor";
  motor.coordinate = "spin";
  motor.force = formula(torque);
  m.springs.push_back(motor);
  return m;
}

struct Disc : Rig {
  using Rig::Rig;
  double angle() const { return state.coordinate[0]; }
  double speed() const { return drives::coordinate_motion(*system, state, 0).rate; }
  double acceleration() const { return drives::coordinate_motion(*system, state, 0).acceleration; }
  const forces::Brakes& brakes() const {
    for (const auto& t : system->terms())
      if (const auto* b = dynamic_cast<const forces::Brakes*>(t.get())) return *b;
    throw std::runtime_error("no brakes");
  }
  const double* numbers() const { return state.term.data(); }
  double force() const { return brakes().force(0, numbers()); }
};

// A turning disc slows by L/J and stops at ω J/L, after ω² J/(2 L), within the order of a step; then
// it stands still for good.
TEST(Brake, DiscStopsAtTheExactTimeAndPlace) {
  for (const double h : {1e-3, 5e-3}) {
    for (const double limit : {100.0, 2000.0}) {
      Machine m = make_disc(limit, 0.0, "0", h);
      m.coordinates[0].initial_speed = 12.0;
      Disc disc(m);
      const double stop = 12.0 * kInertia / limit, way = 0.5 * 12.0 * stop;
      double last_moving = 0.0;
      int iterations = 0;
      for (int i = 0; i < static_cast<int>(1.5 * stop / h) + 100; ++i) {
        iterations = std::max(iterations, disc.stepper->step(disc.state, {}).iterations);
        if (std::abs(disc.speed()) > 0.01) last_moving = disc.state.time;
      }
      EXPECT_NEAR(last_moving, stop, 8.0 * h) << h << " " << limit;
      // Turning vectors lag behind by (ω h)²/4 of the way at most; the bristle gives way by L/k.
      const double phase = 12.0 * h * 12.0 * h / 4.0;
      EXPECT_NEAR(disc.angle(), way, 2.0 * h * h * limit / kInertia + phase * way);
      EXPECT_LT(std::abs(disc.speed()), 1e-12);
      EXPECT_LT(std::abs(disc.force()), 1e-6);
      EXPECT_LE(iterations, 6);
    }
  }
}

// Below its limit a brake holds a torque without any creep, however long; it winds up by T/k only.
TEST(Brake, HoldsBelowTheLimitWithoutCreep) {
  for (const double h : {1e-3, 5e-3}) {
    Disc disc(make_disc(1000.0, 0.0, "990*smooth(t, 0, 1)", h));
    disc.run(2000);
    const double settled = disc.angle();
    EXPECT_NEAR(settled, 990.0 * h * h / kInertia, 1e-9);
    disc.run(100000);
    EXPECT_NEAR(disc.angle(), settled, 1e-13);
    EXPECT_NEAR(disc.force(), -990.0, 1e-6);
    EXPECT_FALSE(disc.brakes().slipping(0, disc.numbers()));
  }
}

// A torque that swings below the limit does not make it walk.
TEST(Brake, SwingingTorqueDoesNotWalk) {
  Disc disc(make_disc(1000.0, 0.0, "950*sin(3*t)", 5e-3));
  disc.run(10000);
  const double early = disc.angle();
  // 3 rad/s x 200 s is no multiple of a turn: compare with the elastic wind-up.
  disc.run(40000);
  const double most = 2.0 * 1000.0 * 25e-6 / kInertia;
  EXPECT_LT(std::abs(disc.angle()), most);
  EXPECT_LT(std::abs(disc.angle() - early), most);
}

// Above the limit it slips with (T - L)/J, in both directions.
TEST(Brake, SlipsAboveTheLimit) {
  for (const double sense : {1.0, -1.0}) {
    Disc disc(make_disc(1000.0, 200.0, sense > 0 ? "1500" : "-1500"));
    disc.run(500);
    EXPECT_NEAR(disc.acceleration(), sense * 300.0 / kInertia, 1e-5);
    EXPECT_NEAR(disc.force(), -sense * 1200.0, 1e-9);
    EXPECT_TRUE(disc.brakes().slipping(0, disc.numbers()));
    EXPECT_NEAR(disc.speed(), sense * 0.5 * 300.0 / kInertia, 0.05);
  }
}

// The input scales the force, not the drag; without one the brake is always on. Values outside 0..1
// and numbers that are none do no harm.
TEST(Brake, InputScalesTheForce) {
  Machine m = make_disc(1000.0, 50.0, "5000");
  m.brakes[0].input = "pedal";
  Rig rig(m);
  const std::vector<std::string> names{"other", "pedal"};
  forces::Brakes brakes(rig.mechanism, rig.system->model(), names);
  brakes.bind(*rig.system);
  class Unit final : public system::Response {
    double mobility(const system::PointOnBlocks&, const Vec3&) override { return 1.0; }
    void apply_impulse(const system::PointOnBlocks&, const Vec3&) override {}
    double coordinate_mobility(const int*, const double*, int) override { return 1.0 / kInertia; }
  } response;
  for (const auto& [pedal, expected] : std::vector<std::pair<double, double>>{
           {0.0, 50.0}, {0.3, 350.0}, {1.0, 1050.0}, {7.0, 1050.0}, {-2.0, 50.0}, {NAN, 50.0}}) {
    std::vector<double> state(brakes.state_size(), 0.0);
    const double signals[] = {0.7, pedal};
    rig.randomise_velocity(*std::make_unique<Random>(3));
    for (int i = 0; i < rig.size(); ++i) *rig.v(i) *= 100.0;
    system::Configuration c = rig.configuration();
    c.x_start = c.x;
    c.v_start = c.v;
    c.signals = signals;
    brakes.prepare(c, state.data(), response);
    brakes.accept(c, state.data(), response);
    EXPECT_NEAR(std::abs(brakes.force(0, state.data())), expected, 1e-9) << pedal;
  }
}

// Brakes of one coordinate share its force by their limits and hold together what none holds alone.
TEST(Brake, TwoBrakesShareACoordinate) {
  Machine m = make_disc(600.0, 0.0, "800");
  m.brakes.push_back(m.brakes[0]);
  m.brakes.back().name = "parking";
  m.brakes.back().force = 300.0;
  Disc disc(m);
  disc.run(5000);
  EXPECT_NEAR(disc.speed(), 0.0, 1e-12);
  EXPECT_NEAR(disc.brakes().force(0, disc.numbers()), -800.0 * 600.0 / 900.0, 1e-6);
  EXPECT_NEAR(disc.brakes().force(1, disc.numbers()), -800.0 * 300.0 / 900.0, 1e-6);
}

// The bristle takes its stiffness from the mass that the joints let the coordinate feel: a weight
// that hangs on a rail weighs its full mass, a disc its inertia about the axle.
TEST(Brake, EffectiveMassIsThatOfTheMechanism) {
  Machine m = forces_rig::make_lift(230.0);
  description::Brake b;
  b.name = "brake";
  b.coordinate = "lift";
  b.force = 1e5;
  m.brakes.push_back(b);
  Rig rig(m);
  const double start = rig.state.coordinate[0];
  rig.run(3000);
  // k = m/h², so a weight sags by g h² whatever its mass.
  EXPECT_NEAR(start - rig.state.coordinate[0], 9.81e-6, 1e-10);
}

// Force and tangents against differences: holding and slipping, with the entities anywhere.
TEST(Brake, TangentMatchesDifferences) {
  for (const double limit : {1e9, 1.0}) {
    Rig rig(make_disc(limit));
    rig.run(3);
    Random random(7);
    rig.perturb(random, 1e-4, 0.5);
    forces_rig::DenseMatrix k, c;
    rig.force(&k, 1.0, 0.0);
    rig.force(&c, 0.0, 1.0);
    if (limit == 1.0) {
      EXPECT_EQ(k.norm(), 0.0);
      EXPECT_EQ(c.norm(), 0.0);
      continue;
    }
    const auto dc = rig.difference(true);
    EXPECT_GT(c.norm(), 1.0);
    EXPECT_LT((c - dc).norm(), 1e-6 * c.norm());
    // K lacks -F ∂²x/∂q² and the change of ẋ with q.
    const auto dk = rig.difference(false, 1e-7);
    EXPECT_LT((k - dk).norm(), 0.02 * k.norm());
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<forces_rig::DenseMatrix>(k).eigenvalues().minCoeff(),
              -1e-9 * k.norm());
  }
}

// What the disc had in motion is booked as heat; nothing is created.
TEST(Brake, LedgerCloses) {
  Machine m = make_disc(300.0, 20.0, "100*sin(2*t)");
  m.coordinates[0].initial_speed = 8.0;
  Disc disc(m);
  disc.stepper->set_keep_ledger(true);
  disc.stepper->start_ledger(disc.state);
  disc.run(5000);
  const auto& l = disc.state.ledger;
  EXPECT_GT(l.dissipated, 0.5 * kInertia * 64.0 * 0.9);
  EXPECT_NEAR(disc.total_energy() - l.start,
              l.external - l.dissipated - l.integrator - l.projection, 1e-9 * l.start);
  EXPECT_LT(std::abs(l.integrator), 2e-3 * l.start);
}

// Wrenches that joints feel are those of the force on the coordinate.
TEST(Brake, WrenchesCarryThePower) {
  Disc disc(make_disc(300.0, 0.0, "1000"));
  disc.run(200);
  disc.machine.springs.clear();
  double brake_power = disc.force() * disc.speed();
  std::vector<system::BodyWrench> wrenches;
  for (const auto& term : disc.system->terms())
    if (dynamic_cast<const forces::Brakes*>(term.get()) != nullptr)
      term->wrenches(disc.configuration(), disc.numbers(), disc.poses(), wrenches);
  double power = 0.0;
  for (const auto& w : wrenches)
    power += w.torque.dot(
        disc.system->body_twist(w.body, disc.state.x.data(), disc.state.v.data()).angular);
  EXPECT_LT(brake_power, -1.0);
  EXPECT_NEAR(power, brake_power, 1e-9 * std::abs(brake_power));
}

}  // namespace
}  // namespace outrigger
