/// Bodies with contact spheres in motion: rebounds, rest, throws, friction on slopes, memory. The
/// limits are those measured in the study of the method (docs/theory/contact.md).
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "math/random_rotation.h"
#include "support/contact_rig.h"
#include "support/gravity.h"

namespace outrigger {
namespace {

using contact_rig::ContactRig;
using contact_rig::PairValues;
using description::Machine;

/// A ball of 1 kg, radius 0.1 m, that flies down at 1 m/s without gravity.
Machine make_ball(double stiffness, double restitution, double gap, double h, double speed) {
  Machine m;
  m.settings.step = h;
  m.settings.gravity = Vec3::Zero();
  m.bodies = {
      contact_rig::make_box({0.1, 0.1, 0.1}, 1.0, {Vec3(0, 0, 0.1 + gap), Mat3::Identity()})};
  m.bodies[0].velocity = Vec3(0, 0, -speed);
  PairValues values;
  values.young = contact_rig::young_for(stiffness, 0.1);
  values.restitution = restitution;
  contact_rig::add_materials(m, values);
  contact_rig::add_sphere(m, "box", Vec3::Zero(), 0.1);
  return m;
}

// Law: a ball rebounds with e at every stiffness and step, wherever in a step it first touches, and
// no impact gives energy.
TEST(ContactMotion, ABallReboundsWithTheRestitution) {
  double most = 0.0;
  for (const double h : {1e-3, 5e-3})
    for (const double k : {1e5, 1e6, 1e7, 1e8, 1e9})
      for (const double e : {0.05, 0.3, 0.5, 0.7, 0.95})
        for (const double speed : {0.3, 3.0})
          for (const double phase : {0.0, 0.37, 0.71}) {
            ContactRig rig(make_ball(k, e, (3.0 + phase) * h * speed, h, speed));
            bool touched = false;
            for (int i = 0; i < 3000; ++i) {
              rig.step();
              const bool touching = rig.sphere(0).touching;
              if (touched && !touching) break;
              touched = touched || touching;
            }
            ASSERT_TRUE(touched);
            const double rebound = rig.twist().linear.z() / speed;
            most = std::max(most, rebound);
            EXPECT_NEAR(rebound, e, 0.01) << "h " << h << " k " << k << " v " << speed;
            EXPECT_EQ(rig.stepper->counters().contained, 0);
          }
  EXPECT_LE(most, 1.0);
}

// Law: the impulse at separation changes the momentum of the whole machine by what the ground
// gives, so horizontally by nothing, and slows the parting only.
TEST(ContactMotion, TheClampKeepsHorizontalMomentum) {
  Machine m = make_ball(1e9, 0.3, 0.01, 5e-3, 3.0);
  m.bodies[0].velocity = Vec3(2.0, -1.0, -3.0);
  m.friction[0].static_coefficient = m.friction[0].dynamic_coefficient = 0.0;
  ContactRig rig(m);
  for (int i = 0; i < 100; ++i) rig.step();
  EXPECT_GT(rig.spheres->interventions().clamped, 0);
  EXPECT_NEAR(rig.twist().linear.x(), 2.0, 1e-9);
  EXPECT_NEAR(rig.twist().linear.y(), -1.0, 1e-9);
  EXPECT_NEAR(rig.twist().linear.z() / 3.0, 0.3, 0.02);
  EXPECT_LT(rig.twist().angular.norm(), 1e-9);
}

// ---- the box of the study ----------------------------------------------------------------------

// Law: a dropped box comes to rest, without jitter: its speed is rounding.
TEST(ContactMotion, ABoxComesToRest) {
  for (const double h : {1e-3, 5e-3})
    for (const double k : {1e6, 1e8}) {
      SCOPED_TRACE(testing::Message() << "h " << h << " k " << k);
      const Mat3 tilt = Eigen::AngleAxisd(0.15, Vec3(1, 0.5, 0).normalized()).toRotationMatrix();
      Machine m = contact_rig::make_study_box({Vec3(0, 0, 0.24), tilt}, k);
      m.settings.step = h;
      ContactRig rig(m);
      const double start = rig.total_energy();
      rig.run(3.0);
      EXPECT_LT(rig.fastest(), 1e-9);
      EXPECT_LT(rig.total_energy(), start);
      EXPECT_NEAR(rig.pose().position.z(), 0.1, 2e-3);
      EXPECT_EQ(rig.stepper->counters().contained, 0);
      EXPECT_EQ(rig.stepper->counters().retried, 0);
      Vec3 force = Vec3::Zero();
      for (int i = 0; i < 8; ++i) force += rig.sphere(i).force;
      // What the iterations leave open of it, 1e-2 m/s² at the most.
      EXPECT_LT((force - Vec3(0, 0, 10.0 * kGravity)).norm(), 1e-6 * 10.0 * kGravity);
    }
}

// Law: what is lifted off after a long rest does not stick: the clamp takes no more than the last steps
// gave, about twice the weight times h.
TEST(ContactMotion, ALiftedBoxDoesNotStick) {
  for (const double h : {1e-3, 5e-3}) {
    Machine m = contact_rig::make_study_box({Vec3(0, 0, 0.1), Mat3::Identity()}, 1e7);
    m.settings.step = h;
    ContactRig rig(m);
    rig.run(2.0);
    rig.set_rigid_motion({0, 0, 0.5}, Vec3::Zero());
    rig.step();
    rig.step();
    EXPECT_GT(rig.twist().linear.z(), 0.5 - 5.0 * h * kGravity) << h;
    EXPECT_LE(rig.twist().linear.z(), 0.5);
  }
}

struct Throws {
  int gained = 0, contained = 0, restless = 0;
  double worst = -1.0, deepest = 0.0;
};

/// Random throws of the box; energies are compared in flight only.
Throws throw_boxes(int count, double h, double k, double seconds, std::uint64_t seed) {
  Throws result;
  Random random(seed);
  for (int run = 0; run < count; ++run) {
    PairValues values;
    values.restitution = random.uniform(0.05, 0.95);
    values.static_friction = values.dynamic_friction = 0.6;
    const Mat3 r = random_rotation(random);
    Machine m = contact_rig::make_study_box({Vec3(0, 0, 0.4), r}, k, values);
    m.settings.step = h;
    m.bodies[0].velocity = Vec3(0, 0, -random.uniform(0.0, 5.0));
    const double a = random.uniform(-6, 6), b = random.uniform(-6, 6);
    m.bodies[0].angular_velocity = Vec3(a, b, random.uniform(-6, 6));
    ContactRig rig(m);
    const double start = rig.total_energy();
    double gain = -1.0;
    const int steps = static_cast<int>(std::lround(seconds / h));
    for (int i = 0; i < steps; ++i) {
      rig.step();
      bool touching = false;
      for (int s = 0; s < 8; ++s) {
        touching = touching || rig.sphere(s).touching;
        const double z = rig.pose().point(m.spheres[static_cast<std::size_t>(s)].centre).z();
        result.deepest = std::max(result.deepest, 0.02 - z);
      }
      if (!touching) gain = std::max(gain, rig.total_energy() / start - 1.0);
    }
    result.worst = std::max(result.worst, gain);
    if (gain > 1e-6) ++result.gained;
    result.contained += static_cast<int>(rig.stepper->counters().contained);
    if (rig.fastest() > 1e-3) ++result.restless;
  }
  return result;
}

// Law: in flight, a thrown box never has more energy than it was thrown with.
TEST(ContactMotion, ThrownBoxesGainNoEnergy) {
  for (const double k : {1e7, 1e9}) {
    const Throws t = throw_boxes(10, 5e-3, k, 2.0, 21);
    EXPECT_EQ(t.gained, 0) << t.worst;
    EXPECT_EQ(t.contained, 0);
    EXPECT_LT(t.deepest, 0.08);
  }
}

TEST(ContactMotion, LongThrownBoxesGainNoEnergy) {
  for (const double h : {1e-3, 5e-3}) {
    const Throws t = throw_boxes(200, h, 1e9, 4.0, 22);
    EXPECT_EQ(t.gained, 0) << t.worst;
    EXPECT_EQ(t.contained, 0);
    EXPECT_LT(t.deepest, 0.08);
    EXPECT_LE(t.restless, 12);
    std::printf("throws h %g: worst gain %g, deepest %g m, restless %d\n", h, t.worst, t.deepest,
                t.restless);
  }
}

// ---- friction on slopes ------------------------------------------------------------------------

struct Slide {
  double moved = 0.0, creep = 0.0, acceleration = 0.0;
};

/// A block lying on a slope of `share` of the friction limit 0.5.
Slide slide(double share, double h, double seconds) {
  const double slope = 0.5 * share;
  const description::Site site = contact_rig::make_slope(slope);
  const Mat3 r = contact_rig::along_slope(slope);
  PairValues values;
  const double k = 1e7;
  // Four contacts share the weight: start where they carry it.
  const double n = 10.0 * kGravity * r(2, 2) / 4.0;
  const double depth = std::pow(n / k, 2.0 / 3.0);
  Machine m = contact_rig::make_study_box({Vec3(r.col(2) * (0.1 - depth)), r}, k, values);
  m.settings.step = h;
  ContactRig rig(m, &site);
  const Vec3 start = rig.pose().position;
  rig.run(seconds);
  const Vec3 later = rig.pose().position;
  const Vec3 v = rig.twist().linear;
  rig.run(0.1 * seconds);
  Slide result;
  result.moved = std::abs(r.col(0).dot(later - start));
  result.creep = (rig.pose().position - later).norm() / (0.1 * seconds);
  result.acceleration = (rig.twist().linear - v).norm() / (0.1 * seconds);
  return result;
}

// Law: below the limit a block sags and stays (study: 0.39 and 5.7 mm at 5 ms, 1/25 of it at 1 ms);
// beyond it slides as Coulomb says.
TEST(ContactMotion, ABlockHoldsBelowTheLimitAndSlidesBeyond) {
  for (const double h : {1e-3, 5e-3}) {
    SCOPED_TRACE(h);
    const double scale = h * h / 25e-6;
    const Slide half = slide(0.5, h, 5.0);
    EXPECT_LT(half.moved, 1.3 * 0.39e-3 * scale);
    EXPECT_LT(half.creep, 1e-12);
    const Slide near = slide(0.99, h, 5.0);
    EXPECT_LT(near.moved, 1.1 * 5.7e-3 * scale);
    EXPECT_LT(near.creep, 1e-12);
    const Slide beyond = slide(1.01, h, 2.0);
    const double angle = std::atan(0.505);
    const double expected = kGravity * (std::sin(angle) - 0.5 * std::cos(angle));
    EXPECT_NEAR(beyond.acceleration, expected, 0.03 * expected);
  }
}

// Law: friction turns a sliding ball into a rolling one: v = 5/7 v0 for a full sphere.
TEST(ContactMotion, ASlidingBallEndsUpRolling) {
  Machine m = make_ball(1e7, 0.1, 0.0, 1e-3, 0.0);
  m.settings.gravity = Vec3(0, 0, -kGravity);
  m.bodies[0].inertia = 0.4 * 0.01 * Mat3::Identity();
  m.bodies[0].velocity = Vec3(1, 0, 0);
  ContactRig rig(m);
  rig.run(1.0);
  EXPECT_NEAR(rig.twist().linear.x(), 5.0 / 7.0, 2e-3);
  EXPECT_NEAR(rig.twist().angular.y(), 5.0 / 7.0 / 0.1, 0.05);
  const double before = rig.twist().linear.x();
  rig.run(2.0);
  EXPECT_NEAR(rig.twist().linear.x(), before, 1e-5) << "rolling costs nothing";
  EXPECT_FALSE(rig.sphere(0).sliding);
}

// Law: a step cut into parts must not make the bristle push: its force stays when the step changes.
TEST(ContactMotion, ShorterStepsKeepTheFrictionForce) {
  const double slope = 0.3;
  const description::Site site = contact_rig::make_slope(slope);
  const Mat3 r = contact_rig::along_slope(slope);
  Machine m = contact_rig::make_study_box({Vec3(r.col(2) * 0.0999), r}, 1e7);
  m.settings.step = 4e-3;
  ContactRig coarse(m, &site);
  coarse.run(2.0);
  EXPECT_LT(coarse.fastest(), 1e-9);
  m.settings.step = 5e-4;
  ContactRig fine(m, &site);
  system::State state = coarse.state;
  state.step = 0;
  state.time = 0.0;
  fine.state = state;
  double most = 0.0;
  for (int i = 0; i < 200; ++i) {
    fine.step();
    most = std::max(most, fine.fastest());
  }
  EXPECT_LT(most, 1e-6);
}

// ---- starting inside ---------------------------------------------------------------------------

// Law: what starts inside the ground is pushed out slowly, not shot out.
TEST(ContactMotion, WhatStartsInsideIsPushedOutGently) {
  for (const double h : {1e-3, 5e-3})
    for (const double depth : {0.01, 0.1, 0.5, 1.0}) {
      SCOPED_TRACE(testing::Message() << "h " << h << " depth " << depth);
      Machine m = contact_rig::make_study_box({Vec3(0, 0, 0.1 - depth), Mat3::Identity()}, 1e8);
      m.settings.step = h;
      ContactRig rig(m);
      double most = 0.0;
      for (int i = 0; i < static_cast<int>(20.0 / h); ++i) {
        rig.step();
        most = std::max(most, rig.twist().linear.norm());
      }
      EXPECT_LT(most, 1.0);
      EXPECT_EQ(rig.stepper->counters().contained, 0);
      EXPECT_NEAR(rig.pose().position.z(), 0.1, 0.01);
    }
}

// ---- state -------------------------------------------------------------------------------------

// Law: a state is all there is. Restored in the middle of an impact, in another object too, a run
// goes on with the same bits.
TEST(ContactMotion, ARestoredImpactGoesOnWithTheSameBits) {
  const Mat3 tilt = Eigen::AngleAxisd(0.5, Vec3(1, 0.5, 0.2).normalized()).toRotationMatrix();
  PairValues values;
  values.static_friction = 0.6;
  values.dynamic_friction = 0.4;
  Machine m = contact_rig::make_study_box({Vec3(0, 0, 0.3), tilt}, 1e8, values);
  m.settings.step = 5e-3;
  m.bodies[0].velocity = Vec3(1, 0.5, -2);
  ContactRig rig(m), other(m);
  rig.stepper->set_keep_ledger(true);
  other.stepper->set_keep_ledger(true);
  rig.stepper->initialise(rig.state);
  other.stepper->initialise(other.state);
  int saves = 0;
  for (int i = 0; i < 200; ++i) {
    rig.step();
    bool touching = false;
    for (int s = 0; s < 8; ++s) touching = touching || rig.sphere(s).touching;
    if (!touching && i % 10 != 0) continue;
    const system::State saved = rig.state;
    // Elsewhere, after something else has happened there.
    other.state = saved;
    for (int k = 0; k < 20; ++k) other.step();
    const std::uint64_t expected = other.state.hash();
    for (int k = 0; k < 7; ++k) rig.step();
    rig.state = saved;
    for (int k = 0; k < 20; ++k) rig.step();
    ASSERT_EQ(rig.state.hash(), expected) << "step " << i;
    rig.state = saved;
    ++saves;
  }
  EXPECT_GT(saves, 50);
}

}  // namespace
}  // namespace outrigger
