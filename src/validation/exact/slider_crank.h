/// Planar slider-crank driven at constant speed: exact motion, motor torque and joint forces, by
/// closed-form kinematics and Newton-Euler body by body (any text on mechanisms, e.g.
/// R. Norton, Design of Machinery, ch. 11).
///
///   B = r (cos θ, sin θ),  θ = θ₀ + Ω t           crank pin; the crank turns about the origin A
///   C = B + l (cos φ, sin φ) = (x, e)             slider, sin φ = (e - r sin θ)/l, cos φ > 0
///   G₁ = s₁ (cos θ, sin θ),  G₂ = B + s₂ (cos φ, sin φ)      centres of crank and rod
///
/// The slider has its centre at C and moves along x at y = e. World z is the joint axis; angles
/// count from +x towards +y. Signs: `at_a` is the force of the ground on the crank, `at_b` of the
/// crank on the rod, `at_c` of the rod on the slider, `guide` of the guide on the slider along +y,
/// `torque` of the motor on the crank about +z.
/// Holds for r + |e| < l (no dead centre of the rod).
#pragma once
#include <Eigen/Core>

namespace outrigger::validation {

struct SliderCrank {
  double crank_length = 0.1;    ///< r [m], > 0
  double rod_length = 0.3;      ///< l [m], > r + |e|
  double offset = 0.0;          ///< e of the slider's line from A [m]
  double crank_centre = 0.05;   ///< s₁ [m]
  double rod_centre = 0.15;     ///< s₂ from B [m]
  double crank_mass = 1.0;      ///< [kg], ≥ 0
  double rod_mass = 0.5;        ///< [kg], ≥ 0
  double slider_mass = 0.8;     ///< [kg], ≥ 0
  double crank_inertia = 1e-3;  ///< about G₁ [kg m²], ≥ 0; without effect at constant speed
  double rod_inertia = 4e-3;    ///< about G₂ [kg m²], ≥ 0
  Eigen::Vector2d gravity = Eigen::Vector2d(0.0, -9.81);  ///< [m/s²]
  double slider_force = 0.0;                              ///< load on the slider along +x [N]
  double start_angle = 0.0;                               ///< θ₀ [rad]
  double speed = 10.0;                                    ///< Ω [rad/s]
};

struct SliderCrankMotion {
  double crank_angle;                             ///< θ [rad]
  double rod_angle, rod_rate, rod_acceleration;   ///< φ, φ', φ'' [rad, /s, /s²]
  double position, velocity, acceleration;        ///< of the slider along x [m, m/s, m/s²]
  Eigen::Vector2d pin, crank_centre, rod_centre;  ///< B, G₁, G₂ [m]
  Eigen::Vector2d rod_centre_velocity;            ///< [m/s]
};

struct SliderCrankForces {
  double torque;                     ///< [N m]
  Eigen::Vector2d at_a, at_b, at_c;  ///< [N]
  double guide;                      ///< [N]
};

SliderCrankMotion slider_crank_motion(const SliderCrank& machine, double time);
SliderCrankForces slider_crank_forces(const SliderCrank& machine, double time);

/// Kinetic plus potential energy (of gravity and the slider load) [J].
double slider_crank_energy(const SliderCrank& machine, double time);

}  // namespace outrigger::validation
