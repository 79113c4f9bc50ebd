/// The explicit pair: orders, events, agreement with the index-3 stepper, stiffness, same bits.
#include "stepper/explicit_pair.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/reader.h"
#include "steppers/smooth_machines.h"
#include "support/random_mechanism.h"

namespace outrigger::stepper {
namespace {

using ::testing::HasSubstr;

/// With an accuracy that allows everything, every step is one internal step of the size given.
TEST(ExplicitPair, HasOrderEight) {
  const auto machine = pendulum(3);
  MachineRun exact(with(machine, 0.05, 1e-13));
  exact.explicit_steps(16);
  const auto error = [&](double step) {
    MachineRun run(with(machine, step, 1.0));
    run.explicit_steps(static_cast<int>(std::lround(0.8 / step)));
    return distance(run.state(), exact.state());
  };
  const double coarse = error(0.1), fine = error(0.05);
  EXPECT_GT(order(coarse, fine), 7.0) << coarse << " " << fine;
  EXPECT_LT(coarse, 1e-4);
}

/// Inside one step from an exact start, the error of an output of order 7 falls with h⁸.
TEST(ExplicitPair, ContinuousOutputHasOrderSeven) {
  const auto machine = pendulum(3);
  const auto error = [&](double step) {
    MachineRun run(with(machine, step, 1.0));
    run.explicit_steps(1);
    system::State inside = run.state();
    run.pair.interpolate(0.4, inside);
    MachineRun exact(with(machine, 0.4 * step, 1e-13));
    exact.explicit_steps(1);
    return distance(inside, exact.state());
  };
  const double coarse = error(0.2), fine = error(0.1);
  EXPECT_GT(order(coarse, fine), 6.5) << coarse << " " << fine;
}

/// The error of a run follows the accuracy asked for.
TEST(ExplicitPair, AccuracyIsKept) {
  const auto machine = pendulum(3);
  MachineRun exact(with(machine, 0.1, 1e-13));
  exact.explicit_steps(10);
  for (const double accuracy : {1e-4, 1e-6, 1e-8, 1e-10}) {
    MachineRun run(with(machine, 0.1, accuracy));
    run.explicit_steps(10);
    EXPECT_LT(distance(run.state(), exact.state()), 10.0 * accuracy) << accuracy;
  }
}

/// Quarter periods of a pendulum that starts level: T = 2π/(ω M(1, cos(θ₀/2))), ω² = 3 g/2 l, with
/// the arithmetic-geometric mean M; θ₀ = π/2.
TEST(ExplicitPair, EventsOfAPendulumAreExact) {
  MachineRun run(with(pendulum(), 0.1, 1e-11));
  double a = 1.0, b = std::cos(std::numbers::pi / 4);
  for (int i = 0; i < 8; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  const double quarter = 0.5 * std::numbers::pi / (std::sqrt(1.5 * 9.81) * a);
  Event down;  // the rod hangs: its x axis points straight down
  down.function = [&](const system::State& s) {
    return run.built.system->body_pose(0, s.x.data()).rotation(0, 0);
  };
  run.pair.watch(down);
  std::vector<double> times;
  for (int i = 0; i < 30; ++i) {
    run.explicit_steps(1);
    for (const auto& f : run.pair.found()) times.push_back(f.time);
  }
  ASSERT_GE(times.size(), 3u);
  for (std::size_t i = 0; i < times.size(); ++i)
    EXPECT_NEAR(times[i], (2.0 * static_cast<double>(i) + 1.0) * quarter, 1e-9);
}

/// A particle that falls 1 m and bounces: impacts at √(2/g) (1 + 2e + 2e² + ...).
TEST(ExplicitPair, BouncesAreExact) {
  description::Machine m;
  description::Body ball;
  ball.name = "ball";
  ball.kind = description::Body::Kind::point;
  ball.mass = 2.0;
  ball.pose.position = Vec3(0.3, 0, 1);
  ball.pose_given = true;
  m.bodies.push_back(ball);
  MachineRun run(with(m, 0.05, 1e-10));
  Event impact;
  impact.direction = -1;
  impact.function = [&](const system::State& s) {
    return run.built.system->body_pose(0, s.x.data()).position.z();
  };
  constexpr double kRestitution = 0.7;
  impact.action = [](system::State& s) {
    for (std::size_t i = 2; i < s.v.size(); i += 4) s.v[i] *= -kRestitution;
  };
  run.pair.watch(impact);
  std::vector<double> times;
  for (int i = 0; i < 40; ++i) {
    run.explicit_steps(1);
    for (const auto& f : run.pair.found()) times.push_back(f.time);
  }
  ASSERT_GE(times.size(), 4u);
  const double fall = std::sqrt(2.0 / 9.81);
  double expected = fall, flight = 2.0 * fall;
  for (const double time : times) {
    EXPECT_NEAR(time, expected, 1e-9);
    flight *= kRestitution;
    expected += flight;
  }
}

/// Between the ends of steps, on the continuous output, the energy is as good as at the ends: four-bars
/// through their singular positions.
TEST(ExplicitPair, EnergyIsKeptBetweenSteps) {
  const auto machine = description::read_machine_file(source_file("machines/fourbar.yaml"));
  MachineRun run(with(machine, 0.1, 1e-6));
  const double start = run.simulation.energy();
  double inside = 0.0, at_ends = 0.0;
  Event look;
  look.function = [&](const system::State& s) {
    const double energy =
        run.simulation.stepper.kinetic_energy(s) + run.simulation.stepper.potential_energy(s);
    inside = std::max(inside, std::abs(energy - start));
    return 1.0;
  };
  run.pair.watch(look);
  for (int i = 0; i < 100; ++i) {
    run.explicit_steps(1);
    at_ends = std::max(at_ends, std::abs(run.simulation.energy() - start));
  }
  EXPECT_GT(at_ends, 0.0);
  EXPECT_LT(inside, 3.0 * at_ends) << "at the ends " << at_ends << " J";
}

/// Two independent ways to the same motion: the difference is that of the index-3 stepper, of second
/// order in its step.
void compare_with_index_three(std::uint64_t seeds) {
  testing_support::RandomMechanismOptions options;
  options.max_bodies = 5;
  options.mass_decades = 2.0;
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto machine = testing_support::random_mechanism(seed, options);
    MachineRun run(with(machine, 0.02, 1e-10));
    run.explicit_steps(5);
    double difference[2];
    for (int fine = 0; fine < 2; ++fine) {
      Built built = build_with_forces(machine);
      description::Settings settings = machine.settings;
      settings.step = fine == 0 ? 1e-3 : 5e-4;
      settings.tolerance = 1e-6;
      testing_support::Simulation reference(built, settings);
      reference.advance(fine == 0 ? 100 : 200);
      difference[fine] = distance(run.state(), reference.state);
    }
    EXPECT_LT(difference[1], 2e-3) << "seed " << seed;
    EXPECT_LT(difference[1], std::max(0.3 * difference[0], 1e-9)) << "seed " << seed;
    compared += difference[0] > 1e-8 ? 1 : 0;
  }
  EXPECT_GT(compared, 15) << "mechanisms that move";
}

TEST(ExplicitPair, AgreesWithTheIndexThreeStepperOnRandomMechanisms) {
  compare_with_index_three(40);
}
TEST(ExplicitPairLong, AgreesWithTheIndexThreeStepperOnRandomMechanisms) {
  compare_with_index_three(2000);
}

/// A stiff spring that hardly moves forces tiny steps on an explicit method: the run stops at once and
/// says whose fault it is and what to use.
TEST(ExplicitPair, NamesWhatIsStiff) {
  auto machine = spring_pendulum(1e9, 1e5);
  MachineRun run(with(machine, 0.05, 1e-4));
  try {
    run.explicit_steps(100);
    FAIL() << "should have stopped";
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("spring 'bumper'"));
    EXPECT_THAT(e.what(), HasSubstr("body 'bob'"));
    EXPECT_THAT(e.what(), HasSubstr("fourth_order"));
    EXPECT_THAT(e.what(), HasSubstr("t = 0"));
  }
  EXPECT_LT(run.pair.counters().evaluations, 20000);
}

TEST(ExplicitPair, AcceptsWhatItResolves) {
  MachineRun run(with(spring_pendulum(1e4), 0.05, 1e-6));
  EXPECT_NO_THROW(run.explicit_steps(20));
}

/// Steps far shorter than the motion needs leave nothing but rounding to judge stiffness by.
TEST(ExplicitPair, ShortStepsAreNotStiff) {
  const auto machine = description::read_machine_file(source_file("examples/four-bar.yaml"));
  MachineRun run(with(machine, 1e-3, 1e-7));
  EXPECT_NO_THROW(run.explicit_steps(1000));
}

TEST(ExplicitPair, SameBitsAgainAndFromASavedState) {
  const auto machine = with(pendulum(4), 0.03, 1e-7);
  MachineRun first(machine), second(machine);
  first.explicit_steps(12);
  second.explicit_steps(7);
  MachineRun third(machine);
  third.state() = second.state();
  second.explicit_steps(5);
  third.explicit_steps(5);
  EXPECT_EQ(first.state().hash(), second.state().hash());
  EXPECT_EQ(first.state().hash(), third.state().hash());
}

/// Energy plus the work booked stays what it was, to the accuracy of the method.
TEST(ExplicitPair, LedgerCloses) {
  auto machine = spring_pendulum(200.0, 3.0);
  MachineRun run(with(machine, 0.05, 1e-9));
  run.simulation.stepper.set_keep_ledger(true);
  run.simulation.stepper.start_ledger(run.state());
  run.pair.set_keep_ledger(true);
  run.explicit_steps(40);
  const system::EnergyLedger& l = run.state().ledger;
  EXPECT_GT(l.dissipated, 0.1);
  EXPECT_NEAR(l.integrator, 0.0, 1e-6);
  EXPECT_NEAR(run.simulation.energy() - l.start, l.external - l.dissipated, 1e-6);
}

}  // namespace
}  // namespace outrigger::stepper
