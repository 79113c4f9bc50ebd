#include "unilateral/lcp.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <Eigen/LU>

#include "base/error.h"
#include "base/random.h"
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

/// The first path has all ones. Any positive numbers do; these are spread over 1..2.
Eigen::VectorXd covering_vector(Eigen::Index n, int path) {
  Eigen::VectorXd d = Eigen::VectorXd::Ones(n);
  if (path == 1) return d;
  Random random(static_cast<std::uint64_t>(path));
  for (Eigen::Index i = 0; i < n; ++i) d[i] = random.uniform(1.0, 2.0);
  return d;
}

/// Farkas: u ≥ 0 with Mᵀu ≤ 0 and qᵀu < 0. In the scaled problem.
bool proves_impossible(const Eigen::MatrixXd& m, const Eigen::VectorXd& q,
                       const Eigen::VectorXd& u) {
  constexpr double kRounding = 1e-10;
  const double size = u.maxCoeff();
  return size > 0.0 && (m.transpose() * u).maxCoeff() <= kRounding * size &&
         q.dot(u) < -10.0 * kRounding * size;
}

void check_lcp(const LcpProblem& p) {
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
  const Scales scales = balance(p.matrix);
  const Eigen::VectorXd scaled_z = z.cwiseQuotient(scales.column);
  const Eigen::VectorXd scaled_w = w.cwiseProduct(scales.row);
  const double size_z = scaled_z.cwiseAbs().maxCoeff();
  const double size_w =
      scales.row.cwiseProduct(p.constant.cwiseAbs() + p.matrix.cwiseAbs() * z.cwiseAbs())
          .maxCoeff();
  c.lowest_z = z.minCoeff();
  c.lowest_w = w.minCoeff();
  c.product = std::abs(z.dot(w));
  c.worst_product = z.cwiseProduct(w).cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const double zi = size_z > 0.0 ? scaled_z[i] / size_z : 0.0;
    const double wi = size_w > 0.0 ? scaled_w[i] / size_w : 0.0;
    c.relative_error = std::max({c.relative_error, -zi, -wi, std::min(zi, wi)});
  }
  // Comparisons with NaN are false: a spoiled answer must not look perfect.
  if (!z.allFinite() || !w.allFinite()) c.relative_error = HUGE_VAL;
  return c;
}

LcpSolution solve_lcp(const LcpProblem& p, const LcpSettings& settings) {
  check_lcp(p);
  const Eigen::Index n = p.constant.size();
  const Scales scales = balance(p.matrix);
  Eigen::VectorXd q = scales.row.cwiseProduct(p.constant);
  const double size = n > 0 ? q.cwiseAbs().maxCoeff() : 0.0;
  if (size > 0.0) q /= size;  // z' and w' by the same factor
  const Eigen::MatrixXd m = scales.row.asDiagonal() * p.matrix * scales.column.asDiagonal();
  const int limit = settings.max_pivots > 0 ? settings.max_pivots : 100 + 50 * static_cast<int>(n);

  LcpSolution s;
  int pivots = 0;
  for (int path = 1; path <= std::max(settings.max_paths, 1); ++path) {
    LemkePath lemke(m, q, covering_vector(n, path), settings.zero_pivot);
    const LcpStatus status = lemke.run(limit);
    pivots += lemke.pivots();
    s = {status, size * scales.column.cwiseProduct(lemke.z()), {}, {}, pivots, path, {}, false};
    if (status == LcpStatus::solved) {
      // The path's own numbers carry the rounding of every exchange; keep the better ones.
      Eigen::VectorXd again = solve_basis(p, lemke.basic_z());
      const LcpCertificate of_path = certify(p, s.z), of_again = certify(p, again);
      if (of_again.relative_error <= of_path.relative_error) s.z = std::move(again);
    }
    s.w = p.matrix * s.z + p.constant;
    s.certificate = certify(p, s.z);
    if (status == LcpStatus::solved) {
      if (s.certificate.relative_error <= settings.tolerance) break;
      s.status = LcpStatus::inaccurate;
    }
    if (status == LcpStatus::ray) {
      s.impossible = proves_impossible(m, q, lemke.ray());
      s.ray = scales.column.cwiseProduct(lemke.ray());
      if (s.impossible) break;
    }
  }
  return s;
}

}  // namespace outrigger::unilateral
