/// Stiffness k of N = k δ^{3/2} from materials and curvatures: Hertz (1882), in the form of
/// K. Johnson, Contact Mechanics, 1985, chapter 4.
///
///   1/E* = (1-ν₁²)/E₁ + (1-ν₂²)/E₂                                   (THESIS 3.3, HITL 13)
///   sphere on plane:  k = 4/3 E* √R                                   (THESIS 3.2, HITL 12)
///   two spheres:      1/R = 1/R₁ + 1/R₂       ball R₁ in socket R₂ > R₁:  1/R = 1/R₁ - 1/R₂
///
/// Paraboloids in general: the gap is A x² + B y² (0 < A ≤ B) with, from the principal curvatures
/// κ, κ' of both bodies (convex > 0) and the angle ψ between the directions of κ₁ and κ₂,
///
///   A + B = (κ₁+κ₁'+κ₂+κ₂')/2
///   B - A = ½ √((κ₁-κ₁')² + (κ₂-κ₂')² + 2 (κ₁-κ₁')(κ₂-κ₂') cos 2ψ),  or, keeping the digits of A,
///   A B = ¼ [κ₁κ₁' + κ₂κ₂' + (κ₁κ₂'+κ₁'κ₂) cos²ψ + (κ₁κ₂+κ₁'κ₂') sin²ψ]
///
/// The contact is an ellipse with semi-axes a ≥ b, m₁ = (b/a)², and K, B, D of elliptic_integrals.h:
///
///   B/A = B(m)/(m₁ D(m))      solved for m₁ by Newton's method in logarithms, at most 4 iterations
///   a = √(δ D/(A K)),  b = a √m₁,   k = 2π/3 E* √(D/A)/K^{3/2}
///
///   E Young's modulus [Pa], ν Poisson's ratio, κ [1/m], k [N/m^{3/2}]
///
/// Relative error of k: 1e-13 up to B/A = 1e8. Holds for a
/// small beside all radii of curvature; not for conforming pairs (a ball in a socket of nearly its
/// radius), and not for line contact: parallel cylinders (A = 0) have no k of their own, their
/// approach depends on the length and on where the bodies are held. Half-spaces, no friction.
#pragma once

#include <optional>

namespace outrigger::contact {

/// E* [Pa] of two materials.
double effective_modulus(double young_a, double poisson_a, double young_b, double poisson_b);

/// k of a sphere of radius R on a plane [N/m^{3/2}].
double sphere_stiffness(double modulus, double radius);
/// k of two spheres, both convex.
double two_spheres_stiffness(double modulus, double radius_a, double radius_b);
/// k of a ball in a spherical socket; socket_radius > ball_radius > 0.
double socket_stiffness(double modulus, double ball_radius, double socket_radius);

/// Principal curvatures of both bodies at the contact.
struct Curvatures {
  double first_a = 0.0, second_a = 0.0;  ///< κ₁, κ₁' [1/m], > 0 convex
  double first_b = 0.0, second_b = 0.0;  ///< κ₂, κ₂' [1/m]
  double angle = 0.0;                    ///< ψ between the directions of first_a and first_b [rad]
};

struct EllipticContact {
  double stiffness = 0.0;   ///< k [N/m^{3/2}]
  double long_axis = 0.0;   ///< a/√δ [m^{1/2}]
  double short_axis = 0.0;  ///< b/√δ [m^{1/2}]
};

/// Nothing if the gap is not open all around (A ≤ 0 or A < 1e-12 B): line contact or conforming.
std::optional<EllipticContact> elliptic_contact(double modulus, const Curvatures& curvatures);

}  // namespace outrigger::contact
