#include "validation/exact/fourbar_angle.h"

#include <cmath>

#include <gtest/gtest.h>

#include "validation/exact/integrate.h"

namespace outrigger::validation {
namespace {

// 30-digit evaluation, printed with 13 digits: rounded to 5e-12 at most.
TEST(FourbarAngle, MatchesTheReference) {
  EXPECT_NEAR(fourbar_angle(1, 1.0), 3.405352987937, 1e-12);
  EXPECT_NEAR(fourbar_angle(1, 5.0), 16.94527726822, 6e-12);
  EXPECT_NEAR(fourbar_angle(1, 10.0), 31.91474129774, 6e-12);
  EXPECT_NEAR(fourbar_angle(10, 1.0), 3.271261740836, 1e-12);
  EXPECT_NEAR(fourbar_angle(10, 10.0), 31.62172982278, 6e-12);
  EXPECT_NEAR(fourbar_angle(40, 1.0), 3.25720692491, 6e-12);
  EXPECT_NEAR(fourbar_angle(40, 10.0), 31.59743374399, 6e-12);
  EXPECT_NEAR(fourbar_motion(1, 10.0).rate, 1.96693471944, 6e-12);
  EXPECT_NEAR(fourbar_motion(40, 10.0).rate, 1.167622108752, 6e-12);
}

TEST(FourbarAngle, TurnsOverWithItsPeriod) {
  EXPECT_NEAR(fourbar_angle(1, 1.923711817339), 2.0 * M_PI, 2e-12);
  EXPECT_NEAR(fourbar_angle(1, 0.7084500088358), M_PI_2, 2e-12);
  EXPECT_NEAR(fourbar_motion(1, 0.9618559086695).rate, 6.934551175094, 2e-12);
  EXPECT_EQ(fourbar_angle(1, 0.0), 0.0);
}

// ½ ψ'² + Ω² cos ψ is constant, and ψ solves its differential equation.
TEST(FourbarAngle, KeepsEnergyAndSolvesItsEquation) {
  for (const int n : {1, 7, 40}) {
    const double omega_squared = fourbar_omega_squared(n);
    const Rate rate = [=](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
      dy[0] = y[1];
      dy[1] = omega_squared * std::sin(y[0]);
    };
    Eigen::VectorXd y = Eigen::Vector2d(0.0, 1.0);
    for (double t = 0.0; t < 10.0; t += 0.5) {
      const FourbarMotion motion = fourbar_motion(n, t);
      EXPECT_NEAR(0.5 * motion.rate * motion.rate + omega_squared * std::cos(motion.angle),
                  0.5 + omega_squared, 1e-12);
      EXPECT_NEAR(motion.angle, y[0], 3e-11);
      EXPECT_NEAR(motion.rate, y[1], 1e-10);
      y = integrate(rate, y, t, t + 0.5);
    }
  }
}

}  // namespace
}  // namespace outrigger::validation
