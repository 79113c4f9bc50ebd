/// Where the controls of a machine stand, as its world's inputs: what a hand, a key or a message asks
/// for, limited to what each control can do. Dead zone, curve and rate limit follow inside the world
/// (drives/lever.h), so that they are part of its state.
///
///   levers and wheels -1..1, pedals 0..1, buttons 0 or 1, choices 0, 1, 2, ...
#pragma once

#include <vector>

#include "description/description.h"
#include "sim/world.h"

namespace outrigger::session {

class ControlPositions {
 public:
  ControlPositions(const description::Machine& machine, const sim::World& world);

  /// All controls at their initial values.
  void reset();
  /// `hand` in the order of the machine's controls; missing values are at rest, and what is not a
  /// finite number leaves its control where it is.
  void move(const std::vector<float>& hand, sim::World& world);
  /// From the inputs of a world, as when a recording is shown.
  void read_back(const sim::World& world);
  const std::vector<float>& values() const { return values_; }

 private:
  struct Control {
    description::Control::Kind kind;
    double initial, lowest, highest;
    int input;  ///< of the world
  };
  std::vector<Control> controls_;
  std::vector<float> values_;
};

}  // namespace outrigger::session
