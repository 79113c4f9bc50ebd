/// Volumetric contact (THESIS eqs. 4.6-4.10, after Gonthier; as in corrections §5): an elastic
/// foundation integrated over the volume of the overlap.
///
///   F_n = K V (1 + a v_n) n,  F_n ≥ 0        at the centroid of the volume
///   T_r = -K a J ω_t                          rolling resistance
///   F_t = -μ F_n v_s/v_a                      at the centroid of the contact plane
///   T_s = -μ F_n r² ω_n/v_a                   spin
///
///   V volume [m³], J its inertia about its centroid for unit density [m⁵], r² = nᵀJ n/V
///   K = k_f/h_f stiffness of the foundation over its depth [N/m³]
///   a = c(e)/max(v_imp, v_min) [s/m], c(e) the exact factor of the restitution: it does not depend
///   on the shape of V over the depth (corrections §2)
///   v_n approach speed at the centroid of the volume, v_s slip at that of the plane
///   v_a = √(|v_s|² + r² ω_n²), regularised as PCM eq. 20 below `slip_speed`
///
/// Forces on A, n from B to A, ω = ω_A - ω_B with its parts along and across n. Sliding and spinning
/// share one μ F_n, so a spinning body slides easily. For a disc r = R/√2: pure spin gives
/// 0.707 μ F_n R, where Coulomb friction under uniform pressure gives 2/3.
///
/// V, J and n are exact for the meshes, so no mesh is too coarse. Not for patches that wrap around a
/// body: one normal stands for all.
#pragma once

#include <Eigen/Core>

#include "contact/near/mesh_patches.h"
#include "contact/patches/patch_velocity.h"

namespace outrigger::contact {

struct VolumetricLaw {
  double stiffness = 0.0;    ///< K [N/m³], > 0
  double restitution = 1.0;  ///< e, 0.01..1
  double friction = 0.0;     ///< μ, ≥ 0
  double slip_speed = 0.01;  ///< [m/s], > 0
};
/// Throws outrigger::Error, naming the value and its range.
void check(const VolumetricLaw& law);

struct VolumetricForce {
  Vec3 force = Vec3::Zero();   ///< on A [N]
  Vec3 torque = Vec3::Zero();  ///< on A about the reference of the velocity [N m]
  double normal_force = 0.0;   ///< F_n [N]
  Vec3 tangential = Vec3::Zero();
  Vec3 rolling = Vec3::Zero();  ///< T_r [N m]
  Vec3 spin = Vec3::Zero();     ///< T_s [N m]
  double by_volume = 0.0;       ///< ∂F_n/∂V [N/m³]
  double by_rate = 0.0;         ///< ∂F_n/∂v_n [N s/m]
  double dissipated = 0.0;      ///< [W]
};

/// `impact_speed` is v_imp, remembered since the patch appeared [m/s].
VolumetricForce volumetric_force(const VolumetricLaw& law, const MeshPatch& patch,
                                 const PatchVelocity& velocity, double impact_speed);

/// How the volume of a patch changes when A moves by a translation and a rotation about `reference`:
/// ∫ n dA and ∫ s × n dA over A's surface in the patch, exact. With by_volume it gives the tangent.
Eigen::Matrix<double, 6, 1> volume_gradient(const MeshPatches& query, const geometry::Mesh& mesh_a,
                                            std::size_t patch, const Vec3& reference);

}  // namespace outrigger::contact
