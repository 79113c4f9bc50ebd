/// From the hand to the inputs of the world: dead zone, response curve, limit of the rate, scale.
///
///   s = sign(u) ((|u| - d) / (1 - d))^e  beyond the dead zone d, else 0      u in -1..1: the hand
///   |Δs| ≤ rate_limit h  per step
///   input = s times the largest speed of the drives by speed that listen (up for s > 0, down for
///   s < 0), and s itself for everything else that listens
///
/// A drive by position gets its stroke: +1 is the upper end, -1 the lower one, and 0 stays 0 where
/// the stroke contains it, else the middle. Buttons and choices pass unchanged.
///
/// Shaping is no part of the world's state: recordings keep the inputs that come out of it.
#pragma once

#include <vector>

#include "description/description.h"
#include "sim/world.h"

namespace outrigger::sim {

class ControlShaping {
 public:
  ControlShaping(const description::Machine& machine, const World& world);

  /// All controls at their initial values.
  void reset();
  /// One step: `hand` in the order of the machine's controls; missing values are at rest.
  void advance(const std::vector<float>& hand, double h, World& world);
  /// Sets s from the inputs of a world that someone else has set (a recording).
  void read_back(const World& world);
  /// s of every control: what the machine obeys.
  const std::vector<float>& obeyed() const { return obeyed_; }

 private:
  struct Channel {
    description::Control::Kind kind;
    double initial, dead_zone, exponent, rate_limit;
    double lowest, highest;   ///< allowed values of the hand
    double up, down, centre;  ///< input = centre + s up (s > 0), centre + s down (s < 0)
    int input;                ///< of the world
    double value;             ///< s
  };
  static void scale_for(const description::Drive& drive, Channel& c);
  static double shape(const Channel& c, double hand);

  std::vector<Channel> channels_;
  std::vector<float> obeyed_;
};

}  // namespace outrigger::sim
