/// Which inputs hold when answers come, come late, are wrong or do not come (docs/hil.md, "What happens when").
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "devices/hil_answers.h"

namespace outrigger {
namespace {

using devices::HilAnswers;
using devices::HilHello;
using Verdict = HilAnswers::Verdict;
using State = HilAnswers::State;

HilHello asks(HilHello::Mode mode, int every = 1, int lag = 0) {
  HilHello h;
  h.mode = mode;
  h.every = every;
  h.lag = lag;
  h.inputs = {"boom", "steering"};
  return h;
}
const HilHello kLockstep = asks(HilHello::Mode::lockstep), kFree = asks(HilHello::Mode::free);

/// A lever that goes to 0, and a wheel that stays.
std::vector<devices::HilInputInfo> two_inputs() {
  return {{"boom", -1.0, 1.0, 0.0, true}, {"steering", -1.0, 1.0, std::nullopt, false}};
}

std::vector<double> both(double a, double b) { return {a, b}; }

TEST(HilAnswers, LockstepUsesTheAnswerToEachExchangeAtOnce) {
  HilAnswers a(kLockstep, two_inputs(), 20);
  EXPECT_FALSE(a.due());
  EXPECT_EQ(a.take(1, both(0.1, 0.1)), Verdict::never_asked);
  EXPECT_EQ(a.take(0, {}), Verdict::ready);
  for (std::uint64_t e = 1; e <= 100; ++e) {
    ASSERT_TRUE(a.due());
    ASSERT_EQ(a.begin_exchange(), e);
    ASSERT_TRUE(a.is_waited_for());
    const double x = 0.01 * static_cast<double>(e);
    ASSERT_EQ(a.take(e, both(x, -x)), Verdict::fresh);
    ASSERT_FALSE(a.is_waited_for());
    a.settle();
    ASSERT_EQ(a.values(), both(x, -x));
    ASSERT_EQ(a.state(), State::fresh);
  }
  EXPECT_EQ(a.missed(), 0u);
}

TEST(HilAnswers, AMissingAnswerIsHeldAndThenLeversRestWhileWheelsStay) {
  constexpr int kHold = 20;
  HilAnswers a(kLockstep, two_inputs(), kHold);
  a.take(0, {});
  a.begin_exchange();
  a.take(1, both(0.5, 0.7));
  a.settle();
  for (int i = 1; i <= kHold; ++i) {
    a.begin_exchange();
    a.settle();
    ASSERT_EQ(a.values(), both(0.5, 0.7)) << i;
    ASSERT_EQ(a.state(), State::held);
  }
  a.begin_exchange();
  EXPECT_TRUE(a.is_waited_for());
  a.settle();
  EXPECT_EQ(a.values(), both(0.0, 0.7));
  EXPECT_EQ(a.state(), State::neutral);
  EXPECT_EQ(a.missed(), static_cast<std::uint64_t>(kHold) + 1);
  // Nobody waits for one that is gone, and it is welcome back.
  a.begin_exchange();
  EXPECT_FALSE(a.is_waited_for());
  EXPECT_EQ(a.take(a.exchange() - 1, both(0.2, 0.1)), Verdict::late);
  a.settle();
  EXPECT_EQ(a.values(), both(0.2, 0.1));
  a.begin_exchange();
  EXPECT_TRUE(a.is_waited_for());
}

TEST(HilAnswers, WithALagTheAnswerOfSoManyExchangesBeforeHoldsNotANewerOne) {
  HilAnswers a(asks(HilHello::Mode::lockstep, 1, 3), two_inputs(), 20);
  a.take(0, {});
  for (std::uint64_t e = 1; e <= 50; ++e) {
    a.begin_exchange();
    ASSERT_EQ(a.take(e, both(0.01 * static_cast<double>(e), 0.0)), Verdict::fresh);
    ASSERT_FALSE(a.is_waited_for());
    a.settle();
    const double expected = e > 3 ? 0.01 * static_cast<double>(e - 3) : 0.0;
    ASSERT_EQ(a.values()[0], expected) << e;
  }
  EXPECT_EQ(a.missed(), 0u);
}

TEST(HilAnswers, ExchangesComeEverySoManyStepsAndHoldBetween) {
  HilAnswers a(asks(HilHello::Mode::lockstep, 4), two_inputs(), 2);
  a.take(0, {});
  int exchanges = 0;
  for (int step = 0; step < 40; ++step) {
    if (a.due()) {
      ++exchanges;
      a.begin_exchange();
      a.take(a.exchange(), both(0.02 * exchanges, 0.0));
    } else {
      EXPECT_FALSE(a.is_waited_for());
    }
    a.settle();
    ASSERT_EQ(a.values()[0], 0.02 * exchanges);
    ASSERT_EQ(a.state(), State::fresh);
  }
  EXPECT_EQ(exchanges, 10);
}

TEST(HilAnswers, FreeRunningTakesTheNewestAndNeverWaits) {
  HilAnswers a(kFree, two_inputs(), 20);
  a.take(0, {});
  a.begin_exchange();
  EXPECT_FALSE(a.is_waited_for());
  a.take(1, both(0.1, 0.0));
  a.take(1, both(0.2, 0.0));
  a.settle();
  EXPECT_EQ(a.values()[0], 0.2);
  a.begin_exchange();
  a.begin_exchange();
  EXPECT_EQ(a.take(3, both(0.3, 0.0)), Verdict::fresh);
  EXPECT_EQ(a.take(2, both(0.9, 0.0)), Verdict::old);
  a.settle();
  EXPECT_EQ(a.values()[0], 0.3);
  for (int i = 0; i < 21; ++i) a.settle();
  EXPECT_EQ(a.state(), State::neutral);
  EXPECT_EQ(a.values()[0], 0.0);
}

TEST(HilAnswers, NumbersThatAreNotFiniteAreNeverUsedAndNotWaitedFor) {
  HilAnswers a(kLockstep, two_inputs(), 5);
  a.take(0, {});
  a.begin_exchange();
  a.take(1, both(0.4, 0.0));
  a.settle();
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const std::uint64_t e = a.begin_exchange();
    EXPECT_EQ(a.take(e, both(0.1, bad)), Verdict::not_finite);
    EXPECT_FALSE(a.is_waited_for());
    a.settle();
    EXPECT_EQ(a.values(), both(0.4, 0.0));
  }
  for (int i = 0; i < 5; ++i) a.take(a.begin_exchange(), both(std::nan(""), 0.0)), a.settle();
  EXPECT_EQ(a.state(), State::neutral);
}

TEST(HilAnswers, ValuesBeyondTheRangeAreItsEndAndWrongCountsAreRefused) {
  HilAnswers a(kFree, two_inputs(), 5);
  a.take(0, {});
  a.begin_exchange();
  a.take(1, both(7.0, -1e300));
  a.settle();
  EXPECT_EQ(a.values(), both(1.0, -1.0));
  EXPECT_EQ(a.clamped(), 2u);
  const std::vector<double> one{0.5};
  EXPECT_EQ(a.take(1, one), Verdict::wrong_count);
}

/// Whatever comes in whatever order: values stay within their ranges, and an answer is never used twice.
TEST(HilAnswers, RandomAnswersNeverLeaveTheRanges) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-3.0, 3.0);
  for (int run = 0; run < 60; ++run) {
    const bool lockstep = run % 2 == 0;
    HilAnswers a(asks(lockstep ? HilHello::Mode::lockstep : HilHello::Mode::free, 1 + run % 3,
                      lockstep ? run % 5 : 0),
                 two_inputs(), 8);
    a.take(0, {});
    for (int step = 0; step < 400; ++step) {
      if (a.due()) a.begin_exchange();
      for (unsigned k = random() % 4; k > 0; --k) {
        const std::uint64_t number =
            a.exchange() + 2 - std::min<std::uint64_t>(random() % 90, a.exchange());
        a.take(number, both(random() % 9 == 0 ? std::nan("") : any(random), any(random)));
      }
      a.settle();
      for (const double v : a.values()) {
        ASSERT_GE(v, -1.0);
        ASSERT_LE(v, 1.0);
      }
    }
  }
}

}  // namespace
}  // namespace outrigger
