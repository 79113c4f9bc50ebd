#include "math/smoothing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger {

namespace {

constexpr int kOrder = 3;  ///< of the differences
constexpr std::array<double, kOrder + 1> kDifference{-1.0, 3.0, -3.0, 1.0};

double sixth_power(double x) { return x * x * x * x * x * x; }

/// (2 sin(π f Δt))⁶
double damping(double cycles) {
  return sixth_power(2.0 * elementary::sin(std::numbers::pi * cycles));
}

/// Upper triangle of bandwidth 4 that takes rows one by one (Givens rotations).
class BandTriangle {
 public:
  explicit BandTriangle(std::size_t n) : rows_(n), right_(n, 0.0) {}

  /// A row with entries at `first`, first + 1, ... and its right-hand side.
  void add(std::size_t first, std::array<double, kOrder + 1> row, double right) {
    for (std::size_t j = first; j < rows_.size(); ++j) {
      auto& pivot = rows_[j];
      const double size = std::hypot(pivot[0], row[0]);
      if (size > 0.0 && row[0] != 0.0) {
        const double c = pivot[0] / size, s = row[0] / size;
        for (std::size_t k = 0; k < row.size(); ++k) {
          const double p = pivot[k];
          pivot[k] = c * p + s * row[k];
          row[k] = c * row[k] - s * p;
        }
        const double r = right_[j];
        right_[j] = c * r + s * right;
        right = c * right - s * r;
      }
      if (row[1] == 0.0 && row[2] == 0.0 && row[3] == 0.0) return;
      row = {row[1], row[2], row[3], 0.0};
    }
  }

  std::vector<double> solve() const {
    std::vector<double> z = right_;
    for (std::size_t i = z.size(); i-- > 0;) {
      for (std::size_t k = 1; k <= kOrder && i + k < z.size(); ++k) z[i] -= rows_[i][k] * z[i + k];
      z[i] /= rows_[i][0];
    }
    return z;
  }

 private:
  std::vector<std::array<double, kOrder + 1>> rows_;
  std::vector<double> right_;
};

/// y without its parabola: smoothing leaves parabolas alone, and small numbers keep more digits.
struct Detrended {
  std::vector<double> rest;
  std::array<double, 3> coefficient{};
  double centre = 0.0, half = 1.0;

  explicit Detrended(const std::vector<double>& y) : rest(y) {
    const auto n = static_cast<double>(y.size());
    centre = 0.5 * (n - 1.0);
    half = std::max(1.0, centre);
    // Orthogonal on symmetric samples: 1, u, u² - mean.
    double u2 = 0.0, mean = 0.0, slope = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double u = at(i);
      u2 += u * u;
      mean += y[i];
      slope += u * y[i];
    }
    const double shift = u2 / n;
    double bend = 0.0, size = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const double p = at(i) * at(i) - shift;
      bend += p * y[i];
      size += p * p;
    }
    const double b = bend / size;
    coefficient = {mean / n - b * shift, slope / u2, b};
    for (std::size_t i = 0; i < y.size(); ++i) rest[i] -= trend(i);
  }
  double at(std::size_t i) const { return (static_cast<double>(i) - centre) / half; }
  double trend(std::size_t i) const {
    return coefficient[0] + at(i) * (coefficient[1] + at(i) * coefficient[2]);
  }
};

std::vector<double> filter(const std::vector<double>& y, double lambda) {
  BandTriangle triangle(y.size());
  const double root = std::sqrt(lambda);
  std::array<double, kOrder + 1> row{};
  for (std::size_t k = 0; k < row.size(); ++k) row[k] = root * kDifference[k];
  for (std::size_t i = 0; i < y.size(); ++i) {
    triangle.add(i, {1.0, 0.0, 0.0, 0.0}, y[i]);
    if (i >= kOrder) triangle.add(i - kOrder, row, 0.0);
  }
  return triangle.solve();
}

double squares(const std::vector<double>& y, const std::vector<double>& z) {
  double sum = 0.0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += (y[i] - z[i]) * (y[i] - z[i]);
  return sum;
}

/// Degrees of freedom that the smoothed curve has kept.
double trace(std::size_t n, double lambda) {
  double sum = kOrder;
  for (std::size_t k = kOrder; k < n; ++k)
    sum +=
        1.0 / (1.0 + lambda * damping(0.5 * static_cast<double>(k - 1) / static_cast<double>(n)));
  return sum;
}

/// Cross-validation score of a cut-off [cycles per sample].
double score(const std::vector<double>& y, double cycles) {
  const double lambda = 1.0 / damping(cycles), n = static_cast<double>(y.size());
  const double left = n - trace(y.size(), lambda);
  return n * squares(y, filter(y, lambda)) / (left * left);
}

/// Best cut-off: scan in even ratios, then golden section around the best.
double best_cutoff(const std::vector<double>& y) {
  const double low = 1.0 / static_cast<double>(y.size()), high = 0.4;
  constexpr int kScan = 24;
  const double ratio = elementary::exp(elementary::log(high / low) / kScan);
  double best = low, best_score = score(y, low);
  for (double f = low * ratio; f < high * 1.0001; f *= ratio) {
    const double s = score(y, f);
    if (s < best_score) best = f, best_score = s;
  }
  const double golden = 0.61803398874989485;
  double a = best / ratio, b = std::min(0.45, best * ratio);
  double c = b - golden * (b - a), d = a + golden * (b - a);
  double at_c = score(y, c), at_d = score(y, d);
  for (int i = 0; i < 16; ++i) {
    if (at_c < at_d) {
      b = d, d = c, at_d = at_c;
      c = b - golden * (b - a), at_c = score(y, c);
    } else {
      a = c, c = d, at_c = at_d;
      d = a + golden * (b - a), at_d = score(y, d);
    }
  }
  return 0.5 * (a + b);
}

/// First and second derivative by the weights of a five-point parabola-exact stencil.
void differentiate(std::vector<Derivatives>& s, double interval) {
  const std::size_t n = s.size();
  const auto z = [&](std::size_t i) { return s[i].value; };
  const double h = interval, h2 = interval * interval;
  for (std::size_t i = 0; i < n; ++i) {
    if (i >= 2 && i + 2 < n) {
      s[i].first = (z(i - 2) - 8.0 * z(i - 1) + 8.0 * z(i + 1) - z(i + 2)) / (12.0 * h);
      s[i].second =
          (-z(i - 2) + 16.0 * z(i - 1) - 30.0 * z(i) + 16.0 * z(i + 1) - z(i + 2)) / (12.0 * h2);
      continue;
    }
    // Through the five outermost samples: Lagrange's quartic, expanded at sample i.
    const std::size_t first = i < 2 ? 0 : n - 5;
    const double at = static_cast<double>(i - first);
    double first_sum = 0.0, second_sum = 0.0;
    for (int k = 0; k < 5; ++k) {
      // Coefficients of Π_{m≠k} (x - m)/(k - m).
      std::array<double, 5> p{1.0, 0.0, 0.0, 0.0, 0.0};
      int degree = 0;
      for (int m = 0; m < 5; ++m) {
        if (m == k) continue;
        for (int j = ++degree; j >= 0; --j)
          p[static_cast<std::size_t>(j)] =
              ((j > 0 ? p[static_cast<std::size_t>(j - 1)] : 0.0) -
               m * (j < degree ? p[static_cast<std::size_t>(j)] : 0.0)) /
              (k - m);
      }
      const double y = z(first + static_cast<std::size_t>(k));
      first_sum += y * (p[1] + at * (2.0 * p[2] + at * (3.0 * p[3] + at * 4.0 * p[4])));
      second_sum += y * (2.0 * p[2] + at * (6.0 * p[3] + at * 12.0 * p[4]));
    }
    s[i].first = first_sum / h;
    s[i].second = second_sum / h2;
  }
}

}  // namespace

Smoothed smooth(const std::vector<double>& y, double interval, double cutoff) {
  if (y.size() < kFewestSamples)
    throw Error(fmt::format("{} samples are too few to smooth: at least {} are needed", y.size(),
                            kFewestSamples));
  if (cutoff < 0.0 || cutoff * interval >= 0.5)
    throw Error(fmt::format(
        "a cut-off of {:g} Hz is not possible with samples every {:g} s: allowed are 0 to {:g} Hz",
        cutoff, interval, 0.5 / interval));
  const Detrended y0(y);
  const double cycles = cutoff > 0.0 ? cutoff * interval : best_cutoff(y0.rest);
  const double lambda = 1.0 / damping(cycles);
  const std::vector<double> z = filter(y0.rest, lambda);
  Smoothed result;
  result.cutoff = cycles / interval;
  result.noise = std::sqrt(squares(y0.rest, z) /
                           std::max(1.0, static_cast<double>(y.size()) - trace(y.size(), lambda)));
  result.samples.resize(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) result.samples[i].value = z[i];
  differentiate(result.samples, interval);
  // The parabola's own derivatives are exact.
  for (std::size_t i = 0; i < y.size(); ++i) {
    const double per_second = 1.0 / (y0.half * interval);
    result.samples[i].value += y0.trend(i);
    result.samples[i].first +=
        (y0.coefficient[1] + 2.0 * y0.at(i) * y0.coefficient[2]) * per_second;
    result.samples[i].second += 2.0 * y0.coefficient[2] * per_second * per_second;
  }
  return result;
}

}  // namespace outrigger
