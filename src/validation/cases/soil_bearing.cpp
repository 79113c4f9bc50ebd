/// Plates, feet and tyres sink as deep as the laws of Bekker and of bearing capacity say.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "description/reader.h"
#include "description/site_reader.h"
#include "math/elementary.h"
#include "sim/soil_stage.h"
#include "sim/world.h"
#include "soil/settle.h"
#include "validation/cases/cases.h"
#include "validation/soil_scenes.h"

namespace outrigger::validation {
namespace soil_bearing_case {

constexpr double kStep = 0.005;
constexpr double kLimit = 0.05;  ///< of sinkages, relative
constexpr std::size_t kSand = 0, kLoam = 1;

// ---------------------------------------------------------------------------------- the laws

/// z = (p/(k_c/b + k_φ))^(1/n)
double bekker_depth(const soil::Soil& s, double width, double pressure) {
  return elementary::pow(pressure / (s.bearing.k_c / width + s.bearing.k_phi), 1.0 / s.bearing.n);
}

/// Capacity on the surface, and what it gains per depth [Pa], [Pa/m] (Terzaghi, Vesić).
struct Capacity {
  double surface = 0.0, per_depth = 0.0;
};
Capacity capacity_of(const soil::Soil& s, double width, double length) {
  const double t = elementary::tan(s.friction_angle), slender = width / length;
  const double root = (1.0 + elementary::sin(s.friction_angle)) / elementary::cos(s.friction_angle);
  const double n_q = elementary::exp(3.14159265358979323846 * t) * root * root;
  const double gamma = s.density_bank * kGravity;
  return {(1.0 + 0.3 * slender) * s.cohesion * (n_q - 1.0) / t +
              (1.0 - 0.2 * slender) * gamma * width * (n_q + 1.0) * t,
          gamma * n_q * (1.0 + slender * t)};
}

/// Where a pad comes to rest: at the deeper of both laws.
double rest_depth(const soil::Soil& s, double width, double length, double pressure) {
  const Capacity c = capacity_of(s, width, length);
  return std::max(bekker_depth(s, width, pressure), (pressure - c.surface) / c.per_depth);
}

// ---------------------------------------------------------------------------------- pads

/// Level ground of one soil, 6 × 6 m.
struct Ground {
  soil::ColumnField field;
  soil::Ledger ledger{1};
  soil::Settle settle;

  explicit Ground(const soil::Soil& s, double cell = 0.1, double depth = 3.0)
      : field(make_plot(s, deep_plot(cell, depth))) {}
  static SoilPlot deep_plot(double cell, double depth) {
    SoilPlot plot = plot_around_origin(6.0, 6.0, cell);
    plot.depth = depth;
    return plot;
  }
  soil::PadResult press(const soil::Pad& pad, double time) {
    for (int k = 0; k < static_cast<int>(std::lround(time / kStep)); ++k)
      settle.step(field, ledger, {&pad, 1}, kStep);
    return settle.results()[0];
  }
};

soil::Pad foot(double side, double load) {
  soil::Pad p;
  p.half_length = p.half_width = 0.5 * side;
  p.load = load;
  return p;
}

soil::Pad tyre(double load) {
  soil::Pad p;
  p.half_length = 0.25, p.half_width = 0.225;
  p.load = load, p.rolls = true;
  return p;
}

// ----------------------------------------------------------------------------------

void plates_and_tyres(Result& result, const std::vector<soil::Soil>& soils) {
  for (const soil::Soil& s : soils) {
    double plate = 0.0;
    for (const double side : {0.3, 0.5, 1.0})
      for (const double share : {0.3, 0.6}) {  // of the capacity: it does not fail
        const double p = share * capacity_of(s, side, side).surface;
        Ground ground(s);
        const double z = ground.press(foot(side, p * side * side), 2.0).sinkage;
        plate = std::max(plate, std::abs(z / bekker_depth(s, side, p) - 1.0));
      }
    result.bound(s.name + ", plates of 0.3 to 1 m: sinkage against Bekker, off by", plate, kLimit);
    const double z = bekker_depth(s, 0.45, 50e3 / 0.225);
    Ground ground(s);
    result.compare(s.name + ", tyre of 50 kN on 0.45 x 0.5 m: sinkage [m]",
                   ground.press(tyre(50e3), 2.0).sinkage, z, kLimit * z);
  }
  // The grid does not matter: neither its cell nor how the tyre stands on it.
  const soil::Soil& loam = soils[kLoam];
  const double z = bekker_depth(loam, 0.45, 50e3 / 0.225);
  for (const double cell : {0.05, 0.1, 0.2}) {
    double worst = 0.0;
    for (const double heading : {0.0, 20.0, 45.0, 90.0}) {
      Ground ground(loam, cell);
      soil::Pad pad = tyre(50e3);
      pad.x = 0.033, pad.y = 0.021, pad.heading = heading * kDegreeOfSoil;
      worst = std::max(worst, std::abs(ground.press(pad, 2.0).sinkage / z - 1.0));
    }
    result.bound(fmt::format("{}, tyre at 0 to 90 degrees to {:g} m cells: sinkage, off by",
                             loam.name, cell),
                 worst, kLimit);
  }
}

/// An outrigger's foot of 0.5 m under 100 kN.
void feet(Result& result, const std::vector<soil::Soil>& soils) {
  constexpr double kSide = 0.5, kLoad = 100e3, kArea = kSide * kSide;
  const soil::Soil &loam = soils[kLoam], &sand = soils[kSand];
  const soil::Pad pad = foot(kSide, kLoad);

  Ground firm(loam);
  const double capacity = firm.press(foot(kSide, 1.0), kStep).capacity;
  result.compare("loam: capacity of the foot on the surface [kN]", 1e-3 * capacity, 186.0, 1.86);
  bool failed = false;
  double last = 0.0, before = 0.0;
  for (int k = 0; k < 1000; ++k) {
    const soil::PadResult r = firm.press(pad, kStep);
    failed = failed || r.failed;
    before = last, last = r.sinkage;
  }
  const double z = bekker_depth(loam, kSide, kLoad / kArea);
  result.bound("loam, 100 kN: the ground fails (0: no)", failed ? 1.0 : 0.0, 0.0);
  result.compare("loam, 100 kN: sinkage after 5 s [m]", last, z, kLimit * z);
  result.bound("loam, 100 kN: sinks on after 5 s [m/s]", (last - before) / kStep, 1e-9);

  Ground soft(sand);
  result.compare("dry sand: capacity of the foot on the surface [kN]",
                 1e-3 * soft.press(foot(kSide, 1.0), kStep).capacity, 34.0, 0.34);
  const soil::PadResult first = soft.press(pad, 0.1);
  result.bound("dry sand, 100 kN: the ground holds (0: no)", first.failed ? 0.0 : 1.0, 0.0);
  const soil::PadResult end = soft.press(pad, 5.0);
  const Capacity c = capacity_of(sand, kSide, kSide);
  const double held = (kLoad / kArea - c.surface) / c.per_depth;
  result.compare("dry sand, 100 kN: depth over Bekker's, at least 1.2",
                 std::min(1.2, end.sinkage / bekker_depth(sand, kSide, kLoad / kArea)), 1.2, 0.0);
  result.compare("dry sand, 100 kN: sinks until the soil beside it holds [m]", end.sinkage, held,
                 kLimit * held);
  Ground shallow(sand, 0.1, 0.25);
  result.compare("dry sand 0.25 m deep, 100 kN: stands on the rock [m]",
                 shallow.press(pad, 5.0).sinkage, 0.25, kLimit * 0.25);
  result.bound("mass gained or lost [mg]",
               static_cast<double>(firm.field.added_mass() + soft.field.added_mass() +
                                   shallow.field.added_mass()),
               0.0);
}

void pressed_before(Result& result, const std::vector<soil::Soil>& soils) {
  double further = 0.0, onwards = 0.0;
  int changed = 0;
  for (const soil::Soil& s : soils) {
    Ground ground(s);
    ground.press(tyre(50e3), 2.0);
    const double z = ground.field.height(ground.field.column_at(0.0, 0.0));
    const std::uint64_t hash = ground.field.hash();
    for (const soil::Pad& pad : {tyre(50e3), tyre(20e3), foot(0.3, 15e3)}) {
      ground.press(pad, 2.0);
      const double now = ground.field.height(ground.field.column_at(0.0, 0.0));
      further = std::max(further, std::abs(now - z));
    }
    changed += ground.field.hash() == hash ? 0 : 1;
    // More than it has felt: on along the same curve.
    const double more = rest_depth(s, 0.45, 0.5, 60e3 / 0.225);
    onwards = std::max(onwards, std::abs(ground.press(tyre(60e3), 3.0).sinkage / more - 1.0));
  }
  result.bound("five soils pressed before: sink further under as much or less [m]", further, 1e-6);
  result.bound("five soils pressed before: ground that changed under it", changed, 0.0);
  result.bound("five soils pressed before: sinkage under more, off by", onwards, kLimit);
}

// ---------------------------------------------------------------------------------- machines

constexpr double kWheelRadius = 0.5, kTread = 0.4;

/// A frame of 800 kg on four free wheels, 2.5 m between the axles, on a field of one soil.
sim::World cart_on(const std::string& kind) {
  std::string bodies, joints, tyres;
  for (int k = 0; k < 4; ++k) {
    const double x = k % 2 == 0 ? -1.25 : 1.25, y = k < 2 ? -0.9 : 0.9;
    bodies += fmt::format(
        "  w{}: {{mass: 100, inertia: [6, 10, 6], pose: {{position: [{}, {}, 0.5]}}}}\n", k, x, y);
    joints += fmt::format(
        "  j{0}: {{type: revolute, bodies: [frame, w{0}], point_a: [{1}, {2}, 0], axis_a: y, "
        "axis_b: y, zero_a: x, zero_b: x}}\n",
        k, x, y);
    tyres += fmt::format("  t{0}: {{body: w{0}, type: tyre}}\n", k);
  }
  const std::string machine = fmt::format(
      "outrigger: 1\nsettings: {{step: 0.005}}\nbodies:\n  frame: {{mass: 400, inertia: [200, 400, "
      "400], pose: {{position: [0, 0, 0.5]}}}}\n{}joints:\n{}tyre_types:\n  tyre: {{radius: {}, "
      "width: {}, stiffness: 6.0e+5, damping: 2.0e+4, nominal_load: 30000}}\ntyres:\n{}",
      bodies, joints, kWheelRadius, kTread, tyres);
  sim::WorldOptions options;
  options.site = description::read_site_text(
      fmt::format("outrigger_site: 1\nmaterials: {{loam: {{young: 3.0e+7, poisson: 0.3}}}}\n"
                  "surfaces: {{soil: {{material: loam, tyre_friction: 0.5}}}}\n"
                  "ground: {{area: [-6, 24, -5, 5], cell: 0.5, surface: soil}}\n"
                  "soils: {{s: {{like: {}, surface: soil}}}}\n"
                  "diggable: {{field: {{area: [-5, 23, -4, 4], layers: [[s, 3.0]]}}}}\n",
                  kind),
      "field.yaml");
  return sim::World(description::read_machine_text(machine, "cart.yaml"), options);
}

/// What pushes and tows it: a load that grows over 4 s, a speed that is held.
struct Tow {
  double ballast = 0.0, speed = 0.0, pull = 0.0;
};

void drive(sim::World& world, double time, Result& result, double& worst_book) {
  double negative = 0.0;
  for (int k = 0; k < static_cast<int>(std::lround(time / kStep)); ++k) {
    world.step();
    negative = std::min(negative, world.soil()->pads().pressing_work());
    worst_book = std::max(worst_book, std::abs(static_cast<double>(world.soil()->imbalance())));
  }
  if (negative < 0.0) result.bound("work of pressing soil in, below 0 [J]", -negative, 0.0);
}

/// The wheels of a machine: how deep under a load that grows slowly, and what towing it costs.
void machine_on_wheels(Result& result, const std::vector<soil::Soil>& soils) {
  double worst_book = 0.0;
  for (const std::size_t which : {kSand, kLoam}) {
    const soil::Soil& s = soils[which];
    sim::World world = cart_on(s.name);
    Tow tow{which == kSand ? 30e3 : 60e3, 0.0, 0.0};
    world.add_force("tow", world.body("frame"), Vec3::Zero(),
                    [&](double t, const Pose&, const model::Twist& twist) {
                      model::BodyForce f;
                      f.force.z() = -tow.ballast * std::min(1.0, t / 4.0);
                      if (tow.speed > 0.0) {
                        f.force.x() = 4e5 * (tow.speed - twist.linear.x());
                        f.damping(0, 0) = 4e5;
                      }
                      tow.pull = f.force.x();
                      return f;
                    });
    drive(world, 6.0, result, worst_book);
    double sinkage = 0.0;
    for (int k = 0; k < 4; ++k) {
      const tyres::TyreReading r = world.reading(world.tyre(fmt::format("t{}", k)));
      const double chord = 2.0 * std::sqrt(r.deflection * (2.0 * kWheelRadius - r.deflection));
      const double z = rest_depth(s, std::min(chord, kTread), std::max(chord, kTread),
                                  r.load / (chord * kTread));
      const double there = -world.ground().height(k % 2 == 0 ? -1.25 : 1.25, k < 2 ? -0.9 : 0.9);
      sinkage = std::max(sinkage, std::abs(there / z - 1.0));
    }
    result.bound(s.name + ", four wheels of a machine: sinkage against the law, off by", sinkage,
                 kLimit);
    if (which == kSand) continue;
    tow.speed = 0.5;
    drive(world, 10.0, result, worst_book);
    double pull = 0.0;
    constexpr int kMean = 1200;
    for (int k = 0; k < kMean; ++k) {
      drive(world, kStep, result, worst_book);
      pull += tow.pull / kMean;
    }
    // The wheels ahead make ruts, all lose 0.015 of their loads.
    const double x = world.pose(world.body("frame")).position.x();
    double expected = 0.0;
    for (int k = 0; k < 4; ++k) {
      expected += 0.015 * world.reading(world.tyre(fmt::format("t{}", k))).load;
      if (k % 2 == 0) continue;
      const double z = -world.ground().height(x, k < 2 ? -0.9 : 0.9);
      const soil::Bearing& b = s.bearing;
      expected += (b.k_c + kTread * b.k_phi) * elementary::pow(z, b.n + 1.0) / (b.n + 1.0);
    }
    result.compare(s.name + ", machine towed at 0.5 m/s: pull against the work of its ruts [N]",
                   pull, expected, 0.1 * expected);
  }
  result.bound("machines: gained or lost in any step [mg]", worst_book, 0.0);
}

Result run_case() {
  Result result;
  const std::vector<soil::Soil> soils = library_soils();
  machine_on_wheels(result, soils);
  plates_and_tyres(result, soils);
  feet(result, soils);
  pressed_before(result, soils);

  // One foot per soil whose load grows, always at rest.
  result.series.columns = {"pressure under a 0.5 m foot [kPa]"};
  for (const soil::Soil& s : soils)
    for (const char* of : {"foot", "Bekker and capacity"})
      result.series.columns.push_back(fmt::format("depth in {} [m]: {}", s.name, of));
  std::vector<Ground> grounds;
  for (const soil::Soil& s : soils) grounds.emplace_back(s);
  for (int k = 1; k <= 20; ++k) {
    std::vector<double> row{20.0 * k};
    for (std::size_t i = 0; i < soils.size(); ++i) {
      const double pressure = 1e3 * row[0];
      row.push_back(grounds[i].press(foot(0.5, 0.25 * pressure), 1.0).sinkage);
      row.push_back(rest_depth(soils[i], 0.5, 0.5, pressure));
    }
    result.series.rows.push_back(row);
  }
  return result;
}

}  // namespace soil_bearing_case

std::vector<Case> soil_bearing_cases() {
  using namespace soil_bearing_case;
  return {{"soil-bearing",
           "plates, tyres and feet sink by Bekker's law, rest in loam, fail in dry sand",
           run_case}};
}

}  // namespace outrigger::validation
