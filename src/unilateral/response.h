/// What a mechanism answers to generalised forces: q̈ = R Q, in any coordinates, with or without
/// joints.
///
///   free:        R = M⁻¹
///   with joints: R = N (Nᵀ M N)⁻¹ Nᵀ,  the columns of N span the motions with Φ_q q̇ = 0
///
/// Redundant joint equations do no harm. Coordinates that lose a direction (a mass matrix that is
/// singular, or so near to it that nothing reliable is left) do: that direction is then taken as
/// held, R has a lower rank, and `lost` says so.
#pragma once

#include <Eigen/Core>

namespace outrigger::unilateral {

/// Directions in which the scaled mass matrix is below this share of its largest eigenvalue are lost.
/// What is computed along directions that are kept has lost up to 1/kLostDirection of the digits:
/// 1e-10 leaves six.
constexpr double kLostDirection = 1e-10;

struct Response {
  Eigen::MatrixXd matrix;  ///< R, symmetric, positive semi-definite
  int freedoms = 0;        ///< motions that the joints leave
  int lost = 0;            ///< of these, directions that the coordinates cannot tell apart
  /// Ratio of the largest and the smallest eigenvalue of the mass matrix over the free motions,
  /// scaled to a unit diagonal; HUGE_VAL if singular.
  double condition = 1.0;
};

/// `mass` symmetric, positive semi-definite; `lost_direction` in (0, 1).
Response free_response(const Eigen::MatrixXd& mass, double lost_direction = kLostDirection);

/// `joints` is Φ_q, one equation a row, any rank.
Response jointed_response(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& joints,
                          double lost_direction = kLostDirection);

}  // namespace outrigger::unilateral
