/// Computing a recording again: step by step, from any moment, and compared with what was recorded.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "recorder/recording.h"
#include "sim/world.h"

namespace outrigger::recorder {

/// A world that does again what a recording says.
///
/// Snapshots are numbers for mechanisms, and edits change mechanisms: a recorded snapshot can be used once
/// the mechanisms of its stretch of the run are known. Those of the start and after resets are from the
/// beginning; those after an edit when its commands have been executed once, from the snapshot before
/// them, for which no step is needed; those after a joint broke when that step has been computed once.
class Replay {
 public:
  /// `world` must be at the start of the recorded run, of the recorded machine; both arguments must
  /// outlive the replay. Throws Error when the world has other inputs than the recording. Snapshots of
  /// the recording are used where they fit this world and have the hash of the step they claim.
  Replay(const Recording& recording, sim::World& world);

  /// Recorded snapshots that are not used, one sentence each.
  const std::vector<std::string>& refused() const { return refused_; }

  std::int64_t tick() const { return tick_; }  ///< steps computed since the start of the recording
  bool at_end() const { return tick_ >= last_tick_; }
  /// Why it ends before the recording does, as a sentence: a command that cannot be executed (a recording
  /// may come from anybody), or something that no command could say. Empty: it does not.
  const std::string& failure() const { return failure_; }
  /// The next step; false at the end.
  bool step();
  /// One step back; false at the start. All steps since the snapshot before are kept on the way, so that playing
  /// backwards costs what playing forwards does. `same_parts`: no body or joint came or went meanwhile.
  bool step_back(bool* same_parts = nullptr);
  /// The same on the way to a later tick: a leap, where a snapshot has come within reach.
  bool step_towards(std::int64_t tick);
  /// To the nearest moment before `tick`, which is clamped to the recording, without computing: a
  /// snapshot, those of this replay included, or where the replay is. Steps lead from there to it.
  void approach(std::int64_t tick);
  /// approach, and the steps.
  void seek(std::int64_t tick);
  /// True when the world has the recorded bits after the last step.
  bool matches() const;

 private:
  std::uint64_t recorded_hash(std::int64_t tick) const;
  void find_stretches();
  std::size_t stretch_of(std::int64_t tick) const;
  void learn(std::size_t stretch, const sim::Snapshot& like);
  void keep(const RecordedSnapshot& recorded, const sim::Snapshot& like);
  void execute_commands();
  void fail(std::string why);
  void go_to(std::int64_t tick, const sim::Snapshot& snapshot);

  const Recording& recording_;
  sim::World& world_;
  sim::Snapshot start_;
  std::int64_t tick_ = 0, last_tick_ = 0;
  std::size_t next_command_ = 0;
  std::vector<std::int64_t>
      stretches_;                ///< first ticks with other mechanisms than those before, rising
  std::set<std::size_t> known_;  ///< stretches whose mechanisms have been seen
  std::string failure_;
  std::map<std::int64_t, sim::Snapshot> kept_;  ///< by tick
  std::int64_t keep_every_ = 1;
  std::vector<std::pair<std::int64_t, sim::Snapshot>> film_;  ///< of step_back, by tick
  std::vector<std::string> refused_;
};

struct Difference {
  std::int64_t tick = 0;  ///< 0: the start itself differs
  std::int64_t step = 0;  ///< of the world (since the last reset)
  double time = 0.0;
  std::uint64_t recorded = 0, computed = 0;
};

struct Verification {
  std::int64_t ticks = 0;  ///< steps compared and equal
  std::optional<Difference> difference;
  std::int64_t snapshots = 0;               ///< compared with the computed state and equal
  std::vector<std::int64_t> bad_snapshots;  ///< ticks of those that are not that state
  std::string failure;                      ///< why it ended before the recording (Replay::failure)
};

/// Computes the recording from its start and stops at the first step whose bits differ. Snapshots up to
/// there are compared byte by byte with the state that was computed.
/// `progress` is called now and then with the part done.
Verification verify(const Recording& recording, sim::World& world,
                    const std::function<void(double)>& progress = {});

}  // namespace outrigger::recorder
