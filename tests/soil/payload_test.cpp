/// Soil in a bucket is never lost, lies where geometry says, stays while nothing moves, and leaves when the
/// bucket is turned over: loads on a machine and the book of soil depend on each of these.
#include "soil/payload.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "soil/columns.h"
#include "support/samples.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;

constexpr double kHalf = 3.14159265358979323846;  ///< turn: the mouth of the bucket below looks up
constexpr double kBucketWidth = 1.1;

/// Bucket of the A924 (machines/excavator-a924.yaml), from the edge to the rear lip; at tilt 0 its mouth looks
/// down.
Cavity a924(int slices = 8) {
  CavityShape s;
  s.profile = {{1.27, 0.0},  {1.24, 0.17}, {1.14, 0.43}, {0.94, 0.66}, {0.66, 0.75},
               {0.36, 0.68}, {0.13, 0.46}, {0.05, 0.18}, {0.16, -0.02}};
  s.width = kBucketWidth;
  s.slices = slices;
  return Cavity(s);
}
/// Tilt that makes the mouth level and upwards.
const double kLevelMouth = kHalf - std::atan2(0.02, 1.11);

std::uint16_t volume_units(double density) {
  return static_cast<std::uint16_t>(std::lround(1.0 / (density * kVolumeUnit)));
}
Milligrams milligrams(double volume, std::uint16_t units) {
  return static_cast<Milligrams>(volume / (units * kVolumeUnit) * kMilligramsPerKilogram);
}
const std::uint16_t kSandUnits = volume_units(1420.0), kClayUnits = volume_units(1660.0);

Payload bucket_of(std::vector<Soil> soils = {testing::dry_sand(), testing::clay()}) {
  return Payload(a924(), std::move(soils));
}

/// Fills every slice with `volume` of the whole bucket [m³].
void fill(Payload& p, double volume, int soil = 0) {
  const std::uint16_t units = soil == 0 ? kSandUnits : kClayUnits;
  const int n = p.cavity().slices();
  for (int i = 0; i < n; ++i) p.add(i, soil, milligrams(volume / n, units), units);
}

/// Until nothing moves any more; returns what left.
Milligrams settle(Payload& p, const PayloadPose& pose) {
  Milligrams left = 0;
  for (int k = 0; k < 2000; ++k) {
    for (const Spilled& s : p.update(pose)) left += s.mass;
    if (p.state().changed == 0) return left;
  }
  ADD_FAILURE() << "does not come to rest";
  return left;
}

TEST(Payload, MassIsExactInAThousandRandomSequences) {
  Random random(5);
  std::int64_t renames = 0, spills = 0;
  for (int turn = 0; turn < samples(1000); ++turn) {
    Soil mud = testing::clay();
    mud.repose_angle = 10.0 * kDegree, mud.start_angle = 12.0 * kDegree;
    Payload p = bucket_of({testing::dry_sand(), testing::clay(), mud});
    std::array<Milligrams, 3> book{};
    const auto rename = [&](const Renamed& r) {
      ASSERT_GE(r.mass, 0);
      if (r.mass > 0) {
        ASSERT_NE(r.from, r.to);
      }
      book[static_cast<std::size_t>(r.from)] -= r.mass;
      book[static_cast<std::size_t>(r.to)] += r.mass;
      renames += r.mass > 0 ? 1 : 0;
    };
    PayloadPose pose{random.uniform(-kHalf, kHalf), 0.0, false};
    for (int k = 0; k < 30; ++k) {
      for (std::uint64_t n = random.integer(4); n > 0; --n) {
        const auto soil = static_cast<int>(random.integer(3));
        const auto mass = static_cast<Milligrams>(random.uniform(-1.0, 60.0) * 1e6);
        book[static_cast<std::size_t>(soil)] += std::max<Milligrams>(mass, 0);
        rename(p.add(static_cast<int>(random.integer(8)), soil, mass,
                     volume_units(random.uniform(900.0, 2000.0))));
      }
      pose.tilt += random.uniform(-0.5, 0.5);
      if (random.integer(10) == 0) pose.tilt = random.uniform(-9.0, 9.0);
      pose.roll = random.uniform(-1.6, 1.6);
      pose.shaken = random.integer(8) == 0;
      pose.support = random.integer(3) == 0 ? random.uniform(0.0, 0.5) : 0.0;
      for (const Spilled& s : p.update(pose)) {
        ASSERT_GT(s.mass, 0);
        book[static_cast<std::size_t>(s.soil)] -= s.mass;
        ++spills;
      }
      for (const Renamed& r : p.renamed()) rename(r);
      for (int soil = 0; soil < 3; ++soil)
        ASSERT_EQ(p.mass_of(soil), book[static_cast<std::size_t>(soil)]) << turn << " " << k;
      ASSERT_EQ(p.mass(), book[0] + book[1] + book[2]);
      for (const PayloadSlice& s : p.state().slices) ASSERT_GE(s.mass, 0);
      ASSERT_NEAR(p.moments().mass, static_cast<double>(p.mass()) * 1e-6, 1e-9);
      ASSERT_TRUE(p.moments().second.allFinite());
    }
  }
  EXPECT_GT(renames, samples(1000));
  EXPECT_GT(spills, samples(1000));
}

TEST(Payload, TheSmallerShareLosesItsName) {
  Payload p = bucket_of();
  EXPECT_EQ(p.add(0, 0, 100, kSandUnits).mass, 0);
  Renamed r = p.add(0, 1, 40, kClayUnits);
  EXPECT_EQ(r.from, 1);
  EXPECT_EQ(r.to, 0);
  EXPECT_EQ(r.mass, 40);
  r = p.add(0, 1, 140, kClayUnits);  // equal shares: what was there keeps its name
  EXPECT_EQ(r.from, 1);
  EXPECT_EQ(r.to, 0);
  EXPECT_EQ(r.mass, 140);
  r = p.add(0, 1, 281, kClayUnits);
  EXPECT_EQ(r.from, 0);
  EXPECT_EQ(r.to, 1);
  EXPECT_EQ(r.mass, 280);
  EXPECT_EQ(p.mass_of(1), 561);
}

/// The room of a slice by vertical strips, each of which has one interval because the profile is convex:
/// midpoint rule along s, exact along z. Shares no code with Cavity or Polygon.
class Strips {
 public:
  Strips(const CavityShape& shape, double tilt, double tangent, double to_side) {
    std::vector<PlanePoint> c;
    for (const PlanePoint& p : shape.profile)
      c.push_back({std::cos(tilt) * p.s - std::sin(tilt) * p.z,
                   std::sin(tilt) * p.s + std::cos(tilt) * p.z});
    const PlanePoint edge = c.front(), rear = c.back();
    double left = c[0].s, right = c[0].s;
    for (const PlanePoint& p : c) left = std::min(left, p.s), right = std::max(right, p.s);
    // Upwards when the corner in the middle of the shell lies below the line of the mouth.
    const double slope = (rear.z - edge.z) / (rear.s - edge.s);
    const auto mouth = [&](double s) { return edge.z + slope * (s - edge.s); };
    const bool up = c[4].z < mouth(c[4].s);
    // Cut where corners are, so that no strip holds a jump: within a strip only kinks of the caps are left,
    // worth (change of slope) ds²/8 each.
    std::vector<double> cuts;
    for (const PlanePoint& p : c) cuts.push_back(p.s);
    std::sort(cuts.begin(), cuts.end());
    std::vector<Strip> places;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      const double wide = cuts[k + 1] - cuts[k];
      if (!(wide > 1e-12)) continue;
      const int parts = 8 + static_cast<int>(wide / (right - left) * kStrips);
      for (int i = 0; i < parts; ++i)
        places.push_back({cuts[k] + (i + 0.5) * wide / parts, wide / parts, 0.0, 0.0});
    }
    for (const Strip& at : places) {
      const double s = at.s;
      double low = 1e300, high = -1e300;
      for (std::size_t i = 0; i < c.size(); ++i) {
        const PlanePoint a = c[i], b = c[(i + 1) % c.size()];
        if ((a.s < s) == (b.s < s)) continue;
        const double z = a.z + (b.z - a.z) * (s - a.s) / (b.s - a.s);
        low = std::min(low, z), high = std::max(high, z);
      }
      const bool over_mouth = (s - edge.s) * (s - rear.s) < 0.0;
      const double cap_edge = edge.z + tangent * std::abs(s - edge.s);
      const double cap_rear = rear.z + tangent * std::abs(s - rear.s);
      if (over_mouth && up) high = mouth(s) + tangent * to_side;
      if (over_mouth && !up) high = low;
      if (up) {
        high = std::min({high, cap_edge, cap_rear});
      } else {
        high = std::min(high, std::abs(s - edge.s) < std::abs(s - rear.s) ? cap_edge : cap_rear);
      }
      if (high > low) strips_.push_back({s, at.ds, low, high});
    }
  }

  AreaMoments below(double level, double slope) const {
    AreaMoments m;
    for (const Strip& t : strips_) {
      const double b = std::min(t.high, level + slope * t.s), a = t.low;
      if (b <= a) continue;
      const double one = (b - a) * t.ds, z = 0.5 * (b * b - a * a) * t.ds;
      m += {one, t.s * one, z, t.s * t.s * one, t.s * z, (b * b * b - a * a * a) / 3.0 * t.ds};
    }
    return m;
  }
  double capacity() const { return below(1e3, 0.0).area; }
  double level_for(double area, double slope) const {
    double low = -10.0, high = 10.0;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (below(middle, slope).area < area ? low : high) = middle;
    }
    return low;
  }

 private:
  static constexpr int kStrips = 1000;
  struct Strip {
    double s, ds, low, high;
  };
  std::vector<Strip> strips_;
};

TEST(Payload, MomentsAreThoseOfTheRegionInRandomPoses) {
  Random random(17);
  double worst = 0.0, worst_level = 0.0;
  int looked = 0;
  for (int turn = 0; looked < samples(300); ++turn) {
    Payload p = bucket_of();
    const double tilt = random.uniform(0.5, 5.8);
    p.update({tilt, 0.0, false});
    for (int i = 0; i < 8; ++i) {
      const double part = random.uniform(-0.1, 1.2);
      if (part > 0.0)
        p.add(i, 0, milligrams(part * p.cavity().capacity(i) * kBucketWidth / 8.0, kSandUnits),
              kSandUnits);
    }
    settle(p, {tilt, random.uniform(-0.3, 0.3), true});
    settle(p, {tilt + random.uniform(-0.6, 0.6), random.uniform(-0.3, 0.3), true});
    if (p.volume() < 0.02) continue;
    ++looked;

    const PayloadState& state = p.state();
    PayloadMoments sum;
    double volume = 0.0;
    const double c = std::cos(state.tilt), n = std::sin(state.tilt), width = kBucketWidth / 8.0;
    for (int i = 0; i < 8; ++i) {
      const PayloadSlice& slice = state.slices[static_cast<std::size_t>(i)];
      const double y = -0.5 * kBucketWidth + (i + 0.5) * width;
      const Strips room(p.cavity().shape(), state.tilt, state.tangent,
                        0.5 * kBucketWidth - std::abs(y));
      EXPECT_NEAR(room.capacity(), p.cavity().capacity(i), 2e-5) << turn;
      if (slice.mass == 0) continue;
      const double kilograms = static_cast<double>(slice.mass) * 1e-6;
      const double area = kilograms * slice.specific_volume * kVolumeUnit / width;
      const double level = room.level_for(std::min(area, room.capacity()), state.slope);
      if (area < 0.99 * room.capacity() && area > 0.01)
        worst_level = std::max(worst_level, std::abs(level - p.level(i)));
      const AreaMoments m = room.below(level, state.slope);
      const double f = kilograms / m.area;
      sum.mass += kilograms;
      volume += m.area * width;
      const double x = f * (c * m.s + n * m.z), z = f * (c * m.z - n * m.s);
      sum.first += Vec3(x, kilograms * y, z);
      const double xx = f * (c * c * m.ss + 2.0 * c * n * m.sz + n * n * m.zz);
      const double zz = f * (n * n * m.ss - 2.0 * c * n * m.sz + c * c * m.zz);
      const double xz = f * (c * n * (m.zz - m.ss) + (c * c - n * n) * m.sz);
      Mat3 second;
      second << xx, x * y, xz, x * y, kilograms * (y * y + width * width / 12.0), z * y, xz, z * y,
          zz;
      sum.second += second;
    }
    const PayloadMoments is = p.moments();
    EXPECT_NEAR(is.mass, sum.mass, 1e-9);
    EXPECT_NEAR(p.volume(), volume, 2e-5) << turn;
    // Per mass: the centre [m] and the second moments [m²].
    const double off = std::max((is.first - sum.first).norm() / is.mass,
                                (is.second - sum.second).norm() / is.mass);
    EXPECT_LT(off, 1e-4) << turn << " tilt " << state.tilt;
    worst = std::max(worst, off);
  }
  RecordProperty("worst_centre_or_moment_micro", static_cast<int>(worst * 1e6));
  EXPECT_LT(worst_level, 1e-3);
}

TEST(Payload, StruckAndHeapedVolumeOfTheA924Bucket) {
  Payload water = [] {
    Soil s = testing::dry_sand();
    s.repose_angle = 0.0, s.start_angle = 0.0;
    return Payload(a924(), {s});
  }();
  water.update({kLevelMouth, 0.0, false});
  fill(water, 2.0);
  settle(water, {kLevelMouth, 0.0, false});
  EXPECT_NEAR(water.volume(), 0.784, 0.01 * 0.784);
  EXPECT_NEAR(water.volume(), water.cavity().struck_volume(), 1e-6);
  for (int slices : {6, 8, 16}) {
    Soil s = testing::dry_sand();
    s.repose_angle = 45.0 * kDegree, s.start_angle = 48.0 * kDegree;
    Payload heap(a924(slices), {s});
    heap.update({kLevelMouth, 0.0, false});
    fill(heap, 2.0);
    settle(heap, {kLevelMouth, 0.0, false});
    // Over a mouth of length L, a slice at the distance d <= L/2 from its side plate heaps L d - d². Across the
    // width that is L W²/4 - W³/12; the rule of midpoints of n slices adds W³/(12 n²).
    const double length = std::hypot(1.11, 0.02), w = kBucketWidth;
    const double midpoints = w * w * w / (12.0 * slices * slices);
    const double exact = length * w * w / 4.0 - w * w * w / 12.0;
    EXPECT_NEAR(heap.volume() - midpoints, water.volume() + exact, 2e-4) << slices;
    EXPECT_NEAR(heap.volume() - midpoints, 1.0, 0.01) << slices << ": as listed by the maker";
  }
}

TEST(Payload, LevelAtRestNeverSpillsNorMoves) {
  Payload p = bucket_of();
  p.update({kLevelMouth, 0.0, false});
  fill(p, 0.78);
  for (int k = 0; k < 1000; ++k) EXPECT_TRUE(p.update({kLevelMouth, 0.0, k % 7 == 0}).empty());
  const PayloadState rest = p.state();
  EXPECT_EQ(rest.changed, 0);
  EXPECT_EQ(rest.slope, 0.0);
  for (int k = 0; k < 1000; ++k) p.update({kLevelMouth + 5e-5 * (k % 2), 0.0, false});
  EXPECT_TRUE(p.state() == rest);
}

TEST(Payload, SlicesLevelOutToTheAngleOfReposeAgainstRoll) {
  for (double roll : {0.0, 0.25, -0.25}) {
    Payload p = bucket_of();
    p.update({kLevelMouth, roll, false});
    p.add(3, 0, milligrams(0.07, kSandUnits), kSandUnits);
    EXPECT_EQ(settle(p, {kLevelMouth, roll, false}), 0);
    const double width = kBucketWidth / 8.0, most = std::tan(34.0 * kDegree) * width;
    int steep = 0;
    for (int i = 0; i + 1 < 8; ++i) {
      const double drop = p.level(i) - p.level(i + 1) - std::tan(roll) * width;
      EXPECT_LE(std::abs(drop), most + 1.001e-3) << roll << " " << i;
      steep += std::abs(drop) > 0.9 * most ? 1 : 0;
    }
    EXPECT_GE(steep, 2) << "a heap, not water";
  }
}

TEST(Payload, TurnedOverItIsEmpty) {
  for (double step : {0.01, 0.1, 1.0}) {
    Payload p = bucket_of();
    p.update({kLevelMouth, 0.0, false});
    fill(p, 0.9);
    Milligrams left = settle(p, {kLevelMouth, 0.0, false});
    const Milligrams all = left + p.mass();
    Milligrams before = p.mass();
    for (double turned = step; turned < kHalf; turned += step) {
      left += settle(p, {kLevelMouth - turned, 0.0, false});
      EXPECT_LE(p.mass(), before);
      before = p.mass();
    }
    left += settle(p, {kLevelMouth - kHalf, 0.0, false});
    EXPECT_EQ(p.mass(), 0) << step;
    EXPECT_EQ(left, all);
    EXPECT_EQ(p.volume(), 0.0);
  }
}

TEST(Payload, ClaySticksUntilItIsShaken) {
  Payload p = bucket_of();
  p.update({kLevelMouth, 0.0, false});
  fill(p, 0.7, 1);
  settle(p, {kLevelMouth, 0.0, false});
  const double down = kLevelMouth - kHalf;
  settle(p, {down, 0.0, false});
  double shell = 0.0;
  const auto& profile = p.cavity().shape().profile;
  for (std::size_t k = 0; k + 1 < profile.size(); ++k)
    shell += std::hypot(profile[k + 1].s - profile[k].s, profile[k + 1].z - profile[k].z);
  // 8 kPa would hold 0.49 m of it; 3 cm are the most.
  EXPECT_NEAR(p.volume(), 0.03 * shell * kBucketWidth, 1e-6);
  const Milligrams stuck = p.mass();
  for (int k = 0; k < 100; ++k) EXPECT_TRUE(p.update({down + 0.01 * (k % 3), 0.0, false}).empty());
  EXPECT_EQ(p.mass(), stuck);
  // It hangs on the shell: the centre is that of the line.
  Vec3 centre = Vec3::Zero();
  for (std::size_t k = 0; k + 1 < profile.size(); ++k) {
    const PlanePoint a = profile[k], b = profile[k + 1];
    centre += std::hypot(b.s - a.s, b.z - a.z) / shell * 0.5 * Vec3(a.s + b.s, 0.0, a.z + b.z);
  }
  EXPECT_LT((p.moments().first / p.moments().mass - centre).norm(), 1e-9);
  settle(p, {down, 0.0, true});
  EXPECT_EQ(p.mass(), 0);
}

TEST(Payload, ATiltThatJumpsByAWholeTurnIsNoTurn) {
  Payload p = bucket_of();
  p.update({3.13, 0.0, false});
  fill(p, 0.6);
  settle(p, {3.13, 0.0, false});
  EXPECT_TRUE(p.update({3.13 - 2.0 * kHalf, 0.0, false}).empty());
  EXPECT_EQ(p.state().slope, 0.0);
  // Across the jump of an arc tangent: 0.05 rad, not 6.23 the other way.
  settle(p, {3.18 - 2.0 * kHalf, 0.0, false});
  EXPECT_NEAR(std::atan(p.state().slope), 0.05, 1e-12);
  settle(p, {3.13, 0.0, false});
  EXPECT_NEAR(p.state().slope, 0.0, 1e-12);
  const PayloadMoments there = p.moments();
  settle(p, {3.13 + 4.0 * kHalf, 0.0, false});
  EXPECT_LT((p.moments().first - there.first).norm(), 1e-9 * there.mass);
  EXPECT_EQ(p.update({std::numeric_limits<double>::quiet_NaN(), 0.0, true}).size(), 0u);
  EXPECT_TRUE(p.moments().first.allFinite());
}

TEST(Payload, SlopeFallsBackToTheAngleOfRepose) {
  Payload p = bucket_of();
  p.update({kLevelMouth, 0.0, false});
  fill(p, 0.3);
  settle(p, {kLevelMouth, 0.0, false});
  p.update({kLevelMouth + 36.0 * kDegree, 0.0, false});
  EXPECT_NEAR(std::atan(p.state().slope), 36.0 * kDegree, 1e-9)
      << "below the angle at which it starts";
  p.update({kLevelMouth + 38.0 * kDegree, 0.0, false});
  EXPECT_NEAR(std::atan(p.state().slope), 34.0 * kDegree, 1e-9);
  p.update({kLevelMouth - 38.0 * kDegree, 0.0, false});
  EXPECT_NEAR(std::atan(p.state().slope), -34.0 * kDegree, 1e-9);
}

TEST(Payload, AStateGivesTheSameNumbersElsewhere) {
  Random random(23);
  for (int turn = 0; turn < samples(200); ++turn) {
    Payload p = bucket_of(), q = bucket_of();
    q.update({1.0, 0.2, false});
    q.add(0, 1, 5'000'000, kClayUnits);
    double tilt = random.uniform(1.5, 4.5);
    const auto move = [&] {
      tilt += random.uniform(-0.3, 0.3);
      return PayloadPose{tilt, random.uniform(-0.3, 0.3), random.integer(9) == 0};
    };
    for (int k = 0; k < 10; ++k) {
      p.add(static_cast<int>(random.integer(8)), static_cast<int>(random.integer(2)), 30'000'000,
            kSandUnits);
      p.update(move());
    }
    q.set_state(p.state());
    for (int k = 0; k < 10; ++k) {
      ASSERT_TRUE(p.state() == q.state()) << turn << " " << k;
      ASSERT_EQ(p.moments().first, q.moments().first);
      ASSERT_EQ(p.moments().second, q.moments().second);
      for (int i = 0; i < 8; ++i) ASSERT_EQ(p.level(i), q.level(i));
      const PayloadPose pose = move();
      const auto a = p.update(pose), b = q.update(pose);
      ASSERT_EQ(a.size(), b.size());
      for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(a[i].mass, b[i].mass);
    }
  }
}

/// While the edge is in the ground the soil ahead holds what is inside; once it is out, what was held leaves, and
/// the book says how much.
TEST(Payload, TheSurplusSpillsWhenSupportEnds) {
  for (const double turned : {0.0, 0.6, 1.2, 1.9}) {  // the edge is the lower lip
    const double tilt = kLevelMouth + turned;
    Payload p = bucket_of();
    const PayloadPose held{tilt, 0.0, false, 0.4}, free{tilt, 0.0, false, 0.0};
    p.update(held);
    fill(p, 2.0);
    Milligrams left = settle(p, held);
    const Milligrams all = left + p.mass(), before = p.mass();
    for (int k = 0; k < 100; ++k) ASSERT_TRUE(p.update(held).empty()) << turned;

    Payload same = bucket_of();
    same.update(free);
    double room = 0.0, supported = 0.0;
    for (int i = 0; i < 8; ++i) {
      room += same.cavity().capacity(i) * same.cavity().slice_width();
      supported += p.cavity().capacity(i) * p.cavity().slice_width();
    }
    EXPECT_GT(supported, room + 0.01) << turned;
    EXPECT_NEAR(p.volume(), supported, 1e-6) << "filled up";
    left += settle(p, free);
    EXPECT_EQ(left + p.mass(), all) << turned;
    EXPECT_LT(p.mass(), before) << turned;
    EXPECT_LE(p.volume(), room + 1e-9) << turned;
    EXPECT_EQ(p.state().support, 0.0);
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(p.cavity().capacity(i), same.cavity().capacity(i)) << "to the bit";
  }
}

TEST(Payload, SmallChangesOfSupportWaitButNotItsEnd) {
  Payload p = bucket_of();
  p.update({kLevelMouth, 0.0, false, 0.1});
  fill(p, 0.5);
  settle(p, {kLevelMouth, 0.0, false, 0.1});
  const PayloadState rest = p.state();
  p.update({kLevelMouth, 0.0, false, 0.104});
  EXPECT_TRUE(p.state() == rest);
  p.update({kLevelMouth, 0.0, false, 0.106});
  EXPECT_EQ(p.state().support, 0.106);
  p.update({kLevelMouth, 0.0, false, 0.003});
  EXPECT_EQ(p.state().support, 0.003);
  p.update({kLevelMouth, 0.0, false, -1.0});
  EXPECT_EQ(p.state().support, 0.0) << "soil below the edge holds nothing";
  p.update({kLevelMouth, 0.0, false, 0.003});
  EXPECT_EQ(p.state().support, 0.003);
  p.update({kLevelMouth, 0.0, false, std::numeric_limits<double>::quiet_NaN()});
  EXPECT_EQ(p.state().support, 0.0);
}

TEST(Payload, AStateWithSupportGivesTheSameRoomElsewhere) {
  Payload p = bucket_of(), q = bucket_of();
  p.update({2.0, 0.1, false, 0.3});
  fill(p, 1.5);
  settle(p, {2.0, 0.1, false, 0.3});
  q.set_state(p.state());
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(p.cavity().capacity(i), q.cavity().capacity(i));
    EXPECT_EQ(p.level(i), q.level(i));
  }
  EXPECT_EQ(p.moments().second, q.moments().second);
}

TEST(Payload, RefusesAStateThatNoBucketHas) {
  Payload p = bucket_of();
  const auto refused = [&](auto change) {
    PayloadState s;
    change(s);
    EXPECT_THROW(p.set_state(s), Error);
  };
  refused([](PayloadState& s) { s.slices[0] = {1, kSandUnits, 2}; });
  refused([](PayloadState& s) { s.slices[0] = {-1, kSandUnits, 0}; });
  refused([](PayloadState& s) { s.slices[0] = {1, 0, 0}; });
  refused([](PayloadState& s) { s.slices[8] = {1, kSandUnits, 0}; });
  refused([](PayloadState& s) { s.slope = std::numeric_limits<double>::infinity(); });
  refused([](PayloadState& s) { s.support = -0.1; });
  refused([](PayloadState& s) { s.support = std::numeric_limits<double>::quiet_NaN(); });
  EXPECT_EQ(p.mass(), 0);
}

}  // namespace
}  // namespace outrigger::soil
