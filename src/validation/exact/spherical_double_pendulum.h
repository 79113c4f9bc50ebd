/// Double pendulum of two rigid bodies on spherical joints (the model of an arm in the PENDULUM
/// paper, without contact), integrated independently of natural coordinates: the state is
/// (q₁, ω₁, q₂, ω₂) with quaternions, positions follow from the joints and cannot drift apart, and
/// accelerations come from Newton-Euler with the joint forces as unknowns, an 18 × 18 system:
///
///   m₁ a₁ = m₁ g + F₁ - F₂         J₁ α₁ + ω₁ × J₁ω₁ = u₁ × R₁ᵀF₁ - l₁ × R₁ᵀF₂
///   m₂ a₂ = m₂ g + F₂              J₂ α₂ + ω₂ × J₂ω₂ = u₂ × R₂ᵀF₂
///   a₁ + R₁(α₁ × u₁ + ω₁ × (ω₁ × u₁)) = 0
///   a₁ + R₁(α₁ × l₁ + ω₁ × (ω₁ × l₁)) = a₂ + R₂(α₂ × u₂ + ω₂ × (ω₂ × u₂))
///
///   F₁ force of the ground on body 1, F₂ of body 1 on body 2, at the joints, world axes [N]
///   u  upper joint, l lower joint, from the centre, body axes [m];  J about the centre, body axes
///
/// Energy and the angular momentum about the vertical through the anchor are constant.
/// Error below 1e-10 over 2 s. The motion is chaotic: errors grow by powers of e in longer runs.
#pragma once
#include <array>

#include "validation/exact/rigid_rotation.h"

namespace outrigger::validation {

struct PendulumBody {
  double mass = 1.0;                        ///< [kg], > 0
  Mat3 inertia = Mat3::Identity() * 0.01;   ///< about the centre, body axes [kg m²], positive
  Vec3 upper_joint = Vec3(0.0, 0.0, 0.2);   ///< from the centre, body axes [m]
  Vec3 lower_joint = Vec3(0.0, 0.0, -0.2);  ///< from the centre, body axes [m]; of body 2: its tip
  RotationState start;                      ///< at t = 0
};

struct SphericalDoublePendulum {
  PendulumBody first, second;
  Vec3 anchor = Vec3::Zero();            ///< fixed point of body 1, world [m]
  Vec3 gravity = Vec3(0.0, 0.0, -9.81);  ///< world [m/s²]
};

struct DoublePendulumState {
  RotationState first, second;
  Vec3 first_centre, second_centre;      ///< world [m]
  Vec3 first_velocity, second_velocity;  ///< of the centres, world [m/s]
  Vec3 tip;                              ///< lower joint point of body 2, world [m]
  Vec3 anchor_force, elbow_force;        ///< F₁, F₂, world [N]
};

DoublePendulumState spherical_double_pendulum(const SphericalDoublePendulum& pendulum, double time);

/// A force from outside on one of the bodies, at a world point [N, m].
struct OutsideForce {
  Vec3 force = Vec3::Zero(), point = Vec3::Zero();
};

/// Where and how fast everything is, joint forces left at zero.
DoublePendulumState double_pendulum_kinematics(const SphericalDoublePendulum& pendulum,
                                               const RotationState& first,
                                               const RotationState& second);
/// Angular accelerations in body axes [rad/s²], with a force from outside on either body.
std::array<Vec3, 2> double_pendulum_accelerations(const SphericalDoublePendulum& pendulum,
                                                  const DoublePendulumState& state,
                                                  const std::array<OutsideForce, 2>& outside);

/// Kinetic plus potential energy, zero height at the world origin [J].
double double_pendulum_energy(const SphericalDoublePendulum& pendulum,
                              const DoublePendulumState& state);

/// Angular momentum about the anchor, world axes [kg m²/s].
Vec3 double_pendulum_momentum(const SphericalDoublePendulum& pendulum,
                              const DoublePendulumState& state);

}  // namespace outrigger::validation
