#include "math/spline.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/error.h"

namespace outrigger {

/// lower[i] m[i-1] + diagonal[i] m[i] + upper[i] m[i+1] = right[i].
struct Spline::Tridiagonal {
  std::vector<double> lower, diagonal, upper, right;
};

Spline::Spline(std::vector<double> x, std::vector<double> y) : x_(std::move(x)), y_(std::move(y)) {
  if (x_.size() != y_.size()) {
    throw Error("spline table with " + std::to_string(x_.size()) + " values of x and " +
                std::to_string(y_.size()) + " of y");
  }
  if (x_.size() < 2) throw Error("spline table needs at least two rows");
  for (std::size_t i = 0; i < x_.size(); ++i) {
    if (!std::isfinite(x_[i]) || !std::isfinite(y_[i])) {
      throw Error("spline table row " + std::to_string(i + 1) + " is not a finite number");
    }
    if (i > 0 && !(x_[i] > x_[i - 1])) {
      throw Error("spline table row " + std::to_string(i + 1) + ": x = " + std::to_string(x_[i]) +
                  " does not increase");
    }
  }
}

Spline::Tridiagonal Spline::inner_equations() const {
  const std::size_t n = x_.size();
  Tridiagonal system{std::vector<double>(n), std::vector<double>(n, 1.0), std::vector<double>(n),
                     std::vector<double>(n)};
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = x_[i] - x_[i - 1];
    const double after = x_[i + 1] - x_[i];
    system.lower[i] = before / 6.0;
    system.diagonal[i] = (before + after) / 3.0;
    system.upper[i] = after / 6.0;
    system.right[i] = (y_[i + 1] - y_[i]) / after - (y_[i] - y_[i - 1]) / before;
  }
  return system;
}

// Elimination without pivots: the system is diagonally dominant.
void Spline::solve_curvatures(Tridiagonal& system) {
  const std::size_t n = x_.size();
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = system.lower[i] / system.diagonal[i - 1];
    system.diagonal[i] -= factor * system.upper[i - 1];
    system.right[i] -= factor * system.right[i - 1];
  }
  curvature_.assign(n, 0.0);
  curvature_[n - 1] = system.right[n - 1] / system.diagonal[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) {
    curvature_[i] = (system.right[i] - system.upper[i] * curvature_[i + 1]) / system.diagonal[i];
  }
}

Spline Spline::natural(std::vector<double> x, std::vector<double> y) {
  Spline spline(std::move(x), std::move(y));
  Tridiagonal system = spline.inner_equations();
  spline.solve_curvatures(system);
  return spline;
}

Spline Spline::clamped(std::vector<double> x, std::vector<double> y, double first_slope,
                       double last_slope) {
  if (!std::isfinite(first_slope) || !std::isfinite(last_slope)) {
    throw Error("spline end slope is not a finite number");
  }
  Spline spline(std::move(x), std::move(y));
  Tridiagonal system = spline.inner_equations();

  // s' at both ends from the cubics of the outer intervals.
  const std::size_t last = spline.x_.size() - 1;
  const double first_width = spline.x_[1] - spline.x_[0];
  const double last_width = spline.x_[last] - spline.x_[last - 1];
  system.diagonal[0] = first_width / 3.0;
  system.upper[0] = first_width / 6.0;
  system.right[0] = (spline.y_[1] - spline.y_[0]) / first_width - first_slope;
  system.diagonal[last] = last_width / 3.0;
  system.lower[last] = last_width / 6.0;
  system.right[last] = last_slope - (spline.y_[last] - spline.y_[last - 1]) / last_width;
  spline.solve_curvatures(system);
  return spline;
}

Derivatives Spline::evaluate_interval(std::size_t i, double x) const {
  const double h = x_[i + 1] - x_[i];
  const double a = (x_[i + 1] - x) / h;
  const double b = (x - x_[i]) / h;
  const double m0 = curvature_[i];
  const double m1 = curvature_[i + 1];
  const double bend = (a * a * a - a) * m0 + (b * b * b - b) * m1;
  const double slope_of_bend = (1.0 - 3.0 * a * a) * m0 + (3.0 * b * b - 1.0) * m1;
  return {a * y_[i] + b * y_[i + 1] + h * h / 6.0 * bend,
          (y_[i + 1] - y_[i]) / h + h / 6.0 * slope_of_bend, a * m0 + b * m1};
}

Derivatives Spline::evaluate(double x) const {
  const std::size_t last = x_.size() - 1;

  // Beyond the ends: the tangent.
  if (x < x_.front()) {
    const double slope = evaluate_interval(0, x_.front()).first;
    return {y_.front() + slope * (x - x_.front()), slope, 0.0};
  }
  if (x > x_.back()) {
    const double slope = evaluate_interval(last - 1, x_.back()).first;
    return {y_.back() + slope * (x - x_.back()), slope, 0.0};
  }

  const auto above = std::upper_bound(x_.begin() + 1, x_.end() - 1, x);
  return evaluate_interval(static_cast<std::size_t>(above - x_.begin()) - 1, x);
}

}  // namespace outrigger
