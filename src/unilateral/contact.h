/// A contact point between rigid bodies, seen from the generalised coordinates of a mechanism.
///
///   gap rate       ġ_N = W_Nᵀ q̇,    g̈_N = W_Nᵀ q̈ + normal_bias       > 0 while the bodies part
///   slip           ġ_T = W_Tᵀ q̇,    g̈_T = W_Tᵀ q̈ + tangent_bias
///   forces         Q = W_N λ_N + W_T λ_T                                λ_N ≥ 0 pushes them apart
///
/// Only contacts that touch (gap zero) take part in a problem. Signs as everywhere: the normal points
/// from body B to body A, slip is that of A on B, forces are those on A.
#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

namespace outrigger::unilateral {

struct Contact {
  std::string name;          ///< for reports
  Eigen::VectorXd normal;    ///< W_N, one number per coordinate
  Eigen::MatrixXd tangents;  ///< W_T: no column (frictionless), one (plane), two orthogonal (space)
  double friction = 0.0;     ///< Coulomb's μ, ≥ 0
  double restitution = 0.0;  ///< Poisson's e, 0..1; for impacts only
  /// What besides W_Nᵀ q̈ is in g̈_N [m/s²] (or besides W_Nᵀ q̇ in ġ_N [m/s]): Ẇ_Nᵀ q̇, a moving floor.
  double normal_bias = 0.0;
  Eigen::VectorXd tangent_bias;  ///< the same for slip; empty means zero
  /// For forces only: the slip velocity now [m/s]. Not zero: the contact slides, its friction is known
  /// to be -μ λ_N along it. Empty or zero: at rest, may stick or begin to slide.
  Eigen::VectorXd slip;
};

enum class ContactState {
  open,   ///< no force
  stick,  ///< force within the friction cone, no slip (also: frictionless and closed)
  slip,   ///< friction at its limit against the slip
};

/// "open", "stick", "slip".
const char* name_of(ContactState state);

/// Refuses sizes that do not fit, μ < 0, e outside 0..1, more than two tangents, bad numbers: Error
/// with the contact's name, the value and the range. That two tangents are orthogonal cannot be seen
/// in generalised coordinates.
void check_contacts(const std::vector<Contact>& contacts, Eigen::Index coordinates);

}  // namespace outrigger::unilateral
