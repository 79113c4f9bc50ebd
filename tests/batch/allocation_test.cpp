/// A warm step of a batch allocates nothing, terms and coordinates included.
#include <gtest/gtest.h>

#include "batch/lane_stepper.h"
#include "forces/forces.h"
#include "support/built_system.h"
#include "support/replace_new.h"

namespace outrigger {
namespace {

description::Machine make_pendulum() {
  description::Machine m;
  description::Body b;
  b.name = "bob";
  b.mass = 1.0;
  b.centre = Vec3(0.0, 0.0, -1.0);
  b.inertia = 0.1 * Mat3::Identity();
  b.pose_given = true;
  m.bodies.push_back(b);
  description::Joint j;
  j.name = "pin";
  j.body_b = "bob";
  j.axis_a = j.axis_b = Vec3::UnitY();
  m.joints.push_back(j);
  description::Coordinate c;
  c.name = "pin.angle";
  c.joint = "pin";
  c.initial = 1.0;
  m.coordinates.push_back(c);
  description::Spring s;
  s.name = "spring";
  s.coordinate = "pin.angle";
  s.damper.kind = description::Function::Kind::linear;
  s.damper.value = 0.2;
  m.springs.push_back(s);
  return m;
}

TEST(LaneStepperAllocation, AWarmStepAllocatesNothing) {
  std::vector<testing_support::Built> built;
  for (int i = 0; i < batch::kLanes; ++i)
    built.push_back(
        testing_support::build_with(make_pendulum(), [](const auto& mechanism, const auto& model) {
          return forces::make_force_terms(mechanism, model);
        }));
  batch::LaneStepper lanes(
      {built[0].system.get(), built[1].system.get(), built[2].system.get(), built[3].system.get()},
      built[0].settings);
  for (int i = 0; i < 5; ++i) lanes.step();
  const std::int64_t before = test::allocations;
  for (int i = 0; i < 50; ++i) lanes.step();
  const std::int64_t during = test::allocations - before;
  EXPECT_EQ(during, 0);
}

}  // namespace
}  // namespace outrigger
