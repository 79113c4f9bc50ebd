/// A warm step of a batch allocates nothing, terms and coordinates included.
#include <gtest/gtest.h>

#include "batch/batch.h"
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

TEST(BatchAllocation, AWarmStepAllocatesNothing) {
  std::vector<testing_support::Built> built;
  batch::Batch::Systems systems;
  for (int i = 0; i < 11; ++i) {
    built.push_back(
        testing_support::build_with(make_pendulum(), [](const auto& mechanism, const auto& model) {
          return forces::make_force_terms(mechanism, model);
        }));
    systems.push_back(built.back().system.get());
  }
  batch::Batch batch(systems, built[0].settings);
  for (int i = 0; i < 5; ++i) batch.step();
  const std::int64_t before = test::allocations;
  for (int i = 0; i < 50; ++i) batch.step();
  const std::int64_t during = test::allocations - before;
  EXPECT_EQ(during, 0);
}

}  // namespace
}  // namespace outrigger
