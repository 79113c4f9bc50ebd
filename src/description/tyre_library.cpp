#include "description/tyre_library.h"

#include <cmath>

namespace outrigger::description {

namespace {

/// A type by its size [m] and load [N], all else as usual.
TyreType sized(const char* name, double radius, double width, double load) {
  TyreType t;
  t.name = name;
  t.radius = radius;
  t.width = width;
  t.nominal_load = load;
  t.stiffness = usual_stiffness(load, radius);
  t.damping = usual_damping(load, t.stiffness);
  t.bump_deflection = 0.25 * radius;
  t.bump_stiffness = 6.0 * t.stiffness;
  t.trail = 0.11 * radius;
  t.longitudinal = usual_longitudinal(radius);
  t.lateral = usual_lateral(radius);
  return t;
}

TyreType truck() {
  TyreType t = sized("truck_10_00_20", 0.5275, 0.278, 30000.0);
  t.stiffness = 8.0e5;
  t.damping = 8000.0;
  t.bump_deflection = 0.13;
  t.bump_stiffness = 5.0e6;
  t.trail = 0.06;
  t.longitudinal.relaxation = 0.3;
  t.lateral.relaxation = 0.55;
  return t;
}

TyreType car() {
  TyreType t = sized("car_195_65_r15", 0.317, 0.195, 4000.0);
  t.stiffness = 2.0e5;
  t.damping = 500.0;
  t.bump_deflection = 0.09;
  t.bump_stiffness = 2.0e6;
  t.trail = 0.03;
  // A radial on a hard road: stiffer and grippier than a cross-ply tyre of a work machine.
  t.longitudinal = {0.9, -0.08, 20.0, 0.0, 1.6, 0.1, 0.0, 0.12, 0.15};
  t.lateral = {0.85, -0.1, 15.0, -4.0, 1.35, -0.5, 0.0, 0.2, 0.35};
  return t;
}

TyreType solid() {
  TyreType t = sized("forklift_7_00_12", 0.336, 0.18, 25000.0);
  t.stiffness = 1.6e6;  // solid rubber: no air, little deflection
  t.damping = usual_damping(t.nominal_load, t.stiffness);
  t.bump_deflection = 0.05;
  t.bump_stiffness = 1.0e7;
  return t;
}

}  // namespace

double usual_stiffness(double nominal_load, double radius) {
  return nominal_load / (0.07 * radius);
}

double usual_damping(double nominal_load, double stiffness) {
  return 0.16 * std::sqrt(stiffness * nominal_load / 9.81);
}

TyreDirection usual_longitudinal(double radius) {
  return {0.748, -0.274, 13.8, -7.78, 1.55, 0.25, 0.7, 0.15, 0.57 * radius};
}

TyreDirection usual_lateral(double radius) {
  return {0.7305, -0.084, 5.506, -0.884, 1.26, -0.57, 0.0, 0.39, 1.04 * radius};
}

const std::vector<TyreType>& library_tyre_types() {
  static const std::vector<TyreType> types{truck(),
                                           car(),
                                           sized("loader_17_5_25", 0.674, 0.445, 60000.0),
                                           sized("tractor_18_4_38", 0.877, 0.467, 27000.0),
                                           sized("tractor_14_9_28", 0.682, 0.378, 17000.0),
                                           solid()};
  return types;
}

}  // namespace outrigger::description
