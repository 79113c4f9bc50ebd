#include "drives/hydraulics.h"

#include <algorithm>
#include <cmath>

#include "math/elementary.h"

namespace outrigger::drives {

Hydraulics::Hydraulics(const description::Hydraulics& spec, const std::vector<std::string>& drives)
    : flow_max_(spec.flow_max), power_max_(spec.power_max), pump_time_(spec.pump_time) {
  for (const auto& c : spec.consumers) {
    const auto found = std::find(drives.begin(), drives.end(), c.drive);
    if (found == drives.end()) continue;
    consumers_.push_back({static_cast<std::size_t>(found - drives.begin()), c.flow_per_speed_up,
                          c.flow_per_speed_down, c.priority});
  }
}

Hydraulics::Need Hydraulics::need(const Consumer& c, const DriveLoad& load) {
  const double sense = load.wanted_speed < 0.0 ? -1.0 : 1.0;
  const double area = sense < 0.0 ? c.down : c.up;
  // A stalled cylinder takes what it moves; the pump does not feed its relief valve.
  const double speed = load.engaged
                           ? std::abs(load.wanted_speed)
                           : std::clamp(sense * load.speed, 0.0, std::abs(load.wanted_speed));
  if (speed == 0.0 || !(area > 0.0)) return {};
  return {area * speed, std::max(0.0, sense * load.force) / area};
}

double Hydraulics::power(const std::vector<DriveLoad>& drives) const {
  double power = 0.0;
  for (const Consumer& c : consumers_)
    power += std::max(0.0, drives[c.drive].force * drives[c.drive].speed);
  return power;
}

double Hydraulics::advance(const std::vector<DriveLoad>& drives, const PumpDrive& pump, double h,
                           double& flow, std::vector<double>& shares) const {
  std::fill(shares.begin(), shares.end(), 1.0);
  double demand = 0.0, first = 0.0, pressure = 0.0;
  for (const Consumer& c : consumers_) {
    const Need n = need(c, drives[c.drive]);
    demand += n.flow;
    first += c.priority * n.flow;
    pressure = std::max(pressure, n.pressure);
  }
  double available = flow_max_ * std::max(pump.speed_ratio, 0.0);
  const double power = pump.power_share * power_max_;
  if (power < available * pressure) available = power / pressure;

  const double target = std::min(available, demand);
  const double gone = pump_time_ > 0.0 ? -elementary::expm1(-h / pump_time_) : 1.0;
  flow += gone * (target - flow);
  if (demand <= 0.0) return 1.0;

  const double rest = demand - first;
  const double common =
      rest > 0.0 ? std::clamp((flow - first) / rest, 0.0, 1.0) : (flow < first ? 0.0 : 1.0);
  const double served_first = flow < first ? flow / first : 1.0;
  for (const Consumer& c : consumers_)
    shares[c.drive] = c.priority * served_first + (1.0 - c.priority) * common;
  return std::min(1.0, flow / demand);
}

}  // namespace outrigger::drives
