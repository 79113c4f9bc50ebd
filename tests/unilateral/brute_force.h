/// Every basis of a complementarity problem, one after the other: slow, and without any idea in common
/// with the solver.
#pragma once

#include <vector>

#include <Eigen/LU>

#include "unilateral/lcp.h"

namespace outrigger::unilateral {

/// All basic solutions of a problem, n ≤ 12 or so.
inline std::vector<Eigen::VectorXd> all_solutions(const LcpProblem& p, double tolerance = 1e-9) {
  const Eigen::Index n = p.constant.size();
  std::vector<Eigen::VectorXd> found;
  for (std::uint64_t set = 0; set < (std::uint64_t{1} << n); ++set) {
    std::vector<Eigen::Index> basic;
    for (Eigen::Index i = 0; i < n; ++i) {
      if ((set >> i) & 1U) basic.push_back(i);
    }
    Eigen::VectorXd z = Eigen::VectorXd::Zero(n);
    if (!basic.empty()) {
      const Eigen::MatrixXd m = p.matrix(basic, basic);
      const Eigen::FullPivLU<Eigen::MatrixXd> factor(m);
      if (!factor.isInvertible()) continue;
      z(basic) = -factor.solve(p.constant(basic));
    }
    const Eigen::VectorXd w = p.matrix * z + p.constant;
    const double scale = 1.0 + z.cwiseAbs().maxCoeff();
    if (z.minCoeff() < -tolerance * scale || w.minCoeff() < -tolerance * scale) continue;
    found.push_back(z);
  }
  return found;
}

}  // namespace outrigger::unilateral
