#include "drives/power_supply.h"

#include <algorithm>

namespace outrigger::drives {

namespace {

std::vector<std::string> drive_names(const model::Mechanism& m) {
  std::vector<std::string> names;
  for (const auto& d : m.drives) names.push_back(d.spec.name);
  return names;
}

}  // namespace

PowerSupply::PowerSupply(const model::Mechanism& mechanism,
                         const std::vector<std::string>& input_names) {
  if (mechanism.engine.inertia > 0.0) engine_ = Engine(mechanism.engine);
  if (mechanism.hydraulics.flow_max > 0.0)
    hydraulics_ = Hydraulics(mechanism.hydraulics, drive_names(mechanism));
  const auto index = [&](const std::string& name) {
    const auto found = std::find(input_names.begin(), input_names.end(), name);
    return found == input_names.end() ? -1 : static_cast<int>(found - input_names.begin());
  };
  throttle_ = index(mechanism.engine.input);
  if (!mechanism.engine.stop_input.empty()) stop_ = index(mechanism.engine.stop_input);
}

double PowerSupply::setting(const double* signals) const {
  return engine_.setting(throttle_ >= 0 ? signals[throttle_] : 0.0);
}

void PowerSupply::initialise(const double* signals, double* numbers) const {
  if (!needs_loads()) return;
  const bool runs = has_engine() && !stopped(signals);
  numbers[kSpeed] = runs ? engine_.idle_speed(setting(signals)) : 0.0;
  numbers[kFlow] = 0.0;
  numbers[kShare] = 1.0;
}

double PowerSupply::speed_ratio(const double* numbers) const {
  return has_engine() ? numbers[kSpeed] / engine_.rated_speed() : 1.0;
}

double PowerSupply::engine_load(const double* signals, const double* numbers) const {
  if (!has_engine() || stopped(signals)) return 0.0;
  const double full = engine_.full_torque(numbers[kSpeed]);
  return full > 0.0 ? engine_.fuel_torque(numbers[kSpeed], setting(signals)) / full : 0.0;
}

double PowerSupply::power_share(const double* signals, const double* numbers) const {
  if (!has_engine()) return 1.0;
  return stopped(signals) ? 0.0 : engine_.power_share(numbers[kSpeed], setting(signals));
}

void PowerSupply::advance(double h, const double* signals, const std::vector<DriveLoad>& loads,
                          double travel_power, double* numbers, std::vector<double>& shares) const {
  if (!needs_loads()) return;
  if (has_engine()) {
    const double load = (has_hydraulics() ? hydraulics_.power(loads) : 0.0) + travel_power;
    numbers[kSpeed] = stopped(signals)
                          ? engine_.coast(numbers[kSpeed], h)
                          : engine_.advance(numbers[kSpeed], setting(signals), load, h);
  }
  if (has_hydraulics())
    numbers[kShare] = hydraulics_.advance(
        loads, {speed_ratio(numbers), power_share(signals, numbers)}, h, numbers[kFlow], shares);
}

}  // namespace outrigger::drives
