/// Jacobi's elliptic functions (M. Abramowitz, I. Stegun, Handbook of Mathematical Functions,
/// ch. 16-17), for the closed solutions of tops and pendulums.
///
///   u = F(φ, k) = ∫₀^φ dθ / sqrt(1 - k² sin² θ),   am(u) = φ,
///   sn = sin φ,  cn = cos φ,  dn = sqrt(1 - k² sn²) = sqrt(cn² + k'² sn²),  k² + k'² = 1
///
/// All take the complementary modulus k' with 0 < k' ≤ 1, because the motions near an unstable
/// rest, k → 1, depend on ln k' and lose every digit when k' is formed from k.
/// Method: arithmetic-geometric mean and Gauss's descending transformation (A&S 16.4), Carlson's
/// duplication for F (B. Carlson, Numerische Mathematik 33, 1979). Error about 1e-15 (1 + |u|).
#pragma once

namespace outrigger::validation {

struct JacobiFunctions {
  double amplitude;  ///< φ [rad], continuous and increasing in u
  double sn, cn, dn;
};

JacobiFunctions jacobi_functions(double u, double complementary_modulus);

/// Quarter period K(k).
double quarter_period(double complementary_modulus);

/// u in [-2K, 2K] for which sn and cn have the ratio of the given numbers (not both zero).
double jacobi_argument(double sn, double cn, double complementary_modulus);

}  // namespace outrigger::validation
