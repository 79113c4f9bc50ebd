// References of drives: functions of time, filtered inputs, limits, and letting go.
#include "drives/reference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "base/error.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Drive;
using drives::Motion;
using drives::Reference;
using forces_rig::formula;
using forces_rig::input;

using system::DriveReference;

constexpr double kStep = 1e-3;

Drive input_drive(Drive::Quantity quantity) {
  Drive d;
  d.name = "boom";
  d.quantity = quantity;
  d.function = input("lever");
  return d;
}

/// Runs a drive that the machine follows exactly.
class Motor {
 public:
  explicit Motor(const Drive& d, const Motion& start = {}, double h = kStep)
      : reference_(d, {"other", "lever"}), h_(h), state_(Reference::state_size()) {
    now = reference_.initialise(0.0, start, state_.data());
  }
  const DriveReference& step(double lever) {
    const double inputs[2] = {0.0, lever};
    ++count_;
    reference_.advance(static_cast<double>(count_) * h_, h_, inputs,
                       {now.value, now.rate, now.acceleration}, state_.data(), now);
    return now;
  }
  double time() const { return static_cast<double>(count_) * h_; }
  DriveReference now;

 private:
  Reference reference_;
  double h_;
  std::vector<double> state_;
  int count_ = 0;
};

// ---- functions of time -------------------------------------------------------------------------

TEST(DriveFunction, PositionIsTheFunctionItself) {
  Drive d;
  d.function = formula("0.3*sin(2*t) + 0.1*t");
  Motor run(d);
  for (int i = 0; i < 1000; ++i) {
    run.step(0.0);
    const double t = run.time();
    EXPECT_NEAR(run.now.value, 0.3 * std::sin(2 * t) + 0.1 * t, 1e-14);
    EXPECT_NEAR(run.now.rate, 0.6 * std::cos(2 * t) + 0.1, 1e-14);
    EXPECT_NEAR(run.now.acceleration, -1.2 * std::sin(2 * t), 1e-14);
  }
}

// The position of a speed drive is the integral of its function, to rounding, also over many steps.
TEST(DriveFunction, SpeedIntegratesExactly) {
  Drive d;
  d.quantity = Drive::Quantity::speed;
  d.function = formula("0.5*cos(3*t) + t^2");
  Motor run(d, {0.7, 0.5, 0.0}, 0.01);
  for (int i = 0; i < 1000; ++i) {
    run.step(0.0);
    const double t = run.time();
    EXPECT_NEAR(run.now.value, 0.7 + 0.5 / 3 * std::sin(3 * t) + t * t * t / 3, 1e-11);
    EXPECT_NEAR(run.now.rate, 0.5 * std::cos(3 * t) + t * t, 1e-12);
    EXPECT_NEAR(run.now.acceleration, -1.5 * std::sin(3 * t) + 2 * t, 1e-12);
  }
}

TEST(DriveFunction, UnknownInputIsAnError) {
  Drive d = input_drive(Drive::Quantity::speed);
  d.where = {"crane.yaml", 7};
  try {
    Reference reference(d, {"stick"});
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "crane.yaml:7: drive 'boom': unknown input 'lever'");
  }
}

// ---- inputs ------------------------------------------------------------------------------------

/// Checks that value, rate and acceleration are integrals of one another within a step with a jerk
/// that stays finite: the acceleration is linear in the step, so both differences are exact.
void expect_smooth(const DriveReference& before, const DriveReference& after, double h,
                   double jerk_max) {
  const double jerk = (after.acceleration - before.acceleration) / h;
  EXPECT_LE(std::abs(jerk), jerk_max);
  EXPECT_NEAR(after.rate, before.rate + h * before.acceleration + 0.5 * h * h * jerk, 1e-13);
  EXPECT_NEAR(
      after.value,
      before.value + h * before.rate + 0.5 * h * h * before.acceleration + h * h * h * jerk / 6,
      1e-13);
}

// The worst lever there is: full strokes and noise. The reference is C², within all limits, at all
// times; nothing is violated even a little.
TEST(DriveInput, KeepsAllLimitsUnderRandomInputs) {
  Random random(21);
  for (int trial = 0; trial < 60; ++trial) {
    const bool speed = trial % 2 == 0;
    Drive d = input_drive(speed ? Drive::Quantity::speed : Drive::Quantity::position);
    d.speed_max = random.uniform(0.1, 2.0);
    d.speed_min = trial % 3 == 0 ? 0.0 : -random.uniform(0.1, 2.0);
    d.acceleration_max = trial % 5 == 0 ? 0.0 : random.uniform(0.3, 20.0);
    d.response_time = random.uniform(0.005, 0.3);
    d.lower = -random.uniform(0.05, 0.8);
    d.upper = random.uniform(0.05, 0.8);
    const double v_max = d.speed_max, v_min = d.speed_min < 0 ? d.speed_min : -d.speed_max;
    const double response = std::max(d.response_time, 8 * kStep);
    const double a_max =
        d.acceleration_max > 0 ? d.acceleration_max : 9.0 * (v_max - v_min) / response;
    Motor run(d);
    double lever = 0.0;
    for (int i = 0; i < 6000; ++i) {
      if (random.uniform() < 0.01) lever = random.uniform(-3.0, 3.0);
      const double noise = random.uniform() < 0.5 ? random.uniform(-0.1, 0.1) : 0.0;
      const DriveReference before = run.now;
      run.step(lever + noise);
      const double tiny = 1e-9;
      ASSERT_LE(run.now.rate, v_max + tiny);
      ASSERT_GE(run.now.rate, v_min - tiny);
      ASSERT_LE(run.now.value, d.upper + tiny);
      ASSERT_GE(run.now.value, d.lower - tiny);
      ASSERT_LE(std::abs(run.now.acceleration), a_max + tiny);
      expect_smooth(before, run.now, kStep, 40.0 * a_max / response);
    }
  }
}

// A lever that stays away reaches the stroke end and rests there, without a jolt.
TEST(DriveInput, StopsSoftlyAtTheStrokeEnd) {
  for (const double a_max : {0.0, 1.0}) {
    Drive d = input_drive(Drive::Quantity::speed);
    d.speed_max = 0.5;
    d.acceleration_max = a_max;
    d.lower = -0.3;
    d.upper = 0.4;
    Motor run(d);
    for (int i = 0; i < 5000; ++i) run.step(0.5);
    EXPECT_NEAR(run.now.value, 0.4, 1e-9);
    EXPECT_NEAR(run.now.rate, 0.0, 1e-9);
    for (int i = 0; i < 5000; ++i) run.step(-0.5);
    EXPECT_NEAR(run.now.value, -0.3, 1e-9);
  }
}

// A drive assembled beyond its stroke stays there, and may only move inwards.
TEST(DriveInput, OutsideTheStrokeMovesOnlyInwards) {
  Drive d = input_drive(Drive::Quantity::speed);
  d.acceleration_max = 2.0;
  d.lower = -0.3;
  d.upper = 0.4;
  Motor run(d, {0.6, 0.0, 0.0});
  for (int i = 0; i < 1000; ++i) run.step(0.5);
  EXPECT_NEAR(run.now.value, 0.6, 1e-9);
  for (int i = 0; i < 3000; ++i) run.step(-0.1);
  EXPECT_LT(run.now.value, 0.4);
}

// T is the lag behind a ramp; a step of the lever is reached without overshoot.
TEST(DriveInput, ResponseTimeIsTheLagBehindARamp) {
  for (const bool speed : {true, false}) {
    Drive d = input_drive(speed ? Drive::Quantity::speed : Drive::Quantity::position);
    d.response_time = 0.1;
    Motor ramp(d);
    for (int i = 0; i < 3000; ++i) ramp.step(0.2 * ramp.time());
    const double followed = speed ? ramp.now.rate : ramp.now.value;
    EXPECT_NEAR(ramp.time() - followed / 0.2, 0.1, 0.01);
    Motor jump(d);
    double most = 0.0;
    for (int i = 0; i < 3000; ++i) {
      jump.step(1.0);
      most = std::max(most, speed ? jump.now.rate : jump.now.value);
    }
    EXPECT_LT(most, 1.0 + 1e-3);
    EXPECT_NEAR(speed ? jump.now.rate : jump.now.value, 1.0, 1e-6);
  }
}

// A position command is reached and held, with and without limits, also with the shortest response.
TEST(DriveInput, ReachesAPositionCommand) {
  for (const double response : {1e-4, 0.05, 0.3})
    for (const double a_max : {0.0, 0.5, 5.0})
      for (const double h : {1e-3, 1e-2}) {
        Drive d = input_drive(Drive::Quantity::position);
        d.response_time = response;
        d.speed_max = 0.8;
        d.acceleration_max = a_max;
        Motor run(d, {0.2, 0.0, 0.0}, h);
        double most = 0.0;
        for (int i = 0; i * h < 10.0; ++i) most = std::max(most, run.step(1.0).value);
        EXPECT_NEAR(run.now.value, 1.0, 1e-6);
        EXPECT_NEAR(run.now.rate, 0.0, 1e-6);
        EXPECT_LT(most, 1.02);
      }
}

// Broken numbers from outside mean "stay".
TEST(DriveInput, NonFiniteInputMeansStay) {
  for (const bool speed : {true, false}) {
    Drive d = input_drive(speed ? Drive::Quantity::speed : Drive::Quantity::position);
    Motor run(d);
    for (int i = 0; i < 500; ++i) run.step(0.3);
    for (int i = 0; i < 3000; ++i) run.step(std::nan(""));
    EXPECT_TRUE(std::isfinite(run.now.value));
    EXPECT_NEAR(run.now.rate, 0.0, 1e-9);
  }
}

// Saved numbers are all there is: restoring them repeats the motion to the bit.
TEST(DriveInput, StateIsComplete) {
  Drive d = input_drive(Drive::Quantity::speed);
  d.acceleration_max = 3.0;
  const Reference reference(d, {"lever"});
  std::vector<double> state(Reference::state_size());
  DriveReference now = reference.initialise(0.0, {}, state.data());
  const auto advance = [&](std::vector<double>& s, DriveReference& r, int i) {
    const double lever = std::sin(0.01 * i);
    reference.advance(i * kStep, kStep, &lever, {r.value, r.rate, r.acceleration}, s.data(), r);
  };
  for (int i = 1; i < 200; ++i) advance(state, now, i);
  std::vector<double> saved = state;
  DriveReference again = now;
  for (int i = 200; i < 400; ++i) advance(state, now, i);
  for (int i = 200; i < 400; ++i) advance(saved, again, i);
  EXPECT_EQ(saved, state);
  EXPECT_EQ(again.value, now.value);
}

// ---- letting go, on paper ----------------------------------------------------------------------

// At the upper limit the drive waits until the machine is as fast as the command; then it starts
// from the actual motion and returns to its function.
TEST(DriveLetGo, ReferenceFollowsAndComesBack) {
  for (const bool speed : {true, false}) {
    Drive d;
    d.quantity = speed ? Drive::Quantity::speed : Drive::Quantity::position;
    d.function = formula(speed ? "0.2 + 0.1*t" : "0.2*t");
    const Reference reference(d, {});
    std::vector<double> state(Reference::state_size());
    DriveReference r = reference.initialise(0.0, {}, state.data());
    r.engaged = false;
    r.force = 100.0;
    // Sinking: stays at the limit and follows.
    reference.advance(0.5, kStep, nullptr, {0.05, -0.3, 1.0}, state.data(), r);
    EXPECT_FALSE(r.engaged);
    EXPECT_EQ(r.force, 100.0);
    EXPECT_EQ(r.rate, -0.3);
    EXPECT_EQ(r.value, 0.05);
    // Faster than the command: takes over where the machine is.
    const Motion actual{0.05, speed ? 0.4 : 1.5, 1.0};
    r.rate = actual.rate - kStep * actual.acceleration;
    reference.advance(0.5, kStep, nullptr, actual, state.data(), r);
    EXPECT_TRUE(r.engaged);
    EXPECT_NEAR(r.value, actual.value + kStep * actual.rate, 1e-4);
    EXPECT_NEAR(r.rate, actual.rate, 0.05 * actual.rate);
    // And the offset is gone after a while.
    DriveReference before = r;
    for (int i = 1; i < 2000; ++i) {
      before = r;
      reference.advance(0.5 + i * kStep, kStep, nullptr, {}, state.data(), r);
      // Value against rate and acceleration by the corrected trapezoidal rule, rate by the plain one.
      EXPECT_NEAR(r.value - before.value,
                  0.5 * kStep * (r.rate + before.rate) +
                      kStep * kStep / 12 * (before.acceleration - r.acceleration),
                  1e-8);
      EXPECT_NEAR(r.rate - before.rate, 0.5 * kStep * (r.acceleration + before.acceleration), 2e-4);
    }
    const double t = 0.5 + 1999 * kStep;
    EXPECT_NEAR(r.rate, speed ? 0.2 + 0.1 * t : 0.2, 1e-12);
    if (!speed) {
      EXPECT_EQ(r.value, 0.2 * t);
    }
  }
}

// With the limit force pushing, a machine accelerates hard towards the commanded speed. Taking over, the
// drive ends there and not beyond, whatever the step: acceleration that faded with the lever's filter would
// carry it far beyond, and beyond every limit.
TEST(DriveLetGo, TakesOverAtTheCommandedSpeed) {
  for (const double sense : {1.0, -1.0}) {
    for (const double h : {1e-4, 1e-3, 5e-3}) {
      for (const double fraction : {0.01, 0.3, 0.77, 1.0}) {
        Drive d = input_drive(Drive::Quantity::speed);
        d.speed_max = 0.1;
        d.acceleration_max = 0.2;
        d.response_time = 0.08;
        const Reference reference(d, {"lever"});
        std::vector<double> state(Reference::state_size());
        DriveReference r = reference.initialise(0.0, {}, state.data());
        r.engaged = false;
        r.force = sense * 5000.0;
        const double lever = 0.0, a = sense * 40.0;
        // Steps at the limit bring it towards rest; where they fall is chance.
        Motion actual{0.3, -2.0 * sense - fraction * h * a, a};
        int i = 1;
        for (; !r.engaged; ++i) {
          ASSERT_LT(sense * actual.rate, 0.0);
          reference.advance(i * h, h, &lever, actual, state.data(), r);
          if (r.engaged) break;
          actual = {actual.value + h * actual.rate + 0.5 * h * h * a, actual.rate + h * a, a};
        }
        // The acceleration falls steadily: the drive never pulls to the other side.
        double before = 40.0;
        for (; r.force != 0.0; ++i) {
          EXPECT_LT(sense * r.acceleration, before * (1.0 + 1e-12));
          EXPECT_GE(sense * r.acceleration, 0.0);
          EXPECT_LE(sense * r.rate, 1e-12);
          before = sense * r.acceleration;
          reference.advance((i + 1) * h, h, &lever, {}, state.data(), r);
        }
        EXPECT_NEAR(r.rate, 0.0, 1e-9);
        EXPECT_EQ(r.acceleration, 0.0);
        const double place = r.value;
        for (int more = 0; more < 100; ++more)
          reference.advance((i + more) * h, h, &lever, {}, state.data(), r);
        EXPECT_NEAR(r.value, place, 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace outrigger
