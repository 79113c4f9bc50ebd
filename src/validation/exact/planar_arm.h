/// An arm of two segments in a vertical plane with passive joint moments (PENDULUM §2.3), in its two
/// angles: Lagrange's equations of the planar double pendulum, integrated to rounding.
///
///   (I₁ + m₁s₁² + m₂l₁²) θ₁'' + m₂l₁s₂ c θ₂'' = -m₂l₁s₂ σ θ₂'² + (m₁s₁ + m₂l₁) g cos θ₁ + M_s + M_e
///   m₂l₁s₂ c θ₁'' + (I₂ + m₂s₂²) θ₂''         =  m₂l₁s₂ σ θ₁'² + m₂s₂ g cos θ₂ - M_e
///   c = cos(θ₁ - θ₂), σ = sin(θ₁ - θ₂);  M_s = -P_s(θ₁) - d_s θ₁',  M_e = -P_e(ε) - d_e ε', ε = θ₁ - θ₂
///
///   θ  angle of a segment below the horizontal [rad]; 1 upper arm, 2 forearm with hand
///   ε  flexion of the elbow, 0 = straight [rad]
///   m mass, I moment about the centre, s centre from the upper joint, l length; P passive moment
///
/// Passive moments grow exponentially towards the ends of the range, the usual form of such curves
/// (M. L. Audu, D. T. Davy, J. Biomech. Eng. 107, 1985):
///   P(x) = stiffness (x - rest) + exp(rise (x - upper)) - exp(rise (lower - x))   [N m]
#pragma once

#include <vector>

namespace outrigger::validation {

struct PassiveMoment {
  double stiffness = 0.0;           ///< within the range [N m/rad]
  double rest = 0.0;                ///< [rad]
  double lower = 0.0, upper = 3.0;  ///< where the ends reach 1 N m [rad]
  double rise = 10.0;               ///< [1/rad]
  double damping = 0.0;             ///< d [N m s/rad]

  double moment(double x) const;  ///< P(x) [N m]
};

struct ArmSegment {
  double mass = 2.0, inertia = 0.01, centre = 0.15, length = 0.3;  ///< m, I, s, l
};

struct PlanarArm {
  ArmSegment upper, forearm;
  PassiveMoment shoulder, elbow;
  double gravity = 9.81;
  double upper_angle = 0.0, forearm_angle = 0.0;  ///< θ₁, θ₂ at the start, at rest [rad]
};

struct PlanarArmState {
  double upper_angle, forearm_angle, upper_rate, forearm_rate;
};

/// States at increasing times ≥ 0.
std::vector<PlanarArmState> planar_arm(const PlanarArm& arm, const std::vector<double>& times);

}  // namespace outrigger::validation
