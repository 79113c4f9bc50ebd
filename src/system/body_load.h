/// What a body carries besides its own mass: soil in a bucket, for example. Moves rigidly with it.
#pragma once

#include "math/types.h"
#include "model/kinematics.h"

namespace outrigger::system {

/// In the frame of the body.
struct BodyLoad {
  double mass = 0.0;           ///< ∫ dm [kg]
  Vec3 first = Vec3::Zero();   ///< ∫ r dm [kg m]
  Mat3 second = Mat3::Zero();  ///< ∫ r rᵀ dm [kg m²]

  bool operator==(const BodyLoad&) const = default;
  BodyLoad& operator+=(const BodyLoad& b) {
    mass += b.mass, first += b.first, second += b.second;
    return *this;
  }

  /// Kinetic and potential energy [J] when the body moves like this; gravity [m/s²] along the world axes.
  double energy(const Pose& pose, const model::Twist& twist, const Vec3& gravity) const {
    const Vec3 lever = pose.rotation * first;
    const Vec3 spin = pose.rotation.transpose() * twist.angular;
    // ∫ |v + ω × r|² dm
    const double speed = mass * twist.linear.squaredNorm() +
                         2.0 * twist.linear.dot(twist.angular.cross(lever)) +
                         second.trace() * spin.squaredNorm() - spin.dot(second * spin);
    return 0.5 * speed - gravity.dot(mass * pose.position + lever);
  }
};

}  // namespace outrigger::system
