#include "sim/ground_stage.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/fields.h"

namespace outrigger::sim {

namespace {

class Writer {
 public:
  template <class T>
  void operator()(const T& value) {
    fields_.put(value);
  }
  const std::string& bytes() const { return fields_.out; }

 private:
  FieldWriter fields_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : fields_(bytes) {}
  template <class T>
  void operator()(T& value) {
    fields_.number(value, FieldUse::state);
  }
  bool good() const { return fields_.good(); }
  std::uint64_t left() const { return fields_.left(); }
  bool at_end() const { return fields_.at_end(); }

 private:
  FieldReader fields_;
};

/// The edited tiles: changed heights, surfaces, cells with corners of their own.
void write_ground(Writer& w, const terrain::GroundState& ground) {
  using terrain::GroundTile;
  std::uint64_t edited = 0;
  for (const auto& t : ground.tiles) edited += t.tile->is_edited() ? 1 : 0;
  if (edited == 0) return;
  w(edited);
  for (const auto& [place, tile] : ground.tiles) {
    if (!tile->is_edited()) continue;
    w(place);
    w(static_cast<std::uint64_t>(tile->changed.count()));
    for (std::size_t n = 0; n < tile->nodes.size(); ++n)
      if (tile->changed[n]) {
        w(static_cast<std::uint64_t>(n));
        w(tile->nodes[n].height);
      }
    for (std::size_t c = 0; c < tile->surface.size(); c += 8) {
      std::uint64_t word = 0;
      for (std::size_t k = 0; k < 8; ++k)
        word |= static_cast<std::uint64_t>(tile->surface[c + k]) << (8 * k);
      w(word);
    }
    w(static_cast<std::uint64_t>(tile->own_corners.size()));
    for (std::size_t c = 0; c < tile->own.size(); ++c) {
      if (tile->own[c] == 0) continue;
      w(static_cast<std::uint64_t>(c));
      for (const terrain::GroundNode& n : tile->own_corners[tile->own[c] - std::size_t{1}])
        for (const double v : {n.height, n.slope_x, n.slope_y, n.twist}) w(v);
    }
  }
}

/// False for bytes that no ground has.
bool read_ground(Reader& r, terrain::GroundState& ground) {
  using terrain::GroundTile;
  const auto count = [&](std::uint64_t most) {
    std::uint64_t value = 0;
    r(value);
    return r.good() && value <= most && value <= r.left() ? value : most + 1;
  };
  const auto is_height = [](double h) { return std::abs(h) <= 1e5; };
  constexpr std::uint64_t kMostTiles = 1u << 20;
  const std::uint64_t tiles = count(kMostTiles);
  if (tiles == 0 || tiles > kMostTiles) return false;
  for (std::uint64_t t = 0; t < tiles; ++t) {
    auto tile = std::make_shared<GroundTile>();
    std::int32_t place = 0;
    r(place);
    const std::uint64_t nodes = count(tile->nodes.size());
    if (nodes > tile->nodes.size()) return false;
    for (std::uint64_t i = 0; i < nodes; ++i) {
      std::uint64_t n = 0;
      r(n);
      if (!r.good() || n >= tile->nodes.size() || tile->changed[n]) return false;
      r(tile->nodes[n].height);
      if (!is_height(tile->nodes[n].height)) return false;
      tile->changed.set(n);
    }
    for (std::size_t c = 0; c < tile->surface.size(); c += 8) {
      std::uint64_t word = 0;
      r(word);
      for (std::size_t k = 0; k < 8; ++k)
        tile->surface[c + k] = static_cast<std::uint8_t>(word >> (8 * k));
    }
    const std::uint64_t own = count(tile->own.size());
    if (own > tile->own.size()) return false;
    for (std::uint64_t i = 0; i < own; ++i) {
      std::uint64_t c = 0;
      r(c);
      if (!r.good() || c >= tile->own.size() || tile->own[c] != 0) return false;
      auto& corners = tile->own_corners.emplace_back();
      for (terrain::GroundNode& n : corners)
        for (double* v : {&n.height, &n.slope_x, &n.slope_y, &n.twist}) {
          r(*v);
          if (!is_height(*v)) return false;
        }
      tile->own[c] = static_cast<std::uint16_t>(tile->own_corners.size());
    }
    tile->note_edited();
    if (!r.good() || !tile->is_edited()) return false;
    ground.tiles.push_back({place, std::move(tile)});
  }
  return true;
}

}  // namespace

void GroundPart::write(std::string& bytes) const {
  Writer w;
  write_ground(w, state_);
  bytes += w.bytes();
}

std::shared_ptr<const StatePart> GroundPart::from_bytes(std::string_view bytes) const {
  terrain::GroundState state;
  if (!bytes.empty()) {
    Reader r(bytes);
    if (!read_ground(r, state) || !r.at_end()) return nullptr;
  }
  return std::make_shared<GroundPart>(std::move(state));
}

std::size_t GroundPart::size() const {
  return state_.tiles.size() * (sizeof(terrain::GroundTile) + sizeof state_.tiles[0]);
}

void GroundStage::restore(const StatePart& part) {
  const auto* ground = dynamic_cast<const GroundPart*>(&part);
  if (ground == nullptr) throw Error("this snapshot cannot be restored: its ground is no ground");
  ground_.restore(ground->state());
}

}  // namespace outrigger::sim
