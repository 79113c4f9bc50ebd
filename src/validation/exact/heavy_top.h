/// Symmetric top with a fixed point under gravity (Lagrange's top; L. Landau, E. Lifshitz,
/// Mechanics, § 35), the reference for a body on a spherical joint.
///
///   J ω' + ω × J ω = l e₃ × Rᵀ (0, 0, -m g),   J = diag(A, A, C) about the fixed point
///
/// Constants of the motion: energy ½ ω·Jω + m g l e_z·R e₃, the vertical angular momentum
/// e_z·R J ω, and the spin ω₃. Steady precession at the inclination θ with the rate φ' needs
///
///   A φ'² cos θ - C ω₃ φ' + m g l = 0.
///
/// Quaternions, so upright tops (sleeping and rising) are no special case.
/// Error below 1e-11 for some ten turns, by integration to rounding.
#pragma once
#include "validation/exact/rigid_rotation.h"

namespace outrigger::validation {

struct HeavyTop {
  double mass = 15.0;                     ///< m [kg], > 0
  double centre_distance = 1.0;           ///< l from the fixed point to the centre along e₃ [m]
  double transverse_inertia = 15.234375;  ///< A about the fixed point [kg m²], > 0
  double axial_inertia = 0.46875;         ///< C [kg m²], > 0
  double gravity = 9.81;                  ///< g along -z of the world [m/s²]
  RotationState start;                    ///< at t = 0
};

/// State at the time [s].
RotationState heavy_top(const HeavyTop& top, double time);

/// Position of the centre of mass from the fixed point, world axes [m].
Vec3 heavy_top_centre(const HeavyTop& top, const RotationState& state);

/// Kinetic and potential energy, zero at rest with the centre at the height of the fixed point [J].
double heavy_top_energy(const HeavyTop& top, const RotationState& state);

/// Angular momentum about the vertical through the fixed point [kg m²/s].
double heavy_top_vertical_momentum(const HeavyTop& top, const RotationState& state);

}  // namespace outrigger::validation
