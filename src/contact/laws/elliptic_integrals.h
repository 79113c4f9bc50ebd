/// Complete elliptic integrals, as the elliptic contact of Hertz needs them.
///
///   K = ∫₀^{π/2} dφ/Δ,  E = ∫ Δ dφ,  B = ∫ cos²φ/Δ dφ,  D = ∫ sin²φ/Δ dφ,   Δ = √(1 - m sin²φ)
///   K = B + D,   E = B + (1-m) D
///
/// by the arithmetic-geometric mean (M. Abramowitz, I. Stegun, Handbook of Mathematical Functions,
/// 1964, 17.6): quadratic convergence with + - × / √ only. B and D come from the sum of the c_n²
/// without the differences K - E and E - (1-m)K, which lose all digits for small m.
///
/// The argument is the complementary parameter m₁ = 1 - m, 0 < m₁ ≤ 1, so that m → 1 keeps its
/// digits. Relative error below 1e-15 for K, E, D, and 1e-15 K/B for B (K ≈ ln(4/√m₁)).
#pragma once

namespace outrigger::contact {

struct EllipticIntegrals {
  double K, E, B, D;
};

EllipticIntegrals elliptic_integrals(double complementary_parameter);

}  // namespace outrigger::contact
