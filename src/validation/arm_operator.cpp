#include "validation/arm_operator.h"

#include <Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace outrigger::validation {

namespace {

constexpr double kPi = std::numbers::pi;

// Points of machines/excavator.yaml, in their bodies.
const Vec3 kBoomFoot(0.3, 0, 0.7), kBoomCylinderFoot(0.7, 0, 0.08), kBoomCylinder(2.3, 0, 0.42);
const Vec3 kStickPin(5.4, 0, 0), kStickCylinderFoot(2.75, 0, 1), kStickCylinder(-0.8, 0, 0.29);
const Vec3 kHinge(2.45, 0, 0), kRocker(2.03, 0, 0), kBucketCylinder(0.1, 0, 0.6);
const Vec3 kRodPin(-0.0168, 0, 0.4797), kTeeth(1.48, 0, 0);

/// Levers of the machine have a dead zone and a curve; this is the lever that gives a share of full speed.
double lever_for(double share) {
  constexpr double kDeadZone = 0.06, kExponent = 1.8;
  const double size = std::min(1.0, std::abs(share));
  if (size < 1e-4) return 0.0;
  return std::copysign(kDeadZone + (1.0 - kDeadZone) * std::pow(size, 1.0 / kExponent), share);
}

double wrapped(double angle) { return std::remainder(angle, 2.0 * kPi); }

}  // namespace

/// The arm in its plane: x along the reach, y up.
struct ArmOperator::Arm {
  using Plane = Eigen::Vector2d;
  Plane foot, boom_low, boom_high, stick_pin, stick_low, stick_high, hinge, rocker, bucket_low,
      joint, rod_pin, teeth;
  double pitch = 0.0, slew = 0.0;

  /// Velocity of a point per speed of a turn about a pin that lifts.
  static Plane turn(const Plane& point, const Plane& pin) {
    return {-(point - pin).y(), (point - pin).x()};
  }
  /// Change of the length of a cylinder per speed of the pin it turns about.
  static double lever(const Plane& from, const Plane& to, const Plane& pin) {
    return (to - from).normalized().dot(turn(to, pin));
  }
  double bucket_lever() const {
    // The joint of rocker, rod and cylinder turns about the rocker's pivot, at a constant distance from
    // the pin on the bucket.
    const Plane rod = joint - rod_pin;
    const double rocker_speed = rod.dot(turn(rod_pin, hinge)) / rod.dot(turn(joint, rocker));
    return (joint - bucket_low).normalized().dot(turn(joint, rocker)) * rocker_speed;
  }
};

ArmOperator::ArmOperator(sim::World& world, std::string prefix)
    : world_(world),
      prefix_(std::move(prefix)),
      under_(world.body(prefix_ + "undercarriage")),
      upper_(world.body(prefix_ + "uppercarriage")),
      boom_(world.body(prefix_ + "boom")),
      stick_(world.body(prefix_ + "stick")),
      bucket_(world.body(prefix_ + "bucket")),
      pin_(world.body(prefix_ + "linkage_pin")) {}

void ArmOperator::set(const char* lever, double value) { world_.set_input(prefix_ + lever, value); }

ArmOperator::Arm ArmOperator::look() const {
  const Pose upper = world_.pose(upper_), boom = world_.pose(boom_), stick = world_.pose(stick_),
             bucket = world_.pose(bucket_), under = world_.pose(under_);
  Vec3 ahead = upper.rotation.col(0);
  ahead.z() = 0.0;
  ahead.normalize();
  const auto in_plane = [&](const Vec3& p) {
    return Arm::Plane((p - upper.position).dot(ahead), p.z());
  };
  Arm a;
  a.foot = in_plane(upper.point(kBoomFoot));
  a.boom_low = in_plane(upper.point(kBoomCylinderFoot));
  a.boom_high = in_plane(boom.point(kBoomCylinder));
  a.stick_pin = in_plane(boom.point(kStickPin));
  a.stick_low = in_plane(boom.point(kStickCylinderFoot));
  a.stick_high = in_plane(stick.point(kStickCylinder));
  a.hinge = in_plane(stick.point(kHinge));
  a.rocker = in_plane(stick.point(kRocker));
  a.bucket_low = in_plane(stick.point(kBucketCylinder));
  a.joint = in_plane(world_.pose(pin_).position);
  a.rod_pin = in_plane(bucket.point(kRodPin));
  a.teeth = in_plane(bucket.point(kTeeth));
  const Arm::Plane line = a.teeth - a.hinge;
  // Between 90° and -270°: the bucket turns through -180°.
  a.pitch = wrapped(std::atan2(line.y(), line.x()) + 0.5 * kPi) - 0.5 * kPi;
  if (a.pitch > 0.5 * kPi) a.pitch -= 2.0 * kPi;
  const Vec3 way = under.rotation.transpose() * upper.rotation.col(0);
  a.slew = std::atan2(way.y(), way.x());
  return a;
}

ArmTarget ArmOperator::now() const {
  const Arm a = look();
  return {a.teeth.x(), a.teeth.y(), a.pitch, a.slew};
}

double ArmOperator::error(const ArmTarget& target) const {
  const ArmTarget n = now();
  return std::hypot(target.reach - n.reach, target.height - n.height) +
         std::abs(target.pitch - n.pitch) + std::abs(wrapped(target.slew - n.slew)) * n.reach;
}

void ArmOperator::follow(const ArmTarget& target, const Vec3& feed) {
  const Arm a = look();
  // Boom and stick carry the hinge to where the teeth are right at the wanted pitch; the bucket turns by
  // itself, so that one at its end of stroke does not lead the others astray.
  constexpr double kLength = 1.48;
  const auto arm_of = [](double pitch) {
    return Arm::Plane(kLength * std::cos(pitch), kLength * std::sin(pitch));
  };
  const double turn =
      std::clamp(gains.gain * (target.pitch - a.pitch) + feed.z(), -gains.turn, gains.turn);
  const Arm::Plane goal = Arm::Plane(target.reach, target.height) - arm_of(target.pitch);
  const Arm::Plane of_pitch =
      feed.z() * Arm::Plane(-arm_of(target.pitch).y(), arm_of(target.pitch).x());
  Arm::Plane v = gains.gain * (goal - a.hinge) + feed.head<2>() - of_pitch;
  if (const double s = v.norm(); s > gains.speed) v *= gains.speed / s;
  Eigen::Matrix2d jacobian;
  jacobian << Arm::turn(a.hinge, a.foot), Arm::turn(a.hinge, a.stick_pin);
  // Damped where the arm is stretched.
  const Eigen::Vector2d speeds =
      (jacobian.transpose() * jacobian + 1e-2 * Eigen::Matrix2d::Identity())
          .ldlt()
          .solve(jacobian.transpose() * v);
  const double boom = speeds[0] * Arm::lever(a.boom_low, a.boom_high, a.foot);
  const double stick = speeds[1] * Arm::lever(a.stick_low, a.stick_high, a.stick_pin);
  const double bucket = (turn - speeds[0] - speeds[1]) * a.bucket_lever();
  const auto lever = [](double speed, double out, double in) {
    return lever_for(speed > 0.0 ? speed / out : speed / in);
  };
  set("boom", lever(boom, 0.31, 0.40));
  set("stick", lever(stick, 0.53, 0.65));
  set("bucket", lever(bucket, 0.44, 0.60));
  const double slew = std::clamp(gains.slew_gain * wrapped(target.slew - a.slew), -gains.slew_speed,
                                 gains.slew_speed);
  set("slew", lever_for(slew / 0.8901));
}

void ArmOperator::let_go() {
  for (const char* name : {"boom", "stick", "bucket", "slew"}) set(name, 0.0);
}

}  // namespace outrigger::validation
