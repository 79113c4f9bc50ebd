/// Two people at one machine: a hand at rest never takes a lever from a hand that holds it, and
/// nobody who is gone holds anything.
#include "network/lever_arbiter.h"

#include <gtest/gtest.h>

namespace outrigger::network {
namespace {

frames::Control control(frames::Control::Kind kind, float initial = 0.0f) {
  frames::Control c;
  c.kind = kind;
  c.initial = initial;
  if (kind == frames::Control::Kind::choice) c.choices = {"a", "b", "c"};
  return c;
}

using Kind = frames::Control::Kind;
using Values = std::vector<float>;

class LeverArbiterTest : public testing::Test {
 protected:
  LeverArbiter arbiter_{{control(Kind::lever), control(Kind::lever), control(Kind::choice, 1.0f)}};
};

TEST_F(LeverArbiterTest, StartsAtTheInitialValues) {
  EXPECT_EQ(arbiter_.values(), (Values{0, 0, 1}));
}

TEST_F(LeverArbiterTest, JoiningChangesNothing) {
  arbiter_.operate(1, {0.5f, 0, 2});
  arbiter_.operate(2, {0, 0, 1});
  EXPECT_EQ(arbiter_.values(), (Values{0.5f, 0, 2}));
}

TEST_F(LeverArbiterTest, NewestMoveWinsAndRestDoesNotOverrule) {
  arbiter_.operate(1, {0.5f, 0, 1});
  arbiter_.operate(2, {-1, 0, 1});
  EXPECT_EQ(arbiter_.values()[0], -1.0f);
  arbiter_.operate(1, {0.5f, 0.25f, 1});  // did not move the first one
  EXPECT_EQ(arbiter_.values(), (Values{-1, 0.25f, 1}));
  arbiter_.operate(2, {0, 0, 1});  // lets go: the other one still holds it
  EXPECT_EQ(arbiter_.values(), (Values{0.5f, 0.25f, 1}));
}

TEST_F(LeverArbiterTest, WhoLeavesHoldsNothing) {
  arbiter_.operate(1, {0.5f, 0, 2});
  arbiter_.leave(1);
  EXPECT_EQ(arbiter_.values(), (Values{0, 0, 2})) << "a choice stays";
  arbiter_.leave(1);
  arbiter_.leave(77);
}

TEST_F(LeverArbiterTest, SilentHandsSpringBackAndMayComeBack) {
  arbiter_.operate(1, {0.5f, 0, 2});
  EXPECT_TRUE(arbiter_.release(1));
  EXPECT_EQ(arbiter_.values(), (Values{0, 0, 2}));
  EXPECT_FALSE(arbiter_.release(1));
  arbiter_.operate(1, {0.5f, 0, 2});
  EXPECT_EQ(arbiter_.values()[0], 0.5f);
}

TEST_F(LeverArbiterTest, ValuesBeyondTheRangeCountAsItsEnd) {
  arbiter_.operate(1, {7, -7, 99});
  EXPECT_EQ(arbiter_.values(), (Values{1, -1, 2}));
}

}  // namespace
}  // namespace outrigger::network
