/// A patch as one contact with a plane, a point and a depth (THESIS §4.7): Hunt-Crossley along the
/// normal of the contact plane, at the centroid of the contours.
///
///   N = k δ^{3/2} (1 + D δ̇),   F_t = -μ N v_t/|v_t| (regularised as PCM eq. 20)
///
///   δ  sum of both bodies' largest indentations from the plane (eq. 4.99 as corrected)
///   δ̇  approach speed at the centroid along the normal
///   k  given, or 4/3 E* √R with the radius of curvature estimated at the contour:
///
///   R = A/(2 π δ),   A the area of the contours projected onto the plane
///
/// Two spheres cut each other in a circle of radius a with a² = 2 R δ - O(δ²), R = R₁R₂/(R₁ + R₂); so R is
/// right to δ/2 for a sphere on a plane, and for other smooth shapes a mean radius √(R'R''). (With the
/// a² = R δ of Hertz' theory, where the surfaces yield outside the circle, R would come out double: the
/// meshes do not yield.) On a flat face N = 0.53 E* √A δ, the law of a punch with about half its
/// stiffness. Not for conforming bodies: one point cannot carry a torque, a cube starts to spin.
///
/// k is frozen in the derivatives: ∂k/∂δ is left to the next step.
#pragma once

#include "contact/laws/normal_law.h"
#include "contact/near/mesh_patches.h"
#include "contact/patches/patch_velocity.h"

namespace outrigger::contact {

struct ContactPlaneLaw {
  double stiffness = 0.0;    ///< k [N/m^{3/2}], > 0; or 0: from `modulus` and the contour
  double modulus = 0.0;      ///< E* [Pa] (effective_modulus), > 0 where the stiffness is not given
  double restitution = 1.0;  ///< e, 0.01..1
  double friction = 0.0;     ///< μ, ≥ 0
  double slip_speed = 0.01;  ///< [m/s], > 0
};
/// Throws outrigger::Error, naming the value and its range.
void check(const ContactPlaneLaw& law);

/// R = A/(2πδ) [m]; 0 where there is no depth.
double contour_radius(const MeshPatch& patch);

struct ContactPlaneForce {
  Vec3 point = Vec3::Zero();   ///< where it acts [m]
  Vec3 force = Vec3::Zero();   ///< on A [N]
  Vec3 torque = Vec3::Zero();  ///< on A about the reference of the velocity [N m]
  NormalForce normal;          ///< N and its derivatives
  double stiffness = 0.0;      ///< k used [N/m^{3/2}]
  Mat3 K = Mat3::Zero();  ///< -∂force/∂u for motions u of A's point with the plane frozen [N/m]
  Mat3 C = Mat3::Zero();  ///< -∂force/∂u̇ [N s/m]
};

/// `impact_speed` is remembered since the patch appeared [m/s].
ContactPlaneForce contact_plane_force(const ContactPlaneLaw& law, const MeshPatch& patch,
                                      const PatchVelocity& velocity, double impact_speed);

}  // namespace outrigger::contact
