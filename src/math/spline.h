/// A cubic spline through a table, with two continuous derivatives (C. de Boor, A Practical Guide
/// to Splines, 1978, ch. IV), for measured curves: cylinder speed over lever, pump over pressure,
/// a recorded motion over time.
///
///   on [x_i, x_i+1], h = x_i+1 - x_i, a = (x_i+1 - x)/h, b = 1 - a:
///   s(x) = a y_i + b y_i+1 + h²/6 ((a³ - a) m_i + (b³ - b) m_i+1)
///
///   m_i = s''(x_i), from a tridiagonal system that makes s' continuous; units of x and y are the
///   caller's.
///
/// Outside the table the spline continues as the straight line of its end slope: value and slope
/// stay continuous everywhere. Natural ends (s'' = 0) keep s'' continuous there too; clamped ends
/// in general do not, so a guided coordinate must not leave a clamped table.
/// Between the knots a spline may swing beyond the table values: not for data with jumps.
#pragma once

#include <cstddef>
#include <vector>

#include "math/formula.h"

namespace outrigger {

class Spline {
 public:
  /// Ends without curvature. At least two points; x strictly increasing; all numbers finite;
  /// otherwise throws Error with the row (from 1).
  static Spline natural(std::vector<double> x, std::vector<double> y);

  /// Ends with given slopes dy/dx.
  static Spline clamped(std::vector<double> x, std::vector<double> y, double first_slope,
                        double last_slope);

  /// Value and derivatives at x, in O(log n) without allocation; exactly y_i at x_i.
  /// At a knot between two cubics both sides agree. NaN gives NaN.
  Derivatives evaluate(double x) const;
  double value(double x) const { return evaluate(x).value; }

  std::size_t point_count() const { return x_.size(); }
  double first_x() const { return x_.front(); }
  double last_x() const { return x_.back(); }

 private:
  Spline(std::vector<double> x, std::vector<double> y);

  /// Slopes of the chords, and the continuity of s' at the inner knots, shared by both ends.
  struct Tridiagonal;
  Tridiagonal inner_equations() const;
  void solve_curvatures(Tridiagonal& system);

  /// The cubic of interval i at x, which may lie outside.
  Derivatives evaluate_interval(std::size_t i, double x) const;

  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> curvature_;  ///< m_i
};

}  // namespace outrigger
