#include "validation/exact/integrate.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "validation/exact/jacobi_elliptic.h"

namespace outrigger::validation {
namespace {

using Eigen::Vector2d;
using Eigen::VectorXd;

const Rate kOscillator = [](double, const VectorXd& y, VectorXd& dy) {
  dy[0] = y[1];
  dy[1] = -y[0];
};

TEST(Integrate, OscillatorStaysOnItsCircle) {
  const double t = 200.0 * M_PI;  // a hundred periods
  const VectorXd y = integrate(kOscillator, Vector2d(1.0, 0.0), 0.0, t);
  EXPECT_NEAR(y[0], 1.0, 1e-13);
  EXPECT_NEAR(y[1], 0.0, 1e-12);
}

TEST(Integrate, RunsBackwardsAndNowhere) {
  const VectorXd y = integrate(kOscillator, Vector2d(1.0, 0.0), 3.0, 1.0);
  EXPECT_NEAR(y[0], std::cos(-2.0), 1e-14);
  EXPECT_NEAR(y[1], -std::sin(-2.0), 1e-14);
  EXPECT_EQ(integrate(kOscillator, Vector2d(1.0, 0.0), 3.0, 3.0)[0], 1.0);
}

TEST(Integrate, TimeDependentRate) {
  const Rate rate = [](double t, const VectorXd& y, VectorXd& dy) { dy = 2.0 * t * y; };
  const VectorXd y = integrate(rate, VectorXd::Constant(1, 1.0), 0.0, 3.0);
  EXPECT_NEAR(y[0] / std::exp(9.0), 1.0, 1e-13);
}

TEST(Integrate, StopsAtASingularity) {
  const Rate rate = [](double, const VectorXd& y, VectorXd& dy) { dy = y.cwiseProduct(y); };
  EXPECT_THROW(integrate(rate, VectorXd::Constant(1, 1.0), 0.0, 2.0), Error);  // 1/(1 - t)
}

// The functions satisfy their differential equations, sn' = cn dn, cn' = -sn dn, dn' = -k² sn cn.
TEST(Jacobi, FunctionsSolveTheirEquations) {
  for (const double kc : {1.0, 0.9, 0.3, 1e-2, 1e-5}) {
    const Rate rate = [kc](double, const VectorXd& y, VectorXd& dy) {
      dy[0] = y[1] * y[2];
      dy[1] = -y[0] * y[2];
      dy[2] = -(1.0 - kc * kc) * y[0] * y[1];
    };
    for (const double u : {0.3, 1.0, 3.0, -2.0}) {
      const VectorXd y = integrate(rate, Eigen::Vector3d(0.0, 1.0, 1.0), 0.0, u);
      const JacobiFunctions j = jacobi_functions(u, kc);
      EXPECT_NEAR(j.sn, y[0], 1e-12);
      EXPECT_NEAR(j.cn, y[1], 1e-12);
      EXPECT_NEAR(j.dn, y[2], 1e-12);
    }
  }
}

TEST(Jacobi, QuarterPeriodAndInverse) {
  EXPECT_NEAR(quarter_period(1.0), M_PI_2, 1e-15);
  EXPECT_NEAR(quarter_period(std::sqrt(0.5)), 1.85407467730137191843, 2e-15);  // A&S 17.3
  EXPECT_NEAR(quarter_period(1e-8), std::log(4e8), 1e-13);
  for (const double kc : {1.0, 0.7, 0.1, 1e-4}) {
    const double quarter = quarter_period(kc);
    EXPECT_NEAR(jacobi_functions(quarter, kc).amplitude, M_PI_2, 1e-10);
    EXPECT_NEAR(jacobi_functions(8.0 * quarter, kc).amplitude, 4.0 * M_PI, 1e-13);
    for (double part = -1.95; part < 2.0; part += 0.1) {
      const JacobiFunctions j = jacobi_functions(part * quarter, kc);
      EXPECT_NEAR(jacobi_argument(j.sn, j.cn, kc), part * quarter, 2e-11);
    }
  }
}

}  // namespace
}  // namespace outrigger::validation
