#include "validation/exact/spatial_slider_crank.h"

#include <cmath>

#include "math/elementary.h"

namespace outrigger::validation {
namespace {

/// A unit vector and its derivative by time, from those of any vector along it.
struct MovingUnit {
  Vec3 direction, rate;
};

MovingUnit normalise(const Vec3& v, const Vec3& v_rate) {
  const double length = v.norm();
  const Vec3 u = v / length;
  return {u, (v_rate - u.dot(v_rate) * u) / length};
}

}  // namespace

SpatialSliderCrankMotion spatial_slider_crank(const SpatialSliderCrank& machine,
                                              const CrankDrive& drive) {
  SpatialSliderCrankMotion motion;
  const auto [sine, cosine] = elementary::sincos(drive.angle);
  const double r = machine.crank_length;
  const Vec3 arm(0.0, r * cosine, r * sine);
  const Vec3 turned(0.0, -r * sine, r * cosine);
  motion.pin = Vec3(0.0, machine.pivot_y, machine.pivot_z) + arm;
  motion.pin_velocity = drive.rate * turned;
  const Vec3 pin_acceleration = drive.acceleration * turned - drive.rate * drive.rate * arm;

  // x² + |B|² = l² (B has no x component), differentiated twice.
  const double l = machine.rod_length;
  motion.position = std::sqrt(l * l - motion.pin.squaredNorm());
  motion.velocity = -motion.pin.dot(motion.pin_velocity) / motion.position;
  motion.acceleration = -(motion.velocity * motion.velocity + motion.pin_velocity.squaredNorm() +
                          motion.pin.dot(pin_acceleration)) /
                        motion.position;

  // Rod direction and the axis of the universal joint that is fixed in the rod.
  const Vec3 rod = Vec3(motion.position, 0.0, 0.0) - motion.pin;
  const Vec3 rod_rate = Vec3(motion.velocity, 0.0, 0.0) - motion.pin_velocity;
  motion.rod_direction = rod / l;
  motion.rod_direction_rate = rod_rate / l;
  const Vec3 fixed_axis = Vec3::UnitZ();
  const auto [b, b_rate] = normalise(fixed_axis.cross(rod), fixed_axis.cross(rod_rate));
  const Vec3 c = motion.rod_direction.cross(b);
  const Vec3 c_rate = motion.rod_direction_rate.cross(b) + motion.rod_direction.cross(b_rate);
  motion.rod_rotation << motion.rod_direction, b, c;

  // ω = ½ Σ e_i × e_i' over the axes of the rod frame.
  motion.rod_angular_velocity = 0.5 * (motion.rod_direction.cross(motion.rod_direction_rate) +
                                       b.cross(b_rate) + c.cross(c_rate));
  return motion;
}

}  // namespace outrigger::validation
