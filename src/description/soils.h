/// Soil of a site: kinds of soil and the areas that can be dug, as plain values.
#pragma once

#include <string>
#include <vector>

#include "description/location.h"

namespace outrigger::description {

/// A kind of soil; what the numbers mean: soil/soil.h.
struct SoilKind {
  std::string name;
  Location where;
  std::string surface;           ///< what tyres and shapes meet on it; empty: a surface of its name
  double density_bank = 1600.0;  ///< undisturbed [kg/m³]
  double density_loose = 1400.0;    ///< after digging [kg/m³], at most density_bank
  double cohesion = 1000.0;         ///< c [Pa]
  double friction_angle = 0.5236;   ///< φ [rad]
  double steel_friction = 0.3491;   ///< δ [rad]
  double adhesion = 0.0;            ///< c_a [Pa]
  double repose_angle = 0.6109;     ///< where a slope stops moving [rad]
  double start_angle = 0.6632;      ///< where it starts to [rad], at least repose_angle
  double stand_up_time = 0.0;       ///< of a face just beyond its critical height [s]
  double hardness = 1.0;            ///< factor on the cohesion of undisturbed soil
  double k_c = 0.0, k_phi = 1.5e6;  ///< pressure and sinkage (Bekker) [N/m^(n+1)], [N/m^(n+2)]
  double n = 1.0;                   ///< of the same
  double janosi_k = 0.02;           ///< displacement of 63 % of the shear strength [m]
};

struct SoilLayer {
  std::string soil;
  double thickness = 0.0;  ///< [m]
};

/// Where tools cut the ground: layers from the surface down, and below them rock.
struct DiggableArea {
  std::string name;
  Location where;
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;  ///< [m]
  std::vector<SoilLayer> layers;
};

/// The soils that a file may name with `like`: dry_sand, sandy_loam, clay, gravel, top_soil.
const std::vector<SoilKind>& soil_library();

}  // namespace outrigger::description
