#include "validation/exact/planar_arm.h"

#include <cmath>

#include <Eigen/LU>

#include "validation/exact/integrate.h"

namespace outrigger::validation {

double PassiveMoment::moment(double x) const {
  return stiffness * (x - rest) + std::exp(rise * (x - upper)) - std::exp(rise * (lower - x));
}

std::vector<PlanarArmState> planar_arm(const PlanarArm& arm, const std::vector<double>& times) {
  const ArmSegment &a = arm.upper, &b = arm.forearm;
  const Rate rate = [&](double, const Eigen::VectorXd& y, Eigen::VectorXd& dy) {
    const double first = y[0], second = y[1], first_rate = y[2], second_rate = y[3];
    const double flexion = first - second, coupling = b.mass * a.length * b.centre;
    const double at_shoulder = -arm.shoulder.moment(first) - arm.shoulder.damping * first_rate;
    const double at_elbow =
        -arm.elbow.moment(flexion) - arm.elbow.damping * (first_rate - second_rate);
    Eigen::Matrix2d mass;
    mass << a.inertia + a.mass * a.centre * a.centre + b.mass * a.length * a.length,
        coupling * std::cos(flexion), coupling * std::cos(flexion),
        b.inertia + b.mass * b.centre * b.centre;
    const Eigen::Vector2d moments(
        -coupling * std::sin(flexion) * second_rate * second_rate +
            (a.mass * a.centre + b.mass * a.length) * arm.gravity * std::cos(first) + at_shoulder +
            at_elbow,
        coupling * std::sin(flexion) * first_rate * first_rate +
            b.mass * b.centre * arm.gravity * std::cos(second) - at_elbow);
    dy.head<2>() = y.tail<2>();
    dy.tail<2>() = mass.inverse() * moments;
  };
  Eigen::VectorXd y = Eigen::Vector4d(arm.upper_angle, arm.forearm_angle, 0.0, 0.0);
  double now = 0.0;
  std::vector<PlanarArmState> out;
  for (const double time : times) {
    if (time > now) y = integrate(rate, y, now, time, {1e-12});
    now = time;
    out.push_back({y[0], y[1], y[2], y[3]});
  }
  return out;
}

}  // namespace outrigger::validation
