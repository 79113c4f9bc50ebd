/// Rotation of a rigid body without torque (Euler's top), the reference for free bodies: the
/// intermediate axis is unstable and turns over periodically (Dzhanibekov's effect).
///
///   J ω' + ω × J ω = 0,   q' = ½ q ∘ (0, ω)     (L. Landau, E. Lifshitz, Mechanics, § 37)
///
/// Kinetic energy ½ ω·Jω = E and the angular momentum R J ω in the world (size L) are constant.
/// ω in closed form: with the axes numbered such that I₂ is the middle moment and axis 3 the one
/// that ω circles about (I₃ the largest moment if L² > 2 E I₂, else the smallest),
///
///   ω₁ = a₁ cn τ,  ω₂ = a₂ sn τ,  ω₃ = a₃ dn τ,  τ = λ t + τ₀
///   a₁² = (2EI₃ - L²)/(I₁(I₃ - I₁)),  a₂² = (2EI₃ - L²)/(I₂(I₃ - I₂)),
///   a₃² = (L² - 2EI₁)/(I₃(I₃ - I₁)),  λ² = (I₃ - I₂)(L² - 2EI₁)/(I₁I₂I₃),
///   k'² = (I₃ - I₁)(L² - 2EI₂)/((I₃ - I₂)(L² - 2EI₁))
///
/// where each difference is formed from the start values without cancellation, because near the
/// middle axis everything depends on ln k'. Plain integration in doubles is not enough there: from
/// a start 3e-4 off the middle axis it is wrong by 2e-8 after two turnings-over.
/// The quaternion is integrated to rounding with this ω. Bodies with two equal moments, and the
/// separatrix L² = 2 E I₂ itself, are integrated altogether.
/// Error below 1e-11 for some ten turns.
#pragma once
#include "validation/exact/rigid_rotation.h"

namespace outrigger::validation {

struct FreeTop {
  Vec3 inertia = Vec3(1.0, 2.0, 3.0);  ///< principal moments, body axes [kg m²], > 0
  RotationState start;                 ///< at t = 0
};

/// State at the time [s].
RotationState free_top(const FreeTop& top, double time);

}  // namespace outrigger::validation
