#include "validation/exact/chain.h"

#include <cmath>

#include <gtest/gtest.h>

#include "validation/exact/integrate.h"

namespace outrigger::validation {
namespace {

// Two other programs with joint coordinates agree on all digits shown.
TEST(Chain, MatchesTheReference) {
  EXPECT_LT((chain(10, 1.0).tip - Vec3(7.515903808309, 0.297407495272, -4.824196459093)).norm(),
            2e-12);
  EXPECT_LT((chain(40, 1.0).tip - Vec3(38.617089875243, 0.431007325931, -4.905000046259)).norm(),
            1e-11);
}

// The side force is constant, so it has a potential, and nothing dissipates.
TEST(Chain, KeepsEnergy) {
  for (const int n : {1, 2, 5, 10}) {
    const double start = chain_energy(chain(n, 0.0));
    EXPECT_NEAR(chain_energy(chain(n, 0.6)), start, 1e-11);
  }
}

// One link is a plane pendulum: (I + m l²/4) q'' = m g l/2 cos q about y.
TEST(Chain, OneLinkIsAPendulum) {
  const double inertia = 1.01 / 12.0 + 0.25;
  const Rate rate = [=](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    dy[0] = y[1];
    dy[1] = 0.5 * 9.81 / inertia * std::cos(y[0]);
  };
  const Eigen::VectorXd y = integrate(rate, Eigen::Vector2d(0.0, 0.0), 0.0, 1.0);
  const ChainState state = chain(1, 1.0);
  EXPECT_NEAR(state.angles[0], y[0], 1e-12);
  EXPECT_LT((state.tip - Vec3(std::cos(y[0]), 0.0, -std::sin(y[0]))).norm(), 1e-12);
}

}  // namespace
}  // namespace outrigger::validation
