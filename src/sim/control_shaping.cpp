#include "sim/control_shaping.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::sim {

using description::Control;
using description::Drive;

ControlShaping::ControlShaping(const description::Machine& machine, const World& world) {
  const auto& names = world.input_names();
  for (const Control& control : machine.controls) {
    Channel c{};
    c.kind = control.kind;
    c.initial = control.initial;
    c.dead_zone = control.dead_zone;
    c.exponent = control.exponent;
    c.rate_limit = control.rate_limit;
    c.lowest = c.kind == Control::Kind::lever || c.kind == Control::Kind::wheel ? -1.0 : 0.0;
    c.highest =
        c.kind == Control::Kind::choice ? static_cast<double>(control.choices.size()) - 1.0 : 1.0;
    c.up = c.down = 1.0;
    c.input = static_cast<int>(std::find(names.begin(), names.end(), control.name) - names.begin());
    if (c.kind != Control::Kind::choice && c.kind != Control::Kind::button)
      for (const Drive& d : machine.drives)
        if (d.function.kind == description::Function::Kind::input &&
            d.function.input == control.name)
          scale_for(d, c);
    channels_.push_back(c);
  }
  obeyed_.resize(channels_.size());
  reset();
}

void ControlShaping::scale_for(const Drive& drive, Channel& c) {
  if (drive.quantity == Drive::Quantity::speed) {
    if (drive.speed_max > 0.0) c.up = c.down = drive.speed_max;
    if (drive.speed_min < 0.0) c.down = -drive.speed_min;
  } else if (drive.lower < drive.upper) {
    const bool has_zero = drive.lower < 0.0 && drive.upper > 0.0;
    c.centre = has_zero ? 0.0 : 0.5 * (drive.lower + drive.upper);
    c.up = drive.upper - c.centre;
    c.down = c.centre - drive.lower;
  }
}

void ControlShaping::reset() {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    channels_[i].value = channels_[i].initial;
    obeyed_[i] = static_cast<float>(channels_[i].value);
  }
}

double ControlShaping::shape(const Channel& c, double hand) {
  if (!std::isfinite(hand)) return c.value;
  const double u = std::clamp(hand, c.lowest, c.highest);
  if (c.kind == Control::Kind::choice) return std::round(u);
  if (c.kind == Control::Kind::button) return u >= 0.5 ? 1.0 : 0.0;
  const double travel = std::abs(u);
  if (travel <= c.dead_zone) return 0.0;
  const double beyond = (travel - c.dead_zone) / (1.0 - c.dead_zone);
  const double size = c.exponent == 1.0 ? beyond : elementary::pow(beyond, c.exponent);
  return u < 0.0 ? -size : size;
}

void ControlShaping::advance(const std::vector<float>& hand, double h, World& world) {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    Channel& c = channels_[i];
    const bool switches = c.kind == Control::Kind::choice || c.kind == Control::Kind::button;
    const double wanted = shape(c, i < hand.size() ? static_cast<double>(hand[i]) : c.initial);
    const double most = c.rate_limit * h;
    c.value = c.rate_limit > 0.0 && !switches ? std::clamp(wanted, c.value - most, c.value + most)
                                              : wanted;
    obeyed_[i] = static_cast<float>(c.value);
    world.set_input(c.input, c.centre + c.value * (c.value < 0.0 ? c.down : c.up));
  }
}

void ControlShaping::read_back(const World& world) {
  for (std::size_t i = 0; i < channels_.size(); ++i) {
    Channel& c = channels_[i];
    const double away = world.input_values()[c.input] - c.centre;
    c.value = away / (away < 0.0 ? c.down : c.up);
    obeyed_[i] = static_cast<float>(c.value);
  }
}

}  // namespace outrigger::sim
