/// How long an elastic impact lasts, and the stiffest contact that a step can resolve.
///
/// A mass m meets the spring N = k δ^n with speed v. Energy gives the largest depth, and
/// t = ∫ dδ/δ̇ there and back, with u = δ/δ_max, the duration:
///
///   δ_max = ((n+1) m v²/(2k))^{1/(n+1)}
///   T = τ(n) δ_max/v,   τ(n) = 2 ∫₀¹ du/√(1-u^{n+1}) = 2/(n+1) B(1/(n+1), 1/2)
///                            = 2 √π Γ(1+x)/Γ(1/2+x),  x = 1/(n+1)
///
///   n ≥ 0 exponent of depth; τ(1) = π, τ(3/2) = 2.9433 (Hertz), τ(2) = 2.8044
///   m effective mass of the contact [kg] > 0, v approach speed [m/s] > 0, k [N/m^n] > 0, T [s]
///
/// Solved for k, it says how far a contact must be softened to last a number of steps. Damping makes
/// impacts longer; for it T is a lower bound. No gravity: a body that comes slowly stays longer.
#pragma once

namespace outrigger::contact {

/// An impact shorter than this is softened [steps] (measured: 4 saves a third of the depth).
inline constexpr double kContactSteps = 6.0;
inline constexpr double kFirmImpact = 0.1;  ///< below this speed nothing is softened [m/s]

/// τ(n), relative error below 1e-14.
double impact_time_factor(double exponent);

struct ElasticImpact {
  double depth = 0.0;     ///< δ_max [m]
  double duration = 0.0;  ///< T [s]
};
ElasticImpact elastic_impact(double stiffness, double exponent, double mass, double speed);

/// Largest k [N/m^n] with which an impact of mass m and speed v lasts `steps` steps of h.
double resolvable_stiffness(double mass, double speed, double step, double exponent = 1.5,
                            double steps = kContactSteps);

}  // namespace outrigger::contact
