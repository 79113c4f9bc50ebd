/// Integrates ordinary differential equations to rounding, for reference solutions. Not for the
/// simulator: it knows no constraints, allocates, and takes as long as it takes.
///
/// Extrapolation after Gragg, Bulirsch and Stoer (E. Hairer, S. Nørsett, G. Wanner, Solving
/// Ordinary Differential Equations I, 2nd ed., 1993, sect. II.9): the explicit midpoint rule with
/// 2, 4, ..., 16 substeps has an error series in even powers of the substep; Neville's scheme
/// removes seven of them, which leaves order 16. Rejected: Runge-Kutta of order 8, whose
/// coefficients fill a page.
///
/// The midpoint rule runs on increments, and the sum of increments carries its rounding error
/// along (Kahan), so the accumulated rounding stays near one unit in the last place per step of the
/// increment, not of the state.
#pragma once
#include <functional>

#include <Eigen/Core>

namespace outrigger::validation {

/// dy/dt at (t, y), written to the last argument, which has the size of y.
using Rate = std::function<void(double, const Eigen::VectorXd&, Eigen::VectorXd&)>;

struct IntegrationSettings {
  double tolerance = 1e-14;  ///< estimated error per step, relative to max(|y_i|, floor), > 1e-16
  double floor = 1.0;        ///< size below which the error of a component counts as absolute, > 0
  double first_step = 1e-3;  ///< guess of the first step [unit of t], > 0
};

/// y(t_end) from y(t_begin) = y; also backwards in time. Throws Error when the step falls below
/// 1e-13 of the interval: the solution has a singularity, or the rate is not smooth.
Eigen::VectorXd integrate(const Rate& rate, Eigen::VectorXd y, double t_begin, double t_end,
                          const IntegrationSettings& settings = {});

}  // namespace outrigger::validation
