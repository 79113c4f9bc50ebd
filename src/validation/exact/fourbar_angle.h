/// Exact motion of the N four-bar linkage (library of computational benchmark problems of the
/// IFToMM technical committee for multibody dynamics, problem A02, N loops).
///
/// N+1 upright rods A_iB_i, A_i = (i, 0, 0), and N rods B_iB_i+1, all slender, 1 m, 1 kg, turn in
/// parallel: one degree of freedom ψ, the angle of the upright rods from +y towards +x.
///
///   ψ'' = Ω² sin ψ,  Ω² = (3 g / 2 l) (3 N + 1)/(4 N + 1),  ψ(0) = 0,  ψ'(0) = v₀/l
///   B_i = (i + sin ψ, cos ψ, 0)
///
///   l = 1 m, g = 9.81 m/s² along -y, v₀ = 1 m/s. At ψ = π/2 + kπ all rods are in line: a singular
///   position that the mechanism passes with full speed.
///
/// In closed form: with θ = ψ/2, μ = 4 Ω² l²/v₀² and k² = μ/(1 + μ),
///
///   θ' = (v₀/2l) sqrt(1 + μ sin² θ)   ⇒   θ = π/2 - am(K - (v₀/2l) sqrt(1 + μ) t, k).
///
/// Error below 1e-12 rad for 0 ≤ t ≤ 10 s.
#pragma once

namespace outrigger::validation {

struct FourbarMotion {
  double angle;  ///< ψ [rad], grows beyond 2π
  double rate;   ///< ψ' [rad/s]
};

/// loop_count ≥ 1; time [s].
FourbarMotion fourbar_motion(int loop_count, double time);

inline double fourbar_angle(int loop_count, double time) {
  return fourbar_motion(loop_count, time).angle;
}

/// Ω² [1/s²].
double fourbar_omega_squared(int loop_count);

}  // namespace outrigger::validation
