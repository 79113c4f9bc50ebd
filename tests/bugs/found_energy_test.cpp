// Contacts gave energy that nobody had put in: a box on contact spheres left the ground with fourteen times
// its energy, because a sphere that was still below the ground had forgotten that its depth was not paid
// for; a mesh whose contour grew got stiffer while it was pressed; what was found was taken as given by the
// guard. Without friction and with restitution 1 nothing is lost either, so that a gain shows.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "description/reader.h"
#include "geometry/sample_meshes.h"
#include "sim/world.h"

namespace outrigger {
namespace {

constexpr const char* kLossless =
    "friction: {f: {pair: [stuff, asphalt], static: 0, dynamic: 0}}\n";

/// Largest gain over the largest kinetic energy.
double gain(sim::World& world, double until) {
  const double start = world.energies().total();
  double most = 0.0, kinetic = world.energies().kinetic;
  while (world.time() < until) {
    world.step();
    const sim::Energies e = world.energies();
    kinetic = std::max(kinetic, e.kinetic);
    most = std::max(most, (e.total() - start) / kinetic);
  }
  return most;
}

std::string box_on_spheres(double step, double mass, const Vec3& size, const std::string& motion) {
  std::string text = fmt::format(
      "outrigger: 1\nsettings: {{step: {}}}\nbodies: {{a: {{mass: {}, shapes: [{{box: [{}, {}, "
      "{}]}}], {}}}}}\nmaterials: {{stuff: {{young: 4.6e10, restitution: 1}}}}\n{}contact_laws: "
      "{{c: {{pair: [stuff, asphalt], restitution: 1}}}}\ncontact_spheres:\n",
      step, mass, size.x(), size.y(), size.z(), motion, kLossless);
  for (int i = 0; i < 8; ++i)
    text += fmt::format("  s{}: {{body: a, radius: {}, centre: [{}, {}, {}], material: stuff}}\n",
                        i, 0.05 * size.minCoeff(), (i & 1) != 0 ? 0.5 * size.x() : -0.5 * size.x(),
                        (i & 2) != 0 ? 0.5 * size.y() : -0.5 * size.y(),
                        (i & 4) != 0 ? 0.5 * size.z() : -0.5 * size.z());
  return text;
}

TEST(FoundEnergy, BoxOnContactSpheresAtTenMilliseconds) {
  const Vec3 size(0.13262875083368114, 0.08843431009018371, 0.06256139402919614);
  sim::World world(description::read_machine_text(
      box_on_spheres(0.01, 5.760159979045325, size,
                     "pose: {position: [0, 0, 0.2652575016673623], quaternion: "
                     "[0.8231620494368874, -0.20150533251346264, 0.3673289920412094, "
                     "0.3832352449103441]}, angular_velocity: [-13.839851532165167, "
                     "-2.4151065349304366, 5.380781803961485]"),
      "box.yaml"));
  EXPECT_LT(gain(world, 4.0), 0.01);
}

TEST(FoundEnergy, BoxOnContactSpheresAtOneMillisecond) {
  const Vec3 size(0.1874444454726018, 0.11138720600263229, 0.15855631326968578);
  sim::World world(description::read_machine_text(
      box_on_spheres(0.001, 3.310483480174082, size,
                     "pose: {position: [0, 0, 0.3748888909452036], quaternion: "
                     "[0.011451576216800199, -0.6766216347472512, -0.7230894691610953, "
                     "0.13854112884783987]}, angular_velocity: [18.570373892749096, "
                     "-9.653631372997253, 4.830698087866357]"),
      "box.yaml"));
  EXPECT_LT(gain(world, 4.0), 0.01);
}

TEST(FoundEnergy, SphereThatBeginsInTheGroundStillComesOut) {
  sim::World world(description::read_machine_text(
      "outrigger: 1\nsettings: {step: 1e-3}\nbodies: {a: {mass: 1, inertia: [.01, .01, .01], "
      "pose: {position: [0, 0, 0.03]}}}\nmaterials: {stuff: {young: 1e9}}\nfriction: {f: {pair: "
      "[stuff, asphalt], static: 0.5, dynamic: 0.5}}\ncontact_spheres: "
      "{s: {body: a, radius: 0.1, centre: [0, 0, 0], material: stuff}}\n",
      "ball.yaml"));
  double fastest = 0.0;
  while (world.time() < 5.0) {
    world.step();
    fastest = std::max(fastest, world.twist(world.body("a")).linear.norm());
  }
  EXPECT_LT(fastest, 0.3);
  EXPECT_GT(world.pose(world.body("a")).position.z(), 0.098);
}

TEST(FoundEnergy, MeshWhoseContourGrows) {
  sim::WorldOptions options;
  contact::MeshLibrary meshes;
  meshes.emplace("ring.obj", geometry::sample_torus(0.4006360045044157, 0.0595, 20, 10));
  options.meshes = std::make_shared<const contact::MeshLibrary>(meshes);
  sim::World world(
      description::read_machine_text(
          std::string("outrigger: 1\nsettings: {step: 0.01}\nbodies: {a: {mass: 39.4, shapes: "
                      "[{cylinder: {radius: 0.4, length: 0.077}}], pose: {position: [0, 0, 2.54], "
                      "quaternion: [-0.5764519232371853, 0.08787050331368555, -0.2469422909788981, "
                      "0.7739518458984661]}, angular_velocity: [-0.88, 0.92, 1.38]}}\nmaterials: "
                      "{stuff: {young: 1.45e11, restitution: 1}}\nshapes: {a: {body: a, material: "
                      "stuff, mesh: {file: ring.obj}}}\ncontact_laws: {c: {pair: [stuff, asphalt], "
                      "restitution: 1, patch: plane}}\n") +
              kLossless,
          "ring.yaml"),
      options);
  EXPECT_LT(gain(world, 3.0), 0.01);
}

}  // namespace
}  // namespace outrigger
