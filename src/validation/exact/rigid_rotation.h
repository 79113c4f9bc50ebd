/// Rotation of one rigid body in quaternions, shared by the reference solutions of tops and
/// pendulums. Quaternions (w, x, y, z) turn body vectors into world vectors.
///
///   q' = ½ q ∘ (0, ω),   J ω' + ω × J ω = M
///
///   ω  angular velocity [rad/s], M torque [N m], J inertia [kg m²], all in body axes
#pragma once
#include "math/types.h"

namespace outrigger::validation {

/// Orientation and angular velocity of a body.
struct RotationState {
  Eigen::Quaterniond orientation = Eigen::Quaterniond::Identity();  ///< body to world
  Vec3 angular_velocity = Vec3::Zero();                             ///< body axes [rad/s]
};

inline constexpr Eigen::Index kRotationSize = 7;

/// (w, x, y, z, ω) at `begin` of an integrator's vector.
template <typename Vector>
void store(const RotationState& state, Vector& y, Eigen::Index begin = 0) {
  const Eigen::Quaterniond& q = state.orientation;
  y.template segment<4>(begin) = Vec4(q.w(), q.x(), q.y(), q.z());
  y.template segment<3>(begin + 4) = state.angular_velocity;
}

/// The inverse of `store`, with the quaternion normalised.
template <typename Vector>
RotationState load(const Vector& y, Eigen::Index begin = 0) {
  RotationState state;
  state.orientation =
      Eigen::Quaterniond(y[begin], y[begin + 1], y[begin + 2], y[begin + 3]).normalized();
  state.angular_velocity = y.template segment<3>(begin + 4);
  return state;
}

/// Writes q' and the given ω' to dy at `begin`.
template <typename Vector>
void store_rate(const Vector& y, const Vec3& angular_acceleration, Vector& dy,
                Eigen::Index begin = 0) {
  const Eigen::Quaterniond q(y[begin], y[begin + 1], y[begin + 2], y[begin + 3]);
  const Vec3 omega = y.template segment<3>(begin + 4);
  const Eigen::Quaterniond p = q * Eigen::Quaterniond(0.0, omega.x(), omega.y(), omega.z());
  dy.template segment<4>(begin) = 0.5 * Vec4(p.w(), p.x(), p.y(), p.z());
  dy.template segment<3>(begin + 4) = angular_acceleration;
}

}  // namespace outrigger::validation
