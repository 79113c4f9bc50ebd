/// Friction of contacts that have an area: slip and spin together, and resistance to rolling.
///
/// Slip and spin. A patch that slides with v and spins with ω about n rubs with the same force
/// everywhere; together they stay on an ellipsoid (THESIS 4.8-4.10 as in corrections §5; the
/// limit surface of R. Howe and M. Cutkosky, Int. J. Robotics Research 15, 1996):
///
///   |F_t|² + (T/r)² ≤ (μ N)²      so   F_t alone ≤ μ N,  T alone ≤ μ N r
///
///   r  spin radius [m]: mean distance of the pressure from the centre. Uniform disc: 2/3 a; Hertz:
///      3π/16 a; by moments of a volume or area: r_g = √(nᵀ J_c n/V) (a bound: uniform disc 0.707 a)
///
/// With z = y + r θ n and V = v + r ω n this is any law of friction_law.h in three dimensions, and
/// F_t = P F(z, V), T = r n nᵀ F(z, V): memory, Stribeck and all. `coulomb` is the corrected formula
/// F_t = -μ N v/v_a, T = -μ N r² ω/v_a with v_a = √(v² + r² ω² + v_ε²). The bristle turns with k_s r².
///
/// In a step the bristles of slip and turn are each as stiff as their inertia allows, k_s and k_θ: a
/// spot is much smaller than the body, k_s r² would hold it softly and swing. The limit then takes the
/// nearest point of the ellipsoid in their energy (`limit_grip`), which keeps the flow rule: whatever the
/// stiffnesses, steady motion gives F_t : T = v : r² ω. Forces are the gradient of a convex function of the
/// trial, so the tangent is symmetric and positive.
///
/// Rolling. A torque against the tangential relative spin, with memory, so that a wheel stands on a
/// slope below the limit, or regularised:
///
///   T* = -k_r ϑ - c_r ω_t,   |T| ≤ ρ N        ρ rolling arm [m]: how far N moves ahead
///
///   ϑ  remembered rolling angle, tangential [rad];  ω_t = P (ω_A - ω_B) [rad/s]
///   k_r [N m/rad], c_r [N m s/rad]: `estimate_bristle` with the moment of inertia about the contact
///
/// On A: T pushes against ω_A - ω_B. Limits: the ellipsoid is exact on its axes only (the surface of
/// a uniform disc lies up to 7 % inside, and force and torque of the same motion differ by up to 16 %
/// of μ N); slip and spin slip together; no shape of the patch but r.
#pragma once

#include "contact/laws/friction_law.h"

namespace outrigger::contact {

inline constexpr double kDiscSpin = 2.0 / 3.0;       ///< r/a under uniform pressure
inline constexpr double kHertzSpin = 0.58904862254;  ///< r/a under Hertz' pressure, 3π/16

/// r_g of a patch or volume: √(second moment about n over its measure).
double gyration_radius(double moment_about_normal, double measure);

/// Motion of the patch of A against B, about the patch's centre.
struct ArealSlip {
  Vec3 slip = Vec3::Zero();      ///< y [m], tangential, with the step's slip in it
  double turn = 0.0;             ///< θ [rad]
  Vec3 velocity = Vec3::Zero();  ///< v [m/s], tangential
  double spin = 0.0;             ///< ω = n·(ω_A - ω_B) [rad/s]
};

/// -∂(F_t, T⃗)/∂(linear, angular) with T⃗ = T n; blocks act on any vectors.
struct ArealTangent {
  Mat3 force_by_linear = Mat3::Zero(), force_by_angular = Mat3::Zero();
  Mat3 torque_by_linear = Mat3::Zero(), torque_by_angular = Mat3::Zero();
};

struct ArealFriction {
  Vec3 force = Vec3::Zero();     ///< F_t on A at the patch's centre [N]
  Vec3 torque = Vec3::Zero();    ///< T⃗ on A, along n [N m]
  ArealTangent by_displacement;  ///< to slip and turn
  ArealTangent by_velocity;      ///< to velocity and spin
  Vec3 force_by_normal = Vec3::Zero(), torque_by_normal = Vec3::Zero();  ///< ∂/∂N [-], [m]
  bool sliding = false;
  Vec3 slip_next = Vec3::Zero();  ///< y to remember
  double turn_next = 0.0;         ///< θ to remember
};

/// n unit normal, `radius` r ≥ 0; r = 0 is friction_force.
ArealFriction areal_friction(const FrictionLaw& law, const BristleParameters& bristle,
                             const Vec3& normal, double radius, const ArealSlip& motion, double N);

/// Of a trial force f* = F_t* + T*/r n beyond |f| ≤ `limit` [N]: f minimises (f-f*)ᵀ D⁻¹ (f-f*) on the limit,
/// D = k_slip P + k_turn n nᵀ, k_turn = k_θ/r² [N/m]. -∂f/∂(slip + r turn n) = M - M f fᵀ M/(fᵀ M f); in
/// stick and as the secant M alone.
struct ArealGrip {
  Vec3 force = Vec3::Zero();  ///< f [N]
  double by_slip = 0.0;       ///< M = by_slip P + by_turn n nᵀ [N/m]
  double by_turn = 0.0;
  bool sliding = false;
};
ArealGrip limit_grip(const Vec3& normal, const Vec3& wanted, double k_slip, double k_turn,
                     double limit);

struct RollingLaw {
  enum class Kind { bristle, regularised };
  Kind kind = Kind::bristle;
  double arm = 0.0;                   ///< ρ [m], ≥ 0
  double regularisation_rate = 0.05;  ///< ω_ε [rad/s], > 0; |T| reaches ρ N there as in PCM 20
};

/// In FrictionForce's fields: torque on A [N m], -∂T/∂ϑ, -∂T/∂ω_t, ∂T/∂N, ϑ to remember.
FrictionForce rolling_resistance(const RollingLaw& law, const BristleParameters& bristle,
                                 const Vec3& angle, const Vec3& rate, double N);

}  // namespace outrigger::contact
