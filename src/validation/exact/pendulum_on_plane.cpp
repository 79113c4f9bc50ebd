#include "validation/exact/pendulum_on_plane.h"

#include <algorithm>
#include <cmath>

namespace outrigger::validation {
namespace {

/// Both rotations, the heat and the impulse.
constexpr Eigen::Index kHeat = 2 * kRotationSize, kImpulse = kHeat + 1, kSize = kImpulse + 1;
using Vector = Eigen::Matrix<double, kSize, 1>;

/// What the plane does at one instant.
struct Touch {
  DoublePendulumState state;
  std::array<OutsideForce, 2> forces;
  double force[2] = {0.0, 0.0}, gap[2] = {0.0, 0.0};
  double heat_rate = 0.0;

  double least_gap() const { return std::min(gap[0], gap[1]); }
};

Touch look(const PendulumOnPlane& p, const Vector& y) {
  Touch t;
  t.state = double_pendulum_kinematics(p.pendulum, load(y), load(y, kRotationSize));
  for (const int body : {0, 1}) {
    const RotationState& r = body == 0 ? t.state.first : t.state.second;
    const PlaneGap g =
        ellipsoid_plane_gap(body == 0 ? p.first_axes : p.second_axes, p.normal, p.offset,
                            Pose{body == 0 ? t.state.first_centre : t.state.second_centre,
                                 r.orientation.toRotationMatrix()},
                            body == 0 ? t.state.first_velocity : t.state.second_velocity,
                            r.orientation * r.angular_velocity);
    t.gap[body] = g.gap;
    if (g.gap >= 0.0) continue;
    const double depth = -g.gap, rate = -g.rate;
    t.force[body] = p.law.force(depth, rate);
    t.forces[static_cast<std::size_t>(body)] = {t.force[body] * p.normal, g.nearest};
    t.heat_rate += (t.force[body] - p.law.force(depth, 0.0)) * rate;
  }
  return t;
}

/// Without the plane as long as a step starts `free`: what it looks at beyond the touch must not push.
Vector rate(const PendulumOnPlane& p, const Vector& y, bool free) {
  Touch t = look(p, y);
  if (free) {
    t.forces = {};
    t.force[0] = t.force[1] = t.heat_rate = 0.0;
  }
  const auto alpha = double_pendulum_accelerations(p.pendulum, t.state, t.forces);
  Vector dy;
  store_rate(y, alpha[0], dy);
  store_rate(y, alpha[1], dy, kRotationSize);
  dy[kHeat] = t.heat_rate;
  dy[kImpulse] = t.force[0] + t.force[1];
  return dy;
}

Vector runge_kutta(const PendulumOnPlane& p, const Vector& y, double h, bool free) {
  const Vector k1 = rate(p, y, free), k2 = rate(p, y + 0.5 * h * k1, free),
               k3 = rate(p, y + 0.5 * h * k2, free), k4 = rate(p, y + h * k3, free);
  return y + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

/// A step of at most h that ends just inside when a gap closes in it.
double advance(const PendulumOnPlane& p, Vector& y, double h) {
  const bool free = look(p, y).least_gap() >= 0.0;
  Vector next = runge_kutta(p, y, h, free);
  if (free && look(p, next).least_gap() < 0.0) {
    double before = 0.0, after = h;
    while (after - before > 1e-15) {
      const double middle = 0.5 * (before + after);
      (look(p, runge_kutta(p, y, middle, true)).least_gap() < 0.0 ? after : before) = middle;
    }
    h = after;
    next = runge_kutta(p, y, h, free);
  }
  y = next;
  return h;
}

}  // namespace

double PlaneLaw::force(double depth, double rate) const {
  const double elastic =
      stiffness * (kind == Kind::spring_dashpot ? depth : std::pow(depth, exponent));
  double damped = 0.0;
  if (kind == Kind::spring_dashpot) damped = damping * rate;
  if (kind == Kind::nonlinear_damping) damped = damping * std::pow(depth, exponent) * rate;
  return std::max(0.0, elastic + damped);
}

PlaneGap ellipsoid_plane_gap(const Vec3& axes, const Vec3& normal, double offset, const Pose& pose,
                             const Vec3& velocity, const Vec3& angular_velocity) {
  const Vec3 squares = axes.cwiseProduct(axes), w = pose.rotation.transpose() * normal;
  const double h = std::sqrt(squares.dot(w.cwiseProduct(w)));
  const Vec3 arm = -(pose.rotation * squares.cwiseProduct(w)) / h;
  return {normal.dot(pose.position) - offset - h,
          normal.dot(velocity + angular_velocity.cross(arm)), pose.position + arm};
}

std::vector<PendulumOnPlaneState> pendulum_on_plane(const PendulumOnPlane& problem,
                                                    const std::vector<double>& times) {
  Vector y = Vector::Zero();
  store(problem.pendulum.first.start, y);
  store(problem.pendulum.second.start, y, kRotationSize);
  std::vector<PendulumOnPlaneState> out;
  PendulumOnPlaneState now;
  double t = 0.0;
  for (const double end : times) {
    while (end - t > 1e-13) {
      const bool touching = look(problem, y).least_gap() < 0.0;
      t += advance(problem, y,
                   std::min(touching ? problem.contact_step : problem.flight_step, end - t));
      const Touch seen = look(problem, y);
      now.largest_force = std::max({now.largest_force, seen.force[0], seen.force[1]});
      now.deepest = std::max(now.deepest, -seen.least_gap());
      if (now.first_touch < 0.0 && seen.least_gap() < 0.0) now.first_touch = t;
    }
    const Touch seen = look(problem, y);
    now.state = seen.state;
    std::copy_n(seen.force, 2, now.force);
    now.heat = y[kHeat];
    now.impulse = y[kImpulse];
    out.push_back(now);
  }
  return out;
}

}  // namespace outrigger::validation
