#include "unilateral/lcp.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <Eigen/LU>

#include "base/error.h"
#include "unilateral/lemke_path.h"

namespace outrigger::unilateral {
namespace {

/// Scales of rows and columns: w_i = w'_i/row_i, z_j = column_j z'_j, M'_ij = row_i M_ij column_j.
struct Scales {
  Eigen::VectorXd row, column;
};

/// The power of two nearest to 1/√x from below; 1 for nothing.
double inverse_root(double x) {
  if (!(x > 0.0)) return 1.0;
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0, -exponent / 2);
}

/// Rows and columns with entries of about one. Powers of two: scaling rounds nothing.
Scales balance(const Eigen::MatrixXd& m) {
  const Eigen::Index n = m.rows();
  Scales s{Eigen::VectorXd::Ones(n), Eigen::VectorXd::Ones(n)};
  for (int sweep = 0; sweep < 3; ++sweep) {
    const Eigen::MatrixXd now = (s.row.asDiagonal() * m * s.column.asDiagonal()).cwiseAbs();
    for (Eigen::Index i = 0; i < n; ++i) {
      s.row[i] *= inverse_root(now.row(i).maxCoeff());
      s.column[i] *= inverse_root(now.col(i).maxCoeff());
    }
  }
  return s;
}

/// The answer that belongs to a basis, from the problem itself.
Eigen::VectorXd solve_basis(const LcpProblem& p, const std::vector<Eigen::Index>& basic) {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(p.constant.size());
  if (basic.empty()) return z;
  const Eigen::MatrixXd m = p.matrix(basic, basic);
  const Eigen::VectorXd q = p.constant(basic);
  const Eigen::PartialPivLU<Eigen::MatrixXd> factor(m);
  Eigen::VectorXd x = -factor.solve(q);
  // One step of refinement.
  x -= factor.solve(m * x + q);
  for (std::size_t k = 0; k < basic.size(); ++k) {
    z[basic[k]] = x[static_cast<Eigen::Index>(k)];
  }
  return z;
}

void check(const LcpProblem& p) {
  const Eigen::Index n = p.constant.size();
  if (p.matrix.rows() != n || p.matrix.cols() != n) {
    throw Error(fmt::format("complementarity problem: the matrix is {} x {}, the constant has {}",
                            p.matrix.rows(), p.matrix.cols(), n));
  }
  if (!p.matrix.allFinite() || !p.constant.allFinite()) {
    throw Error("complementarity problem: a number is not finite");
  }
}

}  // namespace

const char* name_of(LcpStatus status) {
  switch (status) {
    case LcpStatus::solved:
      return "solved";
    case LcpStatus::ray:
      return "ray";
    case LcpStatus::pivot_limit:
      return "pivot limit";
    case LcpStatus::inaccurate:
      return "inaccurate";
  }
  return "";
}

LcpCertificate certify(const LcpProblem& p, const Eigen::VectorXd& z) {
  LcpCertificate c;
  if (z.size() == 0) return c;
  const Eigen::VectorXd w = p.matrix * z + p.constant;
  const Eigen::VectorXd size_w = p.constant.cwiseAbs() + p.matrix.cwiseAbs() * z.cwiseAbs();
  const Eigen::VectorXd in_scale = z.cwiseQuotient(balance(p.matrix).column);
  const double size_z = in_scale.cwiseAbs().maxCoeff();
  c.lowest_z = z.minCoeff();
  c.lowest_w = w.minCoeff();
  c.product = std::abs(z.dot(w));
  c.worst_product = z.cwiseProduct(w).cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double zi = size_z > 0.0 ? in_scale[i] / size_z : 0.0;
    const double wi = size_w[i] > 0.0 ? w[i] / size_w[i] : 0.0;
    c.relative_error = std::max({c.relative_error, -zi, -wi, std::min(zi, wi)});
  }
  // Comparisons with NaN are false: a spoiled answer must not look perfect.
  if (!z.allFinite() || !w.allFinite()) c.relative_error = HUGE_VAL;
  return c;
}

LcpSolution solve_lcp(const LcpProblem& p, const LcpSettings& settings) {
  check(p);
  const Eigen::Index n = p.constant.size();
  const Scales scales = balance(p.matrix);
  Eigen::VectorXd q = scales.row.cwiseProduct(p.constant);
  const double size = n > 0 ? q.cwiseAbs().maxCoeff() : 0.0;
  if (size > 0.0) q /= size;  // z' and w' by the same factor

  LemkePath path(scales.row.asDiagonal() * p.matrix * scales.column.asDiagonal(), q,
                 settings.zero_pivot);
  const int limit = settings.max_pivots > 0 ? settings.max_pivots : 100 + 50 * static_cast<int>(n);
  LcpSolution s;
  s.status = path.run(limit);
  s.pivots = path.pivots();

  s.z = size * scales.column.cwiseProduct(path.z());
  if (s.status == LcpStatus::solved) {
    // The path's own numbers carry the rounding of every exchange; keep the better ones.
    Eigen::VectorXd again = solve_basis(p, path.basic_z());
    const LcpCertificate of_path = certify(p, s.z), of_again = certify(p, again);
    if (of_again.relative_error <= of_path.relative_error) s.z = std::move(again);
  }
  s.w = p.matrix * s.z + p.constant;
  s.certificate = certify(p, s.z);
  if (s.status == LcpStatus::solved && !(s.certificate.relative_error <= settings.tolerance)) {
    s.status = LcpStatus::inaccurate;
  }
  if (s.status == LcpStatus::ray) s.ray = scales.column.cwiseProduct(path.ray());
  return s;
}

}  // namespace outrigger::unilateral
