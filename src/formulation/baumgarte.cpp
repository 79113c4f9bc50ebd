#include "formulation/baumgarte.h"

#include <algorithm>
#include <cmath>

namespace outrigger::formulation {

using system::DriveReference;
using system::State;

namespace {

constexpr int kMaxRefinements = 6;
constexpr int kMaxConjugateSteps = 60;
constexpr double kGoal = 1e-14;           ///< change of q̈ in a refinement, of the largest
constexpr double kConjugateGoal = 1e-16;  ///< square of what a refinement leaves
constexpr double kRounding = 1e-30;       ///< square of rounding in S y, of y
constexpr double kRedundant = 1e-2;       ///< eigenvalues of S well below this count as 0

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void add(std::vector<double>& y, double factor, const std::vector<double>& x) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += factor * x[i];
}

}  // namespace

Baumgarte::Baumgarte(system::System& system, const description::Settings& settings,
                     const Stabilisation& stabilisation)
    : equations_(system, settings), stabilisation_(stabilisation) {
  for (auto* rows : {&mu_, &goal_, &delta_, &left_, &image_, &direction_, &product_})
    rows->assign(static_cast<std::size_t>(system.row_count()), 0.0);
  for (auto* blocks : {&residual_, &step_})
    blocks->assign(4 * static_cast<std::size_t>(system.total_block_count()), 0.0);
}

void Baumgarte::schur_product(const std::vector<double>& y, std::vector<double>& out) {
  system::System& system = equations_.system;
  const double* g = equations_.gradient.data();
  system.transpose_product(g, y.data(), step_.data());
  system.factor().solve(step_.data());
  ++solves_;
  for (int r = 0; r < system.row_count(); ++r) out[r] = system.row_product(r, g, step_.data());
}

/// delta_ ≈ S⁺ left_ by conjugate gradients on |S δ - left_|² + τ² |δ|². What S cannot reach stays in
/// left_. The second term keeps out rows that are redundant but for drift: they would ask for
/// accelerations of the size of the drift divided by itself.
void Baumgarte::correct_multipliers() {
  std::fill(delta_.begin(), delta_.end(), 0.0);
  constexpr double kDamping = kRedundant * kRedundant;
  schur_product(left_, image_);
  direction_ = image_;
  double size = dot(image_, image_);
  // Where all that is left is out of reach of S, its image is rounding, in which the method would
  // wander off: machines without a degree of freedom at rest.
  const double goal = std::max(kConjugateGoal * size, kRounding * dot(left_, left_));
  for (int i = 0; i < kMaxConjugateSteps && size > goal; ++i) {
    schur_product(direction_, product_);
    const double curvature = dot(product_, product_) + kDamping * dot(direction_, direction_);
    if (!(curvature > 0.0)) return;
    add(delta_, size / curvature, direction_);
    add(left_, -size / curvature, product_);
    schur_product(left_, image_);
    add(image_, -kDamping, delta_);
    const double next = dot(image_, image_);
    for (std::size_t r = 0; r < direction_.size(); ++r)
      direction_[r] = image_[r] + next / size * direction_[r];
    size = next;
  }
}

bool Baumgarte::solve(State& state, const std::vector<DriveReference>& drives,
                      const double* signals) {
  system::System& system = equations_.system;
  const int n = system.block_count(), rows = system.row_count();
  const double* g = equations_.gradient.data();
  equations_.evaluate(state, drives, signals);
  solves_ = 0;
  std::fill(state.acceleration.begin(), state.acceleration.end(), 0.0);
  std::fill(state.lambda.begin(), state.lambda.end(), 0.0);
  std::fill(mu_.begin(), mu_.end(), 0.0);
  if (!system.factor().factorise(g, nullptr)) return false;
  for (int r = 0; r < rows; ++r) goal_[r] = -equations_.stabilised_bias(r, stabilisation_);

  // Both equations' residuals, their correction, until it is rounding.
  double previous = 0.0;
  for (int i = 0; i < kMaxRefinements; ++i) {
    for (int r = 0; r < rows; ++r)
      product_[r] = goal_[r] - system.row_product(r, g, state.acceleration.data());
    for (int r = 0; r < rows; ++r) direction_[r] = product_[r] - mu_[r];
    system.inertia_minus_force(state.acceleration.data(), equations_.force.data(), -1.0,
                               residual_.data());
    system.add_transpose_product(g, direction_.data(), residual_.data());
    system.factor().solve(residual_.data());
    ++solves_;
    for (int r = 0; r < rows; ++r)
      left_[r] = system.row_product(r, g, residual_.data()) - product_[r];
    correct_multipliers();
    system.transpose_product(g, delta_.data(), step_.data());
    system.factor().solve(step_.data());
    ++solves_;
    accumulate(residual_.data(), step_.data(), -1.0, n);
    accumulate(state.acceleration.data(), residual_.data(), 1.0, n);
    add(mu_, 1.0, delta_);
    const double change = largest_component(residual_.data(), n);
    if (change <= kGoal * largest_component(state.acceleration.data(), n)) break;
    if (i > 1 && change > 0.5 * previous) break;
    previous = change;
  }
  for (int r = 0; r < rows; ++r) state.lambda[r] = system.row_scale(r) * mu_[r];
  return keep_finite(system, state);
}

}  // namespace outrigger::formulation
