#include "display/ground_tiles.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/assert.h"

namespace outrigger::display {

namespace {

frames::StreamKey tile_key_of(std::uint64_t id) {
  return {frames::StreamKey::Kind::ground_tile, id};
}

std::uint64_t id_of(const EditedGround::Tile& tile) {
  frames::GroundTile named;
  named.column = tile.column;
  named.row = tile.row;
  return named.id();
}

}  // namespace

frames::GroundTile sample_tile(const EditedGround& ground, const EditedGround::Tile& tile) {
  const EditedGround::Grid grid = ground.grid(tile);
  OUTRIGGER_ASSERT(std::uint64_t{grid.columns} * grid.rows <= EditedGround::kMaxPoints);
  frames::GroundTile out;
  out.column = tile.column;
  out.row = tile.row;
  out.columns = grid.columns;
  out.rows = grid.rows;
  out.x_min = grid.x_min;
  out.y_min = grid.y_min;
  out.cell = grid.cell;
  std::vector<double> heights;
  heights.reserve(std::size_t{grid.columns} * grid.rows);
  bool any_surface = false, any_loose = false;
  for (std::uint32_t r = 0; r < grid.rows; ++r)
    for (std::uint32_t c = 0; c < grid.columns; ++c) {
      const EditedGround::Point p =
          ground.at(grid.x_min + c * grid.cell, grid.y_min + r * grid.cell);
      heights.push_back(p.height);
      out.surfaces.push_back(static_cast<std::uint8_t>(std::clamp(p.surface, 0, 255)));
      const double loose = 255.0 * std::clamp(p.looseness, 0.0, 1.0);
      out.looseness.push_back(static_cast<std::uint8_t>(std::lround(loose)));
      any_surface = any_surface || out.surfaces.back() != 0;
      any_loose = any_loose || out.looseness.back() != 0;
    }
  if (!any_surface) out.surfaces.clear();
  if (!any_loose) out.looseness.clear();
  out.set_heights(heights);
  return out;
}

/// Which tiles there are now, and which of them must be sampled.
void GroundTiles::look(const EditedGround& ground, frames::KeyedStore& stream) {
  ground.list(listed_);
  for (auto& [id, known] : tiles_) known.listed = false;
  for (const EditedGround::Tile& tile : listed_) {
    Known& known = tiles_[id_of(tile)];
    known.sampled = known.sampled && known.tile.version == tile.version && !restored_;
    known.tile = tile;
    known.listed = true;
  }
  waiting_ = 0;
  for (auto it = tiles_.begin(); it != tiles_.end();) {
    if (!it->second.listed) {
      stream.remove(tile_key_of(it->first));
      it = tiles_.erase(it);
      continue;
    }
    waiting_ += it->second.sampled ? 0 : 1;
    ++it;
  }
}

bool GroundTiles::update(const EditedGround& ground, frames::KeyedStore& stream) {
  const std::uint64_t version = ground.version();
  if (!looked_ || restored_ || version != version_) look(ground, stream);
  looked_ = true;
  restored_ = false;
  version_ = version;
  for (std::size_t n = 0; n < kTilesPerUpdate && waiting_ > 0; ++n, --waiting_) {
    auto oldest = tiles_.end();
    for (auto it = tiles_.begin(); it != tiles_.end(); ++it)
      if (!it->second.sampled &&
          (oldest == tiles_.end() || it->second.sampled_at < oldest->second.sampled_at))
        oldest = it;
    Known& known = oldest->second;
    known.sampled = true;
    known.sampled_at = ++samplings_;
    // A stream that is full refuses it and counts that; the display keeps what it has.
    stream.put(tile_key_of(oldest->first),
               std::make_shared<const frames::StreamValue>(sample_tile(ground, known.tile)));
  }
  return waiting_ == 0;
}

}  // namespace outrigger::display
