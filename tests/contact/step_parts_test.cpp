// Articulations that are too fast for thin shapes take a step in parts (touching/step_parts.h). Then nothing passes,
// momentum stays, nothing gains energy, and steps that need no parts are left as they are.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "base/random.h"
#include "contact/shape_pairs.h"
#include "description/reader.h"
#include "math/random_rotation.h"
#include "sim/world.h"
#include "touching/step_parts.h"

namespace outrigger {
namespace {

using description::ContactShape;

constexpr const char* kMaterials = R"(
materials: {steel: {young: 2e11, poisson: 0.3, restitution: 0.5}}
friction:
  steel_steel: {pair: [steel, steel], static: 0.5, dynamic: 0.4}
  steel_asphalt: {pair: [steel, asphalt], static: 0.5, dynamic: 0.4}
)";

description::Machine read_boards(const std::string& rest, double h) {
  const std::string text =
      fmt::format("outrigger: 1\nsettings: {{step: {}}}{}{}", h, kMaterials, rest);
  return description::read_machine_text(text, "parts.yaml");
}

/// A thing 0.3 m above a fixed board of 2 cm, thrown down.
description::Machine over_board(const std::string& shape, double h) {
  return read_boards(fmt::format(R"(bodies:
  thing: {{mass: 5, inertia: [0.02, 0.02, 0.02], pose: {{position: [0, 0, 1.3]}}, velocity: [0, 0, -5]}}
shapes:
  board: {{body: ground, box: [2, 2, 0.02], at: [0, 0, 1], material: steel}}
  thing: {{body: thing, {}, material: steel}}
)",
                                 shape),
                     h);
}

contact::Shape make(ContactShape::Kind kind) {
  ContactShape s;
  s.name = "shape";
  s.kind = kind;
  s.radius = 0.3;
  s.length = 0.2;
  s.tube = 0.05;
  s.size = Vec3(0.4, 0.02, 0.6);
  return contact::make_shape(s);
}

// The width of a shape in its thinnest direction, and no width of what has no other side.
TEST(StepParts, ThicknessIsTheSmallestWidth) {
  EXPECT_DOUBLE_EQ(touching::thickness(make(ContactShape::Kind::sphere)), 0.6);
  EXPECT_DOUBLE_EQ(touching::thickness(make(ContactShape::Kind::box)), 0.02);
  EXPECT_DOUBLE_EQ(touching::thickness(make(ContactShape::Kind::capsule)), 0.6);
  EXPECT_DOUBLE_EQ(touching::thickness(make(ContactShape::Kind::cylinder)), 0.2);
  EXPECT_TRUE(std::isinf(touching::thickness(make(ContactShape::Kind::plane))));
}

// n = 2 v h/(0.8 t) and the next power of two; only of what comes near in the step.
TEST(StepParts, NumberFollowsSpeedAndThickness) {
  description::Machine m = over_board("sphere: 0.05", 5e-3);
  m.bodies.front().pose.position.z() = 1.07;
  const contact::ShapeScene scene(m, nullptr);
  touching::StepParts parts(scene, [](int, int) { return false; });
  const auto count = [&](double speed, double height, double h) {
    for (touching::StepParts::Motion& motion : parts.motions()) motion = {};
    parts.motions()[1] = {0, Vec3(0.0, 0.0, -speed), 0.0};
    parts.choose(h, 1, {}, [&](int shape) {
      const contact::Shape& s = scene.shapes()[static_cast<std::size_t>(shape)];
      if (shape == 0) return s.box(s.in_body);
      geometry::Box box = s.box(Pose{Vec3(0.0, 0.0, height), Mat3::Identity()});
      box.add(s.box(Pose{Vec3(0.0, 0.0, height - speed * h), Mat3::Identity()}));
      return box;
    });
    EXPECT_EQ(parts.of(0), parts.most());
    return parts.most();
  };
  const double near = 1.065;
  EXPECT_EQ(count(5.0, near, 1e-3), 1);
  EXPECT_EQ(count(1.55, near, 5e-3), 1);  // 0.97
  EXPECT_EQ(count(1.65, near, 5e-3), 2);  // 1.03
  EXPECT_EQ(count(5.0, near, 5e-3), 4);   // 3.1
  EXPECT_EQ(count(5.0, near, 1e-2), 8);   // 6.3
  EXPECT_EQ(count(100.0, near, 1e-2), touching::kMostParts);
  EXPECT_EQ(count(5.0, 2.0, 5e-3), 1);  // far away
}

// At 5 m/s a step of 5 ms is longer than the board is thick: whatever the phase, nothing passes, and
// nothing leaves with more energy than it had.
TEST(StepParts, NothingPassesAThinBoard) {
  Random random(5);
  for (const std::string shape :
       {"sphere: 0.05", "box: [0.15, 0.1, 0.02]", "box: [0.3, 0.3, 0.3]",
        "capsule: {radius: 0.05, length: 0.1}", "cylinder: {radius: 0.05, length: 0.1}"})
    for (const double h : {1e-3, 5e-3, 1e-2})
      for (int run = 0; run < 12; ++run) {
        description::Machine m = over_board(shape, h);
        description::Body& body = m.bodies.front();
        body.pose.position.z() += 0.3 + random.uniform(0.0, 0.05);
        body.pose.rotation = random_rotation(random);
        sim::World world(m);
        const sim::BodyHandle thing = world.body("thing");
        const double start = world.energies().total();
        while (world.time() < 0.3) {
          world.step();
          ASSERT_FALSE(world.last_report().contained) << shape << " h = " << h << " run " << run;
          if (!world.contacts().empty()) continue;
          ASSERT_LE(world.energies().total(), start * (1.0 + 1e-6) + 1e-9)
              << shape << " h = " << h << " run " << run;
        }
        EXPECT_GT(world.pose(thing).position.z(), 1.0) << shape << " h = " << h << " run " << run;
        // Only where a step is too long, and counted.
        const auto in_parts = world.contact_interventions().in_parts;
        EXPECT_TRUE(h < 5e-3 || in_parts > 0) << shape << " h = " << h << " run " << run;
      }
}

// A part is a step like any other: forces are equal and opposite, so momentum stays to rounding, and
// two free boards that meet do not pass each other.
TEST(StepParts, MomentumStays) {
  Random random(6);
  for (int run = 0; run < 12; ++run) {
    description::Machine m = read_boards(R"(bodies:
  one: {mass: 5, inertia: [0.05, 0.05, 0.1], pose: {position: [0, 0, 1]}, velocity: [0, 0, 4]}
  two: {mass: 2, inertia: [0.02, 0.02, 0.04], pose: {position: [0.1, 0.05, 1.2]}, velocity: [1, 0, -4]}
shapes:
  one: {body: one, box: [0.4, 0.4, 0.02], material: steel}
  two: {body: two, box: [0.4, 0.4, 0.02], material: steel}
)",
                                         5e-3);
    m.settings.gravity.setZero();
    m.bodies[1].pose.position.z() += random.uniform(0.0, 0.04);
    sim::World world(m);
    const sim::BodyHandle one = world.body("one"), two = world.body("two");
    const auto momentum = [&] {
      return Vec3(5.0 * world.twist(one).linear + 2.0 * world.twist(two).linear);
    };
    const Vec3 before = momentum();
    const double energy = world.energies().total();
    while (world.time() < 0.1) {
      world.step();
      EXPECT_LT((momentum() - before).norm(), 1e-9) << run;
    }
    EXPECT_GT(world.contact_interventions().in_parts, 0) << run;
    EXPECT_LT(world.twist(one).linear.z(), world.twist(two).linear.z()) << run;
    EXPECT_GT(world.pose(two).position.z(), world.pose(one).position.z()) << run;
    EXPECT_LE(world.energies().total(), energy * (1.0 + 1e-9)) << run;
  }
}

// Slow things, and fast ones over a half space, take every step as a whole.
TEST(StepParts, SlowScenesTakeWholeSteps) {
  for (const double h : {1e-3, 5e-3}) {
    description::Machine slow = over_board("box: [0.15, 0.1, 0.02]", h);
    slow.bodies.front().pose.position.z() = 1.03;
    slow.bodies.front().velocity = Vec3::Zero();
    description::Machine ground = over_board("box: [0.15, 0.1, 0.02]", h);
    std::erase_if(ground.shapes, [](const auto& s) { return s.name == "board"; });
    for (const description::Machine& m : {slow, ground}) {
      sim::World world(m);
      while (world.time() < 1.0) world.step();
      EXPECT_EQ(world.contact_interventions().in_parts, 0) << h;
      EXPECT_FALSE(world.contacts().empty()) << h;
    }
  }
}

// Nothing that happens elsewhere changes a bit: a thing that falls slowly moves the same, whether or not
// another one takes its steps in parts.
TEST(StepParts, OthersAreLeftAlone) {
  const std::string bodies = R"(bodies:
  slow: {mass: 5, inertia: [0.02, 0.02, 0.02], pose: {position: [5, 0, 0.2], rotation_deg: [10, 20, 0]}}
  fast: {mass: 5, inertia: [0.02, 0.02, 0.02], pose: {position: [0, 0, 1.3]}, velocity: [0, 0, -5]}
shapes:
  slow: {body: slow, box: [0.15, 0.1, 0.1], material: steel}
  fast: {body: fast, sphere: 0.05, material: steel}
)";
  const std::string board =
      "  board: {body: ground, box: [2, 2, 0.02], at: [0, 0, 1], material: steel}\n";
  sim::World with(read_boards(bodies + board, 5e-3)), without(read_boards(bodies, 5e-3));
  const sim::BodyHandle a = with.body("slow"), b = without.body("slow");
  for (int i = 0; i < 100; ++i) {
    with.step();
    without.step();
    ASSERT_EQ(with.pose(a).position, without.pose(b).position) << i;
    ASSERT_EQ(with.pose(a).rotation, without.pose(b).rotation) << i;
  }
  EXPECT_GT(with.contact_interventions().in_parts, 0);
  EXPECT_EQ(without.contact_interventions().in_parts, 0);
}

// A snapshot taken while a thing is in the board goes on to the same bits.
TEST(StepParts, SnapshotsGoOnToTheSameBits) {
  sim::World world(over_board("sphere: 0.05", 5e-3));
  while (world.contacts().empty()) world.step();
  const sim::Snapshot snapshot = world.save();
  for (int i = 0; i < 20; ++i) world.step();
  const std::uint64_t hash = world.hash();
  EXPECT_GT(world.contact_interventions().in_parts, 0);
  world.restore(snapshot);
  for (int i = 0; i < 20; ++i) world.step();
  EXPECT_EQ(world.hash(), hash);
}

// A touch is told once when it begins and once when it ends, with the impulse of the rebound: the sum
// over the parts of a step is the integral over the step.
TEST(StepParts, TouchesAreToldOnce) {
  sim::World world(over_board("sphere: 0.05", 5e-3));
  const sim::BodyHandle thing = world.body("thing");
  double down = 0.0, impulse = 0.0;
  int began = 0, ended = 0;
  while (world.time() < 0.2) {
    world.step();
    for (const sim::Event& e : world.take_events()) {
      if (e.kind == sim::Event::Kind::contact_begin) {
        ++began;
        down = e.value;
      } else if (e.kind == sim::Event::Kind::contact_end) {
        ++ended;
        impulse = e.value;
      }
    }
    if (ended > 0) break;
  }
  const double up = world.twist(thing).linear.z();
  EXPECT_EQ(began, 1);
  EXPECT_EQ(ended, 1);
  EXPECT_NEAR(down, 5.46, 0.02);
  EXPECT_NEAR(up, 0.5 * down, 0.05 * down);
  // Normal forces at the ends of parts: an impact of six steps is not summed to better than this.
  EXPECT_NEAR(impulse, 5.0 * (up + down), 0.1 * 5.0 * (up + down));
  EXPECT_GT(world.contact_interventions().in_parts, 0);
}

}  // namespace
}  // namespace outrigger
