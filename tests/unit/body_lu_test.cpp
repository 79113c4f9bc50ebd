/// Sparse LU of 6×6 blocks against a dense solution in double precision.
#include "system/body_lu.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "base/random.h"

namespace outrigger::system {
namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Floats = std::vector<float, AlignedAllocator<float>>;

void add(float* block, const Matrix6& m) {
  for (int c = 0; c < 6; ++c)
    for (int r = 0; r < 6; ++r) block[BodyLu::kRow * c + r] += static_cast<float>(m(r, c));
}

Matrix6 random_block(Random& random, double size) {
  Matrix6 m;
  for (int c = 0; c < 6; ++c)
    for (int r = 0; r < 6; ++r) m(r, c) = random.uniform(-size, size);
  return m;
}

/// I + contacts between pairs: positive with a part that is not symmetric, as friction makes it.
struct LuProblem {
  LuProblem(BodyLu& lu, int bodies, const std::vector<std::pair<int, int>>& pairs, Random& random)
      : dense(Eigen::MatrixXd::Identity(6 * bodies, 6 * bodies)), right(6 * bodies) {
    lu.analyse(bodies, pairs);
    lu.clear();
    for (int i = 0; i < bodies; ++i) add(lu.diagonal(i), Matrix6::Identity());
    for (const auto& [a, b] : pairs) {
      const Matrix6 g = random_block(random, 1.0), h = random_block(random, 1.0);
      const Matrix6 lopsided = Matrix6::Identity() + 0.1 * random_block(random, 1.0);
      const auto place = lu.find(a, b);
      const Matrix6 aa = g * lopsided * g.transpose(), ab = g * lopsided * h.transpose();
      const Matrix6 ba = h * lopsided * g.transpose(), bb = h * lopsided * h.transpose();
      add(lu.diagonal(a), aa);
      add(lu.diagonal(b), bb);
      add(lu.numbers(place.ab), ab);
      add(lu.numbers(place.ba), ba);
      dense.block<6, 6>(6 * a, 6 * a) += aa;
      dense.block<6, 6>(6 * b, 6 * b) += bb;
      dense.block<6, 6>(6 * a, 6 * b) += ab;
      dense.block<6, 6>(6 * b, 6 * a) += ba;
    }
    for (double& r : right) r = random.uniform(-1.0, 1.0);
  }
  Floats packed() const {
    Floats b(BodyLu::kRow * static_cast<std::size_t>(right.size()) / 6, 0.0f);
    for (Eigen::Index i = 0; i < right.size(); ++i)
      b[static_cast<std::size_t>(BodyLu::kRow * (i / 6) + i % 6)] = static_cast<float>(right[i]);
    return b;
  }
  Eigen::MatrixXd dense;
  Eigen::VectorXd right;
};

// Law: A x = b to single precision, for graphs of all densities, in one object again and again.
TEST(BodyLu, SolvesWhatADenseSolverSolves) {
  Random random(3);
  BodyLu lu;
  for (const int bodies : {1, 2, 3, 7, 20, 40})
    for (const double density : {0.0, 0.1, 0.5, 1.0}) {
      std::vector<std::pair<int, int>> pairs;
      for (int a = 0; a < bodies; ++a)
        for (int b = 0; b < a; ++b)
          if (random.uniform(0.0, 1.0) < density) pairs.emplace_back(a, b);
      if (!pairs.empty()) pairs.push_back(pairs.front());  // two contacts of one pair
      LuProblem p(lu, bodies, pairs, random);
      ASSERT_TRUE(lu.factorise());
      Floats x = p.packed();
      lu.solve(x.data());
      const Eigen::VectorXd exact = p.dense.partialPivLu().solve(p.right);
      for (Eigen::Index i = 0; i < exact.size(); ++i)
        EXPECT_NEAR(
            static_cast<double>(x[static_cast<std::size_t>(BodyLu::kRow * (i / 6) + i % 6)]),
            exact[i], 1e-3 * exact.cwiseAbs().maxCoeff())
            << bodies << " bodies, density " << density;
    }
}

// Law: a chain has no fill, whatever the numbers of its bodies.
TEST(BodyLu, ChainsAreEliminatedFromTheirEnds) {
  BodyLu lu;
  std::vector<std::pair<int, int>> pairs;
  for (int i = 0; i + 1 < 50; ++i) pairs.emplace_back((7 * i) % 50, (7 * (i + 1)) % 50);
  lu.analyse(50, pairs);
  EXPECT_EQ(lu.fill(), 49);
}

// Law: a matrix that cannot be factorised is reported, not divided by.
TEST(BodyLu, ReportsWhatIsSingular) {
  BodyLu lu;
  lu.analyse(2, std::vector<std::pair<int, int>>{{0, 1}});
  lu.clear();
  EXPECT_FALSE(lu.factorise());
}

}  // namespace
}  // namespace outrigger::system
