/// Force, moments and exact tangents of all elements of a contact, for motions about the pose at
/// which the elements were found.
///
/// The elements stay as they were found; only depth and rates follow the motion of A against B
///
///   u_k = t + G s_k,   u̇_k = v + L s_k,   s_k = p_k - r                    (r reference point)
///   depth = d_k - n·u,   rate = -n·u̇,   slip v_t = u̇ - (n·u̇) n
///
/// rigid motions with G = [θ]×, L = [ω]×; any matrices for natural coordinates, in which points are
/// affine functions of the unknowns. Force on A, at A's element:
///
///   f = A (p n - φ v_t),   p and φ of areal_law.h
///   -∂f/∂u = A p_d (n - φ_p v_t) nᵀ
///   -∂f/∂u̇ = A p_v (n - φ_p v_t) nᵀ + A (φ P + φ_w v_t v_tᵀ/w),   P = I - n nᵀ
///
/// With h = (1, s) the sums are F_α = Σ h_α f, K_αβ = Σ h_α h_β (-∂f/∂u) and C_αβ likewise: for unknowns
/// e_j that move points as Σ_j (a_j·h) e_j the force on e_j is Σ_α a_jα F_α and the tangent between e_i
/// and e_j is Σ_αβ a_iα a_jβ K_αβ. Without slip K and C are symmetric and ≥ 0, and F is minus the
/// gradient of the stored energy, so that a step with frozen elements creates none.
///
/// Slip with a friction of its own. Where the reference slips along the plane of a normal N and something
/// else resists that (friction with memory of the patch as a whole), traction is due to the rest of the
/// motion and acts on the rest:
///
///   u̇' = N Nᵀ v + L s,   v_t = P u̇',   F_0 = N Nᵀ Σ f_t + Σ A p n,   F_α = Σ s_α f
///
/// so that its power is -Σ A φ |v_t|², never positive, whatever the slip that was left out.
///
/// What is left out is the change of areas with the motion. Its force is of second order at the rim
/// of a patch, where the depth is zero; for the frozen elements the tangents are exact.
#pragma once

#include <Eigen/Core>
#include <span>

#include "contact/patches/areal_law.h"
#include "contact/patches/patch_elements.h"

namespace outrigger::contact {

/// Of A against B, in the frame of the elements.
struct PatchMotion {
  Vec3 reference = Vec3::Zero();  ///< r [m]
  Vec3 t = Vec3::Zero();          ///< displacement of the reference since the query [m]
  Mat3 G = Mat3::Zero();          ///< its gradient
  Vec3 v = Vec3::Zero();          ///< velocity at the reference [m/s]
  Mat3 L = Mat3::Zero();          ///< its gradient [1/s]
  /// Slip of the reference across this normal has a friction of its own; zero: it has none.
  Vec3 carried_normal = Vec3::Zero();

  /// Small rotation θ [rad] about the reference, velocity v and angular velocity ω.
  static PatchMotion rigid(const Vec3& reference, const Vec3& t, const Vec3& rotation,
                           const Vec3& v, const Vec3& angular_velocity);
};

/// Sums over elements, on A.
struct PatchWrench {
  Vec3 force = Vec3::Zero();   ///< F_0 = Σ f [N]
  Mat3 moment = Mat3::Zero();  ///< Σ f sᵀ about the reference [N m]: column α is F_α
  double normal_force = 0.0;   ///< Σ A p [N], also where the normals cancel
  double area = 0.0;           ///< that carries pressure [m²]
  double stored = 0.0;         ///< [J]
  double dissipated = 0.0;     ///< power lost in damping, in friction and by suppressed tension [W]
  Vec3 pressure_moment = Vec3::Zero();  ///< Σ A p p_k [N m]
  int count = 0;                        ///< elements that carry pressure

  Vec3 torque() const;  ///< Σ s × f about the reference [N m]
  /// Where the pressure acts: Σ A p p_k / Σ A p; the reference where there is none.
  Vec3 pressure_centre(const Vec3& reference) const;
  PatchWrench& operator+=(const PatchWrench& other);
};

using Mat6 = Eigen::Matrix<double, 6, 6>;

/// K_αβ or C_αβ: moments of 3 × 3 blocks, symmetric in α and β.
struct MomentBlocks {
  static constexpr int kPairs = 10;
  /// By row and column of the block, then the pairs (0,0) (0,1) (0,2) (0,3) (1,1) (1,2) (1,3) (2,2)
  /// (2,3) (3,3), then two unused.
  alignas(32) double sum[3][3][12] = {};

  /// α, β: 0 for the constant, 1..3 for the components of s.
  Mat3 block(int alpha, int beta) const;
  /// For (t, θ) against (force, torque).
  Mat6 rigid() const;
};

/// `positive` leaves out what pressure does to traction: symmetric and ≥ 0, for methods that need it. `secant`
/// also what the size of the slip does to it: where the exact slope is zero along the slip, Newton's method may
/// jump from slip to one side to slip to the other for ever; the secant converges from either side.
enum class TangentKind { exact, positive, secant };

struct PatchTangent {
  MomentBlocks K;  ///< -∂F/∂(t, G) [N/m, N, N m]
  MomentBlocks C;  ///< -∂F/∂(v, L) [N s/m, ...]
  /// Traction's part of C where slip is carried elsewhere, to be multiplied by N Nᵀ from the left where
  /// α = 0 and from the right where β = 0. Otherwise it is in C.
  MomentBlocks carried;
};

/// Where a step began, by the elements of its end.
struct PatchStart {
  Vec3 t = Vec3::Zero();
  Mat3 G = Mat3::Zero();
  double step = 0.0;  ///< h [s], > 0
};

/// Forces that act over a whole step (areal_step_pressure), with the traction of its end. `dissipated` is
/// that of the traction alone.
PatchWrench sum_step_elements(std::span<const PatchElement> elements, const LayerLaw& law,
                              const PatchStart& start, const PatchMotion& motion,
                              PatchTangent* tangent, TangentKind kind);

/// One pass over the elements, in their order; allocates nothing. `tangent` may be null.
PatchWrench sum_elements(std::span<const PatchElement> elements, const LayerLaw& law,
                         const PatchMotion& motion, PatchTangent* tangent,
                         TangentKind kind = TangentKind::exact);
PatchWrench sum_elements(std::span<const PatchElement> elements, const ArealLaw& law,
                         const PatchMotion& motion, PatchTangent* tangent,
                         TangentKind kind = TangentKind::exact);

}  // namespace outrigger::contact
