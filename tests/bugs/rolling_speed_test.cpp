// A ball that rolls on a level plane keeps its speed. Contacts were found where the prediction had turned
// the ball to, a little farther than the rule of the step turns it, so that its weight was borne beside the
// lowest point: at ω h = 0.25 it lost 5.6 % in 10 s, at ω h = 0.5 61 %.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

double speed_left(double radius, double speed, double step, bool sphere_of_the_body) {
  const std::string touch =
      sphere_of_the_body
          ? fmt::format(
                "contact_spheres: {{s: {{body: a, centre: [0, 0, 0], radius: {}, material: "
                "steel}}}}\n",
                radius)
          : fmt::format("shapes: {{s: {{body: a, sphere: {}, material: steel}}}}\n", radius);
  sim::World world(description::read_machine_text(
      fmt::format("outrigger: 1\nsettings: {{step: {}}}\nbodies: {{a: {{mass: 2, shapes: "
                  "[{{sphere: {}}}], pose: {{position: [0, 0, {}]}}, velocity: [{}, 0, 0], "
                  "angular_velocity: [0, {}, 0]}}}}\n{}",
                  step, radius, radius, speed, speed / radius, touch),
      "ball.yaml"));
  while (world.time() < 10.0) world.step();
  return world.twist(world.body("a")).linear.x() / speed;
}

TEST(RollingSpeed, BallKeepsItsSpeed) {
  for (const bool sphere : {false, true}) {
    EXPECT_NEAR(speed_left(0.1, 5.0, 1e-3, sphere), 1.0, 0.005) << sphere;
    EXPECT_NEAR(speed_left(0.1, 5.0, 5e-3, sphere), 1.0, 0.02) << sphere;
    EXPECT_NEAR(speed_left(0.01, 1.0, 5e-3, sphere), 1.0, 0.08) << sphere;
  }
}

}  // namespace
}  // namespace outrigger
