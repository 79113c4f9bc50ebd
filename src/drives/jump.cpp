#include "drives/jump.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace outrigger::drives {

namespace {

constexpr double kExplained = 0.6;  ///< of what rates and accelerations of the step can do
constexpr double kCloser = 0.05;    ///< of the middle distance of rows
constexpr double kSteeper = 20.0;   ///< than any pair of rows that is not so close

/// What is left of a change, 0 when it is explained.
double unexplained(double left, double explained, double rounding) {
  return std::abs(left) > kExplained * explained + rounding ? left : 0.0;
}

}  // namespace

Jump find_jump(const system::DriveReference& from, const system::DriveReference& to, double h) {
  if (!from.engaged || !to.engaged) return {};
  const double rate = std::max(std::abs(from.rate), std::abs(to.rate));
  const double acceleration = std::max(std::abs(from.acceleration), std::abs(to.acceleration));
  const double value_left = to.value - from.value - 0.5 * h * (from.rate + to.rate) -
                            h * h / 12.0 * (from.acceleration - to.acceleration);
  const double rate_left = to.rate - from.rate - 0.5 * h * (from.acceleration + to.acceleration);
  if (!std::isfinite(value_left) || !std::isfinite(rate_left)) return {};
  return {
      unexplained(value_left, h * rate + h * h * acceleration, 1e-9 * (1.0 + std::abs(from.value))),
      unexplained(rate_left, h * acceleration, 1e-6 + 1e-3 * rate)};
}

std::optional<std::size_t> find_table_jump(const description::Function& function) {
  const auto& rows = function.table;
  if (function.kind != description::Function::Kind::table || rows.size() < 3) return std::nullopt;
  std::vector<double> widths;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i)
    widths.push_back(rows[i + 1].first - rows[i].first);
  std::vector<double> sorted = widths;
  std::sort(sorted.begin(), sorted.end());
  const double close = kCloser * sorted[sorted.size() / 2];
  const auto slope = [&](std::size_t i) {
    return std::abs(rows[i + 1].second - rows[i].second) / widths[i];
  };
  double steepest = 0.0;
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (widths[i] > close) steepest = std::max(steepest, slope(i));
  for (std::size_t i = 0; i < widths.size(); ++i)
    if (widths[i] <= close && slope(i) > kSteeper * steepest && slope(i) > 0.0) return i;
  return std::nullopt;
}

}  // namespace outrigger::drives
