/// The mechanisms of the validation cases and benchmarks, built in code because they come in sizes.
/// Definitions: docs/validation.md.
#pragma once

#include "description/description.h"
#include "validation/exact/heavy_top.h"
#include "validation/exact/slider_crank.h"
#include "validation/exact/spatial_slider_crank.h"
#include "validation/exact/spherical_double_pendulum.h"

namespace outrigger::validation {

/// N links of 1 m with revolute joints, axes alternating y and z, from rest along +x (3-D motion).
description::Machine make_chain(int links, double mass_ratio = 1.0);

/// N four-bar loops (IFToMM A02): N + 1 vertical rods on the ground, N couplers, all 1 m and 1 kg.
description::Machine make_fourbar(int loops);

/// Bricard's six-bar loop on the edges of a cube (IFToMM A04): mobile although overconstrained.
/// Rods of section 0.1 m square, or slender (1/12 kg m² across, 1e-4 along) as in the reference.
enum class RodSection { square, slender };
description::Machine make_bricard(RodSection section = RodSection::square);

/// A free rigid body with principal inertias and initial spin (body axes = world axes at t = 0).
description::Machine make_free_top(const Vec3& inertia, const Vec3& spin);

/// A top on a spherical joint at the origin. Body "top", frame at the fixed point, z = e₃.
description::Machine make_heavy_top(const HeavyTop& top);

/// Two bodies on spherical joints "shoulder" and "elbow", frames at their centres.
description::Machine make_double_pendulum(const SphericalDoublePendulum& pendulum);
/// The arm of machines/double-pendulum.yaml: two ellipsoids, turning slowly about the vertical.
SphericalDoublePendulum arm_of_ellipsoids();

/// Andrews' squeezing mechanism: bodies K1..K7, angles beta, Theta, gamma, Phi, delta, Omega,
/// epsilon as coordinates.
description::Machine make_andrews();

/// How a one-degree mechanism moves: guided at constant speed, or left alone with it at the start.
enum class CrankMotion { guided, free };

/// Planar slider-crank in the xy plane; joints a, b, c, guide; coordinate crank (θ - θ₀); drive
/// motor where guided.
description::Machine make_slider_crank(const SliderCrank& data, CrankMotion motion);

/// Masses of the spatial slider-crank (E. Haug, 1989), inertias about the centres, body axes.
struct SpatialSliderCrankMasses {
  double crank = 0.12, rod = 0.5, slider = 2.0;   ///< [kg]
  Vec3 crank_inertia = Vec3(1e-4, 1e-5, 1e-4);    ///< x the bearing's axis, y along the crank
  Vec3 rod_inertia = Vec3(4e-4, 4e-3, 4e-3);      ///< x along the rod
  double crank_centre = 0.04, rod_centre = 0.15;  ///< from bearing and pin [m]
};

/// Joints bearing, pin (spherical), cross (universal), guide; coordinate crank (θ - θ₀).
description::Machine make_spatial_slider_crank(const SpatialSliderCrank& data,
                                               const SpatialSliderCrankMasses& masses,
                                               const CrankDrive& start, CrankMotion motion);

/// A planar four-bar of unequal rods (crank 0.3, coupler 0.9, rocker 0.7, ground 1.0 m), gravity -y.
/// Redundant: four spatial revolutes (three equations too many); else revolute, spherical,
/// cylindrical, revolute. Both move alike.
description::Machine make_linkage(bool redundant);

/// A door with a tilted hinge line: one revolute joint, or two on the same axis (five too many).
description::Machine make_door(int hinges);

/// Sizes of the crane, for its independent solution.
struct Crane {
  Vec3 head = Vec3(12.0, 0.0, 18.0);            ///< of the boom, world [m]
  double rope = 10.0;                           ///< [m]
  double hook_mass = 20.0, load_mass = 5000.0;  ///< [kg]
  Vec3 hook_inertia = Vec3(0.6, 0.6, 0.05), load_inertia = Vec3(1537.5, 2266.7, 2604.2);
  Vec3 eye = Vec3(0.0, 0.0, 0.3), jaw = Vec3(0.0, 0.0, -0.3);  ///< of the hook, from its centre
  Vec3 sling = Vec3(0.0, 0.0, 2.0);                            ///< of the load, from its centre
  Vec3 velocity = Vec3(0.5, 0.2, 0.0);  ///< of hook and load at the start [m/s]
};

/// Boom of 3 t held by a guided cylinder, rope as a distance joint, light hook, heavy load.
description::Machine make_crane(const Crane& crane);

}  // namespace outrigger::validation
