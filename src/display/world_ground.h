/// The changed ground of a world, as displays see it.
#pragma once

#include <vector>

#include "display/ground_tiles.h"
#include "sim/world.h"

namespace outrigger::display {

class WorldGround final : public EditedGround {
 public:
  /// `world` must outlive it.
  explicit WorldGround(const sim::World& world) : world_(world) {}

  std::uint64_t version() const override { return world_.ground().version(); }
  void list(std::vector<Tile>& tiles) const override;
  Grid grid(const Tile& tile) const override;
  Point at(double x, double y) const override;

 private:
  const sim::World& world_;
};

}  // namespace outrigger::display
