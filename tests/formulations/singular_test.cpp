#include <gtest/gtest.h>

#include <cmath>

#include "formulation/baumgarte.h"
#include "formulation/elimination.h"
#include "formulation/matrix_r.h"
#include "formulation/penalty.h"
#include "formulations/rig.h"
#include "support/allocation_counter.h"

namespace outrigger::formulation::test {
namespace {

/// The four-bar with all rods on the x axis: two ways to go on. `both`: all rods turn with -1 rad/s
/// as on the branch of parallel rods; else only the left one does, which is on no branch.
description::Machine flat_fourbar(bool both) {
  description::Machine machine = machine_file("fourbar");
  for (auto& body : machine.bodies) {
    body.pose.rotation = Mat3::Identity();
    if (body.name != "coupler") {
      if (both) body.angular_velocity = Vec3(0, 0, -1);
      continue;
    }
    body.pose.position = Vec3(1, 0, 0);
    if (both) body.velocity = Vec3(0, -1, 0);
  }
  return machine;
}

// Law: where Φ_q loses rank a second way to move appears. Matrix R shows it as a degree of freedom;
// penalty and multipliers give the same accelerations without noticing.
TEST(Singular, FlatFourbarHasTwoFreedoms) {
  Built upright = build(machine_file("fourbar")), flat = build(flat_fourbar(true));
  MatrixR regular(*upright.system, upright.settings), singular(*flat.system, flat.settings);
  Simulation a(upright), c(flat);
  ASSERT_TRUE(regular.solve(a.state, {}, nullptr));
  EXPECT_EQ(regular.degrees_of_freedom(), 1);
  State by_r = c.state, by_penalty = c.state, by_multipliers = c.state;
  ASSERT_TRUE(singular.solve(by_r, {}, nullptr));
  EXPECT_EQ(singular.degrees_of_freedom(), 2);
  Penalty penalty(*flat.system, flat.settings);
  Baumgarte multipliers(*flat.system, flat.settings);
  ASSERT_TRUE(penalty.solve(by_penalty, {}, nullptr));
  ASSERT_TRUE(multipliers.solve(by_multipliers, {}, nullptr));
  const Eigen::VectorXd r = accelerations(*flat.system, by_r);
  EXPECT_LT((accelerations(*flat.system, by_penalty) - r).cwiseAbs().maxCoeff(), 1e-4);
  EXPECT_LT((accelerations(*flat.system, by_multipliers) - r).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT(c.stepper.residuals(by_r).acceleration, 1e-10);
}

// Law: speeds that mix the two branches fulfil Φ̇ = 0 but no acceleration fulfils Φ̈ = 0. All answers
// are finite, and the open acceleration tells.
TEST(Singular, SpeedsOnNoBranchAreReported) {
  Built flat = build(flat_fourbar(false));
  Simulation run(flat);
  EXPECT_LT(run.stepper.residuals(run.state).velocity, 1e-10);
  Penalty penalty(*flat.system, flat.settings);
  Baumgarte multipliers(*flat.system, flat.settings);
  MatrixR matrix_r(*flat.system, flat.settings);
  for (Accelerations* f :
       {static_cast<Accelerations*>(&penalty), static_cast<Accelerations*>(&multipliers),
        static_cast<Accelerations*>(&matrix_r)}) {
    State state = run.state;
    EXPECT_TRUE(f->solve(state, {}, nullptr)) << f->name();
    EXPECT_TRUE(testing_support::all_finite(state)) << f->name();
    EXPECT_GT(run.stepper.residuals(state).acceleration, 0.01) << f->name();
  }
}

// Law: a slider that is driven while its crank is in dead centre cannot move: the velocity the drive
// asks for does not exist. Every formulation stays finite, and the open rate tells.
TEST(Singular, DrivenThroughDeadCentreStaysFiniteAndIsReported) {
  description::Machine machine = machine_file("slider-crank");
  machine.coordinates.front().unknown = false;
  description::Coordinate slide;
  slide.name = "slide";
  slide.kind = description::Coordinate::Kind::displacement;
  slide.joint = "guide";
  machine.coordinates.push_back(slide);
  machine.drives.front().coordinate = "slide";
  machine.drives.front().function.kind = description::Function::Kind::input;
  Built b = build(machine);
  Simulation run(b);
  std::vector<DriveReference> drives(1);
  drives[0].value = run.state.coordinate.back();
  drives[0].rate = 0.5;
  drives[0].acceleration = 1.0;
  Penalty penalty(*b.system, b.settings);
  Baumgarte multipliers(*b.system, b.settings);
  MatrixR matrix_r(*b.system, b.settings);
  for (Accelerations* f :
       {static_cast<Accelerations*>(&penalty), static_cast<Accelerations*>(&multipliers),
        static_cast<Accelerations*>(&matrix_r)}) {
    State state = run.state;
    EXPECT_TRUE(f->solve(state, drives, nullptr)) << f->name();
    f->restore(state, drives);
    EXPECT_TRUE(testing_support::all_finite(state)) << f->name();
    state.drive = drives;
    EXPECT_GT(run.stepper.residuals(state).velocity, 0.1) << f->name();
  }
  EXPECT_EQ(matrix_r.degrees_of_freedom(), 1);  // the drive guides nothing here
}

// Law: a force that is not a number is reported, and nothing of it enters the state.
TEST(Singular, BadForcesAreRefused) {
  Built b = build(machine_file("slider-crank"));
  Simulation run(b);
  std::vector<DriveReference> drives(1);
  drives[0].engaged = false;
  drives[0].force = std::nan("");
  Penalty penalty(*b.system, b.settings);
  Baumgarte multipliers(*b.system, b.settings);
  MatrixR matrix_r(*b.system, b.settings);
  for (Accelerations* f :
       {static_cast<Accelerations*>(&penalty), static_cast<Accelerations*>(&multipliers),
        static_cast<Accelerations*>(&matrix_r)}) {
    State state = run.state;
    EXPECT_FALSE(f->solve(state, drives, nullptr)) << f->name();
    EXPECT_TRUE(testing_support::all_finite(state)) << f->name();
  }
}

// Law: nothing is allocated once warm.
TEST(Singular, WarmCallsAllocateNothing) {
  Built b = build(machine_file("chain-10"));
  Simulation run(b);
  Penalty penalty(*b.system, b.settings);
  Baumgarte multipliers(*b.system, b.settings);
  MatrixR matrix_r(*b.system, b.settings);
  for (Accelerations* f :
       {static_cast<Accelerations*>(&penalty), static_cast<Accelerations*>(&multipliers),
        static_cast<Accelerations*>(&matrix_r)}) {
    const std::vector<DriveReference> drives;
    f->solve(run.state, drives, nullptr);
    f->restore(run.state, drives);
    const std::int64_t before = outrigger::test::allocations;
    f->solve(run.state, drives, nullptr);
    f->restore(run.state, drives);
    EXPECT_EQ(outrigger::test::allocations, before) << f->name();
  }
}

// Law: the elimination solves what it chose: A y = b on the pivot rows, A·null = 0, Aᵀμ = f, and its
// rank is that of the matrix.
TEST(Elimination, SolvesWithDependentRows) {
  constexpr int kRows = 6, kColumns = 9, kRank = 4;
  Random random(11);
  Eigen::MatrixXd left(kRows, kRank), right(kRank, kColumns);
  for (auto* m : {&left, &right})
    for (int i = 0; i < m->size(); ++i) m->data()[i] = random.uniform(-1.0, 1.0);
  const Eigen::MatrixXd a = left * right;
  Elimination e;
  e.resize(kRows, kColumns);
  const auto fill = [&] {
    for (int i = 0; i < kRows; ++i)
      for (int j = 0; j < kColumns; ++j) e.row(i)[j] = a(i, j);
  };
  fill();
  e.choose(1e-10, kColumns);
  ASSERT_EQ(e.rank(), kRank);
  EXPECT_LT(e.remainder(), 1e-14);
  ASSERT_TRUE(e.repeat());
  std::vector<double> y(kColumns);
  for (int k = 0; k < e.free_count(); ++k) {
    e.null_vector(k, y.data());
    Eigen::VectorXd full = Eigen::VectorXd::Zero(kColumns);
    full[e.free(k)] = 1.0;
    for (int d = 0; d < kRank; ++d) full[e.dependent(d)] = y[d];
    EXPECT_LT((a * full).norm(), 1e-13);
  }
  // From a known μ on the pivot rows and back.
  Eigen::VectorXd mu = Eigen::VectorXd::Zero(kRows);
  for (int k = 0; k < kRank; ++k) mu[e.pivot_row(k)] = k + 1.0;
  const Eigen::VectorXd f = a.transpose() * mu;
  for (int k = 0; k < kRank; ++k) y[k] = f[e.dependent(k)];
  e.solve_transposed(y.data());
  for (int k = 0; k < kRank; ++k) EXPECT_NEAR(y[k], k + 1.0, 1e-12);
  for (int k = 0; k < kRank; ++k) y[k] = 0.5 - k;
  e.solve(y.data());
  Eigen::VectorXd full = Eigen::VectorXd::Zero(kColumns);
  for (int d = 0; d < kRank; ++d) full[e.dependent(d)] = y[d];
  for (int k = 0; k < kRank; ++k) EXPECT_NEAR((a * full)[e.pivot_row(k)], 0.5 - k, 1e-12);
}

}  // namespace
}  // namespace outrigger::formulation::test
