#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "formulation/augmented.h"
#include "formulation/baumgarte.h"
#include "formulation/matrix_r.h"
#include "formulation/penalty.h"
#include "formulations/rig.h"
#include "support/random_mechanism.h"
#include "system/reactions.h"

namespace outrigger::formulation::test {
namespace {

/// Reactions come from q̈ by normal equations (system/reactions.h), which square the conditioning of
/// redundant joints: differences of 1e-10 in q̈ may grow this far.
constexpr double kJointLimit = 2e-4;

/// Largest differences of one state, relative to the largest acceleration or reaction.
struct Difference {
  double acceleration = 0.0, force = 0.0, joint = 0.0;
};

double joint_difference(const system::Reactions& a, const system::Reactions& b) {
  double difference = 0.0, largest = 1e-3;
  for (std::size_t j = 0; j < a.joints.size(); ++j) {
    largest = std::max({largest, a.joints[j].force.norm(), a.joints[j].torque.norm()});
    difference = std::max({difference, (a.joints[j].force - b.joints[j].force).norm(),
                           (a.joints[j].torque - b.joints[j].torque).norm()});
  }
  return difference / largest;
}

/// Compares a formulation with the dense solution of the same equations.
Difference compare(Built& b, Accelerations& formulation, const State& at,
                   const std::vector<DriveReference>& drives, const Dense& dense,
                   const Eigen::VectorXd& exact) {
  State state = at, reference = at;
  Difference d;
  EXPECT_TRUE(formulation.solve(state, drives, nullptr)) << formulation.name();
  const double size = std::max(1.0, exact.cwiseAbs().maxCoeff());
  d.acceleration = (accelerations(*b.system, state) - exact).cwiseAbs().maxCoeff() / size;
  const Eigen::VectorXd pushed = dense.force - dense.mass * exact;
  d.force = (constraint_forces(dense, state) - pushed).cwiseAbs().maxCoeff() /
            std::max(1e-3, pushed.cwiseAbs().maxCoeff());
  for (int i = 0; i < exact.size(); ++i) reference.acceleration[4 * (i / 3) + i % 3] = exact[i];
  state.drive = reference.drive = drives;
  d.joint = joint_difference(system::solve_reactions(*b.system, b.mechanism, reference),
                             system::solve_reactions(*b.system, b.mechanism, state));
  return d;
}

/// Drives that ask for a motion the joints allow: references from a random admissible acceleration.
std::vector<DriveReference> possible_references(Built& b, const State& state, Random& random) {
  const system::System& s = *b.system;
  const auto count = static_cast<std::size_t>(s.drive_count());
  std::vector<DriveReference> drives(count);
  for (auto& d : drives) d.engaged = false;
  Dense free(*b.system, b.settings, state, drives);
  Eigen::VectorXd a(3 * s.block_count());
  for (int i = 0; i < a.size(); ++i) a[i] = random.uniform(-5.0, 5.0);
  if (free.jacobian.rows() > 0)
    a -= free.jacobian.completeOrthogonalDecomposition().solve(free.jacobian * a + free.bias);
  for (std::size_t i = 0; i < count; ++i) {
    DriveReference& d = drives[i];
    if (random.uniform() < 0.3) {
      d.force = random.uniform(-3.0, 3.0);
      continue;
    }
    d.engaged = true;
    const int row = s.drive_row(static_cast<int>(i));
    for (std::size_t c = 0; c < b.mechanism.coordinates.size(); ++c)
      if (b.mechanism.drives[i].coordinate == static_cast<int>(c))
        d.value = s.coordinates()[c].value(state.x.data(), state.coordinate[c]);
    d.rate = s.drive_rate(static_cast<int>(i), state.x.data(), state.v.data());
    Dense guided(*b.system, b.settings, state, drives);
    d.acceleration = (guided.jacobian * a + guided.bias)[row];
  }
  return drives;
}

/// All three formulations at one state. Returns whether the penalty kept what is asked of it: near
/// singular positions its share may be large, which is its nature.
bool expect_same(Built& b, const State& state, const std::vector<DriveReference>& drives,
                 const std::string& of, std::vector<double>* penalty_errors = nullptr) {
  const Dense dense(*b.system, b.settings, state, drives);
  const Eigen::VectorXd exact = dense.accelerations();
  Penalty penalty(*b.system, b.settings);
  Baumgarte multipliers(*b.system, b.settings);
  MatrixR matrix_r(*b.system, b.settings);
  const Difference p = compare(b, penalty, state, drives, dense, exact);
  const Difference m = compare(b, multipliers, state, drives, dense, exact);
  const Difference r = compare(b, matrix_r, state, drives, dense, exact);
  EXPECT_LT(m.acceleration, 1e-8) << of;
  EXPECT_LT(m.force, 1e-8) << of;
  EXPECT_LT(m.joint, kJointLimit) << of;
  EXPECT_LT(r.acceleration, 1e-8) << of;
  EXPECT_LT(r.force, 1e-8) << of;
  EXPECT_LT(r.joint, kJointLimit) << of;
  // A penalty lets through a share that falls as it grows, a hundredfold here, until rounding.
  description::Settings soft_settings = b.settings;
  soft_settings.penalty = 1e4;
  Penalty soft(*b.system, soft_settings);
  const Difference s = compare(b, soft, state, drives, dense, exact);
  if (penalty_errors != nullptr) penalty_errors->push_back(p.acceleration);
  return p.acceleration < 0.1 * s.acceleration + 1e-8 && p.acceleration < 0.05;
}

// Law: the equations of motion have one solution; every formulation gives it, for open chains, loops,
// redundant loops and guided machines alike.
TEST(Formulations, AgreeOnMachines) {
  for (const char* name : {"pendulum", "double-pendulum", "chain-10", "fourbar", "slider-crank",
                           "spatial-slider-crank", "bricard", "andrews", "crane-hook"}) {
    Built b = build(machine_file(name));
    Simulation run(b);
    Random random(7);
    random_speeds(run, *b.system, random);
    const auto drives = possible_references(b, run.state, random);
    EXPECT_TRUE(expect_same(b, run.state, drives, name)) << name;
  }
}

// Law: the same on random mechanisms with loops, unknown coordinates, couplings and drives, some of
// which have let go.
void agree_on_random_mechanisms(std::uint64_t seeds) {
  testing_support::RandomMechanismOptions options;
  options.particle_chance = 0.1;
  options.mass_decades = 2.0;
  options.coordinates = options.drives = options.couplings = true;
  std::vector<double> penalty_errors;
  std::uint64_t far_off = 0;
  int redundant = 0, released = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Built b = build(testing_support::random_mechanism(seed, options));
    if (b.system->block_count() == 0) continue;  // all of it fixed to the ground
    Simulation run(b);
    for (auto& d : run.state.drive) d.engaged = false;
    Random random(seed);
    random_speeds(run, *b.system, random);
    const auto drives = possible_references(b, run.state, random);
    const bool kept =
        expect_same(b, run.state, drives, "seed " + std::to_string(seed), &penalty_errors);
    far_off += kept ? 0 : 1;
    MatrixR r(*b.system, b.settings);
    State state = run.state;
    r.solve(state, drives, nullptr);
    redundant +=
        3 * b.system->block_count() - r.degrees_of_freedom() < b.system->row_count() ? 1 : 0;
    released += std::any_of(drives.begin(), drives.end(), [](auto& d) { return !d.engaged; });
  }
  std::sort(penalty_errors.begin(), penalty_errors.end());
  EXPECT_LT(penalty_errors[penalty_errors.size() / 2], 1e-5);
  EXPECT_LE(far_off, seeds / 200);
  EXPECT_GT(redundant, 10);
  EXPECT_GT(released, 10);
}

TEST(Formulations, AgreeOnRandomMechanisms) { agree_on_random_mechanisms(150); }
TEST(FormulationsLong, AgreeOnRandomMechanisms) { agree_on_random_mechanisms(2000); }

/// Positions after 0.05 s, by steps of h.
Eigen::VectorXd moved(Built& b, Accelerations& formulation, State state, double h) {
  const int steps = static_cast<int>(std::lround(0.05 / h));
  for (int i = 0; i < steps; ++i) runge_kutta_step(*b.system, formulation, state, h, no_drives);
  return Eigen::Map<Eigen::VectorXd>(state.x.data(), 4 * b.system->block_count());
}

// Law: random mechanisms move alike in all formulations, to the order of the integrator: their
// difference is no more than a few times what halving the step changes.
void move_random_mechanisms(std::uint64_t seeds) {
  testing_support::RandomMechanismOptions options;
  options.particle_chance = 0.1;
  options.mass_decades = 2.0;
  std::vector<double> penalty_errors;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Built b = build(testing_support::random_mechanism(seed, options));
    if (b.system->block_count() == 0) continue;
    Simulation run(b);
    Random random(seed);
    random_speeds(run, *b.system, random);
    Augmented augmented(*b.system, b.settings);
    Baumgarte multipliers(*b.system, b.settings);
    MatrixR matrix_r(*b.system, b.settings);
    Penalty penalty(*b.system, b.settings);
    const Eigen::VectorXd fine = moved(b, augmented, run.state, 5e-4),
                          coarse = moved(b, augmented, run.state, 1e-3);
    const double length = b.system->length();
    const double allowed = 30.0 * (fine - coarse).cwiseAbs().maxCoeff() / length + 1e-9;
    const auto distance = [&](Accelerations& f) {
      return (moved(b, f, run.state, 1e-3) - fine).cwiseAbs().maxCoeff() / length;
    };
    EXPECT_LT(distance(multipliers), allowed) << "seed " << seed;
    EXPECT_LT(distance(matrix_r), allowed) << "seed " << seed;
    EXPECT_EQ(matrix_r.failures(), 0) << "seed " << seed;
    penalty_errors.push_back(distance(penalty));
  }
  std::sort(penalty_errors.begin(), penalty_errors.end());
  EXPECT_LT(penalty_errors[penalty_errors.size() / 2], 1e-7);
  EXPECT_LT(penalty_errors[penalty_errors.size() * 99 / 100], 1e-4);
  EXPECT_LT(penalty_errors.back(), 1e-2);
}

TEST(Formulations, RandomMechanismsMoveAlike) { move_random_mechanisms(60); }
TEST(FormulationsLong, RandomMechanismsMoveAlike) { move_random_mechanisms(2000); }

// Law: a drive that has let go is no constraint: its multiplier is zero and its force acts.
TEST(Formulations, ReleasedDriveCarriesNoMultiplier) {
  Built b = build(machine_file("slider-crank"));
  Simulation run(b);
  Random random(3);
  random_speeds(run, *b.system, random);
  std::vector<DriveReference> drives(1);
  drives[0].engaged = false;
  drives[0].force = 12.0;
  std::vector<std::unique_ptr<Accelerations>> all;
  all.push_back(std::make_unique<Penalty>(*b.system, b.settings));
  all.push_back(std::make_unique<Baumgarte>(*b.system, b.settings));
  all.push_back(std::make_unique<MatrixR>(*b.system, b.settings));
  for (auto& f : all) {
    State state = run.state;
    ASSERT_TRUE(f->solve(state, drives, nullptr));
    EXPECT_EQ(state.lambda[b.system->drive_row(0)], 0.0) << f->name();
  }
  EXPECT_TRUE(expect_same(b, run.state, drives, "released"));
}

}  // namespace
}  // namespace outrigger::formulation::test
