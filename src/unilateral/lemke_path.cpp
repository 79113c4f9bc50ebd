#include "unilateral/lemke_path.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace outrigger::unilateral {
namespace {

/// Ratios closer than this are a tie. The data are scaled to about one.
constexpr double kTie = 1e-12;

/// What is left of z₀ when it should be zero. The certificate has the last word.
constexpr double kNothing = 1e-11;

bool tied(double a, double b) {
  return std::abs(a - b) <= kTie * (1.0 + std::max(std::abs(a), std::abs(b)));
}

}  // namespace

LemkePath::LemkePath(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& constant,
                     const Eigen::VectorXd& covering, double zero_pivot)
    : n_(constant.size()), zero_(zero_pivot), coefficient_(n_, n_ + 1), constant_(constant) {
  coefficient_.leftCols(n_) = matrix;
  coefficient_.col(n_) = covering;
  basic_.resize(static_cast<std::size_t>(n_));
  std::iota(basic_.begin(), basic_.end(), Eigen::Index{0});
  nonbasic_.resize(static_cast<std::size_t>(n_ + 1));
  std::iota(nonbasic_.begin(), nonbasic_.end(), n_);
  place_.resize(static_cast<std::size_t>(2 * n_ + 1));
  for (Eigen::Index i = 0; i < n_; ++i) place_[static_cast<std::size_t>(i)] = i;
  for (Eigen::Index c = 0; c <= n_; ++c) place_[static_cast<std::size_t>(n_ + c)] = -1 - c;
}

LcpStatus LemkePath::run(int limit) {
  // z = 0 is the answer if no w is negative.
  if (n_ == 0 || constant_.minCoeff() >= 0.0) return LcpStatus::solved;
  const Eigen::Index z0 = 2 * n_;
  Row row = first_row();
  Column column = n_;
  for (;;) {
    const Eigen::Index left = basic_[static_cast<std::size_t>(row)];
    exchange(row, column);
    if (left == z0) return LcpStatus::solved;
    if (pivots_ >= limit) return LcpStatus::pivot_limit;
    // The partner of what left enters.
    const Eigen::Index entering = left < n_ ? left + n_ : left - n_;
    column = -1 - place_[static_cast<std::size_t>(entering)];
    row = leaving_row(column);
    if (row < 0) {
      // z₀ is zero but for rounding and was not seen to leave: the ray starts at the answer.
      if (constant_[place_[static_cast<std::size_t>(z0)]] <= kNothing) return LcpStatus::solved;
      keep_ray(column);
      return LcpStatus::ray;
    }
  }
}

/// z₀ becomes as large as the w that needs it most; of equals the last one, whose ε is smallest.
LemkePath::Row LemkePath::first_row() const {
  Row best = 0;
  for (Row r = 1; r < n_; ++r) {
    if (constant_[r] / coefficient_(r, n_) <= constant_[best] / coefficient_(best, n_)) best = r;
  }
  return best;
}

/// The row that limits the entering variable, or -1.
LemkePath::Row LemkePath::leaving_row(Column entering) const {
  Row best = -1;
  for (Row r = 0; r < n_; ++r) {
    if (coefficient_(r, entering) >= -zero_) continue;
    if (best < 0 || comes_first(r, best, entering)) best = r;
  }
  return best;
}

bool LemkePath::comes_first(Row a, Row b, Column entering) const {
  const double down_a = -coefficient_(a, entering), down_b = -coefficient_(b, entering);
  const double ratio_a = std::max(constant_[a], 0.0) / down_a;
  const double ratio_b = std::max(constant_[b], 0.0) / down_b;
  if (!tied(ratio_a, ratio_b)) return ratio_a < ratio_b;
  // z₀ may leave at once: that is the answer.
  if (basic_[static_cast<std::size_t>(a)] == 2 * n_) return true;
  if (basic_[static_cast<std::size_t>(b)] == 2 * n_) return false;
  for (Eigen::Index j = 0; j < n_; ++j) {
    const double epsilon_a = perturbation(a, j) / down_a, epsilon_b = perturbation(b, j) / down_b;
    if (!tied(epsilon_a, epsilon_b)) return epsilon_a < epsilon_b;
  }
  // Beyond rounding: the better pivot.
  return down_a > down_b;
}

/// Coefficient of ε_j in a basic variable.
double LemkePath::perturbation(Row row, Eigen::Index j) const {
  const Eigen::Index place = place_[static_cast<std::size_t>(j)];
  if (place >= 0) return place == row ? 1.0 : 0.0;
  return -coefficient_(row, -1 - place);
}

void LemkePath::exchange(Row row, Column column) {
  ++pivots_;
  const double pivot = coefficient_(row, column);
  // The row solved for the entering variable.
  coefficient_(row, column) = -1.0;
  coefficient_.row(row) /= -pivot;
  constant_[row] /= -pivot;
  for (Row r = 0; r < n_; ++r) {
    const double factor = coefficient_(r, column);
    if (r == row || factor == 0.0) continue;
    coefficient_(r, column) = 0.0;
    coefficient_.row(r) += factor * coefficient_.row(row);
    constant_[r] += factor * constant_[row];
  }
  auto& basic = basic_[static_cast<std::size_t>(row)];
  auto& nonbasic = nonbasic_[static_cast<std::size_t>(column)];
  std::swap(basic, nonbasic);
  place_[static_cast<std::size_t>(basic)] = row;
  place_[static_cast<std::size_t>(nonbasic)] = -1 - column;
}

/// Along the ray every basic variable moves with its coefficient of the entering one.
void LemkePath::keep_ray(Column entering) {
  ray_ = Eigen::VectorXd::Zero(n_);
  const auto set = [&](Eigen::Index variable, double value) {
    if (variable >= n_ && variable < 2 * n_) ray_[variable - n_] = std::max(value, 0.0);
  };
  for (Row r = 0; r < n_; ++r) set(basic_[static_cast<std::size_t>(r)], coefficient_(r, entering));
  set(nonbasic_[static_cast<std::size_t>(entering)], 1.0);
}

Eigen::VectorXd LemkePath::z() const {
  Eigen::VectorXd z = Eigen::VectorXd::Zero(n_);
  for (Row r = 0; r < n_; ++r) {
    const Eigen::Index variable = basic_[static_cast<std::size_t>(r)];
    if (variable >= n_ && variable < 2 * n_) z[variable - n_] = std::max(constant_[r], 0.0);
  }
  return z;
}

std::vector<Eigen::Index> LemkePath::basic_z() const {
  std::vector<Eigen::Index> basic;
  for (const Eigen::Index variable : basic_) {
    if (variable >= n_ && variable < 2 * n_) basic.push_back(variable - n_);
  }
  std::sort(basic.begin(), basic.end());
  return basic;
}

}  // namespace outrigger::unilateral
