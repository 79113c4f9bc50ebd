/// Five soils. Densities after handbooks of earthmoving, strength within the ranges of textbooks, bearing
/// after Wong (dry sand LLL, sandy loam 15 %, clayey soil 38 %, LETE sand, Grenville loam): ground as it is
/// dug and driven on, neither frozen nor flooded.
#include "description/soils.h"

namespace outrigger::description {

namespace {

constexpr double kDegreeOfAngle = 3.14159265358979323846 / 180.0;

SoilKind soil_kind(const char* name, double bank, double loose) {
  SoilKind s;
  s.name = name;
  s.density_bank = bank;
  s.density_loose = loose;
  return s;
}

/// φ, δ and repose in degrees; slopes start to move 3 degrees above repose.
void set_strength(SoilKind& s, double cohesion, double adhesion, double phi, double delta,
                  double repose) {
  s.cohesion = cohesion;
  s.adhesion = adhesion;
  s.friction_angle = phi * kDegreeOfAngle;
  s.steel_friction = delta * kDegreeOfAngle;
  s.repose_angle = repose * kDegreeOfAngle;
  s.start_angle = (repose + 3.0) * kDegreeOfAngle;
}

void set_bearing(SoilKind& s, double k_c, double k_phi, double n, double janosi_k) {
  s.k_c = k_c;
  s.k_phi = k_phi;
  s.n = n;
  s.janosi_k = janosi_k;
}

std::vector<SoilKind> make_soil_library() {
  SoilKind sand = soil_kind("dry_sand", 1600.0, 1420.0);
  set_strength(sand, 500.0, 0.0, 33.0, 22.0, 34.0);
  set_bearing(sand, 990.0, 1.528e6, 1.1, 0.025);

  SoilKind loam = soil_kind("sandy_loam", 1540.0, 1250.0);
  set_strength(loam, 10000.0, 0.0, 35.0, 22.0, 38.0);
  set_bearing(loam, 5270.0, 1.515e6, 0.7, 0.020);
  loam.stand_up_time = 3600.0;

  SoilKind clay = soil_kind("clay", 2020.0, 1660.0);
  set_strength(clay, 35000.0, 8000.0, 10.0, 6.0, 42.0);
  set_bearing(clay, 13200.0, 6.92e5, 0.5, 0.010);
  clay.stand_up_time = 14400.0;

  SoilKind gravel = soil_kind("gravel", 1690.0, 1510.0);
  set_strength(gravel, 1000.0, 0.0, 39.0, 26.0, 37.0);
  set_bearing(gravel, 1.02e5, 5.301e6, 0.79, 0.012);

  SoilKind top = soil_kind("top_soil", 1370.0, 950.0);
  set_strength(top, 6000.0, 1000.0, 28.0, 18.0, 40.0);
  set_bearing(top, 60.0, 5.88e6, 1.01, 0.020);
  top.stand_up_time = 1800.0;

  return {sand, loam, clay, gravel, top};
}

}  // namespace

const std::vector<SoilKind>& soil_library() {
  static const std::vector<SoilKind> library = make_soil_library();
  return library;
}

}  // namespace outrigger::description
