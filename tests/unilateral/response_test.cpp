// The response of a mechanism is its inverse mass matrix under its joints, whatever is redundant, and it
// says what coordinates cannot tell apart.
#include "unilateral/response.h"

#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/LU>

#include "base/random.h"

namespace outrigger::unilateral {
namespace {

Eigen::MatrixXd random_square_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) m(i, j) = random.uniform(-1.0, 1.0);
  }
  return m;
}

// Against the equations with multipliers: M q̈ + Φᵀλ = Q, Φ q̈ = 0.
TEST(Response, EqualsTheEquationsWithMultipliers) {
  Random random(51);
  for (int trial = 0; trial < 50; ++trial) {
    const Eigen::Index n = 7, k = static_cast<Eigen::Index>(random.integer(5));
    const Eigen::MatrixXd a = random_square_matrix(random, n, n),
                          joints = random_square_matrix(random, k, n);
    const Eigen::MatrixXd mass = a * a.transpose() + 0.1 * Eigen::MatrixXd::Identity(n, n);
    Eigen::MatrixXd saddle = Eigen::MatrixXd::Zero(n + k, n + k);
    saddle.topLeftCorner(n, n) = mass;
    saddle.topRightCorner(n, k) = joints.transpose();
    saddle.bottomLeftCorner(k, n) = joints;
    const Eigen::MatrixXd exact = saddle.inverse().topLeftCorner(n, n);
    const Response r = jointed_response(mass, joints);
    EXPECT_EQ(r.freedoms, n - k);
    EXPECT_EQ(r.lost, 0);
    EXPECT_LE((r.matrix - exact).cwiseAbs().maxCoeff(), 1e-10 * exact.cwiseAbs().maxCoeff());

    // The same equations twice, in another mixture: rounding makes them nearly, not exactly, dependent.
    Eigen::MatrixXd twice(2 * k, n);
    twice << joints, random_square_matrix(random, k, k) * joints;
    const Response redundant = jointed_response(mass, twice);
    EXPECT_EQ(redundant.freedoms, n - k);
    EXPECT_LE((redundant.matrix - exact).cwiseAbs().maxCoeff(), 1e-9 * exact.cwiseAbs().maxCoeff());
  }
}

TEST(Response, TellsLostDirections) {
  // Two coordinates for one motion.
  const Response r = free_response(Eigen::MatrixXd{{2.0, 2.0}, {2.0, 2.0}});
  EXPECT_EQ(r.freedoms, 2);
  EXPECT_EQ(r.lost, 1);
  EXPECT_GT(r.condition, 1e15);
  // Units are no loss: a tonne beside a gram.
  const Response units = free_response(Eigen::Vector2d(1e3, 1e-3).asDiagonal());
  EXPECT_EQ(units.lost, 0);
  EXPECT_NEAR(units.condition, 1.0, 1e-12);
  EXPECT_NEAR(units.matrix(1, 1), 1e3, 1e-9);
}

}  // namespace
}  // namespace outrigger::unilateral
