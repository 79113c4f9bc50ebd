/// An operator for the arm of the excavator: moves the levers so that the teeth follow a path, by feedback from
/// where they are. What people do with their eyes and hands, so scripts of it survive changes of the physics
/// that recorded levers would not.
///
///   target   reach r and height z of the middle of the teeth in the plane of the arm, and the pitch of the
///            line from hinge to teeth; slew angle
///   speed    v = k (target - now) of the hinge, at most `speed`; joint speeds by the Jacobian of the arm,
///            cylinder speeds by their lever arms; lever of the hand = cylinder speed over the largest
///
/// Reach counts from the slew axis, height from the ground plane of the world, pitch is 0 where the teeth point
/// away from the machine, -90° down, -180° back to the cab.
#pragma once

#include <string>

#include "sim/world.h"

namespace outrigger::validation {

struct ArmTarget {
  double reach = 6.0;   ///< [m]
  double height = 1.0;  ///< [m]
  double pitch = -1.6;  ///< [rad], 0.6 .. -4
  double slew = 0.0;    ///< [rad] against the undercarriage
};

struct ArmGains {
  double speed = 1.2;       ///< of the hinge, largest [m/s]
  double turn = 1.5;        ///< of the bucket [rad/s]
  double gain = 3.0;        ///< [1/s]
  double slew_gain = 1.6;   ///< [1/s]
  double slew_speed = 0.6;  ///< [rad/s]
};

class ArmOperator {
 public:
  /// `prefix`: what the names of the machine begin with in a scene, such as "excavator/".
  explicit ArmOperator(sim::World& world, std::string prefix = {});

  ArmTarget now() const;
  /// Sets the levers for the next step. `feed` is the velocity of the target itself (reach, height [m/s],
  /// pitch [rad/s]).
  void follow(const ArmTarget& target, const Vec3& feed = Vec3::Zero());
  /// Distance of the teeth to the target [m]; the pitch counts 1 m/rad, slewing by the reach.
  double error(const ArmTarget& target) const;
  void let_go();

  ArmGains gains;

 private:
  struct Arm;
  Arm look() const;

  void set(const char* lever, double value);

  sim::World& world_;
  std::string prefix_;
  sim::BodyHandle under_, upper_, boom_, stick_, bucket_, pin_;
};

}  // namespace outrigger::validation
