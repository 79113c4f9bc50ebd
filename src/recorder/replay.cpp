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
  world.execute(sim::SetInputs{recording.header.start_inputs});
  world.mark_start();
  start_ = world.save();
  last_tick_ = recording.ticks();
  if (recording.limit && recording.limit->tick <= last_tick_) {
    last_tick_ = std::max<std::int64_t>(recording.limit->tick, 0);
    failure_ = recording.limit->why;
  }
  keep_every_ = std::max<std::int64_t>(1, std::llround(kKeepTime / recording.header.step));
  kept_.emplace(0, start_);
  for (const RecordedSnapshot& s : recording.snapshots)
    if (s.tick < 0 || s.tick > recording.ticks())
      refused_.push_back(fmt::format(
          "the snapshot after step {} is not used: the recording has no such step", s.tick));
  find_stretches();
}

/// Where the mechanisms change. A command acts on the states after its tick, a step on its own.
void Replay::find_stretches() {
  std::map<std::int64_t, bool> firsts;  // and whether the mechanisms are those of the start again
  for (const sim::StampedCommand& c : recording_.commands)
    if (sim::changes_structure(c.command))
      firsts[c.tick + 1] = std::holds_alternative<sim::Reset>(c.command);
  for (const std::int64_t tick : recording_.restructured) firsts[tick] = false;
  std::vector<std::size_t> as_at_start{0};
  for (const auto& [tick, is_reset] : firsts) {
    stretches_.push_back(tick);
    if (is_reset) as_at_start.push_back(stretches_.size());
  }
  for (const std::size_t stretch : as_at_start) learn(stretch, start_);
}

std::size_t Replay::stretch_of(std::int64_t tick) const {
  return static_cast<std::size_t>(std::upper_bound(stretches_.begin(), stretches_.end(), tick) -
                                  stretches_.begin());
}

void Replay::learn(std::size_t stretch, const sim::Snapshot& like) {
  if (!known_.insert(stretch).second) return;
  for (const RecordedSnapshot& s : recording_.snapshots)
    if (s.tick >= 0 && s.tick <= recording_.ticks() && stretch_of(s.tick) == stretch) keep(s, like);
}

std::uint64_t Replay::recorded_hash(std::int64_t tick) const {
  return tick == 0 ? recording_.header.start_hash
                   : recording_.hashes[static_cast<std::size_t>(tick - 1)];
}

/// A recording may come from anybody: a snapshot is used only where it can be the state it claims to be.
void Replay::keep(const RecordedSnapshot& recorded, const sim::Snapshot& like) {
  const auto refuse = [&](const std::string& why) {
    refused_.push_back(
        fmt::format("the snapshot after step {} is not used: {}", recorded.tick, why));
  };
  auto snapshot = sim::snapshot_from_bytes(recorded.bytes, like);
  if (!snapshot)
    return refuse(
        "it does not fit the machine of that moment (a joint had broken, or it is damaged)");
  if (snapshot->hash() != recorded_hash(recorded.tick))
    return refuse("it is not the state of that step");
  try {
    world_.check(*snapshot);
  } catch (const Error& e) {
    return refuse(e.what());
  }
  kept_.insert_or_assign(recorded.tick, std::move(*snapshot));
}

void Replay::fail(std::string why) {
  failure_ = std::move(why);
  last_tick_ = tick_;
}

void Replay::execute_commands() {
  const auto& commands = recording_.commands;
  bool restructured = false;
  for (; next_command_ < commands.size() && commands[next_command_].tick <= tick_;
       ++next_command_) {
    const sim::Command& command = commands[next_command_].command;
    try {
      world_.execute(command);
    } catch (const Error& e) {
      return fail(fmt::format("the command after step {} ({}) cannot be executed: {}", tick_,
                              sim::sentence(command), e.what()));
    }
    restructured = restructured || sim::changes_structure(command);
  }
  // Unless the coming step changes them again.
  if (restructured && !std::binary_search(recording_.restructured.begin(),
                                          recording_.restructured.end(), tick_ + 1))
    if (const std::size_t stretch = stretch_of(tick_ + 1); !known_.contains(stretch))
      learn(stretch, world_.save());
}

bool Replay::step() {
  if (at_end()) return false;
  execute_commands();
  if (at_end()) return false;
  world_.step();
  ++tick_;
  if (!known_.contains(stretch_of(tick_))) learn(stretch_of(tick_), world_.save());
  if (tick_ % keep_every_ == 0 && !kept_.contains(tick_)) kept_.emplace(tick_, world_.save());
  return true;
}

bool Replay::step_back(bool* same_parts) {
  if (tick_ == 0) return false;
  const std::int64_t target = tick_ - 1;
  const auto parts = world_.save().mechanisms;
  while (!film_.empty() && film_.back().first > target) film_.pop_back();
  if (film_.empty() || film_.back().first != target) {
    film_.clear();
    const auto& [nearest, snapshot] = *std::prev(kept_.upper_bound(target));
    go_to(nearest, snapshot);
    film_.emplace_back(tick_, world_.save());
    while (tick_ < target && step()) {
      world_.take_events();
      film_.emplace_back(tick_, world_.save());
    }
  } else {
    go_to(target, film_.back().second);
  }
  if (same_parts != nullptr) *same_parts = film_.back().second.mechanisms == parts;
  return tick_ > 0;
}

bool Replay::step_towards(std::int64_t tick) {
  if (at_end()) return false;
  execute_commands();
  if (at_end()) return false;
  const auto& [nearest, snapshot] = *std::prev(kept_.upper_bound(std::min(tick, last_tick_)));
  if (nearest <= tick_) return step();
  go_to(nearest, snapshot);
  return true;
}

void Replay::go_to(std::int64_t tick, const sim::Snapshot& snapshot) {
  world_.restore(snapshot);
  tick_ = tick;
  const auto& commands = recording_.commands;
  next_command_ = static_cast<std::size_t>(
      std::lower_bound(commands.begin(), commands.end(), tick,
                       [](const sim::StampedCommand& c, std::int64_t t) { return c.tick < t; }) -
      commands.begin());
}

void Replay::approach(std::int64_t tick) {
  tick = std::clamp<std::int64_t>(tick, 0, last_tick_);
  const auto after = kept_.upper_bound(tick);
  const auto& [nearest, snapshot] = *std::prev(after);
  // Going on from here is shorter when the snapshot lies behind.
  if (tick < tick_ || nearest > tick_) go_to(nearest, snapshot);
}

void Replay::seek(std::int64_t tick) {
  tick = std::clamp<std::int64_t>(tick, 0, last_tick_);
  approach(tick);
  while (tick_ < tick && step_towards(tick)) {
  }
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
  result.failure = replay.failure();
  return result;
}

}  // namespace outrigger::recorder
