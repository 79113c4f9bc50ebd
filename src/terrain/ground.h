/// The ground of a site, which may change between steps: what the site gives (terrain/base_field.h),
/// and over it tiles of fine cells where somebody has changed it (terrain/ground_tile.h).
///
/// One surface for all who touch it. Where nothing was changed it is that of the base, with the same
/// bits. Tiles have bicubic patches with limited slopes, so that heights between the nodes do not exceed
/// them along a wall; unchanged cells of a tile are exactly the base's, so the surface is continuous in
/// height and slope across tiles and to the base. Between cells that keep corners of their own there are
/// vertical faces (steps, kerbs, walls of a trench).
///
/// Points that are no numbers count as zero. Who holds a `const Ground&` reads it; its owner changes it
/// between two steps, and nobody reads meanwhile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "terrain/base_field.h"
#include "terrain/ground_edit.h"
#include "terrain/ground_tile.h"

namespace outrigger::terrain {

/// What an edit changed: the box of the cells around it [m], grown by the cells whose slopes follow.
struct GroundChange {
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;
  std::int64_t cells = 0;  ///< with another height or surface
};

/// A tile for displays: heights of the four corners of each cell, in the order of GroundPatch, and
/// surfaces, row by row of x.
struct GroundTileSample {
  double x_min = 0.0, y_min = 0.0, cell = 0.0;
  std::array<std::array<float, 4>, GroundTile::kCells * GroundTile::kCells> corners;
  std::array<std::uint8_t, GroundTile::kCells * GroundTile::kCells> surface;
  bool has_faces = false;
};

class Ground {
 public:
  /// A plane of a surface called "asphalt", for machines without a site.
  Ground() : Ground(BaseField()) {}
  /// Throws Error for a field that is not finite, too large, or names an unknown surface.
  explicit Ground(const description::Site& site);

  /// Whether the ground that the site gives is the plane z = 0.
  bool is_plane() const { return base_.is_plane(); }
  const BaseField& base() const { return base_; }
  /// Whether there is anything that the site did not give.
  bool is_changed() const { return !tiles_.empty(); }

  /// No ground nearer to (x, y) than reach(), in x and in y, is higher than this.
  double highest_near(double x, double y) const {
    const double base = base_.highest_near(x, y);
    return is_changed() && highest_tile_ > base ? highest_tile_ : base;
  }
  double reach() const { return base_.reach(); }
  /// No ground in this rectangle is higher.
  double highest_in(double x_min, double x_max, double y_min, double y_max) const;
  /// All ground is between these.
  double highest() const { return std::max(base_.highest(), highest_tile_); }
  double lowest() const { return std::min(base_.lowest(), lowest_tile_); }
  /// A cheap test for what is in the air: true only if the sphere is clear of the ground.
  bool clear(const Vec3& centre, double radius) const {
    if (is_changed()) return clear_of_tiles(centre, radius);
    return base_.clear(centre, radius);
  }
  /// On a vertical face, that of the cell to the right and above.
  double height(double x, double y) const {
    if (is_changed())
      if (const Cell at = find_cell(x, y); at.tile != nullptr) return height_in(at);
    return base_.height(x, y);
  }
  int surface(double x, double y) const {
    if (is_changed())
      if (const Cell at = find_cell(x, y); at.tile != nullptr)
        if (const std::uint8_t s = at.tile->surface[GroundTile::cell(at.i, at.j)];
            s != GroundTile::kAsBase)
          return s;
    return base_.surface(x, y);
  }
  const std::vector<description::Surface>& surfaces() const { return base_.surfaces(); }

  /// Nearest point to `p` of all feet around it, on faces, edges and corners too, so that the distance
  /// along the normal is the integral of the normal: the normal points from the foot to a p above the
  /// ground, to the foot from a p in it. Exact within reach() of the base and kSideways of the changes;
  /// farther away the foot on the base counts.
  GroundPoint nearest(const Vec3& p) const {
    if (is_changed() && find_cell(p.x(), p.y()).tile != nullptr) return nearest_in_tiles(p);
    return base_.nearest(p);
  }

  // The base grid, for displays. Empty for a plane.
  int columns() const { return base_.columns(); }
  int rows() const { return base_.rows(); }
  double cell() const { return base_.cell(); }
  double x_min() const { return base_.x_min(); }
  double y_min() const { return base_.y_min(); }

  // Changes, between steps. A throw leaves the ground as it was.
  /// Throws Error: an edit that cannot be (check), reaches outside the site, names an unknown surface or
  /// is too large.
  GroundChange edit(const GroundEdit& edit);
  /// The box that an edit may change, banks included; changes nothing.
  GroundChange reach_of(const GroundEdit& edit);
  /// Heights of nodes of the fine grid, for who computes the ground: (i, j) from (x_min, y_min) of the
  /// fine grid, within `nodes_x() - 2`, `nodes_y() - 2`. Cells around them lose corners of their own.
  struct NodeHeight {
    static constexpr int kKeep = -1, kAsBase = GroundTile::kAsBase;
    int i = 0, j = 0;
    double height = 0.0;
    int surface = kKeep;  ///< of the cells around it
  };
  GroundChange set_nodes(std::span<const NodeHeight> nodes);
  /// The box that set_nodes changes; `cells` counts the nodes.
  GroundChange reach_of(std::span<const NodeHeight> nodes);
  /// Of a node of the fine grid.
  double node_height(int i, int j) const {
    if (const GroundTile* t = tile(i / kCells, j / kCells))
      return t->nodes[GroundTile::node(i % kCells, j % kCells)].height;
    return base_.height(fine_x_ + i * fine_, fine_y_ + j * fine_);
  }
  GroundState state() const;
  /// 0: nothing was changed. Kept.
  std::uint64_t state_hash() const;
  /// Back to a state of a ground of the same site; empty: as the site gives it. Throws Error for tiles that
  /// are not of this ground.
  void restore(const GroundState& state);

  // The fine grid.
  double fine_cell() const { return fine_; }
  double fine_x() const { return fine_x_; }
  double fine_y() const { return fine_y_; }
  int cells_x() const { return cells_x_; }
  int cells_y() const { return cells_y_; }

  // Tiles, for displays and for who keeps something made from them.
  int tile_columns() const { return tile_columns_; }
  int tile_rows() const { return tile_rows_; }
  std::vector<std::int32_t> edited_tiles() const;  ///< places, upwards
  /// Changes whenever the tile does, also back; 0: it never has.
  std::uint64_t tile_version(std::int32_t place) const {
    return slots_.empty() ? 0 : slots_[static_cast<std::size_t>(place)].version;
  }
  /// Changes whenever any tile does.
  std::uint64_t version() const { return version_; }
  GroundTileSample sample_tile(std::int32_t place) const;
  /// The tile at column and row; null: there is none, and the ground is that of the base.
  const GroundTile* tile(int column, int row) const {
    if (tiles_.empty() || column < 0 || row < 0 || column >= tile_columns_ || row >= tile_rows_)
      return nullptr;
    const std::int32_t at = slots_[place_of(column, row)].tile;
    return at < 0 ? nullptr : tiles_[static_cast<std::size_t>(at)].tile.get();
  }

 private:
  friend class TileSearch;
  friend class GroundWork;
  static constexpr int kCells = GroundTile::kCells, kNodes = GroundTile::kNodes;
  struct Slot {
    std::int32_t tile = -1;     ///< of tiles_
    std::uint64_t version = 0;  ///< 0: never changed
  };
  struct Held {
    std::int32_t place = 0;
    std::shared_ptr<GroundTile> tile;
  };
  struct Cell {
    const GroundTile* tile = nullptr;
    int i = 0, j = 0;         ///< in the tile
    double u = 0.0, w = 0.0;  ///< in the cell, 0 .. 1
  };
  explicit Ground(BaseField base, double fine = 0.1);
  std::size_t place_of(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(tile_columns_) +
           static_cast<std::size_t>(column);
  }
  Cell find_cell(double x, double y) const {
    const double u = (x - fine_x_) / fine_, w = (y - fine_y_) / fine_;
    if (!(u >= 0.0 && w >= 0.0 && u < cells_x_ && w < cells_y_)) return {};
    const int i = static_cast<int>(u), j = static_cast<int>(w);
    const std::int32_t at = slots_[place_of(i / GroundTile::kCells, j / GroundTile::kCells)].tile;
    if (at < 0) return {};
    return {tiles_[static_cast<std::size_t>(at)].tile.get(), i % GroundTile::kCells,
            j % GroundTile::kCells, u - i, w - j};
  }
  double height_in(const Cell& at) const {
    return at.tile->patch(at.i, at.j, fine_).height(at.u, at.w);
  }
  bool clear_of_tiles(const Vec3& centre, double radius) const;
  GroundPoint nearest_in_tiles(const Vec3& p) const;

  GroundTile& writable(int column, int row);
  std::shared_ptr<GroundTile> make_tile(int column, int row) const;
  void make_tiles_around(int i0, int i1, int j0, int j1);
  const GroundNode& node(int i, int j) const;
  bool node_changed(int i, int j) const;
  GroundPatch::Corners cell_corners(int i, int j) const;
  void finish(int i0, int i1, int j0, int j1);
  void limit_slopes(int i0, int i1, int j0, int j1);
  void derive_cells(GroundTile& tile, int column, int row, int i0, int i1, int j0, int j1);
  void note_tiles();
  void note_range();

  BaseField base_;
  double fine_ = 0.1, fine_x_ = 0.0, fine_y_ = 0.0;
  int cells_x_ = 0, cells_y_ = 0;
  int tile_columns_ = 0, tile_rows_ = 0;
  std::vector<Slot> slots_;  // empty until the first change
  std::vector<Held> tiles_;  // edited ones and a ring around them
  double highest_tile_ = -1e300, lowest_tile_ = 1e300;
  std::uint64_t version_ = 0;
  mutable std::uint64_t hash_ = 0, hash_version_ = 0;
};

}  // namespace outrigger::terrain
