/// The ground of a site as it was before anybody changed it: a plane z = 0, or a smooth height field
/// with kinds of surface. terrain/ground.h lays what was changed over it.
///
/// Heights are given on a square grid and interpolated by bicubic Hermite patches with central
/// differences (Catmull-Rom): exact on planes, continuous in height and slope, so a rolling wheel
/// feels no facets. Beyond the edge of the field the height and surface of the edge go on, level
/// across the edge: the slope may have a kink there. Points that are no numbers count as zero.
/// Immutable once made, so articulations read it together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "description/ground_contact.h"
#include "math/types.h"

namespace outrigger::terrain {

/// Where a body touches: the nearest point of the ground and its upward unit normal.
struct GroundPoint {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();
  int surface = 0;
};

class BaseField {
 public:
  /// A plane of a surface called "asphalt", for machines without a site.
  BaseField();
  /// Throws Error for a field that is not finite, too large, or names an unknown surface.
  explicit BaseField(const description::Site& site);

  bool is_plane() const { return columns_ == 0; }
  /// No ground nearer to (x, y) than reach(), in x and in y, is higher than this.
  double highest_near(double x, double y) const {
    if (is_plane()) return 0.0;
    return tile_top_[tile_of(x, y)];
  }
  double reach() const { return reach_; }
  /// No ground in this rectangle is higher.
  double highest_in(double x_min, double x_max, double y_min, double y_max) const {
    if (is_plane()) return 0.0;
    double top = -1e300;
    for (int r = tile(y_min - y_min_, tile_rows_); r <= tile(y_max - y_min_, tile_rows_); ++r)
      for (int c = tile(x_min - x_min_, tile_columns_); c <= tile(x_max - x_min_, tile_columns_);
           ++c)
        top = std::max(
            top, tile_top_[static_cast<std::size_t>(r) * static_cast<std::size_t>(tile_columns_) +
                           static_cast<std::size_t>(c)]);
    return top;
  }
  /// All ground is between these.
  double highest() const { return highest_; }
  double lowest() const { return lowest_; }
  /// A cheap test for what is in the air: true only if the sphere is clear of the ground.
  bool clear(const Vec3& centre, double radius) const {
    return radius <= reach_ && centre.z() - radius > highest_near(centre.x(), centre.y());
  }
  double height(double x, double y) const;
  int surface(double x, double y) const;
  const std::vector<description::Surface>& surfaces() const { return surfaces_; }

  /// Nearest point to `p`, so that the distance along the normal is the integral of the normal; of
  /// several valleys around p that with the nearest foot. Where p is farther from the ground than reach(),
  /// the foot on the tangent plane over p.
  GroundPoint nearest(const Vec3& p) const;

  struct Sample {
    double height = 0.0, slope_x = 0.0, slope_y = 0.0;
    double bend_xx = 0.0, bend_xy = 0.0, bend_yy = 0.0;  ///< second derivatives [1/m]
  };
  Sample sample(double x, double y) const;

  // The grid, for displays. Empty for a plane.
  int columns() const { return columns_; }
  int rows() const { return rows_; }
  double cell() const { return cell_; }
  double x_min() const { return x_min_; }
  double y_min() const { return y_min_; }

 private:
  /// A place on the surface, and the square of its distance from the point in question.
  struct Foot {
    double x = 0.0, y = 0.0;
    Sample sample;
    double distance2 = 0.0;
  };
  Foot find_foot(const Vec3& p) const;
  Foot foot_at(const Vec3& p, double x, double y) const;
  Foot descend(const Vec3& p, Foot foot) const;
  void measure_flatness();
  double flat_around(double x, double y) const;
  std::size_t tile_of(double x, double y) const {
    return static_cast<std::size_t>(tile(y - y_min_, tile_rows_)) *
               static_cast<std::size_t>(tile_columns_) +
           static_cast<std::size_t>(tile(x - x_min_, tile_columns_));
  }
  double grid(int column, int row) const;
  double along_grid(double from_edge, int count) const;
  void make_features(const description::Ground& ground);
  void make_tiles();
  int tile(double from_edge, int count) const {
    const double t = from_edge / reach_;
    return t > 0.0 ? (t < count - 1 ? static_cast<int>(t) : count - 1) : 0;
  }
  int surface_index(const std::string& name, const description::Location& where) const;

  std::vector<description::Surface> surfaces_;
  int columns_ = 0, rows_ = 0;
  double cell_ = 1.0, x_min_ = 0.0, y_min_ = 0.0;
  int tile_cells_ = 0;  ///< cells along a tile
  int tile_columns_ = 0, tile_rows_ = 0;
  double reach_ = 1e300;                  ///< side of a tile [m]
  std::vector<double> tile_top_;          ///< highest ground of a tile and its neighbours
  std::vector<std::uint8_t> flat_cells_;  ///< by cell: cells to the next one that is not flat
  double lowest_ = 0.0, highest_ = 0.0;
  std::vector<double> heights_;
  std::vector<std::uint8_t> surface_;
  int base_surface_ = 0;
};

}  // namespace outrigger::terrain
