/// Lagrange multipliers with Baumgarte's stabilisation (PENDULUM eqs. 10-12, THESIS §2.1.2).
///
///   | M   Φ_qᵀ | | q̈ |   | Q |
///   | Φ_q  0   | | λ | = | d |,   d = -(Φ̇_q q̇ + Φ̇_t + 2 ξ ω Φ̇ + ω² Φ)
///
/// PENDULUM eliminates q̈ with M⁻¹. Natural coordinates may carry no mass, and constraints may be
/// redundant, so here (scaled rows, λ = √α μ)
///   T = M + Gᵀ G,   q̈ = T⁻¹ (Q + Gᵀ d - Gᵀ μ),   S μ = G T⁻¹ (Q + Gᵀ d) - d,   S = G T⁻¹ Gᵀ
/// which is the same solution: Gᵀ(G q̈ - d) = 0 was added. The eigenvalues of S are 0 (redundant
/// combinations) or within about 1/κ of 1, so conjugate gradients on the least-squares problem
/// need a step or two and give the μ of least norm; refinement on the whole system takes q̈ and λ
/// to rounding. Rows that contradict each other are met in the least-squares sense. Redundant rows
/// are redundant on the constraints only; with drift their eigenvalue is small instead of 0, and
/// damping (τ = 0.01) keeps them from asking for drift/drift. The same softens singular positions.
/// Cost: one sparse factorisation and 20 to 30 solves. Violations decay like e^(-ωt) (ξ = 1), and
/// the stabilisation takes or gives energy with them.
#pragma once

#include "formulation/accelerations.h"
#include "formulation/equations.h"

namespace outrigger::formulation {

class Baumgarte final : public Accelerations {
 public:
  Baumgarte(system::System& system, const description::Settings& settings,
            const Stabilisation& stabilisation = {});

  const char* name() const override { return "multipliers"; }
  bool solve(system::State& state, const std::vector<system::DriveReference>& drives,
             const double* signals) override;
  /// Nothing: the equations damp violations.
  void restore(system::State&, const std::vector<system::DriveReference>&) override {}

  /// Sparse solves of the last call.
  int solves() const { return solves_; }

 private:
  /// out = S y; step_ = T⁻¹ Gᵀ y.
  void schur_product(const std::vector<double>& y, std::vector<double>& out);
  void correct_multipliers();

  Equations equations_;
  Stabilisation stabilisation_;
  int solves_ = 0;
  std::vector<double> mu_, goal_;  ///< μ, d
  // Least-squares problem of a refinement: change of μ, what is left, its image, direction.
  std::vector<double> delta_, left_, image_, direction_, product_;
  AlignedDoubles residual_, step_;
};

}  // namespace outrigger::formulation
