/// Columns of soil on a square grid over a site, as a value that is cheap to copy.
///
/// Columns stand at the grid points (i cell, j cell). They live in blocks of 16 × 16, which exist only where
/// soil was touched; elsewhere the site says what is there (ColumnSite). Blocks hang in directories of
/// 16 × 16 blocks. Copies of a field share both until one of them is written (copy on write), so a snapshot
/// costs a pointer per directory, and hashing asks only what was written since.
///
/// A field belongs to one thread; copies of it may be given to others.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "math/types.h"
#include "soil/column.h"
#include "soil/soil.h"

namespace outrigger::soil {

using Vec2 = Eigen::Vector2d;

/// Over which the past pressure of a column is a mean: what usual feet and tyres press [m].
inline constexpr double kFeltDepth = 0.5;

inline constexpr int kBlock = 16;  ///< columns along a block, blocks along a directory
inline constexpr int kBlockColumns = kBlock * kBlock;

/// A layer of bank soil, counted from the surface that the site had.
struct Layer {
  int soil = 0;
  double thickness = 0.0;  ///< [m]
};

/// What lies below a grid point before anybody digs.
struct ColumnStart {
  double surface = 0.0;  ///< height of the ground [m]
  int strata =
      -1;  ///< index of the site's strata; -1: ground that cannot be dug, but may receive soil
};

/// Layers of one diggable area and below them something that no tool cuts.
struct Strata {
  std::vector<Layer> layers;  ///< from the top
};

/// The site as columns see it. Never changes while a field lives.
class ColumnSite {
 public:
  virtual ~ColumnSite() = default;
  virtual ColumnStart start(double x, double y) const = 0;
};

struct FieldSettings {
  double cell = 0.1;                                          ///< [m], 0.05..0.5
  double x_min = 0.0, x_max = 0.0, y_min = 0.0, y_max = 0.0;  ///< of the site [m]
  std::vector<Soil> soils;
  std::vector<Strata> strata;
};

/// Column of the grid: at (i cell, j cell).
struct ColumnPlace {
  int i = 0, j = 0;
  bool operator==(const ColumnPlace&) const = default;
};

/// What laws of standing ask of a column, found at once.
struct ColumnView {
  Column column;
  double start = 0.0;               ///< surface before anything was touched [m]
  double bank = 0.0, height = 0.0;  ///< top of the bank, surface [m]
  int bank_soil = -1;               ///< at the top of the bank; -1: none that can be cut
};

class ColumnField {
 public:
  /// Throws Error for cells, densities, angles or layers that are not allowed, naming the soil and what is.
  ColumnField(FieldSettings settings, std::shared_ptr<const ColumnSite> site);

  /// The same site before anything was touched.
  ColumnField untouched() const { return ColumnField(shared_); }

  const FieldSettings& settings() const { return shared_->settings; }
  double cell() const { return shared_->settings.cell; }
  double area() const { return shared_->area; }  ///< of a column [m²]
  const Soil& soil(int kind) const {
    return shared_->settings.soils[static_cast<std::size_t>(kind)];
  }
  int soil_count() const { return static_cast<int>(shared_->settings.soils.size()); }
  int columns() const { return shared_->columns; }
  int rows() const { return shared_->rows; }
  Vec2 place(ColumnPlace c) const {
    return {shared_->settings.x_min + cell() * c.i, shared_->settings.y_min + cell() * c.j};
  }
  bool inside(ColumnPlace c) const {
    return c.i >= 0 && c.j >= 0 && c.i < shared_->columns && c.j < shared_->rows;
  }
  /// The column whose area holds a point; clamped to the site.
  ColumnPlace column_at(double x, double y) const;

  /// A column as it is now; where nothing was touched, as the site has it.
  Column column(ColumnPlace c) const;
  double height(ColumnPlace c) const;       ///< of the surface [m]
  double bank_height(ColumnPlace c) const;  ///< of the top of the bank [m]
  double loose_depth(ColumnPlace c) const;  ///< [m]
  /// The kind of bank soil at the top of the bank; -1: none that can be cut.
  int bank_soil(ColumnPlace c) const;
  bool diggable(ColumnPlace c) const;
  ColumnView view(ColumnPlace c) const;

  /// Writing: the block is made or copied when needed.
  void set(ColumnPlace c, const Column& column);
  /// Adds loose soil. The specific volume becomes the mean by mass, the kind that of the larger share. The past
  /// pressure becomes the mean by mass of the upper kFeltDepth: soft soil on pressed ground gives way again.
  /// Returns what was renamed; it loses the name of the smaller share.
  Milligrams add_loose(ColumnPlace c, int soil, Milligrams mass, std::uint16_t specific_volume);
  /// Takes at most `mass` of the loose layer; returns what it took. What is left there has felt nothing.
  Milligrams take_loose(ColumnPlace c, Milligrams mass);
  /// Turns bank above `height` into loose soil of its kind, swollen. Returns the mass per layer by
  /// `visit(soil, mass)`. What is left there has felt nothing.
  template <class Visit>
  void loosen(ColumnPlace c, double height, const Visit& visit);

  /// Looks at the column again: something near it changed.
  void activate(ColumnPlace c);
  void activate_around(ColumnPlace c);
  void deactivate(ColumnPlace c);
  bool active(ColumnPlace c) const;
  std::int64_t active_count() const { return active_count_; }
  /// Active columns in the order of the grid from `from` on, cyclic; at most `most`. Returns where to go on.
  std::int64_t collect_active(std::int64_t from, std::size_t most,
                              std::vector<ColumnPlace>& out) const;

  std::size_t block_count() const { return block_count_; }
  /// Blocks, for displays and hashes: calls visit(block index i, j, version).
  template <class Visit>
  void for_each_block(const Visit& visit) const;
  std::uint64_t version() const { return version_; }
  /// Whether somebody has touched the block (block columns i, j) that holds a column.
  bool touched(ColumnPlace c) const { return find(locate(c)) != nullptr; }

  /// Mass in touched blocks, less what the site had there: changes only by what comes and goes.
  Milligrams added_mass() const;
  /// All mass of one kind of soil in touched blocks, bank and loose [mg].
  Milligrams mass_of(int soil) const;
  std::uint64_t hash() const;
  std::size_t bytes() const;  ///< memory of blocks and directories

  std::uint16_t loose_volume(int soil) const {
    return shared_->loose_volume[static_cast<std::size_t>(soil)];
  }
  /// Tangents of the angles of repose and start.
  double repose_tangent(int soil) const {
    return shared_->repose_tangent[static_cast<std::size_t>(soil)];
  }
  double start_tangent(int soil) const {
    return shared_->start_tangent[static_cast<std::size_t>(soil)];
  }

 private:
  friend class FieldBytes;
  friend class Slump;  // visits hundreds of columns a step: keeps hold of the block that it is in
  struct Shared;
  /// One mark per column of a block, or per block of a directory.
  struct Marks {
    std::array<std::uint64_t, kBlockColumns / 64> words{};

    bool operator[](std::size_t k) const { return (words[k / 64] >> k % 64 & 1) != 0; }
    void set(std::size_t k) { words[k / 64] |= std::uint64_t{1} << k % 64; }
    void reset(std::size_t k) { words[k / 64] &= ~(std::uint64_t{1} << k % 64); }
    bool any() const { return (words[0] | words[1] | words[2] | words[3]) != 0; }
    int count() const {
      int sum = 0;
      for (const std::uint64_t w : words) sum += std::popcount(w);
      return sum;
    }
    /// The first mark from `k` on; kBlockColumns when there is none.
    std::size_t next(std::size_t k) const {
      for (std::size_t w = k / 64; w < words.size(); ++w, k = 0)
        if (const std::uint64_t left = words[w] >> k % 64 << k % 64; left != 0)
          return w * 64 + static_cast<std::size_t>(std::countr_zero(left));
      return kBlockColumns;
    }
  };
  explicit ColumnField(std::shared_ptr<const Shared> shared);
  /// Mass of all layers of a column of these strata [mg].
  Milligrams whole_bank(int strata) const;
  /// What never changes of a block.
  struct Bottom {
    std::array<double, kBlockColumns> surface{};
    std::array<std::int16_t, kBlockColumns> strata{};
    std::array<Milligrams, kBlockColumns> bank{};
    std::uint64_t hash = 0;  ///< of surface and strata

    void seal();  ///< once all is known
  };
  struct Block {
    std::array<Column, kBlockColumns> columns;
    Marks active;
    std::shared_ptr<const Bottom> bottom;
    std::uint64_t version = 0;
    mutable std::uint64_t hash = 0;  ///< 0: not known
  };
  struct Directory {
    std::array<std::shared_ptr<Block>, kBlockColumns> blocks;
    int used = 0;
    Marks active;                    ///< blocks with active columns
    mutable std::uint64_t hash = 0;  ///< 0: not known
  };
  /// Depth below the first surface, by removed mass per area [kg/m²], of one strata.
  struct DepthTable {
    std::vector<double> mass, depth;  ///< at the bottoms of the layers, beginning with 0
    std::vector<int> soil;
    std::vector<double> density, volume;  ///< [kg/m³], [m³/kg]
    double whole = 0.0;                   ///< mass per area of all layers [kg/m²]
  };
  struct Shared {
    FieldSettings settings;
    std::shared_ptr<const ColumnSite> site;
    std::vector<DepthTable> tables;
    std::vector<std::uint16_t> loose_volume;            ///< by soil
    std::vector<double> repose_tangent, start_tangent;  ///< by soil
    double area = 0.0;
    double mass_unit = 0.0;    ///< of a milligram per area [kg/m²]
    double height_unit = 0.0;  ///< of a milligram of specific volume 1 [m]
    int columns = 0, rows = 0;
    int block_columns = 0, directory_columns = 0, directory_rows = 0;
  };

  struct Place {
    std::size_t directory = 0;
    int block = 0, column = 0;
  };
  Place locate(ColumnPlace c) const {
    const int bi = c.i / kBlock, bj = c.j / kBlock;
    const int di = bi / kBlock, dj = bj / kBlock;
    return {static_cast<std::size_t>(dj) * static_cast<std::size_t>(shared_->directory_columns) +
                static_cast<std::size_t>(di),
            (bj - dj * kBlock) * kBlock + (bi - di * kBlock),
            (c.j - bj * kBlock) * kBlock + (c.i - bi * kBlock)};
  }
  const Block* find(const Place& p) const {
    const auto& directory = directories_[p.directory];
    return directory ? directory->blocks[static_cast<std::size_t>(p.block)].get() : nullptr;
  }
  Block& write(ColumnPlace c, const Place& p);
  std::shared_ptr<Block> make_block(int block_i, int block_j) const;
  double bank_top(const Block& block, int column) const;
  double loose_height(const Column& c) const {
    return static_cast<double>(c.loose) * c.specific_volume * shared_->height_unit;
  }
  double surface_of(const Block& block, int column) const {
    return bank_top(block, column) + loose_height(block.columns[static_cast<std::size_t>(column)]);
  }
  /// Of what was removed of the bank down to this place.
  double bank_below(const DepthTable& table, double surface, Milligrams removed) const;
  /// add_loose on a column that may be written.
  Milligrams mix(Column& column, int soil, Milligrams mass, std::uint16_t specific_volume) const;
  int bank_soil(const Block& block, int column) const;
  const DepthTable* table(const Block& block, int column) const {
    const std::int16_t strata = block.bottom->strata[static_cast<std::size_t>(column)];
    return strata < 0 ? nullptr : &shared_->tables[static_cast<std::size_t>(strata)];
  }

  std::shared_ptr<const Shared> shared_;
  std::vector<std::shared_ptr<Directory>> directories_;
  std::size_t block_count_ = 0;
  std::int64_t active_count_ = 0;
  std::uint64_t version_ = 0;
};

inline double ColumnField::bank_below(const DepthTable& t, double surface,
                                      Milligrams removed) const {
  const double mass = static_cast<double>(removed) * shared_->mass_unit;
  std::size_t k = 0;
  while (k + 1 < t.soil.size() && mass > t.mass[k + 1]) ++k;
  return surface - (t.depth[k] + (mass - t.mass[k]) * t.volume[k]);
}

inline double ColumnField::bank_top(const Block& block, int column) const {
  const auto at = static_cast<std::size_t>(column);
  const double surface = block.bottom->surface[at];
  const Milligrams removed = block.bottom->bank[at] - block.columns[at].bank;
  return removed == 0 ? surface : bank_below(*table(block, column), surface, removed);
}

inline Milligrams ColumnField::mix(Column& column, int soil, Milligrams mass,
                                   std::uint16_t specific_volume) const {
  const auto fresh = static_cast<double>(mass);
  if (column.past_pressure > 0) {
    const double felt = kFeltDepth / (shared_->height_unit * specific_volume);  // [mg]
    column.past_pressure =
        static_cast<std::uint16_t>(column.past_pressure * (felt / (felt + fresh)) + 0.5);
  }
  Milligrams renamed = 0;
  if (column.loose == 0) {
    column.loose_soil = static_cast<std::uint8_t>(soil);
    column.specific_volume = specific_volume;
  } else {
    if (column.specific_volume != specific_volume) {
      const auto there = static_cast<double>(column.loose);
      const double volume = there * column.specific_volume + fresh * specific_volume;
      column.specific_volume = static_cast<std::uint16_t>(volume / (there + fresh) + 0.5);
    }
    if (column.loose_soil != soil) {
      renamed = column.loose < mass ? column.loose : mass;
      if (mass > column.loose) column.loose_soil = static_cast<std::uint8_t>(soil);
    }
  }
  column.loose += mass;
  return renamed;
}

template <class Visit>
void ColumnField::for_each_block(const Visit& visit) const {
  for (std::size_t d = 0; d < directories_.size(); ++d) {
    if (!directories_[d]) continue;
    const int di = static_cast<int>(d) % shared_->directory_columns;
    const int dj = static_cast<int>(d) / shared_->directory_columns;
    for (int b = 0; b < kBlockColumns; ++b)
      if (const auto& block = directories_[d]->blocks[static_cast<std::size_t>(b)])
        visit(di * kBlock + b % kBlock, dj * kBlock + b / kBlock, block->version);
  }
}

template <class Visit>
void ColumnField::loosen(ColumnPlace c, double height, const Visit& visit) {
  const Place p = locate(c);
  Block& block = write(c, p);
  const DepthTable* layers = table(block, p.column);
  if (layers == nullptr) return;
  Column& column = block.columns[static_cast<std::size_t>(p.column)];
  const double surface = block.bottom->surface[static_cast<std::size_t>(p.column)];
  const Milligrams start = block.bottom->bank[static_cast<std::size_t>(p.column)];
  const double depth = surface - height;
  for (std::size_t k = 0; k < layers->soil.size(); ++k) {
    // Down to `depth` or the bottom of the layer, whichever comes first.
    const double to = depth < layers->depth[k + 1] ? depth : layers->depth[k + 1];
    if (to <= layers->depth[k]) break;
    const double removed = layers->mass[k] + (to - layers->depth[k]) * layers->density[k];
    const auto goal = start - static_cast<Milligrams>(removed * area() * kMilligramsPerKilogram);
    if (column.bank <= goal) continue;
    const Milligrams mass = column.bank - (goal > 0 ? goal : 0);
    column.bank -= mass;
    column.past_pressure = 0;
    visit(layers->soil[k], mass);
  }
}

}  // namespace outrigger::soil
