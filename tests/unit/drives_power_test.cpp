// Levers, engine and hydraulics, law by law against closed solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "drives/engine.h"
#include "drives/hydraulics.h"
#include "drives/lever.h"

namespace outrigger::drives {
namespace {

// ---------------------------------------------------------------------------------- levers

// The travel beyond the dead zone, raised to a power: odd, monotone, full at full travel.
TEST(Lever, ShapesTheTravel) {
  const LeverShape lever{0.06, 1.8, 0.0};
  for (const double u : {0.0, 0.03, 0.06, -0.06}) EXPECT_EQ(shape(lever, u), 0.0) << u;
  EXPECT_DOUBLE_EQ(shape(lever, 1.0), 1.0);
  EXPECT_DOUBLE_EQ(shape(lever, 1.7), 1.0);
  EXPECT_NEAR(shape(lever, 0.5), std::pow(0.44 / 0.94, 1.8), 1e-15);
  double last = -1.0;
  for (double u = -1.0; u <= 1.0; u += 0.01) {
    EXPECT_DOUBLE_EQ(shape(lever, -u), -shape(lever, u));
    EXPECT_GE(shape(lever, u), last);
    last = shape(lever, u);
  }
}

// Without a control, or without shaping, an input passes as it is: also 2.5 for a third choice.
TEST(Lever, PassesWhatIsNotShaped) {
  description::Control lever, choice;
  lever.name = "boom";
  lever.dead_zone = 0.1;
  lever.rate_limit = 4.0;
  choice.name = "range";
  choice.kind = description::Control::Kind::choice;
  choice.dead_zone = 0.5;
  const std::vector<description::Control> controls{lever, choice};
  EXPECT_EQ(lever_shape(controls, "boom").dead_zone, 0.1);
  EXPECT_EQ(lever_shape(controls, "range").dead_zone, 0.0);
  EXPECT_EQ(lever_shape(controls, "other").rate_limit, 0.0);
  for (const double u : {0.0, 0.01, -3.0, 2.5}) EXPECT_EQ(shape({}, u), u);
}

// The rate limit r lets the output move by r h per step and not overshoot.
TEST(Lever, RateIsLimited) {
  const LeverShape lever{0.0, 1.0, 4.0};
  double y = 0.0;
  for (int i = 1; i <= 40; ++i) {
    follow(lever, 0.7, 5e-3, y);
    EXPECT_NEAR(y, std::min(0.7, 0.02 * i), 1e-12);
  }
  follow(lever, -1.0, 5e-3, y);
  EXPECT_NEAR(y, 0.68, 1e-12);
  // A bad number is shown to the readers but does not enter the state.
  EXPECT_TRUE(std::isnan(follow(lever, NAN, 5e-3, y)));
  EXPECT_NEAR(y, 0.68, 1e-12);
}

// ---------------------------------------------------------------------------------- engine

constexpr double kRpm = 2.0 * 3.14159265358979323846 / 60.0;

/// Constant full torque, so that the governor is a straight line.
description::Engine plain_engine() {
  description::Engine e;
  e.inertia = 2.4;
  e.torque_table = {{0.0, 600.0}, {1000.0, 600.0}};
  e.droop = 0.09;
  e.rated_speed = 1900 * kRpm;
  e.settings = {900 * kRpm, 1900 * kRpm};
  e.input = "throttle";
  return e;
}

TEST(Engine, ThrottleStepsAndTorque) {
  description::Engine spec = plain_engine();
  spec.torque_table = {{100.0, 500.0}, {150.0, 700.0}, {200.0, 600.0}, {210.0, 0.0}};
  const Engine e(spec);
  EXPECT_DOUBLE_EQ(e.setting(0.0), 900 * kRpm);
  EXPECT_DOUBLE_EQ(e.setting(0.6), 1900 * kRpm);
  EXPECT_DOUBLE_EQ(e.setting(99.0), 1900 * kRpm);
  EXPECT_DOUBLE_EQ(e.setting(-5.0), 900 * kRpm);
  EXPECT_DOUBLE_EQ(e.setting(NAN), 900 * kRpm);
  EXPECT_DOUBLE_EQ(e.full_torque(50.0), 500.0);
  EXPECT_DOUBLE_EQ(e.full_torque(125.0), 600.0);
  EXPECT_DOUBLE_EQ(e.full_torque(205.0), 300.0);
  EXPECT_DOUBLE_EQ(e.full_torque(300.0), 0.0);
  EXPECT_DOUBLE_EQ(e.fuel_torque(150.0, 150.0), 700.0);
  EXPECT_NEAR(e.fuel_torque(150.0 * 1.09, 150.0), 0.0, 1e-9);
  spec.input.clear();
  EXPECT_DOUBLE_EQ(Engine(spec).setting(0.0), 1900 * kRpm);
  spec.settings.clear();
  EXPECT_DOUBLE_EQ(Engine(spec).setting(0.0), 1900 * kRpm);
}

// With a straight governor and constant friction, ω goes to its end exponentially with
// τ = J δ ω_s/T; the rule of the step is of second order.
TEST(Engine, RecoversExponentially) {
  description::Engine spec = plain_engine();
  spec.friction_torque = 90.0;
  const Engine e(spec);
  const double set = 1900 * kRpm, tau = 2.4 * 0.09 * set / 600.0;
  const double end = set * (1.09 - 0.09 * 90.0 / 600.0);
  EXPECT_NEAR(e.idle_speed(set), end, 1e-9);
  double errors[2] = {0.0, 0.0};
  for (int k = 0; k < 2; ++k) {
    const double h = k == 0 ? 5e-3 : 2.5e-3;
    double w = set * 1.01;
    for (int i = 1; i * h <= 0.3 + 1e-12; ++i) {
      w = e.advance(w, set, 0.0, h);
      const double exact = end + (set * 1.01 - end) * std::exp(-i * h / tau);
      errors[k] = std::max(errors[k], std::abs(w - exact));
    }
  }
  EXPECT_LT(errors[0], 5e-3);
  EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.3);
}

// Under a load P the speed droops to where T_f ω = P: T ω (1.09 ω_s - ω)/(0.09 ω_s) = P.
TEST(Engine, DroopsUnderLoad) {
  const Engine e(plain_engine());
  const double set = 1900 * kRpm;
  for (const double power : {20e3, 60e3, 100e3}) {
    double w = e.idle_speed(set);
    for (int i = 0; i < 1000; ++i) w = e.advance(w, set, power, 5e-3);
    const double b = 1.09 * set, c = power * 0.09 * set / 600.0;
    const double exact = 0.5 * (b + std::sqrt(b * b - 4.0 * c));
    EXPECT_NEAR(w, exact, 1e-9 * exact);
    // Away with the load: back to idle.
    for (int i = 0; i < 1000; ++i) w = e.advance(w, set, 0.0, 5e-3);
    EXPECT_NEAR(w, 1.09 * set, 1e-9 * set);
  }
}

// Loads that give way as they should keep the engine above its stall ratio, whatever they ask for,
// at every throttle and step size.
TEST(Engine, NeverStalls) {
  description::Engine spec = plain_engine();
  spec.torque_table = {{800 * kRpm, 500.0},  {1000 * kRpm, 590.0}, {1400 * kRpm, 700.0},
                       {1900 * kRpm, 603.0}, {2000 * kRpm, 430.0}, {2080 * kRpm, 0.0}};
  spec.friction_torque = 90.0;
  spec.auxiliary_power = 9e3;
  const Engine e(spec);
  for (const double step : {0.0, 1.0})
    for (const double h : {1e-3, 5e-3}) {
      const double set = e.setting(step);
      double w = e.idle_speed(set);
      for (double t = 0.0; t < 10.0; t += h) {
        w = e.advance(w, set, 300e3 * e.power_share(w, set), h);
        ASSERT_GT(w, 0.84 * set) << step << " " << h;
      }
    }
}

// From the lowest speed the model knows, it comes back.
TEST(Engine, ComesBackFromVeryLow) {
  description::Engine spec = plain_engine();
  spec.friction_torque = 90.0;
  spec.auxiliary_power = 9e3;
  const Engine e(spec);
  for (const double step : {0.0, 1.0}) {
    const double set = e.setting(step);
    double w = e.advance(0.3 * set, set, 1e9, 5e-3);
    EXPECT_DOUBLE_EQ(w, 0.2 * set);
    for (int i = 0; i < 1000; ++i) w = e.advance(w, set, 0.0, 5e-3);
    EXPECT_NEAR(w, e.idle_speed(set), 1e-6 * set);
  }
}

// ---------------------------------------------------------------------------------- hydraulics

description::Hydraulics supply(double pump_time = 0.0) {
  description::Hydraulics s;
  s.flow_max = 0.007;
  s.power_max = 100e3;
  s.pump_time = pump_time;
  s.consumers = {{"boom", 0.02, 0.01, 0.0}, {"slew", 0.004, 0.004, 0.5}};
  return s;
}

const std::vector<std::string> kDrives{"other", "boom", "slew"};

struct Shares {
  std::vector<double> x = std::vector<double>(3, 1.0);
  double total = 1.0, flow = 0.0;
};

Shares share(const Hydraulics& s, const DriveLoad& boom, const DriveLoad& slew,
             const PumpDrive& pump = {}) {
  Shares result;
  result.total = s.advance({{9.0, 9.0, 9.0, true}, boom, slew}, pump, 5e-3, result.flow, result.x);
  return result;
}

TEST(Hydraulics, EnoughFlowForAll) {
  const Hydraulics s(supply(), kDrives);
  const Shares r = share(s, {0.2, 0.0, 0.0, true}, {-0.5, 0.0, 0.0, true});
  EXPECT_DOUBLE_EQ(r.x[1], 1.0);
  EXPECT_DOUBLE_EQ(r.x[2], 1.0);
  EXPECT_DOUBLE_EQ(r.total, 1.0);
  EXPECT_DOUBLE_EQ(r.flow, 0.02 * 0.2 + 0.004 * 0.5);
  EXPECT_DOUBLE_EQ(share(s, {}, {}).total, 1.0);
}

// Demands 0.008 and 0.002 against 0.007: the slew's first half is served, the rest shared alike.
TEST(Hydraulics, SharesInProportionAfterPriorities) {
  const Hydraulics s(supply(), kDrives);
  const Shares r = share(s, {0.4, 0.0, 0.0, true}, {0.5, 0.0, 0.0, true});
  const double common = (0.007 - 0.001) / 0.009;
  EXPECT_NEAR(r.x[1], common, 1e-12);
  EXPECT_NEAR(r.x[2], 0.5 + 0.5 * common, 1e-12);
  EXPECT_NEAR(r.x[1] * 0.008 + r.x[2] * 0.002, 0.007, 1e-15);
  EXPECT_NEAR(r.total, 0.7, 1e-12);
  EXPECT_EQ(r.x[0], 1.0);
  // Half the engine speed, half the flow.
  const Shares slow = share(s, {0.4, 0.0, 0.0, true}, {0.5, 0.0, 0.0, true}, {0.5, 1.0});
  EXPECT_NEAR(slow.x[1] * 0.008 + slow.x[2] * 0.002, 0.0035, 1e-15);
  // Hardly any flow: even the priority is scaled, nothing else moves.
  const Shares least = share(s, {0.4, 0.0, 0.0, true}, {0.5, 0.0, 0.0, true}, {0.05, 1.0});
  EXPECT_NEAR(least.x[1], 0.0, 1e-15);
  EXPECT_NEAR(least.x[2] * 0.002, 0.00035, 1e-15);
}

// The power limit counts the highest load pressure of those that push along their motion.
TEST(Hydraulics, PowerLimitsTheFlow) {
  const Hydraulics s(supply(), kDrives);
  // 500 kN on 0.02 m²: 25 MPa; 100 kW give 0.004 of the 0.007 m³/s.
  const Shares r = share(s, {0.35, 0.3, 500e3, true}, {});
  EXPECT_NEAR(r.x[1], 0.004 / 0.007, 1e-12);
  EXPECT_NEAR(share(s, {0.35, 0.3, 500e3, true}, {}, {1.0, 0.5}).x[1], 0.002 / 0.007, 1e-12);
  // The same load going down pushes by itself: only its flow counts.
  EXPECT_DOUBLE_EQ(share(s, {-0.5, -0.5, 500e3, true}, {}).x[1], 1.0);
  EXPECT_NEAR(s.power({{9, 9, 9, true}, {0.35, 0.3, 500e3, true}, {0.5, 0.4, -1e3, true}}), 150e3,
              1e-6);
}

// A drive at its force limit takes only what it moves.
TEST(Hydraulics, StalledDriveLeavesItsFlowToOthers) {
  const Hydraulics s(supply(), kDrives);
  const Shares r = share(s, {0.4, 0.0, 400e3, false}, {0.8, 0.0, 0.0, true});
  EXPECT_DOUBLE_EQ(r.x[2], 1.0);
  EXPECT_NEAR(r.flow, 0.0032, 1e-15);
}

// Pumps follow a step of the demand exponentially, exactly for any step size.
TEST(Hydraulics, PumpsLag) {
  for (const double h : {1e-3, 5e-3, 0.06}) {
    const Hydraulics s(supply(0.12), kDrives);
    double flow = 0.0;
    std::vector<double> x(3);
    const std::vector<DriveLoad> loads{{}, {0.2, 0.0, 0.0, true}, {}};
    int steps = 0;
    for (; steps * h < 0.12 - 1e-9; ++steps) s.advance(loads, {}, h, flow, x);
    EXPECT_NEAR(flow, 0.004 * (1.0 - std::exp(-steps * h / 0.12)), 1e-12);
    EXPECT_NEAR(x[1], flow / 0.004, 1e-12);
  }
}

}  // namespace
}  // namespace outrigger::drives
