/// Several operators, one machine: who moves which control.
///
/// A control belongs to the operator who moved it last. A lever, pedal or button that returns to
/// rest is given back: then the last other operator who still holds it counts, else it rests. A
/// hand at rest never overrules. Wheels and choices keep their position until someone moves them,
/// also when their operator leaves. Movement is told from an operator's previous message, at first
/// from the initial values, so joining changes nothing.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "frames/scene.h"

namespace outrigger::network {

class LeverArbiter {
 public:
  using Operator = std::uint64_t;

  explicit LeverArbiter(std::vector<frames::Control> controls);

  /// Positions of all controls under one operator's hands: finite, one per control; values beyond
  /// the range count as its end.
  void operate(Operator who, const std::vector<float>& values);
  /// The operator has not been heard of: levers, pedals and buttons spring back. True when one did.
  bool release(Operator who);
  /// The operator is gone: nothing is held any more. True when a lever sprang back.
  bool leave(Operator who);

  /// What the machine is told.
  const std::vector<float>& values() const { return values_; }

 private:
  struct Hand {
    std::vector<float> values;
    std::vector<std::uint64_t> moved;  ///< when each control was moved last, 0 = never
  };
  float resolve(std::size_t control) const;

  std::vector<frames::Control> controls_;
  std::vector<float> initial_, values_;
  std::map<Operator, Hand> hands_;
  std::uint64_t moves_ = 0;
};

}  // namespace outrigger::network
