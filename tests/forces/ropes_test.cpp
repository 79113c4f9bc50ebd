// Ropes: tension by hand, tangents against differences, and motions with known solutions.
#include "forces/ropes.h"

#include <gtest/gtest.h>

#include "sim/sensors.h"
#include "sim/world.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Body;
using description::kGround;
using description::Machine;
using description::Rope;
using forces_rig::constant;
using forces_rig::DenseMatrix;
using forces_rig::make_body;
using forces_rig::Rig;

constexpr double kG = 9.81;

Body particle(const std::string& name, double mass, const Vec3& place) {
  Body b;
  b.name = name;
  b.kind = Body::Kind::point;
  b.mass = mass;
  b.pose.position = place;
  b.pose_given = true;
  return b;
}

Rope make_rope(std::vector<description::RopePoint> points, double stiffness) {
  Rope r;
  r.name = "rope";
  r.points = std::move(points);
  r.stiffness = stiffness;
  return r;
}

/// Two weights over two eyes of the ground, 2 m below them.
Machine atwood(double m1, double m2, double stiffness) {
  Machine m;
  m.bodies = {particle("a", m1, Vec3(-0.5, 0, 3)), particle("b", m2, Vec3(0.5, 0, 3))};
  m.ropes = {make_rope({{"a", Vec3::Zero()},
                        {kGround, Vec3(-0.5, 0, 5)},
                        {kGround, Vec3(0.5, 0, 5)},
                        {"b", Vec3::Zero()}},
                       stiffness)};
  return m;
}

// Q and its derivatives agree with differences, on bodies whose points share entities with others.
TEST(Ropes, TangentsAgreeWithDifferences) {
  Machine m;
  m.settings.gravity.setZero();
  m.bodies = {make_body("a", Vec3(0, 0, 1)), make_body("b", Vec3(1, 0.5, 0))};
  m.ropes = {make_rope({{kGround, Vec3(0, 0, 3)},
                        {"a", Vec3(0.2, 0.1, 0)},
                        {"b", Vec3(0, 0.3, 0.1)},
                        {"a", Vec3(-0.2, 0, 0.3)}},
                       800.0)};
  m.ropes[0].length = 3.0;
  m.ropes[0].damping = 0.1;
  Rig rig(m);
  Random random(11);
  rig.perturb(random, 0.02, 0.0);  // at rest: K is exact there
  DenseMatrix k, c;
  rig.force(&k, 1.0, 0.0);
  rig.force(&c, 0.0, 1.0);
  EXPECT_GT(k.norm(), 100.0);
  EXPECT_LT((k - rig.difference(false)).norm(), 1e-6 * k.norm());
  EXPECT_GT(c.norm(), 1.0);
  EXPECT_LT((c - rig.difference(true)).norm(), 1e-6 * c.norm());
}

// Atwood's machine: with the tension of the solution from the start, the weights accelerate uniformly.
TEST(Ropes, AtwoodsMachineAcceleratesByTheDifferenceOfWeights) {
  const double m1 = 3.0, m2 = 5.0, k = 1e5;
  const double tension = 2.0 * m1 * m2 * kG / (m1 + m2), a = (m2 - m1) * kG / (m1 + m2);
  Machine m = atwood(m1, m2, k);
  m.ropes[0].length = 5.0 - tension / k;
  sim::World world(m);
  for (int i = 0; i < 500; ++i) world.step();
  EXPECT_NEAR(world.pose(world.body("a")).position.z(), 3.0 + 0.5 * a * 0.25, 1e-9);
  EXPECT_NEAR(world.pose(world.body("b")).position.z(), 3.0 - 0.5 * a * 0.25, 1e-9);
  EXPECT_NEAR(world.force(world.rope("rope")), tension, 1e-6 * tension);
}

// A slack rope does nothing: its weights fall freely until it is tight.
TEST(Ropes, SlackRopesDoNotPush) {
  Machine m = atwood(3.0, 5.0, 1e5);
  m.ropes[0].length = 9.0;
  sim::World world(m);
  for (int i = 0; i < 300; ++i) world.step();
  EXPECT_NEAR(world.pose(world.body("a")).position.z(), 3.0 - 0.5 * kG * 0.09, 1e-9);
  EXPECT_EQ(world.force(world.rope("rope")), 0.0);
}

// The free length is remembered over edits, by the id of the rope.
TEST(Ropes, FreeLengthSurvivesEdits) {
  Machine m = atwood(4.0, 4.0, 1e5);
  m.ropes[0].winding = constant(-0.5);
  m.ropes[0].damping = 0.05;
  sim::World edited(m), kept(m);
  const auto run = [](sim::World& w) {
    for (int i = 0; i < 200; ++i) w.step();
  };
  run(edited), run(kept);
  edited.add_body(particle("other", 1.0, Vec3(9, 9, 9)));
  description::Mount mount;
  mount.name = "nothing";
  mount.body = "a";
  edited.remove(edited.add_mount(mount, edited.body("a")));
  run(edited), run(kept);
  EXPECT_NEAR(edited.pose(edited.body("a")).position.z(), kept.pose(kept.body("a")).position.z(),
              1e-6);
  EXPECT_GT(kept.pose(kept.body("a")).position.z(), 3.05);
}

// What the winch does and what is lost to damping is all that changes the energy.
TEST(Ropes, EnergyBookCloses) {
  Machine m = atwood(4.0, 4.5, 2e4);
  m.ropes[0].winding = constant(-0.3);
  m.ropes[0].damping = 0.02;
  sim::World world(m);
  for (int i = 0; i < 2000; ++i) world.step();
  const sim::Energies e = world.energies();
  EXPECT_GT(e.ledger.external, 1.0);
  EXPECT_LT(std::abs(e.ledger.integrator), 2e-2 * e.ledger.external);
}

// Removing a body removes the ropes over it, and their handles notice.
TEST(Ropes, GoWithTheirBodies) {
  sim::World world(atwood(3.0, 5.0, 1e5));
  const sim::RopeHandle rope = world.rope("rope");
  world.remove(world.body("a"));
  EXPECT_THROW(world.force(rope), Error);
  world.step();
}

}  // namespace
}  // namespace outrigger
