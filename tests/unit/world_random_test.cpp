/// Random machines, edited at random times: bodies and joints come and go while they move.
#include <gtest/gtest.h>

#include "articulation/articulation.h"
#include "base/random.h"
#include "sim/world.h"
#include "support/random_mechanism.h"

namespace outrigger::sim {
namespace {

description::Body stone(Random& random) {
  description::Body b;
  b.name = "stone";
  b.mass = 1.0 + random.uniform(0.0, 9.0);
  b.inertia = b.mass * Vec3(0.1, 0.12, 0.15).asDiagonal();
  b.pose_given = true;
  b.pose.position = Vec3(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0, 5));
  b.angular_velocity = Vec3(0, 1, 0);
  return b;
}

std::vector<BodyHandle> bodies_of(const World& w) {
  std::vector<BodyHandle> list;
  for (const auto& articulation : w.articulations())
    for (const auto& b : articulation->mechanism().bodies)
      list.push_back(HandleTable::handle<PartKind::body>(b.id));
  return list;
}

std::vector<JointHandle> joints_of(const World& w) {
  std::vector<JointHandle> list;
  for (const auto& articulation : w.articulations())
    for (const auto& j : articulation->mechanism().joints)
      list.push_back(HandleTable::handle<PartKind::joint>(j.id));
  return list;
}

/// A joint between two bodies that closes where they are.
description::Joint joint_here(const World& w, BodyHandle a, BodyHandle b, Random& random) {
  constexpr description::JointType kTypes[] = {
      description::JointType::revolute,    description::JointType::spherical,
      description::JointType::cylindrical, description::JointType::prismatic,
      description::JointType::planar,      description::JointType::fixed};
  description::Joint j;
  j.name = "made";
  j.type = kTypes[random.integer(6)];
  j.point_a = Vec3(0.1, 0, 0);
  j.point_b = w.pose(b).local_point(w.pose(a).point(j.point_a));
  j.axis_a = Vec3::UnitY();
  j.axis_b = w.pose(b).local_direction(w.pose(a).direction(j.axis_a));
  return j;
}

void edit(World& w, Random& random) {
  const auto bodies = bodies_of(w);
  const auto joints = joints_of(w);
  switch (random.integer(4)) {
    case 0:
      w.add_body(stone(random));
      break;
    case 1:
      if (bodies.size() > 2) w.remove(bodies[random.integer(bodies.size())]);
      break;
    case 2:
      if (!joints.empty()) w.remove(joints[random.integer(joints.size())]);
      break;
    default: {
      if (bodies.size() < 2) break;
      const BodyHandle a = bodies[random.integer(bodies.size())];
      const BodyHandle b = bodies[random.integer(bodies.size())];
      if (a == b) break;
      try {
        w.add_joint(joint_here(w, a, b, random), a, b);
      } catch (const Error&) {
        // Some joints cannot close (a particle has no axis, a loop may be locked): that is said.
      }
    }
  }
}

// Law: whatever is added and taken away, no number goes bad, constraints stay closed, and what the
// edits did can be undone by a snapshot.
void run_edit_campaign(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    testing_support::RandomMechanismOptions options;
    World w(testing_support::random_mechanism(seed, options));
    Random random(seed + 100000);
    Snapshot saved = w.save();
    std::uint64_t future = 0;
    for (int i = 0; i < 60; ++i) {
      w.step();
      if (i == 19) saved = w.save();
      if (i == 20) future = w.hash();
      if (i > 20 && random.integer(4) == 0) edit(w, random);
      for (BodyHandle h : bodies_of(w))
        ASSERT_TRUE(w.pose(h).position.allFinite() && w.twist(h).linear.allFinite())
            << "seed " << seed << " step " << i;
    }
    ASSERT_LT(w.residuals().position, 1e-6) << "seed " << seed;
    w.restore(saved);
    w.step();
    ASSERT_EQ(w.hash(), future) << "seed " << seed;
  }
}

TEST(RandomWorlds, SurviveRandomEdits) { run_edit_campaign(1, 100); }
TEST(RandomWorlds, LongCampaignOfRandomEdits) { run_edit_campaign(101, 2100); }

}  // namespace
}  // namespace outrigger::sim
