/// Engine and hydraulics of a mechanism together: what the drives may take, and what force terms read
/// of the engine. Its numbers belong into the saved state.
///
///   per step:  loads of the drives → engine speed → flow → share of every drive
#pragma once

#include <string>
#include <vector>

#include "drives/engine.h"
#include "drives/hydraulics.h"
#include "model/mechanism.h"

namespace outrigger::drives {

class PowerSupply {
 public:
  /// `input_names` are the operator inputs in the order of the signals.
  PowerSupply(const model::Mechanism& mechanism, const std::vector<std::string>& input_names);

  bool has_engine() const { return engine_.present(); }
  bool has_hydraulics() const { return hydraulics_.present(); }
  bool needs_loads() const { return has_engine() || has_hydraulics(); }
  /// Input of the throttle, -1: none.
  int throttle() const { return throttle_; }

  int state_size() const { return needs_loads() ? kNumbers : 0; }
  /// The engine idles at its throttle step, or stands; the pumps stand still.
  void initialise(const double* signals, double* numbers) const;
  /// One step. `shares` has one element per drive.
  void advance(double h, const double* signals, const std::vector<DriveLoad>& loads,
               double travel_power, double* numbers, std::vector<double>& shares) const;

  /// [rad/s]; 0 without an engine.
  double engine_speed(const double* numbers) const { return has_engine() ? numbers[kSpeed] : 0.0; }
  /// T_f/T_max of engine.h: 0 while it is stopped, and without an engine.
  double engine_load(const double* signals, const double* numbers) const;
  /// ω/ω_r; 1 without an engine.
  double speed_ratio(const double* numbers) const;
  /// a of engine.h: 0 while it is stopped; 1 without an engine.
  double power_share(const double* signals, const double* numbers) const;
  /// Flow over demand; 1 without hydraulics.
  double flow_share(const double* numbers) const {
    return has_hydraulics() ? numbers[kShare] : 1.0;
  }

 private:
  enum { kSpeed, kFlow, kShare, kNumbers };

  double setting(const double* signals) const;
  bool stopped(const double* signals) const { return stop_ >= 0 && signals[stop_] > 0.5; }

  Engine engine_;
  Hydraulics hydraulics_;
  int throttle_ = -1, stop_ = -1;
};

}  // namespace outrigger::drives
