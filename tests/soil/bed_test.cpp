/// Soil on a bed is never lost, heaps and slides as gravity says in any pose, goes over walls and out of open
/// ones and no other way: axle loads, the book of soil and what falls off depend on each of these.
#include "soil/bed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "base/fields.h"
#include "base/random.h"
#include "base/thread_seconds.h"
#include "soil/columns.h"
#include "support/allocation_counter.h"
#include "support/samples.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;

/// The loading box of the worksite's truck, around the middle of its floor.
BedShape truck_box() {
  BedShape s;
  s.x_min = -2.3, s.x_max = 2.3, s.y_min = -1.15, s.y_max = 1.15;
  s.floor = 0.4;
  s.front = s.rear = s.left = s.right = 1.0;
  return s;
}

Bed truck_bed(const BedSettings& settings = {}) {
  return Bed(truck_box(), {testing::dry_sand(), testing::clay()}, settings);
}

Soil sand_of_repose(double repose, double start) {
  Soil s = testing::dry_sand();
  s.repose_angle = repose, s.start_angle = start, s.steel_friction = repose;
  return s;
}

std::uint16_t bed_units(double density) {
  return static_cast<std::uint16_t>(std::lround(1.0 / (density * kVolumeUnit)));
}
Milligrams bed_mass(double volume, std::uint16_t units) {
  return static_cast<Milligrams>(volume / (units * kVolumeUnit) * kMilligramsPerKilogram);
}
const std::uint16_t kBedSand = bed_units(1420.0), kBedClay = bed_units(1660.0);

/// The bed leans down towards its rear by `pitch`, and to its right by `roll`.
BedPose leaning(double pitch, double roll = 0.0) {
  BedPose pose;
  pose.up =
      Vec3(std::sin(pitch), std::cos(pitch) * std::sin(roll), std::cos(pitch) * std::cos(roll));
  return pose;
}
BedPose tipped(double pitch) {
  BedPose pose = leaning(pitch);
  pose.rear_open = true;
  return pose;
}

/// Gives every column the same depth, by the state: nothing has slid yet.
void lay_level(Bed& bed, double depth, int soil = 0) {
  BedState s = bed.state();
  const std::uint16_t units = soil == 0 ? kBedSand : kBedClay;
  const BedShape& box = bed.shape();
  const double area = (box.x_max - box.x_min) * (box.y_max - box.y_min);
  const Milligrams each = bed_mass(depth * area, units) / (bed.columns() * bed.rows());
  for (BedColumn& c : s.columns) c = {each, units, static_cast<std::uint16_t>(soil), 0};
  bed.set_state(s);
}

struct BedRest {
  Milligrams left = 0;
  int updates = 0;
};

/// Until nothing moves; `on` sees what leaves.
template <class On>
BedRest bed_to_rest(Bed& bed, const BedPose& pose, const On& on) {
  BedRest rest;
  do {
    for (const BedSpill& s : bed.update(pose)) {
      rest.left += s.mass;
      on(s);
    }
    if (++rest.updates > 200'000) {
      ADD_FAILURE() << "does not come to rest";
      break;
    }
  } while (bed.active_count() > 0);
  return rest;
}
BedRest bed_to_rest(Bed& bed, const BedPose& pose) {
  return bed_to_rest(bed, pose, [](const BedSpill&) {});
}

/// The body turns slowly from one lean to another, as a tipping bed does.
Milligrams tip_slowly(Bed& bed, double from, double to, bool open) {
  Milligrams left = 0;
  const int turns = static_cast<int>(std::ceil(std::abs(to - from) / (0.5 * kDegree)));
  for (int k = 0; k <= turns; ++k) {
    BedPose pose = leaning(from + (to - from) * k / turns);
    pose.rear_open = open;
    left += bed_to_rest(bed, pose).left;
  }
  return left;
}

TEST(Bed, MassIsExactOverRandomAddsTiltsAndOpenings) {
  Random random(31);
  std::int64_t renames = 0, spills = 0, beside = 0;
  for (int turn = 0; turn < samples(200); ++turn) {
    Soil mud = testing::clay();
    mud.repose_angle = 10.0 * kDegree, mud.start_angle = 12.0 * kDegree;
    BedSettings settings;
    settings.most = 1 + static_cast<int>(random.integer(400));
    Bed bed(truck_box(), {testing::dry_sand(), testing::clay(), mud}, settings);
    std::array<Milligrams, 3> book{};
    const auto rename = [&] {
      for (const Renamed& r : bed.renamed()) {
        ASSERT_GT(r.mass, 0);
        ASSERT_NE(r.from, r.to);
        book[static_cast<std::size_t>(r.from)] -= r.mass;
        book[static_cast<std::size_t>(r.to)] += r.mass;
        ++renames;
      }
    };
    BedPose pose;
    for (int k = 0; k < 60; ++k) {
      for (std::uint64_t n = random.integer(4); n > 0; --n) {
        const auto soil = static_cast<int>(random.integer(3));
        const auto mass = static_cast<Milligrams>(random.uniform(-1.0, 300.0) * 1e6);
        const Milligrams out = bed.add(random.uniform(-2.5, 2.5), random.uniform(-1.3, 1.3), soil,
                                       mass, bed_units(random.uniform(900.0, 2000.0)));
        if (mass > 0) {
          ASSERT_GE(out, 0);
          ASSERT_LE(out, mass);
          book[static_cast<std::size_t>(soil)] += mass - out;
          beside += out > 0 ? 1 : 0;
        }
        rename();
      }
      const bool any_way = random.integer(20) == 0;
      pose.up += 0.1 * Vec3(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), 0.0);
      if (any_way)
        pose.up = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      pose.front_open = random.integer(9) == 0, pose.rear_open = random.integer(4) == 0;
      pose.left_open = random.integer(9) == 0, pose.right_open = random.integer(9) == 0;
      pose.shaken = random.integer(8) == 0;
      for (const BedSpill& s : bed.update(pose)) {
        ASSERT_GT(s.mass, 0);
        ASSERT_GT(s.specific_volume, 0);
        ASSERT_TRUE(s.place.allFinite());
        book[static_cast<std::size_t>(s.soil)] -= s.mass;
        ++spills;
      }
      rename();
      for (int soil = 0; soil < 3; ++soil)
        ASSERT_EQ(bed.mass_of(soil), book[static_cast<std::size_t>(soil)]) << turn << " " << k;
      ASSERT_EQ(bed.mass(), book[0] + book[1] + book[2]);
      for (const BedColumn& c : bed.state().columns) ASSERT_GE(c.mass, 0);
      Bed other = bed;
      ASSERT_NO_THROW(other.set_state(bed.state()));
      if (any_way) pose.up = Vec3::UnitZ();
    }
  }
  EXPECT_GT(renames, samples(200));
  EXPECT_GT(spills, samples(200));
  EXPECT_GT(beside, samples(200));
}

TEST(Bed, TheSmallerShareLosesItsName) {
  BedShape one;
  one.x_max = one.y_max = one.cell = 0.5;
  one.front = one.rear = one.left = one.right = 1.0;
  Bed bed(one, {testing::dry_sand(), testing::clay()});
  EXPECT_EQ(bed.add(0.2, 0.2, 0, 100, kBedSand), 0);
  EXPECT_EQ(bed.mass(), 100) << "one column, all shares stay inside the walls";
  Milligrams sand = 100, clay = 0;
  for (const Milligrams more : {40, 60, 281}) {
    EXPECT_EQ(bed.add(0.2, 0.2, 1, more, kBedClay), 0);
    clay += more;
    for (const Renamed& r : bed.renamed()) {
      Milligrams& from = r.from == 0 ? sand : clay;
      Milligrams& to = r.to == 0 ? sand : clay;
      from -= r.mass, to += r.mass;
    }
    EXPECT_EQ(bed.mass_of(0), sand);
    EXPECT_EQ(bed.mass_of(1), clay);
  }
  EXPECT_EQ(bed.mass_of(1), 481) << "at last there is more clay";
}

/// The surface between the middles of columns.
double surface_between(const Bed& bed, double x, double y) {
  const double dx = bed.x(1) - bed.x(0), dy = bed.y(1) - bed.y(0);
  double u = (x - bed.x(0)) / dx, v = (y - bed.y(0)) / dy;
  const int i = static_cast<int>(u), j = static_cast<int>(v);
  u -= i, v -= j;
  return (1 - u) * ((1 - v) * bed.height(i, j) + v * bed.height(i, j + 1)) +
         u * ((1 - v) * bed.height(i + 1, j) + v * bed.height(i + 1, j + 1));
}

/// Angle against gravity of the flank of a heap poured on the middle, along a direction in the horizontal
/// plane: a line through the surface between a quarter and three quarters of its height, in the vertical plane
/// through the top.
double flank_angle(const Bed& bed, const Vec3& up, double angle) {
  // Horizontal unit vectors, as seen from the body.
  const Vec3 e1 = (Vec3::UnitX() - up.x() * up).normalized(), e2 = up.cross(e1);
  const Vec3 ahead = std::cos(angle) * e1 + std::sin(angle) * e2;
  const Vec3 top(0.0, 0.0, surface_between(bed, 0.0, 0.0));
  const auto above = [&](double r, double z) {
    const Vec3 p = top + r * ahead + z * up;
    return p.z() - surface_between(bed, p.x(), p.y());
  };
  // Distances and heights down to where the floor begins.
  std::vector<std::array<double, 2>> profile;
  for (double r = 0.0; r < 4.0; r += 0.01) {
    double high = 0.2;
    while (high > -3.0 && above(r, high - 0.01) > 0.0) high -= 0.01;
    double low = high - 0.01;
    for (int k = 0; k < 30; ++k)
      (above(r, 0.5 * (low + high)) > 0.0 ? high : low) = 0.5 * (low + high);
    const Vec3 p = top + r * ahead + high * up;
    if (p.z() < bed.shape().floor + 0.02) break;
    profile.push_back({r, high});
  }
  const double lowest = profile.back()[1];
  double n = 0.0, r_sum = 0.0, z_sum = 0.0, rr = 0.0, rz = 0.0;
  for (const auto& [r, z] : profile) {
    if (z > 0.25 * lowest || z < 0.75 * lowest) continue;
    n += 1.0, r_sum += r, z_sum += z, rr += r * r, rz += r * z;
  }
  return std::atan(-(n * rz - r_sum * z_sum) / (n * rr - r_sum * r_sum)) / kDegree;
}

/// 10 m³ of sand on the middle of a flat square without walls, so slowly that it never towers up.
Bed poured_heap(const BedPose& pose) {
  BedShape square;
  // A column stands on the middle.
  square.x_min = square.y_min = -6.05, square.x_max = square.y_max = 6.05;
  Bed bed(square, {testing::dry_sand()});
  const Milligrams all = bed_mass(10.0, kBedSand);
  for (int k = 0; k < 2000; ++k) {
    EXPECT_EQ(bed.add(0.0, 0.0, 0, all / 2000, kBedSand), 0);
    for (int wait = 0; wait < 20; ++wait) bed.update(pose);
  }
  bed_to_rest(bed, pose);
  EXPECT_EQ(bed.mass(), all / 2000 * 2000) << "to the milligram";
  return bed;
}

TEST(Bed, HeapOnALevelBedIsAConeOfItsAngleInAllDirections) {
  const Bed bed = poured_heap({});
  double least = 90.0, most = 0.0;
  for (double degrees = 0.0; degrees < 360.0; degrees += 7.5) {
    const double is = flank_angle(bed, Vec3::UnitZ(), degrees * kDegree);
    EXPECT_NEAR(is, 34.0, 1.0) << degrees;
    least = std::min(least, is), most = std::max(most, is);
  }
  printf("flanks of a level heap: %.2f to %.2f degrees\n", least, most);
  const double top = surface_between(bed, 0.0, 0.0) - bed.shape().floor;
  EXPECT_NEAR(top, std::cbrt(10.0 * 3.0 * std::pow(std::tan(34.0 * kDegree), 2) / M_PI), 0.12);
}

/// On a leaning bed the flanks have the same angle against gravity. A column stops at repose or up to the aim
/// (1.25°) below it; 0.75° more are left to the grid, whose cells are no squares when seen from above.
TEST(Bed, HeapOnALeaningBedStandsAtItsAngleAgainstGravity) {
  for (const BedPose& pose : {leaning(12.0 * kDegree), leaning(0.0, -15.0 * kDegree),
                              leaning(12.0 * kDegree, 12.0 * kDegree)}) {
    const Bed bed = poured_heap(pose);
    double least = 90.0, most = 0.0;
    for (double degrees = 0.0; degrees < 360.0; degrees += 7.5) {
      const double is = flank_angle(bed, pose.up, degrees * kDegree);
      EXPECT_NEAR(is, 34.0, 2.0) << degrees;
      least = std::min(least, is), most = std::max(most, is);
    }
    printf("flanks of a heap on a leaning bed: %.2f to %.2f degrees\n", least, most);
  }
}

/// What a box of 4.6 × 2.3 × 1.0 m holds with a roof of slope t on it:
///   V = L W H + t (L W²/4 - W³/12)
/// The slope at rest may be a degree off; that is 1 % of the whole at 1:2 (ISO 6483), and of a struck load too.
double heaped_volume(double t) {
  return 4.6 * 2.3 + t * (4.6 * 2.3 * 2.3 / 4.0 - std::pow(2.3, 3) / 12.0);
}

TEST(Bed, StruckAndHeapedVolumeOfATruck) {
  const double half = std::atan(0.5);
  for (const double repose : {2.0 * kDegree, half}) {
    Bed bed(truck_box(), {sand_of_repose(repose, repose + 0.5 * kDegree)});
    lay_level(bed, 0.95);
    Milligrams in = bed.mass(), out = 0;
    // More than it holds: everywhere, as a ridge alone leaves the corners empty, then along the ridge of the
    // roof; in thin layers, as towers would run out further.
    const auto land = [&](double x, double y, double volume) {
      const Milligrams more = bed_mass(volume, kBedSand);
      in += more;
      out += bed.add(x, y, 0, more, kBedSand);
    };
    for (int k = 0; k < 60; ++k) {
      for (int i = 0; i < bed.columns(); ++i)
        for (int j = 0; j < bed.rows(); ++j) land(bed.x(i), bed.y(j), 0.06 / (46 * 23));
      out += bed_to_rest(bed, {}).left;
    }
    for (int k = 0; k < 80; ++k) {
      for (int a = 0; a < 24; ++a) land(-1.15 + 0.1 * a, 0.0, 0.015 / 24.0);
      out += bed_to_rest(bed, {}).left;
    }
    EXPECT_GT(out, 0) << "it is full";
    EXPECT_EQ(bed.mass() + out, in);
    const double should = heaped_volume(std::tan(repose));
    printf("repose %.1f degrees: %.3f m³ of %.3f\n", repose / kDegree, bed.volume(), should);
    EXPECT_NEAR(bed.volume(), should, 0.01 * should);
  }
}

/// Two Gauss points along each edge are exact for second moments of a block, without their formula.
TEST(Bed, MomentsAreThoseOfTheColumns) {
  Random random(7);
  BedShape box = truck_box();
  box.cell = 0.19;  // no whole number of cells: they are a little different along x and y
  for (int turn = 0; turn < samples(50); ++turn) {
    Bed bed(box, {testing::dry_sand(), testing::clay()});
    for (int k = 0; k < 20; ++k) {
      (void)bed.add(random.uniform(-2.3, 2.3), random.uniform(-1.15, 1.15), k % 2, 90'000'000,
                    k % 2 == 0 ? kBedSand : kBedClay);
      bed.update(leaning(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5)));
    }
    PayloadMoments sum;
    double volume = 0.0;
    const double g = 0.5 / std::sqrt(3.0), dx = 4.6 / bed.columns(), dy = 2.3 / bed.rows();
    for (int i = 0; i < bed.columns(); ++i)
      for (int j = 0; j < bed.rows(); ++j) {
        const BedColumn& c = bed.state().columns[static_cast<std::size_t>(j * bed.columns() + i)];
        const double h = static_cast<double>(c.mass) * 1e-6 * c.specific_volume * 4e-8 / (dx * dy);
        volume += h * dx * dy;
        for (int corner = 0; corner < 8; ++corner) {
          const Vec3 r(-2.3 + dx * (i + 0.5 + (corner & 1 ? g : -g)),
                       -1.15 + dy * (j + 0.5 + (corner & 2 ? g : -g)),
                       box.floor + h * (0.5 + (corner & 4 ? g : -g)));
          const double m = static_cast<double>(c.mass) * 1e-6 / 8.0;
          sum.mass += m, sum.first += m * r, sum.second += m * r * r.transpose();
        }
      }
    const PayloadMoments is = bed.moments();
    EXPECT_NEAR(is.mass, static_cast<double>(bed.mass()) * 1e-6, 1e-9);
    EXPECT_NEAR(is.mass, sum.mass, 1e-9);
    EXPECT_NEAR(bed.volume(), volume, 1e-12);
    EXPECT_LT((is.first - sum.first).norm(), 1e-11 * sum.mass);
    EXPECT_LT((is.second - sum.second).norm(), 1e-11 * sum.mass);
    EXPECT_EQ(is.second, is.second.transpose());
  }
}

TEST(Bed, AFullClosedBedKeepsAllUpToItsAngleAndSpillsOverTheLowerWallBeyond) {
  Bed bed = truck_bed();
  lay_level(bed, 1.0);
  const Milligrams all = bed.mass();
  // The floor leans more than steel holds (22°) from the middle on: the wall below holds the content.
  EXPECT_EQ(tip_slowly(bed, 0.0, 33.5 * kDegree, false), 0);
  // What runs down heaps up at the wall below and goes over it, and over the sides near it.
  Milligrams left = 0, over_rear = 0;
  bed_to_rest(bed, leaning(38.0 * kDegree), [&](const BedSpill& s) {
    left += s.mass;
    over_rear += s.place.x() < -2.299 ? s.mass : 0;
    EXPECT_NEAR(s.place.z(), 1.4, 1e-12) << "on the top of a wall";
    EXPECT_LT(s.place.x(), 1.0);
  });
  printf("%.3f of what leaves goes over the rear wall\n",
         static_cast<double>(over_rear) / static_cast<double>(left));
  EXPECT_GT(over_rear, left / 2);
  EXPECT_EQ(bed.mass() + left, all);
}

/// A closed box, half full. Soil tops the wall once its surface leans tan β_b = (1.0 - 0.5)/(4.6/2) against the
/// floor, β_b = 12.26°. The least angle against gravity at which a surface comes to rest is that on steel less
/// the aim, 22° - 1.25°, the largest at which it stays is that of the start, 37°: nothing leaves below 33.0°,
/// something has left beyond 49.3°.
TEST(Bed, AHalfFullClosedBedSpillsOnlyWhenSoilTopsItsWall) {
  Bed bed = truck_bed();
  lay_level(bed, 0.5);
  EXPECT_EQ(tip_slowly(bed, 0.0, 32.5 * kDegree, false), 0);
  EXPECT_GT(tip_slowly(bed, 32.5 * kDegree, 50.0 * kDegree, false), 0);
}

TEST(Bed, TippedWithAnOpenTailgateItIsEmpty) {
  for (const double depth : {0.15, 1.0}) {
    Bed bed = truck_bed();
    lay_level(bed, depth);
    const Milligrams all = bed.mass();
    Milligrams left = 0, out_of_rear = 0;
    const BedRest rest = bed_to_rest(bed, tipped(50.0 * kDegree), [&](const BedSpill& s) {
      left += s.mass;
      if (s.place.x() < -2.299 && s.place.z() < 0.401) out_of_rear += s.mass;
    });
    printf("%.3f of it leaves by the tailgate\n",
           static_cast<double>(out_of_rear) / static_cast<double>(left));
    EXPECT_EQ(bed.mass(), 0);
    EXPECT_EQ(left, all);
    printf("%.2f m on a bed at 50 degrees: empty after %d updates\n", depth, rest.updates);
  }
}

TEST(Bed, ClaySticksInAThinLayerUntilItIsShaken) {
  Bed bed = truck_bed();
  lay_level(bed, 0.8, 1);
  bed_to_rest(bed, tipped(50.0 * kDegree));
  EXPECT_GT(bed.mass(), 0);
  EXPECT_LE(bed.volume(), 0.03 * 4.6 * 2.3 * (1.0 + 1e-9)) << "8 kPa would hold 0.49 m";
  for (int i = 0; i < bed.columns(); ++i)
    for (int j = 0; j < bed.rows(); ++j) EXPECT_LE(bed.depth(i, j), 0.03 + 1e-6);
  BedPose shaken = tipped(50.0 * kDegree);
  shaken.shaken = true;
  bed.update(shaken);
  bed_to_rest(bed, tipped(50.0 * kDegree));
  EXPECT_EQ(bed.mass(), 0) << "one shake reaches all columns, however few are looked at per update";
}

/// At 10° the floor holds (22°). Over the open tailgate a wedge leaves whose upper face stands between repose
/// less the aim and the angle of start against gravity: of 0.8 m depth d²/2 W/tan(angle - 10°).
TEST(Bed, AtTenDegreesItKeepsAllButAWedgeAtTheOpenTailgate) {
  Bed bed = truck_bed();
  lay_level(bed, 0.8);
  const double before = bed.volume();
  bed_to_rest(bed, tipped(10.0 * kDegree));
  const auto wedge = [](double angle) { return 0.32 * 2.3 / std::tan((angle - 10.0) * kDegree); };
  const double left = before - bed.volume();
  printf("wedge at the tailgate: %.3f m³ of %.3f to %.3f\n", left, wedge(37.0), wedge(32.75));
  EXPECT_GT(left, wedge(37.0));
  EXPECT_LT(left, wedge(32.75));
  EXPECT_EQ(bed_to_rest(bed, tipped(20.0 * kDegree)).updates > 0, true);
  EXPECT_GT(bed.volume(), 0.5 * before) << "20° are still less than 22°";
}

/// Between friction on steel and the angle of repose all slides out as one, although no slope is too steep.
TEST(Bed, TheWholeBedSlidesBeyondFrictionOnSteel) {
  for (const double degrees : {21.0, 23.0, 30.0}) {
    Bed bed = truck_bed();
    lay_level(bed, 0.3);
    const Milligrams all = bed.mass();
    const Milligrams left = bed_to_rest(bed, tipped(degrees * kDegree)).left;
    if (degrees < 22.0) {
      EXPECT_LT(left, all / 3) << "the wedge at the tailgate";
    } else {
      EXPECT_EQ(left, all) << degrees;
    }
  }
}

TEST(Bed, AHeapAmidAClosedBedSlidesToTheWallBelow) {
  const auto heap_at = [](double pitch) {
    Bed bed = truck_bed();
    for (int k = 0; k < 50; ++k) {
      EXPECT_EQ(bed.add(0.5, 0.0, 0, bed_mass(0.008, kBedSand), kBedSand), 0);
      bed_to_rest(bed, {});
    }
    EXPECT_EQ(bed_to_rest(bed, leaning(pitch)).left, 0);
    return bed;
  };
  const auto centre = [](const Bed& bed) { return bed.moments().first.x() / bed.moments().mass; };
  EXPECT_NEAR(centre(heap_at(20.0 * kDegree)), 0.5, 0.2) << "steel holds it, its flanks slide";
  const double lean = std::tan(28.0 * kDegree), steel = std::tan(22.0 * kDegree);
  const Bed slid = heap_at(28.0 * kDegree);
  EXPECT_LT(centre(slid), -0.8);
  EXPECT_GT(slid.depth(0, slid.rows() / 2), 0.05) << "it leans on the wall at x = -2.3";
  // What is left along each line can carry what pushes from above: thrust and K_p of 34° by hand.
  const double passive = (1.0 + std::sin(34.0 * kDegree)) / (1.0 - std::sin(34.0 * kDegree));
  for (int j = 0; j < slid.rows(); ++j) {
    double above = 0.0;
    for (int i = slid.columns() - 1; i >= 0; --i) {
      const double h = slid.depth(i, j);
      const double thrust = above * 0.1 * (lean - steel);
      // Where it cannot, the surface is no steeper than on steel.
      if (thrust > 0.5 * passive * h * h * (1.0 + 1e-9)) {
        ASSERT_GT(i, 0);
        EXPECT_LE(lean - (slid.depth(i - 1, j) - h) / 0.1, steel + 0.05) << i << " " << j;
      }
      above += h;
    }
  }
}

TEST(Bed, OpeningTheTailgateOfALeaningBedLetsOutWhatTheWallHeld) {
  Bed bed = truck_bed();
  lay_level(bed, 0.6);
  EXPECT_EQ(tip_slowly(bed, 0.0, 30.0 * kDegree, false), 0);
  EXPECT_GT(bed.mass(), 0);
  bed_to_rest(bed, tipped(30.0 * kDegree));
  EXPECT_EQ(bed.mass(), 0);
}

/// Potential energy above the lowest corner of the box [J]; what leaves takes its own away.
double bed_energy(const Bed& bed, const Vec3& up) {
  const BedShape& b = bed.shape();
  const PayloadMoments m = bed.moments();
  const double lowest = std::min(b.x_min * up.x(), b.x_max * up.x()) +
                        std::min(b.y_min * up.y(), b.y_max * up.y()) + b.floor * up.z();
  return 9.81 * (m.first.dot(up) - m.mass * lowest);
}

TEST(Bed, SlidingNeverRaisesPotentialEnergy) {
  Random random(3);
  for (int turn = 0; turn < samples(60); ++turn) {
    Bed bed = truck_bed();
    for (int k = 0; k < 30; ++k)
      (void)bed.add(random.uniform(-2.3, 2.3), random.uniform(-1.15, 1.15), 0,
                    static_cast<Milligrams>(random.uniform(1e7, 1e9)), kBedSand);
    BedPose pose = leaning(random.uniform(-1.3, 1.3), random.uniform(-1.0, 1.0));
    pose.rear_open = random.integer(2) == 0, pose.left_open = random.integer(3) == 0;
    double before = bed_energy(bed, pose.up.normalized());
    for (int k = 0; k < 400; ++k) {
      bed.update(pose);
      const double now = bed_energy(bed, pose.up.normalized());
      ASSERT_LE(now, before + 1e-12 * std::abs(before) + 1e-9) << turn << " " << k;
      before = now;
      if (bed.active_count() == 0) break;
    }
  }
}

TEST(Bed, WhatLandsAtAHighWallStaysInsideAndOtherwiseFallsBeside) {
  Bed bed = truck_bed();
  const Milligrams mass = 16'000'000;
  EXPECT_EQ(bed.add(2.29, 1.14, 0, mass, kBedSand), 0) << "a metre of wall above it";
  EXPECT_EQ(bed.mass(), mass);
  EXPECT_EQ(bed.add(2.31, 0.0, 0, mass, kBedSand), mass);
  EXPECT_EQ(bed.add(std::numeric_limits<double>::quiet_NaN(), 0.0, 0, mass, kBedSand), mass);
  EXPECT_EQ(bed.mass(), mass);
  lay_level(bed, 1.1);
  EXPECT_EQ(bed.add(2.29, 0.0, 0, mass, kBedSand), mass / 4) << "one of three columns lies outside";
  EXPECT_EQ(bed.add(2.29, 1.14, 0, mass, kBedSand), mass * 7 / 16);
}

TEST(Bed, TurnedOverItIsEmpty) {
  Bed bed = truck_bed();
  lay_level(bed, 0.7);
  const Milligrams all = bed.mass();
  BedPose over;
  over.up = Vec3(0.1, 0.2, -1.0);
  EXPECT_EQ(bed_to_rest(bed, over).left, all);
  EXPECT_EQ(bed.mass(), 0);
}

TEST(Bed, AtRestNothingMovesAndSmallTurnsAddUp) {
  Bed bed = truck_bed();
  for (int k = 0; k < 40; ++k) (void)bed.add(0.3, 0.1, 0, 50'000'000, kBedSand);
  bed_to_rest(bed, {});
  const BedState rest = bed.state();
  for (int k = 0; k < 1000; ++k) EXPECT_TRUE(bed.update(leaning(5e-5 * (k % 3 - 1))).empty());
  EXPECT_TRUE(bed.state() == rest);
  BedPose bad;
  bad.up = Vec3(0.0, std::numeric_limits<double>::quiet_NaN(), 1.0);
  bed.update(bad);
  bad.up = Vec3::Zero();
  bed.update(bad);
  EXPECT_TRUE(bed.state() == rest);
  // Slow tipping: each turn is too small by itself, yet the bed spills in the end.
  double pitch = 0.0;
  while (pitch < 1.0) bed.update(tipped(pitch += 5e-5));
  bed_to_rest(bed, tipped(pitch));
  EXPECT_EQ(bed.mass(), 0);
}

TEST(Bed, WorkIsBoundedAndWaits) {
  BedSettings few;
  few.most = 32;
  Bed slow = truck_bed(few), quick = truck_bed();
  for (Bed* bed : {&slow, &quick}) lay_level(*bed, 0.4);
  std::int64_t before = 0;
  for (int k = 0; k < 200; ++k) {
    EXPECT_LE(slow.update(tipped(50.0 * kDegree)).size(), 2u * 32u);
    EXPECT_LE(slow.state().changes - before, 32);
    before = slow.state().changes;
  }
  EXPECT_GT(slow.active_count(), 0);
  const int many = bed_to_rest(slow, tipped(50.0 * kDegree)).updates;
  EXPECT_GT(many, 2 * bed_to_rest(quick, tipped(50.0 * kDegree)).updates);
  EXPECT_EQ(slow.mass(), 0);
}

TEST(Bed, AStateGivesTheSameBitsElsewhere) {
  Random random(77);
  for (int turn = 0; turn < samples(60); ++turn) {
    Bed p = truck_bed(), q = truck_bed();
    lay_level(q, 0.4, 1);
    q.update(tipped(0.9));
    double pitch = 0.0, roll = 0.0;
    const auto next = [&] {
      pitch = std::clamp(pitch + random.uniform(-0.2, 0.3), -1.0, 1.0);
      roll = std::clamp(roll + random.uniform(-0.2, 0.2), -0.8, 0.8);
      BedPose pose = leaning(pitch, roll);
      pose.rear_open = random.integer(3) == 0, pose.shaken = random.integer(9) == 0;
      return pose;
    };
    const auto both = [&](int k) {
      const double x = random.uniform(-2.3, 2.3), y = random.uniform(-1.1, 1.1);
      ASSERT_EQ(p.add(x, y, k % 2, 70'000'000, kBedSand), q.add(x, y, k % 2, 70'000'000, kBedSand));
    };
    for (int k = 0; k < 12; ++k) {
      (void)p.add(random.uniform(-2.3, 2.3), random.uniform(-1.1, 1.1), k % 2, 200'000'000,
                  kBedSand);
      p.update(next());
    }
    // Through bytes, as a recording has it.
    FieldWriter writer;
    BedState::fields(p.state(), writer);
    BedState read;
    FieldReader reader(writer.out);
    BedState::fields(read, reader);
    ASSERT_TRUE(reader.at_end());
    ASSERT_TRUE(read == p.state());
    q.set_state(read);
    for (int k = 0; k < 12; ++k) {
      const BedPose pose = next();
      const auto a = p.update(pose), b = q.update(pose);
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a[i].mass, b[i].mass);
        ASSERT_EQ(a[i].place, b[i].place);
      }
      ASSERT_TRUE(p.state() == q.state()) << turn << " " << k;
      ASSERT_EQ(p.moments().second, q.moments().second);
      both(k);
    }
  }
}

TEST(Bed, RefusesStatesAndBoxesThatCannotBe) {
  Bed bed = truck_bed();
  const auto refused = [&](auto change) {
    BedState s = truck_bed().state();
    change(s);
    EXPECT_THROW(bed.set_state(s), Error);
  };
  refused([](BedState& s) { s.columns.pop_back(); });
  refused([](BedState& s) { s.columns[0] = {1, kBedSand, 2, 0}; });
  refused([](BedState& s) { s.columns[0] = {-1, kBedSand, 0, 0}; });
  refused([](BedState& s) { s.columns[0] = {1, 0, 0, 0}; });
  refused([](BedState& s) { s.columns[0] = {0, kBedSand, 0, 0}; });
  refused([](BedState& s) { s.columns[0] = {1, kBedSand, 0, 2}; });
  refused([](BedState& s) { s.columns[0].mass = std::numeric_limits<Milligrams>::max(); });
  refused([](BedState& s) { s.active.back() = ~std::uint64_t{0}; });
  refused([](BedState& s) { s.sliding[0] = 47; });
  refused([](BedState& s) { s.sliding[23] = 24; });
  refused([](BedState& s) { s.up = {0.0, 0.0, 2.0}; });
  refused([](BedState& s) { s.up[0] = std::numeric_limits<double>::quiet_NaN(); });
  refused([](BedState& s) { s.cursor = 1058; });
  refused([](BedState& s) { s.shaken = -1; });
  refused([](BedState& s) { s.open = 16; });
  EXPECT_EQ(bed.mass(), 0);

  const auto no_box = [](auto change) {
    BedShape box = truck_box();
    Soil soil = testing::dry_sand();
    BedSettings settings;
    change(box, soil, settings);
    EXPECT_THROW(Bed(box, {soil}, settings), Error);
  };
  using S = BedShape;
  no_box([](S& b, Soil&, BedSettings&) { b.x_max = b.x_min; });
  no_box([](S& b, Soil&, BedSettings&) { b.y_max = std::numeric_limits<double>::infinity(); });
  no_box([](S& b, Soil&, BedSettings&) { b.cell = 0.01; });
  no_box([](S& b, Soil&, BedSettings&) { b.rear = -0.1; });
  no_box([](S& b, Soil&, BedSettings&) { b.x_max = 500.0, b.y_max = 500.0; });
  no_box([](S&, Soil& s, BedSettings&) { s.repose_angle = 1.6, s.start_angle = 1.7; });
  no_box([](S&, Soil& s, BedSettings&) { s.start_angle = 0.1; });
  no_box([](S&, Soil&, BedSettings& s) { s.most = 0; });
  EXPECT_THROW(Bed(truck_box(), {}), Error);
}

TEST(Bed, TenThousandCubicMetresAtOnceAreNotLost) {
  Bed bed = truck_bed();
  const Milligrams mass = bed_mass(1e4, kBedSand);
  Milligrams left = bed.add(0.0, 0.0, 0, mass, kBedSand);
  EXPECT_EQ(bed.mass() + left, mass);
  left += bed_to_rest(bed, {}).left;
  EXPECT_EQ(bed.mass() + left, mass);
  EXPECT_NEAR(bed.volume(), heaped_volume(std::tan(34.0 * kDegree)), 0.2);
}

/// Prints what an update costs; the law is that a warm one allocates nothing.
TEST(Bed, AWarmUpdateAllocatesNothingAndItsCost) {
  Bed bed = truck_bed();
  lay_level(bed, 0.9);
  const BedState full = bed.state();
  bed.update(tipped(0.5));
  bed.set_state(full);
  // A counter that counts nothing would prove nothing.
  const auto none = test::allocations;
  ::operator delete(::operator new(8));
  ASSERT_GT(test::allocations, none);
  const auto before = test::allocations;
  double seconds = 0.0;
  int updates = 0;
  std::int64_t active = 0;
  for (int k = 0; k < 2000; ++k) {
    if (k % 20 == 0) bed.set_state(full);
    const double start = thread_seconds();
    bed.update(tipped(50.0 * kDegree));
    seconds += thread_seconds() - start;
    active += bed.active_count();
    ++updates;
  }
  EXPECT_EQ(test::allocations, before);
  printf("%.1f us per update of 512 columns, %d active\n", 1e6 * seconds / updates,
         static_cast<int>(active / updates));

  BedSettings all;
  all.most = 2048;
  Bed wide = truck_bed(all);
  seconds = 0.0, active = 0;
  for (int k = 0; k < 500; ++k) {
    if (k % 10 == 0) wide.set_state(full);
    active += wide.active_count();
    const double start = thread_seconds();
    wide.update(tipped(50.0 * kDegree));
    seconds += thread_seconds() - start;
  }
  printf("%.1f us per update of all, %d active before\n", 1e6 * seconds / 500,
         static_cast<int>(active / 500));

  bed.set_state(full);
  bed_to_rest(bed, {});
  double start = thread_seconds();
  std::size_t spilled = 0;
  for (int k = 0; k < 100'000; ++k) spilled += bed.update({}).size();
  printf("%.1f ns per update at rest\n", 1e9 * (thread_seconds() - start) / 1e5);
  EXPECT_EQ(spilled, 0u);
  start = thread_seconds();
  for (int k = 0; k < 1000; ++k) bed.update(leaning(0.01 * (k % 2)));
  printf("%.1f us per update of a full bed that turns and holds\n",
         1e6 * (thread_seconds() - start) / 1e3);
  start = thread_seconds();
  double sum = 0.0;
  for (int k = 0; k < 1000; ++k) sum += bed.moments().mass;
  printf("%.2f us for moments\n", 1e6 * (thread_seconds() - start) / 1e3);
  EXPECT_GT(sum, 0.0);
}

}  // namespace
}  // namespace outrigger::soil
