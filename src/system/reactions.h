/// Joint reactions and drive forces from the motion (acceleration level).
///
/// With positions, velocities and consistent accelerations known, Newton-Euler says which wrench
/// W_B the constraints exert on every body B. The multipliers f of all joint equations, couplings
/// and drives (model/kinematics.h) satisfy
///     Σ J_Bᵀ f = W_B = (m a_G, r_G × m a_G + I α + ω × I ω) - gravity - force terms
/// solved in the least-squares sense. Trees and statically determinate loops give the exact
/// answer; where constraints are redundant the solution of least norm is taken and `unique` is
/// false. Being free of the position-level multipliers it carries none of their noise.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/mechanism.h"
#include "system/state.h"

namespace outrigger::system {

class System;
struct BodyWrench;

/// Load a joint puts on its body b at the joint point, in the axes (u, v, w) of joint frame a.
struct JointReaction {
  Vec3 force = Vec3::Zero();   ///< [N]
  Vec3 torque = Vec3::Zero();  ///< [N m]
};

struct Reactions {
  std::vector<JointReaction> joints;
  std::vector<double> drives;     ///< force of each drive along +x [N or N m]
  std::vector<double> couplings;  ///< force of each coupling on its coordinate b
  bool unique = true;
  double residual = 0.0;  ///< largest unbalanced force after the solve [N]
};

/// Linear and angular acceleration of a body frame.
model::Twist body_acceleration(const System& system, int body, const double* x,
                               const double* acceleration);

/// `more`: wrenches on the bodies from outside of the system; `signals`: Configuration::signals.
Reactions solve_reactions(const System& system, const model::Mechanism& mechanism,
                          const State& state, std::span<const BodyWrench> more = {},
                          const double* signals = nullptr);

}  // namespace outrigger::system
