/// Soil in the air falls freely and comes down where its parabola meets the ground, whatever the step. No
/// milligram is lost: in flight, on the ground, in a bed or off the site. Where it scatters is a function of the
/// state, and it never comes to lie higher than its energy could lift it.
#include "soil/flight.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <random>

#include "base/error.h"
#include "soil/columns.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;
using testing::level_field;
using testing::Surface;

constexpr double kFall = 9.81;

Parcel thrown(Milligrams mass, const Vec3& from, const Vec3& velocity, int soil = 0) {
  Parcel p;
  p.mass = mass;
  for (int k = 0; k < 3; ++k) p.position[k] = from[k], p.velocity[k] = velocity[k];
  p.soil = static_cast<std::uint16_t>(soil);
  p.specific_volume = 15000;
  return p;
}

double level_zero(double, double) { return 0.0; }

FlightSettings without_scatter() {
  FlightSettings s;
  s.scatter = 0.0;
  return s;
}

/// The column that has most of what a field received.
ColumnPlace fullest(const ColumnField& field) {
  ColumnPlace best;
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i)
      if (field.column({i, j}).loose > field.column(best).loose) best = {i, j};
  return best;
}

TEST(Flight, LandsWhereTheSteppedParabolaMeetsTheGround) {
  // The reference steps the motion by 10 µs until it is below the ground; in that time nothing here goes
  // farther than 0.1 mm. Level ground, so that the landing height does not depend on the step.
  std::mt19937 random(5);
  std::uniform_real_distribution<double> speed(-4.0, 4.0), height(0.2, 3.0);
  for (int sample = 0; sample < 40; ++sample) {
    const Vec3 from(0.3 * speed(random) / 4.0, 0.1, height(random));
    const Vec3 velocity(speed(random), speed(random), speed(random));
    Vec3 p = from, v = velocity;
    const double tiny = 1e-5;
    while (p.z() > 0.0) {
      p += v * tiny - Vec3(0.0, 0.0, 0.5 * kFall * tiny * tiny);
      v.z() -= kFall * tiny;
    }
    ColumnField start = level_field(16.0, 0.1, false);
    const ColumnPlace expected = start.column_at(p.x(), p.y());
    // On the border of two columns either is right.
    const Vec2 off = (Vec2(p.x(), p.y()) - start.place(expected)).cwiseAbs();
    if (off.maxCoeff() > 0.0495) continue;
    for (const double dt : {0.001, 0.004, 0.05, 5.0}) {
      ColumnField field = start;
      Ledger ledger(2);
      Flight flight(without_scatter());
      flight.launch(thrown(16'000, from, velocity), ledger);
      int steps = 0;
      while (flight.mass() > 0 && steps < 100000)
        flight.step(steps++, dt, field, ledger, level_zero);
      EXPECT_EQ(fullest(field), expected) << sample << " " << dt;
      EXPECT_EQ(field.added_mass(), 16'000);
    }
  }
}

TEST(Flight, ThePathIsTheParabolaToRounding) {
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Flight flight;
  flight.launch(thrown(1000, {0.0, 0.0, 100.0}, {1.0, -2.0, 5.0}), ledger);
  const double dt = 0.004;
  for (int k = 1; k <= 500; ++k) {
    flight.step(k, dt, field, ledger, level_zero);
    const Parcel& p = flight.state().parcels.at(0);
    const double t = dt * k;
    // 500 additions of numbers below 110.
    ASSERT_NEAR(p.position[0], t, 1e-11);
    ASSERT_NEAR(p.position[1], -2.0 * t, 1e-11);
    ASSERT_NEAR(p.position[2], 100.0 + 5.0 * t - 0.5 * kFall * t * t, 1e-11);
    ASSERT_NEAR(p.velocity[2], 5.0 - kFall * t, 1e-11);
  }
}

TEST(Flight, TheKernelGivesSixteenthsAndKeepsTheRest) {
  for (const Milligrams mass : {1, 15, 16, 17, 33, 999, 1'000'007}) {
    ColumnField field = level_field(4.0, 0.1, false);
    Ledger ledger(2);
    const Parcel p = thrown(mass, {0.0, 0.0, 0.0}, Vec3::Zero());
    EXPECT_EQ(spread_on(field, ledger, p, 0.0, 0.0), 0);
    EXPECT_EQ(field.added_mass(), mass);
    EXPECT_EQ(ledger.of(Transfer::land), mass);
    const ColumnPlace c = field.column_at(0.0, 0.0);
    const Milligrams part = mass / 16;
    EXPECT_EQ(field.column({c.i + 1, c.j + 1}).loose, part);
    EXPECT_EQ(field.column({c.i - 1, c.j}).loose, 2 * part);
    EXPECT_EQ(field.column(c).loose, mass - 12 * part);
  }
}

TEST(Flight, WhatMissesTheSiteLeavesIt) {
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  // On the corner column four of the nine are on the site: 4 + 2 + 2 + 1 sixteenths.
  EXPECT_EQ(spread_on(field, ledger, thrown(1600, {-2.0, -2.0, 0.0}, Vec3::Zero()), -2.0, -2.0),
            700);
  EXPECT_EQ(field.added_mass(), 900);
  EXPECT_EQ(ledger.of(Transfer::land), 900);
  EXPECT_EQ(ledger.of(Transfer::leave), 700);
  const double nan = std::numeric_limits<double>::quiet_NaN(), far = 1e300;
  for (const double x : {nan, far, -far, 2.2, std::numeric_limits<double>::infinity()}) {
    const Milligrams before = ledger.of(Transfer::leave);
    EXPECT_EQ(spread_on(field, ledger, thrown(100, {x, 0.0, 0.0}, Vec3::Zero()), x, 0.0), 100);
    EXPECT_EQ(ledger.of(Transfer::leave) - before, 100);
  }
  EXPECT_EQ(field.added_mass(), 900);
}

TEST(Flight, TheBookClosesInEveryStep) {
  // Two soils thrown in all directions over a site of which a part of them misses, with a bed that catches.
  ColumnField field = level_field(3.0, 0.1, false);
  Ledger ledger(2);
  Flight flight;
  std::mt19937 random(9);
  std::uniform_real_distribution<double> speed(-3.0, 3.0);
  Milligrams launched[2] = {}, caught = 0, ended = 0;
  const auto bed = [&](const Parcel& p, const Vec3& from, const Vec3& to) {
    if (!(from.x() > 0.5 && from.z() > 0.5 && to.z() <= 0.5)) return false;
    caught += p.mass;
    return true;
  };
  for (int k = 0; k < 3000; ++k) {
    for (int n = 0; n < 3; ++n) {
      const int soil = static_cast<int>(random() % 2);
      Parcel p = thrown(static_cast<Milligrams>(1 + random() % 100'000), {0.0, 0.0, 2.0},
                        {speed(random), speed(random), speed(random)}, soil);
      p.lip = static_cast<std::int32_t>(random() % 4);
      p.birth = k;
      launched[soil] += p.mass;
      flight.launch(p, ledger);
    }
    ended += flight.step(k, 0.004, field, ledger, level_zero, bed);
    ASSERT_LE(flight.state().parcels.size(), 256u);
    ASSERT_EQ(launched[0] + launched[1],
              flight.mass() + field.added_mass() + caught + ledger.of(Transfer::leave));
    ASSERT_EQ(ledger.of(Transfer::land), field.added_mass() + caught);
  }
  EXPECT_GT(caught, 0);
  EXPECT_GT(ledger.of(Transfer::leave), 0);
  EXPECT_GT(ledger.of(Transfer::rename), 0);
  EXPECT_GT(ended, 1000);
}

TEST(Flight, ASurplusJoinsWithoutLossOfMassMomentumOrPlace) {
  Ledger ledger(2);
  Flight flight;
  std::mt19937 random(2);
  std::uniform_real_distribution<double> number(-5.0, 5.0);
  Milligrams mass = 0, of_soil[2] = {};
  Vec3 moment = Vec3::Zero(), momentum = Vec3::Zero();
  double volume = 0.0;
  for (int k = 0; k < 2000; ++k) {
    Parcel p =
        thrown(static_cast<Milligrams>(1000 + random() % 1'000'000),
               {number(random), number(random), 10.0},
               {number(random), number(random), number(random)}, static_cast<int>(random() % 2));
    p.lip = static_cast<std::int32_t>(random() % 8);
    p.birth = 4 * k;  // none follows another
    p.specific_volume = static_cast<std::uint16_t>(12000 + random() % 8000);
    flight.launch(p, ledger);
    const auto m = static_cast<double>(p.mass);
    mass += p.mass, of_soil[p.soil] += p.mass;
    moment += m * Vec3(p.position[0], p.position[1], p.position[2]);
    momentum += m * Vec3(p.velocity[0], p.velocity[1], p.velocity[2]);
    volume += m * p.specific_volume;
  }
  EXPECT_EQ(flight.state().parcels.size(), 256u);
  EXPECT_EQ(flight.mass(), mass);
  Milligrams now[2] = {};
  Vec3 moment_now = Vec3::Zero(), momentum_now = Vec3::Zero();
  double volume_now = 0.0;
  for (const Parcel& p : flight.state().parcels) {
    const auto m = static_cast<double>(p.mass);
    now[p.soil] += p.mass;
    moment_now += m * Vec3(p.position[0], p.position[1], p.position[2]);
    momentum_now += m * Vec3(p.velocity[0], p.velocity[1], p.velocity[2]);
    volume_now += m * p.specific_volume;
  }
  // Sums of 2,000 numbers of size 5 m.
  const double scale = 1e-12 * static_cast<double>(mass) * 5.0;
  EXPECT_LT((moment_now - moment).cwiseAbs().maxCoeff(), 2.0 * scale);
  EXPECT_LT((momentum_now - momentum).cwiseAbs().maxCoeff(), scale);
  // Rounded by half a unit of 15,000 per joining, to both sides.
  EXPECT_NEAR(volume_now / volume, 1.0, 1e-4);
  // Two kinds: what one loses by name the other gains.
  EXPECT_EQ(now[0], of_soil[0] - ledger.of(Transfer::rename, 0) + ledger.of(Transfer::rename, 1));
  EXPECT_EQ(now[1], of_soil[1] - ledger.of(Transfer::rename, 1) + ledger.of(Transfer::rename, 0));
  EXPECT_GT(ledger.of(Transfer::rename), 0);
}

/// A bucket that empties over a second of 250 steps: a parcel every four steps, and nothing of its mass, momentum or
/// centre is lost by it.
TEST(Flight, WhatRunsOverALipJoinsTheParcelBefore) {
  ColumnField field = level_field(8.0, 0.1, false);
  for (const int join : {4, 10, 1, 0}) {
    FlightSettings settings;
    settings.join_steps = join, settings.most = 4096;
    Ledger ledger(2);
    Flight flight(settings), apart([] {
      FlightSettings s;
      s.join_steps = 0, s.most = 4096;
      return s;
    }());
    Ledger other(2);
    ColumnField ground = field, other_ground = field;
    for (int k = 0; k < 250; ++k) {
      for (int lip = 0; lip < 8; ++lip) {
        Parcel p = thrown(1000 + 37 * k, {0.1 * lip, 0.002 * k, 50.0}, {0.3, 0.1 * lip, -0.2});
        p.birth = k, p.lip = lip;
        flight.launch(p, ledger);
        apart.launch(p, other);
      }
      flight.step(k, 0.004, ground, ledger, level_zero);
      apart.step(k, 0.004, other_ground, other, level_zero);
    }
    const int every = join > 1 ? join : 1;
    EXPECT_EQ(flight.state().parcels.size(), 8u * static_cast<unsigned>((250 + every - 1) / every));
    ASSERT_EQ(apart.state().parcels.size(), 2000u);
    EXPECT_EQ(flight.mass(), apart.mass());
    EXPECT_EQ(ledger.of(Transfer::rename), 0);
    const auto sums = [](const Flight& f) {
      std::array<Vec3, 2> sum{Vec3::Zero(), Vec3::Zero()};
      for (const Parcel& p : f.state().parcels) {
        sum[0] += static_cast<double>(p.mass) * Vec3(p.position[0], p.position[1], p.position[2]);
        sum[1] += static_cast<double>(p.mass) * Vec3(p.velocity[0], p.velocity[1], p.velocity[2]);
      }
      return sum;
    };
    // They fall alike, so centre and momentum stay those of the parcels apart.
    const auto is = sums(flight), expected = sums(apart);
    const double scale = 1e-12 * static_cast<double>(apart.mass());
    EXPECT_LT((is[0] - expected[0]).cwiseAbs().maxCoeff(), 50.0 * scale) << join;
    EXPECT_LT((is[1] - expected[1]).cwiseAbs().maxCoeff(), 10.0 * scale) << join;
  }
}

TEST(Flight, OnlySoilOfOneKindFromOneLipJoinsBelowTheMost) {
  Ledger ledger(2);
  Flight flight;
  const auto launch = [&](int soil, int lip, std::int64_t birth) {
    Parcel p = thrown(1000, {0.0, 0.0, 1.0}, Vec3::Zero(), soil);
    p.lip = lip, p.birth = birth;
    flight.launch(p, ledger);
    return flight.state().parcels.size();
  };
  EXPECT_EQ(launch(0, 0, 10), 1u);
  EXPECT_EQ(launch(0, 1, 10), 2u) << "another lip";
  EXPECT_EQ(launch(0, 0, 13), 2u) << "within four steps";
  EXPECT_EQ(launch(0, 0, 14), 3u) << "four steps after the first of them";
  EXPECT_EQ(launch(1, 0, 15), 4u) << "another soil";
  EXPECT_EQ(launch(1, 0, 12), 5u) << "time went back";
  EXPECT_EQ(ledger.of(Transfer::rename), 0);
  EXPECT_EQ(flight.mass(), 6000);
  EXPECT_EQ(flight.state().parcels[0].birth, 10);
}

TEST(Flight, NamesOnTheGroundCloseToo) {
  // Sand and clay rain on the same columns: mass of a kind = landed - renamed from it + renamed to it.
  ColumnField field = level_field(3.0, 0.1, false);
  Ledger ledger(2);
  std::mt19937 random(4);
  for (int k = 0; k < 500; ++k) {
    const Parcel p = thrown(static_cast<Milligrams>(1 + random() % 100'000), Vec3::Zero(),
                            Vec3::Zero(), static_cast<int>(random() % 2));
    spread_on(field, ledger, p, 0.0, 0.0);
  }
  for (const int s : {0, 1})
    EXPECT_EQ(field.mass_of(s), ledger.of(Transfer::land, s) - ledger.of(Transfer::rename, s) +
                                    ledger.of(Transfer::rename, 1 - s));
}

TEST(Flight, ScattersByItsDeviateAndByTheState) {
  // Place of a column's mass: deviate, rounding to a cell (a²/12) and kernel (a²/2) add their variances.
  // 4,000 parcels: the standard error of the variance is 2.2 %, of the mean 1.4 mm.
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Flight flight;
  for (int k = 0; k < 4000; ++k) {
    flight.launch(thrown(16'000, {0.02, -0.03, 0.001}, {0.0, 0.0, -1.0}), ledger);
    flight.step(k, 0.004, field, ledger, level_zero);
  }
  ASSERT_EQ(field.added_mass(), 4000 * 16'000);
  double n = 0.0, x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i) {
      const auto m = static_cast<double>(field.column({i, j}).loose);
      const Vec2 p = field.place({i, j});
      n += m, x += m * p.x(), y += m * p.y();
      xx += m * p.x() * p.x(), yy += m * p.y() * p.y(), xy += m * p.x() * p.y();
    }
  x /= n, y /= n;
  const double variance = 0.05 * 0.05 + 0.01 / 12.0 + 0.01 / 2.0;
  EXPECT_NEAR(x, 0.02, 0.006);
  EXPECT_NEAR(y, -0.03, 0.006);
  EXPECT_NEAR((xx / n - x * x) / variance, 1.0, 0.08);
  EXPECT_NEAR((yy / n - y * y) / variance, 1.0, 0.08);
  EXPECT_NEAR((xy / n - x * y) / variance, 0.0, 0.06);
}

TEST(Flight, ParcelsThatLandTogetherScatterApart) {
  // In one step, at one place: with one deviate for all they would lie on nine columns.
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Flight flight;
  for (int k = 0; k < 200; ++k) {
    Parcel p = thrown(16'000, {0.0, 0.0, 0.001}, {0.0, 0.0, -1.0});
    p.lip = k;
    flight.launch(p, ledger);
  }
  EXPECT_EQ(flight.step(0, 0.004, field, ledger, level_zero), 200);
  int columns = 0;
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i) columns += field.column({i, j}).loose > 0 ? 1 : 0;
  EXPECT_GE(columns, 16);
}

TEST(Flight, ACopyGoesOnWithTheSameBits) {
  const auto run = [](ColumnField& field, Ledger& ledger, Flight& flight, int from, int to) {
    for (int k = from; k < to; ++k) {
      const double a = 0.37 * (k % 17);
      Parcel p = thrown(40'000 + k, {0.0, 0.0, 1.5}, {a - 2.0, 1.0 - 0.3 * a, 0.5}, k / 16 % 2);
      p.birth = k;
      flight.launch(p, ledger);
      flight.step(k, 0.004, field, ledger, level_zero);
    }
  };
  ColumnField field = level_field(4.0, 0.1, false);
  Ledger ledger(2);
  Flight flight;
  run(field, ledger, flight, 0, 700);
  ColumnField other_field = field;
  Ledger other_ledger = ledger;
  Flight other;
  other.launch(thrown(5, {0.0, 0.0, 1.0}, Vec3::Zero()), other_ledger);  // forgotten
  other.set_state(flight.state());
  run(field, ledger, flight, 700, 1500);
  run(other_field, other_ledger, other, 700, 1500);
  EXPECT_EQ(other_field.hash(), field.hash());
  EXPECT_EQ(other_ledger, ledger);
  EXPECT_EQ(other.state(), flight.state());
}

TEST(Flight, DoesNotLandHigherThanItsEnergyLiftsIt) {
  // At the foot of a wall of 2 m, on whose columns deviate and kernel would put a part.
  const auto wall =
      std::make_shared<Surface>([](double x, double) { return x > 0.0 ? 2.0 : 0.0; }, -1);
  FieldSettings s;
  s.x_min = s.y_min = -2.0, s.x_max = s.y_max = 2.0;
  s.soils = {testing::dry_sand(), testing::clay()};
  ColumnField field(s, wall);
  Ledger ledger(2);
  Flight flight;
  for (int k = 0; k < 300; ++k) {
    flight.launch(thrown(16'000, {-0.03, 0.0, 1.0}, {0.0, 0.0, -3.0}), ledger);
    for (int n = 0; n < 200 && flight.mass() > 0; ++n)
      flight.step(200 * k + n, 0.004, field, ledger,
                  [](double x, double) { return x > 0.05 ? 2.0 : 0.0; });
  }
  EXPECT_EQ(field.added_mass(), 300 * 16'000);
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i)
      if (field.place({i, j}).x() > 0.01) {
        ASSERT_EQ(field.column({i, j}).loose, 0) << i << " " << j;
      }

  // At rest on a slope it goes to columns that are not higher.
  ColumnField slope(s, std::make_shared<Surface>([](double x, double) { return 0.5 * x; }, -1));
  spread_on(slope, ledger, thrown(1600, {0.0, 0.0, 0.0}, Vec3::Zero()), 0.0, 0.0);
  const ColumnPlace c = slope.column_at(0.0, 0.0);
  EXPECT_EQ(slope.column({c.i + 1, c.j}).loose, 0);
  EXPECT_EQ(slope.column({c.i - 1, c.j}).loose, 200);
  EXPECT_EQ(slope.added_mass(), 1600);
}

TEST(Flight, RefusesAndContainsWhatCannotBe) {
  FlightSettings s;
  s.most = 0;
  EXPECT_THROW(Flight{s}, Error);
  s = {};
  s.gravity = 0.0;
  EXPECT_THROW(Flight{s}, Error);
  s = {};
  s.join_steps = -1;
  EXPECT_THROW(Flight{s}, Error);
  s = {};
  s.scatter = -1.0;
  EXPECT_THROW(Flight{s}, Error);
  ColumnField field = level_field(3.0, 0.1, false);
  Ledger ledger(2);
  Flight flight;
  FlightState state;
  state.parcels.resize(257, thrown(1, Vec3::Zero(), Vec3::Zero()));
  EXPECT_THROW(flight.set_state(state), Error);
  state.parcels.resize(1);
  state.parcels[0].mass = -5;
  EXPECT_THROW(flight.set_state(state), Error);
  state.parcels[0].mass = 5, state.parcels[0].specific_volume = 0;
  EXPECT_THROW(flight.set_state(state), Error);

  const double nan = std::numeric_limits<double>::quiet_NaN();
  flight.launch(thrown(0, Vec3::Zero(), Vec3::Zero()), ledger);
  flight.launch(thrown(-7, Vec3::Zero(), Vec3::Zero()), ledger);
  flight.launch(thrown(70, {nan, 0.0, 0.0}, Vec3::Zero()), ledger);
  EXPECT_EQ(flight.mass(), 0);
  EXPECT_EQ(ledger.of(Transfer::leave), 70);
  flight.launch(thrown(30, {0.0, 0.0, 1.0}, {1e308, 0.0, 0.0}), ledger);
  EXPECT_EQ(flight.step(0, nan, field, ledger, level_zero), 0) << "no step";
  EXPECT_EQ(flight.step(0, -1.0, field, ledger, level_zero), 0);
  EXPECT_EQ(flight.mass(), 30);
  flight.step(0, 1e3, field, ledger, level_zero);
  EXPECT_EQ(flight.mass(), 0);
  EXPECT_EQ(ledger.of(Transfer::leave), 100) << "beyond all numbers";
}

}  // namespace
}  // namespace outrigger::soil
