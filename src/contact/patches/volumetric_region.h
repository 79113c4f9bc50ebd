/// The volumetric law of volumetric_law.h (THESIS eqs. 4.6-4.10 as corrected) in a step: the overlap of
/// two meshes, found once, under small motions of A against B.
///
///   u_k = t + G s,   u̇ = v + L s,   s from the centroid c_V of the volume       (patch_wrench.h)
///   V = V₀ - n·(m₀ t + G m₁)                   W = -(m₁ nᵀt + m₂ Gᵀn)
///   F_n = K V (1 + a v_n) n,  F_n ≥ 0,  v_n = -n·v;   Σ f sᵀ = K (1 + a v_n) n Wᵀ
///   T_r = -K a P J P ω,   P = I - n nᵀ
///
///   V  volume [m³], J its inertia about c_V for unit density [m⁵], n normal of the contact plane
///   m₀, m₁, m₂  area of the overlap seen along n, and its moments ∫ s dA, ∫ s sᵀ dA about c_V [m²..m⁴]
///   W  what the motion adds to V c_V [m⁴]: tilted, the volume moves to the side that sinks in
///   K = k_f/h_f [N/m³],  a = c(e)/v_imp [s/m]
///
/// V and W are those of columns of height ũ = u₀ - n·(t + G s) on the area; K ũ is the pressure of the
/// foundation from which the law is derived. So F and Σ f sᵀ without a are minus the gradient of
///   E = K (½ ∫ u₀² dA - V₀ nᵀt + ½ (m₀ (nᵀt)² + 2 nᵀt nᵀG m₁ + nᵀG m₂ Gᵀn))   [J]
/// and a step with a frozen region creates no energy. ½ ∫ u₀² dA is exact where one side is flat or both
/// have one shape: ½ (√I_A + √I_B)², I the second moment of a side about the contact plane.
///
/// Friction and spin, F_t at the centroid of the contact plane and T_s, are those of a point with the spin
/// radius r = √(nᵀJ n/V) (areal_friction.h): one limit μ F_n for both, with memory or without.
///
/// Tangents: exact at t = G = 0 but for ∂F_t/∂F_n, symmetric, ≥ 0. Forces on A, n from B to A.
/// Does not hold: see volumetric_law.h; ũ < 0 on a part of the area counts as negative volume until the
/// overlap is found anew.
#pragma once

#include "contact/near/mesh_patches.h"
#include "contact/patches/patch_wrench.h"

namespace outrigger::contact {

/// An overlap, in the frame of A or as `placed`.
struct VolumetricRegion {
  Vec3 normal = Vec3::UnitZ();
  Vec3 volume_centroid = Vec3::Zero();  ///< c_V [m]
  Vec3 plane_centroid = Vec3::Zero();   ///< of the contact plane [m]
  double volume = 0.0;                  ///< V₀ [m³]
  double depth = 0.0;                   ///< largest [m]
  Mat3 inertia = Mat3::Zero();          ///< J [m⁵]
  double area = 0.0;                    ///< m₀ [m²]
  Vec3 first = Vec3::Zero();            ///< m₁ [m³]
  Mat3 second = Mat3::Zero();           ///< m₂ [m⁴]
  double half_square = 0.0;             ///< ½ ∫ u₀² dA [m⁴]

  double spin_radius() const;  ///< r [m]
  VolumetricRegion placed(const Pose& pose) const;
  /// Of B against A.
  VolumetricRegion swapped() const;
};

/// Of a patch that `query` found for `a` and `b`, in the frame of A.
VolumetricRegion make_region(const MeshPatches& query, const geometry::Mesh& a,
                             const geometry::Mesh& b, const Pose& b_in_a, std::size_t patch);

/// K and a of a step.
struct RegionLaw {
  double stiffness = 0.0;  ///< K [N/m³]
  double damping = 0.0;    ///< a [s/m]
};

struct RegionWrench {
  Vec3 force = Vec3::Zero();    ///< F_n n [N]
  Mat3 moment = Mat3::Zero();   ///< Σ f sᵀ about c_V [N m]
  Vec3 rolling = Vec3::Zero();  ///< T_r [N m]
  double normal_force = 0.0;    ///< [N]
  double stored = 0.0;          ///< E [J]
  double dissipated = 0.0;      ///< [W]
  double by_motion = 0.0;       ///< K (1 + a v_n): times m_αβ n nᵀ it is -∂F_α/∂(t, G)_β
  double by_velocity = 0.0;     ///< K V a: times n nᵀ it is -∂F/∂v
  double by_way = 0.0;          ///< over a step, K V a/h: times n nᵀ it is -∂F/∂t
  double by_turning = 0.0;      ///< K a: times P J P it is -∂T_r/∂ω
  Vec3 torque() const;          ///< about c_V, rolling included [N m]
};

/// `motion` about c_V, `angular` is ω.
RegionWrench region_wrench(const VolumetricRegion& region, const RegionLaw& law,
                           const PatchMotion& motion, const Vec3& angular);

/// An overlap as the step before left it.
struct RegionStart {
  double volume = 0.0;  ///< V₀ [m³], 0: none
  double stored = 0.0;  ///< E₀ [J]
  PatchMotion motion;   ///< there, about c_V of the present region
};

/// The wrench that acts over a whole step of length h that ends at `end`, in which the bodies approach each
/// other by `way`: K times the mean of both volumes, its moment that of half the way; where the overlap begins or ends within the step,
/// |E₁ - E₀|/way, at most K V. v_n is way/h, `stored` is E₁, tangents are by the end of the step.
RegionWrench region_step_wrench(const VolumetricRegion& region, const RegionLaw& law,
                                const RegionStart& start, const PatchMotion& end, double way,
                                double step, const Vec3& angular);

}  // namespace outrigger::contact
