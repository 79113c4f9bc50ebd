/// Rules cost what they say, when they say; goals come one after the other; the sum of what was lost and what
/// is left is 100; the same course gives the same score.
#include "training/grader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace outrigger::training {
namespace {

using ::testing::HasSubstr;

Rule rule(const char* when, double points) {
  Rule r;
  r.when = when;
  r.title = r.message = "rule";
  r.group = "safety";
  r.points = points;
  r.line = 7;
  return r;
}

Goal goal(const char* title, const char* when, double seconds = 0.0) {
  Goal g;
  g.title = title;
  g.when = when;
  g.seconds = seconds;
  return g;
}

/// A course of one signal, observed every 0.1 s.
struct Course {
  explicit Course(Definition definition) : grader(std::move(definition), {"x", "y"}, "s.py") {
    grader.begin();
  }
  Course& hold(double x, int observations, double y = 0.0) {
    for (int i = 0; i < observations; ++i) {
      ++tick;
      const std::vector<double> values{x, y};
      grader.observe(tick, 0.1 * static_cast<double>(tick), values);
    }
    return *this;
  }
  Grader grader;
  std::int64_t tick = 0;
};

TEST(Grader, AnEventCountsOnceUntilItHasBeenOverForASecond) {
  Definition d;
  d.rules = {rule(R"([">", "x", 1])", 10)};
  Course c(d);
  c.hold(2, 5).hold(0, 5).hold(2, 5);  // half a second of calm: the same event
  EXPECT_EQ(c.grader.lost(), 10.0);
  c.hold(0, 12).hold(2, 1);
  EXPECT_EQ(c.grader.lost(), 20.0);
}

TEST(Grader, GraceForgivesWhatIsShort) {
  Definition d;
  d.rules = {rule(R"([">", "x", 1])", 10)};
  d.rules[0].grace = 0.5;
  Course c(d);
  c.hold(2, 5).hold(0, 20);
  EXPECT_EQ(c.grader.lost(), 0.0);
  c.hold(2, 7);
  EXPECT_EQ(c.grader.lost(), 10.0);
}

TEST(Grader, PerSecondCostsItsTime) {
  Definition d;
  d.rules = {rule(R"([">", "x", 1])", 10)};
  d.rules[0].per_second = true;
  Course c(d);
  c.hold(2, 21);
  EXPECT_NEAR(c.grader.lost(), 20.0, 1e-9);
}

TEST(Grader, CountsTakeEveryUnitOnce) {
  Definition d;
  d.rules = {rule("\"x\"", 5)};
  d.rules[0].kind = Rule::Kind::count;
  Course c(d);
  c.hold(0, 3).hold(2, 3).hold(1, 3).hold(3, 3);
  EXPECT_EQ(c.grader.lost(), 15.0);
}

TEST(Grader, ADeadlineCostsOnlyWhereItWasMissed) {
  Definition d;
  d.rules = {rule(R"([">", "x", 1])", 10)};
  d.rules[0].kind = Rule::Kind::deadline;
  d.rules[0].grace = 1.0;
  Course early(d), late(d);
  early.hold(2, 1).hold(0, 20);
  late.hold(0, 20).hold(2, 1);
  EXPECT_EQ(early.grader.lost(), 0.0);
  EXPECT_EQ(late.grader.lost(), 10.0);
}

TEST(Grader, GoalsComeOneAfterTheOtherAndEndTheSession) {
  Definition d;
  d.goals = {goal("first", R"([">", "x", 1])"), goal("second", R"([">", "y", 1])", 0.5)};
  Course c(d);
  c.hold(0, 10, 2);  // the second one alone counts for nothing
  EXPECT_EQ(c.grader.goal(), "first");
  c.hold(2, 1, 0);
  EXPECT_EQ(c.grader.goal(), "second");
  EXPECT_EQ(c.grader.completion(), 50.0);
  c.hold(0, 4, 2).hold(0, 1, 0).hold(0, 5, 2);  // the hold was broken
  EXPECT_FALSE(c.grader.ended());
  c.hold(0, 2, 2);
  EXPECT_TRUE(c.grader.ended());
  const Score score = c.grader.score();
  EXPECT_EQ(score.outcome, Outcome::reached);
  EXPECT_EQ(score.total, 100.0);
  EXPECT_EQ(score.grade, "excellent");
}

TEST(Grader, TimeIsUp) {
  Definition d;
  d.goals = {goal("never", R"([">", "x", 9])")};
  d.available_time = 1.0;
  Course c(d);
  c.hold(0, 20);
  const Score score = c.grader.score();
  EXPECT_EQ(score.outcome, Outcome::failed);
  EXPECT_THAT(score.cause, HasSubstr("time of 1 s is up"));
  EXPECT_FALSE(score.passed);
}

TEST(Grader, ACriticalFaultCapsWhateverElseWasGood) {
  Definition d;
  d.goals = {goal("reach", R"([">", "y", 1])")};
  d.rules = {rule(R"([">", "x", 1])", 5)};
  d.rules[0].critical = true;
  Course c(d);
  c.hold(2, 1).hold(0, 5).hold(0, 1, 2);
  const Score score = c.grader.score();
  EXPECT_EQ(score.total, 40.0);
  EXPECT_FALSE(score.passed);
}

TEST(Grader, EveryLostPointIsNamed) {
  Definition d;
  d.goals = {goal("reach", R"([">", "y", 1])")};
  d.rules = {rule(R"([">", "x", 1])", 12)};
  Metric m;
  m.title = "peak";
  m.of = "\"x\"";
  m.reduce = Metric::Reduce::largest;
  m.poor = 4.0;
  m.expert = 0.0;
  m.points = 20;
  d.metrics = {m};
  Course c(d);
  c.hold(2, 3).hold(0, 5);
  c.grader.end(Outcome::failed, "stopped");
  const Score score = c.grader.score();
  double lost = 0.0;
  for (const LostPoints& l : score.lost) lost += l.points;
  for (const Measured& x : score.metrics) lost += x.lost;
  EXPECT_NEAR(score.total, 100.0 - lost, 0.05);
  EXPECT_EQ(score.metrics[0].lost, 10.0);
  EXPECT_EQ(score.lost[0].line, 7);
}

TEST(Grader, TheSameCourseGivesTheSameText) {
  Definition d;
  d.rules = {rule(R"([">", "x", 1])", 3.7)};
  d.rules[0].per_second = true;
  const auto text = [&] {
    Course c(d);
    for (int i = 0; i < 100; ++i) c.hold(0.03 * i, 1);
    c.grader.end(Outcome::failed, "stopped");
    return to_text(c.grader.score());
  };
  EXPECT_EQ(text(), text());
}

TEST(Grader, WhatPracticeSaysIsHeard) {
  Definition d;
  Course c(d);
  c.hold(0, 3);
  c.grader.hear({3, 0.3, 40.0, Verdict::Status::warning, "careful", LogLine::To::trainee});
  EXPECT_EQ(c.grader.completion(), 40.0);
  const std::vector<LogLine> log = c.grader.take_log();
  ASSERT_FALSE(log.empty());
  EXPECT_EQ(log.back().text, "careful");
  EXPECT_EQ(log.back().to, LogLine::To::trainee);
  c.grader.hear({4, 0.4, 100.0, Verdict::Status::passed, "", LogLine::To::both});
  EXPECT_TRUE(c.grader.score().passed);
}

TEST(Grader, ExpressionsThatDoNotFitNameTheirLine) {
  Definition d;
  d.rules = {rule(R"([">", "z", 1])", 3)};
  try {
    const Grader grader(d, {"x"}, "s.py");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("s.py:7: 'rule': unknown signal 'z'"));
  }
}

}  // namespace
}  // namespace outrigger::training
