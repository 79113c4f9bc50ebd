// A boom lowered at full lever onto the ground threw stick and bucket about: their drives gave way at the
// force limit, took over with the acceleration that the limit force had made, and carried the arm along
// for seconds, at metres per second and beyond the strokes, with their levers at rest.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/source_tree.h"
#include "description/reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

class BoomSlam : public testing::TestWithParam<double> {};

TEST_P(BoomSlam, DrivesYieldAndHold) {
  description::Machine machine =
      description::read_machine_file(source_file("machines/excavator.yaml"));
  machine.settings.step = GetParam();
  sim::World world(machine);
  struct Cylinder {
    const char* name;
    double lower, upper;
  };
  const Cylinder cylinders[] = {{"stick_cylinder", 2.0701, 3.5364},
                                {"bucket_cylinder", 1.5302, 2.6319}};
  double highest_bucket = 0.0;
  while (world.time() < 8.0) {
    world.set_input("boom", world.time() >= 2.0 && world.time() < 4.5 ? -1.0 : 0.0);
    world.step();
    for (const Cylinder& c : cylinders) {
      const double length = world.value(world.coordinate(c.name));
      // The stops give way by millimetres.
      ASSERT_GT(length, c.lower - 0.02) << c.name << " at " << world.time() << " s";
      ASSERT_LT(length, c.upper + 0.02) << c.name << " at " << world.time() << " s";
    }
    if (world.time() > 3.0)
      highest_bucket = std::max(highest_bucket, world.pose(world.body("bucket")).position.z());
  }
  // It lies on the ground or pushes the machine up; it does not fly.
  EXPECT_LT(highest_bucket, 2.0);
  // Levers at rest: everything stands but for what rocks on the tyres.
  for (const char* name : {"boom_cylinder", "stick_cylinder", "bucket_cylinder"})
    EXPECT_LT(std::abs(world.speed(world.coordinate(name))), 1e-3) << name;
  for (const sim::Event& e : world.take_events())
    EXPECT_NE(e.kind, sim::Event::Kind::contained) << e.text;
}

INSTANTIATE_TEST_SUITE_P(Steps, BoomSlam, testing::Values(5e-3, 1e-3));

// Drive forces before the first step: those of the machine on its tyres, as after it.
TEST(StartOnTyres, ForcesAreThoseOfTheFirstStep) {
  sim::World world(description::read_machine_file(source_file("machines/excavator.yaml")));
  const double before = world.force(world.drive("boom"));
  world.step();
  const double after = world.force(world.drive("boom"));
  EXPECT_NEAR(before, after, 0.01 * std::abs(after));
}

}  // namespace
}  // namespace outrigger
