/// Efforts of the drives of a machine that made a measured motion.
///
/// Given coordinates x_i with rates and accelerations, as measured and smoothed, one time after the
/// other. First the nearest motion that the joints allow (drives play no part here):
///   min Σ w_i² (x_i - x_i(q))²  with Φ(q) = 0          (Gauss-Newton in independent coordinates)
///   min Σ w_i² (ẋ_i - C q̇)²    with Φ_q q̇ = 0,        C the gradients of x_i
///   min Σ w_i² (ẍ_i - C q̈ - b)² with Φ_q q̈ + c = 0,   b = Ċ q̇, c = Φ̇_q q̇ + Φ̇_t
/// then the efforts τ [N or N m, positive along the coordinate], in two ways that share the motion
/// only:
///   matrix R      Rᵀ Dᵀ τ = Rᵀ (M q̈ - Q),   D the gradients of the driven coordinates
///   multipliers   the saddle-point system of the machine guided along the motion, τ = -λ
/// (THESIS §2.1.2: matrix R suits motor efforts, since joint forces do no work on R.)
///
/// The measured coordinates must determine the motion, and there must be as many drives as degrees
/// of freedom, else an Error says what is missing. Force terms without memory only.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "formulation/basis.h"
#include "formulation/baumgarte.h"
#include "formulation/equations.h"
#include "math/formula.h"
#include "model/mechanism.h"
#include "system/state.h"

namespace outrigger::formulation {

struct Efforts {
  std::vector<double> by_multipliers, by_matrix_r;  ///< of every drive
  /// Measured minus consistent value, by measured coordinate [m or rad].
  std::vector<double> misfit;
  int iterations = 0;
};

class InverseDynamics {
 public:
  /// `measured` are coordinates of the mechanism, `weight` 1/(standard deviation) of each.
  InverseDynamics(system::System& system, const model::Mechanism& mechanism,
                  const description::Settings& settings, std::vector<int> measured,
                  std::vector<double> weight);

  /// Moves x, v, acceleration and coordinate of `state` to the motion, starting from where it is.
  Efforts solve(system::State& state, const std::vector<Derivatives>& motion);

 private:
  void evaluate(const system::State& state);
  Eigen::VectorXd nearest(const Eigen::VectorXd& wanted);
  void find_positions(system::State& state, const std::vector<Derivatives>& motion, Efforts& out);
  void add_motion(const Eigen::VectorXd& z, double* blocks) const;
  Eigen::VectorXd measured_rates(const double* blocks) const;
  std::vector<double> efforts_by_matrix_r(const system::State& state);
  std::vector<double> efforts_by_multipliers(const system::State& state);

  system::System& system_;
  const model::Mechanism& mechanism_;
  std::vector<int> measured_;
  std::vector<double> weight_;
  Equations equations_;
  Basis basis_;
  Baumgarte multipliers_;
  std::vector<system::DriveReference> released_, guided_;
  Eigen::MatrixXd r_, gradient_;  ///< R, and C with a row for each measured coordinate
  double time_ = 0.0;             ///< of the motion looked at, for messages
  AlignedDoubles product_;
};

}  // namespace outrigger::formulation
