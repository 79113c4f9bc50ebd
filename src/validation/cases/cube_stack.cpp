/// Five cubes dropped as a stack, as boxes, as meshes with layers and by their volumes, against rest and against the depth that
/// their stiffness predicts. A single contact point under a cube does not hold it (THESIS §4.2).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "validation/cases/cases.h"
#include "validation/contact_scenes.h"

namespace outrigger::validation {
namespace cube_stack_case {

constexpr int kCubes = 5;
constexpr double kMass = 10.0, kEdge = 0.3, kDrop = 0.1;
constexpr double kDropEnergy = kCubes * kMass * kGravity * kDrop;
constexpr double kDuration = 5.0;

struct Fall {
  double kinetic_late = 0.0;  ///< largest from 3 s after the last impact on [J]
  double last_impact = 0.0;   ///< [s]
  double energy_gain = 0.0;   ///< largest above the start [J]
  double tilt = 0.0;          ///< of the top cube at the end [rad]
  double lowest_depth = 0.0;  ///< of the lowest cube at the end [m]
  Series series;
};

Fall run(const ContactScene& scene) {
  Fall fall;
  sim::World world = scene.make_world();
  const double start = world.energies().total();
  fall.series.columns = {"t [s]", "kinetic energy [J]", "height of the top cube [m]"};
  const std::string top = fmt::format("cube{}", kCubes);
  std::vector<std::pair<double, double>> kinetic;
  const int steps = static_cast<int>(std::lround(kDuration / world.step_size()));
  for (int i = 0; i < steps; ++i) {
    world.step();
    for (const sim::Event& e : world.take_events())
      if (e.kind == sim::Event::Kind::contact_begin && e.value > 0.01) fall.last_impact = e.time;
    const sim::Energies energies = world.energies();
    fall.energy_gain = std::max(fall.energy_gain, energies.total() - start);
    kinetic.emplace_back(world.time(), energies.kinetic);
    if (i % 25 == 0)
      fall.series.rows.push_back(
          {world.time(), energies.kinetic, world.pose(world.body(top)).position.z()});
  }
  for (const auto& [t, k] : kinetic)
    if (t > fall.last_impact + 3.0) fall.kinetic_late = std::max(fall.kinetic_late, k);
  fall.tilt = std::acos(std::min(1.0, world.pose(world.body(top)).rotation(2, 2)));
  fall.lowest_depth = 0.5 * kEdge - world.pose(world.body("cube1")).position.z();
  return fall;
}

Result run_cube_stack() {
  Result result;
  for (const std::string name : {"boxes", "meshes", "meshes by volume"}) {
    const bool meshes = name != "boxes";
    ContactScene scene = meshes ? make_mesh_cubes(kCubes, 0.5) : make_cube_stack(kCubes, 0.5);
    // Soft enough for the step to follow, so that the depth is that of the stiffness.
    const double stiffness = 2e7;
    for (const char* other : {"block", "asphalt"}) {
      description::ContactLaw law;
      law.name = other;
      law.material_a = "block";
      law.material_b = other;
      law.stiffness = stiffness;
      law.layer_stiffness = stiffness;
      if (name == "meshes by volume") law.patch = description::ContactLaw::Patch::volumetric;
      scene.machine.contact_laws.push_back(law);
    }
    const Fall fall = run(scene);
    const double load = kCubes * kMass * kGravity;
    const double depth =
        meshes ? load / (stiffness * kEdge * kEdge) : std::pow(load / 4.0 / stiffness, 2.0 / 3.0);
    result.bound(name + ": kinetic energy 3 s after the last impact over drop energy",
                 fall.kinetic_late / kDropEnergy, 1e-6);
    result.bound(name + ": time of the last impact [s]", fall.last_impact, kDuration - 3.0);
    result.compare(name + ": depth of the lowest cube [m]", fall.lowest_depth, depth, 0.01 * depth);
    result.bound(name + ": tilt of the top cube [rad]", fall.tilt, 1e-3);
    result.bound(name + ": energy gained [J]", std::max(0.0, fall.energy_gain), 1e-6 * kDropEnergy);
    if (!meshes) result.series = fall.series;
  }
  return result;
}

}  // namespace cube_stack_case

std::vector<Case> cube_stack_cases() {
  using namespace cube_stack_case;
  return {{"cube-stack",
           "five cubes dropped from 0.1 m, restitution 0.5: rest without rattling, as boxes, as "
           "meshes with layers and by the volumetric law",
           run_cube_stack}};
}

}  // namespace outrigger::validation
