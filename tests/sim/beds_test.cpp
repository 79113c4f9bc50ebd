/// Beds on machines: soil that falls into the tipper's box lies there to the milligram, heaps, spills over the
/// walls, loads the axles as statics says, slides out when the box is tipped, and belongs to the state.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "description/writer.h"
#include "sim/snapshot_bytes.h"
#include "sim/soil_stage.h"
#include "sim/world.h"
#include "support/gravity.h"
#include "unit/description_support.h"

namespace outrigger::sim {
namespace {

const char* const kLoadingYard = R"(
outrigger_site: 1
materials: {asphalt: {young: 1.5e+9, poisson: 0.2, restitution: 0.2}}
surfaces:
  asphalt: {material: asphalt, tyre_friction: 0.8, rolling_resistance: 0.015}
ground: {area: [-12, 12, -8, 8], cell: 0.25, fine_cell: 0.1, surface: asphalt}
soils:
  sand: {like: dry_sand, surface: asphalt}
  gravel: {like: gravel, surface: asphalt}
  clay: {like: clay, surface: asphalt}
)";

constexpr double kTruckBase = 4.275;  ///< front axle to the middle between the rear axles [m]
constexpr soil::Milligrams kTonne = 1'000'000'000;

/// A skip of 2 × 2 × 1 m on a frame that stands on four balls.
const char* const kSkip = R"(
outrigger: 1
settings: {step: 0.005}
bodies:
  frame: {mass: 400, inertia: [300, 300, 500], pose: {position: [0, 0, 0.4]}}
  box: {mass: 300, inertia: [200, 200, 300], pose: {position: [0, 0, 0.6]}}
joints: {hold: {type: fixed, bodies: [frame, box], point_a: [0, 0, 0.2]}}
contact_spheres:
  a: {body: frame, centre: [0.9, 0.9, -0.3], radius: 0.1, material: steel}
  b: {body: frame, centre: [0.9, -0.9, -0.3], radius: 0.1, material: steel}
  c: {body: frame, centre: [-0.9, 0.9, -0.3], radius: 0.1, material: steel}
  d: {body: frame, centre: [-0.9, -0.9, -0.3], radius: 0.1, material: steel}
friction: {steel_on_asphalt: {pair: [steel, asphalt], static: 0.45, dynamic: 0.35}}
beds: {skip: {body: box, from: [-1, -1, 0], to: [1, 1, 1], left: 0.5}}
)";

World skip_world() {
  WorldOptions options;
  options.site = description::read_site_text(kLoadingYard, "yard.yaml");
  return World(description::read_machine_text(kSkip, "skip.yaml"), options);
}

World truck_world() {
  auto machine = description::read_machine_file(source_file("machines/tipper.yaml"));
  machine.settings.step = 0.005;
  WorldOptions options;
  options.site = description::read_site_text(kLoadingYard, "yard.yaml");
  World world(machine, options);
  world.set_input("parking_brake", 1.0);
  world.set_input("throttle", 3.0);
  return world;
}

const soil::Bed& lying(const World& world) { return world.soil()->beds().beds()[0].content; }

void run_balanced(World& world, double seconds) {
  const auto steps = static_cast<int>(std::lround(seconds / world.step_size()));
  for (int i = 0; i < steps; ++i) {
    world.step();
    ASSERT_EQ(world.soil()->imbalance(), 0) << "at " << world.time() << " s";
  }
}

/// Portions fall into the middle of the box.
void load(World& world, const std::string& kind, int portions, double kilograms, double x = 0.6,
          double radius = 0.5) {
  for (int k = 0; k < portions; ++k) {
    world.place_soil({kind, kilograms, x, 0.0, radius, 4.0});
    run_balanced(world, 0.5);
  }
}

double tyre_load(const World& world, const std::string& beginning) {
  double sum = 0.0;
  for (const std::string side : {"left", "right"})
    for (const std::string& tyre :
         {"front_" + side, "middle_" + side + "_outer", "middle_" + side + "_inner",
          "rear_" + side + "_outer", "rear_" + side + "_inner"})
      if (tyre.starts_with(beginning)) sum += world.reading(world.tyre(tyre)).load;
  return sum;
}

// Law: mass is whole numbers that only move: what fell into the box lies in it, all of it while there is room. The
// axles carry what moments about the middle of the rear axles say: front = (23385.7 kg m + sum m x)/L (see the
// table in the machine file).
TEST(Beds, TheTippersBoxHoldsWhatFallsIntoItAndItsAxlesCarryIt) {
  World world = truck_world();
  run_balanced(world, 3.0);
  load(world, "sand", 28, 250.0);
  run_balanced(world, 8.0);
  EXPECT_EQ(lying(world).mass(), 7 * kTonne);
  EXPECT_EQ(world.soil()->field().block_count(), 0u) << "some fell beside it";
  EXPECT_NEAR(lying(world).volume(), 7000.0 / 1420.0, 1e-3 * 7000.0 / 1420.0);
  const Pose bed = world.pose(world.body("bed"));
  const Pose chassis = world.pose(world.body("chassis"));
  const soil::PayloadMoments m = lying(world).moments();
  const double x = chassis.local_point(bed.point(m.first / m.mass)).x();
  EXPECT_NEAR(x, 0.6, 0.1);
  const double whole = (11510.0 + 7000.0) * kGravity;
  const double front = (23385.7 + 7000.0 * x) / kTruckBase * kGravity;
  EXPECT_NEAR(tyre_load(world, ""), whole, 5e-3 * whole);
  EXPECT_NEAR(tyre_load(world, "front"), front, 5e-3 * front);
}

// Law: sand stands no steeper than its angle of repose (34°, and starts at 37°); what a box has no room for runs over
// its walls, first over the low one, and nothing is lost.
TEST(Beds, AHeapedBoxSpillsOverItsWalls) {
  World world = skip_world();
  load(world, "sand", 30, 150.0, 0.0, 0.3);
  run_balanced(world, 1.0);
  const soil::Milligrams left = world.soil()->field().added_mass();
  EXPECT_GT(left, 0);
  EXPECT_GT(world.ground().height(0.0, 1.1), 0.05) << "the left wall is the low one";
  EXPECT_LT(world.ground().height(0.0, -1.3), 0.01);
  load(world, "sand", 20, 300.0, 0.0, 0.3);
  run_balanced(world, 4.0);
  EXPECT_EQ(lying(world).active_count(), 0);
  EXPECT_EQ(world.soil()->flight().mass(), 0);
  EXPECT_EQ(lying(world).mass() + world.soil()->field().added_mass(), 10'500'000'000);
  // From a sill of 0.5 m on the left and walls of 1 m around: a roof of 34° over each of them.
  const double tangent = std::tan(34.0 * M_PI / 180.0);
  EXPECT_GT(lying(world).volume(), 4.0 * 0.75);
  EXPECT_LT(lying(world).volume(), 4.0 * (1.0 + tangent / 3.0));
  for (int j = 1; j < lying(world).rows(); ++j)
    for (int i = 1; i < lying(world).columns(); ++i) {
      const double p = (lying(world).depth(i, j) - lying(world).depth(i - 1, j)) / 0.1;
      const double q = (lying(world).depth(i, j) - lying(world).depth(i, j - 1)) / 0.1;
      ASSERT_LT(std::max(std::abs(p), std::abs(q)), std::tan(38.0 * M_PI / 180.0))
          << i << ", " << j;
    }
}

// Law: on steel dry sand begins to slide at δ = 22°. Tipped to 50° the box empties over the open tailgate; a heap
// lies behind the truck, which gets its mass back.
TEST(Beds, TippedOutItLiesBehindTheTruckLong) {
  World world = truck_world();
  load(world, "sand", 12, 500.0);
  run_balanced(world, 1.0);
  world.set_input("tip", 1.0);
  for (int i = 0; i < 30 && world.value(world.coordinate("tip.angle")) < 0.3; ++i)
    run_balanced(world, 0.5);
  // At 17° only what the gate held runs out, to the angle of repose.
  EXPECT_LT(lying(world).mass(), 6 * kTonne);
  EXPECT_GT(lying(world).mass(), 5 * kTonne);
  run_balanced(world, 22.0);
  EXPECT_NEAR(world.value(world.coordinate("tip.angle")) * 180.0 / M_PI, 50.0, 0.5);
  EXPECT_EQ(lying(world).mass(), 0);
  EXPECT_EQ(world.soil()->field().added_mass(), 6 * kTonne);
  EXPECT_GT(world.ground().height(-3.2, 0.0), 0.3) << "a heap behind the box";
  EXPECT_LT(world.ground().height(3.0, 0.0), 0.01);
  EXPECT_NEAR(tyre_load(world, ""), 11510.0 * kGravity, 0.01 * 11510.0 * kGravity);
}

// Law: a world that goes back goes the same way again, to the bit, in itself and from bytes in another, while soil
// falls, lies in the box and runs over its walls.
TEST(Beds, BelongToTheState) {
  World world = skip_world();
  load(world, "sand", 20, 200.0, 0.0, 0.3);
  for (int k = 0; k < 3; ++k) {
    world.place_soil({k == 1 ? "gravel" : "sand", 300.0, 0.0, 0.0, 0.3, 4.0});
    run_balanced(world, 0.6 + 0.2 * k);
    const Snapshot middle = world.save();
    const std::string bytes = to_bytes(middle);
    run_balanced(world, 0.7);
    const std::uint64_t end = world.hash();
    world.restore(middle);
    EXPECT_EQ(world.hash(), middle.hash());
    run_balanced(world, 0.7);
    EXPECT_EQ(world.hash(), end);
    World other = skip_world();
    const auto read = snapshot_from_bytes(bytes, other.save());
    ASSERT_TRUE(read.has_value());
    other.restore(*read);
    EXPECT_EQ(other.hash(), middle.hash());
    EXPECT_EQ(to_bytes(other.save()), bytes);
    run_balanced(other, 0.7);
    EXPECT_EQ(other.hash(), end);
  }
  EXPECT_GT(world.soil()->ledger().of(soil::Transfer::spill), 0);
}

// Law: soil outlives its box. When the body goes, what lay in it falls to the ground.
TEST(Beds, SoilOfABoxThatIsRemovedFalls) {
  World world = skip_world();
  load(world, "clay", 4, 500.0, 0.0);
  world.remove(world.body("box"));
  run_balanced(world, 3.0);
  EXPECT_TRUE(world.soil()->beds().beds().empty());
  EXPECT_EQ(world.soil()->field().added_mass(), 2 * kTonne);
}

// Law: a file that says what cannot be is refused with file, line, key and what is allowed.
TEST(Beds, BadOnesAreRefused) {
  using description::error_of;
  const auto with = [](const std::string& bed) {
    return error_of(
        "outrigger: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1]}}\nbeds:\n  box: {body: b, " + bed +
        "}\n");
  };
  const std::string good = "from: [0, 0, 0], to: [2, 1, 1]";
  EXPECT_EQ(with(good), "");
  const auto says = [&](const std::string& bed, const std::string& words) {
    const std::string text = with(bed);
    EXPECT_NE(text.find(words), std::string::npos) << text;
    EXPECT_NE(text.find("m.yaml:4"), std::string::npos) << text;
  };
  says("to: [2, 1, 1]", "missing key 'from'");
  says("from: [0, 0, 0], to: [-2, 1, 1]", "at least a cell (0.1 m) and at most 1000 m along x");
  says("from: [0, 0, 0], to: [2, 1, -1]", "0 to 20 m above 'from'");
  says(good + ", cell: 0.01", "0.05");
  says(good + ", rear: -1", "0");
  says(good + ", gate: rear", "missing key 'gate_coordinate'");
  says(good + ", gate_coordinate: x", "missing key 'gate'");
  says(good + ", gate: top, gate_coordinate: x", "rear");
  says("from: [0, 0, 0], to: [20, 20, 1]", "40000 columns are too many, allowed are 16384");
  says(good + ", wall: 2", "unknown key 'wall'");
}

// Law: what is written is read again.
TEST(Beds, AreWritten) {
  const auto machine = description::read_machine_file(source_file("machines/tipper.yaml"));
  ASSERT_EQ(machine.beds.size(), 1u);
  const auto again = description::part_from_text<description::Bed>(
      description::part_text(machine.beds[0]), "again");
  EXPECT_EQ(again.to, machine.beds[0].to);
  EXPECT_EQ(again.front, machine.beds[0].front);
  EXPECT_EQ(again.gate, machine.beds[0].gate);
  EXPECT_EQ(again.gate_opens, machine.beds[0].gate_opens);
}

}  // namespace
}  // namespace outrigger::sim
