#include "soil/column_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/hash.h"
#include "math/elementary.h"

namespace outrigger::soil {

namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr double kLargestSite = 2000.0;  ///< along x or y [m]
constexpr double kDeepest = 100.0;       ///< of all layers [m]

void require(bool good, const std::string& what) {
  if (!good) throw Error(what);
}

void check(const Soil& s) {
  const auto in = [&](const char* key, double value, double low, double high, const char* unit) {
    require(value >= low && value <= high,
            fmt::format("soil '{}': {} of {:g} is not allowed: {:g} to {:g} {}", s.name, key, value,
                        low, high, unit));
  };
  in("density_bank", s.density_bank, 400.0, 5000.0, "kg/m3");
  in("density_loose", s.density_loose, 400.0, s.density_bank, "kg/m3 (density_bank)");
  in("cohesion", s.cohesion, 0.0, 1e7, "Pa");
  in("adhesion", s.adhesion, 0.0, 1e7, "Pa");
  in("friction_angle", s.friction_angle / kDegree, 0.0, 60.0, "degrees");
  in("soil_steel_friction", s.steel_friction / kDegree, 0.0, 60.0, "degrees");
  in("repose_angle", s.repose_angle / kDegree, 1.0, 80.0, "degrees");
  in("start_angle", s.start_angle / kDegree, s.repose_angle / kDegree, 85.0,
     "degrees (repose_angle at least)");
  in("stand_up_time", s.stand_up_time, 0.0, 1e9, "s");
  in("hardness", s.hardness, 0.1, 100.0, "");
  in("bearing.n", s.bearing.n, 0.05, 2.0, "");
  in("bearing.janosi_k", s.bearing.janosi_k, 1e-4, 1.0, "m");
}

/// In four lanes, a quarter of the columns each, on which the processor works at once. Each is one to one in each of
/// its words, as Hash is.
std::uint64_t hash_of(const std::array<Column, kBlockColumns>& columns) {
  constexpr std::size_t kWords = sizeof columns / 8 / 4;
  static_assert(sizeof columns == kWords * 8 * 4);
  const auto* bytes = reinterpret_cast<const unsigned char*>(columns.data());
  const auto word = [&](std::size_t k) {
    std::uint64_t w = 0;
    std::memcpy(&w, bytes + 8 * k, sizeof w);
    return w;
  };
  Hash a, b, c, d;
  for (std::size_t k = 0; k < kWords; ++k) {
    a.add(word(k));
    b.add(word(kWords + k));
    c.add(word(2 * kWords + k));
    d.add(word(3 * kWords + k));
  }
  Hash whole;
  for (const Hash& lane : {a, b, c, d}) whole.add(lane.value());
  return whole.value();
}

}  // namespace

ColumnField::ColumnField(FieldSettings settings, std::shared_ptr<const ColumnSite> site) {
  auto shared = std::make_shared<Shared>();
  require(settings.cell >= 0.05 && settings.cell <= 0.5,
          fmt::format("cells of {:g} m are not allowed: 0.05 to 0.5 m", settings.cell));
  const double width = settings.x_max - settings.x_min, depth = settings.y_max - settings.y_min;
  require(width > 0.0 && depth > 0.0 && width <= kLargestSite && depth <= kLargestSite,
          fmt::format("a site of {:g} by {:g} m is not allowed: up to {:g} m", width, depth,
                      kLargestSite));
  require(settings.soils.size() <= 250, "more than 250 kinds of soil");
  for (const Soil& s : settings.soils) {
    check(s);
    shared->loose_volume.push_back(
        static_cast<std::uint16_t>(std::lround(1.0 / (s.density_loose * kVolumeUnit))));
    shared->repose_tangent.push_back(elementary::tan(s.repose_angle));
    shared->start_tangent.push_back(elementary::tan(s.start_angle));
  }
  for (const Strata& strata : settings.strata) {
    DepthTable t;
    t.mass.push_back(0.0);
    t.depth.push_back(0.0);
    for (const Layer& layer : strata.layers) {
      require(layer.soil >= 0 && layer.soil < static_cast<int>(settings.soils.size()),
              "a layer is of a soil that does not exist");
      require(layer.thickness > 0.0,
              fmt::format("a layer of {:g} m is not allowed: > 0", layer.thickness));
      const double density = settings.soils[static_cast<std::size_t>(layer.soil)].density_bank;
      t.soil.push_back(layer.soil);
      t.density.push_back(density);
      t.volume.push_back(1.0 / density);
      t.mass.push_back(t.mass.back() + layer.thickness * density);
      t.depth.push_back(t.depth.back() + layer.thickness);
    }
    require(!t.soil.empty() && t.depth.back() <= kDeepest,
            fmt::format("layers of {:g} m in all are not allowed: up to {:g} m", t.depth.back(),
                        kDeepest));
    t.whole = t.mass.back();
    shared->tables.push_back(std::move(t));
  }
  shared->area = settings.cell * settings.cell;
  shared->mass_unit = 1.0 / (kMilligramsPerKilogram * shared->area);
  shared->height_unit = kVolumeUnit * shared->mass_unit;
  shared->columns = static_cast<int>(std::floor(width / settings.cell + 1e-9)) + 1;
  shared->rows = static_cast<int>(std::floor(depth / settings.cell + 1e-9)) + 1;
  const auto parts = [](int count, int size) { return (count + size - 1) / size; };
  shared->directory_columns = parts(shared->columns, kBlock * kBlock);
  shared->directory_rows = parts(shared->rows, kBlock * kBlock);
  shared->block_columns = shared->directory_columns * kBlock;
  shared->settings = std::move(settings);
  shared->site = std::move(site);
  *this = ColumnField(std::shared_ptr<const Shared>(std::move(shared)));
}

ColumnField::ColumnField(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {
  directories_.resize(static_cast<std::size_t>(shared_->directory_columns) *
                      static_cast<std::size_t>(shared_->directory_rows));
}

Milligrams ColumnField::whole_bank(int strata) const {
  return static_cast<Milligrams>(std::llround(
      shared_->tables[static_cast<std::size_t>(strata)].whole * area() * kMilligramsPerKilogram));
}

ColumnPlace ColumnField::column_at(double x, double y) const {
  const auto index = [&](double from_edge, int count) {
    const double t = from_edge / cell() + 0.5;
    return t > 0.0 ? (t < count ? static_cast<int>(t) : count - 1) : 0;
  };
  return {index(x - shared_->settings.x_min, shared_->columns),
          index(y - shared_->settings.y_min, shared_->rows)};
}

std::shared_ptr<ColumnField::Block> ColumnField::make_block(int block_i, int block_j) const {
  auto block = std::make_shared<Block>();
  auto bottom = std::make_shared<Bottom>();
  for (int k = 0; k < kBlockColumns; ++k) {
    const auto at = static_cast<std::size_t>(k);
    // Columns of a block beyond the edge are filled like the edge and never asked.
    const ColumnPlace c{std::min(block_i * kBlock + k % kBlock, shared_->columns - 1),
                        std::min(block_j * kBlock + k / kBlock, shared_->rows - 1)};
    const Vec2 p = place(c);
    const ColumnStart start = shared_->site->start(p.x(), p.y());
    bottom->surface[at] = start.surface;
    bottom->strata[at] = static_cast<std::int16_t>(start.strata);
    if (start.strata >= 0) bottom->bank[at] = whole_bank(start.strata);
    block->columns[at].bank = bottom->bank[at];
  }
  bottom->seal();
  block->bottom = std::move(bottom);
  return block;
}

void ColumnField::Bottom::seal() {
  Hash h;
  h.add_bytes(surface.data(), sizeof surface);
  h.add_bytes(strata.data(), sizeof strata);
  hash = h.value();
}

ColumnField::Block& ColumnField::write(ColumnPlace c, const Place& p) {
  auto& directory = directories_[p.directory];
  if (!directory) {
    directory = std::make_shared<Directory>();
  } else if (directory.use_count() > 1) {
    directory = std::make_shared<Directory>(*directory);
  }
  auto& block = directory->blocks[static_cast<std::size_t>(p.block)];
  if (!block) {
    block = make_block(c.i / kBlock, c.j / kBlock);
    ++directory->used;
    ++block_count_;
  } else if (block.use_count() > 1) {
    block = std::make_shared<Block>(*block);
  }
  block->version = ++version_;
  block->hash = 0;
  directory->hash = 0;
  return *block;
}

Column ColumnField::column(ColumnPlace c) const {
  const Place p = locate(c);
  if (const Block* block = find(p)) return block->columns[static_cast<std::size_t>(p.column)];
  Column column;
  const Vec2 at = place(c);
  const ColumnStart start = shared_->site->start(at.x(), at.y());
  if (start.strata >= 0) column.bank = whole_bank(start.strata);
  return column;
}

double ColumnField::height(ColumnPlace c) const {
  const Place p = locate(c);
  if (const Block* block = find(p)) return surface_of(*block, p.column);
  const Vec2 at = place(c);
  return shared_->site->start(at.x(), at.y()).surface;
}

double ColumnField::bank_height(ColumnPlace c) const {
  const Place p = locate(c);
  if (const Block* block = find(p)) return bank_top(*block, p.column);
  const Vec2 at = place(c);
  return shared_->site->start(at.x(), at.y()).surface;
}

double ColumnField::loose_depth(ColumnPlace c) const {
  const Place p = locate(c);
  const Block* block = find(p);
  return block == nullptr ? 0.0 : loose_height(block->columns[static_cast<std::size_t>(p.column)]);
}

int ColumnField::bank_soil(const Block& block, int column) const {
  const DepthTable* t = table(block, column);
  const auto at = static_cast<std::size_t>(column);
  if (t == nullptr || block.columns[at].bank == 0) return -1;
  const Milligrams removed = block.bottom->bank[at] - block.columns[at].bank;
  const double mass = static_cast<double>(removed) * shared_->mass_unit;
  std::size_t k = 0;
  while (k + 1 < t->soil.size() && mass >= t->mass[k + 1]) ++k;
  return t->soil[k];
}

int ColumnField::bank_soil(ColumnPlace c) const {
  const Place p = locate(c);
  if (const Block* block = find(p)) return bank_soil(*block, p.column);
  const Vec2 at = place(c);
  const int strata = shared_->site->start(at.x(), at.y()).strata;
  return strata < 0 ? -1 : shared_->tables[static_cast<std::size_t>(strata)].soil.front();
}

ColumnView ColumnField::view(ColumnPlace c) const {
  ColumnView v;
  const Place p = locate(c);
  if (const Block* block = find(p)) {
    const auto at = static_cast<std::size_t>(p.column);
    v.column = block->columns[at];
    v.start = block->bottom->surface[at];
    v.bank = bank_top(*block, p.column);
    v.height = v.bank + loose_height(v.column);
    v.bank_soil = bank_soil(*block, p.column);
    return v;
  }
  const Vec2 at = place(c);
  const ColumnStart start = shared_->site->start(at.x(), at.y());
  v.start = v.bank = v.height = start.surface;
  if (start.strata >= 0) {
    v.column.bank = whole_bank(start.strata);
    v.bank_soil = shared_->tables[static_cast<std::size_t>(start.strata)].soil.front();
  }
  return v;
}

bool ColumnField::diggable(ColumnPlace c) const { return bank_soil(c) >= 0; }

void ColumnField::set(ColumnPlace c, const Column& column) {
  const Place p = locate(c);
  write(c, p).columns[static_cast<std::size_t>(p.column)] = column;
}

Milligrams ColumnField::add_loose(ColumnPlace c, int soil, Milligrams mass,
                                  std::uint16_t specific_volume) {
  if (mass <= 0) return 0;
  const Place p = locate(c);
  return mix(write(c, p).columns[static_cast<std::size_t>(p.column)], soil, mass, specific_volume);
}

Milligrams ColumnField::take_loose(ColumnPlace c, Milligrams mass) {
  const Place p = locate(c);
  const Block* known = find(p);
  if (known == nullptr || mass <= 0) return 0;
  const Milligrams there = known->columns[static_cast<std::size_t>(p.column)].loose;
  if (there == 0) return 0;
  Column& column = write(c, p).columns[static_cast<std::size_t>(p.column)];
  const Milligrams taken = std::min(there, mass);
  column.loose -= taken;
  column.past_pressure = 0;
  if (column.loose == 0) column.specific_volume = 0, column.loose_soil = 0;
  return taken;
}

void ColumnField::activate(ColumnPlace c) {
  if (!inside(c) || active(c)) return;
  const Place p = locate(c);
  Block& block = write(c, p);
  directories_[p.directory]->active.set(static_cast<std::size_t>(p.block));
  block.active.set(static_cast<std::size_t>(p.column));
  ++active_count_;
}

void ColumnField::activate_around(ColumnPlace c) {
  activate(c);
  activate({c.i - 1, c.j});
  activate({c.i + 1, c.j});
  activate({c.i, c.j - 1});
  activate({c.i, c.j + 1});
}

void ColumnField::deactivate(ColumnPlace c) {
  if (!active(c)) return;
  const Place p = locate(c);
  Block& block = write(c, p);
  block.active.reset(static_cast<std::size_t>(p.column));
  if (!block.active.any())
    directories_[p.directory]->active.reset(static_cast<std::size_t>(p.block));
  --active_count_;
}

bool ColumnField::active(ColumnPlace c) const {
  const Place p = locate(c);
  const Block* block = find(p);
  return block != nullptr && block->active[static_cast<std::size_t>(p.column)];
}

std::int64_t ColumnField::collect_active(std::int64_t from, std::size_t most,
                                         std::vector<ColumnPlace>& out) const {
  out.clear();
  if (active_count_ == 0) return 0;
  // Places in the order of directories, blocks and columns.
  constexpr std::int64_t kPerDirectory = std::int64_t{kBlockColumns} * kBlockColumns;
  const auto whole = static_cast<std::int64_t>(directories_.size()) * kPerDirectory;
  const std::int64_t start = from % whole;
  const auto wanted = std::min<std::size_t>(most, static_cast<std::size_t>(active_count_));
  if (wanted == 0) return start;
  auto d = static_cast<std::size_t>(start / kPerDirectory);
  auto b = static_cast<std::size_t>(start % kPerDirectory / kBlockColumns);
  auto k = static_cast<std::size_t>(start % kBlockColumns);
  // Once around, and in the first directory up to the start again: by then all that are active were met.
  for (std::size_t turn = 0; turn <= directories_.size(); ++turn) {
    if (const auto& directory = directories_[d]) {
      const int i = static_cast<int>(d) % shared_->directory_columns * kBlock;
      const int j = static_cast<int>(d) / shared_->directory_columns * kBlock;
      for (std::size_t next = directory->active.next(b); next < kBlockColumns;
           next = directory->active.next(next + 1)) {
        if (next != b) k = 0;
        const int at_i = (i + static_cast<int>(next) % kBlock) * kBlock;
        const int at_j = (j + static_cast<int>(next) / kBlock) * kBlock;
        const Marks& active = directory->blocks[next]->active;
        for (std::size_t w = k / 64; w < active.words.size(); ++w, k = 0) {
          std::uint64_t left = active.words[w] >> k % 64 << k % 64;
          for (; left != 0; left &= left - 1) {
            const int at = static_cast<int>(w) * 64 + std::countr_zero(left);
            out.push_back({at_i + at % kBlock, at_j + at / kBlock});
            if (out.size() < wanted) continue;
            const std::int64_t last = static_cast<std::int64_t>(d) * kPerDirectory +
                                      static_cast<std::int64_t>(next * kBlockColumns) + at;
            return last + 1 < whole ? last + 1 : 0;
          }
        }
        k = 0;
      }
    }
    b = k = 0;
    if (++d == directories_.size()) d = 0;
  }
  return start;
}

Milligrams ColumnField::added_mass() const {
  Milligrams sum = 0;
  for (const auto& directory : directories_) {
    if (!directory) continue;
    for (const auto& block : directory->blocks) {
      if (!block) continue;
      for (std::size_t k = 0; k < kBlockColumns; ++k)
        sum += block->columns[k].bank + block->columns[k].loose - block->bottom->bank[k];
    }
  }
  return sum;
}

Milligrams ColumnField::mass_of(int soil) const {
  Milligrams sum = 0;
  for (const auto& directory : directories_) {
    if (!directory) continue;
    for (const auto& block : directory->blocks) {
      if (!block) continue;
      for (std::size_t k = 0; k < kBlockColumns; ++k) {
        const Column& c = block->columns[k];
        if (c.loose > 0 && c.loose_soil == soil) sum += c.loose;
        const DepthTable* t = table(*block, static_cast<int>(k));
        if (t == nullptr) continue;
        // Layers are whole numbers too: each ends where the rounded mass above it ends.
        Milligrams above = 0;
        const Milligrams removed = block->bottom->bank[k] - c.bank;
        for (std::size_t layer = 0; layer < t->soil.size(); ++layer) {
          const auto below = static_cast<Milligrams>(
              std::llround(t->mass[layer + 1] * area() * kMilligramsPerKilogram));
          if (t->soil[layer] == soil)
            sum += std::max<Milligrams>(0, below - std::max(above, removed));
          above = below;
        }
      }
    }
  }
  return sum;
}

std::uint64_t ColumnField::hash() const {
  if (block_count_ == 0) return 0;
  Hash whole;
  for (std::size_t d = 0; d < directories_.size(); ++d) {
    const auto& directory = directories_[d];
    if (!directory) continue;
    if (directory->hash == 0) {
      Hash h;
      for (std::size_t b = 0; b < kBlockColumns; ++b) {
        const auto& block = directory->blocks[b];
        if (!block) continue;
        if (block->hash == 0) {
          Hash of_block;
          of_block.add(hash_of(block->columns));
          of_block.add(block->bottom->hash);
          for (const std::uint64_t w : block->active.words) of_block.add(w);
          block->hash = of_block.value() | 1;
        }
        h.add(b);
        h.add(block->hash);
      }
      directory->hash = h.value() | 1;
    }
    whole.add(d);
    whole.add(directory->hash);
  }
  return whole.value() | 1;
}

std::size_t ColumnField::bytes() const {
  std::size_t sum = directories_.size() * sizeof directories_[0];
  for (const auto& directory : directories_) sum += directory ? sizeof *directory : 0;
  return sum + block_count_ * (sizeof(Block) + sizeof(Bottom));
}

}  // namespace outrigger::soil
