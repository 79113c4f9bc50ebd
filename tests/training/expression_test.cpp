/// Expressions give what arithmetic gives, and refuse what they cannot be.
#include "training/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"

namespace outrigger::training {
namespace {

const std::vector<std::string> kChannels{"x", "pitch", "heading"};

double value(const char* json, double x = 3.0, double pitch = -2.0, double heading = 170.0) {
  const std::vector<double> channels{x, pitch, heading};
  return Expression(json, kChannels).value(channels);
}

TEST(Expression, IsArithmetic) {
  EXPECT_EQ(value(R"(["-", ["*", "x", 2], 1])"), 5.0);
  EXPECT_EQ(value(R"(["/", 1, ["abs", "pitch"]])"), 0.5);
  EXPECT_EQ(value(R"(["hypot", "x", 4])"), 5.0);
  EXPECT_EQ(value(R"(["min", 7, "x", 5])"), 3.0);
  EXPECT_EQ(value(R"(["max", 7, "x", 9])"), 9.0);
}

TEST(Expression, TurnsGoTheShortWay) {
  EXPECT_EQ(value(R"(["turn", "heading", -170])"), -20.0);
  EXPECT_EQ(value(R"(["turn", -170, "heading"])"), 20.0);
}

TEST(Expression, ConditionsJoin) {
  EXPECT_EQ(value(R"(["and", [">", "x", 2], ["<=", "pitch", -2]])"), 1.0);
  EXPECT_EQ(value(R"(["or", [">", "x", 5], ["not", [">=", "x", 5]]])"), 1.0);
  EXPECT_EQ(value(R"(["and", [">", "x", 2], ["<", "pitch", -2]])"), 0.0);
}

TEST(Expression, WhatIsNoNumberHoldsNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(value(R"(["<", "x", 5])", nan), 0.0);
  EXPECT_EQ(value(R"([">=", "x", 5])", nan), 0.0);
}

std::string problem(const std::string& json) {
  try {
    Expression(json, kChannels);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Expression, SaysWhatIsWrong) {
  using ::testing::HasSubstr;
  EXPECT_THAT(problem(R"(["<", "pich", 1])"),
              HasSubstr("unknown signal 'pich'; did you mean 'pitch'?"));
  EXPECT_THAT(problem(R"(["power", "x", 1])"), HasSubstr("operation 'power'"));
  EXPECT_THAT(problem(R"(["+", "x"])"), HasSubstr("with 1 operands"));
  EXPECT_THAT(problem(R"({"a": 1})"), HasSubstr("where a number, a channel or an operation"));
  EXPECT_THAT(problem("[[["), HasSubstr("not JSON"));
  std::string deep = "1";
  for (int i = 0; i < 100; ++i) deep = R"(["not", )" + deep + "]";
  EXPECT_THAT(problem(deep), HasSubstr("32 deep"));
}

TEST(Expression, TheDeepestOneFitsTheStack) {
  std::string deep = "\"x\"";
  for (int i = 0; i < 31; ++i) deep = R"(["+", 1, )" + deep + "]";
  EXPECT_EQ(value(deep.c_str()), 34.0);
}

}  // namespace
}  // namespace outrigger::training
