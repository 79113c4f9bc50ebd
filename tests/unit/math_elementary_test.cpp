#include "math/elementary.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/random.h"

namespace outrigger {
namespace {

namespace el = elementary;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int kSamples = 100000;

/// Error in units in the last place of the exact result.
double ulp_error(double computed, long double exact) {
  const double rounded = std::abs(static_cast<double>(exact));
  if (std::isnan(computed) || std::isinf(rounded)) return computed == exact ? 0.0 : kInf;
  const double next = std::nextafter(rounded, kInf);
  return static_cast<double>(std::abs(computed - exact) / (next - rounded));
}

/// A random number whose logarithm is uniform, with random sign; exact arithmetic only.
double log_uniform(Random& random, int lowest_exponent, int highest_exponent) {
  const auto span = static_cast<std::uint64_t>(highest_exponent - lowest_exponent);
  const int exponent = lowest_exponent + static_cast<int>(random.integer(span));
  const double magnitude = std::ldexp(1.0 + random.uniform(), exponent);
  return random.integer(2) == 0 ? magnitude : -magnitude;
}

template <typename Computed, typename Exact, typename Argument>
double worst_error(Computed computed, Exact exact, Argument argument) {
  Random random(11);
  double worst = 0.0;
  for (int i = 0; i < kSamples; ++i) {
    const double x = argument(random);
    const double error = ulp_error(computed(x), exact(static_cast<long double>(x)));
    if (error > worst) worst = error;
  }
  return worst;
}

auto between(double a, double b) {
  return [=](Random& random) { return random.uniform(a, b); };
}
auto magnitudes(int low, int high) {
  return [=](Random& random) { return log_uniform(random, low, high); };
}
auto positive(int low, int high) {
  return [=](Random& random) { return std::abs(log_uniform(random, low, high)); };
}

/// The last bits must be exactly those: distinguishes zeros, accepts any NaN for NaN.
void expect_same(double computed, double expected) {
  if (std::isnan(expected)) {
    EXPECT_TRUE(std::isnan(computed));
  } else {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(computed), std::bit_cast<std::uint64_t>(expected))
        << computed << " instead of " << expected;
  }
}

// The references have a 64-bit mantissa, so they blur an error by 0.0005 ulp.
TEST(Elementary, SineCosineTangentAreAccurate) {
  const auto sine = [](long double x) { return sinl(x); };
  const auto cosine = [](long double x) { return cosl(x); };
  const auto tangent = [](long double x) { return tanl(x); };
  EXPECT_LT(worst_error(el::sin, sine, between(-4, 4)), 1.0);
  EXPECT_LT(worst_error(el::sin, sine, magnitudes(-30, 30)), 1.0);
  EXPECT_LT(worst_error(el::sin, sine, magnitudes(29, 1024)), 1.0);
  EXPECT_LT(worst_error(el::cos, cosine, between(-4, 4)), 1.0);
  EXPECT_LT(worst_error(el::cos, cosine, magnitudes(-30, 30)), 1.0);
  EXPECT_LT(worst_error(el::cos, cosine, magnitudes(29, 1024)), 1.0);
  EXPECT_LT(worst_error(el::tan, tangent, between(-2, 2)), 1.5);
  EXPECT_LT(worst_error(el::tan, tangent, magnitudes(-30, 30)), 1.5);
  EXPECT_LT(worst_error(el::tan, tangent, magnitudes(29, 1024)), 1.5);
}

// The doubles nearest to multiples of π/2 are where an argument reduction fails first.
TEST(Elementary, ReductionSurvivesMultiplesOfHalfPi) {
  constexpr long double kHalfPi = 1.57079632679489661923132169163975144L;
  Random random(5);
  for (int i = 0; i < kSamples; ++i) {
    const auto n = static_cast<long double>(1 + random.integer(600000000));
    const auto x = static_cast<double>(n * kHalfPi);
    EXPECT_LT(ulp_error(el::sin(x), sinl(x)), 1.0) << x;
    EXPECT_LT(ulp_error(el::cos(x), cosl(x)), 1.0) << x;
  }
  // The worst double of all (J.-M. Muller, Elementary Functions, 1997): 2^-60.9 from a multiple.
  const double worst = std::ldexp(6381956970095103.0, 797);
  EXPECT_LT(ulp_error(el::cos(worst), -4.68716592425462761112e-19L), 1.0);
}

TEST(Elementary, BothReductionsAgreeWhereTheyMeet) {
  for (double x = 1e9 - 50.0; x < 1e9 + 50.0; x += 0.37) {
    EXPECT_LT(ulp_error(el::sin(x), sinl(x)), 1.0);
    EXPECT_LT(ulp_error(el::cos(x), cosl(x)), 1.0);
  }
}

TEST(Elementary, InverseFunctionsAreAccurate) {
  const auto arc_sine = [](long double x) { return asinl(x); };
  const auto arc_cosine = [](long double x) { return acosl(x); };
  const auto arc_tangent = [](long double x) { return atanl(x); };
  EXPECT_LT(worst_error(el::asin, arc_sine, between(-1, 1)), 1.0);
  EXPECT_LT(worst_error(el::asin, arc_sine, magnitudes(-40, 0)), 1.0);
  EXPECT_LT(worst_error(el::acos, arc_cosine, between(-1, 1)), 1.0);
  EXPECT_LT(worst_error(el::acos, arc_cosine, between(0.9999, 1)), 1.0);
  EXPECT_LT(worst_error(el::atan, arc_tangent, between(-3, 3)), 1.0);
  EXPECT_LT(worst_error(el::atan, arc_tangent, magnitudes(-1022, 1024)), 1.0);
  EXPECT_LT(worst_error(el::quick_atan, arc_tangent, between(-3, 3)), 2.5);
  EXPECT_LT(worst_error(el::quick_atan, arc_tangent, magnitudes(-1022, 1024)), 2.5);
}

TEST(Elementary, Atan2IsAccurateForAllSizes) {
  Random random(6);
  for (int i = 0; i < 2 * kSamples; ++i) {
    const int range = i % 2 == 0 ? 3 : 1000;
    const double y = log_uniform(random, -range, range);
    const double x = log_uniform(random, -range, range);
    const long double exact = atan2l(y, x);
    ASSERT_LT(ulp_error(el::atan2(y, x), exact), 1.0) << y << " " << x;
  }
}

TEST(Elementary, ExponentialAndLogarithmAreAccurate) {
  const auto exponential = [](long double x) { return expl(x); };
  const auto exponential_minus_1 = [](long double x) { return expm1l(x); };
  const auto logarithm = [](long double x) { return logl(x); };
  const auto logarithm_plus_1 = [](long double x) { return log1pl(x); };
  const auto cube_root = [](long double x) { return cbrtl(x); };
  EXPECT_LT(worst_error(el::exp, exponential, between(-745, 709.7)), 1.0);
  EXPECT_LT(worst_error(el::exp, exponential, between(-1, 1)), 1.0);
  EXPECT_LT(worst_error(el::expm1, exponential_minus_1, between(-2, 2)), 1.0);
  EXPECT_LT(worst_error(el::expm1, exponential_minus_1, magnitudes(-70, 9)), 1.0);
  EXPECT_LT(worst_error(el::log, logarithm, between(0.5, 2)), 1.0);
  EXPECT_LT(worst_error(el::log, logarithm, positive(-1074, 1024)), 1.0);
  EXPECT_LT(worst_error(el::log1p, logarithm_plus_1, between(-0.99, 2)), 1.0);
  EXPECT_LT(worst_error(el::log1p, logarithm_plus_1, positive(-70, 1024)), 1.0);
  EXPECT_LT(worst_error(el::cbrt, cube_root, magnitudes(-1074, 1024)), 1.0);
}

TEST(Elementary, PowerIsAccurate) {
  Random random(8);
  for (int i = 0; i < 2 * kSamples; ++i) {
    // Bases of all sizes, and bases near 1 with huge exponents.
    const bool near_one = i % 2 == 0;
    const double x =
        near_one ? 1.0 + random.uniform(-1e-3, 1e-3) : std::abs(log_uniform(random, -40, 40));
    const double y = near_one ? random.uniform(-7e5, 7e5) : random.uniform(-25.0, 25.0);
    const long double exact = powl(x, y);
    if (exact > 1e308L || exact < 1e-307L) continue;
    ASSERT_LT(ulp_error(el::pow(x, y), exact), 1.0) << x << " " << y;
  }
}

TEST(Elementary, ExactPowersAreExact) {
  for (int n = 0; n < 34; ++n) {
    double power = 1.0;
    for (int i = 0; i < n; ++i) power *= 3.0;  // 3^33 < 2^53
    expect_same(el::pow(3.0, n), power);
    expect_same(el::pow(-3.0, n), n % 2 == 0 ? power : -power);
  }
  for (int n = -1074; n < 1024; ++n) expect_same(el::pow(2.0, n), std::ldexp(1.0, n));
  for (int n = 0; n < 23; ++n) expect_same(el::pow(el::pow(10.0, n), 1.0), std::pow(10.0L, n));
  expect_same(el::pow(6.25, 0.5), 2.5);
  for (int n = -1000; n < 1000; ++n) expect_same(el::cbrt(1.0 * n * n * n), n);
}

TEST(Elementary, SpecialValuesOfTheTrigonometricFunctions) {
  for (const auto f : {el::sin, el::tan, el::asin, el::atan}) {
    expect_same(f(0.0), 0.0);
    expect_same(f(-0.0), -0.0);
    expect_same(f(5e-324), 5e-324);
    expect_same(f(kNan), kNan);
  }
  for (const auto f : {el::sin, el::cos, el::tan, el::asin, el::acos}) {
    expect_same(f(kInf), kNan);
    expect_same(f(-kInf), kNan);
  }
  expect_same(el::cos(0.0), 1.0);
  expect_same(el::cos(-0.0), 1.0);
  expect_same(el::acos(1.0), 0.0);
  expect_same(el::acos(-1.0), M_PI);
  expect_same(el::asin(1.0), M_PI_2);
  expect_same(el::asin(-1.0), -M_PI_2);
  expect_same(el::asin(1.0000000000000002), kNan);
  expect_same(el::acos(-1.0000000000000002), kNan);
  expect_same(el::acos(0.0), M_PI_2);
  expect_same(el::acos(-0.0), M_PI_2);
  expect_same(el::atan(kInf), M_PI_2);
  expect_same(el::atan(-kInf), -M_PI_2);
  expect_same(el::quick_atan(kInf), M_PI_2);
  expect_same(el::quick_atan(-0.0), -0.0);
  EXPECT_TRUE(std::isnan(el::quick_atan(kNan)));
  expect_same(el::atan(1.0), M_PI_4);
}

TEST(Elementary, SpecialValuesOfAtan2MatchC99) {
  const double values[] = {0.0, -0.0, 1.0, -1.0, kInf, -kInf, kNan, 5e-324, -5e-324, 1e308};
  for (const double y : values) {
    for (const double x : values) expect_same(el::atan2(y, x), std::atan2(y, x));
  }
}

TEST(Elementary, SpecialValuesOfExponentialAndLogarithm) {
  expect_same(el::exp(0.0), 1.0);
  expect_same(el::exp(-0.0), 1.0);
  expect_same(el::exp(kInf), kInf);
  expect_same(el::exp(-kInf), 0.0);
  expect_same(el::exp(709.782712893384), std::exp(709.782712893384));
  expect_same(el::exp(709.7827128933841), kInf);
  expect_same(el::exp(-745.1332191019411), 5e-324);
  expect_same(el::exp(-745.1332191019412), 0.0);
  expect_same(el::exp(1e300), kInf);
  expect_same(el::exp(kNan), kNan);
  expect_same(el::expm1(0.0), 0.0);
  expect_same(el::expm1(-0.0), -0.0);
  expect_same(el::expm1(kInf), kInf);
  expect_same(el::expm1(-kInf), -1.0);
  expect_same(el::expm1(kNan), kNan);
  expect_same(el::log(1.0), 0.0);
  expect_same(el::log(0.0), -kInf);
  expect_same(el::log(-0.0), -kInf);
  expect_same(el::log(-1.0), kNan);
  expect_same(el::log(kInf), kInf);
  expect_same(el::log(kNan), kNan);
  expect_same(el::log1p(0.0), 0.0);
  expect_same(el::log1p(-0.0), -0.0);
  expect_same(el::log1p(-1.0), -kInf);
  expect_same(el::log1p(-1.5), kNan);
  expect_same(el::log1p(kInf), kInf);
  for (const double x : {0.0, -0.0, kInf, -kInf, kNan}) expect_same(el::cbrt(x), x);
}

TEST(Elementary, SpecialValuesOfPowerMatchC99) {
  const double values[] = {0.0,
                           -0.0,
                           0.5,
                           -0.5,
                           1.0,
                           -1.0,
                           2.0,
                           -2.0,
                           3.0,
                           -3.0,
                           kInf,
                           -kInf,
                           kNan,
                           5e-324,
                           -5e-324,
                           1e308,
                           -1e308,
                           2.5,
                           -2.5,
                           9007199254740993.0,
                           -4503599627370497.0};
  for (const double x : values) {
    for (const double y : values) {
      const double expected = std::pow(x, y);
      const double computed = el::pow(x, y);
      if (std::isfinite(expected) && expected != 0.0) {
        EXPECT_NEAR(computed / expected, 1.0, 4e-16) << x << " " << y;
      } else {
        SCOPED_TRACE(testing::Message() << x << " " << y);
        expect_same(computed, expected);
      }
    }
  }
}

TEST(Elementary, OddAndEvenToTheBit) {
  Random random(9);
  for (int i = 0; i < kSamples; ++i) {
    const double x = log_uniform(random, -40, 60);
    for (const auto f : {el::sin, el::tan, el::atan, el::quick_atan, el::cbrt})
      expect_same(f(-x), -f(x));
    expect_same(el::cos(-x), el::cos(x));
    const double s = random.uniform();
    expect_same(el::asin(-s), -el::asin(s));
    const el::SineCosine both = el::sincos(x);
    expect_same(both.sine, el::sin(x));
    expect_same(both.cosine, el::cos(x));
    EXPECT_NEAR(both.sine * both.sine + both.cosine * both.cosine, 1.0, 5e-16);
  }
}

// From one double to the next a monotonic function must not turn back by more than its error, and
// across the seams of the reductions it must not jump.
TEST(Elementary, MonotonicAcrossTheSeams) {
  const auto check = [](double (*f)(double), double start) {
    double x = start;
    for (int i = 0; i < 200; ++i) x = std::nextafter(x, -kInf);
    double previous = f(x);
    for (int i = 0; i < 400; ++i) {
      x = std::nextafter(x, kInf);
      const double value = f(x);
      const double ulp = std::nextafter(std::abs(value), kInf) - std::abs(value);
      EXPECT_GE(value, previous - ulp) << x;
      previous = value;
    }
  };
  for (int k = 0; k < 8; ++k) {
    check(el::atan, (k + 0.5) / 8.0);
    check(el::atan, 8.0 / (k + 0.5));
    check(el::asin, el::sin(el::atan((k + 0.5) / 8.0)));
    check(el::exp, (k - 3.5) * M_LN2);
    check(el::expm1, (k - 3.5) * M_LN2);
    check(el::log, std::ldexp(M_SQRT2, k - 3));
    check(el::log1p, std::ldexp(M_SQRT2, k) - 1.0);
  }
  check(el::sin, M_PI_4);
  check(el::tan, M_PI_4);
  check(el::atan, 1.0);
  check(el::cbrt, 8.0);
  check(el::cbrt, 1.0);
}

// A million results in one number. It is the same for every optimisation level, compiler and CPU;
// a change of this constant breaks the replay of every recording made before.
TEST(Elementary, SameBitsEverywhere) {
  Random random(2024);
  Hash hash;
  for (int i = 0; i < 1000000 / 15; ++i) {
    const double angle = random.uniform(-100.0, 100.0);
    const double wide = log_uniform(random, -60, 60);
    const double unit = random.uniform(-1.0, 1.0);
    const double exponent = random.uniform(-700.0, 700.0);
    for (const auto f : {el::sin, el::cos, el::tan}) {
      hash.add(f(angle));
      hash.add(f(wide));
    }
    hash.add(el::asin(unit));
    hash.add(el::acos(unit));
    hash.add(el::atan(wide));
    hash.add(el::atan2(unit, angle));
    hash.add(el::exp(exponent));
    hash.add(el::expm1(unit));
    hash.add(el::log(wide * wide));
    hash.add(el::log1p(unit));
    hash.add(el::pow(wide * wide, unit * 3.0));
    hash.add(el::cbrt(wide));
  }
  EXPECT_EQ(hash.value(), 0x3856a3cd4f130b35u);
}

}  // namespace
}  // namespace outrigger
