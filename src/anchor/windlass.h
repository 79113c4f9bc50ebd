/// The windlass: it holds the chain's uppermost link and hauls it along the axis of the pipe.
///
/// The link is drawn towards a mark that moves with the commanded speed,
///   f = clamp(k (mark - q) + c (v - q̇), 0, limit) along the axis,  q: place of the link beyond the deck
/// and held across it and against twist by springs, as the pocket of a chain lifter does. The speed falls
/// as the pull comes near the continuous one and is zero there. A link that has come to the end of the way
/// lets go: the next one is held from then on, with the force of before.
#pragma once

#include <string>
#include <vector>

#include "anchor/scene.h"
#include "sim/world.h"

namespace outrigger::anchor {

class WindlassDrive {
 public:
  struct Setting {
    double speed = 0.15;      ///< [m/s]
    double pull = 0.0;        ///< continuous [N]
    double limit = 0.0;       ///< short-term [N]
    double beyond = 1.0;      ///< links leave there, from the deck opening [m]
    double pitch = 0.0;       ///< of the chain [m]
    double link_mass = 0.0;   ///< [kg]
    double start_pull = 0.0;  ///< at the start [N]
  };
  /// `links` from the shackle up; `world` must stay where it is.
  WindlassDrive(sim::World& world, const BowForm& bow, const Scene& scene, const Setting& setting);

  /// Before a step. `command` -1..1 of the full speed: 1 hauls, -1 veers.
  void before_step(double command);

  double tension() const { return force_; }  ///< of the last step [N]
  double speed() const { return speed_; }    ///< of the mark [m/s]
  double hauled() const { return hauled_; }  ///< chain that has come in [m]
  int links() const { return held_ + 1; }    ///< in the simulation
  const std::string& held_link() const { return names_[static_cast<std::size_t>(held_)]; }

 private:
  void hold();
  double place_of(const Pose& pose) const;
  model::BodyForce force_on(double time, const Pose& pose, const model::Twist& twist);

  sim::World& world_;
  Setting setting_;
  Vec3 axis_, deck_;
  std::vector<std::string> names_;
  std::vector<Vec3> across_;  ///< width of a link in a pocket, by its number
  int held_ = 0;
  sim::BodyHandle body_;
  sim::BodyForceHandle handle_;
  double mark_ = 0.0, speed_ = 0.0, force_ = 0.0, hauled_ = 0.0;
  double stiffness_ = 0.0, damping_ = 0.0;
};

}  // namespace outrigger::anchor
