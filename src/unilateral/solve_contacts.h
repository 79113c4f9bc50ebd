/// Forces and impulses of rigid contacts with friction, and impacts with restitution.
///
/// **Forces** (accelerations): which contacts that touch stay closed, which stick, which begin to
/// slide. A contact with a slip velocity has its friction given (contact.h).
///
/// **Impulses** (velocities): the same problem with q̇ after the impulses in place of q̈. One step h
/// of a time-stepping method is `free_motion` = q̇ + h R Q. Slip velocities of contacts are not read.
///
/// **Impacts**: Poisson's law in two phases after C. Glocker, F. Pfeiffer, Nonlinear Dynamics 7, 1995,
/// without restitution in the tangents. Compression: impulses Λ_C that end all approach (e = 0).
/// Expansion: each contact gives back e Λ_NC, and more only as needed against new approach; friction
/// acts in both, within μ times the normal impulse of the phase. With one e for all contacts that
/// compress, and floors that do not move,
///
///   T⁺ ≤ T⁻ - ½ (1 - e²) Λ_Cᵀ G Λ_C,    G = WᵀRW
///
/// for any number of contacts, with friction: proof in docs/theory/unilateral.md. With several e the
/// energy can grow; then the least e of the compressed contacts is taken for all of them, and
/// `restitution_lowered` says so. Momentum is exact: velocities change by R W Λ and nothing else.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "unilateral/contact_lcp.h"
#include "unilateral/response.h"

namespace outrigger::unilateral {

struct ContactForce {
  ContactState state = ContactState::open;
  double normal = 0.0;           ///< λ_N ≥ 0 [N] or [N s]
  Eigen::VectorXd tangent;       ///< λ_T on the contact's tangents
  double normal_rate = 0.0;      ///< g̈_N [m/s²] or ġ_N [m/s]
  Eigen::VectorXd tangent_rate;  ///< g̈_T or ġ_T
};

struct ContactSolution {
  /// Unless `solved`, forces are zero and `motion` is that without contacts: do not go on with it.
  LcpStatus status = LcpStatus::solved;
  LcpCertificate certificate;
  int pivots = 0;
  std::vector<ContactForce> contacts;
  Eigen::VectorXd motion;  ///< q̈, or q̇ after the impulses
};

/// Forces at the level of accelerations.
ContactSolution solve_forces(const ContactProblem& problem, const LcpSettings& settings = {});

/// Impulses at the level of velocities, without restitution.
ContactSolution solve_impulses(ContactProblem problem, const LcpSettings& settings = {});

struct Impact {
  LcpStatus status = LcpStatus::solved;
  LcpCertificate compression, expansion;
  int pivots = 0;
  std::vector<ContactForce> contacts;  ///< impulses of both phases together, rates after
  Eigen::VectorXd velocity;            ///< after; before, unless `solved`
  double energy_before = 0.0;          ///< ½ q̇ᵀ M q̇ [J]
  double energy_after = 0.0;
  bool restitution_lowered = false;
};

/// `problem.free_motion` is the velocity before. `mass` gives the energy.
Impact solve_impact(ContactProblem problem, const Eigen::MatrixXd& mass,
                    const LcpSettings& settings = {});

}  // namespace outrigger::unilateral
