/// The pantograph on two supports (THESIS Figure 4.2), in two sets of coordinates.
///
/// The text: a pantograph with two supports rests on a plane; as its angle φ goes to zero the
/// distribution of the contact forces over the supports becomes undetermined; the positions (x, y) of
/// each block as coordinates would not have this. The figure is missing; the mechanism here has all of
/// it:
///
///               A (x, y)          apex, of mass m_A, with a load P_A downwards
///              / \                arms of length L at the angles ψ - φ and ψ + φ from straight down,
///             / φ \               without mass, as parallel pairs: they keep the blocks upright
///        ____1_____2____          blocks of mass m_1, m_2, loads P_1, P_2 downwards, pulls H_1, H_2
///                                 to the right; both touch the plane when ψ = 0
///
/// At rest. **Angle**: the shape is the one angle φ, its placement x, y, ψ:
///
///   p_1 = (x + L sin(ψ-φ), y - L cos(ψ-φ)),   p_2 = (x + L sin(ψ+φ), y - L cos(ψ+φ))
///   W_N1 = (0, 1, -L sin φ, L sin φ),         W_N2 = (0, 1, L sin φ, L sin φ)       at ψ = 0
///
/// The supports differ by their lever about the apex, 2 L sin φ. At φ = 0 the columns are equal: only
/// the sum of the forces is determined. **Cartesian**: x_1, y_1, x_2, y_2 (and x_A, y_A with the two
/// lengths as joints if the apex has mass).
///
/// Without mass at the apex the arms hold nothing (two bars and a free pin): N_i = m_i g + P_i for
/// every φ > 0 in either set, in exact arithmetic. The angle set loses it because its mass matrix
/// becomes singular like sin²φ (x and ψ move both blocks alike); the Cartesian set does not notice φ.
/// With a mass or load at the apex it is another matter: for φ > 0 both sets give the same, and at
/// φ = 0 both lose it, because two rigid struts side by side carry the apex in any share. Coordinates
/// cannot decide that; the stiffness of the arms does.
#pragma once

#include <utility>

#include "unilateral/contact_lcp.h"
#include "unilateral/response.h"

namespace outrigger::unilateral {

struct Pantograph {
  double arm = 0.5;                         ///< L [m], > 0
  double mass_1 = 2.0, mass_2 = 3.0;        ///< [kg], > 0
  double load_1 = 5.0, load_2 = 20.0;       ///< P [N], downwards
  double pull_1 = 0.0, pull_2 = 0.0;        ///< H [N], to the right
  double apex_mass = 0.0, apex_load = 0.0;  ///< m_A [kg], P_A [N]; a load needs a mass
  double friction = 0.3;                    ///< μ of both supports
  double gravity = 9.81;                    ///< [m/s²]
};

struct PantographModel {
  Response response;
  ContactProblem problem;
};

/// Coordinates x, y, ψ, φ; `angle` is φ [rad], 0 .. π/2; ψ = 0.
PantographModel pantograph_by_angle(const Pantograph& p, double angle);

/// Coordinates x_1, y_1, x_2, y_2 and, with mass at the apex, x_A, y_A.
PantographModel pantograph_by_positions(const Pantograph& p, double angle);

/// φ = 0 with arms of stiffness k_1, k_2 [N/m] instead of rigid ones, at rest: they carry the apex in
/// the shares k_i/(k_1 + k_2). Cartesian.
PantographModel pantograph_with_springs(const Pantograph& p, double stiffness_1,
                                        double stiffness_2);

/// The normal forces m_i g + P_i without mass and load at the apex.
std::pair<double, double> pantograph_forces(const Pantograph& p);

}  // namespace outrigger::unilateral
