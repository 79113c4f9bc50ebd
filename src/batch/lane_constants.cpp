#include "batch/lane_constants.h"

namespace outrigger::batch {

LaneConstants::LaneConstants(SystemsOfLanes systems) : first_(systems[0]->block_count()) {
  for (const system::System* s : systems) {
    x_.emplace_back(4 * static_cast<std::size_t>(s->total_block_count()));
    AlignedDoubles v(x_.back().size());
    s->initial_state(x_.back().data(), v.data());
  }
}

std::int32_t LaneConstants::place(const std::vector<int>& blocks) {
  const auto [entry, is_new] = known_.emplace(blocks, first_ + static_cast<int>(known_.size()));
  if (is_new)
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t lane = 0; lane < x_.size(); ++lane)
        values_.push_back(x_[lane][4 * static_cast<std::size_t>(blocks[lane]) + k]);
  return 3 * static_cast<std::int32_t>(x_.size()) * entry->second;
}

}  // namespace outrigger::batch
