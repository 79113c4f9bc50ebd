/// Mass, centre and inertia of simple solids, for bodies that are described by shapes.
#pragma once

#include <string>

#include "math/types.h"

namespace outrigger::description {

/// `inertia` is about the centre, with off-diagonals -∫xy dm.
struct MassProperties {
  double mass = 0.0;            ///< [kg]
  Vec3 centre = Vec3::Zero();   ///< [m]
  Mat3 inertia = Mat3::Zero();  ///< [kg m²]
};

/// Solids of density 1 kg/m³, centred at the origin. All lengths > 0 [m].
MassProperties solid_box(const Vec3& edges);
MassProperties solid_ellipsoid(const Vec3& semi_axes);
/// Along z.
MassProperties solid_cylinder(double radius, double length);
/// Along z; `length` is the distance between the centres of the half spheres, ≥ 0.
MassProperties solid_capsule(double radius, double length);

/// The same solid moved and turned by the pose.
MassProperties placed(const MassProperties& solid, const Pose& pose);

/// The same solid with another mass.
MassProperties with_mass(const MassProperties& solid, double mass);

/// Both solids as one (Huygens-Steiner). Overlaps count twice.
MassProperties combined(const MassProperties& a, const MassProperties& b);

/// A rotation that turns z to the direction. `direction` is not zero.
Mat3 rotation_from_z_to(const Vec3& direction);

/// Why no rigid body can have this inertia, or empty. Its principal moments must be positive and
/// none larger than the sum of the other two (equality, a flat body, is allowed).
std::string why_impossible(const Mat3& inertia);

}  // namespace outrigger::description
