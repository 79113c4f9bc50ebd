#include "recorder/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "sim/snapshot_bytes.h"

namespace outrigger::recorder {

namespace {
constexpr double kKeepTime = 5.0;  ///< simulated time between kept snapshots [s]
}  // namespace

Replay::Replay(const Recording& recording, sim::World& world)
    : recording_(recording), world_(world) {
  if (world.input_names() != recording.header.inputs)
    throw Error(fmt::format("the machine has the inputs {}, the recording {}",
                            fmt::join(world.input_names(), ", "),
                            fmt::join(recording.header.inputs, ", ")));
  for (std::size_t i = 0; i < recording.header.start_inputs.size(); ++i)
    world.set_input(static_cast<int>(i), recording.header.start_inputs[i]);
  start_ = world.save();
  keep_every_ = std::max<std::int64_t>(1, std::llround(kKeepTime / recording.header.step));
  kept_.emplace(0, start_);
  for (const RecordedSnapshot& s : recording.snapshots)
    if (auto snapshot = sim::snapshot_from_bytes(s.bytes, start_))
      kept_.insert_or_assign(s.tick, std::move(*snapshot));
}

void Replay::apply_changes() {
  const auto& changes = recording_.changes;
  for (; next_change_ < changes.size() && changes[next_change_].tick <= tick_; ++next_change_) {
    const Change& c = changes[next_change_];
    if (c.reset) world_.restore(start_);
    for (std::size_t i = 0; i < c.inputs.size(); ++i)
      world_.set_input(static_cast<int>(i), c.inputs[i]);
  }
}

bool Replay::step() {
  if (at_end()) return false;
  apply_changes();
  world_.step();
  ++tick_;
  if (tick_ % keep_every_ == 0 && !kept_.contains(tick_)) kept_.emplace(tick_, world_.save());
  return true;
}

void Replay::go_to(std::int64_t tick, const sim::Snapshot& snapshot) {
  world_.restore(snapshot);
  tick_ = tick;
  const auto& changes = recording_.changes;
  next_change_ = static_cast<std::size_t>(
      std::lower_bound(changes.begin(), changes.end(), tick,
                       [](const Change& c, std::int64_t t) { return c.tick < t; }) -
      changes.begin());
}

void Replay::seek(std::int64_t tick) {
  tick = std::clamp<std::int64_t>(tick, 0, recording_.ticks());
  const auto after = kept_.upper_bound(tick);
  const auto& [nearest, snapshot] = *std::prev(after);
  // Going on from here is shorter when the snapshot lies behind.
  if (tick < tick_ || nearest > tick_) go_to(nearest, snapshot);
  while (tick_ < tick) step();
}

bool Replay::matches() const {
  const std::uint64_t recorded = tick_ == 0
                                     ? recording_.header.start_hash
                                     : recording_.hashes[static_cast<std::size_t>(tick_ - 1)];
  return world_.hash() == recorded;
}

Verification verify(const Recording& recording, sim::World& world,
                    const std::function<void(double)>& progress) {
  Replay replay(recording, world);
  Verification result;
  do {
    if (!replay.matches()) {
      const std::int64_t tick = replay.tick();
      const std::uint64_t recorded = tick == 0
                                         ? recording.header.start_hash
                                         : recording.hashes[static_cast<std::size_t>(tick - 1)];
      result.difference = {tick, world.step_count(), world.time(), recorded, world.hash()};
      return result;
    }
    result.ticks = replay.tick();
    if (progress && replay.tick() % 1000 == 0)
      progress(static_cast<double>(replay.tick()) / static_cast<double>(recording.ticks() + 1));
  } while (replay.step());
  return result;
}

}  // namespace outrigger::recorder
