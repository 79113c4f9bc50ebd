/// The ground: exact where it should be, smooth everywhere, and calm about bad numbers.
#include "terrain/ground.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/random.h"
#include "terrain/profile.h"

namespace outrigger::terrain {
namespace {

using description::GroundFeature;
using description::ProfilePoint;
using description::Site;

constexpr double kNoHeight = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Site make_site(double size = 10.0, double cell = 0.5) {
  Site site;
  site.name = "test";
  description::Surface grass, road;
  grass.name = "grass";
  grass.material = "soil";
  road.name = "road";
  road.material = "asphalt";
  site.surfaces = {grass, road};
  site.ground.height_field = true;
  site.ground.cell = cell;
  site.ground.x_max = site.ground.y_max = size;
  return site;
}

template <class Height>
Site field(double size, double cell, const Height& height) {
  Site site = make_site(size, cell);
  const int points = static_cast<int>(std::lround(size / cell)) + 1;
  for (int r = 0; r < points; ++r)
    for (int c = 0; c < points; ++c) site.ground.heights.push_back(height(c * cell, r * cell));
  return site;
}

Vec3 normal_of(double slope_x, double slope_y) {
  return Vec3(-slope_x, -slope_y, 1.0).normalized();
}

double wavy(double x, double y) {
  return 0.6 * std::sin(0.9 * x + 0.3) * std::cos(0.7 * y) + 0.05 * x;
}

std::string ground_error(const Site& site) {
  try {
    Ground ground(site);
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

TEST(Ground, WithoutASiteIsAPlane) {
  const Ground ground;
  EXPECT_TRUE(ground.is_plane());
  EXPECT_EQ(ground.height(12.0, -7e5), 0.0);
  EXPECT_EQ(ground.highest_near(1e9, kNoHeight), 0.0);
  const GroundPoint g = ground.nearest({3, 4, -2});
  EXPECT_EQ(g.point, Vec3(3, 4, 0));
  EXPECT_EQ(g.normal, Vec3::UnitZ());
  EXPECT_EQ(ground.surfaces().at(static_cast<std::size_t>(g.surface)).name, "asphalt");
}

// Law: bicubic patches reproduce planes, value, normal and foot, up to the edge of the field.
TEST(Ground, IsExactOnPlanes) {
  Random random(3);
  for (const auto& [a, b] : {std::pair{0.0, 0.0}, {0.1, 0.0}, {-0.3, 0.7}, {1.5, -2.0}}) {
    const Ground ground(field(10.0, 0.5, [&](double x, double y) { return a * x + b * y - 1.0; }));
    for (int i = 0; i < 300; ++i) {
      const double x = random.uniform(0.0, 10.0), y = random.uniform(0.0, 10.0);
      EXPECT_NEAR(ground.height(x, y), a * x + b * y - 1.0, 1e-12) << x << " " << y;
    }
    for (int i = 0; i < 300; ++i) {
      const double x = random.uniform(3.0, 7.0), y = random.uniform(3.0, 7.0);
      const Vec3 n = normal_of(a, b), foot(x, y, a * x + b * y - 1.0);
      const double distance = random.uniform(-1.0, 1.0);
      const GroundPoint g = ground.nearest(foot + distance * n);
      EXPECT_LT((g.normal - n).norm(), 1e-12);
      EXPECT_LT((g.point - foot).norm(), 1e-12);
    }
  }
}

// Law: four points are a field; between them it is a plane too.
TEST(Ground, FourPointsMakeARamp) {
  const Ground ground(field(10.0, 10.0, [](double x, double) { return 0.2 * x; }));
  EXPECT_EQ(ground.columns(), 2);
  for (double x = 0.0; x <= 10.0; x += 0.37) EXPECT_NEAR(ground.height(x, 3.3), 0.2 * x, 1e-12);
  EXPECT_LT((ground.nearest({5, 5, 1}).normal - normal_of(0.2, 0.0)).norm(), 1e-12);
}

// Law: height and slope are continuous across cells; slopes are the derivatives of the height.
TEST(Ground, IsSmoothAcrossCells) {
  Random random(4);
  const Ground ground(field(10.0, 0.5, [&](double, double) { return random.uniform(-1.0, 1.0); }));
  const double d = 1e-7;
  for (int i = 0; i < 500; ++i) {
    const double along = random.uniform(0.5, 9.5);
    const double line = 0.5 * static_cast<double>(1 + random.integer(18));
    for (const bool x_line : {true, false}) {
      const auto height = [&](double across) {
        return x_line ? ground.height(across, along) : ground.height(along, across);
      };
      EXPECT_NEAR(height(line - 1e-12), height(line + 1e-12), 1e-10);
      const double left = (height(line) - height(line - d)) / d;
      const double right = (height(line + d) - height(line)) / d;
      EXPECT_NEAR(left, right, 1e-4);
      const double z = height(line);
      const GroundPoint g = ground.nearest(x_line ? Vec3(line, along, z) : Vec3(along, line, z));
      const double slope = -(x_line ? g.normal.x() : g.normal.y()) / g.normal.z();
      EXPECT_NEAR(slope, 0.5 * (left + right), 1e-4);
    }
  }
}

/// The nearest point by a search on a grid that closes in on the best one.
struct Searched {
  Vec3 point;
  double distance;
};
Searched search_nearest(const Ground& ground, const Vec3& p, double reach) {
  Searched best{p, INFINITY};
  double x = p.x(), y = p.y();
  for (double width = 1.2 * reach; width > 1e-7; width *= 0.4) {
    const double middle_x = x, middle_y = y;
    for (int i = -8; i <= 8; ++i)
      for (int k = -8; k <= 8; ++k) {
        const double sx = middle_x + i * width / 8, sy = middle_y + k * width / 8;
        const Vec3 on_ground(sx, sy, ground.height(sx, sy));
        const double distance = (on_ground - p).norm();
        if (distance < best.distance) best = {on_ground, distance}, x = sx, y = sy;
      }
  }
  return best;
}

// Law: the foot is the nearest point, also of a bank that bends within the size of a sphere, and the
// distance is the integral of the normal: else a sphere that goes round on the bank would gain energy.
TEST(Ground, NearestAgreesWithASearch) {
  const auto bank = [](double x, double y) {  // 34 degrees up, rounded by the grid alone
    return std::clamp((x - 5.0 + 0.3 * y) / 1.5, 0.0, 0.5);
  };
  for (const Ground& ground : {Ground(field(10.0, 0.25, wavy)), Ground(field(10.0, 0.25, bank))}) {
    Random random(5);
    double worst_distance = 0.0, worst_slope = 0.0;
    for (int trial = 0; trial < 400; ++trial) {
      const double radius = random.uniform(0.05, 0.5), x = random.uniform(2, 8),
                   y = random.uniform(2, 8);
      const Vec3 p(x, y, ground.height(x, y) + radius * random.uniform(0.7, 1.1));
      const auto distance = [&](const Vec3& q) {
        const GroundPoint g = ground.nearest(q);
        return g.normal.dot(q - g.point);
      };
      worst_distance = std::max(worst_distance,
                                std::abs(distance(p) - search_nearest(ground, p, radius).distance));
      const Vec3 normal = ground.nearest(p).normal;
      for (int axis = 0; axis < 3; ++axis) {
        const Vec3 by = 1e-6 * Vec3::Unit(axis);
        const double slope = (distance(p + by) - distance(p - by)) / 2e-6;
        worst_slope = std::max(worst_slope, std::abs(slope - normal[axis]));
      }
    }
    EXPECT_LT(worst_distance, 1e-5);
    EXPECT_LT(worst_slope, 1e-4);
  }
}

// Law: the same from below, where something has sunk in.
TEST(Ground, NearestFromBelowAgreesWithASearch) {
  const Ground ground(field(10.0, 0.25, wavy));
  Random random(8);
  for (int trial = 0; trial < 60; ++trial) {
    const double depth = random.uniform(0.01, 0.3), x = random.uniform(2, 8),
                 y = random.uniform(2, 8);
    const Vec3 p(x, y, ground.height(x, y) - depth);
    const GroundPoint g = ground.nearest(p);
    EXPECT_NEAR(g.normal.dot(p - g.point), -search_nearest(ground, p, depth).distance, 1e-6);
  }
}

// Law: nothing within reach of a point is higher than highest_near, though the surface rises above
// the grid's points in between. A field of this pattern rises as far as it can.
TEST(Ground, NothingIsHigherThanHighestNear) {
  Random random(6);
  for (int trial = 0; trial < 6; ++trial) {
    const double cell = trial % 2 == 0 ? 0.5 : 0.13;
    const double size = 77 * cell;
    const Ground ground(field(size, cell, [&](double x, double y) {
      const int c = static_cast<int>(std::lround(x / cell)) % 4;
      const int r = static_cast<int>(std::lround(y / cell)) % 4;
      const bool middle_c = c == 1 || c == 2, middle_r = r == 1 || r == 2;
      if (trial < 2) return middle_c == middle_r ? 1.0 : -1.0;
      return random.uniform() < 0.5 ? -1.0 : random.uniform(-1.0, 1.0);
    }));
    for (int i = 0; i < 4000; ++i) {
      const double x = random.uniform(-0.1 * size, 1.1 * size);
      const double y = random.uniform(-0.1 * size, 1.1 * size);
      const double reach = ground.reach();
      const double near_x = x + random.uniform(-reach, reach);
      const double near_y = y + random.uniform(-reach, reach);
      EXPECT_LE(ground.height(near_x, near_y), ground.highest_near(x, y));
    }
  }
}

// Law: a sphere that touches is never called clear, on steep ground of any fineness either.
TEST(Ground, WhatTouchesIsNotClear) {
  Random random(7);
  for (const double cell : {0.01, 0.1, 1.0}) {
    const Ground ground(
        field(60 * cell, cell, [&](double x, double) { return 3.0 * std::abs(x - 30 * cell); }));
    for (int i = 0; i < 3000; ++i) {
      const double radius = std::pow(10.0, random.uniform(-2.0, 0.7));
      const Vec3 foot(random.uniform(0, 60 * cell), random.uniform(0, 60 * cell), 0.0);
      const double z = ground.height(foot.x(), foot.y()) + random.uniform(0.0, 4.0 * radius);
      const Vec3 centre(foot.x(), foot.y(), z);
      const GroundPoint g = ground.nearest(centre);
      if (g.normal.dot(centre - g.point) < radius) {
        EXPECT_FALSE(ground.clear(centre, radius)) << cell << " " << radius;
      }
    }
    EXPECT_TRUE(ground.clear({0, 0, 1e3}, 0.5 * ground.reach()));
  }
}

// Law: beyond the edge, the edge goes on.
TEST(Ground, GoesOnBeyondTheEdge) {
  const Ground ground(field(10.0, 0.5, wavy));
  for (const double y : {0.0, 1.3, 9.9}) {
    EXPECT_DOUBLE_EQ(ground.height(-50.0, y), ground.height(0.0, y));
    EXPECT_DOUBLE_EQ(ground.height(1e7, y), ground.height(10.0, y));
  }
  EXPECT_DOUBLE_EQ(ground.height(-3.0, -4.0), ground.height(0.0, 0.0));
  const GroundPoint g = ground.nearest({-50.0, 5.0, 1.0});
  EXPECT_EQ(g.normal.x(), 0.0);
  EXPECT_EQ(ground.surface(-3, 400), 0);
}

TEST(Ground, BadPointsAreHarmless) {
  for (const Ground& ground : {Ground(), Ground(field(10.0, 0.5, wavy))})
    for (const double bad : {kNoHeight, kInfinity, -kInfinity, 1e308, -1e308})
      for (int where = 1; where < 8; ++where) {
        const Vec3 p((where & 1) != 0 ? bad : 4.1, (where & 2) != 0 ? bad : 5.2,
                     (where & 4) != 0 ? bad : 0.3);
        const GroundPoint g = ground.nearest(p);
        EXPECT_GE(g.surface, 0);
        EXPECT_LT(g.surface, 2);
        ground.height(p.x(), p.y());
        ground.highest_near(p.x(), p.y());
        const int surface = ground.surface(p.x(), p.y());
        EXPECT_TRUE(surface == 0 || surface == 1);
      }
}

// ---- profiles and features ---------------------------------------------------------------------

// Law: a vertical curve joins two slopes continuously, with curvature 1/R over R |g2 - g1|.
TEST(Profile, KinksAreRoundedByTheRadius) {
  const std::vector<ProfilePoint> p{{0, 0}, {10, 0, 25}, {38, 4, 50}, {60, 4}};
  const double slope = 4.0 / 28.0, d = 1e-5;
  const auto at = [&](double x) { return profile_height(p, x); };
  const auto slope_at = [&](double x) { return (at(x + d) - at(x - d)) / (2 * d); };
  double before = slope_at(0.5);
  for (double x = 0.5; x < 59.5; x += 0.01) {
    const double now = slope_at(x);
    EXPECT_NEAR(now, before, 0.01 / 25 + 1e-6) << x;
    before = now;
  }
  const double e = 0.05;
  const auto curvature = [&](double x) { return (at(x + e) - 2 * at(x) + at(x - e)) / (e * e); };
  EXPECT_NEAR(curvature(10.0), 1.0 / 25, 1e-6);
  EXPECT_NEAR(curvature(38.0), -1.0 / 50, 1e-6);
  const double half = 0.5 * 25 * slope;
  EXPECT_NEAR(curvature(10.0 - half + 0.1), 1.0 / 25, 1e-6);
  EXPECT_NEAR(curvature(10.0 - half - 0.1), 0.0, 1e-6);
  EXPECT_NEAR(curvature(10.0 + half + 0.1), 0.0, 1e-6);
  // Lines between, ends beyond.
  EXPECT_NEAR(at(24.0), 2.0, 1e-12);
  EXPECT_EQ(at(-5.0), 0.0);
  EXPECT_EQ(at(99.0), 4.0);
}

TEST(Profile, TooWideCurvesAreShortenedAndStayContinuous) {
  const std::vector<ProfilePoint> p{{0, 0}, {1, 1, 1e6}, {2, 0, 1e6}, {4, 3}};
  double before = profile_height(p, 0.0);
  for (double x = 0.0; x <= 4.0; x += 1e-3) {
    const double now = profile_height(p, x);
    EXPECT_NEAR(now, before, 2e-3);
    before = now;
  }
  // A kink without radius stays sharp.
  EXPECT_EQ(profile_height({{0, 0}, {1, 1}, {2, 0}}, 1.0), 1.0);
}

GroundFeature make_feature(double x0, double x1, double y0, double y1) {
  GroundFeature f;
  f.name = "feature";
  f.x_min = x0, f.x_max = x1, f.y_min = y0, f.y_max = y1;
  return f;
}

TEST(Ground, FeaturesSetHeightAndSurface) {
  Site site = make_site(20.0, 0.25);
  GroundFeature dam = make_feature(8, 12, 0, 20);
  dam.profile = {{8, 2}, {12, 2}};
  dam.bank = 1.5;
  dam.surface = "road";
  GroundFeature ditch = make_feature(15, 17, 4, 20);
  ditch.profile = {{15, -1}, {17, -1}};
  ditch.bank = 1.0;
  GroundFeature ramp = make_feature(9, 11, 10, 14);
  ramp.along_y = true;
  ramp.profile = {{10, 2}, {14, 3}};
  site.ground.features = {dam, ditch, ramp};
  const Ground ground(site);
  EXPECT_NEAR(ground.height(10, 5), 2.0, 1e-12);
  EXPECT_EQ(ground.surface(10, 5), 1);
  EXPECT_EQ(ground.surface(5, 5), 0);
  // The bank falls 1 in 1.5 and ends after 3 m.
  EXPECT_NEAR(ground.height(6.5, 3), 1.0, 1e-12);
  EXPECT_NEAR(ground.height(4.5, 3), 0.0, 1e-12);
  // The ditch's banks rise 1 in 1 to what is there.
  EXPECT_NEAR(ground.height(16, 10), -1.0, 1e-12);
  EXPECT_NEAR(ground.height(17.5, 10), -0.5, 1e-12);
  EXPECT_NEAR(ground.height(18.5, 10), 0.0, 1e-12);
  // Along y, without banks: its neighbours stay.
  EXPECT_NEAR(ground.height(10, 12), 2.5, 1e-12);
  EXPECT_NEAR(ground.height(8.25, 12), 2.0, 0.15);
  EXPECT_EQ(ground.surface(10, 12), 1) << "a feature without a surface keeps the one below";
}

// Law: a rounded ramp made of features keeps its slope and its curve's radius on the grid.
TEST(Ground, KeepsTheRadiusOfAProfile) {
  Site site = make_site(40.0, 0.25);
  GroundFeature ramp = make_feature(0, 40, 0, 40);
  ramp.profile = {{0, 0}, {15, 0, 25}, {40, 5}};
  site.ground.features = {ramp};
  const Ground ground(site);
  const double e = 0.5;
  const auto at = [&](double x) { return ground.height(x, 20.0); };
  EXPECT_NEAR((at(15 + e) - 2 * at(15) + at(15 - e)) / (e * e), 1.0 / 25, 1e-4);
  EXPECT_NEAR(at(30.0), 3.0, 1e-9);
  const double slope = 0.2;
  EXPECT_LT((ground.nearest({30, 20, 3.5}).normal - normal_of(slope, 0)).norm(), 1e-9);
}

// ---- refusals ----------------------------------------------------------------------------------

TEST(Ground, RefusesBadFields) {
  Site site = make_site(1.0, 0.5);
  site.ground.heights = {0, 0, 0, 0, kNoHeight, 0, 0, 0, 0};
  EXPECT_EQ(ground_error(site),
            "the height field of site 'test' has nan at column 1, row 1; heights must be numbers "
            "within 10 km");
  site.ground.heights[4] = 1.0;
  site.ground.heights[8] = -kInfinity;
  EXPECT_EQ(ground_error(site),
            "the height field of site 'test' has -inf at column 2, row 2; heights must be numbers "
            "within 10 km");
  site.ground.heights[8] = 10001;
  EXPECT_NE(ground_error(site).find("10001 at column 2, row 2"), std::string::npos);
  site.ground.heights.pop_back();
  EXPECT_EQ(ground_error(site),
            "the height field of site 'test' has 8 heights, but 3 columns by 3 rows need 9");
  site.ground.heights.clear();
  EXPECT_EQ(ground_error(site), "");

  site.ground.features.push_back(make_feature(0, 1, 0, 1));
  site.ground.features[0].surface = "ice";
  site.ground.features[0].where = {"site.yaml", 7};
  EXPECT_EQ(ground_error(site), "site.yaml:7: there is no surface named 'ice'");
  site.ground.features.clear();
  site.ground.surface = "lava";
  EXPECT_EQ(ground_error(site), "there is no surface named 'lava'");

  site = make_site(1e5, 0.5);
  EXPECT_EQ(ground_error(site),
            "the height field of site 'test' needs a positive cell and between 4 and 4000000 "
            "points; it has a cell of 0.5 m over 100000 by 100000 m");
  for (const double cell : {0.0, -1.0, kNoHeight, kInfinity, 1e-300}) {
    site = make_site(10.0, cell);
    EXPECT_NE(ground_error(site).find("needs a positive cell"), std::string::npos) << cell;
  }
  site = make_site();
  site.ground.x_max = kNoHeight;
  EXPECT_NE(ground_error(site).find("needs a positive cell"), std::string::npos);
  site = make_site();
  site.surfaces.clear();
  EXPECT_EQ(ground_error(site), "site 'test' has 0 surfaces; it needs between 1 and 255");
  site.surfaces.resize(256);
  EXPECT_EQ(ground_error(site), "site 'test' has 256 surfaces; it needs between 1 and 255");
}

}  // namespace
}  // namespace outrigger::terrain
