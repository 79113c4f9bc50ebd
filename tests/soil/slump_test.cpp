/// Loose soil comes to rest at its angle of repose, the same in every direction of the grid; no mass is
/// lost, no potential energy is gained, and one grain does not bring down a slope that stands.
#include "soil/slump.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "soil/columns.h"

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
