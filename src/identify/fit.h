/// Least squares for models that are expensive, kinked and have many valleys: parameters u in [0, 1]^p
/// so that Σ ((predicted - measured)/σ)² is least.
///
/// An impact moves everything after it, so the sum over a whole record has a valley wherever a bounce
/// meets a wrong bounce. Three things find the right one (docs/identify.md):
///   1. a scan of the box by a low-discrepancy sequence (Halton), judged by a saturated sum,
///      Σ r²/(r² + c²), in which what comes after a missed bounce cannot outvote what came before;
///   2. the best `starts` points go on by Levenberg-Marquardt over growing parts of the record, so
///      that each bounce is met before the next one counts;
///   3. the best of their ends wins, and the others tell whether that was luck.
/// Levenberg-Marquardt is Eigen's (unsupported/Eigen/LevenbergMarquardt, after MINPACK). Derivatives
/// are differences that move the prediction about as much as it is off: steps of time leave a grain
/// in the sum, worst where a force jumps at first touch, and smaller differences see only that.
///
/// With σ unknown and several columns, each column is weighed by the spread of its values first and
/// by the root mean square of its residuals then, which is the maximum of the likelihood.
///
/// Confidence: s² (JᵀJ)⁻¹ of the weighed residuals, with Student's t, on the scale of the parameter
/// (factors for logarithmic ones). Residuals that follow each other are fewer than they seem: the
/// variance is widened by (1 + ρ)/(1 - ρ), ρ > 0 their correlation from row to row; and the ends of
/// all local fits within 5 % of the least sum are within it.
/// The same input gives the same result, whatever the number of threads.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "identify/parameter.h"
#include "identify/record.h"

namespace outrigger::identify {

/// Values of the record's columns at its times up to `until` [s], for some parameters. What could
/// not be computed is NaN. Called from several threads at once.
using Prediction = std::vector<std::vector<double>>;
using Model = std::function<Prediction(const std::vector<double>& parameters, double until)>;

struct FitSettings {
  int scan = 0;                                    ///< points; 0: 32 for each parameter
  int starts = 4;                                  ///< local fits, ≥ 1
  std::vector<double> horizons = {0.3, 0.6, 1.0};  ///< parts of the record, the last one 1
  int threads = 1;
  /// Told in between, from one thread at a time: the part done, 0..1, and a line for people.
  std::function<void(double, const std::string&)> progress;
};

struct FittedParameter {
  double value = 0.0;
  double low = 0.0, high = 0.0;  ///< 95 % confidence; infinite where the record does not say
  bool at_bound = false;
  bool determined = true;  ///< false: the columns do not depend on it
};

struct ColumnFit {
  std::string name;
  double rms = 0.0;              ///< of predicted - measured
  double largest = 0.0;          ///< its largest absolute value
  double correlation = 0.0;      ///< ρ of neighbouring residuals; noise has 0
  int count = 0;                 ///< values compared
  std::vector<double> residual;  ///< predicted - measured; NaN where nothing was measured
};

struct FitResult {
  std::vector<FittedParameter> parameters;
  std::vector<ColumnFit> columns;
  std::vector<std::vector<double>> correlation;  ///< of the parameters
  Prediction predicted;
  double rms = 0.0;             ///< of all residuals in units of their σ
  double aic = 0.0, bic = 0.0;  ///< N ln(S/N), summed over columns, + 2 p resp. + p ln N
  int count = 0;                ///< N, values compared
  int evaluations = 0;
  int starts = 0, agreeing = 0;  ///< local fits, and how many of them ended at these values
  bool converged = true;         ///< all of the winner's last part
};

/// Throws Error when there are not more values than parameters, or no point gives finite values.
FitResult fit(const Model& model, const std::vector<Parameter>& parameters, const Record& record,
              const FitSettings& settings = {});

/// Student's t that 97.5 % lie below, for ν ≥ 1 degrees of freedom; within 1 % from ν = 3 on.
double student_975(int degrees_of_freedom);

}  // namespace outrigger::identify
