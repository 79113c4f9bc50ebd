// Lemke's method finds what trying all bases finds, ends in a ray where there is nothing to find, and
// says so; the certificate tells a right answer from a wrong one.
#include "unilateral/lcp.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "unilateral/brute_force.h"

namespace outrigger::unilateral {
namespace {

Eigen::MatrixXd random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd m(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) m(i, j) = random.uniform(-1.0, 1.0);
  }
  return m;
}

Eigen::VectorXd random_vector(Random& random, Eigen::Index n) {
  return random_matrix(random, n, 1);
}

/// Positive definite plus skew, scaled unevenly: a P-matrix that is not symmetric.
Eigen::MatrixXd random_p_matrix(Random& random, Eigen::Index n) {
  const Eigen::MatrixXd a = random_matrix(random, n, n), b = random_matrix(random, n, n);
  Eigen::MatrixXd m =
      a * a.transpose() + 0.05 * Eigen::MatrixXd::Identity(n, n) + 2.0 * (b - b.transpose());
  for (Eigen::Index i = 0; i < n; ++i) m.row(i) *= random.uniform(0.1, 10.0);
  return m;
}

bool is_among(const std::vector<Eigen::VectorXd>& all, const Eigen::VectorXd& z, double tolerance) {
  return std::any_of(all.begin(), all.end(), [&](const Eigen::VectorXd& other) {
    return (other - z).cwiseAbs().maxCoeff() <= tolerance * (1.0 + other.cwiseAbs().maxCoeff());
  });
}

// A P-matrix has exactly one solution for every q.
TEST(Lcp, PMatricesHaveTheOneSolutionOfAllBases) {
  Random random(1);
  for (Eigen::Index n = 1; n <= 10; ++n) {
    for (int trial = 0; trial < (n < 8 ? 200 : 20); ++trial) {
      const LcpProblem p{random_p_matrix(random, n), random_vector(random, n)};
      const auto all = all_solutions(p);
      ASSERT_EQ(all.size(), 1U);
      const LcpSolution s = solve_lcp(p);
      ASSERT_EQ(s.status, LcpStatus::solved) << n;
      EXPECT_TRUE(is_among(all, s.z, 1e-8)) << n << ": " << s.z.transpose();
    }
  }
}

// A semi-definite matrix: a solution wherever there is one, and where there is none a ray whose
// direction proves it (u ≥ 0, Mᵀu ≤ 0, qᵀu < 0).
TEST(Lcp, SemiDefiniteMatricesAreSolvedOrProvedImpossible) {
  Random random(2);
  int solved = 0, impossible = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const auto n = static_cast<Eigen::Index>(1 + random.integer(8));
    const auto rank = static_cast<Eigen::Index>(random.integer(static_cast<std::uint64_t>(n)));
    const Eigen::MatrixXd a = random_matrix(random, n, rank), b = random_matrix(random, n, n);
    Eigen::MatrixXd m = a * a.transpose();
    // Every other one is not symmetric; some skew parts are sparse.
    if (trial % 2 == 0) m += b - b.transpose();
    const LcpProblem p{m, random_vector(random, n)};
    const auto all = all_solutions(p);
    const LcpSolution s = solve_lcp(p);
    if (s.status == LcpStatus::solved) {
      ++solved;
      EXPECT_LE(s.certificate.relative_error, 1e-9);
      EXPECT_TRUE(is_among(all, s.z, 1e-6)) << trial;
      continue;
    }
    ++impossible;
    ASSERT_EQ(s.status, LcpStatus::ray) << trial;
    EXPECT_TRUE(all.empty()) << trial;
    EXPECT_TRUE(s.impossible) << trial;
    EXPECT_EQ(s.paths, 1);
    const double size = s.ray.maxCoeff();
    ASSERT_GT(size, 0.0);
    EXPECT_GE(s.ray.minCoeff(), 0.0);
    EXPECT_LE((m.transpose() * s.ray).maxCoeff(), 1e-9 * size) << trial;
    EXPECT_LT(p.constant.dot(s.ray), -1e-9 * size) << trial;
  }
  EXPECT_GT(solved, 300);
  EXPECT_GT(impossible, 300);
}

// Copositive matrices with q in the cone that theory asks for: here strictly copositive (entries ≥ 0
// with a positive diagonal), always solvable, often with several answers.
TEST(Lcp, StrictlyCopositiveMatricesAreAlwaysSolved) {
  Random random(3);
  for (int trial = 0; trial < 500; ++trial) {
    const auto n = static_cast<Eigen::Index>(2 + random.integer(8));
    Eigen::MatrixXd m = random_matrix(random, n, n).cwiseAbs();
    m.diagonal().array() += 0.01;
    const LcpProblem p{m, random_vector(random, n)};
    const LcpSolution s = solve_lcp(p);
    ASSERT_EQ(s.status, LcpStatus::solved) << trial;
    EXPECT_TRUE(is_among(all_solutions(p), s.z, 1e-7)) << trial;
  }
}

// Small whole numbers make ties in almost every step: without the lexicographic rule such problems
// come back to where they were.
TEST(Lcp, DegenerateProblemsEnd) {
  Random random(4);
  int solved = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const auto n = static_cast<Eigen::Index>(2 + random.integer(7));
    const Eigen::Index rank = 1 + static_cast<Eigen::Index>(random.integer(2));
    Eigen::MatrixXd a(n, rank), skew = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd q(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index k = 0; k < rank; ++k)
        a(i, k) = static_cast<double>(random.integer(3)) - 1.0;
      for (Eigen::Index j = 0; j < i; ++j) {
        skew(i, j) = static_cast<double>(random.integer(3)) - 1.0;
        skew(j, i) = -skew(i, j);
      }
      q[i] = static_cast<double>(random.integer(3)) - 1.0;
    }
    const LcpProblem p{a * a.transpose() + skew, q};
    const bool possible = !all_solutions(p).empty();
    const LcpSolution s = solve_lcp(p);
    ASSERT_EQ(s.status, possible ? LcpStatus::solved : LcpStatus::ray) << trial;
    if (possible) {
      ++solved;
      EXPECT_LE(s.certificate.relative_error, 1e-12);
    }
  }
  EXPECT_GT(solved, 500);
}

// The lexicographic rule never comes back to a basis. With another rule some of these run in circles
// until the limit.
TEST(Lcp, TiesNeverRunInCircles) {
  Random random(8);
  LcpSettings one;
  one.max_paths = 1;
  const auto digit = [&] { return static_cast<double>(random.integer(5)) - 2.0; };
  for (int trial = 0; trial < 6000; ++trial) {
    const auto n = static_cast<Eigen::Index>(3 + random.integer(8));
    LcpProblem p{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd(n)};
    for (Eigen::Index i = 0; i < n; ++i) {
      for (Eigen::Index j = 0; j < n; ++j) p.matrix(i, j) = digit();
      p.constant[i] = random.integer(3) == 0 ? 0.0 : -1.0;
    }
    // Every other one positive semi-definite: skew with zeros and ones on the diagonal.
    if (trial % 2 == 0) {
      p.matrix = (p.matrix - p.matrix.transpose()).eval();
      for (Eigen::Index i = 0; i < n; ++i) p.matrix(i, i) = static_cast<double>(random.integer(2));
    }
    const LcpStatus status = solve_lcp(p, one).status;
    EXPECT_TRUE(status == LcpStatus::solved || status == LcpStatus::ray)
        << trial << ": " << name_of(status);
  }
}

// Every ratio is equal in every step.
TEST(Lcp, AllTiesAtOnce) {
  const Eigen::Index n = 12;
  const LcpProblem p{Eigen::MatrixXd::Identity(n, n), Eigen::VectorXd::Constant(n, -1.0)};
  const LcpSolution s = solve_lcp(p);
  ASSERT_EQ(s.status, LcpStatus::solved);
  EXPECT_EQ(s.z, Eigen::VectorXd::Ones(n));
}

TEST(Lcp, LargeProblemsHoldTheirCertificate) {
  Random random(5);
  for (const Eigen::Index n : {50, 150, 300}) {
    // Half the rank: heavily degenerate as a matrix, solvable because q = M x - y with y ≤ 0 allowed.
    const Eigen::MatrixXd a = random_matrix(random, n, n / 2);
    const Eigen::VectorXd x = random_vector(random, n).cwiseAbs();
    const Eigen::VectorXd y = random_vector(random, n).cwiseAbs();
    Eigen::VectorXd q = -(a * (a.transpose() * x));
    for (Eigen::Index i = 0; i < n; i += 3) q[i] += y[i];
    const LcpProblem p{a * a.transpose(), q};
    const LcpSolution s = solve_lcp(p);
    ASSERT_EQ(s.status, LcpStatus::solved) << n;
    EXPECT_LE(s.certificate.relative_error, 1e-10) << n;
    EXPECT_EQ(s.w, p.matrix * s.z + p.constant);
    EXPECT_LT(s.pivots, 4 * n);
  }
}

// Units do not matter: z in kilonewtons, rows in millimetres.
TEST(Lcp, ScalesDoNotMatter) {
  Random random(6);
  for (int trial = 0; trial < 100; ++trial) {
    const Eigen::Index n = 6;
    const LcpProblem p{random_p_matrix(random, n), random_vector(random, n)};
    Eigen::VectorXd row(n), column(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      row[i] = std::ldexp(1.0, static_cast<int>(random.integer(60)) - 30);
      column[i] = std::ldexp(1.0, static_cast<int>(random.integer(60)) - 30);
    }
    const LcpProblem other{row.asDiagonal() * p.matrix * column.asDiagonal(),
                           row.cwiseProduct(p.constant)};
    const LcpSolution a = solve_lcp(p), b = solve_lcp(other);
    ASSERT_EQ(a.status, LcpStatus::solved);
    ASSERT_EQ(b.status, LcpStatus::solved) << trial;
    EXPECT_LE((column.cwiseProduct(b.z) - a.z).cwiseAbs().maxCoeff(),
              1e-9 * a.z.cwiseAbs().maxCoeff())
        << trial;
  }
}

// The certificate fails for answers that are wrong in each of the three ways.
TEST(Lcp, CertificateSeesWrongAnswers) {
  const LcpProblem p{Eigen::MatrixXd{{2.0, 1.0}, {1.0, 2.0}}, Eigen::Vector2d(-3.0, 1.0)};
  const LcpSolution s = solve_lcp(p);
  ASSERT_EQ(s.status, LcpStatus::solved);
  EXPECT_EQ(s.z, Eigen::Vector2d(1.5, 0.0));
  EXPECT_EQ(s.certificate.relative_error, 0.0);
  EXPECT_EQ(s.certificate.lowest_z, 0.0);
  EXPECT_EQ(s.certificate.lowest_w, 0.0);
  EXPECT_GT(certify(p, Eigen::Vector2d(1.4, 0.0)).relative_error, 0.01);    // w < 0
  EXPECT_GT(certify(p, Eigen::Vector2d(1.6, 0.0)).relative_error, 0.01);    // z w > 0
  EXPECT_GT(certify(p, Eigen::Vector2d(1.55, -0.1)).relative_error, 0.01);  // z < 0
  EXPECT_LT(certify(p, Eigen::Vector2d(1.55, -0.1)).lowest_z, -0.05);
  EXPECT_GT(certify(p, Eigen::Vector2d(1.6, 0.0)).worst_product, 0.1);
  EXPECT_GT(certify(p, Eigen::Vector2d(std::nan(""), 0.0)).relative_error, 1e300);
}

// The limit is obeyed and reported.
TEST(Lcp, GivesUpAtTheLimit) {
  const Eigen::Index n = 12;
  Eigen::MatrixXd m = Eigen::MatrixXd::Identity(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < i; ++j) m(i, j) = 2.0;
  }
  LcpProblem p{m.transpose(), Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) p.constant[i] = -std::ldexp(1.0, static_cast<int>(n - i));
  LcpSettings settings;
  settings.max_pivots = 3;
  settings.max_paths = 1;
  const LcpSolution stopped = solve_lcp(p, settings);
  EXPECT_EQ(stopped.status, LcpStatus::pivot_limit);
  EXPECT_EQ(stopped.pivots, 3);
  settings.max_pivots = 1 << 14;
  const LcpSolution finished = solve_lcp(p, settings);
  EXPECT_EQ(finished.status, LcpStatus::solved);
  EXPECT_GT(finished.pivots, 3);
}

// For any matrix: no answer is invented, `impossible` is true only where there is none, and a ray alone
// proves nothing.
TEST(Lcp, ARayIsNoProofForOtherMatrices) {
  Random random(7);
  int unproved = 0, found_later = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const LcpProblem p{random_matrix(random, 4, 4), random_vector(random, 4)};
    LcpSettings one;
    one.max_paths = 1;
    const LcpSolution s = solve_lcp(p, one);
    const bool possible = !all_solutions(p).empty();
    if (s.status == LcpStatus::solved) {
      EXPECT_TRUE(possible);
    }
    if (s.impossible) {
      EXPECT_FALSE(possible);
    }
    if (!possible || s.status != LcpStatus::ray) continue;
    ++unproved;
    // Other paths find some of these.
    const LcpSolution more = solve_lcp(p);
    found_later += more.status == LcpStatus::solved;
    EXPECT_GT(more.paths, 1);
  }
  EXPECT_GT(unproved, 0);
  EXPECT_GT(found_later, 0);
}

TEST(Lcp, EmptyAndTrivial) {
  EXPECT_EQ(solve_lcp({Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)}).status, LcpStatus::solved);
  const LcpSolution none = solve_lcp({Eigen::MatrixXd::Zero(1, 1), Eigen::VectorXd::Ones(1)});
  EXPECT_EQ(none.status, LcpStatus::solved);
  EXPECT_EQ(none.pivots, 0);
  const LcpSolution ray = solve_lcp({Eigen::MatrixXd::Zero(1, 1), -Eigen::VectorXd::Ones(1)});
  EXPECT_EQ(ray.status, LcpStatus::ray);
  EXPECT_TRUE(ray.impossible);
  EXPECT_STREQ(name_of(ray.status), "ray");
}

TEST(Lcp, RefusesBadProblems) {
  EXPECT_THROW(solve_lcp({Eigen::MatrixXd::Zero(2, 3), Eigen::VectorXd::Zero(2)}), Error);
  EXPECT_THROW(solve_lcp({Eigen::MatrixXd::Constant(1, 1, std::nan("")), Eigen::VectorXd::Zero(1)}),
               Error);
}

}  // namespace
}  // namespace outrigger::unilateral
