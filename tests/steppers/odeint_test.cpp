/// Against the integrator off the shelf: Boost.Odeint's adaptive runge_kutta_dopri5 on the same
/// accelerations finds the same motion, and needs more evaluations for the same error.
#include <gtest/gtest.h>

#include <boost/numeric/odeint.hpp>
#include <vector>

#include "steppers/smooth_machines.h"

namespace outrigger::stepper {
namespace {

struct Outcome {
  double error;
  long evaluations;
};

Outcome run_odeint(const description::Machine& machine, double tolerance, double duration,
                   const system::State& exact) {
  namespace odeint = boost::numeric::odeint;
  MachineRun run(machine);
  system::State& s = run.state();
  const std::size_t n = s.x.size();
  std::vector<double> y(2 * n);
  std::copy(s.x.begin(), s.x.end(), y.begin());
  std::copy(s.v.begin(), s.v.end(), y.begin() + static_cast<std::ptrdiff_t>(n));
  long evaluations = 0;
  const auto slopes = [&](const std::vector<double>& at, std::vector<double>& out, double time) {
    ++evaluations;
    std::copy(at.begin(), at.begin() + static_cast<std::ptrdiff_t>(n), s.x.begin());
    std::copy(at.begin() + static_cast<std::ptrdiff_t>(n), at.end(), s.v.begin());
    s.time = time;
    run.accelerations.solve(s, run.simulation.drives, nullptr);
    std::copy(s.v.begin(), s.v.end(), out.begin());
    std::copy(s.acceleration.begin(), s.acceleration.end(),
              out.begin() + static_cast<std::ptrdiff_t>(n));
  };
  odeint::integrate_adaptive(
      odeint::make_controlled<odeint::runge_kutta_dopri5<std::vector<double>>>(tolerance,
                                                                               tolerance),
      slopes, y, 0.0, duration, 0.01);
  std::copy(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(n), s.x.begin());
  return {distance(s, exact), evaluations};
}

TEST(Odeint, FindsTheSameMotionWithMoreWork) {
  const auto machine = with(pendulum(4), 0.1, 1e-10);
  MachineRun exact(with(pendulum(4), 0.1, 1e-13));
  exact.explicit_steps(10);
  MachineRun ours(machine);
  ours.explicit_steps(10);
  const double error = distance(ours.state(), exact.state());
  for (const double tolerance : {1e-8, 1e-10, 1e-12}) {
    const Outcome theirs = run_odeint(machine, tolerance, 1.0, exact.state());
    EXPECT_LT(theirs.error, 1e3 * tolerance);
    if (theirs.error < 10.0 * error) {
      EXPECT_GT(theirs.evaluations, ours.pair.counters().evaluations);
    }
  }
}

}  // namespace
}  // namespace outrigger::stepper
