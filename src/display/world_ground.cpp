#include "display/world_ground.h"

#include <algorithm>

#include "sim/soil_stage.h"

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
  double looseness = 0.0;
  if (const sim::SoilStage* soil = world_.soil(); soil != nullptr) {
    constexpr double kLoose = 0.05;  // so much of it hides what is below [m]
    const soil::ColumnField& field = soil->field();
    looseness = std::min(1.0, field.loose_depth(field.column_at(x, y)) / kLoose);
  }
  return {ground.height(x, y), ground.surface(x, y), looseness};
}

}  // namespace outrigger::display
