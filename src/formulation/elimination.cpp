#include "formulation/elimination.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace outrigger::formulation {

void Elimination::resize(int rows, int columns) {
  rows_ = rows;
  columns_ = columns;
  rank_ = 0;
  chosen_ = false;
  matrix_.assign(static_cast<std::size_t>(rows) * columns, 0.0);
  work_ = matrix_;
  row_order_.resize(rows);
  column_order_.resize(columns);
  pivot_size_.assign(std::min(rows, columns), 0.0);
}

/// work_ = P A C by the present orders.
void Elimination::gather() {
  for (int i = 0; i < rows_; ++i) {
    const double* from = matrix_.data() + static_cast<std::size_t>(row_order_[i]) * columns_;
    double* to = at(i);
    for (int j = 0; j < columns_; ++j) to[j] = from[column_order_[j]];
  }
}

void Elimination::eliminate(int k) {
  const double* pivot = at(k);
  const double inverse = 1.0 / pivot[k];
  for (int i = k + 1; i < rows_; ++i) {
    double* row = at(i);
    if (row[k] == 0.0) continue;
    const double factor = row[k] * inverse;
    row[k] = factor;
    for (int j = k + 1; j < columns_; ++j) row[j] -= factor * pivot[j];
  }
}

void Elimination::choose(double tolerance, int max_rank) {
  std::iota(row_order_.begin(), row_order_.end(), 0);
  std::iota(column_order_.begin(), column_order_.end(), 0);
  gather();
  chosen_ = true;
  const int most = std::min({rows_, columns_, max_rank});
  for (rank_ = 0; rank_ < most; ++rank_) {
    int best_row = rank_, best_column = rank_;
    double best = 0.0;
    for (int i = rank_; i < rows_; ++i) {
      const double* row = at(i);
      for (int j = rank_; j < columns_; ++j)
        if (std::abs(row[j]) > best) best = std::abs(row[j]), best_row = i, best_column = j;
    }
    if (!(best > tolerance)) break;
    if (best_row != rank_) {
      std::swap_ranges(at(rank_), at(rank_) + columns_, at(best_row));
      std::swap(row_order_[rank_], row_order_[best_row]);
    }
    if (best_column != rank_) {
      for (int i = 0; i < rows_; ++i) std::swap(at(i)[rank_], at(i)[best_column]);
      std::swap(column_order_[rank_], column_order_[best_column]);
    }
    pivot_size_[rank_] = best;
    eliminate(rank_);
  }
  measure_remainder();
}

bool Elimination::repeat() {
  gather();
  for (int k = 0; k < rank_; ++k) {
    if (!(std::abs(at(k)[k]) > kPivotLoss * pivot_size_[k])) return false;
    eliminate(k);
    for (int i = k + 1; i < rows_; ++i)
      if (!(std::abs(at(i)[k]) < 1.0 / kPivotLoss)) return false;
  }
  measure_remainder();
  return true;
}

void Elimination::measure_remainder() {
  remainder_ = 0.0;
  for (int i = rank_; i < rows_; ++i)
    for (int j = rank_; j < columns_; ++j) remainder_ = std::max(remainder_, std::abs(at(i)[j]));
}

double Elimination::condition() const {
  double low = 1.0, high = 0.0;
  for (int k = 0; k < rank_; ++k) {
    const double size = std::abs(at(k)[k]);
    high = std::max(high, size);
    low = k == 0 ? size : std::min(low, size);
  }
  return high > 0.0 ? low / high : 1.0;
}

void Elimination::solve(double* b) const {
  for (int k = 0; k < rank_; ++k)
    for (int j = 0; j < k; ++j) b[k] -= at(k)[j] * b[j];
  for (int k = rank_ - 1; k >= 0; --k) {
    for (int j = k + 1; j < rank_; ++j) b[k] -= at(k)[j] * b[j];
    b[k] /= at(k)[k];
  }
}

void Elimination::solve_transposed(double* f) const {
  for (int k = 0; k < rank_; ++k) {
    f[k] /= at(k)[k];
    for (int j = k + 1; j < rank_; ++j) f[j] -= at(k)[j] * f[k];
  }
  for (int k = rank_ - 1; k >= 0; --k)
    for (int j = 0; j < k; ++j) f[j] -= at(k)[j] * f[k];
}

void Elimination::null_vector(int k, double* y) const {
  for (int i = rank_ - 1; i >= 0; --i) {
    y[i] = -at(i)[rank_ + k];
    for (int j = i + 1; j < rank_; ++j) y[i] -= at(i)[j] * y[j];
    y[i] /= at(i)[i];
  }
}

}  // namespace outrigger::formulation
