#include "devices/hil_answers.h"

#include <algorithm>
#include <cmath>

namespace outrigger::devices {

HilAnswers::HilAnswers(const HilHello& hello, std::vector<HilInputInfo> inputs, int hold_steps)
    : lockstep_(hello.mode == HilHello::Mode::lockstep),
      every_(static_cast<std::uint64_t>(std::max(1, hello.every))),
      lag_(static_cast<std::uint64_t>(std::clamp(hello.lag, 0, kMostHilLag))),
      // One exchange may always be missing.
      hold_(std::max(static_cast<std::uint64_t>(std::max(0, hold_steps)), every_)),
      inputs_(std::move(inputs)),
      ring_(lockstep_ ? kRing : 1) {
  for (const HilInputInfo& i : inputs_) values_.push_back(i.rest.value_or(0.0));
  for (Answer& a : ring_) a.values = values_;
}

HilAnswers::Verdict HilAnswers::take(std::uint64_t answers, std::span<const double> values) {
  if (answers == 0) {
    ready_ = true;
    return Verdict::ready;
  }
  if (!ready_ || answers > exchange_) return Verdict::never_asked;
  // Free-running hands may send more often than they hear.
  if (lockstep_ ? answers <= used_ : answers < newest_) return Verdict::old;
  if (values.size() != inputs_.size()) return Verdict::wrong_count;
  Answer& place = ring_[answers % ring_.size()];
  if (lockstep_ && place.number >= answers) return Verdict::old;
  newest_ = std::max(newest_, answers);
  const bool finite =
      std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  if (lockstep_) {
    place.number = answers;
    place.finite = finite;
  }
  if (!finite) return Verdict::not_finite;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double v = std::clamp(values[i], inputs_[i].lowest, inputs_[i].highest);
    if (v != values[i]) ++clamped_;
    place.values[i] = v;
  }
  came_ = true;
  return lockstep_ && answers < wanted() ? Verdict::late : Verdict::fresh;
}

bool HilAnswers::is_waited_for() const {
  return lockstep_ && due() && wanted() > 0 && state_ != State::neutral &&
         ring_[wanted() % kRing].number != wanted();
}

/// The answer that is wanted, or the newest before it that is not used yet.
bool HilAnswers::use_lockstep() {
  const std::uint64_t want = wanted();
  for (std::uint64_t n = want; n > used_ && n + kRing > want; --n) {
    const Answer& a = ring_[n % kRing];
    if (a.number != n || !a.finite) continue;
    std::copy(a.values.begin(), a.values.end(), values_.begin());
    used_ = n;
    return true;
  }
  return false;
}

void HilAnswers::settle() {
  if (!ready_) return;
  if (!lockstep_ && inputs_.empty()) {  // who only looks owes nothing
    ++step_;
    state_ = State::fresh;
    return;
  }
  const bool asked = lockstep_ && due() && wanted() > 0;
  bool fresh = false;
  if (lockstep_ && due()) {
    fresh = use_lockstep();
    if (asked && used_ != wanted()) ++missed_;
  } else if (!lockstep_ && came_) {
    std::copy(ring_[0].values.begin(), ring_[0].values.end(), values_.begin());
    fresh = true;
  }
  came_ = false;
  ++step_;
  ++since_;
  if (fresh) {
    since_ = 0;
    has_values_ = true;
    state_ = State::fresh;
  } else if (since_ > hold_ + lag_ * every_) {
    state_ = State::neutral;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (inputs_[i].rest) values_[i] = *inputs_[i].rest;
  } else if (state_ == State::fresh && (asked || (!lockstep_ && since_ > every_))) {
    state_ = State::held;
  }
}

}  // namespace outrigger::devices
