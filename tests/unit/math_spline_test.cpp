#include "math/spline.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"

namespace outrigger {
namespace {

const std::vector<double> kX = {-1.0, -0.2, 0.1, 0.7, 2.0, 2.1, 5.0};
const std::vector<double> kY = {0.3, -1.0, 2.0, 2.0, 0.5, 0.6, -4.0};

TEST(Spline, PassesThroughItsTable) {
  for (const Spline& s : {Spline::natural(kX, kY), Spline::clamped(kX, kY, 1.0, -2.0)}) {
    for (std::size_t i = 0; i < kX.size(); ++i) EXPECT_EQ(s.value(kX[i]), kY[i]);
  }
}

TEST(Spline, EndsAreNaturalOrClamped) {
  const Spline natural = Spline::natural(kX, kY);
  EXPECT_EQ(natural.evaluate(-1.0).second, 0.0);
  EXPECT_EQ(natural.evaluate(5.0).second, 0.0);
  const Spline clamped = Spline::clamped(kX, kY, 1.5, -2.5);
  EXPECT_NEAR(clamped.evaluate(-1.0).first, 1.5, 1e-13);
  EXPECT_NEAR(clamped.evaluate(5.0).first, -2.5, 1e-13);
}

// Value, slope and curvature agree from both sides of every knot; at the ends of the table value
// and slope always, the curvature for natural ends.
TEST(Spline, IsTwiceContinuouslyDifferentiable) {
  const double d = 1e-9;
  for (const bool is_natural : {true, false}) {
    const Spline s = is_natural ? Spline::natural(kX, kY) : Spline::clamped(kX, kY, 1.0, -2.0);
    for (std::size_t i = 0; i < kX.size(); ++i) {
      const Derivatives left = s.evaluate(kX[i] - d);
      const Derivatives right = s.evaluate(kX[i] + d);
      EXPECT_NEAR(left.value, right.value, 1e-6);
      EXPECT_NEAR(left.first, right.first, 1e-6);
      const bool inner = i > 0 && i + 1 < kX.size();
      if (inner || is_natural) {
        EXPECT_NEAR(left.second, right.second, 1e-5);
      }
    }
  }
}

TEST(Spline, DerivativesAgreeWithDifferences) {
  const Spline s = Spline::natural(kX, kY);
  const double h = 1e-5;
  for (double x = -1.983; x < 6.0; x += 0.017) {
    const Derivatives below = s.evaluate(x - h);
    const Derivatives above = s.evaluate(x + h);
    EXPECT_NEAR(s.evaluate(x).first, (above.value - below.value) / (2 * h), 1e-6);
    EXPECT_NEAR(s.evaluate(x).second, (above.first - below.first) / (2 * h), 3e-3);
  }
}

TEST(Spline, ContinuesAsStraightLine) {
  const Spline s = Spline::clamped(kX, kY, 1.5, -2.5);
  EXPECT_NEAR(s.value(-3.0), 0.3 - 2.0 * 1.5, 1e-12);
  EXPECT_NEAR(s.value(7.0), -4.0 - 2.0 * 2.5, 1e-12);
  EXPECT_EQ(s.evaluate(-3.0).second, 0.0);
  EXPECT_TRUE(std::isnan(s.value(std::numeric_limits<double>::quiet_NaN())));
}

// A clamped spline reproduces a cubic polynomial; a natural one a straight line.
TEST(Spline, ReproducesCubics) {
  const auto cubic = [](double x) { return 1.0 + x * (2.0 + x * (-0.5 + 0.25 * x)); };
  std::vector<double> y;
  for (const double x : kX) y.push_back(cubic(x));
  const auto slope = [](double x) { return 2.0 - x + 0.75 * x * x; };
  const Spline s = Spline::clamped(kX, y, slope(-1.0), slope(5.0));
  for (double x = -1.0; x <= 5.0; x += 0.01) {
    EXPECT_NEAR(s.value(x), cubic(x), 1e-12);
    EXPECT_NEAR(s.evaluate(x).second, -1.0 + 1.5 * x, 1e-11);
  }
  const Spline line = Spline::natural({1.0, 3.0}, {2.0, 8.0});
  EXPECT_EQ(line.value(2.0), 5.0);
  EXPECT_EQ(line.value(5.0), 14.0);
}

// The error of the clamped spline falls with the fourth power of the spacing (de Boor).
TEST(Spline, ConvergesWithFourthOrder) {
  double errors[2];
  for (int k = 0; k < 2; ++k) {
    const int n = 20 << k;
    std::vector<double> x, y;
    for (int i = 0; i <= n; ++i) {
      x.push_back(3.0 * i / n);
      y.push_back(std::sin(x.back()));
    }
    const Spline s = Spline::clamped(x, y, 1.0, std::cos(3.0));
    errors[k] = 0.0;
    for (double t = 0.0; t < 3.0; t += 0.001) {
      errors[k] = std::max(errors[k], std::abs(s.value(t) - std::sin(t)));
    }
  }
  EXPECT_NEAR(errors[0] / errors[1], 16.0, 1.5);
}

TEST(Spline, RefusesBadTables) {
  const auto error_of = [](std::vector<double> x, std::vector<double> y) -> std::string {
    try {
      Spline::natural(std::move(x), std::move(y));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of({1.0}, {1.0}), "spline table needs at least two rows");
  EXPECT_EQ(error_of({}, {}), "spline table needs at least two rows");
  EXPECT_EQ(error_of({1.0, 2.0}, {1.0}), "spline table with 2 values of x and 1 of y");
  EXPECT_EQ(error_of({1.0, 2.0, 2.0}, {1.0, 1.0, 1.0}),
            "spline table row 3: x = 2.000000 does not increase");
  EXPECT_EQ(error_of({1.0, NAN, 2.0}, {1.0, 1.0, 1.0}),
            "spline table row 2 is not a finite number");
}

}  // namespace
}  // namespace outrigger
