#include "sim/world.h"
#include "articulation/articulation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "validation/mechanisms.h"

namespace outrigger::sim {
namespace {

description::Body free_body(const std::string& name, const Vec3& position) {
  description::Body b;
  b.name = name;
  b.mass = 3.0;
  b.inertia = Vec3(0.2, 0.3, 0.4).asDiagonal();
  b.pose_given = true;
  b.pose.position = position;
  b.velocity = Vec3(0.3, -0.2, 0.5);
  b.angular_velocity = Vec3(1.0, 2.0, -0.5);
  return b;
}

description::Joint joint_of(description::JointType type, const std::string& name) {
  description::Joint j;
  j.name = name;
  j.type = type;
  return j;
}

void run(World& w, int steps) {
  for (int i = 0; i < steps; ++i) w.step();
}

std::uint64_t articulation_hash(const World& w, const std::string& body) {
  for (const auto& articulation : w.articulations())
    for (const auto& b : articulation->mechanism().bodies)
      if (b.spec.name == body) return std::as_const(*articulation).state().hash();
  return 0;
}

// Bodies that do not touch have nothing to do with each other: whatever is added, joined, broken
// or removed elsewhere, the chain must move to the last bit as if it were alone.
TEST(World, EditsElsewhereChangeNoBitOfAnArticulation) {
  World alone(validation::make_chain(6));
  World busy(validation::make_chain(6));
  Random random(7);
  std::vector<BodyHandle> stones;
  for (int i = 0; i < 200; ++i) {
    alone.step();
    busy.step();
    const double dice = random.uniform(0.0, 1.0);
    if (dice < 0.4) {
      stones.push_back(busy.add_body(free_body("stone", Vec3(20 + i, 0, 0))));
    } else if (dice < 0.6 && stones.size() >= 2) {
      auto j = joint_of(description::JointType::spherical, "link");
      j.point_a = Vec3(0.1, 0, 0);
      const Pose a = busy.pose(stones[0]), b = busy.pose(stones[1]);
      j.point_b = b.local_point(a.point(j.point_a));
      busy.add_joint(j, stones[0], stones[1]);
    } else if (dice < 0.8 && !stones.empty()) {
      busy.remove(stones.back());
      stones.pop_back();
    }
    ASSERT_EQ(articulation_hash(alone, "link_1"), articulation_hash(busy, "link_1"))
        << "step " << i;
  }
}

// A handle to a removed part must be noticed, also when its slot was given to another part.
TEST(World, StaleHandlesAreNoticed) {
  World w(validation::make_chain(2));
  const BodyHandle first = w.add_body(free_body("a", Vec3(9, 0, 0)));
  EXPECT_TRUE(w.alive(first));
  w.remove(first);
  EXPECT_FALSE(w.alive(first));
  const BodyHandle second = w.add_body(free_body("b", Vec3(9, 0, 0)));
  EXPECT_TRUE(w.alive(second));
  EXPECT_FALSE(first == second);
  EXPECT_THROW(w.pose(first), Error);
  EXPECT_THROW(w.remove(first), Error);
  EXPECT_THROW(w.pose(BodyHandle{}), Error);
  EXPECT_NO_THROW(w.pose(second));
}

// Momentum is conserved when two free bodies are locked together: the joint exerts equal and
// opposite impulses. Kinetic energy can only fall (inelastic lock).
TEST(World, JoiningFreeBodiesConservesMomentum) {
  description::Machine m;
  m.settings.gravity = Vec3::Zero();
  m.bodies = {free_body("a", Vec3(0, 0, 0)), free_body("b", Vec3(1, 0, 0))};
  m.bodies[1].velocity = Vec3(-0.5, 0.1, 0.0);
  World w(m);
  const BodyHandle a = w.body("a"), b = w.body("b");
  const auto momentum = [&] { return Vec3(3.0 * (w.twist(a).linear + w.twist(b).linear)); };
  const auto angular = [&] {
    Vec3 sum = Vec3::Zero();
    for (BodyHandle h : {a, b}) {
      const Pose p = w.pose(h);
      const Mat3 inertia =
          p.rotation * Mat3(Vec3(0.2, 0.3, 0.4).asDiagonal()) * p.rotation.transpose();
      sum += inertia * w.twist(h).angular + 3.0 * p.position.cross(w.twist(h).linear);
    }
    return sum;
  };
  const Vec3 p0 = momentum(), l0 = angular();
  const double e0 = w.energies().kinetic;
  auto j = joint_of(description::JointType::fixed, "weld");
  j.point_a = Vec3(0.5, 0, 0);
  j.point_b = Vec3(-0.5, 0, 0);
  w.add_joint(j, a, b);
  EXPECT_EQ(w.articulations().size(), 1u);
  EXPECT_LT((momentum() - p0).norm(), 1e-10);
  EXPECT_LT((angular() - l0).norm(), 1e-10);
  EXPECT_LE(w.energies().kinetic, e0 + 1e-12);
  run(w, 200);
  EXPECT_LT((momentum() - p0).norm(), 1e-9);
  EXPECT_LT((angular() - l0).norm(), 1e-5);
}

// Taking a joint away changes forces, not positions or speeds: at the moment of release every
// body moves on with what it had.
TEST(World, RemovingAJointKeepsPositionsAndSpeeds) {
  World w(validation::make_chain(4));
  run(w, 300);
  const BodyHandle last = w.body("link_4");
  const Pose pose = w.pose(last);
  const model::Twist twist = w.twist(last);
  w.remove(w.joint("joint_4"));
  EXPECT_EQ(w.articulations().size(), 2u);
  EXPECT_LT((w.pose(last).position - pose.position).norm(), 1e-12);
  EXPECT_LT((w.pose(last).rotation - pose.rotation).norm(), 1e-12);
  EXPECT_LT((w.twist(last).linear - twist.linear).norm(), 1e-9);
  EXPECT_LT((w.twist(last).angular - twist.angular).norm(), 1e-9);
  // Free flight of the centre of mass under gravity and the push of 1 N.
  const auto centre_speed = [&] {
    const model::Twist t = w.twist(last);
    return Vec3(t.linear + t.angular.cross(w.pose(last).direction(Vec3(0.5, 0, 0))));
  };
  const Vec3 v0 = centre_speed();
  run(w, 100);
  EXPECT_LT((centre_speed() - v0 - 0.1 * Vec3(0, 1, -9.81)).norm(), 1e-9);
}

// A state is a value: restored, it gives the same future, also when bodies came and went since.
TEST(World, RestoreGivesTheSameFuture) {
  World w(validation::make_fourbar(3));
  const BodyHandle stone = w.add_body(free_body("stone", Vec3(0, 0, 5)));
  run(w, 50);
  const Snapshot saved = w.save();
  run(w, 100);
  const std::uint64_t future = w.hash();
  w.remove(stone);
  w.add_body(free_body("other", Vec3(1, 1, 1)));
  run(w, 7);
  w.restore(saved);
  EXPECT_EQ(w.hash(), saved.hash());
  EXPECT_TRUE(w.alive(stone));
  run(w, 100);
  EXPECT_EQ(w.hash(), future);
}

// The pin of a pendulum carries m (g cos φ + v²/r): the joint breaks in the step in which that
// passes the allowable load, and the bob then flies freely.
TEST(World, JointBreaksAtItsAllowableLoad) {
  description::Machine m;
  description::Body bob = free_body("bob", Vec3(1, 0, 0));
  bob.velocity.reset();
  bob.angular_velocity.reset();
  m.bodies = {bob};
  auto pin = joint_of(description::JointType::revolute, "pin");
  pin.body_b = "bob";
  pin.point_b = Vec3(-1, 0, 0);
  pin.axis_a = pin.axis_b = Vec3::UnitY();
  pin.allowable.force = 50.0;
  pin.allowable.breaks = true;
  m.joints = {pin};
  World w(m);
  const BodyHandle h = w.body("bob");
  double before = 0.0;
  std::vector<Event> events;
  for (int i = 0; i < 2000 && events.empty(); ++i) {
    before = w.reaction(w.joint("pin")).force.norm();
    w.step();
    events = w.take_events();
  }
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, Event::Kind::joint_broken);
  EXPECT_EQ(events[0].name(), "pin");
  EXPECT_LE(before, 50.0);
  EXPECT_GT(events[0].value, 50.0);
  EXPECT_LT(events[0].value, 50.5);
  EXPECT_THROW(w.joint("pin"), Error);
  w.step();
  EXPECT_LT((w.acceleration(h).linear - Vec3(0, 0, -9.81)).norm(), 1e-6);
}

// Removing a body takes its joints, coordinates, loads and drives with it.
TEST(World, RemovingABodyTakesItsDependants) {
  World w(validation::make_fourbar(2));
  const CoordinateHandle angle = w.coordinate("a_0.angle");
  w.remove(w.body("rod_0"));
  EXPECT_THROW(w.value(angle), Error);
  EXPECT_THROW(w.joint("a_0"), Error);
  EXPECT_THROW(w.joint("b_0"), Error);
  EXPECT_NO_THROW(w.joint("c_1"));
  run(w, 50);
  EXPECT_LT(w.residuals().position, 1e-10);
}

// Nothing pulls at a damped mount that has come to rest, so the articulation may sleep; asleep it keeps
// its place to the bit, and an edit wakes it.
TEST(World, QuietArticulationsSleepAndWake) {
  description::Machine m;
  m.bodies = {free_body("box", Vec3(0, 0, 1))};
  m.bodies[0].angular_velocity = Vec3::Zero();
  for (int i = 0; i < 3; ++i) {
    description::Mount mount;
    mount.name = "mount_" + std::to_string(i);
    mount.body = "box";
    mount.point = 0.5 * Vec3(i == 0, i == 1, i == 2);
    mount.stiffness = Vec3::Constant(1000.0);
    mount.damping = Vec3::Constant(60.0);
    m.mounts.push_back(mount);
  }
  WorldOptions options;
  options.articulation.sleep.enabled = true;
  World w(m, options);
  run(w, 6000);
  EXPECT_EQ(w.last_report().awake_articulations, 0);
  const Pose asleep = w.pose(w.body("box"));
  run(w, 100);
  EXPECT_EQ(asleep.position, w.pose(w.body("box")).position);
  description::Load push;
  push.name = "push";
  push.x.value = 100.0;
  w.add_load(push, w.body("box"));
  run(w, 200);
  EXPECT_EQ(w.last_report().awake_articulations, 1);
  EXPECT_GT((w.pose(w.body("box")).position - asleep.position).norm(), 1e-3);
}

// Random edits at random times on random machines: whatever happens, numbers stay finite and
// constraints closed.
TEST(World, RandomEditsNeverBreakTheNumbers) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    World w(validation::make_chain(4));
    std::vector<BodyHandle> bodies{w.body("link_1"), w.body("link_2"), w.body("link_3"),
                                   w.body("link_4")};
    std::vector<JointHandle> joints;
    for (int i = 0; i < 120; ++i) {
      w.step();
      const int what = static_cast<int>(random.integer(6));
      const auto pick = [&] { return bodies[random.integer(bodies.size())]; };
      if (what == 0 && bodies.size() < 12) {
        bodies.push_back(w.add_body(free_body("extra", Vec3(random.uniform(-3, 3), 0, 2))));
      } else if (what == 1 && bodies.size() >= 2) {
        const BodyHandle a = pick(), b = pick();
        if (a == b) continue;
        const description::JointType types[] = {
            description::JointType::revolute,    description::JointType::spherical,
            description::JointType::prismatic,   description::JointType::universal,
            description::JointType::cylindrical, description::JointType::distance};
        auto j = joint_of(types[random.integer(6)], "made");
        j.point_a = Vec3(0.2, 0, 0);
        const Vec3 at = w.pose(a).point(j.point_a);
        j.point_b = w.pose(b).local_point(at);
        j.axis_b = w.pose(b).local_direction(w.pose(a).direction(j.axis_a));
        if (j.type == description::JointType::universal)
          j.axis_b = w.pose(b).local_direction(w.pose(a).direction(Vec3::UnitX()));
        if (j.type == description::JointType::distance) j.point_b = Vec3(0, 0.3, 0);
        try {
          joints.push_back(w.add_joint(j, a, b));
        } catch (const Error&) {
        }
      } else if (what == 2 && !joints.empty()) {
        if (w.alive(joints.back())) w.remove(joints.back());
        joints.pop_back();
      } else if (what == 3 && bodies.size() > 2 && random.integer(3) == 0) {
        const std::size_t victim = random.integer(bodies.size());
        w.remove(bodies[victim]);
        bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(victim));
      }
      for (BodyHandle h : bodies) {
        ASSERT_TRUE(w.alive(h)) << "seed " << seed << " step " << i;
        ASSERT_TRUE(w.pose(h).position.allFinite()) << "seed " << seed << " step " << i;
      }
      ASSERT_LT(w.residuals().position, 1e-7) << "seed " << seed << " step " << i;
    }
  }
}

}  // namespace
}  // namespace outrigger::sim
