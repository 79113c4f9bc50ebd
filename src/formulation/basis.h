/// Dependent and independent coordinates of a pose: q̇ = R ż + p with G R = 0.
///
/// The independent ones are coordinates themselves, chosen by complete pivoting on the constraint
/// gradients (rows of unit size, points in units of the model's length), so R is the unit matrix
/// there. They are kept while their pivots stay good (Elimination) and chosen anew otherwise. Rows
/// found dependent are left out.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "formulation/elimination.h"
#include "math/block.h"
#include "system/system.h"

namespace outrigger::formulation {

class Basis {
 public:
  explicit Basis(const system::System& system);

  /// Of the gradients G. May the rank grow? Only at a pose that fulfils the constraints: a redundant
  /// row is an independent one where the pose is slightly off.
  enum class Rank { kept, may_grow };
  void update(const AlignedDoubles& gradient, Rank rank);

  int coordinate_count() const { return static_cast<int>(unit_.size()); }
  int degrees_of_freedom() const { return elimination_.free_count(); }
  int independent(int k) const { return elimination_.free(k); }
  double condition() const { return elimination_.condition(); }
  int choices() const { return choices_; }
  /// R, a row for each coordinate (3 · block + axis) [unit of the row / unit of the column].
  void columns(Eigen::MatrixXd& r);

  /// blocks += y with G y = -psi and y = 0 for the independent coordinates. Returns the largest
  /// change over the unit of its coordinate.
  double add_particular(const std::vector<double>& psi, double* blocks);
  /// μ with Gᵀ μ = f on the dependent coordinates; rows left out get zero.
  void multipliers(const double* f, std::vector<double>& mu);

  /// Entry of a padded vector that belongs to coordinate i.
  static std::size_t slot(int i) { return 4 * static_cast<std::size_t>(i / 3) + i % 3; }

 private:
  const system::System& system_;
  Elimination elimination_;
  std::vector<double> unit_;      ///< size of a coordinate: length of the model, or 1
  std::vector<double> row_size_;  ///< that made the rows of unit size
  std::vector<double> dependent_;
  Eigen::VectorXd dense_row_;
  int choices_ = 0;
};

}  // namespace outrigger::formulation
