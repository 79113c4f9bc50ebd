/// What can be measured of the soil of a site, for displays, scores and programs. Nothing here changes anything.
///
///   volumes    bank that is missing, loose soil by kind: sums over columns, of each the share of its area
///              (cell² around its grid point) that lies in the rectangle
///   section    the ground along a line, now and before anybody dug
///   design     ∫ max(0, z - d) dA and ∫ max(0, d - z) dA between the surface z and a design surface d
///   safety     the smallest safety factor of the faces in a rectangle (soil/faces.h)
///
/// Costs: a column that nobody touched is asked of the site; a rectangle of 10 × 10 m with cells of 0.1 m has 10,000.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "soil/column_field.h"

namespace outrigger::sim {

struct SoilRectangle {
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;  ///< [m]
};
/// All that columns cover.
SoilRectangle whole_site(const soil::ColumnField& field);

struct LooseSoil {
  std::string soil;
  double mass = 0.0, volume = 0.0;  ///< [kg], [m³]
};
struct SoilVolumes {
  double bank_missing = 0.0;       ///< [m³]
  double bank_missing_mass = 0.0;  ///< [kg]
  double loose = 0.0;              ///< [m³]
  std::vector<LooseSoil> by_soil;  ///< loose, of every soil of the site
};
/// Throws Error for a rectangle that is none or reaches beyond the site.
SoilVolumes soil_volumes(const soil::ColumnField& field, const SoilRectangle& where);

struct SectionPoint {
  double along = 0.0;                ///< from the first point [m]
  double x = 0.0, y = 0.0;           ///< [m]
  double start = 0.0;                ///< height before anybody dug [m]
  double bank = 0.0, surface = 0.0;  ///< top of the bank, surface now [m]
};
/// Points of a line, a cell apart or less; between columns heights are linear. Throws Error beyond the site.
std::vector<SectionPoint> soil_section(const soil::ColumnField& field, const soil::Vec2& from,
                                       const soil::Vec2& to);

/// Height that the ground should have at a place [m]; NaN: none there.
using DesignSurface = std::function<double(double x, double y)>;

/// A grid of heights, bilinear between its points.
struct DesignGrid {
  double x_min = 0.0, y_min = 0.0, cell = 1.0;  ///< [m]
  int columns = 0, rows = 0;                    ///< points, 2 × 2 and more
  std::vector<double> heights;                  ///< row by row from y_min [m]

  /// Throws Error for sizes that do not fit, or heights that are no numbers.
  void check() const;
  SoilRectangle area() const;
  double height(double x, double y) const;  ///< NaN outside
};
/// Text: `x_min y_min cell columns rows`, then the heights, separated by white space or commas; # begins a comment.
/// Throws Error with name and line.
DesignGrid design_grid_from_text(const std::string& text, const std::string& name);

struct DesignDifference {
  double area = 0.0;                ///< compared [m²]
  double above = 0.0, below = 0.0;  ///< ground above (underdug), below (overdug) the design [m³]
  double highest = 0.0, lowest = 0.0;  ///< largest z - d, smallest z - d [m]
  double within = 0.0;                 ///< share of the area with |z - d| ≤ tolerance
  double mean = 0.0;                   ///< of z - d [m]
};
/// Throws Error where the rectangle reaches beyond the site, or no column in it has a design.
DesignDifference difference_to_design(const soil::ColumnField& field, const SoilRectangle& where,
                                      const DesignSurface& design, double tolerance = 0.03);
/// Over the area of the grid, which must lie within the site.
DesignDifference difference_to_design(const soil::ColumnField& field, const DesignGrid& design,
                                      double tolerance = 0.03);

struct FaceSafety {
  double factor = 0.0;  ///< soil::kNoFace: nothing there can fall
  double x = 0.0, y = 0.0;
};
/// `wetness` 0 dry .. 1 soaked.
FaceSafety smallest_safety(const soil::ColumnField& field, const SoilRectangle& where,
                           double wetness = 0.0);

}  // namespace outrigger::sim
