/// Methods of high order chosen in a machine file: same motion, saved and restored to the bit, refused
/// where they do not fit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

std::string arm(const std::string& settings, const std::string& more = "") {
  return "settings: {" + settings + "}\n" + R"yaml(
bodies:
  upper: {mass: 2, inertia: [0.01, 0.2, 0.2], centre: [0.5, 0, 0], pose: {position: [0, 0, 0]}}
  lower: {mass: 1, inertia: [0.01, 0.1, 0.1], centre: [0.4, 0, 0], pose: {position: [1, 0, 0]}}
joints:
  shoulder: {type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: y}
  elbow: {type: revolute, bodies: [upper, lower], at: [1, 0, 0], axis: y}
drives:
  motor: {coordinate: elbow.angle, position: {formula: "0.5*sin(3*t)"}}
)yaml" + more;
}

Vec3 tip(const World& world) { return world.pose(world.body("lower")).point(Vec3::UnitX()); }

Vec3 tip_after_a_second(const std::string& settings, int steps) {
  World world(description::read(arm(settings)));
  for (int i = 0; i < steps; ++i) world.step();
  return tip(world);
}

TEST(WorldMethod, AllMethodsFindTheSameMotion) {
  const Vec3 exact = tip_after_a_second("method: explicit, step: 1e-3, accuracy: 1e-10", 1000);
  EXPECT_LT(
      (tip_after_a_second("method: explicit, step: 2e-3, accuracy: 1e-8", 500) - exact).norm(),
      1e-7);
  EXPECT_LT((tip_after_a_second("method: fourth_order, step: 2e-3", 500) - exact).norm(), 1e-7);
  EXPECT_LT((tip_after_a_second("method: trapezoidal, step: 1e-3", 1000) - exact).norm(), 1e-4);
}

TEST(WorldMethod, SnapshotsGoOnWithTheSameBits) {
  for (const char* method : {"explicit", "fourth_order"}) {
    const auto machine = description::read(arm("method: " + std::string(method) + ", step: 1e-2"));
    World world(machine), other(machine);
    for (int i = 0; i < 30; ++i) world.step();
    const std::string bytes = to_bytes(world.save());
    const auto saved = snapshot_from_bytes(bytes, other.save());
    ASSERT_TRUE(saved.has_value()) << method;
    other.restore(*saved);
    for (int i = 0; i < 30; ++i) {
      world.step();
      other.step();
    }
    EXPECT_EQ(world.save().hash(), other.save().hash()) << method;
  }
}

TEST(WorldMethod, RefusesForcesWithMemoryByName) {
  const std::string brake = "brakes:\n  handbrake: {coordinate: elbow.angle, drag: 5}\n";
  std::string text = arm("method: explicit", brake);
  text.erase(text.find("drives:"), text.find("brakes:") - text.find("drives:"));
  try {
    World world(description::read(text));
    FAIL() << "should have been refused";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), ::testing::HasSubstr("settings.method: explicit"));
    EXPECT_THAT(e.what(), ::testing::HasSubstr("brake 'handbrake'"));
  }
}

}  // namespace
}  // namespace outrigger::sim
