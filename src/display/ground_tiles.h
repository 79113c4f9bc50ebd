/// Ground that was changed while the world runs, as tiles for displays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "frames/ground_tile.h"
#include "frames/keyed_store.h"

namespace outrigger::display {

/// A ground that can be changed, as far as displays care.
class EditedGround {
 public:
  struct Tile {
    std::int32_t column = 0, row = 0;
    std::uint64_t version = 0;  ///< another number when its content may be another
  };
  struct Grid {
    std::uint32_t columns = 0, rows = 0;  ///< points, at most kMaxPoints in all
    double x_min = 0.0, y_min = 0.0, cell = 0.0;
  };
  struct Point {
    double height = 0.0;
    int surface = 0;         ///< index into Scene::ground.kinds
    double looseness = 0.0;  ///< 0..1
  };
  static constexpr std::uint32_t kMaxPoints = 65536;

  virtual ~EditedGround() = default;
  /// Another number when any tile may have changed: looked at in every step.
  virtual std::uint64_t version() const = 0;
  /// Tiles that differ from the ground at the start, in any order.
  virtual void list(std::vector<Tile>& tiles) const = 0;
  virtual Grid grid(const Tile& tile) const = 0;
  virtual Point at(double x, double y) const = 0;
};

/// Samples tiles that have changed and puts them into the stream, a few at a time, so that a large edit
/// does not hold up a step: those that have waited longest first. Tiles that are as at the start again are
/// taken out of it.
class GroundTiles {
 public:
  /// Of a tile of 64 by 64 points about 0.5 ms each.
  static constexpr std::size_t kTilesPerUpdate = 2;

  /// True when all tiles are in the stream as they are now.
  bool update(const EditedGround& ground, frames::KeyedStore& stream);
  /// The world was put back to another moment: versions may have come back with another content.
  void note_restored() { restored_ = true; }

 private:
  struct Known {
    EditedGround::Tile tile;
    bool sampled = false;          ///< `tile.version` is in the stream
    std::uint64_t sampled_at = 0;  ///< number of that sampling, for the order
    bool listed = false;           ///< scratch
  };
  void look(const EditedGround& ground, frames::KeyedStore& stream);

  std::map<std::uint64_t, Known> tiles_;  ///< by GroundTile::id
  std::vector<EditedGround::Tile> listed_;
  std::uint64_t version_ = 0;
  std::uint64_t samplings_ = 0;
  bool looked_ = false, restored_ = false;
  std::size_t waiting_ = 0;
};

/// All points of a tile.
frames::GroundTile sample_tile(const EditedGround& ground, const EditedGround::Tile& tile);

}  // namespace outrigger::display
