#include "validation/soil_scenes.h"

#include <cmath>
#include <memory>
#include <utility>

#include "description/soils.h"

namespace outrigger::validation {

namespace {

class PlotSite final : public soil::ColumnSite {
 public:
  explicit PlotSite(SoilPlot plot) : plot_(std::move(plot)) {}
  soil::ColumnStart start(double x, double y) const override {
    return {plot_.height ? plot_.height(x, y) : 0.0,
            !plot_.is_soil || plot_.is_soil(x, y) ? 0 : -1};
  }

 private:
  SoilPlot plot_;
};

}  // namespace

std::vector<soil::Soil> library_soils() {
  std::vector<soil::Soil> soils;
  for (const description::SoilKind& k : description::soil_library()) {
    soil::Soil s;
    s.name = k.name;
    s.density_bank = k.density_bank, s.density_loose = k.density_loose;
    s.cohesion = k.cohesion, s.adhesion = k.adhesion;
    s.friction_angle = k.friction_angle, s.steel_friction = k.steel_friction;
    s.repose_angle = k.repose_angle, s.start_angle = k.start_angle;
    s.stand_up_time = k.stand_up_time, s.hardness = k.hardness;
    s.bearing = {k.k_c, k.k_phi, k.n, k.janosi_k};
    soils.push_back(s);
  }
  return soils;
}

soil::ColumnField make_plot(const soil::Soil& soil, const SoilPlot& plot) {
  soil::FieldSettings s;
  s.cell = plot.cell;
  s.x_min = plot.x_min, s.x_max = plot.x_max, s.y_min = plot.y_min, s.y_max = plot.y_max;
  s.soils = {soil};
  s.strata = {{{{0, plot.depth}}}};
  return soil::ColumnField(s, std::make_shared<PlotSite>(plot));
}

SoilPlot plot_around_origin(double size_x, double size_y, double cell) {
  SoilPlot plot;
  plot.cell = cell;
  plot.x_max = cell * std::ceil(0.5 * size_x / cell), plot.x_min = -plot.x_max;
  plot.y_max = cell * std::ceil(0.5 * size_y / cell), plot.y_min = -plot.y_max;
  return plot;
}

}  // namespace outrigger::validation
