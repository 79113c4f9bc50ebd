/// Pumps that feed drives (description::Hydraulics): a load-sensing, flow-sharing supply.
///
///   q_i = A_i |v_i|                             demand of a drive; A_i by the sense of v_i
///   p   = max_i F_i/A_i                         load pressure, where F_i pushes along v_i
///   Q_a = min(Q_max ω/ω_r, a P_max/p)           available flow
///   Q̇   = (min(Q_a, Σ q) - Q)/τ                 flow of the pumps, part of the state
///   x_i = π_i + (1 - π_i) s,  s = clamp((Q - Σ π q)/Σ (1 - π) q, 0, 1)
///   where even Σ π q > Q:  x_i = π_i Q/Σ π q
///
///   v_i  commanded speed [m/s or rad/s]; of a drive at its force limit, its actual speed along it
///   A_i  flow per speed [m³/s per x/s]: area of a cylinder's side, displacement of a motor
///   F_i  force of the drive along +x [N or N m]      π_i  priority, 0..1
///   x_i  share of its commanded speed that a drive gets, 0..1
///   ω/ω_r, a  engine speed over rated speed and power share (engine.h); 1 without an engine
///   τ    time constant of the pumps [s]; 0: none
///
/// Load on the engine: P = Σ max(0, F_i ẋ_i), only where the pump does work: lowering a boom by its
/// own weight costs nothing, and losses are not modelled.
///
/// The flow is exact for a demand held over the step (exponential).
#pragma once

#include <string>
#include <vector>

#include "description/power.h"

namespace outrigger::drives {

/// What a drive wants and does.
struct DriveLoad {
  double wanted_speed = 0.0;  ///< v [x/s]
  double speed = 0.0;         ///< ẋ
  double force = 0.0;         ///< F along +x
  bool engaged = true;        ///< false: at its force limit
};

/// What the engine gives.
struct PumpDrive {
  double speed_ratio = 1.0;
  double power_share = 1.0;
};

class Hydraulics {
 public:
  Hydraulics() = default;
  /// Consumers that are none of `drives` (names in order) are left out.
  Hydraulics(const description::Hydraulics& spec, const std::vector<std::string>& drives);

  bool present() const { return flow_max_ > 0.0; }
  /// P.
  double power(const std::vector<DriveLoad>& drives) const;
  /// One step of the flow Q; writes x_i of all drives (1 for those it does not feed). Returns the
  /// flow over the demand, 1 when there is none.
  double advance(const std::vector<DriveLoad>& drives, const PumpDrive& pump, double h,
                 double& flow, std::vector<double>& shares) const;

 private:
  struct Consumer {
    std::size_t drive = 0;
    double up = 0.0, down = 0.0, priority = 0.0;
  };
  struct Need {
    double flow = 0.0, pressure = 0.0;
  };
  static Need need(const Consumer& c, const DriveLoad& load);

  double flow_max_ = 0.0, power_max_ = 0.0, pump_time_ = 0.0;
  std::vector<Consumer> consumers_;
};

}  // namespace outrigger::drives
