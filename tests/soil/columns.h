/// Fields of soil for tests.
#pragma once

#include <functional>
#include <memory>

#include "soil/column_field.h"

namespace outrigger::soil::testing {

inline constexpr double kDegree = 3.14159265358979323846 / 180.0;

inline Soil dry_sand() {
  Soil s;
  s.name = "dry_sand";
  s.density_bank = 1600.0, s.density_loose = 1420.0;
  s.cohesion = 500.0;
  s.friction_angle = 33.0 * kDegree, s.steel_friction = 22.0 * kDegree;
  s.repose_angle = 34.0 * kDegree, s.start_angle = 37.0 * kDegree;
  s.bearing = {990.0, 1.528e6, 1.1, 0.025};
  return s;
}

inline Soil clay() {
  Soil s;
  s.name = "clay";
  s.density_bank = 2020.0, s.density_loose = 1660.0;
  s.cohesion = 35000.0, s.adhesion = 8000.0;
  s.friction_angle = 10.0 * kDegree, s.steel_friction = 6.0 * kDegree;
  s.repose_angle = 42.0 * kDegree, s.start_angle = 45.0 * kDegree;
  s.stand_up_time = 14400.0;
  return s;
}

/// A surface z(x, y), diggable with strata 0 everywhere or nowhere.
class Surface final : public ColumnSite {
 public:
  Surface(std::function<double(double, double)> height, int strata)
      : height_(std::move(height)), strata_(strata) {}
  ColumnStart start(double x, double y) const override { return {height_(x, y), strata_}; }

 private:
  std::function<double(double, double)> height_;
  int strata_;
};

/// A level square of `size` m around the origin, of sand over clay, or hard ground.
inline ColumnField level_field(double size, double cell = 0.1, bool diggable = true,
                               double height = 0.0) {
  FieldSettings s;
  s.cell = cell;
  s.x_min = s.y_min = -0.5 * size;
  s.x_max = s.y_max = 0.5 * size;
  s.soils = {dry_sand(), clay()};
  s.strata = {{{{0, 1.0}, {1, 2.0}}}};
  return ColumnField(
      s, std::make_shared<Surface>([height](double, double) { return height; }, diggable ? 0 : -1));
}

}  // namespace outrigger::soil::testing
