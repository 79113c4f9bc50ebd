/// Tyres: the magic formula with the data of the excavator, the term against differences, steady
/// rolling against the formulas, and a machine that stays where it is parked.
#include "tyres/tyres.h"
#include "support/gravity.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/random.h"
#include "support/contact_rig.h"
#include "tyres/magic_formula.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using contact_rig::ContactRig;
using contact_rig::DenseMatrix;
using contact_rig::FixedResponse;
using description::Machine;
using description::TyreDirection;
using description::TyreType;
using forces_rig::make_coordinate;
using forces_rig::make_joint;
using tyres::MagicFormula;

/// 10.00-20 of the excavator.
TyreType make_type() {
  TyreType t;
  t.name = "tyre";
  t.radius = 0.5275;
  t.width = 0.278;
  t.stiffness = 8e5;
  t.damping = 8e3;
  t.bump_deflection = 0.13;
  t.bump_stiffness = 5e6;
  t.nominal_load = 3e4;
  t.reference_friction = 0.8;
  t.trail = 0.06;
  t.longitudinal = {0.748, -0.274, 13.80, -7.78, 1.55, 0.25, 0.70, 0.15, 0.3};
  t.lateral = {0.7305, -0.084, 5.506, -0.884, 1.26, -0.57, 0.0, 0.39, 0.55};
  return t;
}

// ---- the formula -------------------------------------------------------------------------------

// Values of the data sheet at the nominal load.
TEST(MagicFormula, HasTheCoefficientsOfTheData) {
  const TyreType t = make_type();
  const MagicFormula x(t, t.longitudinal, 3e4, 1.0), y(t, t.lateral, 3e4, 1.0);
  EXPECT_NEAR(x.b, 11.903, 5e-4);
  EXPECT_EQ(x.c, 1.55);
  EXPECT_NEAR(x.d, 22440.0, 1e-6);
  EXPECT_EQ(x.e, 0.25);
  EXPECT_NEAR(y.b, 5.982, 5e-4);
  EXPECT_EQ(y.c, 1.26);
  EXPECT_NEAR(y.d, 21915.0, 1e-6);
  EXPECT_EQ(y.e, -0.57);
  EXPECT_NEAR(x.stiffness(), 13.80 * 3e4, 1e-6);
  EXPECT_NEAR(y.stiffness(), 5.506 * 3e4, 1e-6);
}

// Law: slope K at zero, odd, the peak D near peak_slip, falling beyond.
TEST(MagicFormula, HasItsSlopeAndPeak) {
  const TyreType t = make_type();
  for (const TyreDirection* d : {&t.longitudinal, &t.lateral}) {
    const MagicFormula f(t, *d, 3e4, 1.0);
    EXPECT_NEAR(f(0.0).slope, f.stiffness(), 1e-6 * f.stiffness());
    EXPECT_EQ(f(0.0).force, 0.0);
    double best = 0.0, at = 0.0;
    for (double s = 0.0; s < 1.5; s += 1e-3)
      if (f(s).force > best) best = f(s).force, at = s;
    EXPECT_NEAR(best, f.d, 1e-4 * f.d);
    EXPECT_NEAR(at, d->peak_slip, 0.1 * d->peak_slip);
    EXPECT_LT(f(3.0).force, 0.98 * f.d);
    EXPECT_EQ(f(-0.07).force, -f(0.07).force);
  }
}

TEST(MagicFormula, SlopeAgreesWithDifferences) {
  const TyreType t = make_type();
  Random random(31);
  for (int i = 0; i < 300; ++i) {
    const double load = random.uniform(100.0, 1e5), slip = random.uniform(-1.5, 1.5);
    const MagicFormula f(t, i % 2 == 0 ? t.longitudinal : t.lateral, load,
                         random.uniform(0.2, 1.2));
    const double d = 1e-6;
    EXPECT_NEAR(f(slip).slope, (f(slip + d).force - f(slip - d).force) / (2 * d),
                1e-6 * f.stiffness());
  }
}

// Law: coefficients change with df = (F_z - F_z0)/F_z0, held within its range; D with the surface.
TEST(MagicFormula, DependsOnLoadAndSurface) {
  const TyreType t = make_type();
  const MagicFormula light(t, t.longitudinal, 15e3, 1.0);
  EXPECT_NEAR(light.d, (0.748 + 0.274 * 0.5) * 15e3, 1e-6);
  EXPECT_NEAR(light.stiffness(), (13.80 + 7.78 * 0.5) * 15e3, 1e-6);
  EXPECT_NEAR(light.e, 0.25 - 0.35, 1e-12);
  const MagicFormula heavy(t, t.longitudinal, 9e4, 0.5);
  EXPECT_NEAR(heavy.d, 0.5 * (0.748 - 0.274 * 0.6) * 9e4, 1e-6);
  EXPECT_NEAR(heavy.stiffness(), (13.80 - 7.78 * 0.6) * 9e4, 1e-6) << "grip must not change it";
  const MagicFormula tiny(t, t.lateral, 1.0, 1.0);
  EXPECT_NEAR(tiny.d, 0.7305 + 0.084 * 0.75, 1e-9);
}

// ---- the term ----------------------------------------------------------------------------------

description::Body make_wheel(const Vec3& position, double mass = 285.0,
                             const Mat3& rotation = Mat3::Identity()) {
  description::Body b;
  b.name = "wheel";
  b.mass = mass;
  b.inertia = Vec3(0.06, 0.09, 0.06).asDiagonal() * mass;
  b.pose = {position, rotation};
  b.pose_given = true;
  return b;
}

/// One free wheel with its hub at this height.
Machine make_free_wheel(double height, const Mat3& rotation = Mat3::Identity(),
                        double mass = 285.0) {
  Machine m;
  m.bodies = {make_wheel({0, 0, height}, mass, rotation)};
  m.tyre_types = {make_type()};
  description::Tyre t;
  t.name = "tyre";
  t.body = "wheel";
  t.type = "tyre";
  m.tyres = {t};
  return m;
}

struct WheelCase {
  const char* name;
  Vec3 velocity, angular;
};
const WheelCase kWheelCases[] = {
    {"standing", {0, 0, 0}, {0, 0, 0}},      {"rolling", {3, 0, 0}, {0, 6.13, 0}},
    {"braking", {3, 0.1, 0}, {0, 5.8, 0}},   {"cornering", {3, 0.4, -0.1}, {0, 6.1, 0}},
    {"sliding", {3, 2, 0.05}, {0, 0, 0}},    {"spinning on the spot", {0, 0, 0}, {0, 9, 0}},
    {"backwards", {-2, 0.1, 0}, {0, -4, 0}},
};

// Law: the vertical tangent is exact; the slip tangent is the symmetric positive part of the exact one
// without load transfer. So T is symmetric and not negative, and the vertical columns agree with
// differences in their vertical part.
TEST(Tyres, TangentsAgreeWithDifferences) {
  for (const WheelCase& k : kWheelCases) {
    SCOPED_TRACE(k.name);
    Machine m = make_free_wheel(0.49);
    m.tyre_types[0].trail = 0.0;
    m.tyre_types[0].longitudinal.mu_load = m.tyre_types[0].longitudinal.stiffness_load = 0.0;
    description::Site site = contact_rig::make_slope(0.0);
    site.surfaces[0].rolling_resistance = 0.0;
    ContactRig rig(m, &site);
    FixedResponse response(285.0);
    rig.set_rigid_motion(k.velocity, k.angular);
    // Reach steady slip first, so that the slip states are what they would be.
    for (int i = 0; i < 2000; ++i) {
      rig.prepare(response);
      rig.accept(response);
    }
    rig.prepare(response);
    DenseMatrix stiffness, damping;
    rig.force(0);
    rig.force(4, &stiffness, 1.0, 0.0);
    rig.force(4, &damping, 0.0, 1.0);
    EXPECT_LT((damping - damping.transpose()).norm(), 1e-12 * damping.norm());
    EXPECT_GE(Eigen::SelfAdjointEigenSolver<DenseMatrix>(damping).eigenvalues().minCoeff(),
              -1e-9 * damping.norm());
    const DenseMatrix dk = rig.difference(false, 4, 1e-6), dc = rig.difference(true, 4, 1e-5);
    // Without couples all forces go through one point: compare 3 x 3 blocks of rows and columns.
    const auto block = [](const DenseMatrix& a, int row, int column) {
      return a.block<3, 3>(3 * row, 3 * column);
    };
    double worst_k = 0.0, worst_c = 0.0, scale_k = 0.0, scale_c = 0.0;
    for (int e = 0; e < rig.system->block_count(); ++e)
      for (int f = 0; f < rig.system->block_count(); ++f) {
        worst_k = std::max(worst_k, std::abs(block(dk, e, f)(2, 2) - block(stiffness, e, f)(2, 2)));
        worst_c = std::max(worst_c, std::abs(block(dc, e, f)(2, 2) - block(damping, e, f)(2, 2)));
        scale_k = std::max(scale_k, std::abs(block(stiffness, e, f)(2, 2)));
        scale_c = std::max(scale_c, std::abs(block(damping, e, f)(2, 2)));
      }
    EXPECT_LT(worst_k, 1e-3 * scale_k);
    EXPECT_LT(worst_c, 1e-3 * scale_c);
    // Slip: where it is unsaturated and along one direction, exact.
    if (std::string(k.name) != "rolling" && std::string(k.name) != "standing") continue;
    double worst = 0.0, scale = 0.0;
    for (int e = 0; e < rig.system->block_count(); ++e)
      for (int f = 0; f < rig.system->block_count(); ++f) {
        const DenseMatrix a = block(dc, e, f).topLeftCorner<2, 2>();
        const DenseMatrix b = block(damping, e, f).topLeftCorner<2, 2>();
        worst = std::max(worst, (a - b).cwiseAbs().maxCoeff());
        scale = std::max(scale, b.cwiseAbs().maxCoeff());
      }
    EXPECT_LT(worst, 2e-2 * scale);
  }
}

// Law: F_z = k δ + c δ̇, with the bump stop, never negative.
TEST(Tyres, VerticalForceFollowsTheLaw) {
  FixedResponse response(1e4);
  for (const auto& [depth, rate, expected] : {std::tuple{0.04, 0.0, 32e3},
                                              {0.04, 0.5, 36e3},
                                              {0.04, -5.0, 0.0},
                                              {-0.01, 3.0, 0.0},
                                              {0.129, 0.0, 103.2e3}}) {
    ContactRig rig(make_free_wheel(0.5275 - depth));
    rig.forget_start();
    rig.set_rigid_motion({0, 0, -rate}, Vec3::Zero());
    rig.prepare(response);
    rig.accept(response);
    EXPECT_NEAR(rig.tyre(0).load, expected, 1.0) << depth << " " << rate;
  }
  // Beyond the bump deflection: reached by moving on from a shallow start.
  ContactRig rig(make_free_wheel(0.5275 - 0.12));
  rig.forget_start();
  rig.set_rigid_motion({0, 0, 0}, Vec3::Zero());
  rig.prepare(response);
  rig.accept(response);
  Machine deep = make_free_wheel(0.5275 - 0.15);
  rig.state.x = ContactRig(deep).state.x;
  rig.prepare(response);
  rig.accept(response);
  EXPECT_NEAR(rig.tyre(0).load, 8e5 * 0.15 + 5e6 * 0.02, 1.0);
}

/// A wheel of 3 t (so that the load is nearly nominal) carried along x by a drive-less rig: a path of
/// constant velocity, held by re-imposing the motion every step. Steady forces of the tyre.
tyres::TyreReading steady(const Vec3& velocity, double spin, double depth, double h,
                          double travel = 20.0) {
  Machine m = make_free_wheel(0.5275 - depth);
  m.settings.step = h;
  ContactRig rig(m);
  FixedResponse response(3000.0);
  rig.set_rigid_motion(velocity, {0, spin, 0});
  const double speed = std::max(0.5, velocity.head<2>().norm());
  const int steps = static_cast<int>(travel / speed / h);
  for (int i = 0; i < steps; ++i) {
    rig.prepare(response);
    rig.accept(response);
  }
  return rig.tyre(0);
}

// Law: in steady rolling F_x = n_x/n F_x0(0.15 n), F_y = -n_y/n F_y0(0.39 n), n = |(κ/0.15, tan α/0.39)|,
// beyond the peak too.
TEST(Tyres, SteadyForcesAreTheFormulas) {
  const TyreType type = make_type();
  const double depth = 0.0375, load = 8e5 * depth, radius = 0.5275 - depth;
  Random random(33);
  for (int trial = 0; trial < 60; ++trial) {
    const double v_x = (trial % 3 == 0 ? -1.0 : 1.0) * random.uniform(1.0, 8.0);
    const double kappa = trial % 5 == 0 ? 0.0 : random.uniform(-0.4, 0.4);
    const double tan_alpha = trial % 7 == 0 ? 0.0 : random.uniform(-1.0, 1.0);
    const double spin = (v_x + kappa * std::abs(v_x)) / radius;
    const tyres::TyreReading r =
        steady({v_x, tan_alpha * std::abs(v_x), 0}, spin, depth, trial % 2 == 0 ? 1e-3 : 5e-3);
    EXPECT_NEAR(r.load, load, 1.0);
    const MagicFormula fx(type, type.longitudinal, load, 1.0), fy(type, type.lateral, load, 1.0);
    const double n_x = kappa / 0.15, n_y = tan_alpha / 0.39, n = std::hypot(n_x, n_y);
    const double x = n > 0.0 ? n_x / n * fx(0.15 * n).force : 0.0;
    const double y = n > 0.0 ? -n_y / n * fy(0.39 * n).force : 0.0;
    EXPECT_NEAR(r.longitudinal, x, 2e-3 * load) << "kappa " << kappa << " tan " << tan_alpha;
    EXPECT_NEAR(r.lateral, y, 2e-3 * load) << "kappa " << kappa << " tan " << tan_alpha;
  }
}

// Law: after a step in slip angle the lateral force rises as 1 - exp(-x/σ) over the distance rolled.
TEST(Tyres, ForcesRelaxOverTheirLength) {
  const double tan_alpha = 0.01, v = 2.0, radius = 0.49;
  const double full = steady({v, tan_alpha * v, 0}, v / radius, 0.0375, 1e-3).lateral;
  for (const double travel : {0.2, 0.55, 1.2}) {
    const double now = steady({v, tan_alpha * v, 0}, v / radius, 0.0375, 1e-3, travel).lateral;
    EXPECT_NEAR(now / full, 1.0 - std::exp(-travel / 0.55), 5e-3) << travel;
  }
  const double kappa = 0.005, spin = v * (1 + kappa) / radius;
  const double pull = steady({v, 0, 0}, spin, 0.0375, 1e-3).longitudinal;
  const double now = steady({v, 0, 0}, spin, 0.0375, 1e-3, 0.3).longitudinal;
  EXPECT_NEAR(now / pull, 1.0 - std::exp(-1.0), 5e-3);
}

// ---- machines ----------------------------------------------------------------------------------

/// A quarter of a 23 t machine on a locked wheel, on a slope; a joint keeps it upright.
Machine make_parked(double slope, double h) {
  Machine m = make_free_wheel(0.0, contact_rig::along_slope(slope), 23000.0 / 8.0);
  const Mat3 r = contact_rig::along_slope(slope);
  const double load = 23000.0 / 8.0 * kGravity * r(2, 2);
  m.bodies[0].pose.position = r.col(2) * (0.5275 - load / 8e5);
  m.settings.step = h;
  // It may move in the plane of the wheel but not turn.
  description::Joint guide;
  guide.name = "guide";
  guide.type = description::JointType::prismatic;
  guide.body_a = description::kGround;
  guide.body_b = "carrier";
  guide.point_a = m.bodies[0].pose.position;
  guide.axis_a = r.col(2);
  guide.axis_b = Vec3::UnitZ();
  description::Body carrier;
  carrier.name = "carrier";
  carrier.mass = 1e-3;
  carrier.inertia = 1e-3 * Mat3::Identity();
  carrier.pose = m.bodies[0].pose;
  carrier.pose_given = true;
  m.bodies.push_back(carrier);
  m.joints = {guide};
  m.joints.push_back(guide);
  m.joints[1].name = "slide";
  m.joints[1].body_a = "carrier";
  m.joints[1].body_b = "wheel";
  m.joints[1].point_a = Vec3::Zero();
  m.joints[1].axis_a = m.joints[1].axis_b = Vec3::UnitX();
  return m;
}

// Law (study): a parked machine sags by the rubber's stretch, at most 6 mm on 10 %, and stays.
TEST(Tyres, AParkedMachineStays) {
  for (const double h : {1e-3, 5e-3}) {
    SCOPED_TRACE(h);
    const description::Site site = contact_rig::make_slope(0.1);
    ContactRig rig(make_parked(0.1, h), &site);
    const Vec3 start = rig.pose(0).position;
    rig.run(50.0);
    const Vec3 later = rig.pose(0).position;
    rig.run(10.0);
    EXPECT_LT((later - start).norm(), 6e-3);
    EXPECT_GT((later - start).norm(), 1e-4);
    EXPECT_LT((rig.pose(0).position - later).norm() / 10.0, 1e-12);
    EXPECT_EQ(rig.stepper->counters().contained, 0);
  }
}

// The same across: the wheel's axis along the slope.
TEST(Tyres, AMachineParkedAcrossTheSlopeStays) {
  const description::Site site = contact_rig::make_slope(0.0, 0.1);
  Machine m = make_free_wheel(0.0, Mat3::Identity(), 23000.0 / 8.0);
  const Mat3 r = Eigen::AngleAxisd(std::atan(0.1), Vec3::UnitX()).toRotationMatrix();
  m.bodies[0].pose = {Vec3(r.col(2) * 0.4925), r};
  // Wide and heavy below: it cannot tip.
  m.bodies[0].inertia = 1e8 * Mat3::Identity();
  ContactRig rig(m, &site);
  const double start = r.col(1).dot(rig.pose().position);
  rig.run(10.0);
  const double moved = std::abs(r.col(1).dot(rig.pose().position) - start);
  EXPECT_LT(moved, 0.02);
  EXPECT_GT(std::abs(rig.tyre(0).lateral), 0.09 * rig.tyre(0).load);
}

// Law: a coasting wheel slows by f_r g m/(m + I/R²), R the loaded radius.
TEST(Tyres, RollingResistanceSlowsAWheel) {
  Machine m = make_free_wheel(0.5275, Mat3::Identity(), 3000.0);
  const double sunk = 3000.0 * kGravity / 8e5, radius = 0.5275 - sunk;
  m.bodies[0].pose.position.z() = radius;
  m.bodies[0].inertia = Vec3(300, 90, 300).asDiagonal();
  m.bodies[0].velocity = Vec3(5, 0, 0);
  m.bodies[0].angular_velocity = Vec3(0, 5 / radius, 0);
  m.tyre_types[0].trail = 0.0;
  ContactRig rig(m);
  rig.run(1.0);
  const double v = rig.twist().linear.x();
  rig.run(2.0);
  const double measured = (v - rig.twist().linear.x()) / 2.0;
  const double expected = 0.015 * kGravity * 3000.0 / (3000.0 + 90.0 / (radius * radius));
  EXPECT_NEAR(measured, expected, 0.02 * expected);
}

// Law: a wheel on its side, upside down, or at any attitude is no crash and comes to rest or rolls.
TEST(Tyres, AnyAttitudeIsHarmless) {
  Random random(35);
  std::vector<Mat3> attitudes = {
      Eigen::AngleAxisd(1.5707963267948966, Vec3::UnitX()).toRotationMatrix(),
      Eigen::AngleAxisd(-1.5707963267948966, Vec3::UnitX()).toRotationMatrix(),
      Eigen::AngleAxisd(3.141592653589793, Vec3::UnitX()).toRotationMatrix(),
      Eigen::AngleAxisd(1.5707, Vec3::UnitX()).toRotationMatrix()};
  for (int i = 0; i < 8; ++i) {
    const Vec3 axis(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    attitudes.push_back(
        Eigen::AngleAxisd(random.uniform(-3, 3), axis.normalized()).toRotationMatrix());
  }
  for (const Mat3& r : attitudes) {
    Machine m = make_free_wheel(0.7, r);
    ContactRig rig(m);
    const double start = rig.total_energy();
    double most = 0.0;
    for (int i = 0; i < 2000; ++i) {
      rig.step();
      most = std::max(most, rig.total_energy());
    }
    EXPECT_LT(rig.fastest(), 10.0);
    EXPECT_LT(most, 1.05 * start);
    EXPECT_EQ(rig.stepper->counters().contained, 0);
    EXPECT_GT(rig.pose().position.z(), 0.05);
  }
}

// Law: a wheel that starts deep in the ground is pushed out slowly.
TEST(Tyres, AWheelInsideTheGroundIsPushedOutGently) {
  for (const double h : {1e-3, 5e-3})
    for (const double depth : {0.1, 0.2, 0.5, 1.0}) {
      SCOPED_TRACE(testing::Message() << "h " << h << " depth " << depth);
      Machine m = make_free_wheel(0.5275 - depth, Mat3::Identity(), 2875.0);
      m.settings.step = h;
      m.bodies[0].inertia = 1e5 * Mat3::Identity();
      ContactRig rig(m);
      double most = 0.0;
      for (int i = 0; i < static_cast<int>(20.0 / h); ++i) {
        rig.step();
        most = std::max(most, rig.twist().linear.norm());
      }
      EXPECT_LT(most, 1.0);
      EXPECT_EQ(rig.stepper->counters().contained, 0);
      EXPECT_NEAR(rig.pose().position.z(), 0.5275 - 2875.0 * kGravity / 8e5, 2e-3);
      EXPECT_NEAR(rig.tyre(0).load, 2875.0 * kGravity, 50.0);
    }
}

TEST(Tyres, BadNumbersAreNoCrash) {
  const description::Site site = contact_rig::make_slope(0.1);
  for (const bool field : {false, true}) {
    ContactRig rig(make_free_wheel(0.5), field ? &site : nullptr);
    FixedResponse response(285.0);
    rig.prepare(response);
    rig.accept(response);
    for (double& value : rig.state.x) value = NAN;
    rig.prepare(response);
    rig.force();
    rig.accept(response);
    rig.tyres->energy(rig.configuration(0), rig.term_state(0));
  }
}

// Law: a state is all there is: restored while skidding, a run goes on with the same bits.
TEST(Tyres, ARestoredSkidGoesOnWithTheSameBits) {
  Machine m = make_free_wheel(0.6);
  m.settings.step = 5e-3;
  m.bodies[0].velocity = Vec3(3, 1, -1);
  m.bodies[0].angular_velocity = Vec3(0, 1, 2);
  ContactRig rig(m), other(m);
  for (int i = 0; i < 60; ++i) {
    rig.step();
    const system::State saved = rig.state;
    other.state = saved;
    for (int k = 0; k < 20; ++k) other.step();
    for (int k = 0; k < 3; ++k) rig.step();
    rig.state = saved;
    for (int k = 0; k < 20; ++k) rig.step();
    ASSERT_EQ(rig.state.hash(), other.state.hash()) << i;
    rig.state = saved;
  }
}

}  // namespace
}  // namespace outrigger
