#include "contact/laws/point_law.h"

#include <Eigen/Eigenvalues>

#include "contact/laws/restitution.h"

namespace outrigger::contact {

Mat3 positive_part(const Mat3& a) {
  const Mat3 symmetric = 0.5 * (a + a.transpose());
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(symmetric);
  const Vec3 kept = eigen.eigenvalues().cwiseMax(0.0);
  return eigen.eigenvectors() * kept.asDiagonal() * eigen.eigenvectors().transpose();
}

FrictionTangent PointLaw::positive_tangent(const FrictionState& state, bool) const {
  const FrictionForce f = friction_force(state);
  return {positive_part(f.by_displacement), positive_part(f.by_velocity)};
}

double StandardPointLaw::restitution() const {
  return restitution_of_factor(contact::damping_rate(normal_, 1.0));
}

double StandardPointLaw::damping_rate(double impact_speed) const {
  return contact::damping_rate(normal_, impact_speed);
}

NormalForce StandardPointLaw::normal_force(const NormalState& state) const {
  NormalLaw law = normal_;
  law.stiffness *= state.softening;
  return contact::normal_force(law, state.damping_rate, state.depth, state.rate);
}

FrictionForce StandardPointLaw::friction_force(const FrictionState& state) const {
  return contact::friction_force(friction_, state.bristle, state.y, state.v_t, state.N);
}

FrictionTangent StandardPointLaw::positive_tangent(const FrictionState& state, bool secant) const {
  return contact::positive_tangent(friction_, state.bristle, state.y, state.v_t, state.N, secant);
}

}  // namespace outrigger::contact
