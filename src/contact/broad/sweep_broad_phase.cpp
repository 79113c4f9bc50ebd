#include "contact/broad/sweep_broad_phase.h"

#include <algorithm>
#include <limits>

namespace outrigger::contact {

using geometry::ThingBox;

std::span<const BroadPair> SweepBroadPhase::find_pairs() {
  pairs_.clear();
  for_each_pair([this](std::int32_t a, std::int32_t b) { pairs_.push_back({a, b}); });
  sort_pairs(pairs_, scratch_, objects_.places());
  return pairs_;
}

void SweepBroadPhase::hide(BroadId id) {
  objects_.move(id, geometry::Box());
  hidden_.resize(static_cast<std::size_t>(objects_.places()), 0);
  hidden_[static_cast<std::size_t>(id.index)] = 1;
}

void SweepBroadPhase::show(BroadId id) {
  const auto i = static_cast<std::size_t>(id.index);
  if (i >= hidden_.size() || hidden_[i] == 0) return;
  hidden_[i] = 0;
  order_.push_back(id.index);
}

/// A place may be listed twice when it was freed and used again since.
void SweepBroadPhase::drop_removed() {
  listed_.assign(static_cast<std::size_t>(objects_.places()), 0);
  std::erase_if(order_, [&](std::int32_t index) {
    const auto i = static_cast<std::size_t>(index);
    const bool drop =
        !objects_.used(index) || listed_[i] != 0 || (i < hidden_.size() && hidden_[i] != 0);
    listed_[static_cast<std::size_t>(index)] = 1;
    return drop;
  });
}

void SweepBroadPhase::choose_axis() {
  Vec3 sum = Vec3::Zero();
  Vec3 squares = Vec3::Zero();
  int count = 0;
  for (const std::int32_t index : order_) {
    const ThingBox& box = objects_.box(index);
    const Vec3 centre = box.box().centre();
    if (!centre.allFinite()) continue;
    sum += centre;
    squares += centre.cwiseAbs2();
    ++count;
  }
  if (count == 0) return;
  const Vec3 spread = squares - sum.cwiseAbs2() / count;
  int best = 0;
  spread.maxCoeff(&best);
  // Changing the axis costs a sort from scratch.
  if (spread[best] > 1.5 * spread[axis_]) axis_ = best;
}

void SweepBroadPhase::sort() {
  std::size_t moves = 8 * order_.size() + 64;
  for (std::size_t i = 1; i < order_.size(); ++i) {
    const std::int32_t index = order_[i];
    std::size_t j = i;
    for (; j > 0 && before(index, order_[j - 1]) && moves > 0; --j, --moves) {
      order_[j] = order_[j - 1];
    }
    order_[j] = index;
    if (moves == 0) {
      std::sort(order_.begin(), order_.end(),
                [this](std::int32_t a, std::int32_t b) { return before(a, b); });
      return;
    }
  }
}

/// Boxes in the order of the sweep, with room for the last eight.
void SweepBroadPhase::fill_lists() {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const std::size_t count = order_.size();
  for (Floats* list : {&low_, &high_, &low_u_, &high_u_, &low_v_, &high_v_}) {
    list->assign(count + kWidth, kInfinity);
  }
  const int u = (axis_ + 1) % 3, v = (axis_ + 2) % 3;
  for (std::size_t i = 0; i < count; ++i) {
    const ThingBox& box = objects_.box(order_[i]);
    low_[i] = box.low[axis_];
    high_[i] = box.high[axis_];
    low_u_[i] = box.low[u];
    high_u_[i] = box.high[u];
    low_v_[i] = box.low[v];
    high_v_[i] = box.high[v];
  }
}

}  // namespace outrigger::contact
