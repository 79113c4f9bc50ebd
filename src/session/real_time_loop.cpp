#include "session/real_time_loop.h"

#include <time.h>

#include <algorithm>
#include <cmath>

namespace outrigger::session {

namespace {

constexpr double kNanoseconds = 1e9;
constexpr std::int64_t kWindow = 1'000'000'000;

std::int64_t nanoseconds(double seconds) {
  return static_cast<std::int64_t>(std::llround(seconds * kNanoseconds));
}

std::int64_t read_clock(clockid_t id) {
  timespec t{};
  clock_gettime(id, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

}  // namespace

std::int64_t MonotonicClock::now() { return read_clock(CLOCK_MONOTONIC); }

void MonotonicClock::sleep_until(std::int64_t time) {
  const timespec t{static_cast<time_t>(time / 1'000'000'000), time % 1'000'000'000};
  // A signal ends the sleep early; the next wake-up finds nothing due and sleeps on.
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, nullptr);
}

std::int64_t MonotonicClock::thread_cpu_time() { return read_clock(CLOCK_THREAD_CPUTIME_ID); }

RealTimeLoop::RealTimeLoop(LoopClient& client, LoopClock& clock, const LoopSettings& settings)
    : client_(client), clock_(clock), settings_(settings) {
  anchor(clock_.now());
  window_start_ = anchor_time_;
}

void RealTimeLoop::run() {
  anchor(clock_.now());
  window_start_ = anchor_time_;
  while (!stopped()) wake();
}

void RealTimeLoop::wake() {
  int done = 0;
  for (; done < settings_.max_steps_per_wake && !stopped(); ++done) {
    client_.take_messages(*this);
    if (status_.paused) {
      if (single_steps_ == 0) break;
      --single_steps_;
    } else if (steps_due(clock_.now()) <= 0) {
      break;
    }
    do_step();
    client_.publish(status_);
  }
  const std::int64_t now = clock_.now();
  update_window(now);
  if (done == 0) client_.publish(status_);
  if (!status_.paused) give_up_delay(now);

  // A full row of steps: let others have the processor, then go on catching up.
  const std::int64_t rest =
      done == settings_.max_steps_per_wake ? nanoseconds(settings_.rest_when_late) : 0;
  const std::int64_t latest = now + nanoseconds(settings_.longest_sleep);
  const std::int64_t next = status_.paused ? latest : due_time(steps_of_stretch_ + 1);
  clock_.sleep_until(std::clamp(next, now + rest, std::max(latest, now + rest)));
}

void RealTimeLoop::do_step() {
  const std::int64_t cpu_before = clock_.thread_cpu_time(), before = clock_.now();
  const bool more = backwards() ? client_.step_back() : client_.step();
  const std::int64_t busy = clock_.now() - before;
  window_cpu_ += clock_.thread_cpu_time() - cpu_before;
  window_busy_ += busy;
  ++window_steps_;
  ++steps_;
  ++steps_of_stretch_;
  if (static_cast<double>(busy) > settings_.step * kNanoseconds) ++status_.overruns;
  if (!more) pause();
}

std::int64_t RealTimeLoop::due_time(std::int64_t steps_of_stretch) const {
  const double pace = settings_.step / std::abs(static_cast<double>(status_.time_scale));
  return anchor_time_ + nanoseconds(static_cast<double>(steps_of_stretch) * pace);
}

std::int64_t RealTimeLoop::steps_due(std::int64_t now) const {
  const double scale = std::abs(static_cast<double>(status_.time_scale));
  const double elapsed = static_cast<double>(now - anchor_time_) / kNanoseconds * scale;
  auto due = static_cast<std::int64_t>(std::floor(elapsed / settings_.step));
  // Rounding must not disagree with due_time, by which the loop sleeps.
  if (due_time(due + 1) <= now) ++due;
  return due - steps_of_stretch_;
}

void RealTimeLoop::give_up_delay(std::int64_t now) {
  const std::int64_t behind = steps_due(now);
  const double pace = settings_.step / std::abs(static_cast<double>(status_.time_scale));
  if (static_cast<double>(behind) * pace <= settings_.give_up_after) return;
  status_.lost_steps += static_cast<std::uint64_t>(behind);
  anchor(now);
}

void RealTimeLoop::update_window(std::int64_t now) {
  const std::int64_t elapsed = now - window_start_;
  if (elapsed < kWindow) return;
  const auto steps = static_cast<double>(std::max<std::int64_t>(window_steps_, 1));
  status_.step_time_us = static_cast<float>(static_cast<double>(window_cpu_) / steps / 1e3);
  status_.load =
      static_cast<float>(static_cast<double>(window_busy_) / static_cast<double>(elapsed));
  window_start_ = now;
  window_cpu_ = window_busy_ = window_steps_ = 0;
}

void RealTimeLoop::anchor(std::int64_t now) {
  anchor_time_ = now;
  steps_of_stretch_ = 0;
}

void RealTimeLoop::pause() {
  status_.paused = true;
  single_steps_ = 0;
}

void RealTimeLoop::resume() {
  if (!status_.paused) return;
  status_.paused = false;
  anchor(clock_.now());
}

void RealTimeLoop::set_time_scale(double scale) {
  if (!std::isfinite(scale)) return;
  const double size = std::clamp(std::abs(scale), kMinTimeScale, kMaxTimeScale);
  const auto wanted = static_cast<float>(std::signbit(scale) ? -size : size);
  if (wanted == status_.time_scale) return;
  status_.time_scale = wanted;
  anchor(clock_.now());
}

void RealTimeLoop::single_step() {
  if (status_.paused && single_steps_ < settings_.max_steps_per_wake) ++single_steps_;
}

void RealTimeLoop::forget_delay() { anchor(clock_.now()); }

}  // namespace outrigger::session
