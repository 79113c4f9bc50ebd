// The points of a cylinder that stands upright are where its rim is lowest, and that is anywhere: they went
// round, each new one began without load, and the cylinder sank by 61 mm in 20 s at 10 ms. What presses and
// is found elsewhere in the next step goes on with what it holds.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

TEST(StandingCylinder, DoesNotSink) {
  for (const double step : {1e-3, 5e-3, 1e-2})
    for (const double size : {0.5, 1.0}) {
      sim::World world(description::read_machine_text(
          fmt::format("outrigger: 1\nsettings: {{step: {0}}}\nbodies: {{a: {{mass: {1}, shapes: "
                      "[{{cylinder: {{radius: {2}, length: {3}}}}}], pose: {{position: [0, 0, "
                      "{2}]}}}}}}\nshapes: {{a: {{body: a, cylinder: {{radius: {2}, length: {3}}}, "
                      "material: steel}}}}\n",
                      step, 7850.0 * size * size * size, 0.5 * size, size),
          "cylinder.yaml"));
      while (world.time() < 10.0) world.step();
      EXPECT_GT(world.pose(world.body("a")).position.z(), 0.5 * size - 0.002)
          << size << " m, " << step << " s";
    }
}

}  // namespace
}  // namespace outrigger
