/// The tiles of a ground: made from the base, copied before they are written while somebody else holds
/// them, and everything that follows from their state. All of it is a function of the state alone, so a
/// ground that is restored answers with the same bits.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/error.h"
#include "base/hash.h"
#include "terrain/ground.h"

namespace outrigger::terrain {

namespace {

constexpr double kFlatPatch = 1e-9;  ///< of a plane's points off the plane [m]
/// Tiles along a side of the region that can be changed where the site has no extent.
constexpr int kPlaneTiles = 512;

/// Floats that are surely not inside.
GroundTile::Bounds outward(double low, double high) {
  const auto slack = [](double h) { return 1e-9 + 2e-7 * std::abs(h); };
  return {static_cast<float>(low - slack(low)), static_cast<float>(high + slack(high))};
}

void add(GroundTile::Bounds& to, const GroundTile::Bounds& b) {
  to.low = std::min(to.low, b.low);
  to.high = std::max(to.high, b.high);
}

constexpr GroundTile::Bounds kNothing{std::numeric_limits<float>::infinity(),
                                      -std::numeric_limits<float>::infinity()};

/// Slope between two lines of slopes `before` and `after`: their harmonic mean, zero where they point in
/// different directions. Cubic pieces with such slopes are monotone where the heights are (Fritsch and
/// Butland), and planes stay planes.
double limited(double before, double after) {
  return before * after > 0.0 ? 2.0 * before * after / (before + after) : 0.0;
}

GroundTile::Edge edge_of(const GroundNode& a, const GroundNode& b, bool along_x) {
  return {a.height, b.height, along_x ? a.slope_x : a.slope_y, along_x ? b.slope_x : b.slope_y};
}

}  // namespace

Ground::Ground(const description::Site& site) : Ground(BaseField(site), site.ground.fine_cell) {}

Ground::Ground(BaseField base, double fine) : base_(std::move(base)) {
  if (!(fine >= 0.01 && fine <= 10.0))
    throw Error(fmt::format("the ground's fine cell is {} m; allowed are 0.01 to 10 m", fine));
  if (base_.is_plane()) {
    fine_ = fine;
    cells_x_ = cells_y_ = kPlaneTiles * kCells;
    fine_x_ = fine_y_ = -0.5 * kPlaneTiles * kCells * fine_;
  } else {
    // Fine cells divide those of the base, so that each lies in one of its patches.
    const int parts = std::max(1, static_cast<int>(std::ceil(base_.cell() / fine - 1e-9)));
    fine_ = base_.cell() / parts;
    fine_x_ = base_.x_min();
    fine_y_ = base_.y_min();
    cells_x_ = (base_.columns() - 1) * parts;
    cells_y_ = (base_.rows() - 1) * parts;
  }
  tile_columns_ = (cells_x_ - 1) / kCells + 1;
  tile_rows_ = (cells_y_ - 1) / kCells + 1;
}

/// As the base is.
std::shared_ptr<GroundTile> Ground::make_tile(int column, int row) const {
  auto tile = std::make_shared<GroundTile>();
  for (int j = 0; j < kNodes; ++j)
    for (int i = 0; i < kNodes; ++i) {
      const BaseField::Sample s = base_.sample(fine_x_ + (column * kCells + i) * fine_,
                                               fine_y_ + (row * kCells + j) * fine_);
      tile->nodes[GroundTile::node(i, j)] = {s.height, s.slope_x, s.slope_y, s.bend_xy};
    }
  tile->complete = true;
  return tile;
}

/// A tile that nobody else holds, made or copied where there is none.
GroundTile& Ground::writable(int column, int row) {
  if (slots_.empty())
    slots_.resize(static_cast<std::size_t>(tile_columns_) * static_cast<std::size_t>(tile_rows_));
  const std::size_t place = place_of(column, row);
  Slot& slot = slots_[place];
  slot.version = ++version_;
  if (slot.tile < 0) {
    slot.tile = static_cast<std::int32_t>(tiles_.size());
    tiles_.push_back({static_cast<std::int32_t>(place), make_tile(column, row)});
    GroundTile& made = *tiles_.back().tile;
    derive_cells(made, column, row, 0, kCells - 1, 0, kCells - 1);
    return made;
  }
  auto& held = tiles_[static_cast<std::size_t>(slot.tile)].tile;
  if (held.use_count() > 1) held = std::make_shared<GroundTile>(*held);
  return *held;
}

/// All tiles that hold the nodes or the cells beside them.
void Ground::make_tiles_around(int i0, int i1, int j0, int j1) {
  for (int row = std::max(0, j0 - 1) / kCells; row <= std::min(j1, cells_y_ - 1) / kCells; ++row)
    for (int column = std::max(0, i0 - 1) / kCells; column <= std::min(i1, cells_x_ - 1) / kCells;
         ++column)
      if (tile(column, row) == nullptr) writable(column, row);
}

const GroundNode& Ground::node(int i, int j) const {
  // A node on the border is in both tiles, and the one beyond may not be there.
  for (int row = j / kCells; row >= (j - 1) / kCells; --row)
    for (int column = i / kCells; column >= (i - 1) / kCells; --column)
      if (const GroundTile* t = tile(column, row))
        return t->nodes[GroundTile::node(i - column * kCells, j - row * kCells)];
  OUTRIGGER_ASSERT(false);
  static const GroundNode none;
  return none;
}

bool Ground::node_changed(int i, int j) const {
  for (int row = j / kCells; row >= (j - 1) / kCells; --row)
    for (int column = i / kCells; column >= (i - 1) / kCells; --column)
      if (const GroundTile* t = tile(column, row))
        return t->changed[GroundTile::node(i - column * kCells, j - row * kCells)];
  return false;
}

/// Null corners where there is no tile.
GroundPatch::Corners Ground::cell_corners(int i, int j) const {
  if (i < 0 || j < 0 || i >= cells_x_ || j >= cells_y_) return {};
  const GroundTile* t = tile(i / kCells, j / kCells);
  return t != nullptr ? t->corners(i % kCells, j % kCells) : GroundPatch::Corners{};
}

/// Slopes of the nodes in [i0, i1] x [j0, j1] that a changed one is beside.
void Ground::limit_slopes(int i0, int i1, int j0, int j1) {
  const double per = 1.0 / fine_;
  i0 = std::max(i0, 1), j0 = std::max(j0, 1);
  i1 = std::min(i1, cells_x_ - 1), j1 = std::min(j1, cells_y_ - 1);
  for (int row = std::max(0, j0 - 1) / kCells; row <= std::min(j1, cells_y_ - 1) / kCells; ++row)
    for (int column = std::max(0, i0 - 1) / kCells; column <= std::min(i1, cells_x_ - 1) / kCells;
         ++column) {
      if (tile(column, row) == nullptr) continue;
      GroundTile& t = writable(column, row);
      const int first_i = column * kCells, first_j = row * kCells;
      for (int j = std::max(j0, first_j); j <= std::min(j1, first_j + kCells); ++j)
        for (int i = std::max(i0, first_i); i <= std::min(i1, first_i + kCells); ++i) {
          const int li = i - first_i, lj = j - first_j;
          GroundNode& n = t.nodes[GroundTile::node(li, lj)];
          // Mostly all neighbours are in the tile.
          const bool inner = li > 0 && lj > 0 && li < kCells && lj < kCells;
          bool near = false;
          for (int dj = -1; dj <= 1 && !near; ++dj)
            for (int di = -1; di <= 1 && !near; ++di)
              near = inner ? t.changed[GroundTile::node(li + di, lj + dj)]
                           : node_changed(i + di, j + dj);
          if (!near) continue;
          const auto height = [&](int di, int dj) {
            return inner ? t.nodes[GroundTile::node(li + di, lj + dj)].height
                         : node(i + di, j + dj).height;
          };
          n.slope_x = limited(per * (n.height - height(-1, 0)), per * (height(1, 0) - n.height));
          n.slope_y = limited(per * (n.height - height(0, -1)), per * (height(0, 1) - n.height));
          n.twist = 0.0;
        }
    }
}

/// Bounds, flags and faces of the cells of a tile, in its own indices.
void Ground::derive_cells(GroundTile& t, int column, int row, int i0, int i1, int j0, int j1) {
  const int first_i = column * kCells, first_j = row * kCells;
  const auto has_own = [&](int c, int r) {
    const GroundTile* other = tile(c, r);
    return other != nullptr && !other->own_corners.empty();
  };
  const bool faces = !t.own_corners.empty() || has_own(column - 1, row) || has_own(column, row - 1);
  if (faces || !t.faces.empty()) {
    i0 = j0 = 0;
    i1 = j1 = kCells - 1;
    t.faces.clear();
  }
  for (int j = j0; j <= j1; ++j)
    for (int i = i0; i <= i1; ++i) {
      const std::size_t c = GroundTile::cell(i, j);
      std::uint8_t& flags = t.flags[c];
      flags = 0;
      if (first_i + i >= cells_x_ || first_j + j >= cells_y_) {
        flags = GroundTile::kOutside;
        t.bounds[c] = kNothing;
        continue;
      }
      const GroundPatch patch = t.patch(i, j, fine_);
      const auto range = patch.bounds();
      t.bounds[c] = outward(range[0], range[1]);
      if (patch.is_plane(kFlatPatch)) flags |= GroundTile::kPlane;
      if (!faces) continue;
      for (const bool along_x : {false, true}) {
        const auto other = along_x ? cell_corners(first_i + i, first_j + j - 1)
                                   : cell_corners(first_i + i - 1, first_j + j);
        if (other[0] == nullptr) continue;
        GroundTile::Face face;
        face.cell = static_cast<std::uint16_t>(c);
        face.along_x = along_x;
        face.before =
            along_x ? edge_of(*other[2], *other[3], true) : edge_of(*other[1], *other[3], false);
        face.after = edge_of(patch.corner(0), patch.corner(along_x ? 1 : 2), along_x);
        if (face.before == face.after) continue;
        flags |= GroundTile::kFaces;
        // The edge of the other cell is between its own corners' Bézier points.
        const auto beside = GroundPatch(other, fine_).bounds();
        add(t.bounds[c], outward(beside[0], beside[1]));
        t.faces.push_back(face);
      }
    }
  t.blocks.fill(kNothing);
  for (int j = 0; j < kCells; ++j)
    for (int i = 0; i < kCells; ++i)
      if ((t.flags[GroundTile::cell(i, j)] & GroundTile::kOutside) == 0)
        add(t.blocks[GroundTile::block(i, j)], t.bounds[GroundTile::cell(i, j)]);
  GroundTile::Bounds all = kNothing;
  for (const auto& b : t.blocks) add(all, b);
  t.low = all.low;
  t.high = all.high;
}

/// After the nodes in [i0, i1] x [j0, j1], or cells between them, were written.
void Ground::finish(int i0, int i1, int j0, int j1) {
  limit_slopes(i0 - 1, i1 + 1, j0 - 1, j1 + 1);
  bool other_tiles = false;
  const int from_i = std::max(0, i0 - 2), to_i = std::min(cells_x_ - 1, i1 + 2);
  const int from_j = std::max(0, j0 - 2), to_j = std::min(cells_y_ - 1, j1 + 2);
  for (int row = from_j / kCells; row <= to_j / kCells; ++row)
    for (int column = from_i / kCells; column <= to_i / kCells; ++column) {
      if (tile(column, row) == nullptr) continue;
      GroundTile& t = writable(column, row);
      const int first_i = column * kCells, first_j = row * kCells;
      derive_cells(t, column, row, std::max(0, from_i - first_i),
                   std::min(kCells - 1, to_i - first_i), std::max(0, from_j - first_j),
                   std::min(kCells - 1, to_j - first_j));
      const bool before = t.edited;
      t.note_edited();
      other_tiles = other_tiles || t.edited != before;
    }
  if (other_tiles) note_tiles();
  note_range();
}

/// Tiles are those that were edited and one ring around them, whatever the way here.
void Ground::note_tiles() {
  std::vector<std::size_t> edited;
  for (const Held& held : tiles_)
    if (held.tile->edited) edited.push_back(static_cast<std::size_t>(held.place));
  std::vector<std::size_t> wanted;
  const auto columns = static_cast<std::size_t>(tile_columns_);
  for (const std::size_t place : edited) {
    const int column = static_cast<int>(place % columns), row = static_cast<int>(place / columns);
    for (int r = std::max(0, row - 1); r <= std::min(tile_rows_ - 1, row + 1); ++r)
      for (int c = std::max(0, column - 1); c <= std::min(tile_columns_ - 1, column + 1); ++c)
        wanted.push_back(place_of(c, r));
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::vector<std::size_t> made;
  for (const std::size_t place : wanted)
    if (slots_[place].tile < 0) {
      writable(static_cast<int>(place % columns), static_cast<int>(place / columns));
      made.push_back(place);
    }
  // Slopes and faces of new ones may follow from their neighbours.
  for (const std::size_t place : made) {
    const int column = static_cast<int>(place % columns), row = static_cast<int>(place / columns);
    limit_slopes(column * kCells, (column + 1) * kCells, row * kCells, (row + 1) * kCells);
    derive_cells(writable(column, row), column, row, 0, kCells - 1, 0, kCells - 1);
  }
  std::erase_if(tiles_, [&](const Held& held) {
    const auto place = static_cast<std::size_t>(held.place);
    if (std::binary_search(wanted.begin(), wanted.end(), place)) return false;
    slots_[place] = {-1, ++version_};
    return true;
  });
  std::sort(tiles_.begin(), tiles_.end(),
            [](const Held& a, const Held& b) { return a.place < b.place; });
  for (std::size_t i = 0; i < tiles_.size(); ++i)
    slots_[static_cast<std::size_t>(tiles_[i].place)].tile = static_cast<std::int32_t>(i);
}

void Ground::note_range() {
  highest_tile_ = -1e300;
  lowest_tile_ = 1e300;
  for (const Held& held : tiles_) {
    highest_tile_ = std::max(highest_tile_, static_cast<double>(held.tile->high));
    lowest_tile_ = std::min(lowest_tile_, static_cast<double>(held.tile->low));
  }
}

// ---------------------------------------------------------------------------------- state

GroundState Ground::state() const {
  GroundState state;
  state.tiles.reserve(tiles_.size());
  for (const Held& held : tiles_) state.tiles.push_back({held.place, held.tile});
  return state;
}

std::uint64_t Ground::state_hash() const {
  if (tiles_.empty()) return 0;
  if (hash_version_ != version_) {
    hash_ = state().hash();
    hash_version_ = version_;
  }
  return hash_;
}

void Ground::restore(const GroundState& state) {
  const auto places = static_cast<std::int32_t>(tile_columns_ * tile_rows_);
  std::int32_t last = -1;
  bool complete = true;
  for (const GroundState::Tile& t : state.tiles) {
    if (t.tile == nullptr || t.place <= last || t.place >= places)
      throw Error("the changed ground is not of this site");
    last = t.place;
    complete = complete && t.tile->complete;
  }
  if (state.tiles.empty() && tiles_.empty()) return;
  if (slots_.empty()) slots_.resize(static_cast<std::size_t>(places));
  const std::vector<Held> before = std::move(tiles_);
  tiles_.clear();
  for (const Held& held : before) slots_[static_cast<std::size_t>(held.place)].tile = -1;
  if (complete) {
    for (const GroundState::Tile& t : state.tiles) {
      slots_[static_cast<std::size_t>(t.place)].tile = static_cast<std::int32_t>(tiles_.size());
      // Shared from now on: writable() copies before it writes.
      tiles_.push_back({t.place, std::const_pointer_cast<GroundTile>(t.tile)});
    }
  } else {
    for (const GroundState::Tile& t : state.tiles) {
      const int column = t.place % tile_columns_, row = t.place / tile_columns_;
      GroundTile& to = writable(column, row);
      const GroundTile& from = *t.tile;
      to.changed = from.changed;
      for (std::size_t n = 0; n < to.nodes.size(); ++n)
        if (from.changed[n]) to.nodes[n].height = from.nodes[n].height;
      to.surface = from.surface;
      to.own = from.own;
      to.own_corners = from.own_corners;
      to.note_edited();
    }
    note_tiles();
    for (const Held& held : std::vector<Held>(tiles_)) {
      const int column = held.place % tile_columns_, row = held.place / tile_columns_;
      limit_slopes(column * kCells, (column + 1) * kCells, row * kCells, (row + 1) * kCells);
    }
    for (std::size_t i = 0; i < tiles_.size(); ++i) {
      const int column = tiles_[i].place % tile_columns_, row = tiles_[i].place / tile_columns_;
      derive_cells(writable(column, row), column, row, 0, kCells - 1, 0, kCells - 1);
    }
  }
  ++version_;
  // What is not what it was has another version.
  for (const Held& held : before)
    if (const GroundTile* now = tile(held.place % tile_columns_, held.place / tile_columns_);
        now != held.tile.get())
      slots_[static_cast<std::size_t>(held.place)].version = version_;
  for (const Held& held : tiles_) {
    const auto was = std::find_if(before.begin(), before.end(),
                                  [&](const Held& b) { return b.place == held.place; });
    if (was == before.end()) slots_[static_cast<std::size_t>(held.place)].version = version_;
  }
  note_range();
}

// ---------------------------------------------------------------------------------- displays

std::vector<std::int32_t> Ground::edited_tiles() const {
  std::vector<std::int32_t> places;
  for (const Held& held : tiles_)
    if (held.tile->edited) places.push_back(held.place);
  return places;
}

GroundTileSample Ground::sample_tile(std::int32_t place) const {
  const int column = place % tile_columns_, row = place / tile_columns_;
  GroundTileSample s;
  s.cell = fine_;
  s.x_min = fine_x_ + column * kCells * fine_;
  s.y_min = fine_y_ + row * kCells * fine_;
  const GroundTile* t = tile(column, row);
  s.has_faces = t != nullptr && !t->faces.empty();
  for (int j = 0; j < kCells; ++j)
    for (int i = 0; i < kCells; ++i) {
      const std::size_t c = GroundTile::cell(i, j);
      for (std::size_t k = 0; k < 4; ++k)
        s.corners[c][k] = static_cast<float>(
            t != nullptr ? t->corners(i, j)[k]->height
                         : base_.height(s.x_min + (i + static_cast<int>(k % 2)) * fine_,
                                        s.y_min + (j + static_cast<int>(k / 2)) * fine_));
      s.surface[c] = static_cast<std::uint8_t>(
          surface(s.x_min + (i + 0.5) * fine_, s.y_min + (j + 0.5) * fine_));
    }
  return s;
}

}  // namespace outrigger::terrain
