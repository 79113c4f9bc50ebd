/// Mass properties of a whole machine, and its mass matrix in coordinates that people know.
///
/// Total:  m = Σ m_B,  c = Σ m_B c_B / m,  I = Σ R_B I_B R_Bᵀ + m_B (|d|² 1 - d dᵀ),  d = c_B - c
///
/// Mass matrix of an articulation (jointed group): kinetic energy T = ½ żᵀ M ż with the rates ż of f
/// independent coordinates, f the degrees of freedom without the drives. They are chosen in this order:
/// coordinates of the machine, as long as they are independent; then, where bodies are still free,
/// components of the velocity of a body frame: x, y, z [m/s] and rx, ry, rz [rad/s], world axes.
///   M = Rᵀ M_q R with G R = 0 and ∂ż/∂q̇ R = 1;  G the constraint gradients without drives
/// Dense algebra: for articulations of up to system::kMaxAnalysedCoordinates natural coordinates.
#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "math/types.h"
#include "sim/world.h"

namespace outrigger::sim {

struct TotalMass {
  double mass = 0.0;            ///< [kg]
  Vec3 centre = Vec3::Zero();   ///< of mass, world [m]
  Mat3 inertia = Mat3::Zero();  ///< about the centre, world axes, off-diagonals -∫xy dm [kg m²]
};

/// Of all bodies of the world, or of those named. Throws Error for an unknown name.
TotalMass total_mass(const World& world, const std::vector<std::string>& bodies = {});

struct MassMatrix {
  std::string articulation;        ///< its first body
  bool known = true;               ///< false: too many coordinates for dense algebra
  std::vector<std::string> names;  ///< of the coordinates, in the order of the rows
  std::vector<std::string> units;  ///< "m" or "rad"
  Eigen::MatrixXd matrix;          ///< symmetric, positive definite [kg, kg m, kg m²]
};

/// One for each articulation, at the present pose.
std::vector<MassMatrix> mass_matrices(const World& world);

}  // namespace outrigger::sim
