/// The force of soil on a plate that is pushed through it: the trial wedge of the fundamental equation of
/// earthmoving (Reece 1964, McKyes 1985), over the surface that is really there.
///
/// A plate of width w, with its edge at depth d and rake α (between plate and motion), pushes a wedge of soil
/// ahead that slides on a plane from the edge upwards at β:
///
///   P sin(α + β + δ + φ) = W sin(β + φ) + c L_f w cos φ - c_a L_t w cos(α + β + φ)
///
///   P    force between soil and plate, at δ to the normal of the plate [N]; the smallest over all β counts
///   W    weight of the soil above plane and plate, with everything that lies on it [N]
///   L_f  length of the plane up to the surface [m], L_t = d/sin α that of the plate in the soil [m]
///   c, φ cohesion [Pa] and friction angle; c_a, δ adhesion [Pa] and friction angle on the steel
///
/// Sign: horizontal P sin(α + δ) + c_a d w cot α against the motion (draft), vertical P cos(α + δ) - c_a d w
/// downwards on the plate when positive.
///
/// The surface ahead is given as heights above the edge at equal distances; between them it is straight, so
/// level and sloping ground are exact. Beyond the last one it goes on level.
///
/// Holds for plates wider than deep (d < w): side crescents of narrow tools are not in it.
#pragma once

#include <span>

namespace outrigger::soil {

struct WedgeSoil {
  double unit_weight = 0.0;     ///< γ = ρ g [N/m³]
  double cohesion = 0.0;        ///< c [Pa]
  double friction = 0.0;        ///< φ [rad]
  double adhesion = 0.0;        ///< c_a [Pa]
  double steel_friction = 0.0;  ///< δ [rad]
};

struct WedgeTool {
  double rake = 0.7853981633974483;  ///< α [rad], 5° to 175°
  double depth = 0.0;                ///< d, of the edge below the surface at the plate [m]
  double width = 1.0;                ///< w [m]
  /// Area of the soil above the plate, behind the vertical through the edge [m²]; negative: that of level
  /// ground, d² cot(α)/2.
  double area_on_plate = -1.0;
  double surcharge = 0.0;  ///< further weight on the wedge [N]
};

struct WedgeForce {
  double force = 0.0;     ///< P [N]
  double angle = 0.0;     ///< β of the smallest P [rad]
  double draft = 0.0;     ///< against the motion [N]
  double vertical = 0.0;  ///< on the plate, downwards [N]
  double reach = 0.0;     ///< where the plane meets the surface, ahead of the edge [m]
};

/// `heights`: of the surface above the edge at 0, spacing, 2 spacing, ... ahead of it; at least one.
WedgeForce find_wedge(const WedgeTool& tool, const WedgeSoil& soil, std::span<const double> heights,
                      double spacing);

}  // namespace outrigger::soil
