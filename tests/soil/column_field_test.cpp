/// Columns hold whole numbers of mass; copies share what neither has written; nothing is lost.
#include "soil/column_field.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "soil/columns.h"
#include "support/field_coverage.h"

namespace outrigger::soil {
namespace {

using testing::level_field;

constexpr Milligrams kKilogram = 1'000'000;

TEST(ColumnField, UntouchedGroundIsTheSites) {
  const ColumnField field = level_field(10.0, 0.1, true, 2.5);
  const ColumnPlace c = field.column_at(1.23, -3.21);
  EXPECT_EQ(field.height(c), 2.5);
  EXPECT_EQ(field.bank_height(c), 2.5);
  EXPECT_EQ(field.bank_soil(c), 0);
  EXPECT_EQ(field.block_count(), 0u);
  EXPECT_EQ(field.hash(), 0u) << "nothing was touched";
  // 1 m of sand over 2 m of clay under 0.01 m².
  EXPECT_EQ(field.column(c).bank, (1600 + 2 * 2020) * kKilogram / 100);
  EXPECT_NEAR((field.place(c) - Vec2(1.23, -3.21)).cwiseAbs().maxCoeff(), 0.03, 0.02);
}

TEST(ColumnField, DiggingGoesThroughLayersAndSwells) {
  ColumnField field = level_field(4.0);
  const ColumnPlace c = field.column_at(0.0, 0.0);
  Milligrams of[2] = {0, 0};
  field.loosen(c, -1.5, [&](int soil, Milligrams mass) { of[soil] += mass; });
  EXPECT_NEAR(static_cast<double>(of[0]), 16.0 * kKilogram, 2);
  EXPECT_NEAR(static_cast<double>(of[1]), 10.1 * kKilogram, 2);
  EXPECT_NEAR(field.bank_height(c), -1.5, 1e-7);
  EXPECT_EQ(field.bank_soil(c), 1);
  field.add_loose(c, 0, of[0], field.loose_volume(0));
  EXPECT_NEAR(field.height(c), -1.5 + 1600.0 / 1420.0, 1e-4) << "swollen by its loose density";
  // Below all layers nothing can be cut.
  field.loosen(c, -9.0, [&](int soil, Milligrams mass) { of[soil] += mass; });
  EXPECT_NEAR(field.bank_height(c), -3.0, 1e-7);
  EXPECT_EQ(field.column(c).bank, 0);
  EXPECT_EQ(field.bank_soil(c), -1);
  EXPECT_EQ(of[0] + of[1], (1600 + 2 * 2020) * kKilogram / 100) << "to the milligram";
}

TEST(ColumnField, MixturesKeepMassAndVolumeAndTakeTheLargerName) {
  ColumnField field = level_field(4.0);
  const ColumnPlace c = field.column_at(0.5, 0.5);
  EXPECT_EQ(field.add_loose(c, 0, 3 * kKilogram, field.loose_volume(0)), 0);
  EXPECT_EQ(field.add_loose(c, 1, kKilogram, field.loose_volume(1)), kKilogram);
  EXPECT_EQ(field.column(c).loose_soil, 0);
  EXPECT_NEAR(field.loose_depth(c), (3.0 / 1420.0 + 1.0 / 1660.0) / 0.01, 1e-4);
  EXPECT_EQ(field.add_loose(c, 1, 10 * kKilogram, field.loose_volume(1)), 4 * kKilogram);
  EXPECT_EQ(field.column(c).loose_soil, 1);
  EXPECT_EQ(field.take_loose(c, 100 * kKilogram), 14 * kKilogram);
  EXPECT_EQ(field.loose_depth(c), 0.0);
}

TEST(ColumnField, CopiesShareUntilWritten) {
  ColumnField field = level_field(20.0);
  const ColumnPlace a = field.column_at(-5.0, -5.0), b = field.column_at(5.0, 5.0);
  field.add_loose(a, 0, kKilogram, field.loose_volume(0));
  field.add_loose(b, 0, kKilogram, field.loose_volume(0));
  const std::uint64_t before = field.hash();
  const ColumnField saved = field;
  EXPECT_EQ(saved.hash(), before);
  field.add_loose(a, 0, kKilogram, field.loose_volume(0));
  EXPECT_NE(field.hash(), before);
  EXPECT_EQ(saved.hash(), before);
  EXPECT_EQ(saved.column(a).loose, kKilogram);
  EXPECT_EQ(field.column(a).loose, 2 * kKilogram);
  field = saved;
  EXPECT_EQ(field.hash(), before);
  EXPECT_EQ(field.column(a).loose, kKilogram);
}

/// The hash sees every number of every column, and which are active.
TEST(ColumnField, EveryNumberIsInTheHash) {
  ColumnField field = level_field(4.0);
  field.add_loose({0, 0}, 0, kKilogram, field.loose_volume(0));
  std::vector<std::uint64_t> seen{field.hash()};
  const auto look = [&](const ColumnField& f) {
    const std::uint64_t h = f.hash();
    EXPECT_EQ(std::find(seen.begin(), seen.end(), h), seen.end());
    seen.push_back(h);
  };
  for (int k = 0; k < kBlockColumns; ++k) {
    const ColumnPlace c{k % kBlock, k / kBlock};
    const auto changed = [&](auto change) {
      ColumnField f = field;
      Column column = f.column(c);
      change(column);
      f.set(c, column);
      look(f);
    };
    changed([](Column& s) { ++s.bank; });
    changed([](Column& s) { ++s.loose; });
    changed([](Column& s) { ++s.specific_volume; });
    changed([](Column& s) { ++s.past_pressure; });
    changed([](Column& s) { ++s.loose_soil; });
    changed([](Column& s) { s.moving = 1; });
    ColumnField f = field;
    f.activate(c);
    look(f);
    f.deactivate(c);
    EXPECT_EQ(f.hash(), seen.front());
  }
  // Two columns that change places.
  field.add_loose({3, 3}, 0, 2 * kKilogram, field.loose_volume(0));
  ColumnField other = level_field(4.0);
  other.add_loose({0, 0}, 0, 2 * kKilogram, field.loose_volume(0));
  other.add_loose({3, 3}, 0, kKilogram, field.loose_volume(0));
  EXPECT_NE(other.hash(), field.hash());
  // What the site had below a touched block belongs to it.
  ColumnField higher = level_field(4.0, 0.1, true, 0.5);
  higher.add_loose({0, 0}, 0, kKilogram, field.loose_volume(0));
  look(higher);
}

TEST(ColumnField, PressureIsForgottenByDiggingAndThinnedByDumping) {
  ColumnField field = level_field(4.0);
  const ColumnPlace c = field.column_at(0.0, 0.0);
  const auto press = [&] {
    Column column = field.column(c);
    column.past_pressure = 200;
    field.set(c, column);
  };
  press();
  // 0.5 m of loose sand on 0.01 m²: as much as the depth that counts, so half of it.
  field.add_loose(c, 0, 7'100'000, field.loose_volume(0));
  EXPECT_EQ(field.column(c).past_pressure, 100);
  EXPECT_EQ(field.take_loose(c, 100), 100);
  EXPECT_EQ(field.column(c).past_pressure, 0);
  press();
  field.loosen(c, 0.5, [](int, Milligrams) { FAIL() << "above the bank"; });
  EXPECT_EQ(field.column(c).past_pressure, 200) << "nothing was cut";
  field.loosen(c, -0.1, [](int, Milligrams) {});
  EXPECT_EQ(field.column(c).past_pressure, 0);
}

TEST(ColumnField, ActiveColumnsComeInTurnFromTheCursor) {
  ColumnField field = level_field(60.0);
  Random random(7);
  std::vector<ColumnPlace> all;
  for (int k = 0; k < 300; ++k) {
    const ColumnPlace c = field.column_at(random.uniform(-29.0, 29.0), random.uniform(-29.0, 29.0));
    if (!field.active(c)) all.push_back(c);
    field.activate(c);
  }
  EXPECT_EQ(field.active_count(), static_cast<std::int64_t>(all.size()));
  std::vector<ColumnPlace> some, seen;
  std::int64_t cursor = 0;
  while (seen.size() < all.size()) {
    cursor = field.collect_active(cursor, 37, some);
    ASSERT_FALSE(some.empty());
    for (const ColumnPlace& c : some) {
      EXPECT_TRUE(field.active(c));
      field.deactivate(c);
      seen.push_back(c);
    }
  }
  EXPECT_EQ(field.active_count(), 0);
  field.collect_active(cursor, 37, some);
  EXPECT_TRUE(some.empty());
}

TEST(ColumnField, RandomWorkKeepsTheMass) {
  ColumnField field = level_field(12.0);
  Random random(3);
  Milligrams given = 0;
  for (int k = 0; k < 20000; ++k) {
    const ColumnPlace c = field.column_at(random.uniform(-6.0, 6.0), random.uniform(-6.0, 6.0));
    const auto mass = static_cast<Milligrams>(random.uniform(0.0, 5e6));
    switch (static_cast<int>(random.uniform(0.0, 3.0))) {
      case 0:
        field.add_loose(c, k % 2, mass, field.loose_volume(k % 2));
        given += mass;
        break;
      case 1:
        given -= field.take_loose(c, mass);
        break;
      default: {
        Milligrams cut[2] = {0, 0};
        field.loosen(c, field.bank_height(c) - 0.02,
                     [&](int soil, Milligrams m) { cut[soil] += m; });
        for (int s = 0; s < 2; ++s) field.add_loose(c, s, cut[s], field.loose_volume(s));
      }
    }
    if (k % 1000 == 0) {
      ASSERT_EQ(field.added_mass(), given) << k;
    }
  }
  EXPECT_EQ(field.added_mass(), given);
}

TEST(ColumnField, MemoryPerTouchedColumnIsBounded) {
  ColumnField field = level_field(12.8);
  for (int i = 0; i < 128; ++i)
    for (int j = 0; j < 128; ++j) field.add_loose({i, j}, 0, 1, field.loose_volume(0));
  EXPECT_LE(static_cast<double>(field.bytes()) / (128.0 * 128.0), 64.0);
}

TEST(ColumnField, FieldsOfAColumnAreAllListed) {
  EXPECT_TRUE(outrigger::testing::field_gaps(Column{}).empty());
}

TEST(ColumnField, RefusesWhatNoSoilIs) {
  const auto message = [](auto change) {
    FieldSettings s = level_field(4.0).settings();
    change(s);
    try {
      ColumnField field(s,
                        std::make_shared<testing::Surface>([](double, double) { return 0.0; }, 0));
      return std::string("accepted");
    } catch (const Error& e) {
      return std::string(e.what());
    }
  };
  EXPECT_EQ(message([](FieldSettings& s) { s.soils[0].density_bank = -1.0; }),
            "soil 'dry_sand': density_bank of -1 is not allowed: 400 to 5000 kg/m3");
  EXPECT_EQ(message([](FieldSettings& s) { s.soils[1].repose_angle = 1.7; }).substr(0, 27),
            "soil 'clay': repose_angle o");
  EXPECT_EQ(message([](FieldSettings& s) { s.cell = 2.0; }),
            "cells of 2 m are not allowed: 0.05 to 0.5 m");
  EXPECT_NE(message([](FieldSettings& s) { s.x_max = 1e5; }), "accepted");
  EXPECT_NE(message([](FieldSettings& s) { s.strata[0].layers[0].thickness = 0.0; }), "accepted");
  EXPECT_NE(message([](FieldSettings& s) { s.soils[0].density_loose = 2000.0; }), "accepted");
}

}  // namespace
}  // namespace outrigger::soil
