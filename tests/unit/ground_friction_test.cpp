/// Friction with the ground is needed by shapes that touch it, not by all that may: what is assumed for
/// a pair that no file gives is reported when they touch.
#include <gtest/gtest.h>

#include "sim/world.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

std::string cheese_ball(const std::string& gravity) {
  return "gravity: " + gravity +
         "\nbodies: {ball: {mass: 1, inertia: [0.004, 0.004, 0.004], pose: {position: [0, 0, "
         "0.2]}}}\n"
         "shapes: {ball: {body: ball, sphere: 0.1, material: cheese}}\n"
         "materials: {cheese: {young: 1.0e+6}}\n";
}

TEST(GroundFriction, IsNotAskedOfWhatFlies) {
  World world(description::read(cheese_ball("[0, 0, 0]")));
  for (int i = 0; i < 10; ++i) world.step();
  EXPECT_TRUE(world.take_events().empty());
}

TEST(GroundFriction, ThatIsAssumedIsReportedAtTheTouch) {
  World world(description::read(cheese_ball("[0, 0, -9.81]")));
  for (int i = 0; i < 300; ++i) world.step();
  const std::vector<Event> events = world.take_events();
  ASSERT_FALSE(events.empty());
  EXPECT_NE(
      events.front().text.find("no friction is given for cheese on asphalt, so 0.5 at rest and "
                               "0.4 in motion are taken"),
      std::string::npos)
      << events.front().text;
}

TEST(GroundFriction, ThatIsGivenIsNotReported) {
  World world(
      description::read(cheese_ball("[0, 0, -9.81]") +
                        "friction: {f: {pair: [cheese, asphalt], static: 0.2, dynamic: 0.1}}\n"));
  for (int i = 0; i < 300; ++i) world.step();
  for (const Event& e : world.take_events())
    EXPECT_EQ(e.text.find("no friction"), std::string::npos) << e.text;
}

}  // namespace
}  // namespace outrigger::sim
