#include "formulation/matrix_r.h"

#include <algorithm>

namespace outrigger::formulation {

using system::DriveReference;
using system::State;

namespace {

constexpr int kMaxPositionSteps = 15;
constexpr double kPositionGoal = 1e-14;  ///< square of the last Newton step over the model's size

}  // namespace

MatrixR::MatrixR(system::System& system, const description::Settings& settings)
    : equations_(system, settings), basis_(system) {
  mu_.assign(static_cast<std::size_t>(system.row_count()), 0.0);
  for (auto* blocks : {&column_, &product_, &start_})
    blocks->assign(4 * static_cast<std::size_t>(system.total_block_count()), 0.0);
}

bool MatrixR::solve(State& state, const std::vector<DriveReference>& drives,
                    const double* signals) {
  system::System& system = equations_.system;
  const int n = basis_.coordinate_count();
  equations_.evaluate(state, drives, signals);
  std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  basis_.update(equations_.gradient, Basis::Rank::kept);

  // p, Q - M p, R and M R.
  basis_.add_particular(equations_.bias, state.acceleration.data());
  system.inertia_minus_force(state.acceleration.data(), equations_.force.data(), -1.0,
                             product_.data());
  const int freedom = basis_.degrees_of_freedom();
  basis_.columns(r_);
  mass_r_.resize(n, freedom);
  z_.resize(freedom);
  for (int f = 0; f < freedom; ++f) {
    z_[f] = 0.0;
    for (int i = 0; i < n; ++i) z_[f] += r_(i, f) * product_[Basis::slot(i)];
  }
  for (int f = 0; f < freedom; ++f) {
    for (int i = 0; i < n; ++i) column_[Basis::slot(i)] = r_(i, f);
    system.mass_product(column_.data(), product_.data());
    for (int i = 0; i < n; ++i) mass_r_(i, f) = product_[Basis::slot(i)];
  }
  reduced_.resize(freedom, freedom);
  for (int f = 0; f < freedom; ++f)
    for (int g = 0; g <= f; ++g) reduced_(f, g) = reduced_(g, f) = r_.col(f).dot(mass_r_.col(g));
  if (freedom > 0) {
    reduced_factor_.compute(reduced_);
    if (!(reduced_factor_.vectorD().minCoeff() > 0.0)) {
      std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
      return false;
    }
    reduced_factor_.solveInPlace(z_);
  }
  for (int f = 0; f < freedom; ++f)
    for (int i = 0; i < n; ++i) state.acceleration[Basis::slot(i)] += r_(i, f) * z_[f];

  // The constraints supply what is left.
  system.inertia_minus_force(state.acceleration.data(), equations_.force.data(), -1.0,
                             product_.data());
  basis_.multipliers(product_.data(), mu_);
  for (int r = 0; r < system.row_count(); ++r) state.lambda[r] = system.row_scale(r) * mu_[r];
  return keep_finite(system, state);
}

bool MatrixR::close_positions(State& state, const std::vector<DriveReference>& drives) {
  for (int i = 0; i < kMaxPositionSteps; ++i) {
    equations_.evaluate_rows(state, drives);
    basis_.update(equations_.gradient, Basis::Rank::kept);
    const double step = basis_.add_particular(equations_.psi, state.x.data());
    if (!(step < 1.0)) return false;  // of the model's size: no nearby solution
    // Quadratic: the next step would be about the square of this one.
    if (step * step <= kPositionGoal) return true;
  }
  return false;
}

void MatrixR::restore(State& state, const std::vector<DriveReference>& drives) {
  state.ledger.measured = false;
  std::copy(state.x.begin(), state.x.end(), start_.begin());
  bool closed = close_positions(state, drives);
  if (closed) {
    equations_.evaluate_rows(state, drives);
    const int freedom = basis_.degrees_of_freedom();
    basis_.update(equations_.gradient, Basis::Rank::may_grow);
    // A row that said nothing new and does now may be open.
    if (basis_.degrees_of_freedom() < freedom) closed = close_positions(state, drives);
  }
  if (!closed) {
    ++failures_;
    std::copy(start_.begin(), start_.end(), state.x.begin());
  }
  equations_.evaluate_rows(state, drives);
  basis_.update(equations_.gradient, Basis::Rank::may_grow);
  basis_.add_particular(equations_.psi_rate, state.v.data());
}

}  // namespace outrigger::formulation
