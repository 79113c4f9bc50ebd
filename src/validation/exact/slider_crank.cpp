#include "validation/exact/slider_crank.h"

#include <cmath>

#include "math/elementary.h"

namespace outrigger::validation {
namespace {

using Eigen::Vector2d;

double cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }
Vector2d left_of(const Vector2d& a) { return {-a.y(), a.x()}; }

struct Directions {
  Vector2d crank;  ///< (cos θ, sin θ)
  Vector2d rod;    ///< (cos φ, sin φ)
};

Directions directions(const SliderCrank& machine, double time) {
  const auto [sine, cosine] = elementary::sincos(machine.start_angle + machine.speed * time);
  const double rod_sine = (machine.offset - machine.crank_length * sine) / machine.rod_length;
  const double rod_cosine = std::sqrt((1.0 - rod_sine) * (1.0 + rod_sine));
  return {{cosine, sine}, {rod_cosine, rod_sine}};
}

}  // namespace

SliderCrankMotion slider_crank_motion(const SliderCrank& machine, double time) {
  const auto [u, w] = directions(machine, time);
  const double r = machine.crank_length;
  const double l = machine.rod_length;
  const double speed = machine.speed;
  SliderCrankMotion motion;

  // l sin φ + r sin θ = e, differentiated twice.
  motion.crank_angle = machine.start_angle + speed * time;
  motion.rod_angle = elementary::asin(w.y());
  motion.rod_rate = -r * u.x() * speed / (l * w.x());
  const double rate = motion.rod_rate;
  motion.rod_acceleration = (r * u.y() * speed * speed / l + w.y() * rate * rate) / w.x();

  // x = r cos θ + l cos φ, differentiated twice.
  motion.position = r * u.x() + l * w.x();
  motion.velocity = -r * u.y() * speed - l * w.y() * rate;
  motion.acceleration =
      -r * u.x() * speed * speed - l * w.x() * rate * rate - l * w.y() * motion.rod_acceleration;

  motion.pin = r * u;
  motion.crank_centre = machine.crank_centre * u;
  motion.rod_centre = motion.pin + machine.rod_centre * w;
  motion.rod_centre_velocity = speed * left_of(motion.pin) + machine.rod_centre * rate * left_of(w);
  return motion;
}

SliderCrankForces slider_crank_forces(const SliderCrank& machine, double time) {
  const auto [u, w] = directions(machine, time);
  const SliderCrankMotion motion = slider_crank_motion(machine, time);
  const double speed_squared = machine.speed * machine.speed;
  const double rate_squared = motion.rod_rate * motion.rod_rate;
  SliderCrankForces forces;

  // Slider, along x.
  const double along =
      machine.slider_mass * (motion.acceleration - machine.gravity.x()) - machine.slider_force;

  // Rod: moments about G₂ with the force at B replaced by Newton's law.
  const Vector2d rod_acceleration =
      -speed_squared * motion.pin +
      machine.rod_centre * (motion.rod_acceleration * left_of(w) - rate_squared * w);
  const Vector2d rod_inertia_force = machine.rod_mass * (rod_acceleration - machine.gravity);
  const Vector2d from_c_to_b = -machine.rod_length * w;
  const double moment = machine.rod_inertia * motion.rod_acceleration -
                        cross(-machine.rod_centre * w, rod_inertia_force);
  const double across = (moment + from_c_to_b.y() * along) / from_c_to_b.x();
  forces.at_c = {along, across};
  forces.at_b = rod_inertia_force + forces.at_c;
  forces.guide = -across - machine.slider_mass * machine.gravity.y();

  // Crank, moments about A.
  const Vector2d crank_weight = machine.crank_mass * machine.gravity;
  const Vector2d crank_acceleration = -speed_squared * motion.crank_centre;
  forces.at_a = machine.crank_mass * crank_acceleration - crank_weight + forces.at_b;
  forces.torque = cross(motion.pin, forces.at_b) - cross(motion.crank_centre, crank_weight);
  return forces;
}

double slider_crank_energy(const SliderCrank& machine, double time) {
  const SliderCrankMotion motion = slider_crank_motion(machine, time);
  const double crank_inertia =
      machine.crank_inertia + machine.crank_mass * machine.crank_centre * machine.crank_centre;
  const double kinetic = 0.5 * crank_inertia * machine.speed * machine.speed +
                         0.5 * machine.rod_mass * motion.rod_centre_velocity.squaredNorm() +
                         0.5 * machine.rod_inertia * motion.rod_rate * motion.rod_rate +
                         0.5 * machine.slider_mass * motion.velocity * motion.velocity;
  const Vector2d slider(motion.position, machine.offset);
  const Vector2d first_moment = machine.crank_mass * motion.crank_centre +
                                machine.rod_mass * motion.rod_centre + machine.slider_mass * slider;
  return kinetic - machine.gravity.dot(first_moment) - machine.slider_force * motion.position;
}

}  // namespace outrigger::validation
