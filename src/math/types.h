/// The vector types used outside the hot kernels. Kernels use padded blocks (math/block.h).
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace outrigger {

using Vec3 = Eigen::Vector3d;
using Vec4 = Eigen::Vector4d;
using Mat3 = Eigen::Matrix3d;
using Mat4 = Eigen::Matrix4d;

/// A rigid placement: x_parent = rotation * x_local + position. `rotation` is orthonormal.
struct Pose {
  Vec3 position = Vec3::Zero();
  Mat3 rotation = Mat3::Identity();

  Vec3 point(const Vec3& local) const { return rotation * local + position; }
  Vec3 direction(const Vec3& local) const { return rotation * local; }
  Vec3 local_point(const Vec3& p) const { return rotation.transpose() * (p - position); }
  Vec3 local_direction(const Vec3& d) const { return rotation.transpose() * d; }
  Pose operator*(const Pose& child) const {
    return {point(child.position), rotation * child.rotation};
  }
  bool operator==(const Pose&) const = default;
};

}  // namespace outrigger
