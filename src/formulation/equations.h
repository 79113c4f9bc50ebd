/// What every formulation starts from: constraints, their rates and the forces at one state.
///
///   M q̈ + Φ_qᵀ λ = Q,   Φ̈ = Φ_q q̈ + c = 0,   c = Φ̇_q q̇ + Φ̇_t
///
/// in the scaled rows of the system, Ψ = √α Φ and G = √α Φ_q, so λ = √α μ. The penalties α are
/// those of index 1 (set_penalties with s = 1): masses that Φ̈ drags along.
#pragma once

#include <vector>

#include "description/description.h"
#include "system/state.h"
#include "system/system.h"

namespace outrigger::formulation {

/// What the formulations that only prescribe Φ̈ add to it, so that violations die out:
///   Φ̈ + 2 ξ ω Φ̇ + ω² Φ = 0        (THESIS 2.7, PENDULUM 12 with α = ξ ω, β = ω)
/// ω h must stay below about 1 for an explicit step h; ω = 0: no stabilisation.
struct Stabilisation {
  double omega = 10.0;  ///< ω [1/s], ≥ 0
  double xi = 1.0;      ///< ξ [-], ≥ 0; 1 = critical
};

class Equations {
 public:
  Equations(system::System& system, const description::Settings& settings);

  /// Fills everything below. Force terms see a step without length that starts here.
  void evaluate(const system::State& state, const std::vector<system::DriveReference>& drives,
                const double* signals);
  /// Only Ψ, G and Ψ̇.
  void evaluate_rows(const system::State& state, const std::vector<system::DriveReference>& drives);
  /// Entry of the right-hand side of a row: √α (c + 2 ξ ω Φ̇ + ω² Φ).
  double stabilised_bias(int row, const Stabilisation& s) const {
    return bias[row] + 2.0 * s.xi * s.omega * psi_rate[row] + s.omega * s.omega * psi[row];
  }

  system::System& system;
  AlignedDoubles gradient;                  ///< G by slots
  std::vector<double> psi, psi_rate, bias;  ///< Ψ, Ψ̇, √α c by rows
  AlignedDoubles force;                     ///< Q

 private:
  AlignedDoubles rest_;  ///< zeros
};

/// Zeros in place of accelerations and multipliers that are not numbers. Returns whether all were.
bool keep_finite(const system::System& system, system::State& state);

/// Largest |component| over the movable blocks.
double largest_component(const double* blocks, int count);

/// x += factor · d over padded blocks.
void accumulate(double* x, const double* d, double factor, int count);

}  // namespace outrigger::formulation
