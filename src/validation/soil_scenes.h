/// Soils and ground for the cases of the soil library: no machines.
#pragma once

#include <functional>
#include <vector>

#include "soil/column_field.h"
#include "soil/soil.h"

namespace outrigger::validation {

inline constexpr double kDegreeOfSoil = 3.14159265358979323846 / 180.0;  ///< [rad]

/// The five soils that site files may name, in the order of description::soil_library().
std::vector<soil::Soil> library_soils();

/// Ground of one soil.
struct SoilPlot {
  double cell = 0.1;                                          ///< [m]
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;  ///< [m]
  double depth = 15.0;                                        ///< of soil, below it rock [m]
  std::function<double(double, double)> height;               ///< empty: level, at 0 [m]
  std::function<bool(double, double)> is_soil;                ///< empty: everywhere
};
soil::ColumnField make_plot(const soil::Soil& soil, const SoilPlot& plot);

/// A plot around the origin, which is a grid point.
SoilPlot plot_around_origin(double size_x, double size_y, double cell);

}  // namespace outrigger::validation
