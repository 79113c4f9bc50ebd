/// Contacts with Coulomb friction as a linear complementarity problem.
///
/// Unknowns: normal forces λ_N; shares β ≥ 0 of the friction force along k directions d_j of each
/// contact, λ_T = Σ d_j β_j; and σ, the speed (or acceleration) of its slip. R is the response
/// (response.h), b what the contacts do without forces, D = W_T d, E sums the shares of a contact:
///
///   | g̈_N |   | W_NᵀR(W_N + S)  W_NᵀRD  0 | | λ_N |   | b_N |
///   | ρ   | = | Dᵀ R(W_N + S)   DᵀRD    E | | β   | + | b_D |        all ≥ 0, products zero
///   | ζ   |   | μ               -Eᵀ     0 | | σ   |   | 0   |
///
/// ζ = μ λ_N - Σβ is what friction has in reserve: none left or no slip. ρ_j = σ + d_jᵀ g̈_T vanishes
/// for the directions that friction uses: those most against the slip. S = -μ W_T s/|s| for contacts
/// that slide already with slip s; they have no β and σ.
///
/// In the plane k = 2, d = ±1: this is Coulomb's law exactly. In space the circle becomes a polygon
/// inside it, with corners at d_j: friction is between μλ_N cos(π/k) and μλ_N, off the slip's line by
/// at most π/k.
///
/// Without S the matrix is copositive (zᵀMz = |R^{1/2}(W_N λ_N + Dβ)|² + σᵀμλ_N), and with b = Wᵀu
/// for some u (velocities, no moving floors) Lemke's method always finds an answer (M. Anitescu,
/// F. Potra, Nonlinear Dynamics 14, 1997). With S it may have none: Painlevé's paradox. Then, or when
/// floors are driven into each other, the status is a ray and there are no forces.
///
/// `thesis_lcp` is the form of THESIS eq. 4.2, as re-derived in docs/theory/unilateral.md: planar,
/// three unknowns per contact at rest instead of four. The same answers; nothing is known about
/// whether Lemke's method always finds them, so it serves for comparison.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "unilateral/contact.h"
#include "unilateral/lcp.h"

namespace outrigger::unilateral {

struct ContactProblem {
  Eigen::MatrixXd response;  ///< R
  /// Without contact forces: q̈ for forces, q̇ for impulses.
  Eigen::VectorXd free_motion;
  std::vector<Contact> contacts;
  /// Directions of friction per contact in space: even, 4 or more.
  int directions = 16;
  /// Normal forces that act besides λ_N and count for friction, one per contact; empty means none.
  Eigen::VectorXd given_normal;
};

/// Where the unknowns of a contact are.
struct ContactUnknowns {
  Eigen::Index normal = 0;
  Eigen::Index first_share = -1;  ///< -1: no β and σ
  Eigen::Index slack = -1;
  Eigen::MatrixXd directions;  ///< columns d_j, in the contact's tangents
};

struct ContactLcp {
  LcpProblem lcp;
  std::vector<ContactUnknowns> unknowns;
};

/// Throws Error for bad contacts or directions.
ContactLcp contact_lcp(const ContactProblem& problem);

/// THESIS eq. 4.2; contacts with one tangent (or none), no given normal forces. Unknowns in order:
/// λ_N of all; then λ_H = λ_T + μλ_N of all at rest with friction; then their slip backwards.
LcpProblem thesis_lcp(const ContactProblem& problem);

/// λ_N and λ_T of the contacts from an answer of `thesis_lcp`, two columns.
Eigen::MatrixXd thesis_forces(const ContactProblem& problem, const Eigen::VectorXd& z);

/// Generalised force of one newton of normal force: W_N, and with it the friction of a contact that
/// slides already.
Eigen::VectorXd normal_column(const Contact& contact);

/// Slides already?
bool slides(const Contact& contact);

}  // namespace outrigger::unilateral
