/// An implicit Runge-Kutta method of order 4 for smooth machines with stiff springs and dampers.
///
///   x' = v,  v' = q̈,   M q̈ + Gᵀ μ = Q(x, v, t),  G q̈ + b = 0      (symbols: formulation/augmented.h)
///
/// Singly diagonally implicit with an explicit first stage: the implicit half of ARK4(3)6L[2]SA
/// (C. Kennedy, M. Carpenter, Applied Numerical Mathematics 44, 2003), γ = ¼, five implicit stages,
/// L-stable, stiffly accurate, stages of order 2. Trapezoidal steps composed or extrapolated to order
/// 4 need negative steps or lose stability at high frequencies; this does neither.
///
/// A stage with what is known of it, X and V:
///   v = V + γh q̈,   x = X + γh v
///   T Δ = -(M q̈ - Q + Gᵀ μ + G_fᵀ (G q̈ + b)),   T = M + G_fᵀ G_f + (γh)² K + γh C,   q̈ += Δ
///   μ += (G q̈ + b) + G_f Δ
/// which is Newton for q̈ and μ together but for 1/κ: the multipliers act along the present G, and what
/// the penalty carries along G_f ends at zero. One factor serves all stages of a step (γ is the same),
/// with the gradients G_f it was made of; it is made anew when an increment does not fall below 0.3 of
/// the one before. Ends at (γh)² |Δ| < 1e-14 L or |Δ| < 1e-10 |q̈|. After the step x and v are projected
/// (`restore`).
///
/// The step is that of the settings. One that does not converge is done in 2, 4, ... max_substeps
/// parts; if that fails, Error.
///
/// Order: 4 while the step resolves the forces; where it does not (h ω >> 1) the stiff parts follow
/// their rest positions, with the order of the stages, 2 to 3, of an error that shrinks with 1/ω.
/// Limits: force terms without memory, as for the explicit pair.
#pragma once

#include <utility>
#include <vector>

#include "description/description.h"
#include "formulation/accelerations.h"
#include "stepper/drive_path.h"
#include "stepper/energy_book.h"
#include "stepper/method.h"
#include "system/state.h"
#include "system/system.h"

namespace outrigger::stepper {

namespace esdirk4 {

inline constexpr int kStages = 6;
inline constexpr double kGamma = 0.25;
inline constexpr double c[kStages] = {0.0, 0.5, 83.0 / 250, 31.0 / 50, 17.0 / 20, 1.0};
/// Without the diagonal; row 5 with γ is b.
inline constexpr double a[kStages][kStages - 1] = {
    {},
    {0.25},
    {8611.0 / 62500, -1743.0 / 31250},
    {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108},
    {15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768,
     2285395.0 / 8070912},
    {82889.0 / 524892, 0.0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211}};

}  // namespace esdirk4

class FourthOrder final : public Method {
 public:
  /// `accelerations` makes the first accelerations and projects; both live longer. Throws Error when
  /// a force term has memory.
  FourthOrder(system::System& system, formulation::Accelerations& accelerations,
              const description::Settings& settings);

  StepReport step(system::State& state, const std::vector<system::DriveReference>& drives,
                  const double* signals = nullptr) override;
  void set_drive_limits(std::vector<std::pair<double, double>> force_min_max) override;
  void set_keep_ledger(bool keep) override { keep_ledger_ = keep; }

 private:
  bool advance(system::State& state, double h, StepReport& report);
  bool solve_stage(double h, StepReport& report);
  bool factorise(StepReport& report);
  void move(double h);
  double residual(double h);

  system::System& system_;
  formulation::Accelerations& accelerations_;
  double full_h_;
  int max_parts_;
  system::BlockLdlt factor_;
  system::Scratch scratch_;  ///< gradient[1] belongs to the factor
  system::State before_, start_, stage_;
  AlignedDoubles velocity_[esdirk4::kStages], acceleration_[esdirk4::kStages];
  AlignedDoubles known_x_, known_v_;
  std::vector<double> multiplier_;
  Power power_[esdirk4::kStages];
  const double* signals_ = nullptr;
  DrivePath drives_;
  bool keep_ledger_ = false;
};

}  // namespace outrigger::stepper
