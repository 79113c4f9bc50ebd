/// Systems of one pattern (system/system.h) laid out in lanes.
///
/// The systems may differ in every number (lengths, masses, gravity, penalties), not in what is
/// connected to what.
#pragma once

#include <vector>

#include "batch/lane_constants.h"
#include "batch/lane_coordinates.h"
#include "batch/lane_kernels.h"

namespace outrigger::batch {

/// Throws outrigger::Error that names the first thing in which the patterns differ.
void check_same_pattern(SystemsOfLanes systems);

class LaneSystem {
 public:
  /// One system per lane, all of the same pattern. Their penalties must have been set.
  explicit LaneSystem(SystemsOfLanes systems);

  /// What guides the coordinate rows is left open.
  SystemLists lists() const;
  int block_count() const { return blocks_; }
  int row_count() const { return rows_; }
  int slot_count() const { return static_cast<int>(slot_block_.size()); }
  const AlignedDoubles& gravity() const { return gravity_; }
  /// Vectors behind the movable blocks of x.
  const AlignedDoubles& constants() const { return constants_.values(); }

 private:
  using Row = SystemLists::Row;
  void lay_out_rows(SystemsOfLanes systems);
  void lay_out_masses(SystemsOfLanes systems);

  int lanes_, blocks_, rows_;
  int product_rows_, first_coordinate_row_;
  LaneConstants constants_;
  LaneCoordinates coordinates_;
  std::vector<Row> row_;
  bool uniform_ = false;
  std::vector<std::int32_t> slot_block_;
  AlignedDoubles slot_a_, slot_b_, row_value_, scale_, inverse_size_, block_weight_;
  std::vector<std::int32_t> gather_start_, mass_start_;
  std::vector<SystemLists::Gather> gather_;
  std::vector<SystemLists::Mass> mass_;
  AlignedDoubles mass_value_, gravity_;
};

}  // namespace outrigger::batch
