#include "validation/exact/andrews.h"

#include <gtest/gtest.h>

namespace outrigger::validation {
namespace {

Vector7 seven(double a, double b, double c, double d, double e, double f, double g) {
  Vector7 v;
  v << a, b, c, d, e, f, g;
  return v;
}

double largest(const Vector7& v) { return v.cwiseAbs().maxCoeff(); }

// Integration of order 8 with projections at 1e-13; an 80-bit run agrees to 1e-13 at 0.03 s.
TEST(Andrews, MatchesTheReference) {
  EXPECT_LT(largest(andrews(0.01).angles - seven(2.160113131532, -1.883364231107, 0.1585167580012,
                                                 -0.3286410751747, 0.5251547747977, 0.3286410751747,
                                                 1.068427204632)),
            2e-12);
  EXPECT_LT(largest(andrews(0.03).angles - seven(15.81077119515, -15.75637105841, 0.04082224011965,
                                                 -0.5347301163421, 0.52440996588, 0.5347301163421,
                                                 1.048080741042)),
            1e-11);
  const AndrewsState end = andrews(0.05);
  EXPECT_LT(
      largest(end.angles - seven(33.82586776695, -33.58343151746, 0.1133950738128, -0.4078528656016,
                                 0.526060444917, 0.4078528656016, 1.056902429435)),
      3e-11);
  EXPECT_LT(
      largest(end.rates - seven(1144.535502653, -1336.033722651, -190.9370686044, -334.317060871,
                                0.8758650829661, 334.317060871, -39.61728897844)),
      2e-8);
}

// The values of the public test set at 0.03 s, which carry an error of 1.4e-9.
TEST(Andrews, MatchesThePublishedValues) {
  EXPECT_LT(
      largest(andrews(0.03).angles -
              seven(15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948,
                    0.5244099658805304, 0.5347301163226948, 1.048080741042263)),
      2e-9);
}

TEST(Andrews, AccelerationsAndMultipliersMatchTheReference) {
  const AndrewsDynamics dynamics = andrews_dynamics(andrews(0.01));
  EXPECT_LT(largest(dynamics.accelerations - seven(209058.2785325, -369745.6001716, -6373.77393584,
                                                   -5657.410330992, -11869.75053456, 5657.410330992,
                                                   34721.43750143)),
            1e-5);
  Vector6 multipliers;
  multipliers << 57.0252904375, 2.967904246249, 3.218860385009, -18.17926986794, 5.159502718032,
      34.24011729161;
  EXPECT_LT((dynamics.multipliers - multipliers).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(Andrews, KeepsLoopsAndEnergy) {
  const double energy = andrews_energy(andrews_start());
  EXPECT_NEAR(energy, 1.437832957532, 1e-12);
  for (const double t : {0.0, 0.0004, 0.0173, 0.05}) {
    const AndrewsState state = andrews(t);
    EXPECT_LT(andrews_loops(state.angles).cwiseAbs().maxCoeff(), 1e-16);
    EXPECT_NEAR(andrews_energy(state), energy, 1e-12);
  }
}

}  // namespace
}  // namespace outrigger::validation
