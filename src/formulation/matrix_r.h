/// Independent coordinates by the matrix R (THESIS §2.1.2; J. García de Jalón and E. Bayo, ch. 5).
///
///   q̈ = R z̈ + p,   Φ_q R = 0,   Φ_q p = -(Φ̇_q q̇ + Φ̇_t)        (p is the "Ṙ ż" of the texts)
///   Rᵀ M R z̈ = Rᵀ (Q - M p),   Φ_qᵀ λ = Q - M q̈ on the dependent coordinates
///
/// z are coordinates themselves, chosen by complete pivoting on Φ_q (rows of unit size, points in
/// units of the model's length), so R is the unit matrix there. They are kept while their pivots
/// stay good and chosen anew otherwise. `restore` leaves z and ż as integrated and solves the
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
#include "formulation/elimination.h"
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
  int degrees_of_freedom() const { return elimination_.free_count(); }
  int independent(int k) const { return elimination_.free(k); }
  /// Smallest pivot over the largest: 0 in a singular position.
  double condition() const { return elimination_.condition(); }
  /// How often z was chosen, and how often the position problem found no solution (the pose is
  /// left as it was then).
  int choices() const { return choices_; }
  int failures() const { return failures_; }

 private:
  void fill_rows();
  void settle_choice(int max_rank);
  bool close_positions(system::State& state, const std::vector<system::DriveReference>& drives);
  void close_velocities(system::State& state);
  /// Entry of a padded vector that belongs to coordinate i.
  static std::size_t slot(int i) { return 4 * static_cast<std::size_t>(i / 3) + i % 3; }

  Equations equations_;
  Elimination elimination_;
  std::vector<double> unit_;      ///< size of a coordinate: length of the model, or 1
  std::vector<double> row_size_;  ///< that made the rows of unit size
  std::vector<double> dependent_;
  Eigen::VectorXd dense_row_;
  Eigen::MatrixXd r_, mass_r_, reduced_;  ///< R, M R, Rᵀ M R
  Eigen::VectorXd z_;
  Eigen::LDLT<Eigen::MatrixXd> reduced_factor_;
  AlignedDoubles column_, product_;
  AlignedDoubles start_;  ///< x before the position problem
  int choices_ = 0, failures_ = 0;
};

}  // namespace outrigger::formulation
