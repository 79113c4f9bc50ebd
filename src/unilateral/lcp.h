/// The linear complementarity problem (THESIS eq. 4.1), solved by Lemke's method with a certificate.
///
///   find z with   w = M z + q,   z ≥ 0,   w ≥ 0,   z_i w_i = 0 for every i
///
/// Lemke's path: an artificial unknown z₀ with the covering vector 1 makes the start feasible; then
/// one exchange after the other until z₀ leaves (solved) or nothing limits the next exchange (a ray).
/// Ties, which friction problems are full of, are broken lexicographically, as if q had been moved
/// by (ε, ε², ...): no basis comes twice, the method always ends (C. Lemke, Management Science 11,
/// 1965; R. Cottle, G. Dantzig, Linear Algebra and its Applications 1, 1968).
///
/// It solves every problem with a P-matrix (all principal minors > 0, one solution) and every
/// solvable problem with a positive semi-definite matrix, where a ray proves that there is none. For
/// a copositive matrix it ends in a solution if qᵀv ≥ 0 for all v that solve the problem with q = 0:
/// that is the case for contacts with friction in velocities (contact_lcp.h). For other matrices a
/// ray proves nothing. The number of exchanges is about n in practice, 2ⁿ at worst.
///
/// Rows and columns are scaled by powers of two beforehand, and the answer is computed once more
/// from M, q and the final basis, so that the rounding of the exchanges does not stay in it. Rounding
/// can still lead the path astray where a pivot is nearly zero; if a path ends without an answer and
/// without a proof that there is none, others with other covering vectors are tried (`paths`).
#pragma once

#include <Eigen/Core>

namespace outrigger::unilateral {

struct LcpProblem {
  Eigen::MatrixXd matrix;    ///< M, n × n, any
  Eigen::VectorXd constant;  ///< q, n
};

/// How well z answers a problem. Everything is computed from M, q and z alone: whoever holds these
/// can compute it again.
struct LcpCertificate {
  double lowest_z = 0.0;       ///< min z_i, in the problem's units
  double lowest_w = 0.0;       ///< min w_i
  double product = 0.0;        ///< |z·w|
  double worst_product = 0.0;  ///< max |z_i w_i|
  /// max over i of max(-ẑ_i, -ŵ_i, min(ẑ_i, ŵ_i)), without units: z and w of the problem whose rows and
  /// columns are scaled to entries of about one, as shares of the largest z and of the largest sum
  /// |q_i| + Σ_j |M_ij z_j|. 0 is perfect.
  double relative_error = 0.0;
};

enum class LcpStatus {
  solved,       ///< the certificate holds
  ray,          ///< nothing limits the path: no solution was found; see `ray`
  pivot_limit,  ///< gave up after max_pivots exchanges
  inaccurate,   ///< the path ended well, but rounding has spoiled the answer: do not use it
};

/// "solved", "ray", ...
const char* name_of(LcpStatus status);

struct LcpSettings {
  int max_pivots = 0;         ///< exchanges of a path before giving up; 0 means 100 + 50 n
  int max_paths = 4;          ///< covering vectors tried, 1 or more
  double tolerance = 1e-9;    ///< largest relative_error of the certificate that counts as solved
  double zero_pivot = 1e-11;  ///< entries below this share of the scaled problem are taken as zero
};

struct LcpSolution {
  LcpStatus status = LcpStatus::pivot_limit;
  Eigen::VectorXd z;  ///< the answer; where there is none, the last point of the path
  Eigen::VectorXd w;  ///< M z + q
  LcpCertificate certificate;
  int pivots = 0;  ///< of all paths
  int paths = 0;   ///< tried
  /// Only after a ray: its direction u ≥ 0 in z.
  Eigen::VectorXd ray;
  /// The ray proves that there is no answer: Mᵀu ≤ 0 and qᵀu < 0, so no z ≥ 0 has M z + q ≥ 0
  /// (Farkas). So it is for every positive semi-definite M.
  bool impossible = false;
};

/// Solves the problem. Throws Error if sizes do not fit or a number is not finite.
LcpSolution solve_lcp(const LcpProblem& problem, const LcpSettings& settings = {});

/// The certificate of any z for a problem.
LcpCertificate certify(const LcpProblem& problem, const Eigen::VectorXd& z);

}  // namespace outrigger::unilateral
