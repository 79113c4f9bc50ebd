/// The force of a wedge of soil is the smallest over all planes: against published drafts of five soils,
/// against a search that knows nothing of the parabola, and in cases that can be solved by hand.
#include "soil/wedge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "soil/columns.h"

namespace outrigger::soil {
namespace {

using testing::kDegree;
constexpr double kGravity = 9.81;

struct Case {
  const char* name;
  double density, cohesion, friction, steel, adhesion;
  double draft[3];  ///< at 0.1, 0.3 and 0.5 m, w = 1.2 m, 45°, true minimum [kN]
};

const Case kSoils[] = {
    {"dry sand", 1600, 500, 33, 22, 0, {0.39, 2.82, 7.46}},
    {"sandy loam", 1540, 10000, 35, 22, 0, {2.57, 9.41, 18.50}},
    {"clay", 2020, 35000, 10, 6, 8000, {5.88, 18.59, 32.56}},
    {"gravel", 1690, 1000, 39, 26, 0, {0.65, 4.18, 10.70}},
    {"top soil", 1370, 6000, 28, 18, 1000, {1.56, 5.84, 11.67}},
};

WedgeSoil soil_of(const Case& c) {
  return {c.density * kGravity, c.cohesion, c.friction * kDegree, c.adhesion, c.steel * kDegree};
}

TEST(Wedge, DraftOfFiveSoilsIsThePublishedMinimum) {
  for (const Case& c : kSoils)
    for (int k = 0; k < 3; ++k) {
      WedgeTool tool;
      tool.depth = 0.1 + 0.2 * k;
      tool.width = 1.2;
      const std::vector<double> level(24, tool.depth);
      const WedgeForce f = find_wedge(tool, soil_of(c), level, 0.1);
      // Printed with three digits.
      EXPECT_NEAR(f.draft / 1000.0, c.draft[k], 0.006 + 0.002 * c.draft[k]) << c.name << k;
    }
}

/// The equation for level or evenly sloping ground, minimised by brute force.
double exact_draft(const Case& c, double rake, double depth, double slope, double surcharge) {
  double least = 1e300;
  const double alpha = rake, phi = c.friction * kDegree, delta = c.steel * kDegree;
  for (double beta = -30.0 * kDegree; beta < 80.0 * kDegree; beta += 1e-4) {
    const double sine = std::sin(alpha + beta + delta + phi);
    if (alpha + beta + delta + phi > 3.08 || sine < 0.06) break;
    const double steepness = std::tan(beta) - std::tan(slope);
    if (steepness <= 0.0) continue;
    const double reach = depth / steepness;
    const double area = 0.5 * depth * reach + 0.5 * depth * depth / std::tan(alpha);
    const double weight = c.density * kGravity * area * 1.2 + surcharge;
    const double force =
        (weight * std::sin(beta + phi) + c.cohesion * reach / std::cos(beta) * 1.2 * std::cos(phi) -
         c.adhesion * depth / std::sin(alpha) * 1.2 * std::cos(alpha + beta + phi)) /
        sine;
    least = std::min(least, force);
  }
  return least * std::sin(alpha + delta) + c.adhesion * depth * 1.2 / std::tan(alpha);
}

TEST(Wedge, RakesSlopesAndSurchargeWithinHalfAPercent) {
  for (const Case& c : kSoils)
    for (double rake : {30.0, 45.0, 60.0})
      for (double slope : {-20.0, 0.0, 20.0})
        for (double depth : {0.1, 0.25, 0.5})
          for (double surcharge : {0.0, 5000.0}) {
            WedgeTool tool;
            tool.rake = rake * kDegree;
            tool.depth = depth;
            tool.width = 1.2;
            tool.surcharge = surcharge;
            std::vector<double> heights;
            for (int k = 0; k < 200; ++k)
              heights.push_back(depth + 0.1 * k * std::tan(slope * kDegree));
            const double draft = find_wedge(tool, soil_of(c), heights, 0.1).draft;
            const double exact = exact_draft(c, tool.rake, depth, slope * kDegree, surcharge);
            EXPECT_NEAR(draft, exact, 0.005 * exact)
                << c.name << " rake " << rake << " slope " << slope << " depth " << depth;
          }
}

TEST(Wedge, WhatLiesAheadWeighs) {
  const WedgeSoil sand = soil_of(kSoils[0]);
  WedgeTool tool;
  tool.depth = 0.3;
  tool.width = 1.2;
  std::vector<double> level(24, 0.3), pile = level, ditch = level;
  for (int k = 1; k < 6; ++k) pile[static_cast<std::size_t>(k)] += 0.4;
  for (int k = 3; k < 24; ++k) ditch[static_cast<std::size_t>(k)] = 0.0;
  const double plain = find_wedge(tool, sand, level, 0.1).draft;
  EXPECT_GT(find_wedge(tool, sand, pile, 0.1).draft, 1.5 * plain);
  EXPECT_LT(find_wedge(tool, sand, ditch, 0.1).draft, plain);
}

TEST(Wedge, NothingInTheSoilPushesNothing) {
  WedgeTool tool;
  tool.depth = 0.0;
  const std::vector<double> level(24, 0.0);
  EXPECT_EQ(find_wedge(tool, soil_of(kSoils[1]), level, 0.1).force, 0.0);
  tool.depth = 0.2;
  EXPECT_EQ(find_wedge(tool, soil_of(kSoils[1]), level, 0.1).force, 0.0);
}

}  // namespace
}  // namespace outrigger::soil
