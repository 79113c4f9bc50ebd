/// Index-1 penalty formulation (THESIS §2.2.1, eqs. 2.7-2.9, with Φ̇_t in the bracket: corrections §1).
///
///   (M + Φ_qᵀ α Φ_q) q̈ = Q - Φ_qᵀ α (Φ̇_q q̇ + Φ̇_t + 2 ξ ω Φ̇ + ω² Φ)
///   λ = α (Φ̈ + 2 ξ ω Φ̇ + ω² Φ)
///
/// Springs, dampers and masses in the place of constraints. q̈ and λ are off by about 1/κ (κ the
/// dimensionless penalty), and a load keeps the constraints open by Φ = λ/(α ω²): drift is
/// bounded, not zero. Redundant constraints share their load, singular positions need no care.
/// Cost: one sparse factorisation and one solve.
#pragma once

#include "formulation/accelerations.h"
#include "formulation/equations.h"

namespace outrigger::formulation {

class Penalty final : public Accelerations {
 public:
  Penalty(system::System& system, const description::Settings& settings,
          const Stabilisation& stabilisation = {});

  const char* name() const override { return "penalty"; }
  bool solve(system::State& state, const std::vector<system::DriveReference>& drives,
             const double* signals) override;
  /// Nothing: the equations damp violations.
  void restore(system::State&, const std::vector<system::DriveReference>&) override {}

 private:
  Equations equations_;
  Stabilisation stabilisation_;
  std::vector<double> weight_;
  AlignedDoubles residual_;
};

}  // namespace outrigger::formulation
