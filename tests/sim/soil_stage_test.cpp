/// Soil in a world: it is placed, slides to rest, carries what stands on it, and belongs to the state like
/// everything else. No milligram is lost on the way.
#include "sim/soil_stage.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "base/error.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/snapshot_bytes.h"
#include "sim/world.h"

namespace outrigger::sim {
namespace {

const char* const kSandSite = R"(
outrigger_site: 1
materials: {loam: {young: 3.0e+7, poisson: 0.3, restitution: 0.05}}
friction: {steel_on_loam: {pair: [steel, loam], static: 0.55, dynamic: 0.48}}
surfaces:
  firm: {material: loam, tyre_friction: 0.6}
  sand: {material: loam, tyre_friction: 0.4}
  loam: {material: loam, tyre_friction: 0.5}
ground: {area: [0, 20, 0, 20], cell: 0.5, surface: firm}
soils:
  sand: {like: dry_sand}
  loam: {like: sandy_loam}
diggable:
  pit: {area: [12, 18, 12, 18], layers: [[loam, 1.0], [sand, 2.0]]}
)";

const char* const kBallOverGround = R"(
outrigger: 1
settings: {step: 0.005}
bodies: {ball: {mass: 50, inertia: [0.5, 0.5, 0.5], pose: {position: [5, 5, 2.5]}}}
contact_spheres: {ball: {body: ball, radius: 0.2, material: steel}}
)";

World sand_world() {
  WorldOptions options;
  options.site = description::read_site_text(kSandSite, "sand.yaml");
  return World(description::read_machine_text(kBallOverGround, "ball.yaml"), options);
}

double slope_of_flank(const World& world, double angle) {
  // Between a fifth and four fifths of the height of the cone around (5, 5).
  const auto height = [&](double r) {
    return world.ground().height(5.0 + r * std::cos(angle), 5.0 + r * std::sin(angle));
  };
  const double top = height(0.0);
  double inner = 0.0, outer = 0.0;
  for (double r = 0.0; r < 4.0; r += 0.01) {
    if (height(r) > 0.8 * top) inner = r;
    if (height(r) > 0.2 * top) outer = r;
  }
  return std::atan((height(inner) - height(outer)) / (outer - inner)) * 180.0 / M_PI;
}

/// Loose soil comes to rest at its angle of repose; the ground is where the columns are, and their mass is
/// what was placed.
TEST(SoilStage, PlacedSandComesToRestAsACone) {
  World world = sand_world();
  ASSERT_NE(world.soil(), nullptr);
  for (int k = 0; k < 40; ++k) {
    world.place_soil({"sand", 200.0, 5.0, 5.0, 0.3});
    for (int i = 0; i < 40; ++i) world.step();
    EXPECT_EQ(world.soil()->imbalance(), 0);
  }
  for (int i = 0; i < 4000 && world.soil()->active() > 0; ++i) world.step();
  EXPECT_EQ(world.soil()->active(), 0);
  EXPECT_EQ(world.soil()->ledger().of(soil::Transfer::place), soil::Milligrams{8'000'000'000});
  EXPECT_EQ(world.soil()->field().added_mass(), soil::Milligrams{8'000'000'000});
  for (const double angle : {0.0, 0.4, 0.8, 1.2, 1.9, 3.0, 4.1, 5.5})
    EXPECT_NEAR(slope_of_flank(world, angle), 34.0, 1.5) << "towards " << angle << " rad";
  // Loose sand of 1,420 kg/m³: the volume over the ground, integrated over its smooth surface.
  double volume = 0.0;
  for (double x = 1.0; x < 9.0; x += 0.05)
    for (double y = 1.0; y < 9.0; y += 0.05) volume += world.ground().height(x, y) * 0.05 * 0.05;
  EXPECT_NEAR(volume, 8000.0 / 1420.0, 0.02 * 8000.0 / 1420.0);
  EXPECT_EQ(world.ground().surfaces()[static_cast<std::size_t>(world.ground().surface(5, 5))].name,
            "sand");
}

/// What falls onto a heap meets the heap, not the ground that was there.
TEST(SoilStage, ABallLandsOnTheHeap) {
  World world = sand_world();
  world.place_soil({"loam", 3000.0, 5.0, 5.0, 1.0});
  for (int i = 0; i < 3000; ++i) world.step();
  const Vec3 p = world.pose(world.body("ball")).position;
  EXPECT_GT(p.z(), world.ground().height(p.x(), p.y()));
  EXPECT_TRUE(p.allFinite());
}

/// Soil is part of the state: a world that goes back goes the same way again, to the bit, from a copy and
/// from bytes.
TEST(SoilStage, BelongsToTheState) {
  World world = sand_world();
  const Snapshot start = world.save();
  world.place_soil({"sand", 2000.0, 5.0, 5.0, 0.4});
  for (int i = 0; i < 50; ++i) world.step();
  ASSERT_GT(world.soil()->active(), 0);
  const Snapshot middle = world.save();
  const std::string bytes = to_bytes(middle);
  for (int i = 0; i < 200; ++i) world.step();
  const std::uint64_t end = world.hash();
  EXPECT_NE(end, middle.hash());

  world.restore(middle);
  EXPECT_EQ(world.hash(), middle.hash());
  for (int i = 0; i < 200; ++i) world.step();
  EXPECT_EQ(world.hash(), end);

  World other = sand_world();
  const auto read = snapshot_from_bytes(bytes, other.save());
  ASSERT_TRUE(read.has_value());
  other.restore(*read);
  EXPECT_EQ(other.hash(), middle.hash());
  for (int i = 0; i < 200; ++i) other.step();
  EXPECT_EQ(other.hash(), end);

  world.restore(start);
  EXPECT_EQ(world.soil()->field().added_mass(), 0);
  EXPECT_EQ(world.ground().height(5.0, 5.0), 0.0);
  EXPECT_EQ(world.hash(), start.hash());
}

/// Damaged bytes give no world, or change nothing.
TEST(SoilStage, RefusesDamagedBytes) {
  World world = sand_world();
  world.place_soil({"sand", 500.0, 5.0, 5.0, 0.3});
  const Snapshot saved = world.save();
  std::string bytes = to_bytes(saved);
  for (std::size_t i = 0; i < bytes.size(); i += 997) {
    std::string broken = bytes;
    broken[i] = static_cast<char>(broken[i] ^ 0x41);
    // Small numbers are padded to eight bytes, and the padding says nothing.
    if (const auto read = snapshot_from_bytes(broken, saved)) {
      EXPECT_EQ(to_bytes(*read), bytes) << "byte " << i;
    }
  }
  for (std::size_t length = 0; length < bytes.size(); length += 1009)
    EXPECT_FALSE(snapshot_from_bytes(std::string_view(bytes).substr(0, length), saved).has_value());
}

void expect_refused(World& world, const PlaceSoil& soil, const std::string& words) {
  const std::uint64_t before = world.hash();
  try {
    world.place_soil(soil);
    ADD_FAILURE() << "accepted: " << words;
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
  }
  EXPECT_EQ(world.hash(), before);
}

TEST(SoilStage, RefusesWhatCannotBePlaced) {
  World world = sand_world();
  expect_refused(world, {"mud", 10.0, 5.0, 5.0, 0.3}, "no soil 'mud' on this site; known are sand");
  expect_refused(world, {"sand", -1.0, 5.0, 5.0, 0.3}, "-1 kg");
  expect_refused(world, {"sand", std::nan(""), 5.0, 5.0, 0.3}, "allowed are up to 1e9 kg");
  expect_refused(world, {"sand", 10.0, 25.0, 5.0, 0.3}, "reaches beyond the site");
  expect_refused(world, {"sand", 1e6, 5.0, 5.0, 0.1}, "take a larger radius");
}

/// The ground is edited as before where there is no soil; where there is, an edit would lose or make mass.
TEST(SoilStage, EditsOfTheGroundKeepOffSoil) {
  World world = sand_world();
  world.place_soil({"sand", 500.0, 5.0, 5.0, 0.3});
  const auto pit = [](double x, double y) {
    terrain::GroundEdit e;
    e.rectangle = {x, x + 1.0, y, y + 1.0};
    e.operation = terrain::GroundEdit::Operation::raise;
    e.value = -0.3;
    return e;
  };
  EXPECT_THROW(world.edit_ground(pit(4.5, 4.5)), Error);
  EXPECT_THROW(world.edit_ground(pit(14.0, 14.0)), Error);
  world.edit_ground(pit(9.0, 9.0));
  EXPECT_NEAR(world.ground().height(9.5, 9.5), -0.3, 1e-9);
  // Soil that reaches the pit lies on its bottom.
  world.place_soil({"sand", 20.0, 9.5, 9.5, 0.2});
  EXPECT_LT(world.ground().height(9.5, 9.5), -0.1);
  EXPECT_EQ(world.soil()->imbalance(), 0);
}

TEST(SoilSite, SaysWhatIsWrong) {
  const auto problem = [](const std::string& from, const std::string& to) {
    std::string text = kSandSite;
    text.replace(text.find(from), from.size(), to);
    try {
      description::read_site_text(text, "sand.yaml");
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("accepted");
  };
  const auto has = [](const std::string& text, const std::string& words) {
    EXPECT_NE(text.find(words), std::string::npos) << text;
  };
  has(problem("like: dry_sand", "like: dry_sond"), "dry_sand");
  has(problem("{like: dry_sand}", "{like: dry_sand, density_bank: -5}"), "density_bank");
  has(problem("{like: dry_sand}", "{like: dry_sand, repose_angle_deg: 95}"), "repose_angle_deg");
  has(problem("{like: dry_sand}", "{like: dry_sand, density_loose: 1700}"), "swells");
  has(problem("[loam, 1.0]", "[lom, 1.0]"), "loam");
  has(problem("[12, 18, 12, 18]", "[12, 28, 12, 18]"), "beyond the site");
  has(problem("area: [0, 20, 0, 20], cell: 0.5, ", ""), "soil needs a ground with an area");
  has(problem("  sand: {like: dry_sand}", "  sand: {like: dry_sand, surface: sond}"), "surface");
}

}  // namespace
}  // namespace outrigger::sim
