/// A wheeled excavator pulls at ground that is harder than its wheels can hold.
///
/// In front of it is a pit with a steep wall of hard clay 1 m high, which the bucket pulls from behind towards the
/// machine. By the data of the machine its stick pulls with 101 to 121 kN; eight braked tyres hold 0.35 x 230 kN
/// = 80 kN on wet clay, and blade and feet on the ground hold more.
#include <fmt/format.h>

#include <string>

#include "articulation/articulation.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/soil_stage.h"
#include "validation/cases/dig_cases.h"
#include "validation/dig_scenes.h"

namespace outrigger::validation {
namespace excavator_drag_case {

enum class Stand { wheels, supports };

struct Pull {
  double dragged = 0.0;     ///< of the undercarriage towards the wall [m]
  double force = 0.0;       ///< of the soil against the pull, largest [N]
  double unbalanced = 0.0;  ///< steps
  double lowest = 1e9;      ///< place of the undercarriage [m]
  Series series;
};

sim::World at_wall(const std::string& soil, const std::string& keys, double grip) {
  auto machine = description::read_machine_file(source_file("machines/excavator.yaml"));
  machine.settings.step = 5e-3;
  sim::WorldOptions options;
  options.site = description::read_site_text(
      fmt::format(
          "outrigger_site: 1\n"
          "materials: {{loam: {{young: 3.0e+7, poisson: 0.3, restitution: 0.05}}}}\n"
          "friction: {{steel_on_loam: {{pair: [steel, loam], static: 0.55, dynamic: 0.48}}}}\n"
          "surfaces:\n"
          "  wet: {{material: loam, tyre_friction: {}}}\n"
          "  soil: {{material: loam, tyre_friction: {}}}\n"
          "ground: {{area: [-15, 15, -15, 15], cell: 0.5, surface: wet}}\n"
          "features:\n"
          "  pit: {{area: [7.0, 10.0, -2, 2], along: x, profile: [[7.0, 0], [7.1, -1], [9.5, -1], "
          "[10.0, 0]],\n"
          "        surface: soil}}\n"
          "soils: {{s: {{like: {}, surface: soil{}}}}}\n"
          "diggable: {{pit: {{area: [4.2, 12, -4, 4], layers: [[s, 3.0]]}}}}\n",
          grip, grip, soil, keys),
      "wall.yaml");
  sim::World world(machine, options);
  world.set_input("parking_brake", 1.0);
  return world;
}

Pull pull(sim::World world, Stand stand) {
  constexpr double kDegree = 3.14159265358979323846 / 180.0;
  Pull p;
  Digger digger(world);
  if (stand == Stand::supports) digger.set_supports();
  digger.wait(1.0);
  const sim::BodyHandle under = world.body("undercarriage");
  const double stands = world.pose(under).position.x();
  p.series.columns = {"t [s]", "dragged [m]", "soil against the pull [kN]"};
  int steps = 0;
  digger.each = [&] {
    world.take_events();
    const auto& tool = digger.bucket();
    const double force = tool.articulation->tool_force(tool.index).x();
    p.force = std::max(p.force, force);
    p.dragged = std::max(p.dragged, world.pose(under).position.x() - stands);
    p.lowest = std::min(p.lowest, world.pose(under).position.z());
    p.unbalanced += world.soil()->imbalance() == 0 ? 0.0 : 1.0;
    if (steps++ % 20 == 0)
      p.series.rows.push_back(
          {world.time(), world.pose(under).position.x() - stands, 1e-3 * force});
  };
  // Into the pit behind the wall, and in: the stick at full lever to stall.
  digger.go({8.0, 0.6, -80 * kDegree, 0.0}, {.speed = 1.5, .near = 0.2, .patience = 4.0});
  digger.go({8.0, -0.9, -85 * kDegree, 0.0}, {.speed = 0.8, .near = 0.15});
  digger.go({5.2, -0.9, -90 * kDegree, 0.0}, {.speed = 0.7, .near = 0.1, .patience = 3.0});
  digger.arm().let_go();
  world.set_input("stick", 1.0);
  digger.wait(3.0);
  return p;
}

Result run_case() {
  Result result;
  const Pull wheels = pull(at_wall("clay", ", hardness: 2", 0.35), Stand::wheels);
  const Pull held = pull(at_wall("clay", ", hardness: 2", 0.35), Stand::supports);
  const Pull loam = pull(at_wall("sandy_loam", "", 0.6), Stand::wheels);
  result.compare("on wheels on wet clay: dragged, 1 where by more than 0.3 m",
                 wheels.dragged > 0.3 ? 1.0 : 0.0, 1.0, 0.0);
  result.compare("on wheels on wet clay: dragged [m]", wheels.dragged, 1.7, 1.4);
  // Eight tyres of 230 kN in all, their grip 0.35 at most.
  result.compare("force of the soil over the grip of the tyres, 1 where it is more",
                 wheels.force > 0.35 * 0.9 * 230e3 ? 1.0 : 0.0, 1.0, 0.0);
  result.bound("on blade and feet: dragged [m]", held.dragged, 0.05);
  result.bound("loam on firm ground, on wheels: dragged [m]", loam.dragged, 0.05);
  result.bound("machine pulled into the ground [m]", std::max(0.0, 1.0 - wheels.lowest), 0.0);
  result.bound("steps in which the book does not close",
               wheels.unbalanced + held.unbalanced + loam.unbalanced, 0.0);
  result.series = wheels.series;
  return result;
}

}  // namespace excavator_drag_case

std::vector<Case> excavator_drag_cases() {
  return {{"excavator-drag",
           "a bucket pulls hard clay until the machine is dragged; blade and feet hold it",
           excavator_drag_case::run_case}};
}

}  // namespace outrigger::validation
