/// A kind of soil: what the laws of digging, slumping, standing and sinking need. SI units, angles in
/// radians. Where figures come from: machines/soils of the site, or the program.
#pragma once

#include <string>

namespace outrigger::soil {

/// Pressure and sinkage after Bekker, p = (k_c/b + k_phi) z^n, and shear after Janosi and Hanamoto,
/// τ = τ_max (1 - exp(-j/K)).
struct Bearing {
  double k_c = 0.0;        ///< [N/m^(n+1)], > -k_phi b
  double k_phi = 1.5e6;    ///< [N/m^(n+2)], > 0
  double n = 1.0;          ///< 0.1..2
  double janosi_k = 0.02;  ///< K [m], > 0: displacement at which 63 % of the strength acts
};

struct Soil {
  std::string name;
  double density_bank = 1600.0;   ///< undisturbed [kg/m³]
  double density_loose = 1400.0;  ///< after digging [kg/m³], at most density_bank
  double cohesion = 0.0;          ///< c [Pa]
  double friction_angle = 0.5;    ///< φ [rad], 0..60°
  double steel_friction = 0.3;    ///< δ, soil on steel [rad]
  double adhesion = 0.0;          ///< c_a, soil on steel [Pa]
  double repose_angle = 0.6;      ///< where loose soil stops moving [rad]
  double start_angle = 0.65;      ///< where it starts to [rad], at least repose_angle
  double stand_up_time = 0.0;     ///< how long a face just beyond its critical height stands [s]
  double hardness = 1.0;          ///< multiplies cohesion of bank soil; compacted ground 2 to 3
  Bearing bearing;
};

}  // namespace outrigger::soil
