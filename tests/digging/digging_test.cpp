/// The excavator digs: what it cuts is carried, spilled and dumped without losing a milligram, the machine
/// feels weight and force of the soil, and all of it is part of the state.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "articulation/articulation.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "recorder/recording_writer.h"
#include "recorder/replay.h"
#include "sim/snapshot_bytes.h"
#include "sim/soil_stage.h"
#include "sim/world.h"
#include "unit/description_support.h"
#include "validation/arm_operator.h"

namespace outrigger::digging {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;
constexpr double kKilogram = soil::kMilligramsPerKilogram;

std::string site_of(const std::string& kind) {
  return R"(
outrigger_site: 1
materials: {loam: {young: 3.0e+7, poisson: 0.3, restitution: 0.05}}
friction: {steel_on_loam: {pair: [steel, loam], static: 0.55, dynamic: 0.48}}
surfaces:
  firm: {material: loam, tyre_friction: 0.6}
  soil: {material: loam, tyre_friction: 0.5}
ground: {area: [-15, 15, -15, 15], cell: 0.5, surface: firm}
soils: {s: {like: )" +
         kind + R"(, surface: soil}}
diggable: {pit: {area: [3.6, 12, -6, 6], layers: [[s, 3.0]]}}
)";
}

sim::World excavator_on(const std::string& kind) {
  auto machine = description::read_machine_file(source_file("machines/excavator.yaml"));
  machine.settings.step = 0.005;
  sim::WorldOptions options;
  options.site = description::read_site_text(site_of(kind), "site.yaml");
  return sim::World(machine, options);
}

/// One bucket: reach out, cut, curl, lift; and dump to the left. Deterministic.
class Digger {
 public:
  explicit Digger(sim::World& world) : world_(world), operator_(world) {
    world.set_input("parking_brake", 1.0);
  }

  /// `each` is called after every step.
  template <class Each>
  void go(const validation::ArmTarget& to, double speed, const Each& each) {
    operator_.gains.speed = speed;
    const validation::ArmTarget from = operator_.now();
    const double way = std::hypot(to.reach - from.reach, to.height - from.height);
    const double whole = std::max(
        {way / speed, std::abs(to.pitch - from.pitch) / 1.2, std::abs(to.slew - from.slew) / 0.5});
    const auto steps = static_cast<int>((whole + 1.0) / world_.step_size());
    for (int i = 0; i < steps; ++i) {
      const double s = std::min(1.0, i * world_.step_size() / whole);
      validation::ArmTarget now = to;
      now.reach = from.reach + s * (to.reach - from.reach);
      now.height = from.height + s * (to.height - from.height);
      now.pitch = from.pitch + s * (to.pitch - from.pitch);
      operator_.follow(now);
      world_.step();
      each();
    }
  }
  template <class Each>
  void dig(double depth, const Each& each) {
    go({7.4, 0.5, -60 * kDegree, 0}, 1.5, each);
    go({7.4, -depth, -65 * kDegree, 0}, 0.6, each);
    go({5.4, -depth, -100 * kDegree, 0}, 0.7, each);
    go({5.0, 0.3 - depth, -150 * kDegree, 0}, 0.8, each);
    go({4.9, 2.8, -175 * kDegree, 0}, 1.0, each);
  }
  template <class Each>
  void dump(const Each& each) {
    go({6.0, 2.8, -175 * kDegree, 80 * kDegree}, 1.2, each);
    go({6.0, 3.2, -5 * kDegree, 80 * kDegree}, 1.2, each);
  }

 private:
  sim::World& world_;
  validation::ArmOperator operator_;
};

const soil::Payload& bucket(const sim::World& world) {
  return *world.soil()->tools().tools()[0].content;
}

// Law: mass is whole numbers that only move. After every step what is in the ground, the bucket and the air
// is what was there; at the end the bank is short of what the ledger calls cut.
TEST(Digging, LosesNoMilligram) {
  for (const char* kind : {"sandy_loam", "dry_sand", "clay"}) {
    SCOPED_TRACE(kind);
    sim::World world = excavator_on(kind);
    Digger digger(world);
    double most = 0.0, force = 0.0;
    int hard = 0, steps = 0;
    const auto each = [&] {
      ASSERT_EQ(world.soil()->imbalance(), 0) << world.time();
      most = std::max(most, bucket(world).volume());
      const auto& tool = world.soil()->tools().tools()[0];
      force = std::max(force, tool.articulation->tool_force(tool.index).norm());
      hard += world.last_report().converged ? 0 : 1;
      ++steps;
    };
    digger.dig(0.35, each);
    const double carried = bucket(world).volume();
    digger.dump(each);
    // A bucket of 0.78 m³ struck and 1.0 heaped, through 0.8 m³ of bank in each cut.
    EXPECT_GT(carried, 0.3);
    EXPECT_LT(most, 1.3);
    EXPECT_GT(force, 2e3);
    EXPECT_LT(force, 120e3);  // the breakout force of the bucket
    // What sticks is a layer of at most 3 cm on a shell of 2.4 m by 1.1 m. The bucket opens to a mouth that looks
    // down at 50 degrees, where firm clay, at rest up to 42 degrees, keeps a wedge on the floor besides.
    EXPECT_LT(bucket(world).volume(), std::string(kind) == "clay" ? 0.8 * carried : 0.08)
        << "dumped";
    EXPECT_LE(hard, steps / 100);
    const soil::Ledger& book = world.soil()->ledger();
    EXPECT_GT(book.of(soil::Transfer::cut), 300 * kKilogram);
    EXPECT_GT(book.of(soil::Transfer::spill), 300 * kKilogram);
    EXPECT_EQ(book.of(soil::Transfer::leave), 0);
  }
}

// Law: what a state does next depends on the state alone. Restored in the middle of a cut, a fall or a dump,
// in the same world or from bytes in another one, the run goes on with the same bits.
TEST(Digging, GoesOnFromAnyMoment) {
  sim::World world = excavator_on("sandy_loam");
  struct Moment {
    sim::Snapshot snapshot;
    std::vector<std::vector<double>> inputs;
    std::vector<std::uint64_t> hashes;
  };
  std::vector<Moment> moments;
  Digger digger(world);
  int step = 0;
  const auto each = [&] {
    for (Moment& m : moments)
      if (m.hashes.size() < 60) {
        m.inputs.push_back(world.input_values());
        m.hashes.push_back(world.hash());
      }
    if (++step % 331 == 0) moments.push_back({world.save(), {}, {}});
  };
  digger.dig(0.35, each);
  digger.dump(each);
  ASSERT_GT(moments.size(), 8u);
  const auto goes_on = [](sim::World& w, const Moment& m, std::size_t which) {
    for (std::size_t i = 0; i < m.hashes.size(); ++i) {
      for (std::size_t k = 0; k < m.inputs[i].size(); ++k)
        w.set_input(static_cast<int>(k), m.inputs[i][k]);
      w.step();
      ASSERT_EQ(w.hash(), m.hashes[i]) << "moment " << which << ", step " << i;
    }
  };
  sim::World other = excavator_on("sandy_loam");
  for (std::size_t i = 0; i < moments.size(); ++i) {
    world.restore(moments[i].snapshot);
    goes_on(world, moments[i], i);
    const auto bytes = sim::to_bytes(moments[i].snapshot);
    const auto read = sim::snapshot_from_bytes(bytes, other.save());
    ASSERT_TRUE(read.has_value()) << i;
    other.restore(*read);
    goes_on(other, moments[i], i);
  }
}

// Law: a machine at rest stands on the ground with the weight of all that it carries.
TEST(Digging, StandsWithTheWeightOfTheLoad) {
  sim::World world = excavator_on("sandy_loam");
  Digger digger(world);
  digger.dig(0.35, [] {});
  validation::ArmOperator(world).let_go();
  for (int i = 0; i < 9000; ++i) world.step();
  double carried = 0.0;
  for (const char* wheel : {"front_left", "front_right", "rear_left", "rear_right"})
    for (const char* side : {"_inner", "_outer"})
      carried += world.reading(world.tyre(std::string(wheel) + side)).load;
  const double load = static_cast<double>(bucket(world).mass()) / kKilogram;
  ASSERT_GT(load, 400.0);
  EXPECT_NEAR(carried / world.settings().gravity.norm(), 23440.0 + load, 0.002 * load);
}

// Law: a recording is a start and its commands; computed again it gives the same bits, soil included.
TEST(Digging, ARecordingIsComputedAgain) {
  const description::TestFolder folder("digging");
  const std::string path = (folder.path() / "dig.recording").string();
  {
    sim::World world = excavator_on("dry_sand");
    recorder::RecordingHeader header;
    header.files.push_back({"excavator.yaml", "name: excavator"});
    recorder::RecordingSettings settings;
    settings.snapshot_time = 2.0;
    recorder::RecordingWriter writer(path, header, world, settings);
    Digger digger(world);
    digger.dig(0.3, [] {});
    writer.finish();
  }
  const recorder::Recording recording = recorder::load_recording(path);
  sim::World again = excavator_on("dry_sand");
  const recorder::Verification v = recorder::verify(recording, again);
  EXPECT_FALSE(v.difference) << v.ticks;
  EXPECT_GT(v.ticks, 1500);
  EXPECT_GT(v.snapshots, 2);
  EXPECT_TRUE(v.bad_snapshots.empty());
}

// What nobody dug costs nothing and has no hash: on hard ground the same machine makes the same bits as on a
// site where soil is far away.
TEST(Digging, SoilThatIsFarChangesNothing) {
  sim::World world = excavator_on("sandy_loam");
  for (int i = 0; i < 200; ++i) world.step();
  EXPECT_EQ(world.soil()->hash(), 0u);
  EXPECT_EQ(world.soil()->field().block_count(), 0u);
}

}  // namespace
}  // namespace outrigger::digging
