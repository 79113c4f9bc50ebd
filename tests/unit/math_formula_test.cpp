#include "math/formula.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"

namespace outrigger {
namespace {

double at(const std::string& text, double x) { return Formula::parse(text, "x").value(x); }

std::string formula_error(const std::string& text, const std::string& variable = "x") {
  try {
    Formula::parse(text, variable);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(Formula, FollowsTheUsualPrecedence) {
  EXPECT_EQ(at("1 + 2 * 3", 0), 7.0);
  EXPECT_EQ(at("(1 + 2) * 3", 0), 9.0);
  EXPECT_EQ(at("8 / 4 / 2", 0), 1.0);
  EXPECT_EQ(at("8 - 4 - 2", 0), 2.0);
  EXPECT_EQ(at("-x^2", 3), -9.0);
  EXPECT_EQ(at("2^3^2", 0), 512.0);
  EXPECT_EQ(at("2^-1", 0), 0.5);
  EXPECT_EQ(at("2*-x", 3), -6.0);
  EXPECT_EQ(at("--x", 3), 3.0);
  EXPECT_EQ(at("+x", 3), 3.0);
  EXPECT_EQ(at(" \t1.5e-1+.25 ", 0), 0.4);
  EXPECT_EQ(at("x^0", 0), 1.0);
  EXPECT_EQ(at("(-2)^3", 0), -8.0);
  EXPECT_EQ(at("x^-2", -2), 0.25);
}

TEST(Formula, KnowsItsNames) {
  EXPECT_DOUBLE_EQ(at("pi", 0), 3.14159265358979323846);
  EXPECT_DOUBLE_EQ(at("e", 0), 2.71828182845904523536);
  EXPECT_DOUBLE_EQ(at("sin(x)+cos(x)+tan(x)+atan(x)", 0.7),
                   std::sin(0.7) + std::cos(0.7) + std::tan(0.7) + std::atan(0.7));
  EXPECT_DOUBLE_EQ(at("exp(x)*log(x)/sqrt(x)", 2.5),
                   std::exp(2.5) * std::log(2.5) / std::sqrt(2.5));
  EXPECT_EQ(at("abs(x)+min(x,1)+max(x,1)", -2), 2.0 - 2.0 + 1.0);
  EXPECT_EQ(at("step(x)", -1e-9) + at("step(x)", 0.0), 1.0);
  EXPECT_EQ(at("ramp(x)", -3) + at("ramp(x)", 3), 3.0);
  EXPECT_DOUBLE_EQ(at("x^1.5", 4), 8.0);
  EXPECT_DOUBLE_EQ(at("x^x", 3), 27.0);
}

TEST(Formula, VariableHidesConstants) {
  EXPECT_EQ(Formula::parse("2*e", "e").value(5), 10.0);
  EXPECT_EQ(Formula::parse("lever_1 / 2", "lever_1").value(5), 2.5);
}

TEST(Formula, KeepsItsTextAndDefaultsToZero) {
  EXPECT_EQ(Formula::parse("1 +x", "x").text(), "1 +x");
  EXPECT_EQ(Formula().value(7.0), 0.0);
  EXPECT_EQ(Formula().text(), "0");
}

// The derivatives are those of the value: central differences of the value and of the first
// derivative must reproduce them, whatever the operations.
TEST(Formula, DerivativesAgreeWithDifferences) {
  const char* formulas[] = {"3",
                            "x",
                            "x^2",
                            "x^5 - 3*x^3 + x",
                            "1/x",
                            "x/(1+x^2)",
                            "x^-3",
                            "x^2.5",
                            "2^x",
                            "x^x",
                            "x^sin(x)",
                            "sin(3*x)",
                            "cos(x^2)",
                            "tan(x/2)",
                            "atan(5*x)",
                            "exp(-x^2)",
                            "log(1+x^2)",
                            "sqrt(1+x)",
                            "abs(sin(x))",
                            "min(x, x^2)",
                            "max(sin(x), cos(x))",
                            "ramp(x-1)",
                            "step(x)",
                            "smooth(x, 0, 3)",
                            "smooth(x, 3, 0)",
                            "smooth(x, x/8, 4 + sin(x))",
                            "0.3*smooth(x,0.2,4)+0.02*sin(2*pi*x)*exp(-x)",
                            "-(-x)^3",
                            "sqrt(4)*x",
                            "x^(1/3)"};
  for (const char* text : formulas) {
    const Formula formula = Formula::parse(text, "x");
    for (const double x : {0.31, 0.9, 1.7, 2.6}) {
      const double h = 1e-5;
      const Derivatives below = formula.evaluate(x - h);
      const Derivatives above = formula.evaluate(x + h);
      const Derivatives here = formula.evaluate(x);
      const double size = 1.0 + std::abs(here.value) + std::abs(here.second);
      EXPECT_NEAR(here.first, (above.value - below.value) / (2 * h), 1e-8 * size) << text << x;
      EXPECT_NEAR(here.second, (above.first - below.first) / (2 * h), 1e-7 * size) << text << x;
    }
  }
}

TEST(Formula, SmoothHasTwoContinuousDerivatives) {
  const Formula f = Formula::parse("smooth(t, 1, 3)", "t");
  EXPECT_EQ(f.value(1.0), 0.0);
  EXPECT_EQ(f.value(2.0), 0.5);
  EXPECT_EQ(f.value(3.0), 1.0);
  for (const double end : {1.0, 3.0}) {
    for (const double side : {-1e-7, 1e-7}) {
      EXPECT_NEAR(f.evaluate(end + side).first, 0.0, 1e-12);
      EXPECT_NEAR(f.evaluate(end + side).second, 0.0, 2e-6);
    }
  }
  EXPECT_EQ(at("smooth(x, 1, 1)", 0.5), 0.0);
  EXPECT_EQ(at("smooth(x, 1, 1)", 1.0), 1.0);
}

TEST(Formula, BadNumbersShow) {
  EXPECT_TRUE(std::isnan(at("log(x)", -1)));
  EXPECT_TRUE(std::isinf(at("1/x", 0)));
  for (const char* text : {"min(log(x), 1)", "min(1, log(x))", "max(1, log(x))", "step(log(x))",
                           "ramp(log(x))", "smooth(log(x), 0, 1)", "abs(log(x))", "x^0.5"}) {
    EXPECT_TRUE(std::isnan(at(text, -1))) << text;
  }
  // A constant has no derivative, even where its function has an infinite one.
  EXPECT_EQ(Formula::parse("x + sqrt(0)", "x").evaluate(1.0).first, 1.0);
  EXPECT_EQ(Formula::parse("x + 0^0.5", "x").evaluate(1.0).second, 0.0);
}

TEST(Formula, ErrorsNameColumnAndNearestName) {
  EXPECT_EQ(formula_error("2 * sine(x)"), "unknown name 'sine' at column 5; did you mean 'sin'?");
  EXPECT_EQ(formula_error("sqr(x)"), "unknown name 'sqr' at column 1; did you mean 'sqrt'?");
  EXPECT_EQ(formula_error("2*tome", "time"),
            "unknown name 'tome' at column 3; did you mean 'time'?");
  EXPECT_EQ(formula_error("q"),
            "unknown name 'q' at column 1; known are sin cos tan atan exp log sqrt "
            "abs min max step ramp smooth x pi e");
  EXPECT_EQ(formula_error("1 +"), "expected a number, a name or '(', found the end at column 4");
  EXPECT_EQ(formula_error(""), "expected a number, a name or '(', found the end at column 1");
  EXPECT_EQ(formula_error("(1 + x"), "expected ')', found the end at column 7");
  EXPECT_EQ(formula_error("2 x"), "expected an operator, found 'x' at column 3");
  EXPECT_EQ(formula_error("x < 2"), "expected an operator, found '<' at column 3");
  EXPECT_EQ(formula_error("sin x"), "expected '(', found 'x' at column 5");
  EXPECT_EQ(formula_error("1 + min(x)"), "'min' takes 2 arguments, 1 given at column 5");
  EXPECT_EQ(formula_error("sin(x, 1)"), "'sin' takes 1 argument, 2 given at column 1");
  EXPECT_EQ(formula_error("1e999"), "number out of range at column 1");
  EXPECT_EQ(formula_error("."), "malformed number at column 1");
  EXPECT_EQ(formula_error("x\x01"), "expected an operator, found byte 0x01 at column 2");
  EXPECT_EQ(formula_error("x", "sin"), "variable 'sin' has the name of a function");
  EXPECT_NE(formula_error("x", "2x"), "");
  EXPECT_NE(formula_error("x", ""), "");
}

TEST(Formula, LimitsDepthAndLength) {
  const auto nested = [](int n) { return std::string(n, '(') + "x" + std::string(n, ')'); };
  EXPECT_EQ(formula_error(nested(60)), "");
  EXPECT_EQ(formula_error(nested(70)), "nested deeper than 64 at column 65");
  EXPECT_NE(formula_error(std::string(3000, '-') + "x"), "");
  EXPECT_NE(formula_error(std::string(5000, ' ') + "x"), "");
  std::string tower = "x";
  for (int i = 0; i < 100; ++i) tower += "^x";
  EXPECT_NE(formula_error(tower), "");
  std::string pending;  // each "1+(" keeps one more intermediate result
  for (int i = 0; i < 40; ++i) pending += "1+(";
  EXPECT_NE(formula_error(pending + "x" + std::string(40, ')')).find("intermediate results"),
            std::string::npos);
  std::string flat = "x";
  while (flat.size() < 4000) flat += "+x";
  EXPECT_EQ(formula_error(flat), "");
}

// Whatever is typed: either an Error with a text, or a formula that can be evaluated.
TEST(Formula, GarbageNeverCrashes) {
  const char* pieces[] = {"x",   "sin", "smooth", "(",      ")",  ",",  "+",   "-",   "*",
                          "/",   "^",   "1",      "2.5e-3", ".",  "e",  "pi",  " ",   "1e",
                          "1e+", "min", "q",      "\xc3",   "()", "0x", "inf", "nan", "%",
                          "_",   "3",   "max(",   "x)",     "^-", "1,"};
  std::mt19937_64 random(7);
  int good = 0;
  for (int i = 0; i < 100000; ++i) {
    std::string text;
    const auto length = random() % 12;
    for (std::uint64_t k = 0; k < length; ++k) {
      if (random() % 20 == 0)
        text += static_cast<char>(random() % 256);
      else
        text += pieces[random() % std::size(pieces)];
    }
    try {
      const Formula formula = Formula::parse(text, "x");
      const double x = std::bit_cast<double>(random());
      const Derivatives d = formula.evaluate(x);
      const double value = formula.value(x);
      EXPECT_EQ(std::bit_cast<std::uint64_t>(d.value), std::bit_cast<std::uint64_t>(value));
      ++good;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("column"), std::string::npos);
    }
  }
  EXPECT_GT(good, 500);
}

}  // namespace
}  // namespace outrigger
