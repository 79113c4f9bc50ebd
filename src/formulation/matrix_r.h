/// Independent coordinates by the matrix R (THESIS §2.1.2; J. García de Jalón and E. Bayo, ch. 5).
///
///   q̈ = R z̈ + p,   Φ_q R = 0,   Φ_q p = -(Φ̇_q q̇ + Φ̇_t)        (p is the "Ṙ ż" of the texts)
///   Rᵀ M R z̈ = Rᵀ (Q - M p),   Φ_qᵀ λ = Q - M q̈ on the dependent coordinates
///
/// z are coordinates themselves (basis.h). `restore` leaves z and ż as integrated and solves the
/// position problem Φ(q) = 0 (Newton) and the velocity problem Φ̇ = 0 for the rest: no drift.
/// The rank is settled in `restore`, where the pose is consistent; a redundant constraint is an
/// independent one at a pose that is slightly off. Rows found dependent carry no multiplier.
///
/// Limits: dense, O(m n r) per call; where Φ_q loses rank (singular positions) degrees of freedom
/// appear for a moment, and near them R is badly conditioned: `condition`, `choices`, `failures`.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "formulation/accelerations.h"
#include "formulation/basis.h"
#include "formulation/equations.h"

namespace outrigger::formulation {

class MatrixR final : public Accelerations {
 public:
  MatrixR(system::System& system, const description::Settings& settings);

  const char* name() const override { return "matrix_r"; }
  bool solve(system::State& state, const std::vector<system::DriveReference>& drives,
             const double* signals) override;
  void restore(system::State& state, const std::vector<system::DriveReference>& drives) override;

  /// z of the last call: how many, and which (3 · block + axis).
  int degrees_of_freedom() const { return basis_.degrees_of_freedom(); }
  int independent(int k) const { return basis_.independent(k); }
  /// Smallest pivot over the largest: near 0 beside a singular position.
  double condition() const { return basis_.condition(); }
  /// How often z was chosen, and how often the position problem found no solution (the pose is
  /// left as it was then).
  int choices() const { return basis_.choices(); }
  int failures() const { return failures_; }

 private:
  bool close_positions(system::State& state, const std::vector<system::DriveReference>& drives);

  Equations equations_;
  Basis basis_;
  std::vector<double> mu_;
  Eigen::MatrixXd r_, mass_r_, reduced_;  ///< R, M R, Rᵀ M R
  Eigen::VectorXd z_;
  Eigen::LDLT<Eigen::MatrixXd> reduced_factor_;
  AlignedDoubles column_, product_;
  AlignedDoubles start_;  ///< x before the position problem
  int failures_ = 0;
};

}  // namespace outrigger::formulation
