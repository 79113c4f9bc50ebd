/// Which copies of a group something is for: bit i stands for lane i.
#pragma once

namespace outrigger::batch {

using LaneSet = unsigned;
inline constexpr int kMaxLanes = 8;

constexpr LaneSet all_of(int lanes) { return (1U << lanes) - 1U; }
constexpr bool has(LaneSet set, int lane) { return ((set >> lane) & 1U) != 0; }

}  // namespace outrigger::batch
