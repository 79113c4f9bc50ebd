/// The 3 × 3 stiffness and damping matrices of a contact at a point, from the derivatives of its
/// normal and its friction law: K = -∂F/∂x, C = -∂F/∂v of F = N n + F_t on A, to the position x and
/// velocity v of A's point relative to B's.
///
/// Plane, or n frozen in the step (δ = -n·x, δ̇ = -n·v, y = P(y₀ + x), v_t = P v, P = I - n nᵀ):
///
///   K = N_δ n nᵀ + A_y P + N_δ F_N nᵀ          C = N_δ̇ n nᵀ + A_v P + N_δ̇ F_N nᵀ
///
/// This is corrections §2 (THESIS 3.4, 3.5 with the right sign) and §3, cases 1 to 3. Unsymmetric by F_N:
/// with `positive_tangent` in place of A_y, A_v and without F_N it is symmetric and positive.
///
/// A normal that turns with x, G = ∂n/∂x, adds to the normal force's part
///
///   K += N_δ̇ n (G v)ᵀ - N G
///
/// G = (I - n nᵀ)/l for a vertex or two spheres (l distance of vertex and centre, or of the centres),
/// G = (I - n nᵀ - t tᵀ)/l for an edge along t. -N G destabilises: leave it out of a positive tangent.
#pragma once

#include "contact/laws/friction_law.h"
#include "contact/laws/normal_law.h"

namespace outrigger::contact {

struct PointTangent {
  Mat3 stiffness = Mat3::Zero();  ///< K [N/m]
  Mat3 damping = Mat3::Zero();    ///< C [N s/m]
};

/// Exact for a fixed n.
PointTangent point_tangent(const Vec3& normal, const NormalForce& n, const FrictionForce& friction);

/// Symmetric, positive semi-definite: without what N does to the friction.
PointTangent positive_point_tangent(const Vec3& normal, const NormalForce& n,
                                    const FrictionTangent& friction);

/// What a turning normal adds to K.
Mat3 turning_normal_stiffness(const Vec3& normal, const Mat3& normal_by_position,
                              const Vec3& velocity, const NormalForce& n);

}  // namespace outrigger::contact
