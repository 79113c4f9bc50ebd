/// Block LDLᵀ factors of one pattern (system/block_ldlt.h) laid out in lanes.
#pragma once

#include <span>
#include <vector>

#include "batch/lane_kernels.h"
#include "system/block_ldlt.h"

namespace outrigger::batch {

class LaneFactor {
 public:
  /// One factor per lane, all of the same pattern; their scalars may differ.
  explicit LaneFactor(std::span<const system::BlockLdlt* const> factors);

  FactorLists lists();

 private:
  int columns_;
  std::vector<std::int32_t> column_start_, row_start_;
  std::vector<std::int32_t> row_;  ///< place of the row's part of a vector
  std::vector<FactorLists::Plan> plan_;
  std::vector<FactorLists::Pair> pairs_;
  std::vector<FactorLists::Product> products_;
  std::vector<FactorLists::RowEntry> row_entries_;
  AlignedDoubles scalars_;
  AlignedDoubles l_, w_;
};

}  // namespace outrigger::batch
