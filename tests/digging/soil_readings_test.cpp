/// Readings of soil: volumes, sections, differences to a design and safety of faces against what geometry says.
#include "sim/soil_readings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "base/error.h"
#include "soil/faces.h"
#include "validation/soil_scenes.h"

namespace outrigger::sim {
namespace {

constexpr double kCell = 0.1;

/// Level ground of loam, 8 by 8 m around the origin; 3 m of it can be dug.
soil::ColumnField level_loam() {
  validation::SoilPlot plot = validation::plot_around_origin(8.0, 8.0, kCell);
  plot.depth = 3.0;
  return validation::make_plot(validation::library_soils()[1], plot);
}

/// All columns whose grid points lie in a rectangle are dug down to a height; what was there goes away, or stays as
/// loose soil. Returns how many there are.
int dig(soil::ColumnField& field, const SoilRectangle& r, double height, bool away) {
  int count = 0;
  for (int j = 0; j < field.rows(); ++j)
    for (int i = 0; i < field.columns(); ++i) {
      const soil::Vec2 at = field.place({i, j});
      const bool inside = at.x() > r.x_min - 1e-6 && at.x() < r.x_max + 1e-6 &&
                          at.y() > r.y_min - 1e-6 && at.y() < r.y_max + 1e-6;
      if (!inside) continue;
      ++count;
      field.loosen({i, j}, height, [&](int kind, soil::Milligrams mass) {
        if (!away) field.add_loose({i, j}, kind, mass, field.loose_volume(kind));
      });
    }
  return count;
}

std::string refused(const std::function<void()>& what) {
  try {
    what();
  } catch (const Error& e) {
    return e.what();
  }
  return "accepted";
}

// Law: volumes are sums over columns; a rectangle that is cut in two has the sum of its parts, wherever the cut is.
TEST(SoilReadings, VolumesAreThoseOfThePit) {
  soil::ColumnField field = level_loam();
  const int count = dig(field, {-1.0, 1.0, -0.5, 0.5}, -0.8, true);
  ASSERT_EQ(count, 21 * 11);
  const double pit = count * kCell * kCell * 0.8;
  const SoilVolumes whole = soil_volumes(field, {-2.0, 2.0, -2.0, 2.0});
  EXPECT_NEAR(whole.bank_missing, pit, 1e-6 * pit);
  EXPECT_NEAR(whole.bank_missing_mass, pit * 1540.0, 1e-6 * pit * 1540.0);
  EXPECT_EQ(whole.loose, 0.0);
  const double cut = 0.137;
  const double parts = soil_volumes(field, {-2.0, cut, -2.0, 2.0}).bank_missing +
                       soil_volumes(field, {cut, 2.0, -2.0, 2.0}).bank_missing;
  EXPECT_NEAR(parts, whole.bank_missing, 1e-9);
  // Half a column at each side is missing here.
  EXPECT_NEAR(soil_volumes(field, {-1.0, 1.0, -0.5, 0.5}).bank_missing, 2.0 * 1.0 * 0.8, 1e-6);
}

// Law: what is dug swells: loose volume = mass/density_loose.
TEST(SoilReadings, LooseSoilHasItsOwnVolume) {
  soil::ColumnField field = level_loam();
  dig(field, {-1.0, 1.0, -0.5, 0.5}, -0.4, false);
  const SoilVolumes v = soil_volumes(field, whole_site(field));
  EXPECT_NEAR(v.loose, v.bank_missing * 1540.0 / 1250.0, 2e-4 * v.loose);
  ASSERT_EQ(v.by_soil.size(), 1u);
  EXPECT_EQ(v.by_soil[0].soil, "sandy_loam");
  EXPECT_NEAR(v.by_soil[0].mass, v.bank_missing_mass, 1e-9 * v.bank_missing_mass);
}

TEST(SoilReadings, ASectionGoesThroughThePit) {
  soil::ColumnField field = level_loam();
  dig(field, {-1.0, 1.0, -0.5, 0.5}, -0.8, true);
  const auto points = soil_section(field, {-2.0, 0.0}, {2.0, 0.0});
  ASSERT_GE(points.size(), 40u);
  for (const SectionPoint& p : points) {
    EXPECT_EQ(p.start, 0.0);
    EXPECT_NEAR(p.along, p.x + 2.0, 1e-9);
    if (std::abs(p.x) < 0.99) {
      EXPECT_NEAR(p.surface, -0.8, 1e-6) << p.x;
    }
    if (std::abs(p.x) > 1.11) {
      EXPECT_NEAR(p.surface, 0.0, 1e-9) << p.x;
    }
  }
  EXPECT_NE(refused([&] {
              soil_section(field, {0, 0}, {90, 0});
            }).find("(90, 0) m is beyond the site"),
            std::string::npos);
  EXPECT_NE(refused([&] {
              soil_section(field, {1, 1}, {1, 1});
            }).find("same point"),
            std::string::npos);
}

// Law: over- and underdig are the volumes between two surfaces. A pit of 0.8 m against a design of 1 m is underdug by
// 0.2 m; its part that should not be there is overdug by 0.8 m.
TEST(SoilReadings, DifferenceToADesign) {
  soil::ColumnField field = level_loam();
  dig(field, {-1.0, 1.0, -0.5, 0.5}, -0.8, true);
  const auto design = [](double x, double) { return x < 0.05 ? -1.0 : 0.0; };
  const DesignDifference d = difference_to_design(field, {-1.0, 1.0, -0.5, 0.5}, design);
  EXPECT_NEAR(d.area, 2.0, 1e-9);
  EXPECT_NEAR(d.above, 1.05 * 0.2, 1e-6);
  EXPECT_NEAR(d.below, 0.95 * 0.8, 1e-6);
  EXPECT_NEAR(d.highest, 0.2, 1e-6);
  EXPECT_NEAR(d.lowest, -0.8, 1e-6);
  EXPECT_EQ(d.within, 0.0);
  EXPECT_NEAR(difference_to_design(field, {-1.0, 1.0, -0.5, 0.5}, design, 0.3).within, 1.05 / 2.0,
              1e-9);
  EXPECT_NE(refused([&] {
              difference_to_design(field, {-1.0, 9.0, 0.0, 1.0}, design);
            }).find("allowed is a rectangle within the site"),
            std::string::npos);
  EXPECT_NE(refused([&] {
              difference_to_design(field, {-1.0, 1.0, 0.0, 1.0}, [](double, double) {
                return std::numeric_limits<double>::quiet_NaN();
              });
            }).find("no height"),
            std::string::npos);
}

// Law: a grid of heights is a design that is bilinear between its points.
TEST(SoilReadings, ADesignGrid) {
  const DesignGrid grid =
      design_grid_from_text("# falls to the east\n-1 -1  2  2 2\n0, -0.4\n0, -0.4\n", "fall.txt");
  EXPECT_NEAR(grid.height(0.0, 0.3), -0.2, 1e-12);
  EXPECT_TRUE(std::isnan(grid.height(1.5, 0.0)));
  soil::ColumnField field = level_loam();
  const DesignDifference d = difference_to_design(field, grid);
  EXPECT_NEAR(d.area, 4.0, 1e-9);
  EXPECT_NEAR(d.above, 4.0 * 0.2, 1e-3);  // half columns at the rims count the height at the rim
  EXPECT_EQ(d.below, 0.0);
  const auto problem = [](const std::string& text) {
    return refused([&] { design_grid_from_text(text, "g.txt"); });
  };
  EXPECT_NE(problem("1 2 3").find("g.txt:1: 3 numbers"), std::string::npos);
  EXPECT_NE(problem("0 0 1 2 2\n1 2 3 x").find("g.txt:2: 'x' is no number"), std::string::npos);
  EXPECT_NE(problem("0 0 1 2 2 1 2 3").find("3 heights, but 2 by 2 points need 4"),
            std::string::npos);
  EXPECT_NE(problem("0 0 1 2.5 2 1 2 3").find("whole numbers from 2 on"), std::string::npos);
  EXPECT_NE(problem("0 0 0 2 2 1 2 3 4").find("above 0"), std::string::npos);
  DesignGrid outside = grid;
  outside.x_min = 100.0;
  EXPECT_NE(refused([&] { difference_to_design(field, outside); }).find("within the site"),
            std::string::npos);
}

// Law: the safety factor of a vertical wall is its critical height (Culmann) over its height.
TEST(SoilReadings, SafetyOfATrench) {
  soil::ColumnField field = level_loam();
  EXPECT_EQ(smallest_safety(field, {-3.0, 3.0, -3.0, 3.0}).factor, soil::kNoFace);
  dig(field, {-2.0, 2.0, -0.5, 0.5}, -1.5, true);
  const FaceSafety s = smallest_safety(field, {-2.5, 2.5, -1.5, 1.5});
  const double critical = soil::critical_height(field.soil(0), 1.0, 0.0, 0.0);
  EXPECT_NEAR(s.factor, critical / 1.5, 0.01 * critical / 1.5);
  EXPECT_LT(std::abs(s.y), 0.75);
  EXPECT_LT(smallest_safety(field, {-2.5, 2.5, -1.5, 1.5}, 1.0).factor, s.factor);
}

}  // namespace
}  // namespace outrigger::sim
