/// Accelerations of a constrained system at a given position, velocity and time: what the explicit
/// steppers integrate, and where the formulations of the equations of motion differ.
///
///   M q̈ + Φ_qᵀ λ = Q(q, q̇, t),   Φ(q, t) = 0
///
/// A formulation says how q̈ and λ are found, and what becomes of the violations of Φ and Φ̇ that
/// integration leaves: damped by the equations themselves, or removed by `restore`.
#pragma once

#include <vector>

#include "system/drive_reference.h"
#include "system/state.h"

namespace outrigger::formulation {

class Accelerations {
 public:
  virtual ~Accelerations() = default;

  /// As written in files and reports.
  virtual const char* name() const = 0;

  /// Fills `state.acceleration` and `state.lambda` (by row, [N] or [N m]) from x, v, time and the
  /// numbers of force terms. `drives` are the references at that time, `signals` what force terms
  /// read of the operator (may be null). Allocates nothing once warm. False where the equations
  /// have no finite solution; the accelerations are zero then.
  virtual bool solve(system::State& state, const std::vector<system::DriveReference>& drives,
                     const double* signals) = 0;

  /// After an accepted step: moves x and v onto the constraints (mass metric), or does nothing
  /// where the formulation damps violations itself.
  virtual void restore(system::State& state, const std::vector<system::DriveReference>& drives) = 0;
};

}  // namespace outrigger::formulation
