/// Position and velocity problem: places the bodies so that all joints close.
///
/// Minimum-norm Gauss-Newton on the body poses, Δ = -Jᵀ (J Jᵀ + ε I)⁻¹ r, with rotations scaled by
/// a characteristic length so that metres and radians weigh alike. Redundant joints are harmless:
/// ε regularises them. From rough guesses the step is damped until the residual falls. Where that does
/// not close the joints, a second attempt starts with the tree of joints closed (assemble_tree.h): a
/// machine without loops is assembled for all values of its joints, whatever poses are given.
#pragma once

#include "model/mechanism.h"

namespace outrigger::model {

struct AssemblyReport {
  int iterations = 0;
  double position_residual = 0.0;  ///< largest, relative to the characteristic length
  double velocity_residual = 0.0;  ///< largest [m/s]
  double length = 1.0;             ///< characteristic length [m]
};

/// Moves bodies whose pose is not exact until all joints, couplings, position drives and given
/// initial coordinate values hold. Bodies without a pose are first placed along their joints.
/// Throws Error naming the worst joint when the pose cannot be assembled.
AssemblyReport assemble_positions(Mechanism& m);

/// The same for a machine in motion: only joints are closed, by the smallest correction; drives and
/// initial values have no say.
AssemblyReport close_joints(Mechanism& m);

/// Completes the given initial speeds to twists that satisfy all joints: the correction of least
/// norm. Throws Error naming what contradicts.
void assemble_velocities(Mechanism& m, AssemblyReport& report);

/// Makes the present twists compatible with all joints and couplings by the impulses of the joints
/// alone: the change of least kinetic energy, which conserves momentum (an inelastic lock). Rates of
/// driven coordinates are kept.
void lock_velocities(Mechanism& m);

}  // namespace outrigger::model
