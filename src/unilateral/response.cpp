#include "unilateral/response.h"

#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "base/assert.h"

namespace outrigger::unilateral {
namespace {

/// A basis of the motions with Φ_q q̇ = 0.
Eigen::MatrixXd free_motions(const Eigen::MatrixXd& joints, Eigen::Index coordinates) {
  if (joints.rows() == 0) return Eigen::MatrixXd::Identity(coordinates, coordinates);
  Eigen::JacobiSVD<Eigen::MatrixXd> svd(joints, Eigen::ComputeFullV);
  svd.setThreshold(1e-12);
  return svd.matrixV().rightCols(coordinates - svd.rank());
}

}  // namespace

Response jointed_response(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& joints,
                          double lost_direction) {
  const Eigen::Index n = mass.rows();
  OUTRIGGER_ASSERT(mass.cols() == n && (joints.rows() == 0 || joints.cols() == n));
  const Eigen::MatrixXd motions = free_motions(joints, n);
  Response r;
  r.freedoms = static_cast<int>(motions.cols());
  r.matrix = Eigen::MatrixXd::Zero(n, n);
  if (r.freedoms == 0) return r;

  // Metres and radians on one footing.
  const Eigen::MatrixXd reduced = motions.transpose() * mass * motions;
  const double largest_diagonal = reduced.diagonal().maxCoeff();
  Eigen::VectorXd scale(reduced.rows());
  for (Eigen::Index i = 0; i < scale.size(); ++i) {
    const double d = reduced(i, i);
    scale[i] = 1.0 / std::sqrt(d > 0.0 ? d : largest_diagonal);
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(scale.asDiagonal() * reduced *
                                                             scale.asDiagonal());
  const Eigen::VectorXd& values = eigen.eigenvalues();
  const double largest = values[values.size() - 1];
  r.condition = values[0] > 0.0 ? largest / values[0] : HUGE_VAL;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (values[i] <= lost_direction * largest) {
      ++r.lost;
      continue;
    }
    const Eigen::VectorXd motion = motions * scale.cwiseProduct(eigen.eigenvectors().col(i));
    r.matrix += motion * motion.transpose() / values[i];
  }
  return r;
}

Response free_response(const Eigen::MatrixXd& mass, double lost_direction) {
  return jointed_response(mass, Eigen::MatrixXd(0, mass.cols()), lost_direction);
}

}  // namespace outrigger::unilateral
