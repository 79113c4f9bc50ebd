#include "recorder/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

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
  for (const RecordedSnapshot& s : recording.snapshots) keep(s);
}

std::uint64_t Replay::recorded_hash(std::int64_t tick) const {
  return tick == 0 ? recording_.header.start_hash
                   : recording_.hashes[static_cast<std::size_t>(tick - 1)];
}

/// A recording may come from anybody: a snapshot is used only where it can be the state it claims to be.
void Replay::keep(const RecordedSnapshot& recorded) {
  const auto refuse = [&](const std::string& why) {
    refused_.push_back(
        fmt::format("the snapshot after step {} is not used: {}", recorded.tick, why));
  };
  if (recorded.tick < 0 || recorded.tick > recording_.ticks())
    return refuse("the recording has no such step");
  auto snapshot = sim::snapshot_from_bytes(recorded.bytes, start_);
  if (!snapshot)
    return refuse(
        "it does not fit the machine at its start (a joint had broken, or it is damaged)");
  if (snapshot->hash() != recorded_hash(recorded.tick))
    return refuse("it is not the state of that step");
  try {
    world_.check(*snapshot);
  } catch (const Error& e) {
    return refuse(e.what());
  }
  kept_.insert_or_assign(recorded.tick, std::move(*snapshot));
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

void Replay::approach(std::int64_t tick) {
  tick = std::clamp<std::int64_t>(tick, 0, recording_.ticks());
  const auto after = kept_.upper_bound(tick);
  const auto& [nearest, snapshot] = *std::prev(after);
  // Going on from here is shorter when the snapshot lies behind.
  if (tick < tick_ || nearest > tick_) go_to(nearest, snapshot);
}

void Replay::seek(std::int64_t tick) {
  tick = std::clamp<std::int64_t>(tick, 0, recording_.ticks());
  approach(tick);
  while (tick_ < tick) step();
}

bool Replay::matches() const { return world_.hash() == recorded_hash(tick_); }

namespace {

/// Compares the snapshots of one tick with the world.
void compare_snapshots(const Recording& recording, std::int64_t tick, const sim::World& world,
                       Verification& result) {
  std::string computed;
  for (const RecordedSnapshot& s : recording.snapshots) {
    if (s.tick != tick) continue;
    if (computed.empty()) computed = sim::to_bytes(world.save());
    if (s.bytes == computed)
      ++result.snapshots;
    else
      result.bad_snapshots.push_back(tick);
  }
}

}  // namespace

Verification verify(const Recording& recording, sim::World& world,
                    const std::function<void(double)>& progress) {
  Replay replay(recording, world);
  Verification result;
  std::set<std::int64_t> has_snapshot;
  for (const RecordedSnapshot& s : recording.snapshots) has_snapshot.insert(s.tick);
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
    if (has_snapshot.contains(replay.tick()))
      compare_snapshots(recording, replay.tick(), world, result);
    if (progress && replay.tick() % 1000 == 0)
      progress(static_cast<double>(replay.tick()) / static_cast<double>(recording.ticks() + 1));
  } while (replay.step());
  return result;
}

}  // namespace outrigger::recorder
