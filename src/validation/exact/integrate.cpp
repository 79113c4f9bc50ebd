#include "validation/exact/integrate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/error.h"
#include "math/elementary.h"

namespace outrigger::validation {
namespace {

using Eigen::VectorXd;

constexpr int kColumns = 8;

/// Increment of y over one step by the explicit midpoint rule with n (even) substeps.
VectorXd midpoint_increment(const Rate& rate, double t, const VectorXd& y,
                            const VectorXd& rate_at_t, double step, int n) {
  const double h = step / n;
  VectorXd before = VectorXd::Zero(y.size());
  VectorXd here = h * rate_at_t;
  VectorXd slope(y.size());
  for (int i = 1; i < n; ++i) {
    rate(t + i * h, y + here, slope);
    before += 2.0 * h * slope;
    std::swap(before, here);
  }
  return here;
}

struct Extrapolated {
  VectorXd increment;
  VectorXd error;
};

/// Neville's scheme in h² over the midpoint rules with 2, 4, ... substeps.
Extrapolated extrapolate(const Rate& rate, double t, const VectorXd& y, double step) {
  VectorXd rate_at_t(y.size());
  rate(t, y, rate_at_t);
  std::array<VectorXd, kColumns> table;
  VectorXd previous;
  for (int k = 0; k < kColumns; ++k) {
    VectorXd entry = midpoint_increment(rate, t, y, rate_at_t, step, 2 * (k + 1));
    for (int j = 1; j <= k; ++j) {
      const double ratio = static_cast<double>(k + 1) / (k + 1 - j);
      VectorXd& below = table[static_cast<std::size_t>(j - 1)];
      VectorXd better = entry + (entry - below) / (ratio * ratio - 1.0);
      below = std::move(entry);
      entry = std::move(better);
    }
    previous = k > 0 ? table[static_cast<std::size_t>(k - 1)] : entry;
    table[static_cast<std::size_t>(k)] = std::move(entry);
  }
  const VectorXd& best = table[kColumns - 1];
  return {best, best - previous};
}

/// Largest error in units of the tolerance; infinite when a number went bad.
double error_norm(const VectorXd& error, const VectorXd& y, const IntegrationSettings& settings) {
  double norm = 0.0;
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double scale = std::max(std::abs(y[i]), settings.floor);
    const double size = std::abs(error[i]) / (settings.tolerance * scale);
    if (!(size <= norm)) norm = size;
  }
  return std::isfinite(norm) ? norm : HUGE_VAL;
}

}  // namespace

VectorXd integrate(const Rate& rate, VectorXd y, double t_begin, double t_end,
                   const IntegrationSettings& settings) {
  const double interval = t_end - t_begin;
  VectorXd carry = VectorXd::Zero(y.size());  // what rounding has taken from y
  double done = 0.0;                          // part of the interval, 0..1
  double part = interval == 0.0 ? 1.0 : std::min(1.0, std::abs(settings.first_step / interval));
  while (done < 1.0) {
    const bool last = done + 1.0001 * part >= 1.0;
    const double this_part = last ? 1.0 - done : part;
    const Extrapolated step = extrapolate(rate, t_begin + done * interval, y, this_part * interval);
    const double norm = error_norm(step.error, y, settings);

    if (norm <= 1.0) {
      const VectorXd increment = step.increment - carry;
      const VectorXd sum = y + increment;
      carry = (sum - y) - increment;
      y = sum;
      done = last ? 1.0 : done + this_part;
    } else if (this_part < 1e-13) {
      throw Error("integration stops at t = " + std::to_string(t_begin + done * interval) +
                  ": the step became too small");
    }
    const double factor = 0.8 * elementary::pow(std::max(norm, 1e-12), -1.0 / (2 * kColumns - 1));
    part = this_part * std::clamp(factor, 0.1, 4.0);
  }
  return y;
}

}  // namespace outrigger::validation
