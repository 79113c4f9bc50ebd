/// The loop computes exactly the steps that the clock demands: none too many, none forgotten without
/// being counted, whatever the wake-ups do.
#include "session/real_time_loop.h"

#include <gtest/gtest.h>

#include <limits>

#include "seat/loop_support.h"

namespace outrigger::sim {
namespace {

class RealTimeLoopTest : public testing::Test {
 protected:
  RealTimeLoopTest() { settings_.step = 5e-3; }

  void run_for(session::RealTimeLoop& loop, std::int64_t nanoseconds) {
    const std::int64_t end = clock_.time + nanoseconds;
    while (clock_.time < end) loop.wake();
  }
  /// The next wake-up does what the test says, once.
  void send(std::function<void(session::RealTimeLoop&)> message) {
    client_.on_messages = [this, message](session::RealTimeLoop& loop) {
      const auto once = message;  // the next line destroys this function with what it holds
      client_.on_messages = nullptr;
      once(loop);
    };
  }

  FakeClock clock_;
  CountingClient client_{clock_};
  session::LoopSettings settings_;
};

TEST_F(RealTimeLoopTest, StepsFollowTheAbsoluteClock) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  // Late by a third of a step every time: over an hour nothing adds up.
  for (int i = 0; i < 720'000; ++i) {
    clock_.oversleep = kMillisecond * 5 / 3;
    loop.wake();
  }
  const double elapsed = static_cast<double>(clock_.time - 1'000'000'000) * 1e-9;
  EXPECT_NEAR(static_cast<double>(client_.steps), elapsed / 5e-3, 2.0);
  EXPECT_EQ(loop.status().lost_steps, 0u);
}

TEST_F(RealTimeLoopTest, EveryStepIsPublished) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  run_for(loop, 1000 * kMillisecond);
  EXPECT_GE(client_.published, client_.steps);
  EXPECT_NEAR(static_cast<double>(client_.steps), 200.0, 1.0);
}

TEST_F(RealTimeLoopTest, AShortDelayIsCaughtUp) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  run_for(loop, 100 * kMillisecond);
  clock_.time += 200 * kMillisecond;
  run_for(loop, 100 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(client_.steps), 80.0, 1.0);
  EXPECT_EQ(loop.status().lost_steps, 0u);
}

TEST_F(RealTimeLoopTest, CatchUpIsBoundedPerWakeUp) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  clock_.time += 240 * kMillisecond;
  loop.wake();
  EXPECT_EQ(client_.steps, settings_.max_steps_per_wake);
}

TEST_F(RealTimeLoopTest, ALongDelayIsGivenUpAndCounted) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  run_for(loop, 100 * kMillisecond);
  const std::int64_t before = client_.steps;
  clock_.time += 10'000 * kMillisecond;
  run_for(loop, 100 * kMillisecond);
  EXPECT_LT(client_.steps - before, 100);
  const double accounted =
      static_cast<double>(client_.steps) + static_cast<double>(loop.status().lost_steps);
  EXPECT_NEAR(accounted, 10'200.0 / 5.0, 2.0);
}

TEST_F(RealTimeLoopTest, TooSlowAComputerLosesStepsAndCountsOverruns) {
  client_.cost = 20 * kMillisecond;
  session::RealTimeLoop loop(client_, clock_, settings_);
  run_for(loop, 10'000 * kMillisecond);
  EXPECT_EQ(loop.status().overruns, static_cast<std::uint64_t>(client_.steps));
  EXPECT_GT(loop.status().lost_steps, 1000u);
  const double accounted =
      static_cast<double>(client_.steps) + static_cast<double>(loop.status().lost_steps);
  // What is not given up yet is at most the delay that is caught up, plus a row of slow steps.
  EXPECT_NEAR(accounted, static_cast<double>(clock_.time - 1'000'000'000) / 5e6, 140.0);
}

TEST_F(RealTimeLoopTest, StepTimeAndLoadAreMeansOfTheLastSecond) {
  client_.cost = kMillisecond;
  session::RealTimeLoop loop(client_, clock_, settings_);
  run_for(loop, 3000 * kMillisecond);
  EXPECT_NEAR(loop.status().step_time_us, 1000.0f, 1e-3f);
  EXPECT_NEAR(loop.status().load, 0.2f, 0.01f);
  EXPECT_EQ(loop.status().overruns, 0u);
}

TEST_F(RealTimeLoopTest, PauseStopsAndResumeDoesNotCatchUp) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  run_for(loop, 100 * kMillisecond);
  send([](session::RealTimeLoop& l) { l.pause(); });
  loop.wake();
  const std::int64_t before = client_.steps, published = client_.published;
  run_for(loop, 5000 * kMillisecond);
  EXPECT_EQ(client_.steps, before);
  EXPECT_GT(client_.published, published) << "a paused machine is still shown";
  EXPECT_TRUE(client_.last_status.paused);
  send([](session::RealTimeLoop& l) { l.resume(); });
  run_for(loop, 100 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(client_.steps - before), 20.0, 1.0);
  EXPECT_EQ(loop.status().lost_steps, 0u);
}

TEST_F(RealTimeLoopTest, SingleStepsWhilePaused) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  send([](session::RealTimeLoop& l) { l.pause(); });
  loop.wake();
  const std::int64_t before = client_.steps;
  send([](session::RealTimeLoop& l) { l.single_step(); });
  run_for(loop, 100 * kMillisecond);
  EXPECT_EQ(client_.steps, before + 1);
  send([](session::RealTimeLoop& l) {
    l.resume();
    l.single_step();  // has no meaning while it runs
  });
  run_for(loop, 50 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(client_.steps - before - 1), 10.0, 1.0);
}

TEST_F(RealTimeLoopTest, TimeScaleChangesThePace) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  send([](session::RealTimeLoop& l) { l.set_time_scale(0.1); });
  run_for(loop, 1000 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(client_.steps), 20.0, 1.0);
  const std::int64_t before = client_.steps;
  send([](session::RealTimeLoop& l) { l.set_time_scale(4.0); });
  run_for(loop, 1000 * kMillisecond);
  EXPECT_NEAR(static_cast<double>(client_.steps - before), 800.0, 4.0);
}

TEST_F(RealTimeLoopTest, TimeScaleIsBoundedAndFinite) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  loop.set_time_scale(1000.0);
  EXPECT_FLOAT_EQ(loop.status().time_scale, 4.0f);
  loop.set_time_scale(0.0);
  EXPECT_FLOAT_EQ(loop.status().time_scale, 0.05f);
  loop.set_time_scale(std::numeric_limits<double>::quiet_NaN());
  EXPECT_FLOAT_EQ(loop.status().time_scale, 0.05f);
}

TEST_F(RealTimeLoopTest, PausesWhenTheClientHasNoMoreSteps) {
  client_.last_step = 10;
  session::RealTimeLoop loop(client_, clock_, settings_);
  run_for(loop, 1000 * kMillisecond);
  EXPECT_EQ(client_.steps, 10);
  EXPECT_TRUE(loop.status().paused);
}

TEST_F(RealTimeLoopTest, StopEndsTheRun) {
  session::RealTimeLoop loop(client_, clock_, settings_);
  client_.on_messages = [&](session::RealTimeLoop& l) {
    if (client_.steps == 50) l.stop();
  };
  loop.run();
  EXPECT_EQ(client_.steps, 50);
}

TEST(MonotonicClockTest, SleepsUntilThen) {
  session::MonotonicClock clock;
  const std::int64_t until = clock.now() + kMillisecond;
  clock.sleep_until(until);
  EXPECT_GE(clock.now(), until);
  clock.sleep_until(until - 10 * kMillisecond);  // the past: returns
  EXPECT_GE(clock.thread_cpu_time(), 0);
}

}  // namespace
}  // namespace outrigger::sim
