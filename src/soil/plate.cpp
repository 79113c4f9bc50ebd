#include "soil/plate.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::soil {

namespace {

constexpr double kHalfTurn = 3.14159265358979323846;
constexpr double kLeastRake = 5.0 * kHalfTurn / 180.0;
constexpr double kRateShare = 0.03;  ///< of the limit, at
constexpr double kRateSpeed = 0.5;   ///< [m/s]

/// Distance of the acting point above the edge as a share of the depth.
double acting_share(const WedgeForce& wedge, const WedgeSoil& soil, double rake, double depth,
                    double width) {
  if (!(wedge.force > 0.0)) return 1.0 / 3.0;
  using elementary::cos;
  using elementary::sin;
  const double beta = wedge.angle;
  const double plane = wedge.reach / cos(beta), plate = depth / sin(rake);
  const double cohesive = width *
                          (soil.cohesion * plane * cos(soil.friction) -
                           soil.adhesion * plate * cos(rake + beta + soil.friction)) /
                          sin(rake + beta + soil.steel_friction + soil.friction);
  return 1.0 / 3.0 + std::clamp(cohesive / wedge.force, 0.0, 1.0) / 6.0;
}

/// How far the rate term has come in, and its slope by the trial force.
struct RateShare {
  double share = 0.0, slope = 0.0;
};

RateShare rate_share(double trial, double limit) {
  const double over = trial - limit, whole = kRateShare * limit;
  if (!(limit > 0.0) || over <= 0.0) return {};
  if (over >= whole) return {1.0, 0.0};
  return {over / whole, 1.0 / whole};
}

Vec3 place_of(const double (&p)[3]) { return {p[0], p[1], p[2]}; }

void remember(const Vec3& p, double (&out)[3]) {
  for (int k = 0; k < 3; ++k) out[k] = p[k];
}

}  // namespace

BearingFactors bearing_factors(double friction_angle) {
  if (friction_angle < 1e-6) return {2.0 + kHalfTurn, 1.0};
  const double tangent = elementary::tan(friction_angle);
  const double root = elementary::tan(0.25 * kHalfTurn + 0.5 * friction_angle);
  const double q = elementary::exp(kHalfTurn * tangent) * root * root;
  return {(q - 1.0) / tangent, q};
}

void Plate::freeze(const PlateTeeth& teeth, const PlatePose& pose, const PlateGround& ground,
                   const PlateState& state) {
  along_ = pose.along;
  normal_ = pose.normal;
  wedge_ = {};
  normal_limit_ = friction_limit_ = edge_limit_ = 0.0;
  k_normal_ = k_friction_ = k_edge_ = 0.0;
  arm_ = state.arm;
  slipping_ = state.slipping;
  // Rake: between plate and the horizontal way in which it pushes.
  const double ahead = std::sqrt(normal_.x() * normal_.x() + normal_.y() * normal_.y());
  const double back =
      ahead > 0.0 ? -(along_.x() * normal_.x() + along_.y() * normal_.y()) / ahead : -1.0;
  const double rake =
      std::clamp(elementary::atan2(along_.z(), back), kLeastRake, kHalfTurn - kLeastRake);
  const WedgeSoil& soil = ground.soil;
  const double depth = ground.depth, u_y = ground.janosi_k;
  if (depth > 0.0 && ahead > 0.0 && u_y > 0.0) {
    wedge_ = find_wedge({rake, depth, pose.width, ground.area_on_plate, ground.surcharge}, soil,
                        ground.heights, ground.spacing);
    const double sine = elementary::sin(rake);
    const double sticks = soil.adhesion * pose.width * depth / sine;
    const double tangent = elementary::tan(soil.steel_friction);
    normal_limit_ = wedge_.force * elementary::cos(soil.steel_friction);
    if (wedge_.force > 0.0) {
      friction_limit_ = std::min(state.normal, normal_limit_) * tangent + sticks;
      k_friction_ = (normal_limit_ * tangent + sticks) / u_y;
    }
    const BearingFactors factors = bearing_factors(soil.friction);
    const double ramp = std::min(1.0, depth / (2.0 * teeth.tip_thickness));
    edge_limit_ = (soil.cohesion * factors.c + soil.unit_weight * depth * factors.q) *
                  teeth.tip_area * teeth.count * ramp;
    k_normal_ = normal_limit_ / u_y;
    k_edge_ = edge_limit_ / u_y;
    arm_ = acting_share(wedge_, soil, rake, depth, pose.width) * depth / sine;
  }
  if (state.engaged > 0.0) {
    // The stretch stays what it was when another point of the plate acts.
    memory_ = place_of(state.memory) + (arm_ - state.arm) * along_;
    edge_memory_ = place_of(state.edge_memory) + (arm_ - state.arm) * along_;
  } else {
    memory_ = edge_memory_ = pose.last_edge + arm_ * along_;
  }
}

Plate::Elements Plate::stretch(const Vec3& position) const {
  Elements e;
  const Vec3 u = position - memory_;
  const double into = u.dot(normal_);
  e.trial_normal = k_normal_ * into;
  e.normal = std::clamp(e.trial_normal, 0.0, normal_limit_);
  e.trial_friction = k_friction_ * (u - into * normal_);
  e.trial_size = e.trial_friction.norm();
  e.friction = e.trial_friction;
  if (e.trial_size > friction_limit_) e.friction *= friction_limit_ / e.trial_size;
  e.trial_edge = -k_edge_ * (position - edge_memory_).dot(along_);
  e.edge = std::clamp(e.trial_edge, 0.0, edge_limit_);
  return e;
}

PlateForce Plate::evaluate(const Vec3& position, const Vec3& velocity) const {
  PlateForce f;
  const Elements e = stretch(position);
  f.force = -e.normal * normal_ - e.friction + e.edge * along_;
  if (k_normal_ > 0.0) f.stored += 0.5 * e.normal * e.normal / k_normal_;
  if (k_friction_ > 0.0) f.stored += 0.5 * e.friction.squaredNorm() / k_friction_;
  if (k_edge_ > 0.0) f.stored += 0.5 * e.edge * e.edge / k_edge_;

  // Plate and edge are alike: one pushes along n, the other along -t.
  const auto one_way = [&](const Vec3& way, double trial, double limit, double k) {
    const Mat3 square = way * way.transpose();
    if (trial > 0.0 && trial < limit) f.stiffness += k * square;
    const double speed = velocity.dot(way);
    const RateShare rate = rate_share(trial, limit);
    if (!(speed > 0.0) || rate.share == 0.0) return;
    const double eta = kRateShare * limit / kRateSpeed;
    f.force -= eta * rate.share * speed * way;
    f.stiffness += (eta * rate.slope * k * speed) * square;
    f.damping += (eta * rate.share) * square;
    f.rate_power += eta * rate.share * speed * speed;
  };
  one_way(normal_, e.trial_normal, normal_limit_, k_normal_);
  one_way(-along_, e.trial_edge, edge_limit_, k_edge_);

  if (k_friction_ > 0.0) {
    const Mat3 plane = Mat3::Identity() - normal_ * normal_.transpose();
    if (e.trial_size <= friction_limit_) {
      f.stiffness += k_friction_ * plane;
    } else {
      const Vec3 way = e.trial_friction / e.trial_size;
      f.stiffness +=
          (k_friction_ * friction_limit_ / e.trial_size) * (plane - way * way.transpose());
    }
    const double eta = slipping_ * kRateShare * friction_limit_ / kRateSpeed;
    const Vec3 slip = plane * velocity;
    f.force -= eta * slip;
    f.damping += eta * plane;
    f.rate_power += eta * slip.squaredNorm();
  }
  return f;
}

double Plate::accept(const Vec3& position, PlateState& state) const {
  const Elements e = stretch(position);
  // Without stiffness nothing holds, and the memory follows.
  Vec3 r = position, r_edge = position;
  double work = 0.0;
  if (k_normal_ > 0.0) {
    r -= (e.normal / k_normal_) * normal_;
    work += e.normal * (e.trial_normal - e.normal) / k_normal_;
  }
  if (k_friction_ > 0.0) {
    r -= e.friction / k_friction_;
    work += e.friction.norm() * std::max(0.0, e.trial_size - friction_limit_) / k_friction_;
  }
  if (k_edge_ > 0.0) {
    r_edge += (e.edge / k_edge_) * along_;
    work += e.edge * (e.trial_edge - e.edge) / k_edge_;
  }
  remember(r, state.memory);
  remember(r_edge, state.edge_memory);
  state.arm = arm_;
  state.normal = e.normal;
  state.slipping = rate_share(e.trial_size, friction_limit_).share;
  state.engaged = k_normal_ > 0.0 || k_edge_ > 0.0 ? 1.0 : 0.0;
  return work;
}

}  // namespace outrigger::soil
