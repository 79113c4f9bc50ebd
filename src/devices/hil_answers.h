/// Which inputs hold in a step: the rules for answers that come, come late, are wrong or do not come. No sockets,
/// no clock; time is counted in steps of the machine.
///
///   lockstep   exchange e asks for the answer to e - lag; it holds until the next exchange. Missing: the newest
///              older one that has not been used yet (late), else what holds is held
///   free       the newest message holds from the next step on
///   both       after more than `hold` steps without anything new: neutral, until something comes
///
/// A message with a number that is not finite counts as an answer without values: what holds is held. Values
/// beyond the range of their input count as its end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "devices/hil_message.h"

namespace outrigger::devices {

class HilAnswers {
 public:
  enum class Verdict { ready, fresh, late, old, never_asked, wrong_count, not_finite };
  enum class State { waiting, fresh, held, neutral };

  HilAnswers() = default;
  HilAnswers(const HilHello& hello, std::vector<HilInputInfo> inputs, int hold_steps);

  /// Whether this step begins with an exchange; false until the controller is ready.
  bool due() const { return ready_ && step_ % every_ == 0; }
  /// Counts the exchange of this step; from 1.
  std::uint64_t begin_exchange() { return ++exchange_; }
  std::uint64_t exchange() const { return exchange_; }
  Verdict take(std::uint64_t answers, std::span<const double> values);
  /// Whether this step should wait for an answer.
  bool is_waited_for() const;
  /// What holds in this step; then the next one is at hand.
  void settle();

  State state() const { return state_; }
  bool is_ready() const { return ready_; }
  /// False until the first values have come.
  bool has_values() const { return has_values_; }
  const std::vector<HilInputInfo>& inputs() const { return inputs_; }
  /// Per input, within its range.
  const std::vector<double>& values() const { return values_; }
  std::uint64_t missed() const { return missed_; }    ///< exchanges (lockstep) without their answer
  std::uint64_t clamped() const { return clamped_; }  ///< values beyond their range

 private:
  static constexpr std::uint64_t kRing = kMostHilLag + 1;
  struct Answer {
    std::uint64_t number = 0;  ///< 0: none yet
    bool finite = false;
    std::vector<double> values;
  };
  std::uint64_t wanted() const { return exchange_ > lag_ ? exchange_ - lag_ : 0; }
  bool use_lockstep();

  bool lockstep_ = false, ready_ = false, has_values_ = false, came_ = false;
  std::uint64_t every_ = 1, lag_ = 0, step_ = 0, exchange_ = 0, used_ = 0, newest_ = 0;
  std::uint64_t missed_ = 0, clamped_ = 0, since_ = 0, hold_ = 0;
  State state_ = State::waiting;
  std::vector<HilInputInfo> inputs_;
  std::vector<double> values_;
  std::vector<Answer> ring_;  ///< lockstep: by number; free: only the first
};

}  // namespace outrigger::devices
