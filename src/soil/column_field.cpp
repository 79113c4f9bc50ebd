#include "soil/column_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/fields.h"

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
  block->bottom = std::move(bottom);
  return block;
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

double ColumnField::bank_top(const Block& block, int column) const {
  const auto at = static_cast<std::size_t>(column);
  const double surface = block.bottom->surface[at];
  const Milligrams removed = block.bottom->bank[at] - block.columns[at].bank;
  if (removed == 0) return surface;
  const DepthTable& t = *table(block, column);
  const double mass = static_cast<double>(removed) / (kMilligramsPerKilogram * area());
  std::size_t k = 0;
  while (k + 1 < t.soil.size() && mass > t.mass[k + 1]) ++k;
  return surface - (t.depth[k] + (mass - t.mass[k]) / t.density[k]);
}

double ColumnField::surface_of(const Block& block, int column) const {
  const Column& c = block.columns[static_cast<std::size_t>(column)];
  return bank_top(block, column) + static_cast<double>(c.loose) * c.specific_volume *
                                       (kVolumeUnit / kMilligramsPerKilogram) / area();
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
  return block == nullptr ? 0.0 : surface_of(*block, p.column) - bank_top(*block, p.column);
}

int ColumnField::bank_soil(ColumnPlace c) const {
  const Place p = locate(c);
  const Vec2 at = place(c);
  const Block* block = find(p);
  const int strata = block != nullptr ? block->bottom->strata[static_cast<std::size_t>(p.column)]
                                      : shared_->site->start(at.x(), at.y()).strata;
  if (strata < 0) return -1;
  const DepthTable& t = shared_->tables[static_cast<std::size_t>(strata)];
  if (block == nullptr) return t.soil.front();
  const Column& column = block->columns[static_cast<std::size_t>(p.column)];
  if (column.bank == 0) return -1;
  const Milligrams removed = block->bottom->bank[static_cast<std::size_t>(p.column)] - column.bank;
  const double mass = static_cast<double>(removed) / (kMilligramsPerKilogram * area());
  std::size_t k = 0;
  while (k + 1 < t.soil.size() && mass >= t.mass[k + 1]) ++k;
  return t.soil[k];
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
  Column& column = write(c, p).columns[static_cast<std::size_t>(p.column)];
  Milligrams renamed = 0;
  if (column.loose == 0) {
    column.loose_soil = static_cast<std::uint8_t>(soil);
    column.specific_volume = specific_volume;
  } else {
    const double whole = static_cast<double>(column.loose) + static_cast<double>(mass);
    const double volume = static_cast<double>(column.loose) * column.specific_volume +
                          static_cast<double>(mass) * specific_volume;
    column.specific_volume = static_cast<std::uint16_t>(std::lround(volume / whole));
    if (column.loose_soil != soil) {
      renamed = std::min(column.loose, mass);
      if (mass > column.loose) column.loose_soil = static_cast<std::uint8_t>(soil);
    }
  }
  column.loose += mass;
  return renamed;
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
  if (column.loose == 0) column.specific_volume = 0, column.loose_soil = 0;
  return taken;
}

void ColumnField::activate(ColumnPlace c) {
  if (!inside(c) || active(c)) return;
  const Place p = locate(c);
  Block& block = write(c, p);
  if (block.active.none()) ++directories_[p.directory]->active;
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
  if (block.active.none()) --directories_[p.directory]->active;
  --active_count_;
}

bool ColumnField::active(ColumnPlace c) const {
  const Place p = locate(c);
  const Block* block = find(p);
  return block != nullptr && block->active.test(static_cast<std::size_t>(p.column));
}

std::int64_t ColumnField::collect_active(std::int64_t from, std::size_t most,
                                         std::vector<ColumnPlace>& out) const {
  out.clear();
  if (active_count_ == 0) return 0;
  // Places in the order of directories, blocks and columns.
  constexpr std::int64_t kPerDirectory = std::int64_t{kBlockColumns} * kBlockColumns;
  const auto whole = static_cast<std::int64_t>(directories_.size()) * kPerDirectory;
  std::int64_t at = from % whole;
  const auto wanted = std::min<std::size_t>(most, static_cast<std::size_t>(active_count_));
  for (std::int64_t looked = 0; looked < whole && out.size() < wanted;) {
    const auto d = static_cast<std::size_t>(at / kPerDirectory);
    std::int64_t step = 1;
    const auto& directory = directories_[d];
    if (!directory || directory->active == 0) {
      step = kPerDirectory - at % kPerDirectory;
    } else {
      const auto b = static_cast<std::size_t>(at % kPerDirectory / kBlockColumns);
      const auto& block = directory->blocks[b];
      if (!block || block->active.none()) {
        step = kBlockColumns - at % kBlockColumns;
      } else if (const auto k = static_cast<std::size_t>(at % kBlockColumns); block->active[k]) {
        const int di = static_cast<int>(d) % shared_->directory_columns;
        const int dj = static_cast<int>(d) / shared_->directory_columns;
        const int bi = di * kBlock + static_cast<int>(b) % kBlock;
        const int bj = dj * kBlock + static_cast<int>(b) / kBlock;
        out.push_back({bi * kBlock + static_cast<int>(k) % kBlock,
                       bj * kBlock + static_cast<int>(k) / kBlock});
      }
    }
    looked += step;
    at += step;
    if (at >= whole) at = 0;
  }
  return at;
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
          of_block.add_bytes(block->columns.data(), sizeof block->columns);
          of_block.add_bytes(block->bottom->surface.data(), sizeof block->bottom->surface);
          of_block.add_bytes(block->bottom->strata.data(), sizeof block->bottom->strata);
          for (std::size_t k = 0; k < kBlockColumns; ++k)
            if (block->active[k]) of_block.add(k);
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
