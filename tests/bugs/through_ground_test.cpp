// A half space was a sheet to the far phase: a shape that was wholly below it at the predicted end of a step
// was not met at all and fell for ever, and a ring deep in a box found no face near it. Below a ground, and
// inside a closed body, there is nothing but that body: whatever is thrown at it, at any step, stays on it.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "description/reader.h"
#include "sim/world.h"
#include "support/contact_rig.h"

namespace outrigger {
namespace {

struct Thing {
  const char *mass, *shape;
};
constexpr Thing kPlate = {"box: [.1, .1, .002]", "box: [.1, .1, .002]"};
constexpr Thing kBall = {"sphere: .005", "sphere: .005"};
constexpr Thing kRod = {"capsule: {radius: .002, length: .1, axis: x}",
                        "capsule: {radius: .002, length: .1, axis: x}"};
constexpr Thing kWasher = {"cylinder: {radius: .011, length: .002}",
                           "torus: {ring: .01, tube: .001}"};

/// Where the thing is 0.8 s after it was dropped from `drop` above a ground at height `top`.
double lowest(const Thing& thing, double drop, double step, double top, const std::string& more) {
  std::string text = fmt::format(
      "outrigger: 1\nsettings: {{step: {}}}\nbodies: {{a: {{shapes: [{{{}, density: 7850}}], "
      "pose: {{position: [0, 0, {}]}}}}}}\nshapes:\n  a: {{body: a, {}, material: steel}}\n",
      step, thing.mass, top + drop, thing.shape);
  sim::World world(description::read_machine_text(text + more, "thing.yaml"));
  for (int i = 0; i < static_cast<int>(0.8 / step); ++i) world.step();
  return world.pose(world.body("a")).position.z() - top;
}

class ThroughGround : public testing::TestWithParam<Thing> {};

TEST_P(ThroughGround, HalfSpaceHolds) {
  for (const double step : {1e-3, 5e-3})
    for (const double drop : {0.2, 0.5, 1.0, 1.7})
      EXPECT_GT(lowest(GetParam(), drop, step, 0.0, ""), -0.01) << drop << " m, " << step << " s";
}

TEST_P(ThroughGround, BoxOfTheGroundHolds) {
  const std::string block =
      "  block: {body: ground, box: [2, 2, 1], at: [0, 0, .5], material: asphalt}\n";
  for (const double step : {1e-3, 5e-3})
    for (const double drop : {0.2, 0.5, 1.0, 1.7})
      EXPECT_GT(lowest(GetParam(), drop, step, 1.0, block), -0.01)
          << drop << " m, " << step << " s";
}

INSTANTIATE_TEST_SUITE_P(Things, ThroughGround, testing::Values(kPlate, kBall, kRod, kWasher));

TEST(ThroughGroundSmall, BallOfAMillimetreInLongSteps) {
  // A softened impact sinks in by 2 v h, here 0.1 m, and comes out slowly; it was 2.8 m below.
  const Thing ball = {"sphere: .0005", "sphere: .0005"};
  EXPECT_GT(lowest(ball, 0.3, 0.02, 0.0, ""), -0.1);
}

TEST(ThroughGroundSmall, BelowTheFacesOfASite) {
  // A level height field: the ball is farther below its faces than its size when it is first met.
  const description::Machine machine = description::read_machine_text(
      "outrigger: 1\nsettings: {step: 5e-3}\nbodies: {a: {shapes: [{sphere: .005, density: 7850}], "
      "pose: {position: [0, 0, 1]}}}\nshapes: {a: {body: a, sphere: .005, material: steel}}\n",
      "ball.yaml");
  sim::WorldOptions options;
  options.site = contact_rig::make_slope(0.0);
  sim::World world(machine, options);
  for (int i = 0; i < 160; ++i) world.step();
  EXPECT_GT(world.pose(world.body("a")).position.z(), -0.01);
}

}  // namespace
}  // namespace outrigger
