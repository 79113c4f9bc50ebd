/// What a bucket holds, against geometry that can be done by hand: struck and heaped volume, poses, moments.
#include "soil/cavity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/hash.h"
#include "base/random.h"
#include "soil/columns.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;

/// A trough: edge at the origin, mouth along x up to `length`, `depth` deep, mouth upwards.
CavityShape trough(double length, double depth, double width, int slices) {
  CavityShape s;
  s.profile = {{0.0, 0.0}, {0.0, -depth}, {length, -depth}, {length, 0.0}};
  s.width = width;
  s.slices = slices;
  return s;
}

double volume(const Cavity& c) {
  double sum = 0.0;
  for (int i = 0; i < c.slices(); ++i) sum += c.capacity(i) * c.slice_width();
  return sum;
}

TEST(Cavity, StruckAndHeapedVolumeOfATrough) {
  Cavity c(trough(0.97, 0.7, 1.2, 16));
  EXPECT_NEAR(c.struck_volume(), 0.97 * 0.7 * 1.2, 1e-12);
  c.set_pose({0.0}, 1.0);
  // On top of the struck volume: L² W/4 - L³/12 at 1:1, for L ≤ W.
  const double heaped = c.struck_volume() + 0.97 * 0.97 * 1.2 / 4.0 - std::pow(0.97, 3) / 12.0;
  EXPECT_NEAR(volume(c), heaped, 0.01 * heaped);
  c.set_pose({0.0}, 0.0);
  EXPECT_NEAR(volume(c), c.struck_volume(), 1e-9) << "water stands level";
}

TEST(Cavity, TiltedTroughOfWaterIsAPrism) {
  Cavity c(trough(1.0, 0.5, 1.0, 4));
  for (double degrees : {5.0, 15.0, 25.0}) {
    c.set_pose({degrees * kDegree}, 0.0);
    // The lower lip is the edge at the origin: what lies above its level runs out.
    EXPECT_NEAR(volume(c), 0.5 - 0.5 * std::tan(degrees * kDegree), 1e-9) << degrees;
    EXPECT_TRUE(c.spills_over_edge());
    c.set_pose({-degrees * kDegree}, 0.0);
    EXPECT_NEAR(volume(c), 0.5 - 0.5 * std::tan(degrees * kDegree), 1e-9) << degrees;
    EXPECT_FALSE(c.spills_over_edge());
  }
}

TEST(Cavity, UpsideDownHoldsNothing) {
  Cavity c(trough(1.0, 0.5, 1.0, 4));
  c.set_pose({180.0 * kDegree}, 0.7);
  EXPECT_FALSE(c.mouth_looks_up());
  EXPECT_NEAR(volume(c), 0.0, 1e-9);
}

TEST(Cavity, OnItsSideHoldsWhatTheSlopeAllows) {
  // Turned by 90°: the shell's wall is the floor, the mouth stands upright. Soil lies on the floor below a
  // line that rises from the lip at its angle.
  Cavity c(trough(1.0, 0.5, 1.0, 4));
  c.set_pose({-90.0 * kDegree}, std::tan(30.0 * kDegree));
  EXPECT_NEAR(volume(c), 0.5 * 0.5 * 0.5 * std::tan(30.0 * kDegree), 1e-9);
}

TEST(Cavity, LevelsHaveTheAreaAskedForInAThousandPoses) {
  CavityShape bucket;
  bucket.profile = {{1.48, 0.0}, {0.75, -0.65}, {0.3, -0.75},
                    {0.0, -0.5}, {-0.1, -0.1},  {0.1, 0.15}};
  bucket.width = 1.1;
  Cavity c(bucket);
  Random random(11);
  for (int k = 0; k < 1000; ++k) {
    c.set_pose({random.uniform(-3.1, 3.1)}, std::tan(random.uniform(0.0, 45.0) * kDegree));
    const int slice = static_cast<int>(random.integer(8));
    const double most = c.capacity(slice);
    ASSERT_GE(most, 0.0);
    if (most < 1e-6) continue;
    const double wanted = most * random.uniform(), slope = random.uniform(-0.8, 0.8);
    const double level = c.level_for(slice, wanted, slope);
    const AreaMoments m = c.below(slice, level, slope);
    EXPECT_NEAR(m.area, wanted, 1e-9 * most + 1e-12) << k;
    // The centre lies below the surface, the second moments are those of a body.
    EXPECT_LE(m.z / m.area - slope * m.s / m.area, level + 1e-9);
    EXPECT_GE(m.ss * m.zz, m.sz * m.sz * (1.0 - 1e-9));
  }
}

TEST(Cavity, MomentsAreThoseOfTheArea) {
  Cavity c(trough(1.0, 0.5, 1.0, 4));
  c.set_pose({0.0}, 1.0);
  const double level = c.level_for(1, 0.25, 0.0);
  EXPECT_NEAR(level, -0.25, 1e-9);
  const AreaMoments m = c.below(1, level, 0.0);
  EXPECT_NEAR(m.s / m.area, 0.5, 1e-9);
  EXPECT_NEAR(m.z / m.area, -0.375, 1e-9);
  EXPECT_NEAR(m.ss, 0.25 / 3.0, 1e-9);
  EXPECT_NEAR(m.zz - m.z * m.z / m.area, 0.25 * 0.25 * 0.25 / 12.0, 1e-9);
}

CavityShape digging_bucket() {
  CavityShape bucket;
  bucket.profile = {{1.48, 0.0}, {0.75, -0.65}, {0.3, -0.75},
                    {0.0, -0.5}, {-0.1, -0.1},  {0.1, 0.15}};
  bucket.width = 1.1;
  return bucket;
}

TEST(Cavity, CapacityGrowsWithTheSoilThatHoldsIt) {
  Cavity c(digging_bucket());
  Random random(12);
  int grown = 0;
  for (int k = 0; k < 300; ++k) {
    const double tilt = random.uniform(-3.1, 3.1), tangent = random.uniform(0.0, 1.0);
    double before[8];
    for (const double support : {0.0, 0.01, 0.05, 0.2, 0.5, 1.0}) {
      c.set_pose({tilt, support}, tangent);
      for (int i = 0; i < 8; ++i) {
        if (support > 0.0) {
          ASSERT_GE(c.capacity(i), before[i] - 1e-12) << tilt << " " << support;
        }
        if (support > 0.0 && c.capacity(i) > before[i] + 1e-6) ++grown;
        before[i] = c.capacity(i);
      }
    }
  }
  EXPECT_GT(grown, 300 * 8) << "once in each pose at least, in the mean";
}

TEST(Cavity, AMouthThatLooksDownIsClosedUpToTheSupport) {
  Cavity c(trough(1.0, 0.5, 1.0, 4));
  for (const double h : {0.1, 0.3, 0.5, 0.9}) {
    c.set_pose({180.0 * kDegree, h}, 0.0);
    EXPECT_FALSE(c.mouth_looks_up());
    EXPECT_NEAR(volume(c), std::min(h, 0.5), 1e-9) << h << ": level, like water";
    // Rising inwards from the edge: the wedge under it is cut off by the shell.
    c.set_pose({180.0 * kDegree, h}, 0.6);
    const double way = std::min(1.0, std::max(0.0, (0.5 - h) / 0.6));
    EXPECT_NEAR(volume(c), 0.5 - way * (0.5 - h) + 0.5 * 0.6 * way * way, 1e-9) << h;
  }
}

TEST(Cavity, SupportLiftsTheCapAtTheEdge) {
  // Mouth level, water, support h: a heap that falls from the height h at the edge to the rear lip is cut by the
  // cap of the rear lip, which lies in the mouth. Nothing more than struck.
  Cavity c(trough(1.0, 0.5, 1.0, 4));
  c.set_pose({0.0, 0.2}, 0.0);
  EXPECT_NEAR(volume(c), 0.5, 1e-9);
  // Tilted so that the edge is the lower lip by L sin(a): soil ahead up to the rear lip keeps it as full as level.
  const double a = 15.0 * kDegree;
  c.set_pose({a, 0.0}, 0.0);
  EXPECT_NEAR(volume(c), 0.5 - 0.5 * std::tan(a), 1e-9);
  c.set_pose({a, std::sin(a)}, 0.0);
  EXPECT_NEAR(volume(c), 0.5, 0.5 * std::tan(a)) << "never more than the prism above the mouth";
  EXPECT_GT(volume(c), 0.5 - 1e-9);
}

/// Poses without support give the bits that they gave before there was support: the sum was computed by the
/// version of the program that did not know it (without fused instructions: -mno-fma).
TEST(Cavity, WithoutSupportNothingChangedToTheBit) {
  Cavity c(digging_bucket());
  Random random(31);
  Hash h;
  for (int k = 0; k < 500; ++k) {
    const double tilt = random.uniform(-3.1, 3.1), tangent = random.uniform(0.0, 1.0);
    if (k % 3 == 0) c.set_pose({tilt, 0.4}, tangent);  // forgotten
    c.set_pose({tilt, 0.0}, tangent);
    for (int i = 0; i < c.slices(); ++i) {
      h.add(c.capacity(i));
      const double level = c.level_for(i, 0.5 * c.capacity(i), 0.1);
      h.add(level);
      h.add(c.below(i, level, 0.1).zz);
    }
  }
  EXPECT_EQ(h.value(), 0x74d73fd1817bd01b);
}

TEST(Cavity, RefusesWhatIsNoBucket) {
  EXPECT_THROW(Cavity(CavityShape{{{0, 0}, {1, 0}}, 1.0, 8}), Error);
  EXPECT_THROW(Cavity(CavityShape{{{0, 0}, {1, 0}, {2, 0}}, 1.0, 8}), Error);
  EXPECT_THROW(Cavity(trough(1.0, 0.5, 0.0, 8)), Error);
  EXPECT_THROW(Cavity(trough(1.0, 0.5, 1.0, 40)), Error);
}

}  // namespace
}  // namespace outrigger::soil
