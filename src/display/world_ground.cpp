#include "display/world_ground.h"

namespace outrigger::display {

void WorldGround::list(std::vector<Tile>& tiles) const {
  const terrain::Ground& ground = world_.ground();
  tiles.clear();
  for (const std::int32_t place : ground.edited_tiles())
    tiles.push_back(
        {place % ground.tile_columns(), place / ground.tile_columns(), ground.tile_version(place)});
}

EditedGround::Grid WorldGround::grid(const Tile& tile) const {
  const terrain::Ground& ground = world_.ground();
  const double side = ground.fine_cell() * terrain::GroundTile::kCells;
  return {terrain::GroundTile::kNodes, terrain::GroundTile::kNodes,
          ground.fine_x() + side * tile.column, ground.fine_y() + side * tile.row,
          ground.fine_cell()};
}

EditedGround::Point WorldGround::at(double x, double y) const {
  const terrain::Ground& ground = world_.ground();
  return {ground.height(x, y), ground.surface(x, y), 0.0};
}

}  // namespace outrigger::display
