/// Systems of one pattern (system/system.h) laid out in lanes.
///
/// The systems may differ in every number (lengths, masses, gravity, penalties), not in what is
/// connected to what.
#pragma once

#include <span>
#include <vector>

#include "batch/lane_kernels.h"
#include "system/system.h"

namespace outrigger::batch {

using SystemsOfLanes = std::span<const system::System* const>;

/// Throws outrigger::Error that names the first thing in which the patterns differ.
void check_same_pattern(SystemsOfLanes systems);

class LaneSystem {
 public:
  /// One system per lane, all of the same pattern. Their penalties must have been set.
  explicit LaneSystem(SystemsOfLanes systems);

  SystemLists lists() const;
  int block_count() const { return blocks_; }
  int row_count() const { return rows_; }
  int slot_count() const { return static_cast<int>(slot_block_.size()); }
  /// Coordinate rows (drives, couplings, scalar unknowns) are the last ones.
  int first_coordinate_row() const { return first_coordinate_row_; }
  int first_coordinate_slot() const { return first_coordinate_slot_; }
  const AlignedDoubles& gravity() const { return gravity_; }
  /// Vectors behind the movable blocks of x.
  const AlignedDoubles& constants() const { return constants_; }

 private:
  using Row = SystemLists::Row;
  void lay_out_rows(SystemsOfLanes systems);
  void lay_out_constants(SystemsOfLanes systems);
  void lay_out_masses(SystemsOfLanes systems);

  int lanes_, blocks_, rows_;
  int product_rows_, first_coordinate_row_, first_coordinate_slot_;
  std::vector<Row> row_;
  bool uniform_ = false;
  std::vector<std::int32_t> slot_block_;
  AlignedDoubles slot_a_, slot_b_, row_value_, scale_, inverse_size_, block_weight_;
  std::vector<std::int32_t> gather_start_, mass_start_;
  std::vector<SystemLists::Gather> gather_;
  std::vector<SystemLists::Mass> mass_;
  AlignedDoubles mass_value_, gravity_, constants_;
};

}  // namespace outrigger::batch
