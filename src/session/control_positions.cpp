#include "session/control_positions.h"

#include <algorithm>
#include <cmath>

namespace outrigger::session {

using Kind = description::Control::Kind;

ControlPositions::ControlPositions(const description::Machine& machine, const sim::World& world) {
  const auto& names = world.input_names();
  for (const auto& control : machine.controls) {
    Control c{};
    c.kind = control.kind;
    c.initial = control.initial;
    c.lowest = c.kind == Kind::lever || c.kind == Kind::wheel ? -1.0 : 0.0;
    c.highest = c.kind == Kind::choice ? static_cast<double>(control.choices.size()) - 1.0 : 1.0;
    c.input = static_cast<int>(std::find(names.begin(), names.end(), control.name) - names.begin());
    controls_.push_back(c);
  }
  values_.resize(controls_.size());
  reset();
}

void ControlPositions::reset() {
  for (std::size_t i = 0; i < controls_.size(); ++i)
    values_[i] = static_cast<float>(controls_[i].initial);
}

void ControlPositions::move(const std::vector<float>& hand, sim::World& world) {
  for (std::size_t i = 0; i < controls_.size(); ++i) {
    const Control& c = controls_[i];
    double u = i < hand.size() ? static_cast<double>(hand[i]) : c.initial;
    if (!std::isfinite(u)) continue;
    u = std::clamp(u, c.lowest, c.highest);
    if (c.kind == Kind::choice) u = std::round(u);
    if (c.kind == Kind::button) u = u >= 0.5 ? 1.0 : 0.0;
    values_[i] = static_cast<float>(u);
    world.set_input(c.input, u);
  }
}

void ControlPositions::read_back(const sim::World& world) {
  for (std::size_t i = 0; i < controls_.size(); ++i)
    values_[i] =
        static_cast<float>(world.input_values()[static_cast<std::size_t>(controls_[i].input)]);
}

}  // namespace outrigger::session
