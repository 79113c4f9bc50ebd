/// What turns wheels, holds them, and feeds the drives, as plain values. See description.h for the
/// habits. Laws: drives/.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "description/location.h"

namespace outrigger::description {

/// Dry friction with memory on a coordinate: a brake, or bearing drag. Holds without creeping.
///   |F| ≤ force · input + drag
struct Brake {
  std::string name;
  Location where;
  std::string coordinate;
  std::string input;   ///< 0..1; empty: `force` always acts
  double force = 0.0;  ///< at full input [N or N m], ≥ 0
  double drag = 0.0;   ///< always there [N or N m], ≥ 0

  bool operator==(const Brake&) const = default;
};

/// A travel range of a driveline.
struct TravelRange {
  std::string name;
  double speed_max = 0.0;  ///< [m/s]
  double force_max = 0.0;  ///< tractive force [N]
  double retarding = 0.0;  ///< braking force when the pedal is released [N]

  bool operator==(const TravelRange&) const = default;
};

/// One motor that turns several wheels with equal torque (open differentials).
///   F = min(force_max, power/max(|v|, 0.1 m/s)) pedal, fading over the last 5 % of speed_max
/// With acceleration_max, speed_max is approached no faster than that.
struct Driveline {
  std::string name;
  Location where;
  std::vector<std::string> coordinates;  ///< wheel angles, positive rolls forward
  double radius = 0.0;                   ///< rolling radius [m]
  double power = 0.0;                    ///< at the wheels [W]
  std::string input;                     ///< pedal -1..1: forward and backward
  std::string range_input;               ///< index of the range in use; empty: the first
  std::string interlock_input;           ///< above 0.5 the pedal counts as released; empty: none
  double acceleration_max = 0.0;         ///< [m/s²], ≥ 0; 0 = what the force gives
  std::vector<TravelRange> ranges;

  bool operator==(const Driveline&) const = default;
};

/// A governed engine. Speeds in rad/s.
struct Engine {
  std::string name;
  Location where;
  double inertia = 0.0;                                 ///< [kg m²]; 0 = no engine
  std::vector<std::pair<double, double>> torque_table;  ///< (speed [rad/s], full torque [N m])
  double friction_torque = 0.0;                         ///< [N m]
  double droop = 0.09;                                  ///< of the governor
  double rated_speed = 0.0;                             ///< [rad/s]
  double auxiliary_power = 0.0;                         ///< [W]
  std::vector<double> settings;                         ///< speeds of the throttle steps [rad/s]
  std::string input;                                    ///< index of the throttle step
  std::string stop_input;                               ///< above 0.5 the engine gets no fuel
  double stall_ratio = 0.85;  ///< pumps give way so that the speed stays above this of its setting

  bool operator==(const Engine&) const = default;
};

/// A drive's share of a hydraulic supply.
struct HydraulicConsumer {
  std::string drive;
  double flow_per_speed_up = 0.0;  ///< flow per speed of the coordinate, extending [m³/s per x/s]
  double flow_per_speed_down = 0.0;  ///< retracting
  double priority = 0.0;             ///< share of its demand that is always served, 0..1

  bool operator==(const HydraulicConsumer&) const = default;
};

/// Pumps on the engine that feed drives; demands beyond the flow or the power are scaled down.
struct Hydraulics {
  std::string name;
  Location where;
  double flow_max = 0.0;    ///< at rated engine speed [m³/s]; 0 = none
  double power_max = 0.0;   ///< [W]
  double pump_time = 0.12;  ///< time constant of the pump [s]
  std::vector<HydraulicConsumer> consumers;

  bool operator==(const Hydraulics&) const = default;
};

}  // namespace outrigger::description
