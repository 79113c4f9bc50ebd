/// A tyre, for people and displays.
#pragma once

namespace outrigger::tyres {

/// A tyre at the end of the last step.
struct TyreReading {
  double load = 0.0;                         ///< F_z [N]
  double deflection = 0.0;                   ///< δ [m], 0 in the air
  double longitudinal = 0.0, lateral = 0.0;  ///< F_x forward, F_y left, on the wheel [N]
  double slip_longitudinal = 0.0, slip_lateral = 0.0;
};

}  // namespace outrigger::tyres
