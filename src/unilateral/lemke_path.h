/// The path of Lemke's method: a dictionary that is exchanged one variable at a time.
///
///   x_basic = constant + coefficient · x_nonbasic,       x_nonbasic = 0
///
/// starts as w = q + M z + d z₀ with a covering vector d > 0. Only nonbasic columns are kept, n × (n+1) numbers. The perturbation
/// of q that breaks ties needs no numbers of its own: moving q_j by ε_j is writing w_j - ε_j for w_j.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "unilateral/lcp.h"

namespace outrigger::unilateral {

class LemkePath {
 public:
  /// For entries of about one; smaller ones than `zero_pivot` are never exchanged.
  LemkePath(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& constant,
            const Eigen::VectorXd& covering, double zero_pivot);

  /// Exchanges until z₀ has left, or nothing limits the entering variable, or `limit` is reached.
  LcpStatus run(int limit);

  int pivots() const { return pivots_; }
  Eigen::VectorXd z() const;
  std::vector<Eigen::Index> basic_z() const;  ///< sorted
  Eigen::VectorXd ray() const { return ray_; }

 private:
  // Variables are numbered: w_i is i, z_i is n + i, z₀ is 2n.
  using Row = Eigen::Index;
  using Column = Eigen::Index;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Row first_row() const;
  Row leaving_row(Column entering) const;
  bool comes_first(Row a, Row b, Column entering) const;
  double perturbation(Row row, Eigen::Index j) const;
  void exchange(Row row, Column column);
  void keep_ray(Column entering);

  Eigen::Index n_;
  double zero_;
  Rows coefficient_;                    // n × (n+1)
  Eigen::VectorXd constant_;            // n
  std::vector<Eigen::Index> basic_;     // variable of each row
  std::vector<Eigen::Index> nonbasic_;  // variable of each column
  std::vector<Eigen::Index> place_;     // of each variable: row if basic, else -1 - column
  int pivots_ = 0;
  Eigen::VectorXd ray_;
};

}  // namespace outrigger::unilateral
