#include "terrain/ground_tile.h"

#include <algorithm>

#include "base/hash.h"

namespace outrigger::terrain {

void GroundTile::note_edited() {
  const bool painted =
      std::any_of(surface.begin(), surface.end(), [](std::uint8_t s) { return s != kAsBase; });
  const bool stepped =
      std::any_of(own.begin(), own.end(), [](std::uint16_t place) { return place != 0; });
  edited = painted || stepped || changed.any();
  hash_value = 0;
  if (!edited) return;
  Hash h;
  for (std::size_t n = 0; n < nodes.size(); ++n)
    if (changed[n]) {
      h.add(n);
      h.add(nodes[n].height);
    }
  if (painted) h.add_bytes(surface.data(), surface.size());
  for (std::size_t c = 0; stepped && c < own.size(); ++c)
    if (own[c] != 0) {
      h.add(c);
      for (const GroundNode& n : own_corners[own[c] - std::size_t{1}])
        for (const double v : {n.height, n.slope_x, n.slope_y, n.twist}) h.add(v);
    }
  hash_value = h.value();
}

std::uint64_t GroundState::hash() const {
  Hash h;
  bool any = false;
  for (const Tile& t : tiles) {
    if (!t.tile->edited) continue;
    any = true;
    h.add(t.place);
    h.add(t.tile->hash());
  }
  return any ? h.value() : 0;
}

}  // namespace outrigger::terrain
