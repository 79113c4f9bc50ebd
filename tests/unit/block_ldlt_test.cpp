#include "system/block_ldlt.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "base/random.h"
#include "support/bits.h"

namespace outrigger::system {
namespace {

using testing_support::same_bits;

enum class Pattern { tree, loops, dense, arrow, chain, separate };

constexpr Pattern kPatterns[] = {Pattern::tree,  Pattern::loops, Pattern::dense,
                                 Pattern::arrow, Pattern::chain, Pattern::separate};

/// A matrix A = μ ⊗ I₃ + Σ g gᵀ + E with numbers of its own.
struct Problem {
  BlockLdlt factor;
  AlignedDoubles gradients, extras;
  int blocks = 0;

  const double* extra_data() const { return extras.empty() ? nullptr : extras.data(); }
  Eigen::MatrixXd dense() const { return factor.dense(gradients.data(), extra_data()); }
};

/// Pairs (row > column) of the pattern.
std::set<std::pair<int, int>> edges_of(Pattern pattern, int n, Random& random) {
  std::set<std::pair<int, int>> edges;
  const auto connect = [&](int i, int j) {
    if (i != j) edges.insert({std::max(i, j), std::min(i, j)});
  };
  const auto below = [&](int i) {
    return static_cast<int>(random.integer(static_cast<std::uint64_t>(i)));
  };
  switch (pattern) {
    case Pattern::separate:
      break;
    case Pattern::chain:
      for (int i = 1; i < n; ++i) connect(i, i - 1);
      break;
    case Pattern::tree:
      for (int i = 1; i < n; ++i) connect(i, below(i));
      break;
    case Pattern::loops:
      for (int i = 1; i < n; ++i) connect(i, below(i));
      for (int k = 0; k < n; ++k) connect(below(n), below(n));
      break;
    case Pattern::arrow:
      for (int i = 1; i < n; ++i) connect(i, 0);  // worst order: everything fills
      break;
    case Pattern::dense:
      for (int i = 1; i < n; ++i)
        for (int j = 0; j < i; ++j) connect(i, j);
      break;
  }
  return edges;
}

/// Positive by construction: masses diagonally dominant, gradients a sum of squares, extras a
/// symmetric positive diagonal. `stiffness` scales the gradients, as penalties do.
Problem make_problem(Pattern pattern, int n, double stiffness, bool with_extras, Random& random) {
  Problem p;
  p.blocks = n;
  const auto edges = edges_of(pattern, n, random);
  std::vector<BlockEntry> entries;
  for (const auto& [i, j] : edges) entries.push_back({i, j});
  p.factor.analyse(n, entries);

  std::vector<double> diagonal(n, 0.1);
  for (const auto& [i, j] : edges) {
    const double mu = random.uniform(-1.0, 1.0);
    p.factor.set_scalar(p.factor.find(i, j), mu);
    diagonal[i] += std::abs(mu);
    diagonal[j] += std::abs(mu);
  }
  for (int i = 0; i < n; ++i) p.factor.set_scalar(p.factor.find(i, i), diagonal[i]);

  // One constraint per edge and one per block, with a slot for each of their blocks.
  std::vector<GradientPair> pairs;
  const auto new_slot = [&] {
    for (int k = 0; k < 3; ++k) p.gradients.push_back(stiffness * random.uniform(-1.0, 1.0));
    p.gradients.push_back(0.0);
    return static_cast<std::int32_t>(p.gradients.size() / 4) - 1;
  };
  for (const auto& [i, j] : edges) {
    const std::int32_t si = new_slot(), sj = new_slot();
    pairs.push_back({p.factor.find(i, i), si, si});
    pairs.push_back({p.factor.find(j, j), sj, sj});
    pairs.push_back({p.factor.find(i, j), si, sj});
  }
  for (int i = 0; i < n; ++i) {
    const std::int32_t s = new_slot();
    pairs.push_back({p.factor.find(i, i), s, s});
  }
  p.factor.set_pairs(pairs);

  if (with_extras) {
    std::vector<std::int32_t> extra(p.factor.factor_block_count(), -1);
    std::int32_t count = 0;
    for (int i = 0; i < n; i += 2) {
      Mat3 b;
      for (int k = 0; k < 9; ++k) b(k / 3, k % 3) = random.uniform(-1.0, 1.0);
      const Mat3 square = b * b.transpose();
      extra[p.factor.find(i, i)] = count++;
      for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) p.extras.push_back(square(r, c));
        p.extras.push_back(0.0);
      }
    }
    p.factor.set_extras(extra);
  }
  return p;
}

AlignedDoubles random_right_side(int blocks, Random& random) {
  AlignedDoubles b(4 * static_cast<std::size_t>(blocks), 0.0);
  for (int i = 0; i < blocks; ++i)
    for (int k = 0; k < 3; ++k) b[4 * i + k] = random.uniform(-1.0, 1.0);
  return b;
}

Eigen::VectorXd unpadded(const AlignedDoubles& b) {
  Eigen::VectorXd result(3 * b.size() / 4);
  for (std::size_t i = 0; i < b.size() / 4; ++i)
    for (int k = 0; k < 3; ++k) result[3 * i + k] = b[4 * i + k];
  return result;
}

// Law: L D Lᵀ x = b for every pattern and size, because fill, products and both substitutions are
// lists that a wrong index would spoil silently. Against a dense factorisation of the same matrix,
// by the backward error |A x - b| / (|A| |x|), which does not depend on the condition.
TEST(BlockLdlt, SolvesLikeDenseForAllPatternsAndSizes) {
  Random random(2024);
  for (const Pattern pattern : kPatterns)
    for (int n = 1; n <= 60; n += n < 12 ? 1 : 7)
      for (const double stiffness : {1.0, 1e3}) {
        Problem p = make_problem(pattern, n, stiffness, n % 2 == 0, random);
        ASSERT_TRUE(p.factor.factorise(p.gradients.data(), p.extra_data()));
        EXPECT_EQ(p.factor.failed_block(), -1);
        AlignedDoubles x = random_right_side(n, random);
        const Eigen::VectorXd b = unpadded(x);
        p.factor.solve(x.data());

        const Eigen::MatrixXd a = p.dense();
        const Eigen::VectorXd mine = unpadded(x);
        const Eigen::VectorXd reference = a.ldlt().solve(b);
        const double backward = (a * mine - b).norm() / (a.norm() * mine.norm() + b.norm());
        const Eigen::VectorXd eigenvalues =
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
        const double condition = eigenvalues.maxCoeff() / eigenvalues.minCoeff();
        EXPECT_LT(backward, 1e-15 * (3 + n)) << static_cast<int>(pattern) << " n " << n;
        EXPECT_LT((mine - reference).norm(), 1e-15 * (3 + n) * condition * reference.norm())
            << static_cast<int>(pattern) << " n " << n << " condition " << condition;
        for (int i = 0; i < n; ++i) EXPECT_EQ(x[4 * i + 3], 0.0) << "pad of block " << i;
      }
}

// Law: the pattern that `find` reports is that of the Cholesky factor: all entries of A and nothing
// that the elimination does not fill. A missing block would drop a term, an extra one costs time.
TEST(BlockLdlt, PatternIsThatOfTheEliminationGraph) {
  Random random(7);
  for (const Pattern pattern : kPatterns)
    for (int n : {1, 2, 3, 9, 24}) {
      const auto edges = edges_of(pattern, n, random);
      std::vector<BlockEntry> entries;
      std::vector<std::vector<bool>> filled(n, std::vector<bool>(n));
      for (const auto& [i, j] : edges) {
        entries.push_back({i, j});
        filled[i][j] = true;
      }
      // Elimination on the dense boolean matrix.
      for (int k = 0; k < n; ++k)
        for (int j = k + 1; j < n; ++j)
          for (int i = j + 1; i < n; ++i)
            if (filled[i][k] && filled[j][k]) filled[i][j] = true;
      BlockLdlt factor;
      factor.analyse(n, entries);
      int count = n;
      for (int j = 0; j < n; ++j) {
        EXPECT_GE(factor.find(j, j), 0);
        for (int i = j + 1; i < n; ++i) {
          EXPECT_EQ(factor.find(i, j) >= 0, filled[i][j]) << i << " " << j;
          count += filled[i][j] ? 1 : 0;
        }
      }
      EXPECT_EQ(factor.factor_block_count(), count);
    }
}

// Law: two right-hand sides in one pass give the bits of two passes; the joint projection of
// velocities and accelerations must not depend on what else is solved beside it.
TEST(BlockLdlt, TwoRightHandSidesGiveTheSameBitsAsTwoSolves) {
  Random random(99);
  for (const Pattern pattern : kPatterns)
    for (int n : {1, 2, 5, 17, 60}) {
      Problem p = make_problem(pattern, n, 1e2, true, random);
      ASSERT_TRUE(p.factor.factorise(p.gradients.data(), p.extra_data()));
      const AlignedDoubles b0 = random_right_side(n, random), b1 = random_right_side(n, random);
      AlignedDoubles x0 = b0, x1 = b1, y0 = b0, y1 = b1;
      p.factor.solve(x0.data());
      p.factor.solve(x1.data());
      p.factor.solve_two(y0.data(), y1.data());
      EXPECT_TRUE(same_bits(x0, y0)) << n;
      EXPECT_TRUE(same_bits(x1, y1)) << n;
      EXPECT_FALSE(same_bits(x0, b0)) << n;
    }
}

// Law: same numbers in, same bits out, also after another matrix was factorised in between and
// after a failure: no leftovers of an earlier factorisation may leak in.
TEST(BlockLdlt, RepetitionGivesTheSameBits) {
  Random random(5);
  for (const Pattern pattern : kPatterns) {
    const int n = 23;
    Problem p = make_problem(pattern, n, 10.0, true, random);
    const AlignedDoubles b = random_right_side(n, random);
    ASSERT_TRUE(p.factor.factorise(p.gradients.data(), p.extra_data()));
    AlignedDoubles first = b;
    p.factor.solve(first.data());

    AlignedDoubles other = p.gradients;
    for (double& g : other) g *= -3.0;
    ASSERT_TRUE(p.factor.factorise(other.data(), nullptr));
    AlignedDoubles bad = p.extras;
    for (double& e : bad) e *= -1e6;
    ASSERT_FALSE(p.factor.factorise(p.gradients.data(), bad.data()));

    ASSERT_TRUE(p.factor.factorise(p.gradients.data(), p.extra_data()));
    AlignedDoubles second = b;
    p.factor.solve(second.data());
    EXPECT_TRUE(same_bits(first, second));
  }
}

// Law: a matrix is accepted if and only if it is positive definite (Sylvester: all pivots of LDLᵀ
// are), and the reported block is the first whose leading minor is not. The step falls back to a
// reduced tangent by this answer, so a wrong yes means division by a bad pivot.
TEST(BlockLdlt, IndefiniteMatricesAreReportedAtTheRightBlock) {
  Random random(31);
  int refused = 0, accepted = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Pattern pattern = kPatterns[trial % 6];
    const int n = 1 + static_cast<int>(random.integer(20));
    Problem p = make_problem(pattern, n, 1.0, true, random);
    // Shift some extra blocks by a random amount: often indefinite, sometimes not.
    const int count = static_cast<int>(p.extras.size() / 12);
    const int changed = static_cast<int>(random.integer(count));
    const double shift = random.uniform(-6.0, 1.0);
    for (int k = 0; k < 3; ++k) p.extras[12 * changed + 5 * k] += shift;

    // The oracle: smallest eigenvalue of every leading principal block.
    const Eigen::MatrixXd a = p.dense();
    int first_bad = -1;
    double margin = 1e300;
    for (int j = 0; j < n && first_bad < 0; ++j) {
      const Eigen::MatrixXd leading = a.topLeftCorner(3 * (j + 1), 3 * (j + 1));
      const double smallest =
          Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(leading, Eigen::EigenvaluesOnly)
              .eigenvalues()
              .minCoeff();
      margin = std::min(margin, std::abs(smallest));
      if (smallest < 0.0) first_bad = j;
    }
    if (margin < 1e-6) continue;  // too close to singular to have an answer
    const bool ok = p.factor.factorise(p.gradients.data(), p.extra_data());
    EXPECT_EQ(ok, first_bad < 0) << "trial " << trial;
    EXPECT_EQ(p.factor.failed_block(), first_bad) << "trial " << trial;
    ++(ok ? accepted : refused);
    if (ok) {
      AlignedDoubles x = random_right_side(n, random);
      p.factor.solve(x.data());
      for (double value : x) ASSERT_TRUE(std::isfinite(value));
    }
  }
  EXPECT_GT(refused, 50);
  EXPECT_GT(accepted, 50);
}

// Law: NaN, infinity, zero and negative zero on a pivot are "not positive", never a quiet success:
// the comparison must be written so that NaN fails it.
TEST(BlockLdlt, BadNumbersOnAPivotAreRefused) {
  for (const double bad : {std::nan(""), 0.0, -0.0, -1.0}) {
    Random random(3);
    Problem p = make_problem(Pattern::tree, 9, 1.0, false, random);
    // Without gradients the pivot is the scalar alone.
    AlignedDoubles none(p.gradients.size(), 0.0);
    for (int b = 0; b < p.factor.factor_block_count(); ++b) p.factor.set_scalar(b, 0.0);
    for (int i = 0; i < 9; ++i) p.factor.set_scalar(p.factor.find(i, i), i == 4 ? bad : 1.0);
    EXPECT_FALSE(p.factor.factorise(none.data(), nullptr)) << bad;
    EXPECT_EQ(p.factor.failed_block(), 4) << bad;
  }
  Random random(4);
  Problem p = make_problem(Pattern::chain, 6, 1.0, false, random);
  p.gradients[4 * 2] = std::nan("");
  EXPECT_FALSE(p.factor.factorise(p.gradients.data(), nullptr));
}

// Law: penalties over ten decades beside the masses, as in a machine of light and heavy bodies, are
// factorised and keep the backward error at rounding: LDLᵀ of a positive matrix needs no pivoting.
// (Explicit inverses of the pivot blocks lose the square of their condition: with cofactors, positive
// matrices were refused, and mechanisms with masses over four decades did not converge.)
TEST(BlockLdlt, StiffPenaltiesKeepTheBackwardError) {
  Random random(12);
  double worst = 0.0;
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + static_cast<int>(random.integer(40));
    Problem p = make_problem(kPatterns[trial % 6], n, 1.0, false, random);
    for (std::size_t s = 0; s < p.gradients.size() / 4; ++s) {
      const double factor = std::pow(10.0, random.uniform(-1.0, 4.0));
      for (int k = 0; k < 3; ++k) p.gradients[4 * s + k] *= factor;
    }
    ASSERT_TRUE(p.factor.factorise(p.gradients.data(), nullptr)) << trial;
    AlignedDoubles x = random_right_side(n, random);
    const Eigen::VectorXd b = unpadded(x);
    p.factor.solve(x.data());
    const Eigen::MatrixXd a = p.dense();
    const Eigen::VectorXd mine = unpadded(x);
    worst = std::max(worst, (a * mine - b).norm() / (a.norm() * mine.norm() + b.norm()));
  }
  EXPECT_LT(worst, 1e-14);
  RecordProperty("worst_backward_error", std::to_string(worst));
}

// Law: a system without unknowns (all bodies fixed) is a system too.
TEST(BlockLdlt, EmptyMatrixIsFine) {
  BlockLdlt factor;
  factor.analyse(0, {});
  factor.set_pairs({});
  EXPECT_TRUE(factor.factorise(nullptr, nullptr));
  factor.solve(nullptr);
  EXPECT_EQ(factor.factor_block_count(), 0);
}

}  // namespace
}  // namespace outrigger::system
