/// What nobody should ask of soil: refused in words, or done within bounded work, and nothing is lost. And a
/// dig that is restored at random steps goes on with the same bits.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/command.h"
#include "sim/snapshot_bytes.h"
#include "sim/soil_stage.h"
#include "sim/world.h"
#include "support/samples.h"
#include "validation/dig_scenes.h"

namespace outrigger::validation {
namespace {

const char* const kBall = R"(
outrigger: 1
settings: {step: 0.005}
bodies: {ball: {mass: 20, inertia: [0.3, 0.3, 0.3], pose: {position: [0, 0, 1]}}}
contact_spheres: {ball: {body: ball, radius: 0.2, material: steel}}
materials: {steel: {young: 2.0e+9, poisson: 0.3, restitution: 0.25}}
)";

std::string open_site(double side, double fine_cell) {
  return fmt::format(R"(
outrigger_site: 1
materials: {{loam: {{young: 3.0e+7, poisson: 0.3, restitution: 0.05}}}}
friction: {{steel_on_loam: {{pair: [steel, loam], static: 0.55, dynamic: 0.48}}}}
surfaces: {{soil: {{material: loam, tyre_friction: 0.5}}}}
ground: {{area: [-{0}, {0}, -{0}, {0}], cell: 1, fine_cell: {1}, surface: soil}}
soils: {{sand: {{like: dry_sand, surface: soil}}}}
diggable: {{pit: {{area: [-8, 8, -8, 8], layers: [[sand, 3.0]]}}}}
)",
                     0.5 * side, fine_cell);
}

sim::World ball_on(const std::string& site) {
  sim::WorldOptions options;
  options.site = description::read_site_text(site, "open.yaml");
  return sim::World(description::read_machine_text(kBall, "ball.yaml"), options);
}

std::string refusal(const std::function<void()>& what) {
  try {
    what();
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

// Law: work per step is bounded, the rest is carried on and counted: 10,000 m³ of sand that stand 20 m high are
// put down at once; columns that slide are far more than a step looks at, they do so over the following steps,
// and the mass is there to the milligram. Over too small a place it is refused.
TEST(SoilLimits, TenThousandCubicMetresAtOnce) {
  sim::World world = ball_on(open_site(80.0, 0.5));
  const double mass = 10000.0 * 1420.0;
  const std::string why = refusal([&] { world.place_soil({"sand", mass, 5.0, 5.0, 5.0}); });
  EXPECT_NE(why.find("allowed are 20 m"), std::string::npos) << why;
  EXPECT_NE(why.find("take a larger radius"), std::string::npos) << why;
  EXPECT_EQ(world.soil()->field().block_count(), 0u) << "something was placed all the same";
  world.place_soil({"sand", mass, 12.0, 12.0, 14.0});
  const auto whole = static_cast<soil::Milligrams>(mass * soil::kMilligramsPerKilogram);
  std::int64_t most = 0;
  for (int i = 0; i < 400; ++i) {
    world.step();
    ASSERT_EQ(world.soil()->imbalance(), 0) << i;
    ASSERT_EQ(world.soil()->field().added_mass(), whole) << i;
    most = std::max(most, world.soil()->active());
  }
  EXPECT_GT(most, 500) << "nothing was left for the following steps";
  EXPECT_TRUE(world.pose(world.body("ball")).position.allFinite());
}

// Law: ground costs memory where something is done. A site of 2 km is refused with what is allowed, or it is
// there at once and takes soil anywhere.
TEST(SoilLimits, ASiteOfTwoKilometres) {
  const std::string why = refusal([] {
    sim::World world = ball_on(open_site(2000.0, 0.5));
    world.place_soil({"sand", 3000.0, -900.0, 850.0, 1.0});
    for (int i = 0; i < 20; ++i) {
      world.step();
      ASSERT_EQ(world.soil()->imbalance(), 0);
    }
    EXPECT_GT(world.ground().height(-900.0, 850.0), 0.2);
    EXPECT_LT(world.soil()->field().bytes(), 1'000'000u);
  });
  if (why != "accepted") {
    EXPECT_NE(why.find("open.yaml:"), std::string::npos) << why;
    EXPECT_NE(why.find("cell"), std::string::npos) << why;
  }
}

// Law: a bucket that begins inside the soil is no reason to lose it, or the run: the book closes, the machine
// stays where it is, and the bucket comes out of the ground.
TEST(SoilLimits, ABucketThatIsBuriedAtTheStart) {
  DigSite buried;
  buried.x_min = 4.6;
  sim::World world = excavator_at_pit(buried);
  // Teeth of the machine as written are 0.64 m above the ground at x = 4.5 m: 1.2 m of loam lie there before it moves.
  world.place_soil({"s", 12000.0, 5.4, 0.0, 1.6});
  const Vec3 before = world.pose(world.body("undercarriage")).position;
  Digger digger(world);
  const Vec3 teeth = world.pose(world.body("bucket")).point(Vec3(1.48, 0.0, 0.0));
  ASSERT_LT(teeth.z(), world.ground().height(teeth.x(), teeth.y())) << "it is not buried";
  digger.each = [&] {
    ASSERT_EQ(world.soil()->imbalance(), 0) << world.time();
    ASSERT_TRUE(world.pose(world.body("bucket")).position.allFinite());
  };
  digger.wait(0.5);
  digger.go({6.0, 2.8, -2.0, 0.0}, {.speed = 1.0, .near = 0.3, .patience = 6.0});
  EXPECT_GT(digger.arm().now().height, 2.0);
  EXPECT_LT((world.pose(world.body("undercarriage")).position - before).norm(), 0.3);
}

/// Snapshots at random steps of a dig, and what followed.
struct RandomMoment {
  sim::Snapshot snapshot;
  std::vector<std::vector<double>> levers;
  std::vector<std::uint64_t> hashes;
};

/// One bucket of sand is cut, carried and dumped; at about `count` random steps the state is kept.
std::vector<RandomMoment> random_moments(sim::World& world, int count, std::size_t steps_on) {
  constexpr int kAbout = 3600;  // steps of a bucket
  std::vector<RandomMoment> moments;
  Random random(1234);
  Digger digger(world);
  digger.each = [&] {
    for (RandomMoment& m : moments)
      if (m.hashes.size() < steps_on) {
        m.levers.push_back(world.input_values());
        m.hashes.push_back(world.hash());
      }
    world.take_events();
    if (random.uniform(0.0, 1.0) < static_cast<double>(count) / kAbout)
      moments.push_back({world.save(), {}, {}});
  };
  digger.take({7.8, 4.4, -0.4, 0.0, 0.8}, {6.2, 3.0, 1.4});
  digger.wait(1.0);
  return moments;
}

void expect_same_bits(int count, std::size_t steps_on) {
  DigSite sand;
  sand.soil = "dry_sand";
  sim::World world = excavator_at_pit(sand), other = excavator_at_pit(sand);
  const std::vector<RandomMoment> moments = random_moments(world, count, steps_on);
  ASSERT_GT(moments.size(), static_cast<std::size_t>(count) / 2);
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const RandomMoment& m = moments[i];
    sim::World& w = i % 2 == 0 ? world : other;
    if (i % 2 == 0) {
      w.restore(m.snapshot);
    } else {
      const auto read = sim::snapshot_from_bytes(sim::to_bytes(m.snapshot), w.save());
      ASSERT_TRUE(read.has_value()) << i;
      w.restore(*read);
    }
    for (std::size_t k = 0; k < m.hashes.size(); ++k) {
      for (std::size_t n = 0; n < m.levers[k].size(); ++n)
        w.set_input(static_cast<int>(n), m.levers[k][n]);
      w.step();
      ASSERT_EQ(w.hash(), m.hashes[k]) << "moment " << i << ", step " << k;
    }
  }
}

// Law: what a state does next depends on the state alone, at any step of a dig, in the same world and, from bytes,
// in another one.
TEST(SoilLimits, RestoresAtRandomSteps) { expect_same_bits(samples(24), 10); }
TEST(SoilLimits, LongRestoresAtAThousandRandomSteps) { expect_same_bits(1000, 12); }

}  // namespace
}  // namespace outrigger::validation
