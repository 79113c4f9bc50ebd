#include "formulation/matrix_r.h"

#include <algorithm>
#include <cmath>

namespace outrigger::formulation {

using system::DriveReference;
using system::State;

namespace {

constexpr double kRankTolerance = 1e-8;  ///< pivots of unit rows below this say nothing new
constexpr int kMaxPositionSteps = 15;
constexpr double kPositionGoal = 1e-14;  ///< of the model's size, last Newton step

}  // namespace

MatrixR::MatrixR(system::System& system, const description::Settings& settings)
    : equations_(system, settings) {
  const int n = 3 * system.block_count(), m = system.row_count();
  elimination_.resize(m, n);
  unit_.assign(n, 1.0);
  for (std::size_t e = 0; e < system.model().entities.size(); ++e)
    if (system.model().entities[e].kind == model::Entity::Kind::point)
      for (int k = 0; k < 3; ++k) unit_[3 * system.block_of_entity()[e] + k] = system.length();
  row_size_.assign(m, 1.0);
  dependent_.assign(n, 0.0);
  dense_row_.setZero(n);
  for (auto* blocks : {&column_, &product_, &start_})
    blocks->assign(4 * static_cast<std::size_t>(system.total_block_count()), 0.0);
}

/// A = G in units of the coordinates, rows of unit size.
void MatrixR::fill_rows() {
  const system::System& system = equations_.system;
  for (int r = 0; r < system.row_count(); ++r) {
    system.copy_gradient(r, equations_.gradient.data(), dense_row_);
    double square = 0.0;
    for (int i = 0; i < dense_row_.size(); ++i) {
      dense_row_[i] *= unit_[i];
      square += dense_row_[i] * dense_row_[i];
    }
    row_size_[r] = square > 0.0 ? std::sqrt(square) : 1.0;
    double* row = elimination_.row(r);
    for (int i = 0; i < dense_row_.size(); ++i) row[i] = dense_row_[i] / row_size_[r];
  }
}

/// Keeps the pivots while they are good.
void MatrixR::settle_choice(int max_rank) {
  if (elimination_.chosen() && elimination_.repeat()) return;
  elimination_.choose(kRankTolerance, max_rank);
  ++choices_;
}

bool MatrixR::solve(State& state, const std::vector<DriveReference>& drives,
                    const double* signals) {
  system::System& system = equations_.system;
  const int n = 3 * system.block_count();
  equations_.evaluate(state, drives, signals);
  std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  fill_rows();
  settle_choice(elimination_.chosen() ? elimination_.rank() : n);

  // p: dependent accelerations with z̈ = 0.
  const int rank = elimination_.rank(), freedom = elimination_.free_count();
  double* d = dependent_.data();
  for (int k = 0; k < rank; ++k) {
    const int row = elimination_.pivot_row(k);
    d[k] = -equations_.bias[row] / row_size_[row];
  }
  elimination_.solve(d);
  for (int k = 0; k < rank; ++k) {
    const int i = elimination_.dependent(k);
    state.acceleration[slot(i)] = unit_[i] * d[k];
  }

  // Q - M p, and R and M R by columns.
  system.inertia_minus_force(state.acceleration.data(), equations_.force.data(), -1.0,
                             product_.data());
  r_.resize(n, freedom);
  mass_r_.resize(n, freedom);
  z_.resize(freedom);
  for (int f = 0; f < freedom; ++f) {
    elimination_.null_vector(f, d);
    r_.col(f).setZero();
    r_(elimination_.free(f), f) = unit_[elimination_.free(f)];
    for (int k = 0; k < rank; ++k)
      r_(elimination_.dependent(k), f) = unit_[elimination_.dependent(k)] * d[k];
    z_[f] = 0.0;
    for (int i = 0; i < n; ++i) z_[f] += r_(i, f) * product_[slot(i)];
  }
  for (int f = 0; f < freedom; ++f) {
    for (int i = 0; i < n; ++i) column_[slot(i)] = r_(i, f);
    system.mass_product(column_.data(), product_.data());
    for (int i = 0; i < n; ++i) mass_r_(i, f) = product_[slot(i)];
  }
  reduced_.resize(freedom, freedom);
  for (int f = 0; f < freedom; ++f)
    for (int g = 0; g <= f; ++g)
      reduced_(f, g) = reduced_(g, f) = r_.col(f).dot(mass_r_.col(g));
  if (freedom > 0) {
    reduced_factor_.compute(reduced_);
    if (!reduced_factor_.isPositive() || !(reduced_factor_.vectorD().minCoeff() > 0.0)) {
      std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
      return false;
    }
    reduced_factor_.solveInPlace(z_);
  }
  for (int f = 0; f < freedom; ++f)
    for (int i = 0; i < n; ++i) state.acceleration[slot(i)] += r_(i, f) * z_[f];

  // Forces the constraints supply, on the dependent coordinates.
  system.inertia_minus_force(state.acceleration.data(), equations_.force.data(), -1.0,
                             product_.data());
  for (int k = 0; k < rank; ++k) {
    const int i = elimination_.dependent(k);
    d[k] = unit_[i] * product_[slot(i)];
  }
  elimination_.solve_transposed(d);
  for (int k = 0; k < rank; ++k) {
    const int row = elimination_.pivot_row(k);
    state.lambda[row] = system.row_scale(row) * d[k] / row_size_[row];
  }
  return keep_finite(system, state);
}

bool MatrixR::close_positions(State& state, const std::vector<DriveReference>& drives) {
  double* d = dependent_.data();
  for (int i = 0; i < kMaxPositionSteps; ++i) {
    equations_.evaluate_rows(state, drives);
    fill_rows();
    settle_choice(elimination_.chosen() ? elimination_.rank() : 3 * equations_.system.block_count());
    double step = 0.0;
    for (int k = 0; k < elimination_.rank(); ++k) {
      const int row = elimination_.pivot_row(k);
      d[k] = -equations_.psi[row] / row_size_[row];
    }
    elimination_.solve(d);
    for (int k = 0; k < elimination_.rank(); ++k) {
      const int c = elimination_.dependent(k);
      state.x[slot(c)] += unit_[c] * d[k];
      step = std::max(step, std::abs(d[k]));
    }
    if (!(step < 1.0)) return false;  // of the model's size: no nearby solution
    // Quadratic: the next step would be about the square of this one.
    if (step * step <= kPositionGoal) return true;
  }
  return false;
}

void MatrixR::close_velocities(State& state) {
  double* d = dependent_.data();
  for (int k = 0; k < elimination_.rank(); ++k) {
    const int row = elimination_.pivot_row(k);
    d[k] = -equations_.psi_rate[row] / row_size_[row];
  }
  elimination_.solve(d);
  for (int k = 0; k < elimination_.rank(); ++k) {
    const int c = elimination_.dependent(k);
    state.v[slot(c)] += unit_[c] * d[k];
  }
}

void MatrixR::restore(State& state, const std::vector<DriveReference>& drives) {
  const system::System& system = equations_.system;
  state.ledger.measured = false;
  std::copy(state.x.begin(), state.x.end(), start_.begin());
  bool closed = close_positions(state, drives);
  for (int pass = 0; closed && pass < 2; ++pass) {
    equations_.evaluate_rows(state, drives);
    fill_rows();
    settle_choice(elimination_.rank());
    // A row that was found dependent may have become independent again.
    if (elimination_.remainder() <= kRankTolerance) break;
    elimination_.choose(kRankTolerance, 3 * system.block_count());
    ++choices_;
    closed = close_positions(state, drives);
  }
  if (!closed) {
    ++failures_;
    std::copy(start_.begin(), start_.end(), state.x.begin());
    equations_.evaluate_rows(state, drives);
    fill_rows();
    elimination_.choose(kRankTolerance, 3 * system.block_count());
    ++choices_;
  }
  close_velocities(state);
}

}  // namespace outrigger::formulation
