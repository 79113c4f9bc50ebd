/// Normal force of a contact at a point, as a function of depth and its rate.
///
///   kind                 force, then clipped at N ≥ 0                        source
///   hertz                k δ^n                                               PENDULUM 38
///   restitution          k δ^n (1 + D δ̇),  D = c(e)/v exact                  corrections §2 (default)
///   hunt_crossley        the same,  D = 3(1-e)/(2v)                          THESIS 3.1, HITL 11
///   lankarani_nikravesh  the same,  D = 3(1-e²)/(4v)
///   flores               the same,  D = 8(1-e)/(5 e v)
///   kelvin_voigt         k δ^n + b δ̇                                         PENDULUM 39 (n = 1)
///   ramped_kelvin_voigt  k δ^n + b min(δ/δ_r, 1) δ̇                           PCM 14-15
///   nonlinear_damping    k δ^n + b δ^p |δ̇|^q sign(δ̇)                         PENDULUM 40
///
///   δ  depth [m], > 0 when the bodies overlap     δ̇  its rate [m/s], > 0 while they approach
///   v  rate at first touch [m/s], at least kSlowestImpact; e restitution (restitution.h)
///   k  stiffness [N/m^n]     b  damping, units below     δ_r  depth of full damping [m]
///
/// N pushes body A along n, which points from B to A, and B against it. Where the clip acts (the
/// bodies part faster than the law can follow) force and derivatives are 0, but the spring is still
/// compressed: `elastic` and `stored` tell.
///
/// All start at N = 0 with δ = 0, except kelvin_voigt, which jumps to b δ̇ (use ramped_kelvin_voigt).
/// The clipped energy, stored when N becomes 0, is lost: with the hysteretic kinds that is what e
/// counts on. N_δ ≥ 0 wherever N > 0 if n ≥ 1 and p ≤ n; with p > n fast parting can make it negative.
/// Holds for δ far below the radii of curvature, for one contact at a time (e of a body that rocks on
/// two contacts is something else), and quasi-statically: no waves, no plastic flow.
#pragma once

namespace outrigger::contact {

struct NormalLaw {
  enum class Kind {
    restitution,
    hertz,
    hunt_crossley,
    lankarani_nikravesh,
    flores,
    kelvin_voigt,
    ramped_kelvin_voigt,
    nonlinear_damping,
  };
  Kind kind = Kind::restitution;
  double stiffness = 0.0;    ///< k [N/m^n], ≥ 0
  double exponent = 1.5;     ///< n of depth, all kinds, ≥ 1; 1 and 1.5 are the fastest
  double restitution = 0.3;  ///< e of the hysteretic kinds, 0..1; below 0.01 is 0.01 where c → ∞
  double damping = 0.0;      ///< b: Kelvin-Voigt [N s/m]; nonlinear [N s^q/m^(p+q)], ≥ 0
  double ramp_depth = 0.0;   ///< δ_r [m], ≥ 0; 0 is plain Kelvin-Voigt
  double damping_depth_exponent = 1.5;  ///< p of nonlinear damping, > 0; usually n
  double damping_rate_exponent = 1.0;   ///< q of nonlinear damping, ≥ 1
};

struct NormalForce {
  double force = 0.0;     ///< N ≥ 0 [N]
  double elastic = 0.0;   ///< k δ^n [N]
  double by_depth = 0.0;  ///< N_δ = ∂N/∂δ [N/m]
  double by_rate = 0.0;   ///< N_δ̇ = ∂N/∂δ̇ [N s/m], ≥ 0
  double stored = 0.0;    ///< ∫ k δ^n dδ [J]
};

/// D [s/m] of the hysteretic kinds for a first touch at `impact_speed`; 0 for the others. Once per
/// contact: it solves for c(e).
double damping_rate(const NormalLaw& law, double impact_speed);

/// The force; `damping_rate` is D, ignored by kinds without. Depth ≤ 0 and NaN give no force.
NormalForce normal_force(const NormalLaw& law, double damping_rate, double depth, double rate);

/// From the start to the end of a step.
struct StepDepth {
  double start = 0.0, end = 0.0;  ///< δ₀, δ₁ [m]
  double rate = 0.0;              ///< δ̇₁ at the end [m/s]
  double step = 0.0;              ///< h [s], > 0
  /// χ, 0..1: 0 where the step resolves the contact, 1 where it is far too stiff for it.
  double implicit = 0.0;
};

/// The force that acts over a whole step, the same from its start to its end, so that its work on the
/// way δ₁ - δ₀ is what the contact stores and loses, whatever the step:
///   N = (1-χ) (U₁ - U₀)/(δ₁ - δ₀) + χ f(δ₁ + h/2 δ̇₁) + (Γ₁ - Γ₀)/h,  N ≥ 0
///   U = ∫ f dδ,  f = k δ^n;   Γ = ∫ γ dδ, γ(δ) the damping per rate of the kind;  both 0 for δ ≤ 0
/// For χ = 0: N (δ₁ - δ₀) = U₁ - U₀ + (Γ₁ - Γ₀)(δ₁ - δ₀)/h, and the last part is ≥ 0: what is not stored is
/// lost, nothing is made (a discrete gradient; O. Gonzalez, J. Nonlinear Science 6, 1996, 449-467). The
/// momentum that damping takes is exact, as is that of a contact that begins or ends within the step.
/// For χ = 1 a contact that is far too stiff for the step comes to rest in two steps, where the secant would
/// swing for ever. nonlinear_damping with q ≠ 1 takes the mean rate to the power q.
/// `by_depth` is ∂N/∂δ₁, `by_rate` ∂N/∂δ̇₁, `elastic` the first two parts, `stored` U₁.
NormalForce step_force(const NormalLaw& law, double damping_rate, const StepDepth& depth);

}  // namespace outrigger::contact
