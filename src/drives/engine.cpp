#include "drives/engine.h"

#include <algorithm>
#include <cmath>

namespace outrigger::drives {

namespace {

constexpr double kSlowest = 0.2;   ///< of the setting: below, the model says nothing
constexpr double kGiveWay = 0.05;  ///< width of the stall rule

}  // namespace

Engine::Engine(const description::Engine& spec)
    : inertia_(spec.inertia),
      friction_(spec.friction_torque),
      auxiliary_(spec.auxiliary_power),
      droop_(spec.droop),
      rated_speed_(spec.rated_speed),
      stall_ratio_(spec.stall_ratio),
      table_(spec.torque_table),
      settings_(spec.settings) {
  if (settings_.empty()) settings_ = {rated_speed_};
  // Without an input the throttle stays at its last step.
  if (spec.input.empty()) settings_ = {settings_.back()};
}

double Engine::setting(double throttle_step) const {
  if (!std::isfinite(throttle_step)) throttle_step = 0.0;
  const double last = static_cast<double>(settings_.size() - 1);
  return settings_[static_cast<std::size_t>(std::clamp(throttle_step, 0.0, last) + 0.5)];
}

Engine::Value Engine::torque(double speed) const {
  if (table_.empty()) return {};
  if (speed <= table_.front().first) return {table_.front().second, 0.0};
  for (std::size_t i = 1; i < table_.size(); ++i) {
    const auto& [w0, t0] = table_[i - 1];
    const auto& [w1, t1] = table_[i];
    if (speed > w1) continue;
    const double slope = (t1 - t0) / (w1 - w0);
    return {t0 + slope * (speed - w0), slope};
  }
  return {table_.back().second, 0.0};
}

Engine::Value Engine::fuel(double speed, double setting) const {
  const Value full = torque(speed);
  const double width = droop_ * setting;
  const double rack = (setting + width - speed) / width;
  if (rack <= 0.0) return {};
  if (rack >= 1.0) return full;
  return {full.value * rack, full.slope * rack - full.value / width};
}

Engine::Value Engine::acceleration(double speed, double setting, double load_power) const {
  const Value t = fuel(speed, setting);
  const double load = load_power / speed;
  const double fan = auxiliary_ / std::max(speed, setting);
  const double slope = t.slope + load / speed + (speed > setting ? fan / speed : 0.0);
  return {(t.value - friction_ - fan - load) / inertia_, slope / inertia_};
}

double Engine::idle_speed(double setting) const {
  // The acceleration falls with the speed here; bisection gives the same bits everywhere.
  double low = kSlowest * setting, high = (1.0 + droop_) * setting;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (acceleration(middle, setting, 0.0).value > 0.0 ? low : high) = middle;
  }
  return low;
}

double Engine::power_share(double speed, double setting) const {
  return std::clamp((speed / setting - stall_ratio_) / kGiveWay, 0.0, 1.0);
}

double Engine::coast(double speed, double h) const {
  return std::max(0.0, speed - h * friction_ / inertia_);
}

double Engine::advance(double speed, double setting, double load_power, double h) const {
  speed = std::max(speed, kSlowest * setting);
  const Value f = acceleration(speed, setting, std::max(load_power, 0.0));
  const double next = speed + h * f.value / (1.0 - 0.5 * h * std::min(f.slope, 0.0));
  return std::max(next, kSlowest * setting);
}

}  // namespace outrigger::drives
