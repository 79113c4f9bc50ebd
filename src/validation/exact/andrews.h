/// Andrews' squeezing mechanism: seven planar bodies in three loops, driven by a constant torque
/// (W. Schiehlen (ed.), Multibody Systems Handbook, 1990; E. Hairer, G. Wanner, Solving Ordinary
/// Differential Equations II, sect. VII.7; data of the public test set for initial value problems).
/// Fast and stiffly linked (crank at more than 1100 rad/s), it is a standard for multibody programs.
///
///   M(q) q'' + Jᵀ λ = f(q, q'),   c(q) = 0,   q = (β, Θ, γ, Φ, δ, Ω, ε)
///
/// Here with index 1: c'' = 0 is solved together with the equations of motion (13 × 13), and after
/// every millisecond positions and rates are put back on c = 0, c' = 0, so that nothing drifts.
/// Absolute angles of the bodies K1..K7: β, β+Θ, γ, Φ+δ, δ, Ω+ε, ε. No gravity.
/// Error of the angles below 1e-10 rad for 0 ≤ t ≤ 0.05 s.
#pragma once
#include <Eigen/Core>

namespace outrigger::validation {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Vector7 = Eigen::Matrix<double, 7, 1>;

struct AndrewsState {
  Vector7 angles;  ///< (β, Θ, γ, Φ, δ, Ω, ε) [rad]
  Vector7 rates;   ///< [rad/s]
};

/// The state at rest at t = 0, with the loops closed to rounding.
AndrewsState andrews_start();

/// State at the time [s], 0 ≤ time ≤ 0.05.
AndrewsState andrews(double time);

/// Angular accelerations [rad/s²] and multipliers λ of the loops at a state on the constraints.
struct AndrewsDynamics {
  Vector7 accelerations;
  Vector6 multipliers;
};
AndrewsDynamics andrews_dynamics(const AndrewsState& state);

/// Closure of the three loops, x and y each [m].
Vector6 andrews_loops(const Vector7& angles);

/// Kinetic and spring energy less the work of the motor, mom β: constant [J].
double andrews_energy(const AndrewsState& state);

}  // namespace outrigger::validation
