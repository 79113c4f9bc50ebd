/// Loose soil comes to rest at its angle of repose, the same in every direction of the grid; no mass is
/// lost, no potential energy is gained, and one grain does not bring down a slope that stands.
#include "soil/slump.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "soil/columns.h"
#include "support/allocation_counter.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;
using testing::level_field;

/// Pours 10 m³ onto the middle within `steps` steps and waits until nothing moves.
struct Poured {
  ColumnField field;
  Ledger ledger{2};
  Slump slump;
  int steps_to_rest = 0;
  Milligrams mass = 0;

  Poured(double size, double cell, const SlumpSettings& settings = {})
      : field(level_field(size, cell, false)), slump(settings) {
    const int steps = 2000;
    const auto each = static_cast<Milligrams>(10.0 * 1420.0 * 1e6 / steps);
    const ColumnPlace middle = field.column_at(0.0, 0.0);
    for (int k = 0; k < steps || field.active_count() > 0; ++k) {
      if (k < steps) {
        field.add_loose(middle, 0, each, field.loose_volume(0));
        field.activate_around(middle);
        mass += each;
      }
      slump.step(field, ledger);
      steps_to_rest = k;
      if (k > 2'000'000) {
        ADD_FAILURE() << "never at rest";
        return;
      }
    }
  }
  double height(double x, double y) const { return field.height(field.column_at(x, y)); }
};

/// Slope of the flank along a direction: a line through the surface between a quarter and three quarters of
/// its height.
double slope_along(const Poured& p, double angle) {
  const double cell = p.field.cell(), x_min = p.field.settings().x_min;
  const auto surface = [&](double x, double y) {
    double u = (x - x_min) / cell, v = (y - x_min) / cell;
    const int i = static_cast<int>(u), j = static_cast<int>(v);
    u -= i, v -= j;
    return (1 - u) * ((1 - v) * p.field.height({i, j}) + v * p.field.height({i, j + 1})) +
           u * ((1 - v) * p.field.height({i + 1, j}) + v * p.field.height({i + 1, j + 1}));
  };
  const double top = surface(0.0, 0.0);
  double n = 0.0, r_sum = 0.0, z_sum = 0.0, rr = 0.0, rz = 0.0;
  for (double r = 0.0; r < 5.5; r += 0.01) {
    const double z = surface(r * std::cos(angle), r * std::sin(angle));
    if (z > 0.75 * top || z < 0.25 * top) continue;
    n += 1.0, r_sum += r, z_sum += z, rr += r * r, rz += r * z;
  }
  return std::atan(-(n * rz - r_sum * z_sum) / (n * rr - r_sum * r_sum)) / kDegree;
}

TEST(Slump, PouredHeapIsAConeOfItsAngleInAllDirections) {
  const Poured p(12.0, 0.1);
  EXPECT_EQ(p.field.added_mass(), p.mass) << "to the milligram";
  for (double degrees = 0.0; degrees < 360.0; degrees += 7.5)
    EXPECT_NEAR(slope_along(p, degrees * kDegree), 34.0, 1.0) << degrees;
  // V = π R³ tan(φ) / 3 of a cone.
  const double top = p.height(0.0, 0.0);
  EXPECT_NEAR(top, std::cbrt(10.0 * 3.0 * std::pow(std::tan(34.0 * kDegree), 2) / M_PI), 0.12);
}

TEST(Slump, BoundedWorkGivesTheSameHeapLater) {
  SlumpSettings many, few;
  many.most = 4096, few.most = 8;
  const Poured quick(12.0, 0.2, many), slow(12.0, 0.2, few);
  EXPECT_GT(slow.steps_to_rest, 2 * quick.steps_to_rest);
  EXPECT_NEAR(slow.height(0.0, 0.0), quick.height(0.0, 0.0), 0.2);
  EXPECT_EQ(slow.field.added_mass(), quick.field.added_mass());
}

TEST(Slump, NeverRaisesPotentialEnergy) {
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Slump slump;
  field.add_loose(field.column_at(0.0, 0.0), 0, 2'000'000'000, field.loose_volume(0));
  field.activate_around(field.column_at(0.0, 0.0));
  const auto energy = [&] {
    double sum = 0.0;  // of each loose layer on hard ground: m g h/2
    for (int i = 0; i < field.columns(); ++i)
      for (int j = 0; j < field.rows(); ++j)
        sum += static_cast<double>(field.column({i, j}).loose) * 1e-6 * 9.81 * 0.5 *
               field.loose_depth({i, j});
    return sum;
  };
  double before = energy();
  for (int k = 0; k < 3000 && field.active_count() > 0; ++k) {
    slump.step(field, ledger);
    const double now = energy();
    ASSERT_LE(now, before * (1.0 + 1e-12)) << k;
    before = now;
  }
}

TEST(Slump, AGrainDoesNotBringDownASlopeThatStands) {
  // A wedge between the angles of repose and start: it stands although it is steeper than repose.
  ColumnField field = level_field(6.0, 0.1, false);
  Ledger ledger(2);
  Slump slump;
  const double tangent = std::tan(35.5 * kDegree);
  for (int i = 0; i < field.columns(); ++i)
    for (int j = 0; j < field.rows(); ++j) {
      const double z = std::max(0.0, tangent * (2.0 - std::abs(field.place({i, j}).x())));
      field.add_loose({i, j}, 0, static_cast<Milligrams>(z * 0.01 * 1420.0 * 1e6),
                      field.loose_volume(0));
      field.activate({i, j});
    }
  for (int k = 0; k < 500 && field.active_count() > 0; ++k) slump.step(field, ledger);
  EXPECT_EQ(field.active_count(), 0);
  const Milligrams at_rest = ledger.of(Transfer::slump);
  const ColumnPlace grain = field.column_at(-1.0, 0.0);
  field.add_loose(grain, 0, 5'000, field.loose_volume(0));  // 5 g
  field.activate_around(grain);
  for (int k = 0; k < 500 && field.active_count() > 0; ++k) slump.step(field, ledger);
  EXPECT_LE(ledger.of(Transfer::slump) - at_rest, 5'000'000) << "not more than a shovel";
}

/// Banks as tools leave them: steep, along the grid and smooth, or askew to it and rough by millimetres. A thin layer
/// on them must go down, not to and fro along them: while the share of x was cut off to whole milligrams, the last
/// one on a column of a smooth bank went to its neighbour of the same height, and back, for ever.
TEST(Slump, AHeapAgainstASteepBankComesToRest) {
  for (const double degrees : {0.0, 20.0, 45.0, 70.0, 90.0}) {
    const double c = std::cos(degrees * kDegree), n = std::sin(degrees * kDegree);
    FieldSettings s;
    s.x_min = s.y_min = -3.0, s.x_max = s.y_max = 3.0;
    s.soils = {testing::dry_sand(), testing::clay()};
    const auto bank = [c, n](double x, double y) {
      if (c == 1.0 || n == 1.0) return std::clamp(2.5 * (c == 1.0 ? x : y), 0.0, 1.5);
      const double rough = 0.003 * (std::sin(37.0 * x + 11.0 * y) + std::sin(23.0 * y - 7.0 * x));
      return std::clamp(2.5 * (c * x + n * y), 0.0, 1.5) + rough;
    };
    ColumnField field(s, std::make_shared<testing::Surface>(bank, -1));
    Ledger ledger(2);
    Slump slump;
    // 0.4 m³ against its middle: lies about 12 cells wide.
    const ColumnPlace middle = field.column_at(0.35 * c, 0.35 * n);
    constexpr Milligrams kMass = 568'000'000;
    field.add_loose(middle, 0, kMass, field.loose_volume(0));
    field.activate_around(middle);
    // Slopes even out like heat: about (cells across)² / κ steps to a hundredth, three times that to a milligram.
    constexpr int kMostSteps = 3 * 12 * 12 * 10 / 7;
    int steps = 0;
    for (; steps < kMostSteps && field.active_count() > 0; ++steps) slump.step(field, ledger);
    EXPECT_EQ(field.active_count(), 0) << degrees;
    EXPECT_EQ(field.added_mass(), kMass);
    EXPECT_GT(ledger.of(Transfer::slump), kMass) << "it has moved";
    const std::uint64_t rest = field.hash();
    for (int k = 0; k < 50; ++k) ASSERT_EQ(slump.step(field, ledger), 0);
    EXPECT_EQ(field.hash(), rest);
    // At rest, and not because nobody looked: every slope of loose soil stands.
    const double tangent = std::tan(37.0 * kDegree), a = field.cell();
    for (int i = 1; i + 1 < field.columns(); ++i)
      for (int j = 1; j + 1 < field.rows(); ++j) {
        if (field.column({i, j}).loose == 0) continue;
        const double here = field.height({i, j});
        const auto drop = [&](ColumnPlace p, ColumnPlace q) {
          return std::max(0.0, here - std::min(field.height(p), field.height(q))) / a;
        };
        const double s_x = drop({i - 1, j}, {i + 1, j}), s_y = drop({i, j - 1}, {i, j + 1});
        ASSERT_LE(std::hypot(s_x, s_y), tangent * (1.0 + 1e-9)) << degrees << " " << i << " " << j;
      }
  }
}

/// What slides onto another soil: the book of names closes for each kind.
TEST(Slump, NamesAreBookedUnderTheKindThatLosesThem) {
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Slump slump;
  Milligrams of[2] = {};
  for (int k = 0; k < 60; ++k) {
    const ColumnPlace at = field.column_at(0.5 * std::sin(1.0 * k), 0.5 * std::cos(2.3 * k));
    const Milligrams mass = 1'000'000 + 700'001 * (k % 7);
    of[k % 2] += mass;
    const Column there = field.column(at);
    const int loser = mass > there.loose ? there.loose_soil : k % 2;
    if (const Milligrams renamed = field.add_loose(at, k % 2, mass, field.loose_volume(k % 2));
        renamed > 0)
      ledger.add(Transfer::rename, loser, renamed);
    field.activate_around(at);
    for (int n = 0; n < 20; ++n) slump.step(field, ledger);
    for (const int soil : {0, 1})
      ASSERT_EQ(field.mass_of(soil), of[soil] - ledger.of(Transfer::rename, soil) +
                                         ledger.of(Transfer::rename, 1 - soil))
          << k;
  }
  EXPECT_GT(ledger.of(Transfer::rename, 0), 1'000'000);
  EXPECT_GT(ledger.of(Transfer::rename, 1), 1'000'000);
}

/// Whoever lowers a column wakes what stands on it and could now slide; nobody else is looked at.
TEST(Slump, WakesOnlyWhatCouldMove) {
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Slump slump;
  const ColumnPlace middle = field.column_at(0.0, 0.0);
  field.add_loose(middle, 0, 100'000'000, field.loose_volume(0));
  field.activate(middle);
  EXPECT_EQ(slump.step(field, ledger), 1);
  // The column itself and the two that received; bare ground beside it cannot slide.
  EXPECT_EQ(field.active_count(), 3);
  EXPECT_TRUE(field.active(middle));
}

/// Beyond the edge the ground goes on level: a heap in the corner of the site stays there, to the milligram.
TEST(Slump, NothingLeavesOverTheEdgeOfTheSite) {
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Slump slump;
  const ColumnPlace corners[] = {{0, 0}, {40, 0}, {0, 40}, {40, 40}};
  for (const ColumnPlace c : corners) {
    field.add_loose(c, 0, 300'000'000, field.loose_volume(0));
    field.activate(c);
  }
  int steps = 0;
  for (; steps < 4000 && field.active_count() > 0; ++steps) slump.step(field, ledger);
  EXPECT_EQ(field.active_count(), 0);
  EXPECT_EQ(field.added_mass(), 4 * 300'000'000LL);
  for (const ColumnPlace c : corners) {
    const int i = c.i == 0 ? 3 : 37, j = c.j == 0 ? 3 : 37;
    EXPECT_GT(field.column({i, j}).loose, 0) << "it has slid";
    EXPECT_LT(field.height({i, j}), field.height(c));
  }
}

/// What is left to do is known by marks: all columns, blocks and directories that are active, and no other.
TEST(Slump, CountsWhatIsActive) {
  ColumnField field = level_field(60.0, 0.1, false);
  Ledger ledger(2);
  SlumpSettings few;
  few.most = 40;
  Slump slump(few);
  // On the border of four directories of 25.6 m.
  const ColumnPlace middle{256, 256};
  field.add_loose(middle, 0, 2'000'000'000, field.loose_volume(0));
  field.activate_around(middle);
  std::vector<ColumnPlace> all;
  for (int k = 0; k < 20000 && field.active_count() > 0; ++k) {
    slump.step(field, ledger);
    if (k % 50 != 0) continue;
    field.collect_active(k, 1'000'000, all);
    ASSERT_EQ(static_cast<std::int64_t>(all.size()), field.active_count()) << k;
    std::int64_t marked = 0;
    for (int i = 200; i < 320; ++i)
      for (int j = 200; j < 320; ++j) marked += field.active({i, j}) ? 1 : 0;
    ASSERT_EQ(marked, field.active_count()) << k;
  }
  EXPECT_EQ(field.active_count(), 0);
  EXPECT_EQ(field.added_mass(), 2'000'000'000);
}

TEST(Slump, AWarmStepAllocatesNothing) {
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Slump slump;
  const ColumnPlace middle = field.column_at(0.0, 0.0);
  // Blocks are made where the first soil comes to lie.
  for (int i = 0; i < field.columns(); i += 8)
    for (int j = 0; j < field.rows(); j += 8) field.activate({i, j});
  field.add_loose(middle, 0, 300'000'000, field.loose_volume(0));
  field.activate(middle);
  slump.step(field, ledger);
  const std::int64_t before = test::allocations;
  for (int k = 0; k < 300; ++k) slump.step(field, ledger);
  EXPECT_EQ(test::allocations, before);
  const std::vector<int> more(100);
  EXPECT_GT(test::allocations, before) << "allocations of this program are counted";
  EXPECT_GT(ledger.of(Transfer::slump), 0);
}

TEST(Slump, ClosedColumnsWait) {
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Slump slump;
  const ColumnPlace middle = field.column_at(0.0, 0.0);
  field.add_loose(middle, 0, 100'000'000, field.loose_volume(0));
  field.activate_around(middle);
  for (int k = 0; k < 10; ++k)
    slump.step(field, ledger, [&](ColumnPlace c) { return c == middle; });
  EXPECT_EQ(ledger.of(Transfer::slump), 0);
  EXPECT_TRUE(field.active(middle));
}

}  // namespace
}  // namespace outrigger::soil
