/// A governed engine (description::Engine).
///
///   J ω̇ = T_f - T_r - P_a/max(ω, ω_s) - P/ω
///   T_f = T_max(ω) clamp((ω_s (1 + δ) - ω)/(δ ω_s), 0, 1)
///   a   = clamp((ω/ω_s - r)/0.05, 0, 1)
///
///   ω    speed [rad/s], ≥ 0, part of the state        ω_s  speed of the throttle step [rad/s]
///   J    inertia [kg m²]     T_max  full torque, linear between the rows of its table [N m]
///   T_r  friction [N m]      P_a  auxiliaries [W], less below ω_s     P  load of pumps and travel [W], ≥ 0
///   δ    droop of the governor                        r  stall ratio
///   a    share of their power that pumps and travel may take: they give way between r + 0.05 and r,
///        so that the engine never stalls
///
/// Stopped, it gets no fuel (T_f = 0), gives no power (a = 0) and comes to rest; pumps and travel then
/// stand still. Told to run again, it begins at a fifth of ω_s, where the starter lets go.
///
/// Without load the speed lies just below (1 + δ) ω_s, at full torque at ω_s.
///
/// Step: linearly implicit trapezoidal rule, ω += h f/(1 - h f'/2) with f = ω̇ and f' its slope where
/// that is negative. Second order, stable for every h; the time constant is about J δ ω_s/T_max
/// (70 ms). Loads are held over a step. While it runs, ω never falls below a fifth of ω_s.
///
/// Limits: loads only brake; a machine that pushes its engine downhill is not modelled.
#pragma once

#include <utility>
#include <vector>

#include "description/power.h"

namespace outrigger::drives {

class Engine {
 public:
  Engine() = default;
  explicit Engine(const description::Engine& spec);

  bool present() const { return inertia_ > 0.0; }
  double rated_speed() const { return rated_speed_; }
  /// ω_s of a throttle step, the nearest there is.
  double setting(double throttle_step) const;
  double full_torque(double speed) const { return torque(speed).value; }
  double fuel_torque(double speed, double setting) const { return fuel(speed, setting).value; }
  /// Speed at which the engine runs without load.
  double idle_speed(double setting) const;
  /// a.
  double power_share(double speed, double setting) const;
  /// ω after a step h with the load P.
  double advance(double speed, double setting, double load_power, double h) const;
  /// ω after a step h without fuel.
  double coast(double speed, double h) const;

 private:
  struct Value {
    double value = 0.0, slope = 0.0;
  };
  Value torque(double speed) const;
  Value fuel(double speed, double setting) const;
  Value acceleration(double speed, double setting, double load_power) const;

  double inertia_ = 0.0, friction_ = 0.0, auxiliary_ = 0.0, droop_ = 0.09, rated_speed_ = 0.0;
  double stall_ratio_ = 0.85;
  std::vector<std::pair<double, double>> table_;
  std::vector<double> settings_;
};

}  // namespace outrigger::drives
