/// A blade takes what its edge passes: through level soil area times density, at an even rate and in every
/// direction of the grid; nothing below the steel, nothing twice, nothing of ground that is not soil, and
/// nothing by going back or by being put somewhere. Mass is whole milligrams.
#include "soil/cutting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "soil/columns.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;
using testing::level_field;
using testing::Surface;

/// A blade that goes in a direction of the grid, with its edge at a way and a height.
struct BladeRig {
  double direction = 0.0;        ///< [rad]
  double rake = 30.0 * kDegree;  ///< of the plate above the horizontal
  double length = 0.8, width = 1.2;
  double across = 0.013;  ///< off the grid [m]

  Vec3 ahead() const { return {std::cos(direction), std::sin(direction), 0.0}; }
  Vec3 sideways() const { return {-std::sin(direction), std::cos(direction), 0.0}; }
  Blade at(double way, double height) const {
    Blade b;
    b.edge = ahead() * way + sideways() * across + Vec3(0.0, 0.0, height);
    b.along = -ahead() * std::cos(rake) + Vec3(0.0, 0.0, std::sin(rake));
    b.normal = ahead() * std::sin(rake) + Vec3(0.0, 0.0, std::cos(rake));
    b.across = sideways();
    b.length = length, b.width = width;
    return b;
  }
};

/// A field, its book and what a blade took of it.
struct Digging {
  ColumnField field;
  Ledger ledger{2};
  Milligrams taken = 0;

  explicit Digging(ColumnField f) : field(std::move(f)) {}
  /// Returns what this step took.
  Milligrams move(const Blade& before, const Blade& now) {
    Milligrams mass = 0;
    cut(field, ledger, before, now, [&](const CutSoil& p) {
      EXPECT_GT(p.mass, 0);
      EXPECT_GT(p.specific_volume, 0);
      EXPECT_GE(p.behind, 0.0);
      EXPECT_LE(std::abs(p.across), 0.5 * now.width);
      mass += p.mass;
    });
    taken += mass;
    return mass;
  }
  Milligrams pass(const BladeRig& rig, double from, double to, double height, double step = 0.002) {
    const int steps = static_cast<int>(std::lround(std::abs(to - from) / step));
    Milligrams mass = 0;
    for (int k = 0; k < steps; ++k)
      mass += move(rig.at(from + (to - from) * k / steps, height),
                   rig.at(from + (to - from) * (k + 1) / steps, height));
    return mass;
  }
};

TEST(Cutting, LevelSoilComesInAsAreaTimesDensityAtAnEvenRate) {
  // Columns of the swath are passed in shares that multiply to one: the sum is exact; what is left of the
  // start, where the edge stood in the soil, is over after half a metre. Along the grid each step passes
  // the same area. Across it the shares of the columns at both ends, 2 of 12, are products of two shares,
  // which differ from the true area by less than a quarter.
  for (const double degrees : {0.0, 17.0, 30.0, 45.0, 90.0, 197.0, 315.0})
    for (const double across : {0.0, 0.013, 0.05}) {
      Digging d(level_field(8.0));
      BladeRig rig;
      rig.direction = degrees * kDegree;
      rig.across = across;
      d.pass(rig, -2.0, -1.5, -0.2);
      const double step = 0.002, swept = 3.0 * 1.2 * 0.2 * 1600.0 * 1e6;
      const double each = swept * step / 3.0;
      double least = 1e300, most = 0.0;
      Milligrams mass = 0;
      for (int k = 0; k < 1500; ++k) {
        const Milligrams now =
            d.move(rig.at(-1.5 + step * k, -0.2), rig.at(-1.5 + step * (k + 1), -0.2));
        least = std::min(least, static_cast<double>(now) / each);
        most = std::max(most, static_cast<double>(now) / each);
        mass += now;
      }
      EXPECT_NEAR(static_cast<double>(mass) / swept, 1.0, 0.005) << degrees << " " << across;
      const bool along_grid = std::fmod(degrees, 90.0) == 0.0;
      const double ripple = along_grid ? 1e-3 : 0.25 * 2.0 / 12.0;
      EXPECT_GT(least, 1.0 - ripple) << degrees << " " << across;
      EXPECT_LT(most, 1.0 + ripple) << degrees << " " << across;
      EXPECT_EQ(d.field.added_mass(), -d.taken) << "to the milligram";
      EXPECT_EQ(d.ledger.of(Transfer::cut), d.taken) << "all of it was bank";
    }
}

TEST(Cutting, LongStepsTakeWhatShortStepsTake) {
  for (const double degrees : {0.0, 30.0}) {
    BladeRig rig;
    rig.direction = degrees * kDegree;
    Digging fine(level_field(8.0)), coarse(level_field(8.0));
    for (Digging* d : {&fine, &coarse}) d->pass(rig, -2.5, -2.0, 0.1);
    fine.pass(rig, -2.0, 1.5, -0.15, 0.001);
    coarse.pass(rig, -2.0, 1.5, -0.15, 0.35);
    EXPECT_NEAR(static_cast<double>(coarse.taken) / static_cast<double>(fine.taken), 1.0, 0.02);
    // The columns in the middle of the swath are at the height of the steel in both.
    for (double s = -1.5; s < 1.2; s += 0.1) {
      const Vec3 p = rig.at(s, 0.0).edge;
      const ColumnPlace c = fine.field.column_at(p.x(), p.y());
      EXPECT_NEAR(fine.field.height(c), -0.15, 2e-6);
      EXPECT_NEAR(coarse.field.height(c), -0.15, 2e-6);
    }
  }
}

/// Loose sand of random depth on level bank.
ColumnField rough_field(double size, unsigned seed) {
  ColumnField field = level_field(size);
  std::mt19937 random(seed);
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i)
      field.add_loose({i, j}, 0, static_cast<Milligrams>(random() % 4'000'000),
                      field.loose_volume(0));
  return field;
}

TEST(Cutting, NothingStaysAboveTheSteelAndNothingGoesBelowIt) {
  // A tilted edge over rough ground: where its whole swath went the surface is the path of the steel, or
  // what was lower before; outside nothing changed; between, neither below the steel nor above the start.
  for (const double degrees : {0.0, 17.0, 45.0, 120.0}) {
    Digging d(rough_field(7.0, 7));
    const ColumnField start = d.field;
    BladeRig rig;
    rig.direction = degrees * kDegree;
    const double tilt = std::tan(5.0 * kDegree);
    const auto blade = [&](double way) {
      Blade b = rig.at(way, 0.05);
      b.across = Vec3(rig.sideways() + Vec3(0.0, 0.0, tilt)).normalized();
      return b;
    };
    for (int k = 0; k < 1000; ++k) d.move(blade(-2.0 + 0.003 * k), blade(-2.0 + 0.003 * (k + 1)));
    const double reach = 0.5 * 0.1 * std::sqrt(2.0);
    int wholly = 0;
    for (int j = 0; j < d.field.rows(); ++j)
      for (int i = 0; i < d.field.columns(); ++i) {
        const ColumnPlace c{i, j};
        const Vec2 p = d.field.place(c);
        const double s = p.x() * rig.ahead().x() + p.y() * rig.ahead().y();
        const double w = p.x() * rig.sideways().x() + p.y() * rig.sideways().y() - rig.across;
        const double before = start.height(c), after = d.field.height(c);
        const double steel = 0.05 + tilt * std::clamp(w, -0.6, 0.6);
        if (s > 1.0 + reach || s < -2.0 - rig.length || std::abs(w) > 0.6 + reach) {
          ASSERT_EQ(d.field.column(c), start.column(c)) << i << " " << j;
        } else if (s < 1.0 - reach && s > -2.0 + reach && std::abs(w) < 0.6 - reach) {
          ++wholly;
          ASSERT_NEAR(after, std::min(before, steel), 2e-6) << i << " " << j;
        } else {
          ASSERT_LE(after, before);
          ASSERT_GE(after, std::min(before, steel) - 2e-6);
        }
      }
    EXPECT_GT(wholly, 200);
    EXPECT_EQ(d.field.added_mass() - start.added_mass(), -d.taken);
  }
}

TEST(Cutting, AColumnIsLoweredToThePathOfTheEdgeAtItsPlace) {
  // An edge that goes down by one in five, in steps that are longer than cells.
  Digging d(level_field(8.0));
  BladeRig rig;
  for (int k = 0; k < 12; ++k)
    d.move(rig.at(-1.5 + 0.25 * k, -0.05 * k), rig.at(-1.25 + 0.25 * k, -0.05 * (k + 1)));
  for (double x = -1.0; x < 1.3; x += 0.1)
    EXPECT_NEAR(d.field.height(d.field.column_at(x, 0.0)), -0.2 * (x + 1.5),
                0.5 * 0.1 * 0.2 + 1e-6);
}

TEST(Cutting, OnlySoilIsTaken) {
  // Hard ground below loose soil, and layers that end above the edge.
  Digging hard(level_field(6.0, 0.1, false));
  for (int j = 0; j < hard.field.rows(); ++j)
    for (int i = 0; i < hard.field.columns(); ++i)
      hard.field.add_loose({i, j}, 0, 1'000'000, hard.field.loose_volume(0));
  BladeRig rig;
  rig.direction = 30.0 * kDegree;
  hard.pass(rig, -1.5, 1.5, -0.3);
  EXPECT_EQ(hard.ledger.of(Transfer::cut), 0);
  EXPECT_GT(hard.taken, 0);
  const ColumnPlace middle = hard.field.column_at(0.0, 0.0);
  // Less than a micrometre is left lying: 14 mg.
  EXPECT_LE(hard.field.column(middle).loose, 15) << "scraped clean";
  EXPECT_EQ(hard.field.bank_height(middle), 0.0);

  Digging deep(level_field(6.0));
  for (int j = 0; j < deep.field.rows(); ++j)
    for (int i = 0; i < deep.field.columns(); ++i)
      deep.field.set({i, j}, deep.field.column({i, j}));
  const Milligrams sand = deep.field.mass_of(0), clay = deep.field.mass_of(1);
  deep.pass(rig, -1.5, 1.5, -3.5);
  EXPECT_NEAR(deep.field.height(middle), -3.0, 1e-6) << "what lies below the layers stays";
  EXPECT_EQ(deep.field.added_mass(), -deep.taken);
  EXPECT_EQ(deep.ledger.of(Transfer::cut), deep.taken);
  // Each layer is loosened under its own name; their border is rounded to a milligram per column.
  const double columns = deep.field.columns() * deep.field.rows();
  EXPECT_GT(deep.ledger.of(Transfer::cut, 1), deep.ledger.of(Transfer::cut, 0));
  EXPECT_NEAR(static_cast<double>(sand - deep.field.mass_of(0)),
              static_cast<double>(deep.ledger.of(Transfer::cut, 0)), columns);
  EXPECT_NEAR(static_cast<double>(clay - deep.field.mass_of(1)),
              static_cast<double>(deep.ledger.of(Transfer::cut, 1)), columns);
}

TEST(Cutting, GoingBackOrBeingPutSomewhereTakesNothing) {
  for (const double degrees : {0.0, 30.0}) {
    Digging d(rough_field(6.0, 3));
    BladeRig rig;
    rig.direction = degrees * kDegree;
    EXPECT_EQ(d.pass(rig, 1.5, -1.5, -0.2), 0) << "back through bank and loose soil";
    EXPECT_EQ(d.move(rig.at(-1.0, -0.2), rig.at(0.5, -0.2)), 0) << "put there";
    EXPECT_EQ(d.move(rig.at(0.0, 3.0), rig.at(0.0, -0.2)), 0) << "dropped there";
    Blade broken = rig.at(0.0, -0.2);
    for (double* x : {&broken.edge.x(), &broken.normal.z(), &broken.along.x(), &broken.width}) {
      const double good = *x;
      for (const double bad :
           {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        *x = bad;
        EXPECT_EQ(d.move(rig.at(-0.1, -0.2), broken), 0);
        EXPECT_EQ(d.move(broken, rig.at(0.1, -0.2)), 0);
      }
      *x = good;
    }
    broken.width = 0.0;
    EXPECT_EQ(d.move(rig.at(-0.1, -0.2), broken), 0);
    EXPECT_EQ(d.move(rig.at(50.0, -0.2), rig.at(50.1, -0.2)), 0) << "off the site";
  }
}

TEST(Cutting, AnEdgeThatTremblesOrPassesAgainTakesNothingTwice) {
  for (const double degrees : {0.0, 30.0, 45.0}) {
    Digging d(level_field(8.0));
    BladeRig rig;
    rig.direction = degrees * kDegree;
    d.pass(rig, -2.0, 1.033, -0.2);
    const Milligrams first = d.taken;
    // 5 mm back and forth in the middle of a column, a thousand times. One way more is 5 mm of 3 m.
    for (int k = 0; k < 1000; ++k) {
      d.pass(rig, 1.033, 1.028, -0.2, 0.0025);
      d.pass(rig, 1.028, 1.033, -0.2, 0.0025);
    }
    EXPECT_LT(d.taken - first, first / 500) << degrees;
    // The same way again: the columns at the ends of the edge keep what stands beside it.
    const Milligrams before = d.taken;
    d.pass(rig, -2.0, 1.0, -0.2);
    EXPECT_LT(d.taken - before, first / 50) << degrees;
  }
}

TEST(Cutting, LooseSoilThatFellOnThePlateIsTakenOffIt) {
  Digging d(level_field(6.0));
  BladeRig rig;
  d.pass(rig, -1.5, 0.0, -0.2);
  // 0.3 m behind the edge the plate is at -0.2 + 0.3 tan 30° = -0.027.
  const ColumnPlace behind = d.field.column_at(-0.3, 0.0);
  d.field.add_loose(behind, 0, 4'000'000, d.field.loose_volume(0));
  const double plate = -0.2 + 0.3 * std::tan(30.0 * kDegree);
  ASSERT_GT(d.field.height(behind), plate);
  Digging back = d;
  EXPECT_EQ(back.move(rig.at(0.0, -0.2), rig.at(-0.001, -0.2)), 0) << "a plate that goes back";
  EXPECT_GT(d.move(rig.at(0.0, -0.2), rig.at(0.0, -0.2)), 0);
  EXPECT_NEAR(d.field.height(behind), plate, 1e-5);
  EXPECT_EQ(d.move(rig.at(0.0, -0.2), rig.at(0.0, -0.2)), 0) << "only once";

  // A plate that leans forward carries nothing.
  Digging leaning(level_field(6.0));
  rig.rake = 110.0 * kDegree;
  leaning.pass(rig, -1.5, 0.0, -0.2);
  leaning.field.add_loose(behind, 0, 4'000'000, leaning.field.loose_volume(0));
  EXPECT_EQ(leaning.move(rig.at(0.0, -0.2), rig.at(0.0, -0.2)), 0);
}

TEST(Cutting, AFlatPlateStillCutsWithItsEdge) {
  Digging d(level_field(6.0));
  BladeRig rig;
  rig.rake = 0.0;
  d.pass(rig, -1.5, 1.5, -0.1);
  EXPECT_NEAR(d.field.height(d.field.column_at(0.0, 0.0)), -0.1, 2e-6);
  // Face down it is a roof.
  Blade roof = rig.at(0.0, -0.2), next = rig.at(0.01, -0.2);
  roof.normal = next.normal = Vec3(0.0, 0.0, -1.0);
  EXPECT_EQ(d.move(roof, next), 0);
}

TEST(Cutting, ACopyGoesOnWithTheSameBits) {
  Digging d(rough_field(6.0, 11));
  BladeRig rig;
  rig.direction = 30.0 * kDegree;
  d.pass(rig, -1.5, 0.0, -0.1);
  Digging copy = d;
  d.pass(rig, 0.0, 1.5, -0.1);
  copy.pass(rig, 0.0, 1.5, -0.1);
  EXPECT_EQ(copy.field.hash(), d.field.hash());
  EXPECT_EQ(copy.ledger, d.ledger);
  EXPECT_EQ(copy.taken, d.taken);
}

}  // namespace
}  // namespace outrigger::soil
