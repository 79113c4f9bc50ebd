#include "batch/lane_system.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"

namespace outrigger::batch {
namespace {

template <class Get>
void check_same(SystemsOfLanes systems, const char* what, const Get& get) {
  for (std::size_t i = 1; i < systems.size(); ++i)
    if (get(*systems[i]) != get(*systems[0]))
      throw Error(
          fmt::format("copy {} of the batch differs from copy 0 in its {}: copies may differ "
                      "in numbers, not in bodies, joints and what they connect",
                      i, what));
}

using Arrays = system::System::FlatArrays;
using Constants = system::System::RowConstants;

/// One number of each system, `count` times.
template <class Get>
AlignedDoubles in_lanes(SystemsOfLanes systems, std::size_t count, const Get& get) {
  AlignedDoubles result;
  result.reserve(systems.size() * count);
  for (std::size_t i = 0; i < count; ++i)
    for (const system::System* s : systems) result.push_back(get(s->arrays(), i));
  return result;
}

}  // namespace

void check_same_pattern(SystemsOfLanes systems) {
  using system::System;
  check_same(systems, "number of unknowns", [](const System& s) { return s.block_count(); });
  check_same(systems, "number of equations", [](const System& s) { return s.row_count(); });
  check_same(systems, "rows", [](const System& s) { return s.arrays().row_start; });
  check_same(systems, "slots", [](const System& s) { return s.arrays().slot_block; });
  check_same(systems, "linear rows", [](const System& s) { return s.arrays().linear_axis; });
  check_same(systems, "pattern of masses", [](const System& s) { return s.arrays().mass_column; });
  check_same(systems, "factor", [](const System& s) { return s.factor().pattern().column_start; });
  check_same(systems, "factor", [](const System& s) { return s.factor().pattern().row; });
  check_same(systems, "coordinates", coordinate_pattern);
  check_same(systems, "force terms", [](const System& s) {
    std::vector<std::int32_t> places;
    for (const auto& block : s.factor().pattern().plan) places.push_back(block.extra);
    return places;
  });
}

LaneSystem::LaneSystem(SystemsOfLanes systems)
    : lanes_(static_cast<int>(systems.size())),
      blocks_(systems[0]->block_count()),
      rows_(systems[0]->row_count()),
      constants_(systems),
      coordinates_(systems, constants_) {
  lay_out_rows(systems);
  lay_out_masses(systems);
}

void LaneSystem::lay_out_rows(SystemsOfLanes systems) {
  const Arrays a = systems[0]->arrays();
  product_rows_ = a.dot_rows;
  first_coordinate_row_ = a.dot_rows + a.linear_rows;
  const auto constant = [&](int row, int Constants::*side) {
    std::vector<int> blocks;
    for (const system::System* system : systems)
      blocks.push_back(system->arrays().row_constants[static_cast<std::size_t>(row)].*side);
    return constants_.place(blocks);
  };
  for (int r = 0; r < rows_; ++r) {
    Row row{lanes_ * r, a.row_start[r], a.row_start[r + 1], 0, 0, 0};
    if (r < product_rows_) {
      row.left = constant(r, &Constants::left);
      row.right = constant(r, &Constants::right);
    } else if (r < first_coordinate_row_) {
      row.axis = lanes_ * a.linear_axis[r - product_rows_];
    }
    row_.push_back(row);
  }
  for (const int block : a.slot_block) slot_block_.push_back(3 * lanes_ * block);
  uniform_ = std::all_of(systems.begin(), systems.end(), [&](const system::System* other) {
    return other->arrays().slot_a == a.slot_a && other->arrays().slot_b == a.slot_b;
  });
  const SystemsOfLanes different = uniform_ ? systems.first(1) : systems;
  const std::size_t slots = slot_block_.size(), rows = row_.size();
  slot_a_ = in_lanes(different, slots, [](const Arrays& l, std::size_t i) { return l.slot_a[i]; });
  slot_b_ = in_lanes(different, slots, [](const Arrays& l, std::size_t i) { return l.slot_b[i]; });
  row_value_ =
      in_lanes(systems, rows, [](const Arrays& l, std::size_t i) { return l.row_value[i]; });
  scale_ = in_lanes(systems, rows, [](const Arrays& l, std::size_t i) { return l.scale[i]; });
  inverse_size_ =
      in_lanes(systems, rows, [](const Arrays& l, std::size_t i) { return l.inverse_size[i]; });
  gather_start_.assign(a.gather_start.begin(), a.gather_start.end());
  for (std::size_t k = 0; k < a.gather_slot.size(); ++k)
    gather_.push_back({3 * lanes_ * a.gather_slot[k], lanes_ * a.gather_row[k]});
}

void LaneSystem::lay_out_masses(SystemsOfLanes systems) {
  const Arrays a = systems[0]->arrays();
  block_weight_ = in_lanes(systems, static_cast<std::size_t>(blocks_),
                           [](const Arrays& l, std::size_t i) { return l.block_weight[i]; });
  mass_value_ = in_lanes(systems, a.mass_value.size(),
                         [](const Arrays& l, std::size_t i) { return l.mass_value[i]; });
  mass_start_.assign(a.mass_start.begin(), a.mass_start.end());
  for (std::size_t k = 0; k < a.mass_column.size(); ++k)
    mass_.push_back({lanes_ * static_cast<std::int32_t>(k), 3 * lanes_ * a.mass_column[k]});
  for (std::size_t e = 0; e < static_cast<std::size_t>(blocks_); ++e)
    for (std::size_t k = 0; k < 3; ++k)
      for (const system::System* s : systems) gravity_.push_back(s->gravity_force()[4 * e + k]);
}

SystemLists LaneSystem::lists() const {
  const Row *row = row_.data(), *linear = row + product_rows_,
            *coordinate = row + first_coordinate_row_;
  return {.blocks = blocks_,
          .rows = rows_,
          .products = {row, linear},
          .linears = {linear, coordinate},
          .coordinates = {coordinate, row + rows_},
          .guides = coordinates_.lists(),
          .uniform = uniform_,
          .slot_block = slot_block_.data(),
          .slot_a = slot_a_.data(),
          .slot_b = slot_b_.data(),
          .row_value = row_value_.data(),
          .scale = scale_.data(),
          .inverse_size = inverse_size_.data(),
          .block_weight = block_weight_.data(),
          .gather_start = gather_start_.data(),
          .mass_start = mass_start_.data(),
          .gather = gather_.data(),
          .mass = mass_.data(),
          .mass_value = mass_value_.data()};
}

}  // namespace outrigger::batch
