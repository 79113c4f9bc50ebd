/// A blade pushes soil along level ground: the force on it is that of the wedge over the pile that it has made, grows
/// with it, and what is pushed is conserved.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "articulation/articulation.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "math/elementary.h"
#include "sim/soil_stage.h"
#include "sim/world.h"
#include "validation/cases/cases.h"
#include "validation/soil_scenes.h"

namespace outrigger::validation {
namespace soil_push_case {

constexpr double kWidth = 2.0, kDepth = 0.08, kSpeed = 0.5, kRake = 60.0 * kDegreeOfSoil;
constexpr double kWay = 4.0;          ///< [m]
constexpr double kForceLimit = 0.05;  ///< of the draft against the wedge, relative, means of 0.1 m
constexpr double kRateShare = 0.03;   ///< of the limits, at 0.5 m/s (soil/plate.h)

/// A blade of 2 m that leans back by 30 degrees, led at a constant speed 8 cm below the surface.
std::string blade_machine() {
  return fmt::format(
      "outrigger: 1\nsettings: {{step: 0.005}}\n"
      "bodies: {{blade: {{mass: 500, inertia: [100, 100, 100], pose: {{position: [0, 0, {}]}}}}}}\n"
      "joints: {{rail: {{type: prismatic, bodies: [ground, blade], point_a: [0, 0, {}], axis_a: x, "
      "axis_b: x, zero_a: z, zero_b: z}}}}\n"
      "drives: {{push: {{coordinate: rail.displacement, speed: {}}}}}\n"
      "tools: {{blade: {{body: blade, edge: [0, 0, 0], plate: [{}, 0, {}], front: x, width: "
      "{}}}}}\n",
      -kDepth, -kDepth, kSpeed, -elementary::cos(kRake), elementary::sin(kRake), kWidth);
}

std::string push_site(const std::string& soil) {
  return fmt::format(
      "outrigger_site: 1\nmaterials: {{loam: {{young: 3.0e+7, poisson: 0.3}}}}\n"
      "surfaces: {{soil: {{material: loam}}}}\n"
      "ground: {{area: [-4, 12, -6, 6], cell: 0.5, surface: soil}}\n"
      "soils: {{s: {{like: {}, surface: soil}}}}\n"
      "diggable: {{field: {{area: [-3, 11, -5, 5], layers: [[s, 2.0]]}}}}\n",
      soil);
}

/// Height of the surface over the edge at equal distances ahead of it, straight between the middles of the columns.
std::vector<double> surface_ahead(const soil::ColumnField& field, const Vec3& edge, double y) {
  constexpr double kStep = 0.005, kFar = 2.4;
  std::vector<double> heights;
  const double cell = field.cell(), origin = field.settings().x_min;
  const int row = field.column_at(edge.x(), y).j;
  for (double x = 0.5 * kStep; x < kFar; x += kStep) {
    const double at = (edge.x() + x - origin) / cell;
    int i = static_cast<int>(std::floor(at));
    double f = at - i;
    if (origin + cell * i < edge.x()) f = 1.0;  // behind the edge it is cut
    heights.push_back((1.0 - f) * field.height({i, row}) + f * field.height({i + 1, row}) -
                      edge.z());
  }
  return heights;
}

/// The draft that the fundamental equation gives for the soil ahead of the edge, by trying 750 planes: bank below the
/// loose soil, properties mixed by depth as in docs/theory/soil.md; four parts of the width.
double wedge_draft(const soil::ColumnField& field, const Vec3& edge) {
  using elementary::cos;
  using elementary::sin;
  double sum = 0.0;
  for (int part = 0; part < 4; ++part) {
    const double y = edge.y() + ((part + 0.5) / 4.0 - 0.5) * kWidth, w = kWidth / 4.0;
    const std::vector<double> heights = surface_ahead(field, edge, y);
    const soil::ColumnPlace next = field.column_at(edge.x() + 0.5 * field.cell(), y);
    const double d = field.height(next) - edge.z();
    if (!(d > 0.0)) continue;
    const soil::Soil& s = field.soil(0);
    const double loose = std::min(field.loose_depth(next), d) / d;
    const double gamma = kGravity * ((1.0 - loose) * s.density_bank + loose * s.density_loose);
    const double c = (1.0 - loose) * s.cohesion * s.hardness, phi = s.friction_angle;
    const double delta = s.steel_friction, c_a = s.adhesion;
    double least = 1e300;
    for (int k = 0; k <= 750; ++k) {
      const double beta = (5.0 + 0.1 * k) * kDegreeOfSoil, slope = elementary::tan(beta);
      double area = 0.0, x = 0.0;
      for (const double height : heights) {
        const double above = height - slope * (x + 0.0025);
        if (above <= 0.0) break;
        area += 0.005 * above, x += 0.005;
      }
      const double angle = kRake + beta + delta + phi;
      if (angle > 3.0) break;
      const double p = w *
                       (gamma * area * sin(beta + phi) + c * x / cos(beta) * cos(phi) -
                        c_a * d / sin(kRake) * cos(kRake + beta + phi)) /
                       sin(angle);
      least = std::min(least, p);
    }
    sum += least * sin(kRake + delta) + c_a * d * w / elementary::tan(kRake);
  }
  return sum;
}

void push_through(Result& result, const std::string& kind, bool plots) {
  sim::WorldOptions options;
  options.site = description::read_site_text(push_site(kind), "push.yaml");
  sim::World world(description::read_machine_text(blade_machine(), "blade.yaml"), options);
  const auto& tool = world.soil()->tools().tools()[0];
  double worst_book = 0.0, force_sum = 0.0, wedge_sum = 0.0;
  int count = 0;
  std::vector<double> forces, wedges, ways;
  const auto steps = static_cast<int>(kWay / (kSpeed * world.step_size()));
  constexpr int kMean = 40;  // steps, 0.1 m
  for (int i = 0; i < steps; ++i) {
    // What the step sees: the columns at its start, the edge at its end.
    const bool sampled = i % 10 == 0;
    if (sampled) {
      Vec3 edge = world.pose(world.body("blade")).position;
      edge.x() += kSpeed * world.step_size();
      wedge_sum += wedge_draft(world.soil()->field(), edge), ++count;
    }
    world.step();
    if (sampled) force_sum -= tool.articulation->tool_force(tool.index).x();
    worst_book = std::max(worst_book, std::abs(static_cast<double>(world.soil()->imbalance())));
    if ((i + 1) % kMean != 0) continue;
    ways.push_back((i + 1) * kSpeed * world.step_size());
    forces.push_back(force_sum / count), wedges.push_back(wedge_sum / count);
    force_sum = wedge_sum = 0.0, count = 0;
  }
  double worst = 0.0;
  std::size_t at_one = 0;
  for (std::size_t k = 0; k < ways.size(); ++k) {
    if (ways[k] < 1.0) {
      at_one = k;
      continue;  // the first displacement, and the cut is not complete
    }
    worst = std::max(worst, std::abs(forces[k] / ((1.0 + kRateShare) * wedges[k]) - 1.0));
  }
  result.bound(kind + ", 1 to 4 m: draft against the wedge over the pile, off by", worst,
               kForceLimit);
  result.compare(kind + ": draft after 4 m over that after 1 m, at least 1.2",
                 std::min(1.2, forces.back() / forces[at_one]), 1.2, 0.0);
  result.bound(kind + ": gained or lost in any step [mg]", worst_book, 0.0);
  // What was cut is loose now, and nothing else was pushed up: cut = 2 m x 8 cm x the way, less the corner of the
  // first cell, and it lies ahead and beside.
  const soil::Ledger& book = world.soil()->ledger();
  const double density = world.soil()->field().soil(0).density_bank;
  const double cut = static_cast<double>(book.of(soil::Transfer::cut)) / 1e6;
  const double expected = kWidth * kDepth * kWay * density;
  result.compare(kind + ": cut [kg]", cut, expected, 0.02 * expected);
  if (!plots) return;
  result.series.columns = {"way [m]", "draft on the blade [N]", "wedge over the pile [N]"};
  for (std::size_t k = 0; k < ways.size(); ++k)
    result.series.rows.push_back({ways[k], forces[k], wedges[k]});
}

Result run_case() {
  Result result;
  for (const char* kind : {"dry_sand", "sandy_loam", "gravel"})
    push_through(result, kind, std::string(kind) == "sandy_loam");
  return result;
}

}  // namespace soil_push_case

std::vector<Case> soil_push_cases() {
  using namespace soil_push_case;
  return {{"soil-push", "a blade's draft grows with its pile as the wedge says; nothing is lost",
           run_case}};
}

}  // namespace outrigger::validation
