/// The explicit pair beyond the steps of the run: states in between are read out of one internal step,
/// have no influence on what follows, and have the same bits from any state that was saved; and it
/// reports where rounding ends what accuracy can be had, instead of taking ever smaller steps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "steppers/smooth_machines.h"

namespace outrigger::stepper {
namespace {

using ::testing::HasSubstr;

/// A run that may be ahead of its steps.
struct AheadRun : MachineRun {
  explicit AheadRun(const description::Machine& machine) : MachineRun(machine) {
    state().ahead.assign(pair.ahead_size(), 0.0);
  }
};

// Law: between the ends of internal steps the motion is that of the method within its accuracy, at a
// fraction of the evaluations; constraints hold as they do at the ends.
TEST(ExplicitAhead, ReadsOutShortStepsFromLongOnes) {
  const auto machine = pendulum(3);
  for (const double accuracy : {1e-5, 1e-7, 1e-9}) {
    MachineRun exact(with(machine, 0.1, 1e-13));
    AheadRun run(with(machine, 1e-3, accuracy));
    MachineRun bound(with(machine, 1e-3, accuracy));
    double worst = 0.0;
    for (int i = 0; i < 10; ++i) {
      exact.explicit_steps(1);
      run.explicit_steps(100);
      bound.explicit_steps(100);
      worst = std::max(worst, distance(run.state(), exact.state()));
      EXPECT_NEAR(run.state().time, exact.state().time, 1e-12);
    }
    EXPECT_LT(worst, 20.0 * accuracy) << accuracy;
    EXPECT_LT(run.simulation.stepper.residuals(run.state()).position, 1e-9);
    EXPECT_GT(run.pair.counters().read_outs, 800);
    EXPECT_LT(4 * run.pair.counters().evaluations, bound.pair.counters().evaluations);
  }
}

// Law: a saved state goes on with the same bits, in the middle of an internal step too, in a method
// object that has not computed it.
TEST(ExplicitAhead, SameBitsFromASavedState) {
  const auto machine = with(pendulum(4), 1e-3, 1e-7);
  AheadRun first(machine), second(machine);
  first.explicit_steps(300);
  for (int saved = 0; saved < 300; saved += 37) {
    AheadRun third(machine);
    third.state() = second.state();
    third.explicit_steps(300 - static_cast<int>(third.state().step));
    EXPECT_EQ(first.state().hash(), third.state().hash()) << "saved at step " << saved;
    second.explicit_steps(37);
  }
  // One object that goes back and forth.
  const system::State end = first.state();
  AheadRun other(machine);
  other.explicit_steps(123);
  const system::State middle = other.state();
  other.explicit_steps(50);
  other.state() = middle;
  other.explicit_steps(177);
  EXPECT_EQ(other.state().hash(), end.hash());
}

// Law: a motion that somebody changes goes on from the change, not from what was ahead.
TEST(ExplicitAhead, ChangedMotionIsFollowed) {
  const auto machine = with(pendulum(2), 1e-3, 1e-9);
  AheadRun run(machine);
  run.explicit_steps(200);
  ASSERT_EQ(run.state().ahead[0], 1.0);
  MachineRun fresh(machine);
  for (double& v : run.state().v) v = 0.0;
  fresh.state().x = run.state().x;
  fresh.state().v = run.state().v;
  fresh.state().coordinate = run.state().coordinate;
  run.explicit_steps(100);
  fresh.explicit_steps(100);
  EXPECT_LT(distance(run.state(), fresh.state()), 1e-7);
}

// Law: signals that change end the internal step under way; signals that stay do not.
TEST(ExplicitAhead, SignalsAreCompared) {
  const auto machine = with(pendulum(2), 1e-3, 1e-7);
  AheadRun run(machine);
  run.pair.set_signal_count(1);
  double signal = 0.0;
  const auto step = [&] { run.pair.step(run.state(), run.simulation.drives, &signal); };
  for (int i = 0; i < 200; ++i) step();
  const auto before = run.pair.counters().internal_steps;
  for (int i = 0; i < 200; ++i) step();
  const auto calm = run.pair.counters().internal_steps - before;
  for (int i = 0; i < 200; ++i) {
    signal = i;
    step();
  }
  EXPECT_LT(calm, 50);
  EXPECT_GE(run.pair.counters().internal_steps - before - calm, 199);
}

// Law: works of the parts of internal steps add up: energy plus what is booked stays.
TEST(ExplicitAhead, LedgerCloses) {
  AheadRun run(with(spring_pendulum(200.0, 3.0), 2e-3, 1e-9));
  run.simulation.stepper.set_keep_ledger(true);
  run.simulation.stepper.start_ledger(run.state());
  run.pair.set_keep_ledger(true);
  for (int i = 0; i < 1000; ++i) {
    run.explicit_steps(1);
    const system::EnergyLedger& l = run.state().ledger;
    ASSERT_NEAR(l.integrator, 0.0, 1e-6) << i;
    ASSERT_NEAR(run.simulation.energy() - l.start, l.external - l.dissipated, 1e-6) << i;
  }
  EXPECT_GT(run.pair.counters().read_outs, 400);
  EXPECT_GT(run.state().ledger.dissipated, 0.1);
}

// Law: forces of time keep the steps short: a pulse between the stages of a long step would be lost.
TEST(ExplicitAhead, ForcesOfTimeAreNotPassedOver) {
  auto machine = with(pendulum(2), 1e-3, 1e-6);
  machine.loads[0].y.kind = description::Function::Kind::formula;
  machine.loads[0].y.formula = "100*exp(-((t-0.5)/0.002)^2)";
  AheadRun run(machine);
  run.explicit_steps(1000);
  EXPECT_EQ(run.pair.counters().read_outs, 0);
}

/// A chain whose links are light and heavy by turns: its accelerations carry much rounding.
description::Machine uneven_chain() {
  auto machine = pendulum(6);
  for (std::size_t i = 0; i < machine.bodies.size(); ++i) {
    const double factor = i % 2 == 0 ? 1e3 : 1e-3;
    machine.bodies[i].mass *= factor;
    machine.bodies[i].inertia *= factor;
  }
  machine.loads.clear();
  return machine;
}

// Law: an accuracy below what rounding leaves is not paid for with steps without end: the run goes on
// at the floor, which is reported once; and an accuracy above it is met without a word.
TEST(ExplicitFloor, IsReportedAndNotPaidFor) {
  AheadRun coarse(with(uneven_chain(), 0.01, 1e-7));
  coarse.explicit_steps(100);
  EXPECT_EQ(coarse.pair.take_notice(), "");
  AheadRun fine(with(uneven_chain(), 0.01, 1e-14));
  fine.explicit_steps(100);
  EXPECT_LT(fine.pair.counters().evaluations, 100 * coarse.pair.counters().evaluations);
  const std::string notice = fine.pair.take_notice();
  EXPECT_THAT(notice, HasSubstr("settings.accuracy 1e-14 m is less than the accelerations"));
  EXPECT_THAT(notice, HasSubstr("fourth_order"));
  EXPECT_EQ(fine.pair.take_notice(), "");
}

}  // namespace
}  // namespace outrigger::stepper
