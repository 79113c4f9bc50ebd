#include "formulation/basis.h"

#include <algorithm>
#include <cmath>

namespace outrigger::formulation {

namespace {

constexpr double kRankTolerance = 1e-8;  ///< pivots of unit rows below this say nothing new

}  // namespace

Basis::Basis(const system::System& system) : system_(system) {
  const int n = 3 * system.block_count(), m = system.row_count();
  elimination_.resize(m, n);
  unit_.assign(n, 1.0);
  for (std::size_t e = 0; e < system.model().entities.size(); ++e)
    if (system.model().entities[e].kind == model::Entity::Kind::point)
      for (int k = 0; k < 3; ++k) unit_[3 * system.block_of_entity()[e] + k] = system.length();
  row_size_.assign(m, 1.0);
  dependent_.assign(n, 0.0);
  dense_row_.setZero(n);
}

void Basis::update(const AlignedDoubles& gradient, Rank rank) {
  const int n = coordinate_count();
  for (int r = 0; r < system_.row_count(); ++r) {
    system_.copy_gradient(r, gradient.data(), dense_row_);
    double square = 0.0;
    for (int i = 0; i < n; ++i) {
      dense_row_[i] *= unit_[i];
      square += dense_row_[i] * dense_row_[i];
    }
    row_size_[r] = square > 0.0 ? std::sqrt(square) : 1.0;
    double* row = elimination_.row(r);
    for (int i = 0; i < n; ++i) row[i] = dense_row_[i] / row_size_[r];
  }
  const bool first = !elimination_.chosen();
  if (!first && elimination_.repeat() &&
      (rank == Rank::kept || elimination_.remainder() <= kRankTolerance))
    return;
  elimination_.choose(kRankTolerance, first || rank == Rank::may_grow ? n : elimination_.rank());
  ++choices_;
}

void Basis::columns(Eigen::MatrixXd& r) {
  const int freedom = degrees_of_freedom();
  r.setZero(coordinate_count(), freedom);
  for (int f = 0; f < freedom; ++f) {
    elimination_.null_vector(f, dependent_.data());
    const double unit = unit_[elimination_.free(f)];
    r(elimination_.free(f), f) = 1.0;
    for (int k = 0; k < elimination_.rank(); ++k) {
      const int i = elimination_.dependent(k);
      r(i, f) = unit_[i] / unit * dependent_[k];
    }
  }
}

double Basis::add_particular(const std::vector<double>& psi, double* blocks) {
  double* d = dependent_.data();
  for (int k = 0; k < elimination_.rank(); ++k) {
    const int row = elimination_.pivot_row(k);
    d[k] = -psi[row] / row_size_[row];
  }
  elimination_.solve(d);
  double largest = 0.0;
  for (int k = 0; k < elimination_.rank(); ++k) {
    const int i = elimination_.dependent(k);
    blocks[slot(i)] += unit_[i] * d[k];
    largest = std::max(largest, std::abs(d[k]));
  }
  return largest;
}

void Basis::multipliers(const double* f, std::vector<double>& mu) {
  double* d = dependent_.data();
  for (int k = 0; k < elimination_.rank(); ++k) {
    const int i = elimination_.dependent(k);
    d[k] = unit_[i] * f[slot(i)];
  }
  elimination_.solve_transposed(d);
  std::fill(mu.begin(), mu.end(), 0.0);
  for (int k = 0; k < elimination_.rank(); ++k) {
    const int row = elimination_.pivot_row(k);
    mu[row] = d[k] / row_size_[row];
  }
}

}  // namespace outrigger::formulation
