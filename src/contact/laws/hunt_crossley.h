/// Normal force of two smooth bodies that touch: Hertz with the damping of Hunt and Crossley.
///
///   N = k δ^{3/2} (1 + D δ̇),  N ≥ 0,   D = c(e)/max(v_imp, v_min)            (THESIS eq. 3.1)
///   N_δ = 3/2 k δ^{1/2} (1 + D δ̇),   N_δ̇ = k δ^{3/2} D
///
///   δ penetration [m], δ̇ its rate [m/s], v_imp approach speed at first touch [m/s]
///   k stiffness [N/m^{3/2}]: 4/3 E* √R,  1/E* = (1-ν₁²)/E₁ + (1-ν₂²)/E₂       (eqs. 3.2-3.3)
///   c(e) from the restitution e, exact:  c (1+e) = ln((1+c)/(1-c e)); the printed 3(1-e)/2 rebounds
///   with 0.49 for e = 0. Range of e: 0.01..1.
///
/// A contact that the step cannot resolve is softened so that it lasts `kContactSteps` steps; it
/// lasts 2.943/v (5/4 m v²/k)^{2/5} seconds without damping, hence the cap below.
#pragma once

namespace outrigger::contact {

inline constexpr double kContactSteps = 6.0;
inline constexpr double kSlowestImpact = 0.01;  ///< v_min [m/s]
inline constexpr double kFirmImpact = 0.1;      ///< below this speed nothing is softened [m/s]

/// c(e) by Newton's method; e is clamped to 0.01..1.
double restitution_factor(double e);

/// E* [Pa] of two materials.
double effective_modulus(double young_a, double poisson_a, double young_b, double poisson_b);

/// k of a sphere of radius R on a plane [N/m^{3/2}].
double sphere_stiffness(double modulus, double radius);

/// Largest stiffness with which an impact of mass m and speed v lasts kContactSteps steps of h.
double resolvable_stiffness(double mass, double speed, double step);

struct NormalForce {
  double force = 0.0;    ///< N ≥ 0 [N]
  double elastic = 0.0;  ///< k δ^{3/2} [N]
  double by_depth = 0.0, by_rate = 0.0;
};

NormalForce hunt_crossley(double stiffness, double damping, double depth, double rate);

}  // namespace outrigger::contact
