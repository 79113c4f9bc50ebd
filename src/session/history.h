/// The last minutes of a live session, to go back to (THESIS Figure 5.3): keyframes of the world and, between
/// them, every change that was made. A moment is reached by restoring the keyframe before it and computing
/// the steps since: the same bits as the first time.
///
///   note_step       after every live step; what lay ahead of a moment that was gone back to is forgotten then
///   note_command    every other change between two steps
///   go_back_one     one step back: of the way from the keyframe before it all steps are kept, so that playing
///                   backwards costs what playing forwards does
///   go_to           any moment between earliest() and latest(), without forgetting what lies after it
///
/// Steps are those of the world's clock, which a reset sets back: it begins a new history.
///
/// Memory: keyframes share what did not change between them (mechanisms, blocks of soil, tiles of ground);
/// inputs are kept where they change.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "sim/world.h"

namespace outrigger::session {

struct HistorySettings {
  double length = 600.0;       ///< that can be gone back [s]
  double keyframe_time = 0.5;  ///< between keyframes; 0.5 s are computed in some milliseconds [s]
};

class History {
 public:
  /// The present of the world is its first moment. The world must outlive the history.
  explicit History(sim::World& world, const HistorySettings& settings = {});

  void note_step();
  void note_command(const sim::Command& command);
  /// Forgets all; the present is the first moment again.
  void restart();

  /// Steps of the world's clock.
  std::int64_t earliest() const { return keyframes_.front().step; }
  std::int64_t latest() const { return latest_; }

  /// Puts the world to the end of a step, the nearest one there is. Returns the steps it computed.
  std::int64_t go_to(std::int64_t step);

  /// One step back; false at the earliest moment there is. `same_parts`: no body or joint came or went meanwhile.
  /// Whoever listens to the world hears nothing of it until land().
  bool go_back_one(bool* same_parts = nullptr);
  /// Before anything else is done after go_back_one: who listens is told, by one command, where the world is now.
  void land();
  /// Any moment as a value, as go_to would reach it; the world stays at the present. What a fork begins with.
  sim::Snapshot moment(std::int64_t step);

  /// Bytes of the keyframes and of what was done between them, each shared block once; about.
  std::size_t memory() const;
  std::size_t keyframe_count() const { return keyframes_.size(); }

 private:
  struct Keyframe {
    std::int64_t step;
    sim::Snapshot snapshot;
  };
  struct Change {
    std::int64_t step;  ///< before the step that follows this one
    sim::Command command;
  };

  const Keyframe& keyframe_before(std::int64_t step) const;
  template <class See>
  void run_to(const Keyframe& from, std::int64_t step, const See& see);
  void add_keyframe();
  void forget_after(std::int64_t step);
  void forget_old();

  sim::World& world_;
  std::int64_t kept_steps_, keyframe_steps_;
  std::deque<Keyframe> keyframes_;
  std::deque<Change> changes_;
  std::vector<double> inputs_;  ///< of the last change
  std::int64_t latest_ = 0;
  sim::JournalListener* listener_ = nullptr;  ///< taken away by go_back_one
  sim::Snapshot left_;                        ///< where it was then
  std::deque<Keyframe>
      film_;  ///< every step from a keyframe to the last moment that was gone back to
};

}  // namespace outrigger::session
