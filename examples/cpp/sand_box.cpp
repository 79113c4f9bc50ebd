/// Soil without a machine: a plate 1.2 m wide goes through a box of sand, 0.2 m deep and 2 m far. Prints the force
/// over the way beside that of theory, and the book of the sand at the end.
///
///   sand_box [DEPTH in m] [RAKE in degrees]
///
/// Theory: the fundamental equation of earthmoving (soil/wedge.h), for level ground and for the pile that the plate
/// pushes ahead, which is why the force grows. The plate comes to it within its first centimetres, as shear tests do.
/// No file, no world, no machine: columns, a cut, a plate.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "soil/column_field.h"
#include "soil/cutting.h"
#include "soil/ledger.h"
#include "soil/plate.h"
#include "soil/slump.h"
#include "soil/wedge.h"

namespace {

using namespace outrigger;

constexpr double kGravity = 9.81, kWidth = 1.2, kStep = 0.01, kSpeed = 0.1;

/// Level ground of strata 0 at z = 0.
class Box final : public soil::ColumnSite {
 public:
  soil::ColumnStart start(double, double) const override { return {0.0, 0}; }
};

soil::Soil dry_sand() {
  soil::Soil s;
  s.name = "dry_sand";
  s.density_bank = 1600, s.density_loose = 1420;
  s.cohesion = 500, s.friction_angle = 33 * M_PI / 180, s.steel_friction = 22 * M_PI / 180;
  s.repose_angle = 34 * M_PI / 180, s.start_angle = 37 * M_PI / 180;
  s.bearing.janosi_k = 0.025;
  return s;
}

/// What the plate meets at x: how high the sand stands ahead of its edge, every cell.
soil::PlateGround look_ahead(const soil::ColumnField& field, const soil::Soil& sand, double x,
                             double depth, std::vector<double>& heights) {
  heights.clear();
  for (int k = 0; k < 24; ++k)
    heights.push_back(field.height(field.column_at(x + (k + 0.5) * field.cell(), 0.0)) + depth);
  soil::PlateGround ground;
  ground.soil = {sand.density_bank * kGravity, sand.cohesion, sand.friction_angle, sand.adhesion,
                 sand.steel_friction};
  ground.janosi_k = sand.bearing.janosi_k;
  ground.heights = heights;
  ground.spacing = field.cell();
  ground.depth = heights.front();
  return ground;
}

}  // namespace

int main(int count, char** arguments) {
  const double depth = count > 1 ? std::atof(arguments[1]) : 0.2;
  const double rake = (count > 2 ? std::atof(arguments[2]) : 60.0) * M_PI / 180;
  const soil::Soil sand = dry_sand();
  soil::FieldSettings settings;
  settings.cell = 0.05;
  settings.x_max = 5.0, settings.y_min = -2.0, settings.y_max = 2.0;
  settings.soils = {sand};
  settings.strata = {{{{0, 1.0}}}};  // one metre of it
  soil::ColumnField field(settings, std::make_shared<Box>());
  soil::Ledger ledger(1);
  soil::Slump slump;

  soil::Blade blade;
  blade.along = Vec3(-std::cos(rake), 0, std::sin(rake));
  blade.normal = Vec3(std::sin(rake), 0, std::cos(rake));
  blade.length = 0.6, blade.width = kWidth;
  blade.edge = Vec3(1.0, 0, -depth);
  soil::PlateState state;
  std::vector<double> heights;
  const double level[] = {depth};
  const soil::WedgeForce theory = soil::find_wedge(
      {rake, depth, kWidth, -1.0, 0.0},
      {sand.density_bank * kGravity, sand.cohesion, sand.friction_angle, 0.0, sand.steel_friction},
      level, 0.05);
  std::printf("theory on level ground: draft %.0f N, vertical %.0f N\n", theory.draft,
              theory.vertical);
  std::printf("    way [m]   draft [N]   vertical [N]   theory with the pile ahead: draft [N]\n");
  const int steps = static_cast<int>(2.0 / (kSpeed * kStep));
  for (int k = 0; k <= steps; ++k) {
    const soil::Blade before = blade;
    blade.edge.x() += kSpeed * kStep;
    soil::Plate plate;
    plate.freeze({}, {blade.edge, blade.along, blade.normal, kWidth, before.edge},
                 look_ahead(field, sand, blade.edge.x(), depth, heights), state);
    const Vec3 point = blade.edge + plate.arm() * blade.along;
    const Vec3 force = plate.evaluate(point, Vec3(kSpeed, 0, 0)).force;
    plate.accept(point, state);
    // What it cuts goes onto the columns ahead, where it slides.
    soil::cut(field, ledger, before, blade, [&](const soil::CutSoil& piece) {
      const soil::Vec2 from = field.place(piece.from);
      const soil::ColumnPlace to = field.column_at(blade.edge.x() + 1.5 * field.cell(), from.y());
      field.add_loose(to, piece.soil, piece.mass, piece.specific_volume);
      field.activate_around(to);
      ledger.add(soil::Transfer::push, piece.soil, piece.mass);
    });
    slump.step(field, ledger);
    if (k % 200 == 0)
      std::printf("%11.2f %11.0f %14.0f %14.0f\n", blade.edge.x() - 1.0, -force.x(), -force.z(),
                  plate.wedge().draft);
  }
  std::printf("cut %.3f kg, pushed %.3f kg; the box has gained %lld mg\n",
              1e-6 * static_cast<double>(ledger.of(soil::Transfer::cut)),
              1e-6 * static_cast<double>(ledger.of(soil::Transfer::push)),
              static_cast<long long>(field.added_mass()));
}
