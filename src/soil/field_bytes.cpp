#include "soil/field_bytes.h"

#include <cmath>

#include "base/fields.h"

namespace outrigger::soil {

/// Sees blocks of fields, which nobody else does.
class FieldBytes {
 public:
  static void write(const ColumnField& field, FieldWriter& w) {
    w.put(static_cast<std::uint64_t>(field.block_count_));
    for (std::size_t d = 0; d < field.directories_.size(); ++d) {
      if (!field.directories_[d]) continue;
      for (std::size_t b = 0; b < kBlockColumns; ++b) {
        const auto& block = field.directories_[d]->blocks[b];
        if (!block) continue;
        w.put(static_cast<std::uint64_t>(d * kBlockColumns + b));
        write_block(*block, w);
      }
    }
  }

  static bool read(FieldReader& r, ColumnField& field) {
    const auto count = r.get<std::uint64_t>();
    const std::uint64_t places = field.directories_.size() * kBlockColumns;
    if (!r.good() || count == 0 || count > places) return false;
    std::uint64_t least = 0;
    for (std::uint64_t k = 0; k < count; ++k) {
      const auto place = r.get<std::uint64_t>();
      if (!r.good() || place < least || place >= places) return false;
      least = place + 1;
      auto block = std::make_shared<ColumnField::Block>();
      if (!read_block(r, field, *block)) return false;
      auto& directory = field.directories_[place / kBlockColumns];
      if (!directory) directory = std::make_shared<ColumnField::Directory>();
      if (block->active.any()) directory->active.set(place % kBlockColumns);
      field.active_count_ += block->active.count();
      block->version = ++field.version_;
      ++directory->used;
      directory->blocks[place % kBlockColumns] = std::move(block);
      ++field.block_count_;
    }
    return true;
  }

 private:
  static void write_block(const ColumnField::Block& block, FieldWriter& w) {
    for (std::size_t c = 0; c < kBlockColumns; ++c) {
      w.put(block.bottom->surface[c]);
      w.put(block.bottom->strata[c]);
      Column::fields(block.columns[c], w);
    }
    for (const std::uint64_t word : block.active.words) w.put(word);
  }

  static bool read_block(FieldReader& r, const ColumnField& field, ColumnField::Block& block) {
    auto bottom = std::make_shared<ColumnField::Bottom>();
    const auto& tables = field.shared_->tables;
    for (std::size_t c = 0; c < kBlockColumns; ++c) {
      bottom->surface[c] = r.get<double>();
      bottom->strata[c] = r.get<std::int16_t>();
      Column& column = block.columns[c];
      Column::fields(column, r);
      const int strata = bottom->strata[c];
      if (!r.good() || !(std::abs(bottom->surface[c]) <= 1e5) || strata < -1 ||
          strata >= static_cast<int>(tables.size()))
        return false;
      if (strata >= 0) bottom->bank[c] = field.whole_bank(strata);
      const bool kind_is_known = column.loose_soil < field.soil_count();
      if (column.bank < 0 || column.bank > bottom->bank[c] || column.loose < 0 ||
          column.loose > kMostInColumn || !kind_is_known || column.moving > 1 ||
          column.spare != 0 || (column.loose > 0) != (column.specific_volume > 0))
        return false;
    }
    for (std::uint64_t& word : block.active.words) word = r.get<std::uint64_t>();
    bottom->seal();
    block.bottom = std::move(bottom);
    return r.good();
  }

  /// 1 km of the heaviest soil on the largest cell.
  static constexpr Milligrams kMostInColumn = Milligrams{1'250'000} * 1'000'000;
};

void write_bytes(const ColumnField& field, std::string& bytes) {
  if (field.block_count() == 0) return;
  FieldWriter w;
  FieldBytes::write(field, w);
  bytes += w.out;
}

std::optional<ColumnField> field_from_bytes(std::string_view bytes, const ColumnField& like) {
  ColumnField field = like.untouched();
  if (bytes.empty()) return field;
  FieldReader r(bytes);
  if (!FieldBytes::read(r, field) || !r.at_end()) return std::nullopt;
  return field;
}

}  // namespace outrigger::soil
