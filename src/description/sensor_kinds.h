/// What the reader knows about the kinds of sensors: one line each. How they measure: sim/sensors.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "description/description.h"

namespace outrigger::description {

/// What a sensor measures on; none: the whole machine.
enum class SensorTarget {
  body,
  coordinate,
  joint,
  drive,
  spring,
  rope,
  brake,
  driveline,
  tyre,
  none
};

struct SensorKind {
  std::string_view word;  ///< in machine files
  Sensor::Kind kind = Sensor::Kind::position;
  SensorTarget target = SensorTarget::none;
  bool at_point = false;       ///< takes `point`
  bool measured_from = false;  ///< takes `from`
};

inline constexpr auto kSensorKinds = [] {
  using K = Sensor::Kind;
  using T = SensorTarget;
  return std::to_array<SensorKind>({
      {"position", K::position, T::body, true},
      {"velocity", K::velocity, T::body, true},
      {"acceleration", K::acceleration, T::body, true},
      {"orientation", K::orientation, T::body},
      {"angular_velocity", K::angular_velocity, T::body},
      {"depth", K::depth, T::body, true, true},
      {"reach", K::reach, T::body, true, true},
      {"pitch", K::pitch, T::body, false, true},
      {"forward_speed", K::forward_speed, T::body, true},
      {"specific_force", K::specific_force, T::body, true},
      {"angular_rate", K::angular_rate, T::body},
      {"coordinate", K::coordinate, T::coordinate},
      {"coordinate_speed", K::coordinate_speed, T::coordinate},
      {"reaction_force", K::reaction_force, T::joint},
      {"reaction_torque", K::reaction_torque, T::joint},
      {"drive_force", K::drive_force, T::drive},
      {"spring_force", K::spring_force, T::spring},
      {"rope_tension", K::rope_tension, T::rope},
      {"brake_force", K::brake_force, T::brake},
      {"tractive_force", K::tractive_force, T::driveline},
      {"tyre_load", K::tyre_load, T::tyre},
      {"tyre_deflection", K::tyre_deflection, T::tyre},
      {"tyre_force", K::tyre_force, T::tyre},
      {"tyre_slip", K::tyre_slip, T::tyre},
      {"engine_speed", K::engine_speed, T::none},
      {"engine_load", K::engine_load, T::none},
      {"flow_share", K::flow_share, T::none},
      {"energy_kinetic", K::energy_kinetic, T::none},
      {"energy_potential", K::energy_potential, T::none},
      {"energy_total", K::energy_total, T::none},
      {"energy_dissipated", K::energy_dissipated, T::none},
      {"work_drives", K::work_drives, T::none},
      {"removed_integrator", K::removed_integrator, T::none},
      {"removed_projection", K::removed_projection, T::none},
      {"removed_detection", K::removed_detection, T::none},
      {"constraint_position", K::constraint_position, T::none},
      {"constraint_velocity", K::constraint_velocity, T::none},
      {"constraint_acceleration", K::constraint_acceleration, T::none},
      {"iterations", K::iterations, T::none},
  });
}();

constexpr const SensorKind& sensor_kind(Sensor::Kind kind) {
  return *std::find_if(kSensorKinds.begin(), kSensorKinds.end(),
                       [&](const SensorKind& k) { return k.kind == kind; });
}

}  // namespace outrigger::description
