/// Rank-revealing elimination of a dense m × n matrix A whose pivot sequence is kept from one matrix
/// to the next: the chosen columns are the dependent unknowns of A y = b, the others are free.
///
///   P A C = | L₁  0 | | U₁ U₂ |     r = rank, the remainder is what r pivots leave over:
///           | L₂  1 | | 0  remainder |   rows that say nothing new
///
/// `choose` searches the largest entry for every pivot (complete pivoting, G. Golub and C. Van Loan,
/// Matrix Computations, §3.4), O(m n r); `repeat` follows the sequence it found, skips zeros, and
/// says when a pivot has become bad. No allocation after `resize`.
#pragma once

#include <vector>

namespace outrigger::formulation {

class Elimination {
 public:
  void resize(int rows, int columns);
  /// Row r of A to be filled (n numbers) before `choose` or `repeat`. Rows should be of unit size.
  double* row(int r) { return matrix_.data() + static_cast<std::size_t>(r) * columns_; }

  /// New pivots until none is larger than `tolerance`, at most `max_rank` of them.
  void choose(double tolerance, int max_rank);
  /// The same pivots. False when one has fallen below kPivotLoss of its size, or a multiplier
  /// grew beyond its inverse: choose again then.
  bool repeat();
  static constexpr double kPivotLoss = 0.3;

  bool chosen() const { return chosen_; }
  int rank() const { return rank_; }
  /// Largest entry of the remainder of the last elimination.
  double remainder() const { return remainder_; }
  /// Smallest pivot of the last elimination over the largest.
  double condition() const;
  int dependent(int k) const { return column_order_[k]; }
  int free_count() const { return columns_ - rank_; }
  int free(int k) const { return column_order_[rank_ + k]; }
  /// The row of pivot k.
  int pivot_row(int k) const { return row_order_[k]; }

  /// Dependent unknowns from the right-hand sides of the pivot rows with the free ones zero: in
  /// place, `b[k]` belongs to pivot_row(k) and becomes the unknown dependent(k).
  void solve(double* b) const;
  /// Aᵀ μ = f on the dependent columns, μ only on the pivot rows: in place, from dependent(k) to
  /// pivot_row(k).
  void solve_transposed(double* f) const;
  /// y of the dependent unknowns when free(k) is 1 and A y = 0.
  void null_vector(int k, double* y) const;

 private:
  double* at(int k) { return work_.data() + static_cast<std::size_t>(k) * columns_; }
  const double* at(int k) const { return work_.data() + static_cast<std::size_t>(k) * columns_; }
  void gather();
  void eliminate(int k);
  void measure_remainder();

  int rows_ = 0, columns_ = 0, rank_ = 0;
  bool chosen_ = false;
  double remainder_ = 0.0;
  std::vector<double> matrix_, work_;  ///< by rows; work_ in pivot order: L below, U above
  std::vector<int> row_order_, column_order_;
  std::vector<double> pivot_size_;  ///< when chosen
};

}  // namespace outrigger::formulation
