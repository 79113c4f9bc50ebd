#include "validation/exact/heavy_top.h"

#include "validation/exact/integrate.h"

namespace outrigger::validation {
namespace {

Vec3 inertia(const HeavyTop& top) {
  return {top.transverse_inertia, top.transverse_inertia, top.axial_inertia};
}

}  // namespace

RotationState heavy_top(const HeavyTop& top, double time) {
  const Vec3 moments = inertia(top);
  const Rate rate = [&](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    const RotationState state = load(y);
    const Vec3& omega = state.angular_velocity;
    const Vec3 weight = state.orientation.conjugate() * Vec3(0.0, 0.0, -top.mass * top.gravity);
    const Vec3 torque = Vec3(0.0, 0.0, top.centre_distance).cross(weight);
    const Vec3 gyroscopic = omega.cross(moments.cwiseProduct(omega));
    store_rate(y, (torque - gyroscopic).cwiseQuotient(moments), dy);
  };
  Eigen::VectorXd y(kRotationSize);
  store(top.start, y);
  return load(integrate(rate, y, 0.0, time));
}

Vec3 heavy_top_centre(const HeavyTop& top, const RotationState& state) {
  return state.orientation * Vec3(0.0, 0.0, top.centre_distance);
}

double heavy_top_energy(const HeavyTop& top, const RotationState& state) {
  const Vec3& omega = state.angular_velocity;
  const double kinetic = 0.5 * omega.dot(inertia(top).cwiseProduct(omega));
  return kinetic + top.mass * top.gravity * heavy_top_centre(top, state).z();
}

double heavy_top_vertical_momentum(const HeavyTop& top, const RotationState& state) {
  const Vec3 momentum = inertia(top).cwiseProduct(state.angular_velocity);
  return (state.orientation * momentum).z();
}

}  // namespace outrigger::validation
