/// A clock that the test moves, and a client that only counts.
#pragma once

#include <cstdint>
#include <functional>

#include "session/real_time_loop.h"

namespace outrigger::sim {

class FakeClock final : public session::LoopClock {
 public:
  std::int64_t now() override { return time; }
  void sleep_until(std::int64_t until) override {
    if (until > time) time = until;
    time += oversleep;
    oversleep = 0;
  }
  std::int64_t thread_cpu_time() override { return time; }

  std::int64_t time = 1'000'000'000;
  std::int64_t oversleep = 0;  ///< of the next sleep
};

constexpr std::int64_t kMillisecond = 1'000'000;

class CountingClient : public session::LoopClient {
 public:
  explicit CountingClient(FakeClock& clock) : clock_(clock) {}
  void take_messages(session::RealTimeLoop& loop) override {
    if (on_messages) on_messages(loop);
  }
  bool step() override {
    ++steps;
    clock_.time += cost;
    return steps < last_step;
  }
  void publish(const frames::LoopStatus& status) override {
    ++published;
    last_status = status;
  }

  std::int64_t steps = 0, published = 0, last_step = 1'000'000'000;
  std::int64_t cost = 0;  ///< of a step [ns]
  frames::LoopStatus last_status;
  std::function<void(session::RealTimeLoop&)> on_messages;

 private:
  FakeClock& clock_;
};

}  // namespace outrigger::sim
