/// What steps tell about themselves.
#pragma once

#include <algorithm>
#include <cstdint>

namespace outrigger::stepper {

struct StepReport {
  int iterations = 0;  ///< Newton iterations, all parts together
  int factorisations = 0;
  int projections = 0;           ///< passes
  int parts = 1;                 ///< > 1: retried with internal sub-steps
  bool converged = true;         ///< the tolerance was met
  bool contained = false;        ///< no way through: the articulation was held still for this step
  bool tangent_reduced = false;  ///< force tangents were left out because T was not positive
  double last_increment = 0.0;   ///< |Δq| of the last iteration [m]

  /// Of two parts of a step.
  StepReport& operator+=(const StepReport& o) {
    iterations += o.iterations;
    factorisations += o.factorisations;
    projections += o.projections;
    parts = std::max(parts, o.parts);
    converged = converged && o.converged;
    contained = contained || o.contained;
    tangent_reduced = tangent_reduced || o.tangent_reduced;
    last_increment = o.last_increment;
    return *this;
  }
};

/// Counts over a run; never part of the state.
struct StepCounters {
  std::int64_t steps = 0, iterations = 0, not_converged = 0, retried = 0, contained = 0,
               tangent_reduced = 0, factorisations = 0;
  std::int64_t free_body_steps = 0,
               free_body_steps_left =
                   0;  ///< of solve/free_body_island.h: steps, and those left to the general way
  std::int64_t crowded = 0,
               left_out = 0;  ///< steps with too many contacts to solve, pairs of shapes left out

  StepCounters& operator+=(const StepCounters& o) {
    steps += o.steps;
    iterations += o.iterations;
    not_converged += o.not_converged;
    retried += o.retried;
    contained += o.contained;
    tangent_reduced += o.tangent_reduced;
    factorisations += o.factorisations;
    free_body_steps += o.free_body_steps;
    free_body_steps_left += o.free_body_steps_left;
    crowded += o.crowded;
    left_out += o.left_out;
    return *this;
  }
};

/// Largest violations after a step.
struct Residuals {
  double position = 0.0;      ///< |Φ| scaled to a length [m]
  double velocity = 0.0;      ///< [m/s]
  double acceleration = 0.0;  ///< [m/s²]
};

}  // namespace outrigger::stepper
