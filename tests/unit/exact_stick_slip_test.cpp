#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "validation/exact/stick_slip.h"

namespace outrigger::validation {
namespace {

// Law: on a floor at rest every half swing takes π √(m/k) and loses 2 μ m g/k; the block sticks where
// the spring cannot move it, and the stiffer spring frees it.
TEST(StickSlip, SwingsByHalvesAndSticks) {
  StickSlip data;
  data.stiffness = {{0.0, 1.0}, {10.0, 10.0}};
  const StickSlipMotion motion(data, 13.0);
  const double pi = std::numbers::pi;
  EXPECT_NEAR(motion.at(pi).length, 0.8924, 1e-9);
  EXPECT_NEAR(motion.at(2.0 * pi).length, 1.7152, 1e-9);
  EXPECT_NEAR(motion.at(9.7).length, 1.6772, 1e-9);
  EXPECT_TRUE(motion.at(9.7).sticks);
  EXPECT_NEAR(motion.at(9.7).friction, 0.1772, 1e-9);
  EXPECT_FALSE(motion.at(10.1).sticks);
  EXPECT_NEAR(motion.at(10.99345882658).length, 1.36204, 1e-9);
  EXPECT_NEAR(motion.at(13.0).length, 1.440596722327, 1e-9);
  EXPECT_NEAR(motion.at(13.0).velocity, 0.007816915991, 1e-9);
  data.start_length = 2.6;
  const StickSlipMotion longer(data, 13.0);
  EXPECT_NEAR(longer.at(13.0).length, 1.49872, 1e-9);
  EXPECT_TRUE(longer.at(12.5).sticks);
}

// Law: on a belt it slips when the spring pulls with μ_s m g, and sticks again at the belt's speed. In
// between the equation of motion holds.
TEST(StickSlip, FollowsTheBeltUntilItSlips) {
  StickSlip data;
  data.gravity = 10.0;
  data.stiffness = {{0.0, 2.0}};
  data.static_friction = 0.15;
  data.dynamic_friction = 0.1;
  data.viscous = 0.1;
  data.belt_speed = 0.05;
  data.start_length = data.free_length;
  data.start_velocity = data.belt_speed;
  const StickSlipMotion motion(data, 120.0);
  ASSERT_GT(motion.phases().size(), 4u);
  EXPECT_NEAR(motion.phases()[1].begin, 15.0, 1e-9);
  for (const double t : {15.5, 16.0, 17.0}) {
    const double d = 1e-4;
    const StickSlipState now = motion.at(t);
    ASSERT_FALSE(now.sticks);
    const double acceleration = (motion.at(t + d).velocity - motion.at(t - d).velocity) / (2.0 * d);
    EXPECT_NEAR(acceleration, -2.0 * (now.length - data.free_length) + now.friction, 1e-7);
    EXPECT_NEAR((motion.at(t + d).length - motion.at(t - d).length) / (2.0 * d), now.velocity,
                1e-7);
    EXPECT_NEAR(now.friction, 1.0 - 0.1 * (now.velocity - 0.05), 1e-12);
  }
  EXPECT_NEAR(motion.at(motion.phases()[2].begin).velocity, 0.05, 1e-9);
}

}  // namespace
}  // namespace outrigger::validation
