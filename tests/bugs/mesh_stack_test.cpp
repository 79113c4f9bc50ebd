// Ten mesh cubes set on each other fell over at 5 ms: at rest, too, a layer was as soft as an impact of six
// steps needs, g (6h/pi)^2 deep under its own weight, and layers as soft as that do not resist tilting.
// A stack stands, at any step, and stays where it was set.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "geometry/sample_meshes.h"
#include "validation/contact_scenes.h"

namespace outrigger::validation {
namespace {

constexpr int kCubes = 10;
constexpr double kEdge = 0.3, kMass = 10.0;

sim::World stack_of_meshes(double step) {
  ContactScene scene;
  description::Machine& m = scene.machine;
  m.settings.step = step;
  scene.meshes.emplace("cube", geometry::sample_box(Vec3::Constant(kEdge)));
  for (int i = 0; i < kCubes; ++i) {
    const std::string name = "b" + std::to_string(i);
    add_body(m, name, kMass, box_moments(kMass, Vec3::Constant(kEdge)),
             Vec3(0, 0, kEdge * (i + 0.5)));
    add_shape(m, name, description::ContactShape::Kind::mesh, "steel").file = "cube";
  }
  sim::WorldOptions options;
  options.articulation.sleep.enabled = false;
  return scene.make_world(options);
}

void stand(double step, double seconds) {
  sim::World world = stack_of_meshes(step);
  const double start = world.energies().total();
  double gain = 0.0;
  while (world.time() < seconds) {
    world.step();
    gain = std::max(gain, world.energies().total() - start);
  }
  for (int i = 0; i < kCubes; ++i) {
    const Vec3 at = world.pose(world.body("b" + std::to_string(i))).position;
    EXPECT_LT((at - Vec3(0, 0, kEdge * (i + 0.5))).norm(), 0.005) << step << " s, cube " << i;
  }
  EXPECT_LT(world.energies().kinetic, 1e-6) << step << " s";
  EXPECT_LT(gain, 1e-5 * kCubes * kMass * 9.81 * kEdge) << step << " s";
}

TEST(MeshStack, StandsAtAnyStep) {
  for (const double step : {1e-3, 2e-3, 5e-3, 1e-2}) stand(step, step < 2e-3 ? 3.0 : 10.0);
}

TEST(MeshStack, LongStandsForAMinute) {
  for (const double step : {1e-3, 2e-3, 5e-3, 1e-2}) stand(step, 60.0);
}

}  // namespace
}  // namespace outrigger::validation
