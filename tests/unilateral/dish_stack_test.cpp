// The stack of dishes: of the 3ⁿ combinations of sticking and slipping exactly one is possible, and the
// complementarity problem finds it.
#include "unilateral/dish_stack.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "unilateral/solve_contacts.h"

namespace outrigger::unilateral {
namespace {

DishStack random_stack(Random& random, std::size_t n) {
  DishStack s;
  for (std::size_t i = 0; i < n; ++i) {
    s.mass.push_back(random.uniform(0.2, 2.0));
    s.friction.push_back(random.uniform(0.02, 0.6));
    s.pull.push_back(random.uniform(-6.0, 6.0));
    s.press.push_back(random.uniform(0.0, 5.0));
  }
  s.floor_across = random.uniform(-5.0, 5.0);
  s.floor_up = random.uniform(-3.0, 3.0);
  return s;
}

SlipStates states_of(const ContactSolution& s) {
  SlipStates states;
  for (const ContactForce& f : s.contacts) {
    states.push_back(f.state == ContactState::slip ? (f.tangent_rate[0] > 0.0 ? 1 : -1) : 0);
  }
  return states;
}

TEST(DishStack, StatesAreTheOnlyPossibleOnes) {
  Random random(31);
  std::size_t slips = 0, sticks = 0;
  for (std::size_t n = 1; n <= 8; ++n) {
    for (int trial = 0; trial < 60; ++trial) {
      const DishStack stack = random_stack(random, n);
      const auto possible = possible_states(stack);
      ASSERT_EQ(possible.size(), 1U) << n << " " << trial;
      const ContactSolution s = solve_forces(dish_contacts(stack));
      ASSERT_EQ(s.status, LcpStatus::solved);
      EXPECT_EQ(states_of(s), possible[0]) << n << " " << trial;
      const DishMotion motion = dish_motion(stack, possible[0]);
      const auto normal = dish_normal_forces(stack);
      for (std::size_t i = 0; i < n; ++i) {
        EXPECT_NEAR(s.motion[static_cast<Eigen::Index>(2 * i)], motion.acceleration[i], 1e-10);
        EXPECT_NEAR(s.contacts[i].tangent[0], motion.friction[i], 1e-10);
        EXPECT_NEAR(s.contacts[i].normal, normal[i], 1e-10);
        (possible[0][i] == 0 ? sticks : slips) += 1;
      }
    }
  }
  EXPECT_GT(slips, 300U);
  EXPECT_GT(sticks, 300U);
}

// When only the floor moves, pooling gives the accelerations without any search.
TEST(DishStack, FollowsTheFloorAsPoolingSays) {
  Random random(32);
  for (const double floor : {0.1, 2.0, -4.0, 20.0}) {
    DishStack stack = random_stack(random, 20);
    stack.pull.assign(20, 0.0);
    stack.floor_across = floor;
    const ContactSolution s = solve_forces(dish_contacts(stack));
    ASSERT_EQ(s.status, LcpStatus::solved);
    const auto exact = dishes_on_moved_floor(stack);
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_NEAR(s.motion[static_cast<Eigen::Index>(2 * i)], exact[i], 1e-11) << floor;
    }
  }
}

// A floor that falls faster than gravity leaves the lowest dish; pressed ones follow as far as pressed.
TEST(DishStack, FloorThatFallsAwayOpensTheStack) {
  DishStack stack{{1.0, 1.0}, {0.3, 0.3}, {0.0, 0.0}, {0.0, 4.0}, 1.0, -20.0, 9.81};
  const ContactSolution s = solve_forces(dish_contacts(stack));
  ASSERT_EQ(s.status, LcpStatus::solved);
  EXPECT_EQ(s.contacts[0].state, ContactState::open);
  EXPECT_EQ(s.contacts[1].state, ContactState::stick);
  EXPECT_NEAR(s.contacts[1].normal, 2.0, 1e-12);
  EXPECT_NEAR(s.motion[1], -11.81, 1e-12);
  EXPECT_NEAR(s.contacts[0].normal_rate, 8.19, 1e-12);
}

TEST(DishStack, HundredDishesHoldTheirCertificate) {
  Random random(33);
  const DishStack stack = random_stack(random, 100);
  const ContactSolution s = solve_forces(dish_contacts(stack));
  ASSERT_EQ(s.status, LcpStatus::solved);
  EXPECT_LE(s.certificate.relative_error, 1e-10);
  // The states' own motion is possible: with convexity this is the answer.
  EXPECT_TRUE(dish_motion(stack, states_of(s)).possible);
}

}  // namespace
}  // namespace outrigger::unilateral
