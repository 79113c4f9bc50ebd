#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "formulation/baumgarte.h"
#include "formulation/matrix_r.h"
#include "formulation/penalty.h"
#include "formulations/rig.h"

namespace outrigger::formulation::test {
namespace {

constexpr double kStep = 1e-3;

/// Violations Φ and Φ̇ by rows, not scaled.
struct Rows {
  std::vector<double> position, rate;
};
Rows rows_of(Built& b, const State& state) {
  Equations e(*b.system, b.settings);
  e.evaluate_rows(state, {});
  Rows rows{e.psi, e.psi_rate};
  for (int r = 0; r < b.system->row_count(); ++r) {
    rows.position[r] /= b.system->row_scale(r);
    rows.rate[r] /= b.system->row_scale(r);
  }
  return rows;
}

/// A chain whose last points were pushed by 0.1 mm, so that its rows are open.
State pushed_chain(Built& b, Simulation& run) {
  State state = run.state;
  Random random(5);
  for (int i = 0; i < 4 * b.system->block_count(); ++i)
    if (i % 4 != 3) state.x[i] += 1e-5 * random.uniform(-1.0, 1.0);
  return state;
}

// Law: Φ̈ + 2ξω Φ̇ + ω² Φ = 0 holds for every row, so with ξ = 1 a violation dies out as
// (Φ₀ + (Φ̇₀ + ω Φ₀) t) e^(-ωt), whatever the machine does meanwhile.
TEST(Drift, BaumgarteDampsByItsFormula) {
  Built b = build(machine_file("chain-10"));
  Simulation run(b);
  State state = pushed_chain(b, run);
  const Stabilisation s{20.0, 1.0};
  Baumgarte formulation(*b.system, b.settings, s);
  const Rows start = rows_of(b, state);
  for (int i = 0; i < 200; ++i)
    ASSERT_TRUE(runge_kutta_step(*b.system, formulation, state, kStep, no_drives));
  const Rows end = rows_of(b, state);
  const double t = 0.2, decay = std::exp(-s.omega * t);
  double largest = 0.0;
  for (std::size_t r = 0; r < start.position.size(); ++r) {
    const double p = start.position[r], v = start.rate[r];
    EXPECT_NEAR(end.position[r], (p + (v + s.omega * p) * t) * decay, 1e-9) << "row " << r;
    largest = std::max(largest, std::abs(p));
  }
  EXPECT_GT(largest, 5e-6);
}

// Law: without stabilisation only Φ̈ = 0 is kept and violations run away along Φ₀ + Φ̇₀ t.
TEST(Drift, PlainMultipliersRunAway) {
  Built b = build(machine_file("double-pendulum"));
  Simulation run(b);
  State state = run.state;
  for (int i = 0; i < 4 * b.system->block_count(); ++i)
    if (i % 4 == 0) state.v[i] += 1e-4;
  Baumgarte formulation(*b.system, b.settings, {0.0, 0.0});
  const Rows start = rows_of(b, state);
  for (int i = 0; i < 1000; ++i) runge_kutta_step(*b.system, formulation, state, kStep, no_drives);
  const Rows end = rows_of(b, state);
  double largest = 0.0;
  for (std::size_t r = 0; r < start.rate.size(); ++r) {
    EXPECT_NEAR(end.position[r], start.position[r] + start.rate[r], 2e-7) << "row " << r;
    largest = std::max(largest, std::abs(start.rate[r]));
  }
  EXPECT_GT(largest, 3e-5);
}

// Law: a penalty is a spring of stiffness α ω²: under the load λ it opens by λ/(α ω²), and by no more
// as time goes on.
TEST(Drift, PenaltyOpensByItsSpring) {
  Built b = build(machine_file("double-pendulum"));
  Simulation run(b);
  State state = run.state;
  Penalty formulation(*b.system, b.settings, {10.0, 1.0});
  double first = 0.0, second = 0.0, allowed = 0.0;
  for (int i = 0; i < 4000; ++i) {
    ASSERT_TRUE(runge_kutta_step(*b.system, formulation, state, kStep, no_drives));
    Equations e(*b.system, b.settings);
    e.evaluate_rows(state, {});
    State probe = state;
    formulation.solve(probe, {}, nullptr);
    double open = 0.0;
    for (int r = 0; r < b.system->row_count(); ++r) {
      open = std::max(open, std::abs(e.psi[r]));
      allowed = std::max(allowed, std::abs(probe.lambda[r]) / b.system->row_scale(r) / 100.0);
    }
    (i < 2000 ? first : second) = std::max(i < 2000 ? first : second, open);
  }
  EXPECT_GT(first, 0.05 * allowed);
  EXPECT_LT(first, 2.0 * allowed);
  EXPECT_LT(second, 2.0 * allowed);
}

// Law: independent coordinates cannot drift: positions and velocities fulfil the constraints to
// rounding after every step, also in redundant loops and through their singular positions.
TEST(Drift, MatrixRStaysOnTheConstraints) {
  for (const char* name : {"chain-10", "bricard", "fourbar"}) {
    Built b = build(machine_file(name));
    Simulation run(b);
    MatrixR formulation(*b.system, b.settings);
    double position = 0.0, velocity = 0.0;
    for (int i = 0; i < 2000; ++i) {
      ASSERT_TRUE(runge_kutta_step(*b.system, formulation, run.state, kStep, no_drives)) << name;
      const stepper::Residuals r = run.stepper.residuals(run.state);
      position = std::max(position, r.position);
      velocity = std::max(velocity, r.velocity);
    }
    EXPECT_LT(position, 1e-11 * b.system->length()) << name;
    EXPECT_LT(velocity, 1e-10) << name;
    EXPECT_EQ(formulation.failures(), 0) << name;
  }
}

// Law: formulations change the equations, not the motion: with the same integrator of fourth order
// all converge to the same positions, the penalty up to what it lets through.
TEST(Drift, SameMotionWithinTheirOrder) {
  Built b = build(machine_file("double-pendulum"));
  const auto positions = [&](Accelerations& f, double h) {
    Simulation run(b);
    const int steps = static_cast<int>(std::lround(0.5 / h));
    for (int i = 0; i < steps; ++i)
      EXPECT_TRUE(runge_kutta_step(*b.system, f, run.state, h, no_drives));
    return Eigen::VectorXd(
        Eigen::Map<Eigen::VectorXd>(run.state.x.data(), 4 * b.system->block_count()));
  };
  Penalty penalty(*b.system, b.settings);
  Baumgarte multipliers(*b.system, b.settings);
  MatrixR matrix_r(*b.system, b.settings);
  const Eigen::VectorXd reference = positions(multipliers, 2e-4);
  const auto error = [&](Accelerations& f, double h) {
    return (positions(f, h) - reference).cwiseAbs().maxCoeff();
  };
  for (Accelerations* f :
       {static_cast<Accelerations*>(&multipliers), static_cast<Accelerations*>(&matrix_r)}) {
    const double coarse = error(*f, 5e-3), fine = error(*f, 6.25e-4);
    // Over three halvings: another choice of z changes the factor before h⁴.
    EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 4.0, 0.5) << f->name();
    EXPECT_LT(fine, 1e-8) << f->name();
  }
  EXPECT_LT(error(penalty, 1e-3), 1e-5);
}

}  // namespace
}  // namespace outrigger::formulation::test
