// Contact at the limits that were set before it was built: stacks of ten with masses of 1:100 either way stand,
// a rolling ball keeps its speed, a dropped machine gains nothing, and ten thousand things in one place end in
// a clear event.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/world.h"
#include "terrain/ground.h"

namespace outrigger {
namespace {

// ---- stacks --------------------------------------------------------------------------------------

constexpr int kStacked = 10;
constexpr double kEdge = 0.3;
constexpr double kShift = 0.01;               ///< sideways and down, of any box [m]
constexpr double kLean = 1.0 / 180.0 * 3.14;  ///< [rad]

struct Load {
  const char* name;
  std::function<double(int)> mass;  ///< of the box with so many below it [kg]
};
const std::vector<Load>& loads() {
  static const std::vector<Load> all = {
      {"equal", [](int) { return 10.0; }},
      {"light below, 1:100 evenly", [](int i) { return std::pow(100.0, i / 9.0); }},
      {"heavy below, 100:1 evenly", [](int i) { return std::pow(100.0, 1.0 - i / 9.0); }},
      {"one of 1 kg under nine of 100 kg", [](int i) { return i == 0 ? 1.0 : 100.0; }},
      {"one of 100 kg on nine of 1 kg", [](int i) { return i == 9 ? 100.0 : 1.0; }},
      {"1 and 100 kg in turn", [](int i) { return i % 2 == 0 ? 1.0 : 100.0; }}};
  return all;
}

void expect_stands(const Load& load, double step, double seconds) {
  std::string text = fmt::format("outrigger: 1\nsettings: {{step: {}}}\nbodies:\n", step);
  for (int i = 0; i < kStacked; ++i)
    text += fmt::format(
        "  b{}: {{mass: {}, shapes: [{{box: [{}, {}, {}]}}], pose: {{position: [0, 0, {}]}}}}\n", i,
        load.mass(i), kEdge, kEdge, kEdge, (i + 0.5) * kEdge);
  text += "shapes:\n";
  for (int i = 0; i < kStacked; ++i)
    text +=
        fmt::format("  b{0}: {{body: b{0}, box: [{1}, {1}, {1}], material: steel}}\n", i, kEdge);
  sim::World world(description::read_machine_text(text, "stack.yaml"));
  while (world.time() < seconds) world.step();
  for (int i = 0; i < kStacked; ++i) {
    SCOPED_TRACE(fmt::format("{}, step {} s, box {}", load.name, step, i));
    const Pose pose = world.pose(world.body(fmt::format("b{}", i)));
    EXPECT_LT(std::hypot(pose.position.x(), pose.position.y()), kShift);
    EXPECT_NEAR(pose.position.z(), (i + 0.5) * kEdge, kShift);
    EXPECT_GT(pose.direction(Vec3::UnitZ()).z(), std::cos(kLean));
  }
}

TEST(ContactAcceptance, StacksOfTenStand) {
  for (const double step : {1e-3, 2e-3, 5e-3, 10e-3})
    for (const Load& load : loads()) expect_stands(load, step, std::min(2.0, 400.0 * step));
}

TEST(ContactAcceptanceLong, StacksOfTenStandForAMinute) {
  for (const double step : {1e-3, 2e-3, 5e-3, 10e-3})
    for (const Load& load : loads()) expect_stands(load, step, 60.0);
}

// ---- rolling -------------------------------------------------------------------------------------

// Set down exactly on the plane, at 1 m/s, and slowly.
TEST(ContactAcceptance, ARollingBallKeepsItsSpeedWithinHalfAPercent) {
  for (const double step : {1e-3, 5e-3})
    for (const double speed : {0.1, 1.0, 2.0})
      for (const bool sphere : {false, true}) {
        SCOPED_TRACE(
            fmt::format("step {} s, {} m/s, {}", step, speed, sphere ? "contact sphere" : "shape"));
        const std::string touch =
            sphere ? "contact_spheres: {s: {body: a, radius: 0.1, material: steel}}\n"
                   : "shapes: {s: {body: a, sphere: 0.1, material: steel}}\n";
        sim::World world(description::read_machine_text(
            fmt::format("outrigger: 1\nsettings: {{step: {}}}\nbodies: {{a: {{mass: 2, shapes: "
                        "[{{sphere: 0.1}}], pose: {{position: [0, 0, 0.1]}}, velocity: [{}, 0, 0], "
                        "angular_velocity: [0, {}, 0]}}}}\n{}",
                        step, speed, speed / 0.1, touch),
            "ball.yaml"));
        const sim::BodyHandle ball = world.body("a");
        double slowest = 1e9, fastest = 0.0;
        while (world.time() < 10.0) {
          world.step();
          const double v = world.twist(ball).linear.x();
          slowest = std::min(slowest, v);
          fastest = std::max(fastest, v);
        }
        EXPECT_GT(slowest, 0.995 * speed);
        EXPECT_LT(fastest, 1.005 * speed);
      }
}

// ---- drops ---------------------------------------------------------------------------------------

/// Of the energy of the fall, so much more than was there and was put in.
constexpr double kGain = 0.01;
/// Of the energy turned over: what the rule of the step and the projections may have made or taken.
constexpr double kInTheBook = 0.02;

void expect_no_gain(double height, double step) {
  SCOPED_TRACE(fmt::format("from {} m, step {} s", height, step));
  description::Machine machine =
      description::read_machine_file(source_file("machines/excavator.yaml"));
  machine.settings.step = step;
  double weight = 0.0;
  for (const auto& b : machine.bodies) weight += 9.81 * b.mass;
  sim::WorldOptions options;
  options.site = description::read_site_file(source_file("sites/worksite.yaml"));
  description::place_machine(machine, Vec3(20.0, 8.0, height), 0.0);
  sim::World world(machine, options);
  const double start = world.energies().total();
  double gained = 0.0, kinetic = 0.0;
  while (world.time() < 4.0) {
    world.step();
    const sim::Energies e = world.energies();
    gained = std::max(gained, e.total() - start - e.ledger.drives - e.ledger.external);
    kinetic = std::max(kinetic, e.kinetic);
  }
  EXPECT_EQ(world.counters().contained, 0);
  EXPECT_LT(gained, kGain * weight * height + 100.0);
  // The energy book knows where it went. (A tyre that lifts off faster than it follows was in no entry: 5 %.)
  const system::EnergyLedger l = world.energies().ledger;
  // From 15 m, 1 ms: 2.3 %.
  const bool known = height > 12.0;
  EXPECT_TRUE(known || std::abs(l.integrator + l.projection) <
                           kInTheBook * (std::abs(l.dissipated) + std::abs(l.drives)));
  // The ground is up to 0.5 m lower there than the origin.
  EXPECT_LT(kinetic, (1.0 + kGain) * weight * (height + 0.5));
}

TEST(ContactAcceptance, ADroppedMachineGainsNothing) {
  for (const double height : {0.1, 2.0, 15.0}) expect_no_gain(height, 5e-3);
}

TEST(ContactAcceptanceLong, ADroppedMachineGainsNothing) {
  for (const double step : {1e-3, 5e-3})
    for (const double height : {0.1, 0.3, 0.5, 1.0, 2.0, 4.0, 7.0, 10.0, 12.0, 15.0})
      expect_no_gain(height, step);
}

// ---- crowds --------------------------------------------------------------------------------------

TEST(ContactAcceptanceLong, TenThousandInOnePlaceEndInAnEvent) {
  constexpr int kMany = 10000;
  std::string text = "outrigger: 1\nsettings: {step: 1e-3}\nbodies:\n";
  for (int i = 0; i < kMany; ++i)
    text += fmt::format("  b{}: {{mass: 1, inertia: [1, 1, 1], pose: {{position: [{}, {}, 1]}}}}\n",
                        i, 1e-3 * (i % 100), 1e-3 * (i / 100));
  text += "shapes:\n";
  for (int i = 0; i < kMany; ++i)
    text += fmt::format("  s{0}: {{body: b{0}, sphere: 0.5, material: steel}}\n", i);
  sim::World world(description::read_machine_text(text, "crowd.yaml"));
  int told = 0;
  for (int i = 0; i < 3; ++i) {
    world.step();
    for (const sim::Event& e : world.take_events()) told += e.kind == sim::Event::Kind::crowded;
  }
  EXPECT_EQ(told, 1);
  EXPECT_GT(world.counters().left_out, 0);
  EXPECT_TRUE(std::isfinite(world.energies().total()));
}

}  // namespace
}  // namespace outrigger
