#include "identify/fit.h"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>
#include <numeric>
#include <optional>
#include <unsupported/Eigen/LevenbergMarquardt>

#include "base/error.h"
#include "base/work_pool.h"
#include "math/elementary.h"

namespace outrigger::identify {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::array<int, 12> kPrimes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
/// What could not be computed is as wrong as this many spreads of its column.
constexpr double kFailedSpreads = 10.0;
/// Residuals beyond this part of the spread count little in the scan.
constexpr double kSaturation = 0.1;
/// Ends whose sums of squares differ by less than this factor are taken for the same.
constexpr double kGoodEnough = 1.05;

/// Element `index` of the van der Corput sequence, in (0, 1).
double radical_inverse(int index, int base) {
  double result = 0.0, digit = 1.0;
  for (; index > 0; index /= base) {
    digit /= base;
    result += digit * (index % base);
  }
  return result;
}

double spread_of(const std::vector<double>& values) {
  double sum = 0.0, squares = 0.0;
  int count = 0;
  for (double v : values) {
    if (std::isnan(v)) continue;
    sum += v;
    ++count;
  }
  for (double v : values)
    if (!std::isnan(v)) squares += (v - sum / count) * (v - sum / count);
  return squares > 0.0 ? std::sqrt(squares / count) : 1.0;
}

/// A local fit under way.
struct LocalFit {
  VectorXd u;
  VectorXd difference;  ///< of u, for derivatives
  double cost = kInfinity;
  bool converged = false;
};

/// The model over the scaled parameters, compared with the record.
class Comparison {
 public:
  Comparison(const Model& model, const std::vector<Parameter>& parameters, const Record& record,
             const FitSettings& settings)
      : model_(model), parameters_(parameters), record_(record), settings_(settings) {
    for (const auto& c : record.columns) spread_.push_back(spread_of(c.values));
    sigma_ = spread_;
  }

  int parameter_count() const { return static_cast<int>(parameters_.size()); }
  const Parameter& parameter(int i) const { return parameters_[static_cast<std::size_t>(i)]; }
  const std::vector<double>& sigma() const { return sigma_; }
  void set_sigma(std::vector<double> sigma) { sigma_ = std::move(sigma); }
  int evaluations() const { return evaluations_; }
  void expect(int evaluations) { expected_ = evaluations; }

  /// Time up to which a part of the record goes.
  double horizon(double part) const {
    return record_.times.front() + part * (record_.times.back() - record_.times.front());
  }

  int residual_count(double until) const {
    int count = 0;
    for (const auto& c : record_.columns)
      for (std::size_t i = 0; i < c.values.size() && record_.times[i] <= until; ++i)
        count += std::isnan(c.values[i]) ? 0 : 1;
    return count;
  }

  Prediction predict(const VectorXd& u, double until) {
    std::vector<double> values(parameters_.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = parameters_[i].value(u[static_cast<Eigen::Index>(i)]);
    Prediction predicted = model_(values, until);
    const std::lock_guard lock(mutex_);
    ++evaluations_;
    if (settings_.progress)
      settings_.progress(std::min(0.99, static_cast<double>(evaluations_) / expected_), text_);
    return predicted;
  }

  /// (predicted - measured)/σ of all measured values up to `until`, column by column.
  VectorXd residuals(const VectorXd& u, double until) {
    const Prediction predicted = predict(u, until);
    VectorXd result(residual_count(until));
    Eigen::Index row = 0;
    for (std::size_t c = 0; c < record_.columns.size(); ++c) {
      const auto& measured = record_.columns[c].values;
      for (std::size_t i = 0; i < measured.size() && record_.times[i] <= until; ++i) {
        if (std::isnan(measured[i])) continue;
        const double difference = predicted[c][i] - measured[i];
        const double failed = kFailedSpreads * spread_[c];
        const bool usable = std::isfinite(difference) && std::abs(difference) < failed;
        result[row++] = (usable ? difference : std::copysign(failed, difference)) / sigma_[c];
      }
    }
    return result;
  }

  /// Derivatives by u, from both sides where the bounds allow it.
  MatrixXd jacobian(const VectorXd& u, const VectorXd& difference, double until) {
    MatrixXd result(residual_count(until), parameter_count());
    for (int i = 0; i < parameter_count(); ++i) {
      const double at = std::clamp(u[i], 0.0, 1.0), d = difference[i];
      VectorXd above = u, below = u;
      above[i] = std::min(at + d, 1.0);
      below[i] = std::max(at - d, 0.0);
      result.col(i) = (residuals(above, until) - residuals(below, until)) / (above[i] - below[i]);
    }
    return result;
  }

  /// How badly a point of the scan follows the record: 0 to 1.
  double saturated_cost(const VectorXd& u) {
    const VectorXd r = residuals(u, record_.times.back());
    const auto squares = r.array().square().eval();
    return (squares / (squares + kSaturation * kSaturation)).mean();
  }

  void say(const std::string& text) {
    const std::lock_guard lock(mutex_);
    text_ = text;
  }

 private:
  const Model& model_;
  const std::vector<Parameter>& parameters_;
  const Record& record_;
  const FitSettings& settings_;
  std::vector<double> spread_, sigma_;
  std::mutex mutex_;
  std::string text_;
  int evaluations_ = 0;
  int expected_ = 1;
};

/// What Eigen's Levenberg-Marquardt asks.
struct Functor : Eigen::DenseFunctor<double> {
  Functor(Comparison& comparison_in, const VectorXd& difference_in, double until_in)
      : DenseFunctor<double>(comparison_in.parameter_count(),
                             comparison_in.residual_count(until_in)),
        comparison(comparison_in),
        difference(difference_in),
        until(until_in) {}
  int operator()(const VectorXd& u, VectorXd& f) const {
    f = comparison.residuals(u, until);
    return 0;
  }
  int df(const VectorXd& u, MatrixXd& j) const {
    j = comparison.jacobian(u, difference, until);
    return 0;
  }
  Comparison& comparison;
  VectorXd difference;
  double until;
};

struct Tolerance {
  double relative = 1e-7;
  int evaluations = 60;
};

/// Levenberg-Marquardt from where `f` stands; it never gets worse.
void descend(Comparison& comparison, LocalFit& f, double until, Tolerance tolerance) {
  Functor functor(comparison, f.difference, until);
  if (functor.values() < functor.inputs()) return;
  Eigen::LevenbergMarquardt<Functor> lm(functor);
  lm.setFactor(0.1);
  lm.setFtol(tolerance.relative);
  lm.setXtol(tolerance.relative);
  lm.setMaxfev(tolerance.evaluations);
  VectorXd u = f.u;
  const auto status = lm.minimize(u);
  f.u = u.cwiseMax(0.0).cwiseMin(1.0);
  f.cost = lm.fnorm() * lm.fnorm();
  f.converged = status != Eigen::LevenbergMarquardtSpace::TooManyFunctionEvaluation;
}

/// Differences that move the prediction about as much as it is off: far more than the grain that
/// steps of time leave, far less than what bends.
void adapt_differences(Comparison& comparison, LocalFit& f, double until) {
  for (int round = 0; round < 2; ++round) {
    const MatrixXd j = comparison.jacobian(f.u, f.difference, until);
    for (Eigen::Index i = 0; i < f.u.size(); ++i) {
      const double moved = j.col(i).norm() * f.difference[i],
                   first = comparison.parameter(static_cast<int>(i)).difference();
      const double factor = moved > 0.0 ? std::sqrt(f.cost) / moved : 1.0;
      f.difference[i] = std::clamp(f.difference[i] * factor, first, std::min(30.0 * first, 0.1));
    }
  }
}

/// On the whole record, again from the end as long as that still helps: a parameter that was pushed
/// over a bound can come back then.
void finish(Comparison& comparison, LocalFit& f, double until) {
  descend(comparison, f, until, {});
  for (int round = 0; round < 3; ++round) {
    const double before = f.cost;
    adapt_differences(comparison, f, until);
    descend(comparison, f, until, {});
    if (!(f.cost < 0.999 * before)) return;
  }
}

std::vector<VectorXd> scan_points(const std::vector<Parameter>& parameters, int count) {
  std::vector<VectorXd> points;
  const auto p = static_cast<Eigen::Index>(parameters.size());
  VectorXd start(p);
  for (Eigen::Index i = 0; i < p; ++i) {
    const Parameter& q = parameters[static_cast<std::size_t>(i)];
    start[i] = std::clamp(q.scaled(q.start), 0.0, 1.0);
  }
  points.push_back(start);
  for (int n = 1; n < count; ++n) {
    VectorXd u(p);
    for (Eigen::Index i = 0; i < p; ++i)
      u[i] = radical_inverse(n, kPrimes[static_cast<std::size_t>(i)]);
    points.push_back(u);
  }
  return points;
}

/// The points from which to go on: the user's, and the best of the scan.
std::vector<VectorXd> best_points(Comparison& comparison, const std::vector<VectorXd>& points,
                                  int wanted, WorkPool& pool) {
  if (wanted == 1) return {points.front()};
  std::vector<double> cost(points.size());
  pool.run(points.size(),
           [&](std::size_t i, int) { cost[i] = comparison.saturated_cost(points[i]); });
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return cost[a] < cost[b]; });
  std::vector<VectorXd> best = {points.front()};
  for (std::size_t i : order)
    if (i != 0 && static_cast<int>(best.size()) < wanted) best.push_back(points[i]);
  return best;
}

const LocalFit& best_of(const std::vector<LocalFit>& ends) {
  return *std::min_element(ends.begin(), ends.end(),
                           [](const LocalFit& a, const LocalFit& b) { return a.cost < b.cost; });
}

/// Correlation of neighbouring residuals.
double neighbour_correlation(const std::vector<double>& residual) {
  double products = 0.0, squares = 0.0, last = std::numeric_limits<double>::quiet_NaN();
  for (double r : residual) {
    if (std::isnan(r)) continue;
    squares += r * r;
    if (!std::isnan(last)) products += r * last;
    last = r;
  }
  return squares > 0.0 ? products / squares : 0.0;
}

/// Throws where nothing was predicted.
std::vector<ColumnFit> compare(const Record& record, const Prediction& predicted) {
  std::vector<ColumnFit> result;
  for (std::size_t c = 0; c < record.columns.size(); ++c) {
    ColumnFit fit;
    fit.name = record.columns[c].name;
    double squares = 0.0;
    for (std::size_t i = 0; i < record.times.size(); ++i) {
      const double r = predicted[c][i] - record.columns[c].values[i];
      fit.residual.push_back(r);
      if (std::isnan(record.columns[c].values[i])) continue;
      ++fit.count;
      squares += r * r;
      fit.largest = std::max(fit.largest, std::abs(r));
    }
    fit.rms = std::sqrt(squares / fit.count);
    if (!std::isfinite(fit.rms))
      throw Error(
          "the simulation fails for all parameters that were tried; start from values with which "
          "`outrigger run` works, between narrower bounds");
    fit.correlation = neighbour_correlation(fit.residual);
    result.push_back(std::move(fit));
  }
  return result;
}

/// σ of each column by its residuals; a column that fits to the last bit does not outweigh all.
std::vector<double> sigma_of(const std::vector<ColumnFit>& columns,
                             const std::vector<double>& before) {
  std::vector<double> sigma;
  for (std::size_t c = 0; c < columns.size(); ++c)
    sigma.push_back(std::max(columns[c].rms, 1e-9 * before[c]));
  return sigma;
}

void add_confidence(Comparison& comparison, const LocalFit& best, double until, FitResult& result) {
  const MatrixXd j = comparison.jacobian(best.u, best.difference, until);
  const VectorXd r = comparison.residuals(best.u, until);
  const Eigen::Index p = j.cols();
  const auto freedom = static_cast<int>(j.rows() - p);
  // Widest correlation of neighbours of all columns.
  double rho = 0.0;
  for (const ColumnFit& c : result.columns) rho = std::max(rho, std::min(c.correlation, 0.999));
  const double variance = r.squaredNorm() / freedom * (1.0 + rho) / (1.0 - rho);

  // Columns of unit length, so that the eigenvalues tell which directions the record does not see.
  VectorXd length = j.colwise().norm().transpose();
  const double longest = length.maxCoeff();
  std::vector<bool> seen;
  for (Eigen::Index i = 0; i < p; ++i) {
    seen.push_back(length[i] > 1e-9 * longest && length[i] > 0.0);
    if (!seen.back()) length[i] = 1.0;
  }
  const MatrixXd unit = j * length.cwiseInverse().asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(unit.transpose() * unit);
  const VectorXd inverse = eigen.eigenvalues().cwiseMax(1e-14).cwiseInverse();
  const MatrixXd covariance =
      eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();

  const double t = student_975(freedom);
  result.correlation.assign(static_cast<std::size_t>(p),
                            std::vector<double>(static_cast<std::size_t>(p)));
  for (Eigen::Index i = 0; i < p; ++i) {
    const Parameter& q = comparison.parameter(static_cast<int>(i));
    FittedParameter& f = result.parameters[static_cast<std::size_t>(i)];
    const double half = t * std::sqrt(variance * covariance(i, i)) / length[i];
    f.determined = seen[static_cast<std::size_t>(i)] && half < 1.0;
    f.low = f.determined ? q.moved(f.value, -half) : -kInfinity;
    f.high = f.determined ? q.moved(f.value, half) : kInfinity;
    for (Eigen::Index k = 0; k < p; ++k)
      result.correlation[static_cast<std::size_t>(i)][static_cast<std::size_t>(k)] =
          covariance(i, k) / std::sqrt(covariance(i, i) * covariance(k, k));
  }
}

/// Where the grain of the sum stops some fits beside others that are hardly better, the truth may lie
/// anywhere between them.
void include_ends(const std::vector<Parameter>& parameters, const std::vector<LocalFit>& ends,
                  double least, FitResult& result) {
  for (const LocalFit& f : ends) {
    if (f.cost > kGoodEnough * least) continue;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const double value = parameters[i].value(f.u[static_cast<Eigen::Index>(i)]);
      FittedParameter& p = result.parameters[i];
      p.low = std::min(p.low, value);
      p.high = std::max(p.high, value);
    }
  }
}

void add_criteria(FitResult& result, const Record& record) {
  double likelihood = 0.0;
  for (std::size_t c = 0; c < result.columns.size(); ++c) {
    const ColumnFit& column = result.columns[c];
    const double least = 1e-12 * spread_of(record.columns[c].values);
    likelihood += 2.0 * column.count * elementary::log(std::max(column.rms, least));
    result.count += column.count;
  }
  // Every column has a σ that was estimated too.
  const auto unknowns = static_cast<double>(result.parameters.size() + result.columns.size());
  result.aic = likelihood + 2.0 * unknowns;
  result.bic = likelihood + unknowns * elementary::log(result.count);
}

void check(const std::vector<Parameter>& parameters, const Record& record) {
  if (parameters.empty()) throw Error("there is no parameter to fit: name one with --fit");
  if (parameters.size() > kPrimes.size())
    throw Error(fmt::format("{} parameters; at most {} can be fitted together", parameters.size(),
                            kPrimes.size()));
  std::size_t count = 0;
  for (const auto& c : record.columns)
    count += static_cast<std::size_t>(
        std::count_if(c.values.begin(), c.values.end(), [](double v) { return !std::isnan(v); }));
  if (count <= parameters.size())
    throw Error(fmt::format("{}: {} values cannot determine {} parameters", record.file, count,
                            parameters.size()));
}

}  // namespace

double student_975(int degrees_of_freedom) {
  if (degrees_of_freedom <= 1) return 12.706;
  if (degrees_of_freedom == 2) return 4.303;
  // Cornish-Fisher expansion around the normal distribution (Abramowitz and Stegun 26.7.5).
  const double n = degrees_of_freedom;
  return 1.959964 + 2.372271 / n + 2.822501 / (n * n) + 2.555850 / (n * n * n);
}

FitResult fit(const Model& model, const std::vector<Parameter>& parameters, const Record& record,
              const FitSettings& settings) {
  check(parameters, record);
  const int p = static_cast<int>(parameters.size());
  const int scan = settings.scan > 0 ? settings.scan : 32 * p;
  Comparison comparison(model, parameters, record, settings);
  WorkPool pool(settings.threads);
  // About what most fits need; the bar may hurry or wait at the end.
  comparison.expect(scan + settings.starts * 40 * (1 + p));

  comparison.say("looking for places to start");
  const std::vector<VectorXd> starts =
      best_points(comparison, scan_points(parameters, scan), settings.starts, pool);
  comparison.say("following the record");
  std::vector<LocalFit> ends(starts.size());
  const double end = record.times.back();
  pool.run(starts.size(), [&](std::size_t i, int) {
    LocalFit& f = ends[i];
    f.u = starts[i];
    f.difference = VectorXd::NullaryExpr(
        p, [&](Eigen::Index k) { return parameters[static_cast<std::size_t>(k)].difference(); });
    for (double part : settings.horizons)
      if (part < 1.0) descend(comparison, f, comparison.horizon(part), {1e-3, 15});
    finish(comparison, f, end);
  });
  LocalFit best = best_of(ends);
  FitResult result;
  result.starts = static_cast<int>(ends.size());
  std::erase_if(ends, [&](const LocalFit& f) { return f.cost > kGoodEnough * best.cost; });
  result.agreeing = static_cast<int>(ends.size());

  // Weigh the columns by what the fit left of them.
  comparison.say("confidence");
  const auto settle = [&] {
    result.predicted = comparison.predict(best.u, end);
    result.columns = compare(record, result.predicted);
    comparison.set_sigma(sigma_of(result.columns, comparison.sigma()));
  };
  settle();
  if (record.columns.size() > 1) {
    pool.run(ends.size(), [&](std::size_t i, int) { finish(comparison, ends[i], end); });
    best = best_of(ends);
    settle();
  }
  result.converged = best.converged;
  for (int i = 0; i < p; ++i) {
    FittedParameter f;
    const double u = best.u[i];
    f.value = parameters[static_cast<std::size_t>(i)].value(u);
    f.at_bound = u < 1e-6 || u > 1.0 - 1e-6;
    result.parameters.push_back(f);
  }
  add_confidence(comparison, best, end, result);
  include_ends(parameters, ends, best.cost, result);
  add_criteria(result, record);
  result.rms = std::sqrt(comparison.residuals(best.u, end).squaredNorm() / result.count);
  result.evaluations = comparison.evaluations();
  return result;
}

}  // namespace outrigger::identify
