/// Heaps and columns of loose soil come to rest where measurements say, whatever the grid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "math/elementary.h"
#include "soil/faces.h"
#include "soil/slump.h"
#include "validation/cases/cases.h"
#include "validation/soil_scenes.h"

namespace outrigger::validation {
namespace soil_heap_case {

using soil::ColumnField;
using soil::ColumnPlace;
using soil::Milligrams;
using soil::Vec2;

constexpr double kLimit = 1.0;  ///< of slopes [degrees]

// ---------------------------------------------------------------------------------- pouring

struct Heap {
  ColumnField field;
  Milligrams poured = 0;
  bool at_rest = false;

  /// Between grid points the surface is bilinear.
  double surface(const Vec2& at) const {
    const double cell = field.cell(), x_min = field.settings().x_min;
    double u = (at.x() - x_min) / cell, v = (at.y() - field.settings().y_min) / cell;
    const int i = static_cast<int>(u), j = static_cast<int>(v);
    u -= i, v -= j;
    return (1.0 - u) * ((1.0 - v) * field.height({i, j}) + v * field.height({i, j + 1})) +
           u * ((1.0 - v) * field.height({i + 1, j}) + v * field.height({i + 1, j + 1}));
  }
  /// Slope of the line through the flank between a quarter and three quarters of its height [degrees].
  double flank(const Vec2& from, double angle) const {
    const auto [sine, cosine] = elementary::sincos(angle);
    const double top = surface(from), step = 0.1 * field.cell();
    double n = 0.0, r_sum = 0.0, z_sum = 0.0, rr = 0.0, rz = 0.0;
    for (double r = 0.0; r < 40.0 * field.cell(); r += step) {
      const double z = surface(from + r * Vec2(cosine, sine));
      if (z > 0.75 * top || z < 0.25 * top) continue;
      n += 1.0, r_sum += r, z_sum += z, rr += r * r, rz += r * z;
    }
    return elementary::atan((r_sum * z_sum - n * rz) / (n * rr - r_sum * r_sum)) / kDegreeOfSoil;
  }
};

/// Pours onto hard ground, evenly over the places, and waits until nothing moves.
Heap pour(const soil::Soil& s, double cell, double volume, const std::vector<Vec2>& places) {
  SoilPlot plot = plot_around_origin(90.0 * cell, 90.0 * cell, cell);
  plot.is_soil = [](double, double) { return false; };
  Heap heap{make_plot(s, plot)};
  soil::Ledger ledger(1);
  soil::Slump slump;
  constexpr int kPours = 2000;
  const auto each =
      static_cast<Milligrams>(volume * s.density_loose * soil::kMilligramsPerKilogram / kPours);
  for (int k = 0; k < 400000; ++k) {
    if (k < kPours) {
      const Vec2& at = places[static_cast<std::size_t>(k) % places.size()];
      const ColumnPlace c = heap.field.column_at(at.x(), at.y());
      heap.field.add_loose(c, 0, each, heap.field.loose_volume(0));
      heap.field.activate_around(c);
      heap.poured += each;
    }
    slump.step(heap.field, ledger);
    heap.at_rest = heap.field.active_count() == 0;
    if (k >= kPours && heap.at_rest) break;
  }
  return heap;
}

/// Adds the gradients of the flank along a ray between a quarter and three quarters of its height, by
/// differences over four columns: the crest of a ridge is not level, so its flanks are not steepest along rays.
void add_steepness(const Heap& heap, const Vec2& from, double angle, double& n, double& sum) {
  const auto [sine, cosine] = elementary::sincos(angle);
  const double cell = heap.field.cell(), top = heap.surface(from);
  double count = 0.0;
  Vec2 mean = Vec2::Zero();
  for (double r = 0.0; r < 30.0 * cell; r += 0.1 * cell) {
    const Vec2 at = from + r * Vec2(cosine, sine);
    const double z = heap.surface(at);
    if (z > 0.75 * top || z < 0.25 * top) continue;
    const Vec2 x(2.0 * cell, 0.0), y(0.0, 2.0 * cell);
    const Vec2 rise(heap.surface(at + x) - heap.surface(at - x),
                    heap.surface(at + y) - heap.surface(at - y));
    count += 1.0, mean += rise / (4.0 * cell);
  }
  n += 1.0, sum += mean.norm() / count;
}

struct Range {
  double least = 1e300, largest = -1e300;
  void add(double value) { least = std::min(least, value), largest = std::max(largest, value); }
};

void add_rows(Result& result, const std::string& of, const Heap& heap, const Range& flanks,
              const soil::Soil& s) {
  const double repose = s.repose_angle / kDegreeOfSoil;
  result.bound(of + ": comes to rest (0: yes)", heap.at_rest ? 0.0 : 1.0, 0.0);
  result.bound(of + ": mass gained or lost [mg]",
               static_cast<double>(heap.field.added_mass() - heap.poured), 0.0);
  result.compare(of + ": flattest flank [deg]", flanks.least, repose, kLimit);
  result.compare(of + ": steepest flank [deg]", flanks.largest, repose, kLimit);
}

/// Poured onto one place: a cone.
Heap cone(Result& result, const soil::Soil& s, double cell) {
  // 10 m³ at 0.1 m, as many columns at other cells.
  const Heap heap = pour(s, cell, 1e4 * cell * cell * cell, {Vec2::Zero()});
  Range flanks;
  for (int k = 0; k < 48; ++k) flanks.add(heap.flank(Vec2::Zero(), 7.5 * k * kDegreeOfSoil));
  add_rows(result, fmt::format("cone of {}, {:g} m cells, 48 directions", s.name, cell), heap,
           flanks, s);
  return heap;
}

/// Poured along a line of 20 columns that lies across the grid: flanks on both sides, and around its ends.
void ridge(Result& result, const soil::Soil& s, double cell, double degrees) {
  const double angle = degrees * kDegreeOfSoil;
  const auto [sine, cosine] = elementary::sincos(angle);
  const Vec2 along(cosine, sine);
  const double half = 10.0 * cell;
  std::vector<Vec2> places;
  for (int k = -20; k <= 20; ++k) places.push_back(0.05 * k * half * along);
  const Heap heap = pour(s, cell, 1e4 * cell * cell * cell, places);
  Range flanks;
  for (const double side : {-1.0, 1.0}) {
    double n = 0.0, flank = 0.0, n_end = 0.0, end = 0.0;
    for (int k = -2; k <= 2; ++k) {
      add_steepness(heap, 0.25 * k * half * along, angle + side * 90.0 * kDegreeOfSoil, n, flank);
      const double around = 30.0 * k + (side < 0.0 ? 180.0 : 0.0);
      add_steepness(heap, side * half * along, angle + around * kDegreeOfSoil, n_end, end);
    }
    flanks.add(elementary::atan(flank / n) / kDegreeOfSoil);
    flanks.add(elementary::atan(end / n_end) / kDegreeOfSoil);
  }
  add_rows(result,
           fmt::format("ridge of {}, {:g} m cells, at {:.0f} degrees to the grid", s.name, cell,
                       degrees),
           heap, flanks, s);
}

// ---------------------------------------------------------------------------------- collapse

/// A column of soil, `length` long and as wide as the channel, is let go. Returns its profile at rest.
std::vector<double> collapse(const soil::Soil& s, double length, double height, double cell,
                             bool& at_rest, Milligrams& gained) {
  SoilPlot plot;
  plot.cell = cell;
  // The wall of the column is at x = 0, half a cell beyond its last grid point.
  plot.x_min = 0.5 * cell - length, plot.x_max = plot.x_min + 4.0 * length;
  plot.y_min = -0.5, plot.y_max = 0.5;
  plot.depth = height;
  plot.height = [=](double x, double) { return x < 0.0 ? height : 0.0; };
  plot.is_soil = [](double x, double) { return x < 0.0; };
  ColumnField field = make_plot(s, plot);
  soil::Ledger ledger(1);
  soil::FaceSettings settings;
  settings.cells = static_cast<int>(std::lround(1.2 / cell));  // as far as at 0.1 m
  soil::Faces faces(settings);
  soil::Slump slump;
  faces.wake_all(field);
  const auto rests = [&] {
    return field.active_count() == 0 && faces.state().clocks.empty() &&
           faces.state().queue.empty() && faces.state().sweep_left == 0;
  };
  for (int k = 0; k < 50000 && !at_rest; ++k) {
    faces.step(field, ledger, 0.01);
    slump.step(field, ledger);
    at_rest = rests();
  }
  gained = field.added_mass();
  std::vector<double> profile;
  for (int i = 0; i < field.columns(); ++i) profile.push_back(field.height({i, field.rows() / 2}));
  return profile;
}

/// Where soil ends, beyond the wall of the column [m].
double run_out(const std::vector<double>& profile, double length, double cell) {
  double front = 0.0;
  for (std::size_t i = 0; i < profile.size(); ++i)
    if (const double x = cell * (static_cast<double>(i) + 1.0) - length;
        profile[i] > 0.01 && x > 0.0)
      front = x;
  return front;
}

void collapses(Result& result, soil::Soil s) {
  constexpr double kLength = 2.0;
  // What is poured into a channel has no cohesion.
  s.cohesion = 0.0;
  for (const double cell : {0.1, 0.05})
    for (const double a : {0.5, 0.75, 1.0}) {
      bool at_rest = false;
      Milligrams gained = 0;
      const std::vector<double> profile = collapse(s, kLength, a * kLength, cell, at_rest, gained);
      const std::string of = fmt::format("collapse, {:g} m cells, height/length {:g}: ", cell, a);
      // 1.2 a to 1.8 a; the grid knows the front to a cell.
      result.compare(of + "run-out over a L", run_out(profile, kLength, cell) / (a * kLength), 1.5,
                     0.3 + cell / (a * kLength));
      result.bound(of + "at rest (0: yes)", at_rest ? 0.0 : 1.0, 0.0);
      result.bound(of + "mass gained or lost [mg]", static_cast<double>(gained), 0.0);
    }
}

// ----------------------------------------------------------------------------------

Result run_case() {
  Result result;
  const std::vector<soil::Soil> soils = library_soils();
  const soil::Soil& sand = soils[0];
  const Heap coarse = cone(result, sand, 0.1), fine = cone(result, sand, 0.05);
  cone(result, soils[3], 0.1);
  for (const double degrees : {0.0, 30.0}) ridge(result, sand, 0.1, degrees);
  ridge(result, sand, 0.05, 30.0);
  collapses(result, sand);

  result.series.columns = {"direction [deg]", "flank of the cone [deg]: 0.1 m cells",
                           "flank of the cone [deg]: 0.05 m cells",
                           "flank of the cone [deg]: repose"};
  for (int k = 0; k < 48; ++k) {
    const double angle = 7.5 * k * kDegreeOfSoil;
    result.series.rows.push_back({7.5 * k, coarse.flank(Vec2::Zero(), angle),
                                  fine.flank(Vec2::Zero(), angle),
                                  sand.repose_angle / kDegreeOfSoil});
  }
  return result;
}

}  // namespace soil_heap_case

std::vector<Case> soil_heap_cases() {
  using namespace soil_heap_case;
  return {
      {"soil-heap",
       "poured cones and ridges at their angle of repose in all directions, columns that collapse",
       run_case}};
}

}  // namespace outrigger::validation
