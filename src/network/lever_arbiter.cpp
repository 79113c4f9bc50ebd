#include "network/lever_arbiter.h"

#include <algorithm>

#include "base/assert.h"

namespace outrigger::network {

LeverArbiter::LeverArbiter(std::vector<frames::Control> controls) : controls_(std::move(controls)) {
  for (const auto& c : controls_) initial_.push_back(c.initial);
  values_ = initial_;
}

void LeverArbiter::operate(Operator who, const std::vector<float>& values) {
  OUTRIGGER_ASSERT(values.size() == controls_.size());
  Hand& hand =
      hands_.try_emplace(who, Hand{initial_, std::vector<std::uint64_t>(controls_.size(), 0)})
          .first->second;
  ++moves_;
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    const float value = std::clamp(values[i], controls_[i].lowest(), controls_[i].highest());
    if (value == hand.values[i]) continue;
    hand.values[i] = value;
    hand.moved[i] = moves_;
    values_[i] = controls_[i].springs_back() ? resolve(i) : value;
  }
}

bool LeverArbiter::release(Operator who) {
  const auto found = hands_.find(who);
  if (found == hands_.end()) return false;
  bool held = false;
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    if (!controls_[i].springs_back() || found->second.values[i] == 0.0f) continue;
    found->second.values[i] = 0.0f;
    values_[i] = resolve(i);
    held = true;
  }
  return held;
}

bool LeverArbiter::leave(Operator who) {
  const bool held = release(who);
  hands_.erase(who);
  return held;
}

/// Of all hands off the rest the one that moved last.
float LeverArbiter::resolve(std::size_t control) const {
  float value = 0.0f;
  std::uint64_t newest = 0;
  for (const auto& [who, hand] : hands_) {
    if (hand.values[control] == 0.0f || hand.moved[control] <= newest) continue;
    newest = hand.moved[control];
    value = hand.values[control];
  }
  return value;
}

}  // namespace outrigger::network
