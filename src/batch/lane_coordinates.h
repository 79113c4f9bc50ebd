/// Coordinates of systems of one pattern, and their rows, laid out in lanes.
#pragma once

#include <vector>

#include "batch/lane_constants.h"
#include "batch/lane_kernels.h"

namespace outrigger::batch {

/// What must be the same in all copies: kinds, blocks and how rows refer to them, as plain numbers.
std::vector<int> coordinate_pattern(const system::System& system);

class LaneCoordinates {
 public:
  LaneCoordinates(SystemsOfLanes systems, LaneConstants& constants);

  /// What guides the rows is left open.
  CoordinateLists lists() const;

 private:
  /// What a LaneCoordinate points to.
  struct Numbers {
    std::vector<std::int32_t> term_end, slot_block;
    std::vector<LaneCoordinate::Term> terms;
    AlignedDoubles coefficients, slot_coefficients;
  };
  using Kernels = std::vector<const system::CoordinateKernel*>;  ///< by lane
  LaneCoordinate lay_out(const Kernels& kernels, int block_count, LaneConstants& constants);

  int count_;
  std::vector<Numbers> numbers_;
  std::vector<LaneCoordinate> coordinates_;  ///< and behind them those of the definitions
  std::vector<CoordinateLists::Row> rows_;
};

}  // namespace outrigger::batch
