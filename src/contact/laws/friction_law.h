/// Friction force of a contact at a point, as a function of slip, what it remembers, and N.
///
///   kind            force on A                                                    source
///   bristle         F* if |F*| ≤ μ(w) N, else μ(w) N u;   - μ_v v                 (default)
///   thesis_bristle  κ F_s - (1-κ) μ_d N v̂ - μ_v v,  F_s = F* or μ_s N u           THESIS 3.6-3.15
///   stribeck        the same in stick; in slip -μ(w) N v̂ - μ_v v                  HITL 14-23
///   regularised     -μ_d N s(2-s) v̂ - μ_v v,  s = min(w/v_ε, 1)                   PCM 20
///   coulomb         -μ(w) N v/√(w² + v_ε²) - μ_v v
///
///   F* = -k_s y - c_s v   force of the bristle;   u = F*/|F*|
///   κ = exp(-w²/v_s²),    μ(w) = κ μ_s + (1-κ) μ_d
///
///   y  tangential stretch of the bristle [m]: slip of A's material point against B's since it sticks
///   v  tangential relative velocity of the material points, A minus B [m/s];  w = |v|, v̂ = v/w
///   N  normal force [N]; N ≤ 0 and NaN give no force
///   μ_s ≥ μ_d static and dynamic coefficient, μ_v [N s/m], v_s speed of the transition,
///   v_ε speed of the regularisation [m/s]
///
/// Corrections to the sources (§3): v and y are of material points, so that rolling stretches
/// nothing; the bristle is isotropic; the limit is along F*, not along y; what is remembered after slip
/// is y = -(η μ N/k_s) u. HITL's ξ_strib is μ_s/μ_d, the same in its limit 21 and its memory 23, whose
/// direction is v̂; below v_ε, where v̂ means nothing, stribeck takes u.
///
/// Derivatives are exact within each case (stick, slip), for y, v, N as independent. They are written
/// with I where the theory has P = I - n nᵀ: multiply from the right by P. The caller adds what N does
/// through depth and rate: K_t = A_y P + F_N N_δ nᵀ, C_t = A_v P + F_N N_δ̇ nᵀ (fixed n).
/// A_v is not symmetric, and with μ_s > μ_d not positive: `positive_tangent` is, for LDLᵀ.
///
/// Which to take: bristle sticks without creep and converges in few iterations (docs/theory/corrections.md).
/// The κ blend of thesis_bristle and stribeck costs iterations and slips a little before it breaks
/// loose. regularised and coulomb need no memory but creep at v_ε on every slope.
/// |F| ≤ μ_s N + μ_v w for all. None knows a contact area: spin and rolling are in areal_friction.h.
#pragma once

#include "math/types.h"

namespace outrigger::contact {

struct FrictionLaw {
  enum class Kind { bristle, thesis_bristle, stribeck, regularised, coulomb };
  Kind kind = Kind::bristle;
  double static_coefficient = 0.5;     ///< μ_s [-], ≥ μ_d
  double dynamic_coefficient = 0.5;    ///< μ_d [-], ≥ 0
  double viscous = 0.0;                ///< μ_v [N s/m], ≥ 0
  double stribeck_speed = 0.01;        ///< v_s [m/s], > 0
  double regularisation_speed = 0.01;  ///< v_ε [m/s], > 0
  double memory = 1.0;                 ///< η of what a slipping bristle keeps, 0..1
};

struct BristleParameters {
  double stiffness = 0.0;  ///< k_s [N/m], ≥ 0
  double damping = 0.0;    ///< c_s [N s/m], ≥ 0
};

/// k_s = m/(N h)², c_s = 2 √(k_s m): a critically damped bristle with a period of 2πN steps, as stiff
/// as a step can resolve. m effective mass of the contact [kg], h step [s], N `steps`: 2 sags seven
/// times less than the 5 of THESIS §3.3 and does not creep.
BristleParameters estimate_bristle(double effective_mass, double step, double steps = 2.0);

struct FrictionForce {
  Vec3 force = Vec3::Zero();            ///< on A [N]
  Mat3 by_displacement = Mat3::Zero();  ///< A_y = -∂F/∂y [N/m]
  Mat3 by_velocity = Mat3::Zero();      ///< A_v = -∂F/∂v [N s/m]
  Vec3 by_normal = Vec3::Zero();        ///< F_N = ∂F/∂N [-]
  bool sliding = false;                 ///< beyond the limit, or faster than v_ε
  Vec3 bristle_next = Vec3::Zero();     ///< y to remember if the step ends here
};

/// y and v are tangential, y with the slip of the step already in it.
FrictionForce friction_force(const FrictionLaw& law, const BristleParameters& bristle,
                             const Vec3& y, const Vec3& v_t, double N);

/// μ(w); to hold μ constant in a step, as explicit methods do, evaluate it before and set both
/// coefficients to it.
double friction_coefficient(const FrictionLaw& law, double speed);

struct FrictionTangent {
  Mat3 by_displacement = Mat3::Zero(), by_velocity = Mat3::Zero();
};

/// A_y and A_v without what is unsymmetric or negative (rank-one terms with F* or u, the falling part
/// of μ(w)): symmetric, positive semi-definite, equal to the exact ones for `bristle` with μ_s = μ_d.
/// `secant`: keeps the stiffness along the slip too, F = -(secant)·(y, v). Newton may jump from slip to
/// one side to slip to the other for ever; with the secant it cannot.
FrictionTangent positive_tangent(const FrictionLaw& law, const BristleParameters& bristle,
                                 const Vec3& y, const Vec3& v_t, double N, bool secant = false);

}  // namespace outrigger::contact
