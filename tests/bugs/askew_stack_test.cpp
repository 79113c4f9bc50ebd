// Boxes dropped askew onto each other rattled for ever: where they had come to lie a little turned,
// the crossing of two edges, another one in every step, stood for the faces that lay on each other,
// and each new contact brought energy with it.

#include <gtest/gtest.h>

#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

constexpr const char* kBoxes = R"(outrigger: 1
settings: {step: 1e-3}
materials: {oak: {young: 1e9, poisson: 0.3, restitution: 0.5}}
friction:
  oak_oak: {pair: [oak, oak], static: 0.5, dynamic: 0.4}
  oak_asphalt: {pair: [oak, asphalt], static: 0.5, dynamic: 0.4}
bodies:
  box1: {mass: 20, inertia: [0.4167, 0.4167, 0.5333], pose: {position: [0, 0, 0.2], rotation_deg: [0, 6, 0]}}
  box2: {mass: 20, inertia: [0.4167, 0.4167, 0.5333], pose: {position: [0.04, 0, 0.65], rotation_deg: [0, -6, 0]}}
  box3: {mass: 20, inertia: [0.4167, 0.4167, 0.5333], pose: {position: [0.08, 0, 1.1], rotation_deg: [0, 6, 0]}}
shapes:
  box1: {body: box1, box: [0.4, 0.4, 0.3], material: oak}
  box2: {body: box2, box: [0.4, 0.4, 0.3], material: oak}
  box3: {body: box3, box: [0.4, 0.4, 0.3], material: oak}
)";

TEST(AskewStack, ComesToRest) {
  for (const double step : {1e-3, 5e-3}) {
    description::Machine machine = description::read_machine_text(kBoxes, "boxes.yaml");
    machine.settings.step = step;
    sim::World world(machine);
    while (world.time() < 4.0) world.step();
    EXPECT_LT(world.energies().kinetic, 1e-12) << "h = " << step;
    double weight = 0.0;
    for (const contact::ContactReading& c : world.contacts())
      if (c.shape_b == "ground") weight += c.force.z();
    EXPECT_NEAR(weight, 60.0 * 9.81, 1e-6) << "h = " << step;
  }
}

}  // namespace
}  // namespace outrigger
