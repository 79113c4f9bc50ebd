/// The excavator on its tyres and spheres, as a world.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "articulation/articulation.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "description/site_reader.h"
#include "sim/world.h"

namespace outrigger {
namespace {

description::Machine read_excavator() {
  return description::read_machine_file(source_file("machines/excavator.yaml"));
}

double fastest(const sim::World& world) {
  double v = 0.0;
  for (const auto& articulation : world.articulations())
    for (double value : articulation->state().v) v = std::max(v, std::abs(value));
  return v;
}

// Law: E - E_start = external + drives - dissipated - integrator - projection, the integrator's share
// is small and nothing is gained; in the end the machine stands and its tyres carry its weight.
TEST(ContactExcavator, DroppedOnItsTyresItsEnergyIsAccountedFor) {
  description::Machine m = read_excavator();
  description::place_machine(m, Vec3(0, 0, 0.05 + 0.0375), 0.0);
  for (const double h : {1e-3, 5e-3}) {
    SCOPED_TRACE(h);
    m.settings.step = h;
    sim::World world(m);
    const sim::Energies start = world.energies();
    double most = start.total();
    for (int i = 0; i < static_cast<int>(4.0 / h); ++i) {
      world.step();
      most = std::max(most, world.energies().total());
    }
    const sim::Energies e = world.energies();
    const auto& l = e.ledger;
    const double lost = start.total() - e.total();
    EXPECT_NEAR(e.total() - l.start,
                l.external + l.drives - l.dissipated - l.integrator - l.projection - l.detection,
                1e-6 * std::abs(start.total()));
    EXPECT_GT(lost, 5000.0) << "23 t fell by some 8 cm";
    EXPECT_LT(std::abs(l.integrator), 0.02 * lost);
    EXPECT_LT(std::abs(l.projection), 0.01 * lost);
    EXPECT_LT(most - start.total(), 1e-3 * lost);
    EXPECT_LT(fastest(world), 3e-2);
    EXPECT_EQ(world.counters().contained, 0);
    double load = 0.0;
    for (const auto& articulation : world.articulations())
      for (std::size_t i = 0; i < articulation->mechanism().tyres.size(); ++i)
        load += articulation->tyre(static_cast<int>(i)).load;
    double mass = 0.0;
    for (const auto& b : m.bodies) mass += b.mass;
    EXPECT_NEAR(load, 9.81 * mass, 0.01 * 9.81 * mass);
  }
}

// Law: a snapshot taken while the machine bumps on its blade and tyres is all there is: in another
// world it goes on with the same bits.
TEST(ContactExcavator, ASnapshotInAnImpactGoesOnWithTheSameBits) {
  description::Machine m = read_excavator();
  description::place_machine(m, Vec3(0, 0, 0.3), 0.0);
  m.settings.step = 5e-3;
  sim::World world(m);
  world.set_input("boom", -0.5);
  for (int i = 0; i < 200; ++i) {
    world.step();
    if (i % 20 != 7) continue;
    const sim::Snapshot saved = world.save();
    for (int k = 0; k < 15; ++k) world.step();
    const std::uint64_t expected = world.hash();
    world.restore(saved);
    for (int k = 0; k < 15; ++k) world.step();
    ASSERT_EQ(world.hash(), expected) << i;
    world.restore(saved);
  }
  // Twice the same run: the same bits.
  sim::World again(m);
  again.set_input("boom", -0.5);
  for (int i = 0; i < 200; ++i) again.step();
  EXPECT_EQ(again.hash(), world.hash());
}

// Law: a machine that starts inside the ground is pushed out; the loop goes on.
TEST(ContactExcavator, StartedInsideTheGroundItIsPushedOut) {
  description::Machine m = read_excavator();
  description::place_machine(m, Vec3(0, 0, -0.4), 0.0);
  m.settings.step = 5e-3;
  sim::World world(m);
  const auto events = world.take_events();
  ASSERT_FALSE(events.empty());
  bool told = false;
  for (const sim::Event& e : events) {
    EXPECT_EQ(e.kind, sim::Event::Kind::inside_ground);
    if (e.parts[0].name == m.tyres[0].name) {
      told = true;
      EXPECT_EQ(e.text, "t = 0.0000 s: tyre '" + e.parts[0].name +
                            "' of body 'wheel_front_left' at (1.50, 0.81, 0.09) is 0.44 m inside "
                            "the ground, which is 0.00 m high there, and is pushed out; lift the "
                            "machine or move its start");
    }
  }
  EXPECT_TRUE(told);
  double most = 0.0;
  for (int i = 0; i < 4000; ++i) {
    world.step();
    most = std::max(most, world.twist(world.body("undercarriage")).linear.norm());
  }
  EXPECT_LT(most, 1.5);
  EXPECT_NEAR(world.pose(world.body("undercarriage")).position.z(), 1.25, 0.05);
  EXPECT_LT(world.counters().contained, 5);
}

}  // namespace
}  // namespace outrigger
