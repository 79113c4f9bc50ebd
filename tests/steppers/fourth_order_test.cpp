/// The implicit method of order 4: its order on smooth and stiff machines, stability, agreement.
#include "stepper/fourth_order.h"

#include <gtest/gtest.h>

#include "steppers/smooth_machines.h"
#include "support/random_mechanism.h"

namespace outrigger::stepper {
namespace {

double error_of(const description::Machine& machine, double step, double duration,
                const system::State& exact) {
  MachineRun run(with(machine, step));
  run.fourth_steps(static_cast<int>(std::lround(duration / step)));
  return distance(run.state(), exact);
}

TEST(FourthOrder, HasOrderFourOnAChain) {
  const auto machine = pendulum(3);
  MachineRun exact(with(machine, 0.1, 1e-13));
  exact.explicit_steps(8);
  const double coarse = error_of(machine, 0.02, 0.8, exact.state()),
               fine = error_of(machine, 0.01, 0.8, exact.state());
  EXPECT_NEAR(order(coarse, fine), 4.0, 0.2) << coarse << " " << fine;
  EXPECT_LT(fine, 1e-6);
}

/// A pendulum on a damped spring of 2e5 N/m, 1 kg: ω = 447 1/s, h ω about 1; the fast mode dies out
/// within a few steps and the slow one is followed with order 4. (Order falls to 2 to 3 where h ω >> 1.)
TEST(FourthOrder, HasOrderFourOnAStiffSpring) {
  const auto machine = spring_pendulum(2e5, 400.0);
  MachineRun exact(with(machine, 0.05, 1e-13));
  exact.explicit_steps(20);
  const double coarse = error_of(machine, 0.0025, 1.0, exact.state()),
               fine = error_of(machine, 0.00125, 1.0, exact.state());
  EXPECT_NEAR(order(coarse, fine), 4.0, 0.3) << coarse << " " << fine;
}

/// Steps of a thousand times what an explicit method could take: the spring is as good as a rod.
TEST(FourthOrder, IsStableWhereExplicitMethodsStop) {
  const auto machine = spring_pendulum(1e9, 1e5);
  MachineRun run(with(machine, 0.01));
  run.fourth_steps(100);
  MachineRun rod(with(spring_pendulum(1e5, 600.0), 0.01, 1e-10));
  rod.explicit_steps(100);
  EXPECT_NEAR(run.state().coordinate[0], 1.0, 1e-6);
  EXPECT_LT(distance(run.state(), rod.state()), 3e-3);
}

void compare_with_explicit_pair(std::uint64_t seeds) {
  testing_support::RandomMechanismOptions options;
  options.max_bodies = 5;
  options.mass_decades = 2.0;
  int compared = 0, refined = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto machine = testing_support::random_mechanism(seed, options);
    MachineRun exact(with(machine, 0.02, 1e-12));
    exact.explicit_steps(10);
    // Halving the step divides the error by sixteen once it is short enough for the motion.
    std::vector<double> errors = {error_of(machine, 0.02, 0.2, exact.state())};
    for (double h = 0.01; h > 1e-3; h /= 2.0) {
      const double most = std::max(0.12 * errors.back(), 1e-9);
      errors.push_back(error_of(machine, h, 0.2, exact.state()));
      if (errors.back() < most) break;
    }
    const double coarse = errors[errors.size() - 2];
    EXPECT_LT(errors.back(), std::max(0.12 * coarse, 1e-9))
        << "seed " << seed << ": errors " << ::testing::PrintToString(errors);
    refined += errors.size() > 2 ? 1 : 0;
    compared += coarse > 1e-8 ? 1 : 0;
  }
  EXPECT_GT(compared, 5);
  EXPECT_LT(refined, static_cast<int>(seeds) / 20) << "mechanisms too quick for 0.02 s";
}

TEST(FourthOrder, AgreesWithTheExplicitPairOnRandomMechanisms) { compare_with_explicit_pair(40); }
TEST(FourthOrderLong, AgreesWithTheExplicitPairOnRandomMechanisms) {
  compare_with_explicit_pair(2000);
}

TEST(FourthOrder, SameBitsAgainAndFromASavedState) {
  const auto machine = with(pendulum(4), 0.01);
  MachineRun first(machine), second(machine);
  first.fourth_steps(12);
  second.fourth_steps(7);
  MachineRun third(machine);
  third.state() = second.state();
  second.fourth_steps(5);
  third.fourth_steps(5);
  EXPECT_EQ(first.state().hash(), second.state().hash());
  EXPECT_EQ(first.state().hash(), third.state().hash());
}

}  // namespace
}  // namespace outrigger::stepper
