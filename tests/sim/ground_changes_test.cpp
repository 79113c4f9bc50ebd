/// Ground that is changed in a world: snapshots, bytes, events, materials of the place.
#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"

namespace outrigger::sim {
namespace {

void edit(World& world, const std::string& text) {
  world.edit_ground(terrain::ground_edit_from_text(text));
}

description::Body body(const std::string& name, const Vec3& position, const Vec3& velocity) {
  description::Body b;
  b.name = name;
  b.mass = 10.0;
  b.inertia = 0.15 * Mat3::Identity();
  b.pose.position = position;
  b.velocity = velocity;
  return b;
}

description::ContactShape box(const std::string& on) {
  description::ContactShape s;
  s.name = s.group = s.body = on;
  s.kind = description::ContactShape::Kind::box;
  s.size = Vec3::Constant(0.3);
  s.material = "steel";
  return s;
}

/// Two surfaces, rough and slippery, on level ground.
description::Site make_site() {
  description::Site site;
  site.name = site.title = "two";
  for (const char* name : {"rough", "slippery"}) {
    description::Material m;
    m.name = name;
    m.young = 1e9;
    m.poisson = 0.3;
    m.restitution = 0.1;
    site.materials.push_back(m);
    description::Surface s;
    s.name = s.material = name;
    site.surfaces.push_back(s);
    description::FrictionPair f;
    f.material_a = "steel";
    f.material_b = name;
    f.static_coefficient = f.dynamic_coefficient = s.name == "rough" ? 0.6 : 0.05;
    site.friction.push_back(f);
  }
  return site;
}

/// A box that slides and a contact sphere that falls.
World make_world() {
  description::Machine m;
  m.name = "boxes";
  m.settings.step = 0.002;
  m.settings.gravity = Vec3(0, 0, -9.81);
  m.bodies = {body("box", {0, 0, 0.15}, {2, 0, 0}), body("ball", {0, 3, 0.4}, {0.3, 0, 0})};
  m.shapes = {box("box")};
  description::ContactSphere s;
  s.name = s.group = s.body = "ball";
  s.radius = 0.2;
  s.material = "steel";
  m.spheres = {s};
  WorldOptions options;
  options.site = make_site();
  options.articulation.sleep.enabled = true;
  return World(m, options);
}

double slide(World& world) {
  for (int i = 0; i < 300; ++i) world.step();
  return world.pose(world.body("box")).position.x();
}

// Law: a shape feels the material of the place where it is. The way of 0.6 s is v t - μ g t²/2, or v²/(2 μ g).
TEST(GroundChanges, ShapesFeelTheMaterialOfThePlace) {
  World rough = make_world(), slippery = make_world();
  edit(slippery, "{rectangle: [-2, 8, -1, 1], surface: slippery}");
  EXPECT_NEAR(slide(rough), 4.0 / (2.0 * 0.6 * 9.81), 0.03);
  EXPECT_NEAR(slide(slippery), 2.0 * 0.6 - 0.5 * 0.05 * 9.81 * 0.36, 0.03);
}

// Law: a world that goes back to a snapshot, also through bytes, goes on with the same bits, and its ground
// is that of the snapshot.
TEST(GroundChanges, SnapshotsHoldTheGround) {
  World world = make_world();
  const std::uint64_t untouched = world.hash();
  EXPECT_EQ(world.save().hash(), untouched);
  const std::string plain = to_bytes(world.save());
  edit(world, "{rectangle: [-1, 6, -1, 1], raise: 0.1, bank: 0.5}");
  edit(world, "{circle: [0, 3, 0.8], lower: 0.3, surface: slippery}");
  edit(world, "{rectangle: [3, 4, -1, 1], plane: [0.2, 0.1, 0]}");
  EXPECT_NE(world.hash(), untouched);
  for (int i = 0; i < 50; ++i) world.step();
  const Snapshot saved = world.save();
  EXPECT_EQ(saved.hash(), world.hash());
  const std::string bytes = to_bytes(saved);
  for (int i = 0; i < 200; ++i) world.step();
  const std::uint64_t end = world.hash();

  World other = make_world();
  const auto read = snapshot_from_bytes(bytes, other.save());
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->hash(), saved.hash());
  other.restore(*read);
  EXPECT_EQ(other.hash(), saved.hash());
  EXPECT_EQ(to_bytes(other.save()), bytes);
  for (double x = -1.5; x < 6.5; x += 0.083) {
    EXPECT_EQ(other.ground().height(x, 0.3), world.ground().height(x, 0.3));
    EXPECT_EQ(other.ground().surface(x, 3.0), world.ground().surface(x, 3.0));
  }
  for (int i = 0; i < 200; ++i) other.step();
  EXPECT_EQ(other.hash(), end);

  world.restore(saved);
  for (int i = 0; i < 200; ++i) world.step();
  EXPECT_EQ(world.hash(), end);

  const auto before = snapshot_from_bytes(plain, other.save());
  ASSERT_TRUE(before.has_value());
  other.restore(*before);
  EXPECT_FALSE(other.ground().is_changed());
  EXPECT_EQ(other.hash(), untouched);
}

// Law: bytes that were damaged are refused, wherever.
TEST(GroundChanges, DamagedBytesAreRefused) {
  World world = make_world();
  edit(world, "{rectangle: [-1, 1, -1, 1], raise: 0.1, bank: 0.5}");
  edit(world, "{circle: [0, 3, 0.8], lower: 0.3}");
  const Snapshot like = world.save();
  const std::string bytes = to_bytes(like);
  for (std::size_t at = bytes.size() > 4000 ? bytes.size() - 4000 : 0; at < bytes.size();
       at += 37) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    const auto read = snapshot_from_bytes(damaged, like);
    EXPECT_FALSE(read.has_value() && read->hash() != like.hash()) << at;
  }
  EXPECT_FALSE(snapshot_from_bytes(bytes.substr(0, bytes.size() - 8), like).has_value());
}

// Law: an edit wakes what is near and reports itself; one that is refused changes nothing.
TEST(GroundChanges, EventsAndRefusedEdits) {
  World world = make_world();
  world.take_events();
  edit(world, "{rectangle: [-1, 1, -1, 1], lower: 0.1}");
  const std::vector<Event> events = world.take_events();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, Event::Kind::ground_changed);
  EXPECT_EQ(events[0].value, 400.0);
  EXPECT_NE(events[0].text.find("lowered by 0.1 m"), std::string::npos);
  const std::uint64_t hash = world.hash();
  EXPECT_THROW(edit(world, "{circle: [0, 0, 1], surface: mud}"), Error);
  EXPECT_THROW(edit(world, "{circle: [1e6, 0, 1], lower: 1}"), Error);
  EXPECT_EQ(world.hash(), hash);
  EXPECT_TRUE(world.events().empty());
}

// Law: what the raised ground takes in is pushed out gently, and what was held is in the energy book.
TEST(GroundChanges, RaisedGroundPushesOutGently) {
  World world = make_world();
  for (int i = 0; i < 1000; ++i) world.step();
  edit(world, "{rectangle: [-3, 6, -3, 6], raise: 0.05}");
  double fastest = 0.0;
  for (int i = 0; i < 3000; ++i) {
    world.step();
    for (const char* name : {"box", "ball"})
      fastest = std::max(fastest, std::abs(world.twist(world.body(name)).linear.z()));
  }
  EXPECT_LT(fastest, 1.0);
  EXPECT_NEAR(world.pose(world.body("box")).position.z(), 0.2, 2e-3);
  EXPECT_NEAR(world.pose(world.body("ball")).position.z(), 0.25, 2e-3);
}

}  // namespace
}  // namespace outrigger::sim
