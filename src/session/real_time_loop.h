/// The real-time loop: as many fixed steps as the clock demands, no more work than it can afford.
///
/// The clock is absolute: step n of a stretch of even pace is due at t₀ + n h / scale, so rounding
/// and late wake-ups never add up. After a delay the loop catches up, at most `max_steps_per_wake`
/// steps at a time; what is later than `give_up_after` is counted as lost and forgotten. Pausing,
/// resuming and changing the scale start a new stretch.
///
/// The loop knows no physics: it calls a LoopClient, on one thread, in this order:
///   take_messages   before every step and every wake-up; may pause, resume, ... the loop
///   step            one fixed step
///   publish         after every step, and now and then while nothing moves; must not wait
#pragma once

#include <atomic>
#include <cstdint>

#include "frames/frame.h"

namespace outrigger::session {

class RealTimeLoop;

class LoopClient {
 public:
  virtual ~LoopClient() = default;
  virtual void take_messages(RealTimeLoop& loop) = 0;
  /// False when there is nothing more to come: the loop pauses.
  virtual bool step() = 0;
  /// One step back, while time runs backwards (time_scale < 0); false where there is no more: the loop pauses.
  virtual bool step_back() { return false; }
  virtual void publish(const frames::LoopStatus& status) = 0;
};

/// Time as the loop sees it. Tests use a clock of their own. [ns]
class LoopClock {
 public:
  virtual ~LoopClock() = default;
  virtual std::int64_t now() = 0;
  virtual void sleep_until(std::int64_t time) = 0;
  /// CPU time of the calling thread.
  virtual std::int64_t thread_cpu_time() = 0;
};

class MonotonicClock final : public LoopClock {
 public:
  std::int64_t now() override;
  void sleep_until(std::int64_t time) override;
  std::int64_t thread_cpu_time() override;
};

struct LoopSettings {
  double step = 5e-3;            ///< h [s]
  int max_steps_per_wake = 20;   ///< steps in a row before others get the processor
  double give_up_after = 0.25;   ///< delay that is still caught up [s]
  double longest_sleep = 0.010;  ///< messages are looked at least this often [s]
  double rest_when_late = 5e-4;  ///< pause after a full row of steps [s]
};

class RealTimeLoop {
 public:
  static constexpr double kMinTimeScale = 0.05, kMaxTimeScale = 4.0;

  RealTimeLoop(LoopClient& client, LoopClock& clock, const LoopSettings& settings);

  /// Runs until `stop`.
  void run();
  /// One wake-up: messages, the steps that are due, then sleep until the next is.
  void wake();
  /// From any thread or signal handler; run() returns within `longest_sleep`.
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // For the client, from take_messages.
  void pause();
  void resume();
  /// Its size is clamped to kMinTimeScale..kMaxTimeScale; negative: time runs backwards, in steps as well (THESIS
  /// eq. 5.1 with s < 0). Not finite: ignored.
  void set_time_scale(double scale);
  /// One step while paused.
  void single_step();
  /// Time that passed meanwhile (a long seek, a restart) is not caught up.
  void forget_delay();

  const frames::LoopStatus& status() const { return status_; }
  bool backwards() const { return status_.time_scale < 0.0f; }
  std::uint64_t steps() const { return steps_; }

 private:
  void anchor(std::int64_t now);
  std::int64_t steps_due(std::int64_t now) const;
  std::int64_t due_time(std::int64_t steps_of_stretch) const;
  void do_step();
  void give_up_delay(std::int64_t now);
  void update_window(std::int64_t now);

  LoopClient& client_;
  LoopClock& clock_;
  LoopSettings settings_;
  frames::LoopStatus status_;
  std::atomic<bool> stopped_{false};
  std::uint64_t steps_ = 0;

  std::int64_t anchor_time_ = 0;       ///< start of the stretch of even pace [ns]
  std::int64_t steps_of_stretch_ = 0;  ///< done since then
  int single_steps_ = 0;

  // Sums over the last second.
  std::int64_t window_start_ = 0, window_cpu_ = 0, window_busy_ = 0, window_steps_ = 0;
};

}  // namespace outrigger::session
