#include "soil/pressed_face.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"
#include "soil/plate.h"

namespace outrigger::soil {

namespace {

constexpr double kFaceRateShare = 0.03;  ///< of the limit, at
constexpr double kFaceRateSpeed = 0.5;   ///< [m/s]

/// How far the rate term has come in beyond the limit, and its slope by the trial force.
struct ComingIn {
  double share = 0.0, slope = 0.0;
};

ComingIn beyond(double trial, double limit) {
  const double over = trial - limit, whole = kFaceRateShare * limit;
  if (!(limit > 0.0) || over <= 0.0) return {};
  if (over >= whole) return {1.0, 0.0};
  return {over / whole, 1.0 / whole};
}

}  // namespace

void PressedFace::freeze(const FacePose& pose, const FaceGround& ground, const FaceMemory& state) {
  normal_ = pose.normal;
  normal_limit_ = friction_limit_ = k_normal_ = k_friction_ = 0.0;
  slipping_ = state.slipping;
  memory_ = state.engaged > 0.0
                ? Vec3(Vec3(state.memory[0], state.memory[1], state.memory[2]) + pose.moved)
                : pose.last_point;
  const WedgeSoil& s = ground.soil;
  if (!(ground.area > 0.0) || !(ground.depth > 0.0) || !(ground.janosi_k > 0.0)) return;
  const double down = std::min(1.0, normal_.z() * normal_.z());
  const double weight = s.unit_weight * ground.depth;
  const BearingFactors factors = bearing_factors(s.friction);
  const double root = elementary::tan(0.7853981633974483 + 0.5 * s.friction);
  normal_limit_ = ground.area * (down * (s.cohesion * factors.c + weight * factors.q) +
                                 (1.0 - down) * (weight * root * root + 2.0 * s.cohesion * root));
  const double tangent = elementary::tan(s.steel_friction);
  const double rest =
      (1.0 - down) * ground.area * (1.0 - elementary::sin(s.friction)) * weight * tangent +
      s.adhesion * ground.area;
  friction_limit_ = std::min(state.normal, normal_limit_) * tangent + rest;
  k_normal_ = normal_limit_ / ground.janosi_k;
  k_friction_ = (normal_limit_ * tangent + rest) / ground.janosi_k;
}

PressedFace::Elements PressedFace::stretch(const Vec3& position) const {
  Elements e;
  const Vec3 u = position - memory_;
  const double into = u.dot(normal_);
  e.trial = k_normal_ * into;
  e.normal = std::clamp(e.trial, 0.0, normal_limit_);
  e.trial_friction = k_friction_ * (u - into * normal_);
  e.trial_size = e.trial_friction.norm();
  e.friction = e.trial_friction;
  if (e.trial_size > friction_limit_) e.friction *= friction_limit_ / e.trial_size;
  return e;
}

FaceForce PressedFace::evaluate(const Vec3& position, const Vec3& velocity) const {
  FaceForce f;
  if (!(k_normal_ > 0.0)) return f;
  const Elements e = stretch(position);
  f.force = -e.normal * normal_ - e.friction;
  f.stored = 0.5 * e.normal * e.normal / k_normal_;
  if (e.trial > 0.0 && e.trial < normal_limit_)
    f.stiffness += k_normal_ * normal_ * normal_.transpose();
  const double speed = velocity.dot(normal_);
  const ComingIn rate = beyond(e.trial, normal_limit_);
  if (speed > 0.0 && rate.share > 0.0) {
    const double eta = kFaceRateShare * normal_limit_ / kFaceRateSpeed;
    f.force -= eta * rate.share * speed * normal_;
    f.stiffness += (eta * rate.slope * k_normal_ * speed) * normal_ * normal_.transpose();
    f.damping += (eta * rate.share) * normal_ * normal_.transpose();
    f.rate_power += eta * rate.share * speed * speed;
  }
  if (!(k_friction_ > 0.0)) return f;
  f.stored += 0.5 * e.friction.squaredNorm() / k_friction_;
  const Mat3 plane = Mat3::Identity() - normal_ * normal_.transpose();
  if (e.trial_size <= friction_limit_) {
    f.stiffness += k_friction_ * plane;
  } else {
    const Vec3 way = e.trial_friction / e.trial_size;
    f.stiffness += (k_friction_ * friction_limit_ / e.trial_size) * (plane - way * way.transpose());
  }
  const double eta = slipping_ * kFaceRateShare * friction_limit_ / kFaceRateSpeed;
  const Vec3 slip = plane * velocity;
  f.force -= eta * slip;
  f.damping += eta * plane;
  f.rate_power += eta * slip.squaredNorm();
  return f;
}

double PressedFace::accept(const Vec3& position, FaceMemory& state) const {
  Vec3 r = position;
  double work = 0.0;
  state.normal = state.slipping = state.engaged = 0.0;
  if (k_normal_ > 0.0) {
    const Elements e = stretch(position);
    r -= (e.normal / k_normal_) * normal_;
    // A face that was pulled back begins anew where it is: nothing was stretched.
    work += e.normal * std::max(0.0, e.trial - e.normal) / k_normal_;
    if (k_friction_ > 0.0) {
      r -= e.friction / k_friction_;
      work += e.friction.norm() * std::max(0.0, e.trial_size - friction_limit_) / k_friction_;
    }
    state.normal = e.normal;
    state.slipping = beyond(e.trial_size, friction_limit_).share;
    state.engaged = 1.0;
  }
  for (int k = 0; k < 3; ++k) state.memory[k] = r[k];
  return work;
}

}  // namespace outrigger::soil
