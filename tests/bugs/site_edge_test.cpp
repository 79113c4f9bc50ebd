// A machine that left the site was nowhere reported: its wheels rolled on over nothing that one could
// see, its shapes fell for ever. Each body is reported once, when it leaves; going back to a saved state
// counts anew.

#include <gtest/gtest.h>

#include "description/reader.h"
#include "session/live_session.h"
#include "sim/world.h"
#include "support/contact_rig.h"

namespace outrigger {
namespace {

// Two balls on the level, one of which rolls over the edge at x = 500 m; one thrown in the air.
constexpr const char* kBalls = R"(outrigger: 1
settings: {step: 2e-3}
bodies:
  stays: {mass: 1, inertia: [0.01, 0.01, 0.01], pose: {position: [0, 0, 0.1]}}
  goes: {mass: 1, inertia: [0.01, 0.01, 0.01], pose: {position: [499, 0, 0.1]}, velocity: [3, 0, 0]}
  flies: {mass: 1, inertia: [0.01, 0.01, 0.01], pose: {position: [0, -499, 5]}, velocity: [0, -9, 0]}
friction: {level: {pair: [asphalt, asphalt], static: 0.5, dynamic: 0.5}}
contact_spheres:
  a: {body: stays, centre: [0, 0, 0], radius: 0.1, material: asphalt}
  b: {body: goes, centre: [0, 0, 0], radius: 0.1, material: asphalt}
)";

std::vector<sim::Event> leavings(sim::World& world, double until) {
  std::vector<sim::Event> found;
  while (world.time() < until) {
    world.step();
    for (sim::Event& e : world.take_events())
      if (e.kind == sim::Event::Kind::left_site) found.push_back(std::move(e));
  }
  return found;
}

TEST(SiteEdge, EachBodyThatLeavesIsReportedOnce) {
  sim::WorldOptions options;
  options.site = contact_rig::make_slope(0.0);
  sim::World world(description::read_machine_text(kBalls, "balls.yaml"), options);
  world.take_events();
  const sim::Snapshot start = world.save();
  for (int again = 0; again < 2; ++again) {
    const auto events = leavings(world, 0.8);
    ASSERT_EQ(events.size(), 2u) << again;
    EXPECT_EQ(events[0].name(), "flies");
    EXPECT_NEAR(events[0].time, 1.0 / 9.0, 0.06);
    EXPECT_EQ(events[1].name(), "goes");
    EXPECT_GT(events[1].time, 1.0 / 3.0) << "it slides before it rolls";
    EXPECT_GT(events[1].value, 0.0);
    EXPECT_TRUE(events[1].text.find("'goes' has left the site at (500.") != std::string::npos)
        << events[1].text;
    EXPECT_NE(events[1].text.find("x -500 to 500 m and y -500 to 500 m"), std::string::npos);
    world.restore(start);
  }
  // What is outside in the restored state is known.
  leavings(world, 0.8);
  const sim::Snapshot outside = world.save();
  world.restore(outside);
  EXPECT_TRUE(leavings(world, 1.2).empty());
}

TEST(SiteEdge, ThePlaneHasNone) {
  sim::World world(description::read_machine_text(kBalls, "balls.yaml"));
  EXPECT_TRUE(leavings(world, 0.8).empty());
}

}  // namespace
}  // namespace outrigger
