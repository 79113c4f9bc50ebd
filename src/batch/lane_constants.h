/// Constant vectors of systems in lanes. A system keeps equal constants once, and which are equal may
/// differ from copy to copy: here there is one for every combination that is asked for.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "system/system.h"

namespace outrigger::batch {

using SystemsOfLanes = std::span<const system::System* const>;

class LaneConstants {
 public:
  explicit LaneConstants(SystemsOfLanes systems);

  /// Where the vectors of these blocks, one per lane, stand behind the movable blocks of x.
  std::int32_t place(const std::vector<int>& blocks);

  const AlignedDoubles& values() const { return values_; }

 private:
  int first_;                      ///< movable blocks
  std::vector<AlignedDoubles> x_;  ///< by lane, padded
  std::map<std::vector<int>, int> known_;
  AlignedDoubles values_;
};

}  // namespace outrigger::batch
