#include "contact/laws/point_tangent.h"

namespace outrigger::contact {

PointTangent point_tangent(const Vec3& normal, const NormalForce& n,
                           const FrictionForce& friction) {
  const Mat3 P = Mat3::Identity() - normal * normal.transpose();
  const Mat3 along = (normal + friction.by_normal) * normal.transpose();
  return {n.by_depth * along + friction.by_displacement * P,
          n.by_rate * along + friction.by_velocity * P};
}

PointTangent positive_point_tangent(const Vec3& normal, const NormalForce& n,
                                    const FrictionTangent& friction) {
  const Mat3 along = normal * normal.transpose();
  const Mat3 P = Mat3::Identity() - along;
  return {n.by_depth * along + P * friction.by_displacement * P,
          n.by_rate * along + P * friction.by_velocity * P};
}

Mat3 turning_normal_stiffness(const Vec3& normal, const Mat3& normal_by_position,
                              const Vec3& velocity, const NormalForce& n) {
  const Vec3 turned = normal_by_position * velocity;
  return n.by_rate * normal * turned.transpose() - n.force * normal_by_position;
}

}  // namespace outrigger::contact
