/// Augmented Lagrangian at the level of accelerations: the default formulation.
///
///   M q̈ + Gᵀ μ = Q,   G q̈ + b = 0,      μ = λ/√α̃,  G = √α̃ Φ_q,  b = √α̃ (Φ̇_q q̇ + Φ̇_t)
///   T q̈ = Q - Gᵀ (μ* + b),   T = M + Gᵀ G,   μ* ← μ* + G q̈ + b       (method of multipliers)
///
/// E. Bayo, J. García de Jalón, M. Serna, Computer Methods in Applied Mechanics and Engineering 71,
/// 1988; here with the dimensionless penalties of system.h, so that a pass brings μ* nearer by 1/κ.
///
/// Why one pass is nearly always enough. What a wrong μ* leaves in q̈ is e = T⁻¹ Gᵀ (μ - μ*), and
/// M e = Gᵀ (μ - μ* - G e): no part of e points along a possible motion (zᵀ M e = 0 wherever
/// G z = 0). Such an error moves the machine off its constraints only, at right angles in the metric
/// of the masses, and `restore` projects in that same metric: it takes out what the pass left. The
/// multipliers of the last evaluation (state.lambda) are close already, so e is some 1e-8 of q̈; when
/// it is not (a cold start, long steps, positions near a singular one), passes are repeated until Φ̈ is
/// below 0.1 accuracy/L of q̈ (within 1e-11 and 1e-8), at most six, and while they gain.
///
/// T is regular wherever the masses see every motion that the constraints leave, so redundant rows
/// and singular positions need no care: redundant rows share the force as their penalties.
///
/// restore:  (x, v) -= T⁻¹ G_fᵀ (Ψ, Ψ̇), with the factor and the gradients G_f of the last `solve` when
/// that was at this x, else with fresh ones. Ψ and Ψ̇ are taken anew after every pass, until x changes
/// by less than 1e-3 of the accuracy: v must fit the new x, and near singular positions what is left
/// of either comes back many times larger. A factor that gains less than 0.3 per pass is made anew.
///
/// Force terms see the configuration alone (no displacement since the start of a step): for terms
/// without memory.
#pragma once

#include <cstdint>

#include "description/description.h"
#include "formulation/accelerations.h"
#include "system/system.h"

namespace outrigger::formulation {

class Augmented final : public Accelerations {
 public:
  /// Sets the penalties of `system` by the settings.
  Augmented(system::System& system, const description::Settings& settings);

  const char* name() const override { return "augmented"; }
  bool solve(system::State& state, const std::vector<system::DriveReference>& drives,
             const double* signals) override;
  void restore(system::State& state, const std::vector<system::DriveReference>& drives) override;

  std::int64_t evaluations() const { return evaluations_; }
  std::int64_t passes() const { return passes_; }  ///< over all evaluations

 private:
  bool factorised_at(const system::State& state) const;
  bool factorise(const system::State& state);
  double largest(const double* values) const;

  system::System& system_;
  system::BlockLdlt factor_;  ///< its own: the system's belongs to whoever steps
  AlignedDoubles gradient_, newer_gradient_, force_, change_x_, change_v_;
  AlignedDoubles factorised_x_;  ///< where gradient_, psi_ and factor_ are from
  bool factorised_ = false;
  double goal_ = 0.0;  ///< on |Φ̈| of the largest acceleration
  double near_ = 0.0;  ///< change of x that needs no further pass [m]
  std::vector<double> psi_, psi_rate_, bias_, multiplier_, weight_;
  std::int64_t evaluations_ = 0, passes_ = 0;
};

}  // namespace outrigger::formulation
