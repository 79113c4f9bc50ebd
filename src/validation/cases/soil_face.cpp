/// Cuts in bank soil stand up to the height at which a wedge behind them slides, and fall beyond it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/elementary.h"
#include "soil/faces.h"
#include "validation/cases/cases.h"
#include "validation/soil_scenes.h"

namespace outrigger::validation {
namespace soil_face_case {

using soil::ColumnField;
using soil::ColumnPlace;

// ---------------------------------------------------------------------------------- the least height

/// The height at which the first wedge slides: over planes at θ every 1e-4 rad between φ and β, of the balance
///   (γ H/2 + q) sin(β - θ) sin(θ - φ)/sin β = c cos φ
double sliding_height(const soil::Soil& s, double beta, double load, double cohesion_share = 1.0) {
  const double gamma = s.density_bank * kGravity, phi = s.friction_angle;
  const double held = s.cohesion * cohesion_share * elementary::cos(phi) * elementary::sin(beta);
  double least = 1e300;
  for (double t = phi + 1e-3; t < beta - 1e-3; t += 1e-4) {
    const double drives = elementary::sin(beta - t) * elementary::sin(t - phi);
    least = std::min(least, 2.0 * (held / drives - load) / gamma);
  }
  return std::max(0.0, least);
}

// ---------------------------------------------------------------------------------- a cut

/// Ground that stands `height` above the floor of a cut; the face runs across direction `along` [degrees] and
/// is inclined by `slope` [degrees].
struct Cut {
  double height = 0.0, along = 0.0, slope = 90.0;
  double shift = 0.0;  ///< of the crest from the grid point at the origin [m]
  double cell = 0.1;
  double load = 0.0;   ///< on the ground behind the crest [Pa]
  bool spoil = false;  ///< the load is soil that lies there, not a machine
  double wetness = 0.0;

  double inclination() const { return slope * kDegreeOfSoil; }
  /// How far the face reaches [m].
  double run() const {
    return slope < 90.0 ? height * elementary::cos(inclination()) / elementary::sin(inclination())
                        : 0.0;
  }
};

/// Whether the face falls within four stand-up times, when it is cut out of level ground.
bool falls(const soil::Soil& s, const Cut& cut) {
  const auto [sine, cosine] = elementary::sincos(cut.along * kDegreeOfSoil);
  const bool axis = std::min(std::abs(sine), std::abs(cosine)) < 1e-9;
  // Room for the wedge behind the crest and for what runs out; as narrow as possible.
  const double size = std::max(4.0, 3.0 * cut.height) + 2.0 * cut.run();
  SoilPlot plot = plot_around_origin(axis && std::abs(sine) > 0.5 ? 1.0 : size,
                                     axis && std::abs(cosine) > 0.5 ? 1.0 : size, cut.cell);
  plot.depth = cut.height + 1.0;
  ColumnField field = make_plot(s, plot);
  soil::Ledger ledger(1);
  soil::FaceSettings settings;
  settings.cells = 32;
  soil::Faces faces(settings);
  faces.set_wetness(field, cut.wetness);

  // Off the grid points, so that rounding does not choose their side.
  const double wall = 0.4 * cut.cell + cut.shift,
               slope = cut.run() > 0.0 ? cut.height / cut.run() : 0.0;
  const auto ahead = [&](ColumnPlace c) {
    const soil::Vec2 p = field.place(c);
    return p.x() * cosine + p.y() * sine - wall;
  };
  const auto each_column = [&](const auto& visit) {
    for (int j = 0; j < field.rows(); ++j)
      for (int i = 0; i < field.columns(); ++i) visit(ColumnPlace{i, j});
  };
  each_column([&](ColumnPlace c) {
    const double x = ahead(c);
    if (x <= 0.0) return;
    const double floor = slope > 0.0 ? std::max(-cut.height, -x * slope) : -cut.height;
    field.loosen(c, floor, [](int, soil::Milligrams) {});  // and carried away
    if (x < cut.run() + 1.5 * cut.cell) faces.wake(field, c);
  });
  const auto mass = static_cast<soil::Milligrams>(cut.load / kGravity * field.area() *
                                                  soil::kMilligramsPerKilogram);
  soil::SurchargeAt machine;
  if (cut.spoil) {
    each_column([&](ColumnPlace c) {
      if (ahead(c) <= 0.0) field.add_loose(c, 0, mass, field.loose_volume(0));
    });
  } else if (cut.load > 0.0) {
    machine = [&](ColumnPlace c) { return ahead(c) <= 0.0 ? cut.load : 0.0; };
  }
  const double dt = std::max(1.0, 0.04 * s.stand_up_time);
  for (int k = 0; k < 140; ++k)
    if (faces.step(field, ledger, dt, machine) > 0) return true;
  return false;
}

/// The greatest height that stands over the one that should.
double standing_height(const soil::Soil& s, Cut cut, double should) {
  double low = 0.7, high = 1.3;
  for (int k = 0; k < 7; ++k) {
    const double middle = 0.5 * (low + high);
    cut.height = middle * should;
    (falls(s, cut) ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

/// Faces that fell at 0.95 of the height that should stand, and that stood at 1.05 of it.
struct Count {
  int cuts = 0, fell = 0, stood = 0;

  void look(const soil::Soil& s, Cut cut, double should) {
    ++cuts;
    cut.height = 0.95 * should;
    fell += falls(s, cut) ? 1 : 0;
    cut.height = 1.05 * should;
    stood += falls(s, cut) ? 0 : 1;
  }
  void add_rows(Result& result, const std::string& of) const {
    result.bound(fmt::format("{}, {} cuts: fall at 0.95 of the height", of, cuts), fell, 0.0);
    result.bound(fmt::format("{}, {} cuts: stand at 1.05 of it", of, cuts), stood, 0.0);
  }
};

// ----------------------------------------------------------------------------------

void vertical(Result& result, const std::vector<soil::Soil>& soils) {
  for (const soil::Soil& s : soils) {
    Count count;
    const double should = sliding_height(s, 90.0 * kDegreeOfSoil, 0.0);
    for (const double along : {0.0, 90.0, 180.0, 270.0, 45.0, 225.0}) {
      Cut cut;
      cut.along = along;
      count.look(s, cut, should);
    }
    count.add_rows(result, s.name + ", vertical");
    result.compare(s.name + ", vertical: greatest height that stands, over that of the least wedge",
                   standing_height(s, {}, should), 1.0, 0.05);
  }
}

void inclined(Result& result, const std::vector<soil::Soil>& soils) {
  struct Face {
    std::size_t kind;
    double slope, cell, wetness;
  };
  // Faces that run over more than three columns.
  for (const Face& f : {Face{1, 75.0, 0.1, 1.0}, Face{1, 60.0, 0.2, 1.0}, Face{2, 80.0, 0.1, 0.0},
                        Face{3, 75.0, 0.05, 0.0}, Face{4, 75.0, 0.1, 0.0}}) {
    const soil::Soil& s = soils[f.kind];
    Cut cut;
    cut.slope = f.slope, cut.cell = f.cell, cut.wetness = f.wetness;
    const double kept = 1.0 - (1.0 - soil::FaceSettings().wet_cohesion) * f.wetness;
    const double should = sliding_height(s, cut.inclination(), 0.0, kept);
    Count count;
    for (const double shift : {0.0, 0.3, 0.7}) {
      cut.shift = shift * f.cell;
      count.look(s, cut, should);
    }
    count.add_rows(result, fmt::format("{}{}, {:.0f} degrees", s.name,
                                       f.wetness > 0.0 ? ", soaked" : "", f.slope));
  }
}

void loaded(Result& result, const std::vector<soil::Soil>& soils) {
  for (const soil::Soil& s : soils) {
    const double bare = sliding_height(s, 90.0 * kDegreeOfSoil, 0.0);
    // Walls of less than ten columns are no place to tell loads of soil.
    if (bare < 1.0) continue;
    Count machine, spoil;
    for (const double share : {0.15, 0.3}) {
      Cut cut;
      cut.load = share * 0.5 * s.density_bank * kGravity * bare;  // lowers it by this share
      const double should = sliding_height(s, 90.0 * kDegreeOfSoil, cut.load);
      machine.look(s, cut, should);
      cut.spoil = true;
      spoil.look(s, cut, should);
    }
    machine.add_rows(result, s.name + ", loaded by a machine");
    spoil.add_rows(result, s.name + ", loaded by spoil");
  }
}

Result run_case() {
  Result result;
  const std::vector<soil::Soil> soils = library_soils();
  vertical(result, soils);
  inclined(result, soils);
  loaded(result, soils);

  result.series.columns = {"load on the crest as a share of what brings any height down"};
  std::vector<const soil::Soil*> shown;
  for (const soil::Soil& s : soils)
    if (s.stand_up_time > 0.0) shown.push_back(&s);
  for (const soil::Soil* s : shown)
    for (const char* of : {"stands", "least wedge"})
      result.series.columns.push_back(
          fmt::format("height of a vertical face of {} [m]: {}", s->name, of));
  for (int k = 0; k <= 10; ++k) {
    std::vector<double> row{0.05 * k};
    for (const soil::Soil* s : shown) {
      const double beta = 90.0 * kDegreeOfSoil;
      Cut cut;
      cut.load = row[0] * 0.5 * s->density_bank * kGravity * sliding_height(*s, beta, 0.0);
      const double should = sliding_height(*s, beta, cut.load);
      row.push_back(standing_height(*s, cut, should) * should);
      row.push_back(should);
    }
    result.series.rows.push_back(row);
  }
  return result;
}

}  // namespace soil_face_case

std::vector<Case> soil_face_cases() {
  using namespace soil_face_case;
  return {{"soil-face",
           "vertical and inclined cuts, bare and loaded, stand below and fall above the height of "
           "the least wedge",
           run_case}};
}

}  // namespace outrigger::validation
