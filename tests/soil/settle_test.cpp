/// SettleGround yields by the laws of Bekker and of bearing capacity and by nothing else: not by the grid, the step or
/// the order of passes. What has been pressed stays pressed, no milligram is lost, and a rut costs its work once.
#include "soil/settle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "soil/columns.h"
#include "soil/slump.h"
#include "support/allocation_counter.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;

struct SettleGround {
  const char* name;
  double density, loose, cohesion, friction, repose;
  Bearing bearing;
  double foot_capacity;  ///< of 0.5 × 0.5 m [kN], computed by hand
  double tyre_sinkage;   ///< 50 kN on 0.45 × 0.5 m, by hand [mm]
};

const SettleGround kSettleGrounds[] = {
    {"dry sand", 1600, 1420, 500, 33, 34, {990, 1.528e6, 1.1, 0.025}, 34, 173},
    {"sandy loam", 1540, 1250, 10000, 35, 38, {5270, 1.515e6, 0.7, 0.020}, 186, 64},
    {"clay", 2020, 1660, 35000, 10, 42, {13200, 692e3, 0.5, 0.010}, 96, 95},
    {"gravel", 1690, 1510, 1000, 39, 37, {102000, 5.301e6, 0.79, 0.012}, 99, 17},
    {"top soil", 1370, 950, 6000, 28, 40, {60, 5.88e6, 1.01, 0.020}, 62, 39}};
constexpr int kDrySand = 0, kSandyLoam = 1, kMoistClay = 2;

Soil settle_soil(const SettleGround& g) {
  Soil s;
  s.name = g.name;
  s.density_bank = g.density, s.density_loose = g.loose;
  s.cohesion = g.cohesion, s.friction_angle = g.friction * kDegree;
  s.repose_angle = g.repose * kDegree, s.start_angle = (g.repose + 3) * kDegree;
  s.bearing = g.bearing;
  return s;
}

/// Level ground of one soil, `deep` metres of it, 6 × 6 m; or hard ground.
ColumnField settle_field(int kind, double cell = 0.1, double deep = 3.0, bool diggable = true) {
  FieldSettings s;
  s.cell = cell;
  s.x_min = s.y_min = -3.0;
  s.x_max = s.y_max = 3.0;
  for (const SettleGround& g : kSettleGrounds) s.soils.push_back(settle_soil(g));
  s.strata = {{{{kind, deep}}}};
  return ColumnField(
      s, std::make_shared<testing::Surface>([](double, double) { return 0.5; }, diggable ? 0 : -1));
}

Pad square_foot(double side, double load) {
  Pad p;
  p.half_length = p.half_width = 0.5 * side;
  p.load = load;
  return p;
}

Pad tyre_patch(double load = 50e3) {
  Pad p;
  p.half_length = 0.25, p.half_width = 0.225;
  p.load = load, p.rolls = true;
  return p;
}

/// Bekker's law, not the one of the program.
double bekker_depth(const SettleGround& g, double width, double pressure) {
  return std::pow(pressure / (g.bearing.k_c / width + g.bearing.k_phi), 1.0 / g.bearing.n);
}

struct SettleRig {
  ColumnField field;
  Ledger ledger{5};
  Settle settle;

  explicit SettleRig(ColumnField f) : field(std::move(f)) {}
  PadResult press(const Pad& pad, double time = 3.0, double h = 0.005) {
    for (int k = 0; k < static_cast<int>(std::lround(time / h)); ++k)
      settle.step(field, ledger, {&pad, 1}, h);
    return settle.results()[0];
  }
  double height(double x, double y) const { return field.height(field.column_at(x, y)); }
  /// Volume that bank lost [m³].
  double rut() const {
    double sum = 0.0;
    for (int j = 0; j < field.rows(); ++j)
      for (int i = 0; i < field.columns(); ++i)
        sum += (0.5 - field.bank_height({i, j})) * field.area();
    return sum;
  }
  std::uint16_t past(double x, double y) const {
    return field.column(field.column_at(x, y)).past_pressure;
  }
};

TEST(Settle, CapacityOfAFootIsTheFormulas) {
  for (const SettleGround& g : kSettleGrounds) {
    const FootingCapacity c =
        footing_capacity({g.density * 9.81, g.cohesion, g.friction * kDegree}, 0.5, 0.5);
    EXPECT_NEAR(c.surface * 0.25e-3, g.foot_capacity, 0.5) << g.name;
    const double phi = g.friction * kDegree;
    const double n_q = std::exp(M_PI * std::tan(phi)) * std::pow(std::tan(M_PI / 4 + phi / 2), 2);
    EXPECT_NEAR(c.per_depth, g.density * 9.81 * n_q * (1 + std::tan(phi)), 1e-9 * c.per_depth);
  }
  // A strip has no ends that help, or do not: s = 1. N_c of φ = 0 is 2 + π.
  EXPECT_NEAR(footing_capacity({0.0, 1000.0, 0.0}, 1e-6, 1.0).surface, 1000.0 * (2.0 + M_PI), 0.01);
  EXPECT_DOUBLE_EQ(footing_capacity({20e3, 1000.0, 0.0}, 0.5, 0.5).per_depth, 20e3);
}

TEST(Settle, BekkersLawAndItsInverse) {
  for (const SettleGround& g : kSettleGrounds)
    for (double p = 1.0; p < 1e6; p *= 3.0) {
      const double z = bekker_sinkage(g.bearing, 0.45, p);
      EXPECT_NEAR(z, std::min(2.0, bekker_depth(g, 0.45, p)), 1e-12 * z) << g.name;
      if (z < 2.0) {
        EXPECT_NEAR(bekker_pressure(g.bearing, 0.45, z), p, 1e-12 * p) << g.name;
      }
    }
  EXPECT_EQ(bekker_sinkage(kSettleGrounds[0].bearing, 0.45, 0.0), 0.0);
  EXPECT_EQ(bekker_pressure(kSettleGrounds[0].bearing, 0.45, -1.0), 0.0);
}

/// Bekker's law holds below the capacity: what is left are 0.1 mm that no longer happen.
TEST(Settle, PlatesAndTyresSinkByTheLaw) {
  for (int kind = 0; kind < 5; ++kind) {
    const SettleGround& g = kSettleGrounds[kind];
    SettleRig tyre(settle_field(kind));
    const PadResult r = tyre.press(tyre_patch());
    EXPECT_NEAR(1e3 * r.sinkage, g.tyre_sinkage, 0.05 * g.tyre_sinkage) << g.name;
    const double exact = bekker_depth(g, 0.45, 50e3 / 0.225);
    EXPECT_NEAR(r.sinkage, exact, 1.1e-4) << g.name;
    EXPECT_NEAR(0.5 - tyre.height(0.0, 0.0), exact, 1.1e-4) << g.name;
    EXPECT_FALSE(r.failed);
    for (const double side : {0.3, 0.5, 1.0})
      for (const double share : {0.3, 0.6}) {  // of the capacity at the surface
        const FootingCapacity c =
            footing_capacity({g.density * 9.81, g.cohesion, g.friction * kDegree}, side, side);
        const double p = share * c.surface;
        const double z = bekker_depth(g, side, p);
        SettleRig plate(settle_field(kind));
        const PadResult s = plate.press(square_foot(side, p * side * side));
        EXPECT_NEAR(s.sinkage, z, 1.1e-4 + 1e-6 * z) << g.name << side;
        EXPECT_NEAR(s.equilibrium, z, 1e-9) << g.name << side;
      }
  }
}

TEST(Settle, DepthAndRutDoNotDependOnTheGrid) {
  const SettleGround& g = kSettleGrounds[kSandyLoam];
  for (const double cell : {0.05, 0.1, 0.2})
    for (const double degrees : {0.0, 20.0, 45.0, 90.0})
      for (const double shift : {0.0, 0.033}) {
        SettleRig rig(settle_field(kSandyLoam, cell));
        Pad pad = tyre_patch();
        pad.x = shift, pad.y = 0.7 * shift, pad.heading = degrees * kDegree;
        const PadResult r = rig.press(pad);
        const double z = bekker_depth(g, 0.45, 50e3 / 0.225);
        EXPECT_NEAR(r.sinkage, z, 0.05 * z) << cell << " " << degrees << " " << shift;
        EXPECT_NEAR(rig.rut(), 0.225 * z, 0.05 * 0.225 * z)
            << cell << " " << degrees << " " << shift;
      }
}

/// z = z∞ (1 - e^(-t/τ)), a step of the exact solution: 0.1 mm are left out near the end only.
TEST(Settle, ApproachesRestWithItsTimeConstant) {
  for (const double h : {0.001, 0.005, 0.02}) {
    SettleRig rig(settle_field(kSandyLoam));
    const double z = bekker_depth(kSettleGrounds[kSandyLoam], 0.45, 50e3 / 0.225);
    double last = 0.0;
    for (int turn = 1; turn <= 20; ++turn) {
      const PadResult r = rig.press(tyre_patch(), 0.02, h);
      // Each step loses up to a milligram; what is lost is made up for within τ.
      const double grain = 1e-6 / (1540.0 * 0.01) * (0.1 / h + 1.0);
      EXPECT_NEAR(r.sinkage, z * (1.0 - std::exp(-0.2 * turn)), grain) << h << " " << turn;
      EXPECT_GE(r.sinkage, last);
      last = r.sinkage;
    }
    // Less load: never up.
    EXPECT_NEAR(rig.press(tyre_patch(20e3)).sinkage, last, 1e-9);
  }
}

TEST(Settle, GroundThatHasFeltAPressureSinksNoFurther) {
  for (int kind = 0; kind < 5; ++kind) {
    SettleRig rig(settle_field(kind));
    rig.press(tyre_patch());
    EXPECT_NEAR(rig.past(0.0, 0.0), 223, 2) << "222.2 kPa";
    const std::uint64_t before = rig.field.hash();
    rig.press(tyre_patch());
    rig.press(tyre_patch(20e3));
    rig.press(square_foot(0.3, 15e3));  // 167 kPa
    EXPECT_EQ(rig.field.hash(), before) << kSettleGrounds[kind].name << ": not a bit";
    const PadResult more = rig.press(tyre_patch(55e3));
    EXPECT_NEAR(more.sinkage, more.equilibrium, 2e-4) << "more than it has felt";
    EXPECT_NE(rig.field.hash(), before);
  }
}

TEST(Settle, GroundMayHaveFeltAPressureBefore) {
  SettleRig rig(settle_field(kSandyLoam));
  for (int j = 0; j < rig.field.rows(); ++j)
    for (int i = 0; i < rig.field.columns(); ++i) {
      Column c = rig.field.column({i, j});
      c.past_pressure = 300;  // rolled by somebody
      rig.field.set({i, j}, c);
    }
  const std::uint64_t before = rig.field.hash();
  rig.press(tyre_patch());
  EXPECT_EQ(rig.field.hash(), before) << "222 kPa";
  rig.press(tyre_patch(90e3));  // 400 kPa: what is missing between the two
  const SettleGround& g = kSettleGrounds[kSandyLoam];
  const double more = bekker_depth(g, 0.45, 400e3) - bekker_depth(g, 0.45, 300e3);
  EXPECT_NEAR(0.5 - rig.height(0.0, 0.0), more, 0.01 * more);
}

TEST(Settle, AFootOfAHundredKilonewtonsRestsInLoamAndFailsInSand) {
  SettleRig loam(settle_field(kSandyLoam));
  const PadResult held = loam.press(square_foot(0.5, 100e3));
  EXPECT_FALSE(held.failed);
  EXPECT_NEAR(held.sinkage, bekker_depth(kSettleGrounds[kSandyLoam], 0.5, 400e3), 1.1e-4);
  EXPECT_GT(held.capacity, 186e3);

  const SettleGround& g = kSettleGrounds[kDrySand];
  SettleRig sand(settle_field(kDrySand));
  const PadResult at_first = sand.press(square_foot(0.5, 100e3), 0.005);
  EXPECT_TRUE(at_first.failed);
  const double per_depth = 1600 * 9.81 * 26.092 * (1 + std::tan(33 * kDegree));
  EXPECT_NEAR(at_first.capacity, 0.25 * (135.6e3 + per_depth * at_first.sinkage), 50.0);
  const PadResult rest = sand.press(square_foot(0.5, 100e3), 5.0);
  // 400 kPa = 135.6 kPa + γ z N_q (1 + tan φ), N_q = 26.09 for 33°
  const double z = (400e3 - 135.6e3) / per_depth;
  EXPECT_GT(z, bekker_depth(g, 0.5, 400e3)) << "deeper than Bekker's law";
  EXPECT_NEAR(rest.sinkage, z, 0.05 * z);
  EXPECT_NEAR(rest.sinkage, z, 5e-4);
  EXPECT_FALSE(rest.failed) << "the soil beside it carries the foot";
  EXPECT_NEAR(rest.capacity, 100e3, 200.0);
}

/// The ground resists with the smaller of the two laws, so a foot rests at the larger of their depths.
TEST(Settle, FeetRestAtTheDeeperOfBothLaws) {
  const double rest[] = {0.3915, 0.1477, 0.3100, 0.0362, 0.5076};  // 400 kPa, by hand
  for (int kind = 0; kind < 5; ++kind) {
    SettleRig rig(settle_field(kind));
    EXPECT_NEAR(rig.press(square_foot(0.5, 100e3), 5.0).sinkage, rest[kind], 2e-4)
        << kSettleGrounds[kind].name;
  }
}

TEST(Settle, FailedGroundGivesWayAtABoundedSpeedUntilSomethingHardStopsIt) {
  SettleRig rig(settle_field(kDrySand, 0.1, 1.2));
  const Pad pad = square_foot(0.5, 300e3);  // 1.2 MPa
  const double bekker = bekker_depth(kSettleGrounds[kDrySand], 0.5, 1.2e6);
  double last = 0.0;
  for (int k = 0; k < 1600; ++k) {
    const double z = rig.press(pad, 0.005).sinkage;
    const double slow = (bekker - last) * (1.0 - std::exp(-0.05));
    EXPECT_LE(z - last, std::max(slow, 0.5 * 0.005) + 1e-6);
    EXPECT_GE(z, last - 1e-9);
    last = z;
  }
  EXPECT_NEAR(last, 1.2, 2e-4) << "on the rock";
  EXPECT_NEAR(rig.height(0.0, 0.0), -0.7, 2e-4);
  EXPECT_EQ(rig.field.column(rig.field.column_at(0.0, 0.0)).bank, 0);
  EXPECT_EQ(rig.field.added_mass(), 0);
}

TEST(Settle, MassIsExactAndBooked) {
  SettleRig rig(settle_field(kDrySand));
  Slump slump;
  Milligrams pressed = 0;
  Pad pads[3] = {square_foot(0.5, 100e3), tyre_patch(), tyre_patch(80e3)};
  pads[1].x = 0.9, pads[1].heading = 0.4, pads[1].speed = 0.4;
  pads[2].x = -1.0, pads[2].y = 0.3, pads[2].heading = 2.0;
  for (int k = 0; k < 600; ++k) {
    pads[1].y = -1.5 + 0.005 * k;
    rig.settle.step(rig.field, rig.ledger, pads, 0.005);
    for (const PadResult& r : rig.settle.results()) pressed += r.pressed;
    slump.step(rig.field, rig.ledger);
    ASSERT_EQ(rig.field.added_mass(), 0) << k;
    ASSERT_EQ(rig.ledger.of(Transfer::settle, kDrySand), pressed) << k;
  }
  EXPECT_GT(pressed, 100'000'000) << "more than 100 kg";
  EXPECT_EQ(rig.ledger.of(Transfer::settle), pressed);
  EXPECT_EQ(rig.ledger.of(Transfer::leave), 0);
  EXPECT_EQ(rig.ledger.of(Transfer::rename), 0);
}

/// What is pressed onto another soil takes the name of the larger share; the book of each soil says so.
TEST(Settle, NamesOfMixturesAreBooked) {
  SettleRig rig(settle_field(kDrySand));
  for (int i = 0; i < rig.field.columns(); ++i)
    for (int j = 0; j < rig.field.rows(); ++j)
      rig.field.add_loose({i, j}, kMoistClay, i < 30 ? 50 : 1'000'000,
                          rig.field.loose_volume(kMoistClay));
  const Milligrams sand = rig.field.mass_of(kDrySand), clay = rig.field.mass_of(kMoistClay);
  for (int k = 0; k < 200; ++k) {
    rig.press(square_foot(0.5, 100e3), 0.005);
    const Milligrams from_sand = rig.ledger.of(Transfer::rename, kDrySand);
    const Milligrams from_clay = rig.ledger.of(Transfer::rename, kMoistClay);
    ASSERT_EQ(rig.field.mass_of(kDrySand), sand - from_sand + from_clay) << k;
    ASSERT_EQ(rig.field.mass_of(kMoistClay), clay + from_sand - from_clay) << k;
  }
  EXPECT_GT(rig.ledger.of(Transfer::rename, kDrySand), 1'000'000);
  EXPECT_GT(rig.ledger.of(Transfer::rename, kMoistClay), 0);
}

TEST(Settle, SoilGoesAroundAFootAndBesideAWheel) {
  SettleRig foot(settle_field(kSandyLoam));
  foot.press(square_foot(0.5, 100e3));
  for (const auto& [x, y] : {std::pair{0.4, 0.0}, {-0.4, 0.0}, {0.0, 0.4}, {0.0, -0.4}})
    EXPECT_GT(foot.height(x, y), 0.52) << x << " " << y;
  SettleRig wheel(settle_field(kSandyLoam));
  wheel.press(tyre_patch());
  for (const double y : {0.4, -0.4}) EXPECT_GT(wheel.height(0.0, y), 0.52) << y;
  for (const double x : {0.4, -0.4})
    EXPECT_EQ(wheel.height(x, 0.0), 0.5) << x << ": it rolls there";
  // A second wheel beside it: nothing is put under that.
  SettleRig twins(settle_field(kSandyLoam));
  Pad pads[2] = {tyre_patch(), tyre_patch()};
  pads[1].y = 0.5;
  const double z = bekker_depth(kSettleGrounds[kSandyLoam], 0.45, 50e3 / 0.225);
  for (int k = 0; k < 600; ++k) twins.settle.step(twins.field, twins.ledger, pads, 0.005);
  for (const PadResult& r : twins.settle.results()) EXPECT_NEAR(r.sinkage, z, 0.05 * z);
  for (const double y : {-0.1, 0.0, 0.1, 0.4, 0.5, 0.6})
    EXPECT_EQ(twins.field.column(twins.field.column_at(0.0, y)).loose, 0) << y;
  EXPECT_TRUE(twins.settle.under_pad({0.2, 0.7}));
  EXPECT_FALSE(twins.settle.under_pad({0.2, 0.8}));
}

/// Loose soil is pressed together before bank moves: its mass stays, its density becomes that of the bank.
TEST(Settle, LooseSoilIsPressedTogetherFirst) {
  SettleRig rig(settle_field(kSandyLoam));
  const auto each = static_cast<Milligrams>(0.2 * 0.01 * 1250.0 * 1e6);  // 0.2 m
  for (int j = 0; j < rig.field.rows(); ++j)
    for (int i = 0; i < rig.field.columns(); ++i)
      rig.field.add_loose({i, j}, kSandyLoam, each, rig.field.loose_volume(kSandyLoam));
  const ColumnPlace middle = rig.field.column_at(0.0, 0.0);
  const double top = rig.field.height(middle);
  // 0.2 m of loose loam can give 0.2 (1 - 1250/1540) = 38 mm.
  const Pad light = square_foot(0.6, 20e3);
  const double z = bekker_depth(kSettleGrounds[kSandyLoam], 0.6, 20e3 / 0.36);
  ASSERT_LT(z, 0.037);
  rig.press(light);
  EXPECT_NEAR(top - rig.field.height(middle), z, 0.05 * z) << "by its own surface";
  EXPECT_EQ(rig.field.column(middle).loose, each);
  EXPECT_EQ(rig.field.column(middle).bank, rig.field.column({0, 0}).bank);
  EXPECT_LT(rig.field.column(middle).specific_volume, rig.field.loose_volume(kSandyLoam));
  EXPECT_EQ(rig.ledger.of(Transfer::settle), 0);
  EXPECT_TRUE(rig.field.active(rig.field.column_at(0.4, 0.0))) << "may slide into the hollow";
  EXPECT_FALSE(rig.field.active(middle));
  // More: as dense as bank and no denser, then bank goes aside.
  rig.press(square_foot(0.6, 80e3));
  const double deep = bekker_depth(kSettleGrounds[kSandyLoam], 0.6, 80e3 / 0.36);
  EXPECT_NEAR(top - rig.field.height(middle), deep, 0.05 * deep);
  EXPECT_NEAR(rig.field.column(middle).specific_volume * kVolumeUnit, 1.0 / 1540.0, kVolumeUnit);
  EXPECT_EQ(rig.field.column(middle).loose, each);
  EXPECT_LT(rig.field.column(middle).bank, rig.field.column({0, 0}).bank);
  EXPECT_GT(rig.ledger.of(Transfer::settle), 0);
}

/// Deep loose soil, and loose soil on hard ground, give way themselves. They have no cohesion.
TEST(Settle, HeapsOnHardGround) {
  for (const double deep : {0.03, 1.0}) {
    SettleRig rig(settle_field(kSandyLoam, 0.1, 3.0, false));
    const auto each = static_cast<Milligrams>(deep * 0.01 * 1250.0 * 1e6);
    for (int j = 0; j < rig.field.rows(); ++j)
      for (int i = 0; i < rig.field.columns(); ++i)
        rig.field.add_loose({i, j}, kSandyLoam, each, rig.field.loose_volume(kSandyLoam));
    const Milligrams all = rig.field.mass_of(kSandyLoam);
    const PadResult r = rig.press(square_foot(0.5, 100e3), 6.0);
    const FootingCapacity c = footing_capacity({1250 * 9.81, 0.0, 38 * kDegree}, 0.5, 0.5);
    const double rest = (400e3 - c.surface) / c.per_depth;
    EXPECT_GT(rest, bekker_depth(kSettleGrounds[kSandyLoam], 0.5, 400e3)) << "fails";
    const double gone = 0.5 + deep - rig.height(0.0, 0.0);
    EXPECT_NEAR(gone, std::min(rest, deep), 0.02 * std::min(rest, deep));
    EXPECT_EQ(rig.field.mass_of(kSandyLoam), all);
    EXPECT_FALSE(r.failed);
  }
}

/// The bottom of a trench is fresh ground: its sinkage counts from there, and so does what it has felt.
TEST(Settle, DugGroundSinksFromWhereItIs) {
  SettleRig rig(settle_field(kSandyLoam));
  for (int j = 20; j < 40; ++j)
    for (int i = 20; i < 40; ++i) rig.field.loosen({i, j}, -0.2, [](int, Milligrams) {});
  const double z = bekker_depth(kSettleGrounds[kSandyLoam], 0.45, 50e3 / 0.225);
  const PadResult r = rig.press(tyre_patch());
  EXPECT_NEAR(r.sinkage, z, 0.01 * z) << "whole kPa of 222";
  EXPECT_NEAR(rig.height(0.0, 0.0), -0.2 - z, 0.01 * z);
  const std::uint64_t before = rig.field.hash();
  rig.press(tyre_patch());
  EXPECT_EQ(rig.field.hash(), before);
}

/// The bottom of a cut in ground that was rolled is as soft as any.
TEST(Settle, DiggingLoosensWhatWasPressed) {
  SettleRig rig(settle_field(kSandyLoam));
  rig.press(tyre_patch());
  const ColumnPlace middle = rig.field.column_at(0.0, 0.0);
  ASSERT_NEAR(rig.past(0.0, 0.0), 223, 2);
  for (int j = 20; j < 41; ++j)
    for (int i = 20; i < 41; ++i) {
      rig.field.take_loose({i, j}, 1'000'000'000);
      rig.field.loosen({i, j}, -0.2, [](int, Milligrams) {});
    }
  EXPECT_EQ(rig.past(0.0, 0.0), 0);
  EXPECT_NEAR(rig.field.height(middle), -0.2, 1e-6);
  const double z = bekker_depth(kSettleGrounds[kSandyLoam], 0.45, 50e3 / 0.225);
  EXPECT_NEAR(rig.press(tyre_patch()).sinkage, z, 0.01 * z);
  EXPECT_NEAR(rig.height(0.0, 0.0), -0.2 - z, 0.01 * z) << "all of it again";
  // Loose soil that was pressed and then dug is loose again too.
  rig.field.add_loose(middle, kSandyLoam, 5'000'000, rig.field.loose_volume(kSandyLoam));
  Column pressed = rig.field.column(middle);
  pressed.past_pressure = 100;
  rig.field.set(middle, pressed);
  rig.field.take_loose(middle, 1'000'000);
  EXPECT_EQ(rig.past(0.0, 0.0), 0);
  // Nothing taken, nothing loosened.
  pressed.past_pressure = 100;
  rig.field.set(middle, pressed);
  rig.field.take_loose(middle, 0);
  rig.field.loosen(middle, 1.0, [](int, Milligrams) {});
  EXPECT_EQ(rig.past(0.0, 0.0), 100);
}

/// Soft soil in a rut gives way again, between nothing (a grain) and all (fresh ground), the more the deeper it is.
TEST(Settle, SoftSoilOnPressedGroundGivesWayAgain) {
  const SettleGround& g = kSettleGrounds[kSandyLoam];
  const double fresh = bekker_depth(g, 0.45, 50e3 / 0.225);
  double last = -1.0;
  for (const double deep : {0.0, 1e-6, 0.05, 0.1, 0.2}) {
    SettleRig rig(settle_field(kSandyLoam));
    rig.press(tyre_patch());
    const int felt = rig.past(0.0, 0.0);
    const auto each = static_cast<Milligrams>(deep * 0.01 * 1250.0 * 1e6);
    for (int j = 20; j < 41; ++j)
      for (int i = 20; i < 41; ++i)
        rig.field.add_loose({i, j}, kSandyLoam, each, rig.field.loose_volume(kSandyLoam));
    // The mean by mass over half a metre of such soil.
    EXPECT_EQ(rig.past(0.0, 0.0), std::lround(felt * 0.5 / (0.5 + deep))) << deep;
    const double top = rig.height(0.0, 0.0);
    rig.press(tyre_patch());
    const double more = top - rig.height(0.0, 0.0);
    EXPECT_GT(more, deep < 1e-3 ? -1e-9 : last + 1e-3) << deep;
    // What the ground has felt is less: it yields by the difference of the two depths.
    const double expected = fresh - bekker_depth(g, 0.45, 1e3 * felt * 0.5 / (0.5 + deep));
    EXPECT_NEAR(more, std::max(0.0, expected), 0.1 * expected + 6e-4) << deep;
    last = more;
  }
}

TEST(Settle, HangingColumnsCarryNothing) {
  // Half of the pad over a trench of 1 m: the other half carries twice the pressure.
  SettleRig rig(settle_field(kSandyLoam));
  for (int j = 0; j < 61; ++j)
    for (int i = 0; i < 30; ++i) rig.field.loosen({i, j}, -0.5, [](int, Milligrams) {});
  Pad pad = square_foot(0.4, 20e3);
  pad.x = -0.05;
  const PadResult r = rig.press(pad);
  EXPECT_NEAR(r.sinkage, bekker_depth(kSettleGrounds[kSandyLoam], 0.4, 250e3), 0.002);
  EXPECT_EQ(rig.past(-0.15, 0.0), 0);
}

/// Work per way of a rut: b ∫ p dz. The weight does not do it while the wheel stays at one height.
TEST(Settle, RollingForceIsTheWorkOfTheRut) {
  for (const int kind : {kDrySand, kSandyLoam, kMoistClay})
    for (const double cell : {0.05, 0.1, 0.2})
      for (const double heading : {0.0, 25.0}) {
        const SettleGround& g = kSettleGrounds[kind];
        SettleRig rig(settle_field(kind, cell));
        Pad pad = tyre_patch();
        pad.heading = heading * kDegree, pad.speed = 0.5;
        const double h = 0.005;
        double work = 0.0, way = 0.0, second = 0.0;
        const auto roll = [&](double from, double to, double& sum) {
          for (double s = from; s < to; s += pad.speed * h) {
            pad.x = s * std::cos(pad.heading), pad.y = s * std::sin(pad.heading);
            rig.settle.step(rig.field, rig.ledger, {&pad, 1}, h);
            if (s < -1.0) continue;  // the first metre: comes to its depth
            sum += rig.settle.results()[0].rolling * pad.speed * h;
            if (&sum == &work) way += pad.speed * h;
          }
        };
        roll(-2.0, 1.0, work);
        const double z = 0.5 - rig.height(0.0, 0.0), b = 0.45, n = g.bearing.n;
        EXPECT_NEAR(z, bekker_depth(g, b, 50e3 / 0.225), 0.02 * z) << g.name;
        const double rut = b * (g.bearing.k_c / b + g.bearing.k_phi) * std::pow(z, n + 1) / (n + 1);
        EXPECT_NEAR(work, rut * way, 0.05 * rut * way) << g.name << " " << cell << " " << heading;
        roll(-2.0, 1.0, second);
        EXPECT_LT(second, 0.02 * work) << "the same rut again";
        pad.speed = 0.0, pad.x = 1.8, pad.y = 0.0;
        EXPECT_EQ(rig.press(pad, 0.1).rolling, 0.0) << "nothing rolls";
      }
}

TEST(Settle, CopiesGiveTheSameBits) {
  SettleRig a(settle_field(kDrySand));
  Pad pads[3] = {square_foot(0.5, 100e3), tyre_patch(), tyre_patch(80e3)};
  const auto run = [&](Settle& settle, ColumnField& field, Ledger& ledger, int from, int to) {
    for (int k = from; k < to; ++k) {
      pads[1].x = 1.0 + 0.1 * std::sin(0.1 * k), pads[1].y = -1.5 + 0.01 * k, pads[1].speed = 2.0;
      pads[2].x = -1.0, pads[2].heading = 0.01 * k;
      settle.step(field, ledger, pads, 0.005);
    }
  };
  run(a.settle, a.field, a.ledger, 0, 100);
  ColumnField copy = a.field;
  Ledger book = a.ledger;
  Settle fresh;  // knows nothing but the columns
  fresh.set_cursor(a.settle.cursor());
  run(a.settle, a.field, a.ledger, 100, 200);
  run(fresh, copy, book, 100, 200);
  EXPECT_EQ(a.field.hash(), copy.hash());
  EXPECT_EQ(a.ledger, book);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(a.settle.results()[k].sinkage, fresh.results()[k].sinkage);
    EXPECT_EQ(a.settle.results()[k].rolling, fresh.results()[k].rolling);
  }
}

TEST(Settle, HardGroundStaysAndCostsNoState) {
  SettleRig rig(settle_field(kSandyLoam, 0.1, 3.0, false));
  const PadResult r = rig.press(tyre_patch(), 0.1);
  EXPECT_EQ(r.sinkage, 0.0);
  EXPECT_EQ(r.rolling, 0.0);
  EXPECT_TRUE(std::isinf(r.capacity));
  EXPECT_EQ(rig.field.block_count(), 0u);
}

TEST(Settle, BadPadsAreLeftOutAndCounted) {
  SettleRig rig(settle_field(kSandyLoam));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Pad> pads(9, tyre_patch());
  pads[0].x = nan, pads[1].load = nan, pads[2].half_width = 0.0, pads[3].half_length = 1e9;
  pads[4].heading = std::numeric_limits<double>::infinity(), pads[5].load = 1e30;
  pads[6].half_length = pads[6].half_width = 2.9;  // 59 × 59 columns: allowed
  pads[7].load = 0.0, pads[8].x = 1e7;             // in the air, and off the site: nothing wrong
  pads[6].load = 1e3;
  rig.settle.step(rig.field, rig.ledger, pads, 0.005);
  EXPECT_EQ(rig.settle.left_out(), 6);
  EXPECT_EQ(rig.settle.waiting(), 0);
  for (const PadResult& r : rig.settle.results()) EXPECT_EQ(r.sinkage, 0.0);
  EXPECT_EQ(rig.field.block_count(), 0u);

  Pad huge = tyre_patch();
  huge.half_length = huge.half_width = 2.9;
  SettleRig fine(settle_field(kSandyLoam, 0.05));
  fine.settle.step(fine.field, fine.ledger, {&huge, 1}, 0.005);
  EXPECT_EQ(fine.settle.left_out(), 1) << "more than 4096 columns";
  for (const double dt : {0.0, -1.0, nan}) {
    const Pad pad = tyre_patch();
    rig.settle.step(rig.field, rig.ledger, {&pad, 1}, dt);
    EXPECT_EQ(rig.field.block_count(), 0u);
  }
  // A load that nothing carries: to the bottom, not beyond.
  SettleRig crushed(settle_field(kMoistClay, 0.1, 0.5));
  crushed.press(square_foot(0.5, 1e8), 5.0);
  EXPECT_NEAR(crushed.height(0.0, 0.0), 0.0, 2e-4);
  EXPECT_EQ(crushed.field.added_mass(), 0);

  SettleSettings bad;
  bad.time_constant = 0.0;
  try {
    Settle settle(bad);
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(e.what(), "settling: time_constant of 0 is not allowed: > 0 to 1e6");
  }
}

TEST(Settle, WorkIsBoundedAndEveryPadGetsItsTurn) {
  SettleRig rig(settle_field(kSandyLoam));
  std::vector<Pad> pads(70, square_foot(1.0, 50e3));  // 121 columns each: 33 fit
  for (std::size_t k = 0; k < pads.size(); ++k) {
    pads[k].x = -2.4 + 0.5 * static_cast<double>(k % 10);
    pads[k].y = -2.4 + 0.7 * static_cast<double>(k / 10);
  }
  rig.settle.step(rig.field, rig.ledger, pads, 0.005);
  EXPECT_EQ(rig.settle.left_out(), 6) << "64 pads at most";
  EXPECT_EQ(rig.settle.results().size(), kMostPads);
  EXPECT_EQ(rig.settle.waiting(), 31);
  EXPECT_EQ(rig.settle.cursor(), 33);
  for (int k = 0; k < 600; ++k) rig.settle.step(rig.field, rig.ledger, pads, 0.005);
  const double z = bekker_depth(kSettleGrounds[kSandyLoam], 1.0, 50e3);
  for (std::size_t k = 0; k < kMostPads; ++k)
    EXPECT_GT(0.5 + 0.2 - rig.height(pads[k].x, pads[k].y), z) << k;
  int sunk = 0;
  for (std::size_t k = 0; k < kMostPads; ++k) sunk += rig.past(pads[k].x, pads[k].y) >= 49 ? 1 : 0;
  EXPECT_EQ(sunk, 64);
  EXPECT_EQ(rig.field.added_mass(), 0);
}

TEST(Settle, AWarmStepAllocatesNothing) {
  SettleRig rig(settle_field(kDrySand));
  Pad pads[2] = {tyre_patch(), square_foot(0.5, 100e3)};
  pads[1].y = 1.0;
  const auto run = [&](int from, int to) {
    for (int k = from; k < to; ++k) {
      pads[0].x = -1.0 + 0.004 * k, pads[0].speed = 0.8;
      rig.settle.step(rig.field, rig.ledger, pads, 0.005);
    }
  };
  // Blocks are made where the first soil is moved.
  for (int i = 0; i < rig.field.columns(); i += 8)
    for (int j = 0; j < rig.field.rows(); j += 8) rig.field.activate({i, j});
  run(0, 10);
  const std::int64_t before = test::allocations;
  run(10, 300);
  EXPECT_EQ(test::allocations, before);
  const std::vector<Pad> more(100);
  EXPECT_GT(test::allocations, before) << "allocations of this program are counted";
  EXPECT_GT(rig.ledger.of(Transfer::settle), 0);
}

}  // namespace
}  // namespace outrigger::soil
