/// Spatial slider-crank: exact kinematics (E. Haug, Computer-Aided Kinematics and Dynamics of
/// Mechanical Systems, 1989, example of a spatial slider-crank; the default sizes are its).
///
/// The crank turns in a plane x = 0 about an axis parallel to x through A; the slider moves along
/// the x axis of the world; the rod has a spherical joint at the crank pin B and a universal joint
/// at the slider C.
///
///   B = A + r (0, cos θ, sin θ),   C = (x, 0, 0),   |C - B| = l,  x > 0
///   x = sqrt(l² - B_y² - B_z²)
///
/// Universal joint: its first axis a = e_z is fixed in the slider, its second axis b in the rod,
/// perpendicular to the rod direction u = (C - B)/l, and b ⟂ a. This fixes the roll of the rod:
///
///   b = a × u / |a × u|,   R = [u  b  u × b]      rod frame in the world
///
/// θ grows from +y towards +z. Holds while B_y² + B_z² < l² and u is not along a.
#pragma once
#include "math/types.h"

namespace outrigger::validation {

struct SpatialSliderCrank {
  double crank_length = 0.08;            ///< r [m], > 0
  double rod_length = 0.3;               ///< l [m]
  double pivot_y = 0.1, pivot_z = 0.12;  ///< A = (0, pivot_y, pivot_z) [m]
};

/// The crank's angle and its derivatives by time [rad, rad/s, rad/s²].
struct CrankDrive {
  double angle = 0.0, rate = 0.0, acceleration = 0.0;
};

struct SpatialSliderCrankMotion {
  Vec3 pin, pin_velocity;                   ///< B [m, m/s]
  double position, velocity, acceleration;  ///< x of the slider [m, m/s, m/s²]
  Vec3 rod_direction, rod_direction_rate;   ///< u, u'
  Mat3 rod_rotation;                        ///< R, rod frame to world
  Vec3 rod_angular_velocity;                ///< world axes [rad/s]
};

SpatialSliderCrankMotion spatial_slider_crank(const SpatialSliderCrank& machine,
                                              const CrankDrive& drive);

}  // namespace outrigger::validation
