#include "validation/exact/spherical_double_pendulum.h"

#include <Eigen/LU>

#include "validation/exact/integrate.h"

namespace outrigger::validation {
namespace {

using Matrix18 = Eigen::Matrix<double, 18, 18>;
using Vector18 = Eigen::Matrix<double, 18, 1>;
/// Force [N, world axes] and moment about the centre [N m, body axes] of body 1, then of body 2.
using Vector12 = Eigen::Matrix<double, 12, 1>;

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// Places of the unknowns a₁, α₁, a₂, α₂, F₁, F₂.
constexpr int kA1 = 0, kAlpha1 = 3, kA2 = 6, kAlpha2 = 9, kF1 = 12, kF2 = 15;

/// Newton-Euler of one body without joint forces, and the acceleration of its points.
struct BodyEquations {
  Mat3 rotation;
  Vec3 omega;

  explicit BodyEquations(const RotationState& state)
      : rotation(state.orientation.toRotationMatrix()), omega(state.angular_velocity) {}

  /// Acceleration of point p from α: -R p̃ α.
  Mat3 point_by_alpha(const Vec3& p) const { return -rotation * cross_matrix(p); }
  /// Centripetal acceleration of point p.
  Vec3 centripetal(const Vec3& p) const { return rotation * omega.cross(omega.cross(p)); }
  /// Moment about the centre of a world force at p.
  Mat3 moment_of_force(const Vec3& p) const { return cross_matrix(p) * rotation.transpose(); }
};

/// (a₁, α₁, a₂, α₂, F₁, F₂).
Vector18 solve_accelerations(const SphericalDoublePendulum& pendulum, const RotationState& first,
                             const RotationState& second, const Vector12& outside) {
  const PendulumBody& body1 = pendulum.first;
  const PendulumBody& body2 = pendulum.second;
  const BodyEquations e1(first);
  const BodyEquations e2(second);
  Matrix18 m = Matrix18::Zero();
  Vector18 right = Vector18::Zero();
  const auto block = [&m](int row, int column) { return m.block<3, 3>(row, column); };
  const Mat3 unit = Mat3::Identity();

  // Body 1.
  block(0, kA1) = body1.mass * unit;
  block(0, kF1) = -unit;
  block(0, kF2) = unit;
  right.segment<3>(0) = body1.mass * pendulum.gravity;
  block(3, kAlpha1) = body1.inertia;
  block(3, kF1) = -e1.moment_of_force(body1.upper_joint);
  block(3, kF2) = e1.moment_of_force(body1.lower_joint);
  right.segment<3>(3) = -e1.omega.cross(body1.inertia * e1.omega);

  // Body 2.
  block(6, kA2) = body2.mass * unit;
  block(6, kF2) = -unit;
  right.segment<3>(6) = body2.mass * pendulum.gravity;
  block(9, kAlpha2) = body2.inertia;
  block(9, kF2) = -e2.moment_of_force(body2.upper_joint);
  right.segment<3>(9) = -e2.omega.cross(body2.inertia * e2.omega);

  right.head<12>() += outside;

  // The joints.
  block(12, kA1) = unit;
  block(12, kAlpha1) = e1.point_by_alpha(body1.upper_joint);
  right.segment<3>(12) = -e1.centripetal(body1.upper_joint);
  block(15, kA1) = unit;
  block(15, kAlpha1) = e1.point_by_alpha(body1.lower_joint);
  block(15, kA2) = -unit;
  block(15, kAlpha2) = -e2.point_by_alpha(body2.upper_joint);
  right.segment<3>(15) = e2.centripetal(body2.upper_joint) - e1.centripetal(body1.lower_joint);
  return m.partialPivLu().solve(right);
}

/// Velocity of a body-fixed vector p turning with the body, world axes.
Vec3 turning_velocity(const RotationState& state, const Vec3& p) {
  return state.orientation * state.angular_velocity.cross(p);
}

DoublePendulumState complete(const SphericalDoublePendulum& pendulum, const RotationState& first,
                             const RotationState& second) {
  DoublePendulumState state = double_pendulum_kinematics(pendulum, first, second);
  const Vector18 solution = solve_accelerations(pendulum, first, second, Vector12::Zero());
  state.anchor_force = solution.segment<3>(kF1);
  state.elbow_force = solution.segment<3>(kF2);
  return state;
}

}  // namespace

DoublePendulumState double_pendulum_kinematics(const SphericalDoublePendulum& pendulum,
                                               const RotationState& first,
                                               const RotationState& second) {
  const PendulumBody& body1 = pendulum.first;
  const PendulumBody& body2 = pendulum.second;
  DoublePendulumState state;
  state.first = first;
  state.second = second;
  state.first_centre = pendulum.anchor - first.orientation * body1.upper_joint;
  state.first_velocity = -turning_velocity(first, body1.upper_joint);
  state.second_centre = state.first_centre + first.orientation * body1.lower_joint -
                        second.orientation * body2.upper_joint;
  state.second_velocity = state.first_velocity + turning_velocity(first, body1.lower_joint) -
                          turning_velocity(second, body2.upper_joint);
  state.tip = state.second_centre + second.orientation * body2.lower_joint;
  state.anchor_force = state.elbow_force = Vec3::Zero();
  return state;
}

std::array<Vec3, 2> double_pendulum_accelerations(const SphericalDoublePendulum& pendulum,
                                                  const DoublePendulumState& state,
                                                  const std::array<OutsideForce, 2>& outside) {
  Vector12 wrenches;
  for (const int body : {0, 1}) {
    const RotationState& rotation = body == 0 ? state.first : state.second;
    const Vec3& centre = body == 0 ? state.first_centre : state.second_centre;
    const OutsideForce& f = outside[static_cast<std::size_t>(body)];
    wrenches.segment<3>(6 * body) = f.force;
    wrenches.segment<3>(6 * body + 3) =
        rotation.orientation.conjugate() * (f.point - centre).cross(f.force);
  }
  const Vector18 solution = solve_accelerations(pendulum, state.first, state.second, wrenches);
  return {solution.segment<3>(kAlpha1), solution.segment<3>(kAlpha2)};
}

DoublePendulumState spherical_double_pendulum(const SphericalDoublePendulum& pendulum,
                                              double time) {
  const Rate rate = [&pendulum](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    const Vector18 solution =
        solve_accelerations(pendulum, load(y), load(y, kRotationSize), Vector12::Zero());
    store_rate(y, solution.segment<3>(kAlpha1), dy);
    store_rate(y, solution.segment<3>(kAlpha2), dy, kRotationSize);
  };
  Eigen::VectorXd y(2 * kRotationSize);
  store(pendulum.first.start, y);
  store(pendulum.second.start, y, kRotationSize);
  y = integrate(rate, y, 0.0, time);
  return complete(pendulum, load(y), load(y, kRotationSize));
}

double double_pendulum_energy(const SphericalDoublePendulum& pendulum,
                              const DoublePendulumState& state) {
  const auto energy = [&](const PendulumBody& body, const RotationState& rotation,
                          const Vec3& centre, const Vec3& velocity) {
    const Vec3& omega = rotation.angular_velocity;
    return 0.5 * body.mass * velocity.squaredNorm() + 0.5 * omega.dot(body.inertia * omega) -
           body.mass * pendulum.gravity.dot(centre);
  };
  return energy(pendulum.first, state.first, state.first_centre, state.first_velocity) +
         energy(pendulum.second, state.second, state.second_centre, state.second_velocity);
}

Vec3 double_pendulum_momentum(const SphericalDoublePendulum& pendulum,
                              const DoublePendulumState& state) {
  const auto momentum = [&](const PendulumBody& body, const RotationState& rotation,
                            const Vec3& centre, const Vec3& velocity) -> Vec3 {
    return body.mass * (centre - pendulum.anchor).cross(velocity) +
           rotation.orientation * (body.inertia * rotation.angular_velocity);
  };
  return momentum(pendulum.first, state.first, state.first_centre, state.first_velocity) +
         momentum(pendulum.second, state.second, state.second_centre, state.second_velocity);
}

}  // namespace outrigger::validation
