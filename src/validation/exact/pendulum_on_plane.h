/// The double pendulum of two ellipsoids that hits a plane without friction (PENDULUM §2.4-2.6),
/// integrated independently of natural coordinates and of the contact step.
///
///   gap       g = nᵀ x_s - d - h,          h = √(Σ a_i² w_i²),  w = Sᵀ n
///   nearest   C = x_s - S (a_i² w_i)/h,    ġ = nᵀ (v_s + ω × (C - x_s))
///   force     n max(0, f(δ, δ̇)) at C,      δ = -g > 0, δ̇ = -ġ
///   f         k δ^n                        Hertz (eq. 38)
///             k δ + b δ̇                    spring-dashpot (39)
///             k δ^n + b δ^n δ̇              non-linear damping (40, p = n, q = 1)
///
///   n  unit normal towards the free side, d offset of the plane [m], a semi-axes along the body's
///   axes [m], x_s, v_s, S, ω centre, its velocity, orientation and spin of an ellipsoid
///
/// The closed form of g and C holds for every plane (the printed one divides by the normal's z); the
/// force never pulls (Corrections to the paper, §8: eq. 24 is the gap, not the penetration; eq. 39 pulls at
/// separation). Classical Runge-Kutta with fixed steps, shorter in contact; steps end where a gap
/// closes, so that the jump of eq. 39 does not spoil the order.
#pragma once

#include <vector>

#include "validation/exact/spherical_double_pendulum.h"

namespace outrigger::validation {

struct PlaneLaw {
  enum class Kind { hertz, spring_dashpot, nonlinear_damping };
  Kind kind = Kind::hertz;
  double stiffness = 1e4;  ///< k [N/m^n], > 0
  double damping = 0.0;    ///< b [N s/m, or N s/m^{1+n}], ≥ 0
  double exponent = 1.5;   ///< n; spring-dashpot: 1

  double force(double depth, double rate) const;
};

struct PendulumOnPlane {
  SphericalDoublePendulum pendulum;
  Vec3 first_axes = Vec3::Ones(), second_axes = Vec3::Ones();  ///< semi-axes [m]
  Vec3 normal = Vec3::UnitZ();
  double offset = 0.0;  ///< the plane is nᵀ x = offset [m]
  PlaneLaw law;
  double flight_step = 5e-5, contact_step = 4e-6;  ///< of the integration [s]
};

/// An ellipsoid and the plane.
struct PlaneGap {
  double gap = 0.0, rate = 0.0;  ///< [m], [m/s]
  Vec3 nearest = Vec3::Zero();   ///< C [m]
};
PlaneGap ellipsoid_plane_gap(const Vec3& axes, const Vec3& normal, double offset, const Pose& pose,
                             const Vec3& velocity, const Vec3& angular_velocity);

/// At one of the asked times.
struct PendulumOnPlaneState {
  DoublePendulumState state;
  double force[2] = {0.0, 0.0};  ///< of the plane on the bodies [N]
  double largest_force = 0.0;    ///< so far, of either [N]
  double deepest = 0.0;          ///< so far [m]
  double first_touch = -1.0;     ///< [s]; negative: none yet
  double heat = 0.0;             ///< taken by the law's damping so far [J]
  double impulse = 0.0;          ///< of the plane so far [N s]
};

/// States at increasing times ≥ 0.
std::vector<PendulumOnPlaneState> pendulum_on_plane(const PendulumOnPlane& problem,
                                                    const std::vector<double>& times);

}  // namespace outrigger::validation
