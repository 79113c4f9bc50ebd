/// How much damping a rebound needs.
///
/// For every force N = f(δ)(1 + D δ̇) with D = c/v, v the speed of the first touch, an impact turns v
/// into e v with, whatever f,
///
///   c (1+e) = ln((1+c)/(1-c e))                                             (corrections §2)
///
///   e restitution [-], 0.01..1 (0 needs infinite damping)      c factor [-], ≥ 0
///
/// Laws of the literature approximate c for e near 1. They are kept to compare with; for a nominal e
/// they rebound with
///
///   nominal e                                   0.1   0.3   0.5   0.7   0.9
///   3(1-e)/2      Hunt and Crossley 1975        .516  .581  .663  .768  .909    (THESIS 3.1, HITL 11)
///   3(1-e²)/4     Lankarani and Nikravesh 1990  .665  .684  .725  .796  .913
///   8(1-e)/(5e)   Flores et al. 2011            .069  .256  .470  .683  .894
#pragma once

namespace outrigger::contact {

inline constexpr double kLeastRestitution = 0.01;
/// Slower first touches count as this fast [m/s]: a body at rest would be damped infinitely.
inline constexpr double kSlowestImpact = 0.01;

/// Exact c(e) by Newton's method, error below 1e-13 in its equation up to e = 0.95; above, the
/// limit 3(1-e)/(2e), whose rebound is right to 2e-5. e is clamped to 0.01..1.
double restitution_factor(double e);

/// The inverse, e of a factor c ≥ 0: what a law with this damping really does. With a = 1 + c and
/// z = 1 - c e the equation is z e^{-z} = a e^{-a}, z < 1: Newton's method for ln z - z from below.
/// Error below 1e-9; 1 for c ≤ 0.
double restitution_of_factor(double c);

/// e of a spring k with a damper b on a mass m that parts when the force would pull, ζ = b/(2 √(k m)) ≥ 0
/// (T. Schwager, T. Pöschel, Granular Matter 9, 2007, pp. 465-469):
///   e = exp(-ζ/√(1-ζ²) φ), φ = π - 2 asin ζ;   ζ > 1: exp(-ζ/√(ζ²-1) ln((ζ+√(ζ²-1))²))
double kelvin_voigt_restitution(double damping_ratio);

/// The approximations above; e is clamped to 0..1, for Flores to 0.01..1.
double hunt_crossley_factor(double e);
double lankarani_nikravesh_factor(double e);
double flores_factor(double e);

}  // namespace outrigger::contact
