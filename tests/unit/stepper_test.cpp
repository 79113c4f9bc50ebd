#include "stepper/stepper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "support/bits.h"
#include "support/built_system.h"
#include "validation/mechanisms.h"

namespace outrigger::stepper {
namespace {

using description::Body;
using description::IntegratorMethod;
using description::Joint;
using description::JointType;
using description::Machine;
using description::ProjectionMetric;
using description::Settings;
using testing_support::all_finite;
using testing_support::build;
using testing_support::build_with;
using testing_support::Built;
using testing_support::ConstantForce;
using testing_support::same_bits;
using testing_support::Simulation;
using testing_support::Terms;

/// A particle of 2 kg on a massless rod of 1.5 m, released at an angle from the vertical.
Machine simple_pendulum(double angle) {
  Machine m;
  Body b;
  b.name = "bob";
  b.kind = Body::Kind::point;
  b.mass = 2.0;
  b.pose.position = Vec3(1.5 * std::sin(angle), 0, -1.5 * std::cos(angle));
  b.pose_given = true;
  m.bodies.push_back(b);
  Joint j;
  j.name = "rod";
  j.type = JointType::distance;
  j.body_b = "bob";
  m.joints.push_back(j);
  return m;
}

/// θ and θ̇ of θ̈ = -k sin θ by Runge-Kutta 4 with steps far below those under test.
std::pair<double, double> pendulum_reference(double k, double theta, double rate, double time) {
  constexpr int kSteps = 1000;
  const double h = time / kSteps;
  for (int i = 0; i < kSteps; ++i) {
    const auto f = [k](double angle) { return -k * std::sin(angle); };
    const double a1 = f(theta), v1 = rate;
    const double a2 = f(theta + 0.5 * h * v1), v2 = rate + 0.5 * h * a1;
    const double a3 = f(theta + 0.5 * h * v2), v3 = rate + 0.5 * h * a2;
    const double a4 = f(theta + h * v3), v4 = rate + h * a3;
    theta += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return {theta, rate};
}

/// A rod of 1 m and 1 kg with a revolute joint about y, released from the horizontal.
Machine compound_pendulum() {
  Machine m = validation::make_chain(1);
  m.loads.clear();
  return m;
}

double compound_pendulum_constant() {
  const double inertia = 1.0 / 12.0 * (1.0 + 0.01) + 0.25;  // about y through the joint
  return 9.81 * 0.5 / inertia;
}

Settings settings_of(IntegratorMethod method, double parameter, double h) {
  Settings s;
  s.method = method;
  s.step = h;
  s.rho_infinity = parameter;
  s.hht_alpha = parameter;
  s.tolerance = 1e-8;
  s.max_iterations = 12;
  return s;
}

/// Root mean square distance of the rod's end from the exact solution, every 50 ms up to 1.5 s.
double pendulum_error(const Settings& settings) {
  Machine m = compound_pendulum();
  m.settings = settings;
  Built b = build(m);
  Simulation run(b);
  const int steps = static_cast<int>(std::lround(0.05 / settings.step));
  double theta = 0.5 * M_PI, rate = 0.0, sum = 0.0;
  for (int i = 0; i < 30; ++i) {
    run.advance(steps);
    const Vec3 tip = b.system->body_pose(0, run.state.x.data()).point(Vec3(1, 0, 0));
    std::tie(theta, rate) = pendulum_reference(compound_pendulum_constant(), theta, rate, 0.05);
    sum += (tip - Vec3(std::sin(theta), 0, -std::cos(theta))).squaredNorm();
  }
  return std::sqrt(sum / 30);
}

// Law: without constraints on the motion (a particle), the trapezoidal rule integrates a constant
// acceleration exactly: x = x₀ + v₀ t + ½ g t² to rounding, for every step size.
TEST(Stepper, FreeFallIsExact) {
  for (const double h : {1e-5, 1e-3, 2e-2}) {
    Machine m;
    Body b;
    b.name = "stone";
    b.kind = Body::Kind::point;
    b.mass = 3.0;
    b.pose = {Vec3(1, 2, 3), Mat3::Identity()};
    b.pose_given = true;
    b.velocity = Vec3(0.5, -0.25, 4.0);
    m.bodies.push_back(b);
    m.settings.step = h;
    Built built = build(m);
    Simulation run(built);
    run.advance(500);
    const double t = 500 * h;
    const Vec3 expected = Vec3(1, 2, 3) + t * *b.velocity + 0.5 * t * t * Vec3(0, 0, -9.81);
    const Pose pose = built.system->body_pose(0, run.state.x.data());
    EXPECT_LT((pose.position - expected).norm(), 1e-12 * (1.0 + expected.norm())) << h;
    EXPECT_NEAR(run.state.time, t, 1e-13 * (1.0 + t));
  }
}

// Law: the centre of mass of a free rigid body falls exactly too, and a spin about a principal axis
// goes on unchanged: the angle after one second is ω t with an error of second order, and the
// angular velocity stays to what the tolerance of Newton leaves.
TEST(Stepper, FreeBodyFallsAndSpins) {
  double error[2] = {};
  for (int k = 0; k < 2; ++k) {
    Machine m = validation::make_free_top(Vec3(1, 2, 3), Vec3(0, 0, 2.0));
    m.bodies[0].velocity = Vec3(1, 0, 5);
    m.settings.gravity = Vec3(0, 0, -9.81);
    m.settings.step = k == 0 ? 2e-3 : 1e-3;
    Built b = build(m);
    Simulation run(b);
    const int steps = k == 0 ? 500 : 1000;
    run.advance(steps);
    const Pose pose = b.system->body_pose(0, run.state.x.data());
    const model::Twist twist = b.system->body_twist(0, run.state.x.data(), run.state.v.data());
    EXPECT_LT((pose.position - Vec3(1, 0, 5 - 4.905)).norm(), 1e-10);
    EXPECT_LT((twist.linear - Vec3(1, 0, 5 - 9.81)).norm(), 1e-10);
    EXPECT_LT((twist.angular - Vec3(0, 0, 2)).norm(), 1e-7);
    EXPECT_LT((pose.rotation * pose.rotation.transpose() - Mat3::Identity()).norm(), 1e-11);
    const double angle = std::atan2(pose.rotation(1, 0), pose.rotation(0, 0));
    error[k] = std::abs(angle - 2.0);
    EXPECT_LT(error[k], 1e-5);
  }
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.4);
}

// Law: every method of the family is of second order: halving h divides the error by four.
struct MethodCase {
  const char* name;
  IntegratorMethod method;
  double parameter;
};

void PrintTo(const MethodCase& c, std::ostream* out) { *out << c.name; }

class StepperOrder : public ::testing::TestWithParam<MethodCase> {};

TEST_P(StepperOrder, IsSecondOrderOnThePendulum) {
  const MethodCase& c = GetParam();
  double previous = 0.0;
  for (const double h : {1e-2, 5e-3, 2.5e-3, 1.25e-3}) {
    const double error = pendulum_error(settings_of(c.method, c.parameter, h));
    if (previous > 0.0) {
      EXPECT_GT(previous / error, 3.6) << "h " << h << " error " << error;
      EXPECT_LT(previous / error, 4.4) << "h " << h << " error " << error;
    }
    previous = error;
  }
  EXPECT_LT(previous, 2e-4);
}

INSTANTIATE_TEST_SUITE_P(
    All, StepperOrder,
    ::testing::Values(MethodCase{"trapezoidal", IntegratorMethod::trapezoidal, 0.0},
                      MethodCase{"newmark", IntegratorMethod::newmark, 0.0},
                      MethodCase{"rho100", IntegratorMethod::generalized_alpha, 1.0},
                      MethodCase{"rho080", IntegratorMethod::generalized_alpha, 0.8},
                      MethodCase{"rho050", IntegratorMethod::generalized_alpha, 0.5},
                      MethodCase{"rho000", IntegratorMethod::generalized_alpha, 0.0},
                      MethodCase{"hht005", IntegratorMethod::hht, 0.05},
                      MethodCase{"hht030", IntegratorMethod::hht, 0.3}),
    [](const auto& case_info) { return std::string(case_info.param.name); });

// Law: generalized-alpha with ρ∞ = 1 in the form of Arnold and Brüls, and Newmark with β = ¼,
// γ = ½, are the trapezoidal rule: the same positions to rounding, over a chaotic chain's first
// half second.
TEST(Stepper, RhoOneAndNewmarkAreTheTrapezoidalRule) {
  std::vector<AlignedDoubles> positions;
  for (const auto method : {IntegratorMethod::trapezoidal, IntegratorMethod::generalized_alpha,
                            IntegratorMethod::newmark}) {
    Machine m = validation::make_chain(5);
    m.settings = settings_of(method, 1.0, 1e-3);
    // First guesses differ: to the tolerance they agree.
    m.settings.tolerance = 1e-6;
    m.settings.max_iterations = 8;
    Built b = build(m);
    Simulation run(b);
    run.advance(500);
    positions.push_back(run.state.x);
  }
  for (int k : {1, 2}) {
    double worst = 0.0;
    for (std::size_t i = 0; i < positions[0].size(); ++i)
      worst = std::max(worst, std::abs(positions[0][i] - positions[k][i]));
    EXPECT_LT(worst, 1e-10) << k;
  }
}

/// A light particle on a very stiff spring hangs from a pendulum: high and low frequency together.
class StiffSpring final : public system::ForceTerm {
 public:
  StiffSpring(int a, int b, double stiffness, double length)
      : a_(a), b_(b), stiffness_(stiffness), length_(length) {}
  void tangent_pattern(std::vector<std::pair<int, int>>& pairs) const override {
    pairs.insert(pairs.end(), {{a_, a_}, {a_, b_}, {b_, b_}});
  }
  void bind(const system::Layout& layout) override {
    block_a_ = layout.block(a_);
    block_b_ = layout.block(b_);
    aa_ = layout.tangent(block_a_, block_a_);
    ab_ = layout.tangent(block_a_, block_b_);
    bb_ = layout.tangent(block_b_, block_b_);
  }
  void evaluate(const system::Configuration& c, const double*,
                const system::ForceSink& sink) override {
    const Vec3 d = gap(c);
    const Vec3 n = d.normalized();
    const Vec3 f = stiffness_ * (d.norm() - length_) * n;
    sink.add_force(block_a_, f);
    sink.add_force(block_b_, -f);
    if (sink.tangent == nullptr) return;
    const Mat3 k = sink.stiffness_factor * stiffness_ * n * n.transpose();
    aa_.add(sink, k);
    bb_.add(sink, k);
    ab_.add(sink, -k);
  }
  system::TermEnergy energy(const system::Configuration& c, const double*) const override {
    system::TermEnergy e;
    e.potential = 0.5 * stiffness_ * std::pow(gap(c).norm() - length_, 2);
    return e;
  }
  void wrenches(const system::Configuration&, const double*, const std::vector<Pose>&,
                std::vector<system::BodyWrench>&) const override {}

 private:
  Vec3 gap(const system::Configuration& c) const {
    return to_vec3(c.x + 4 * block_b_) - to_vec3(c.x + 4 * block_a_);
  }
  int a_, b_, block_a_ = 0, block_b_ = 0;
  double stiffness_, length_;
  system::TangentSlot aa_, ab_, bb_;
};

Machine two_particles(double stretch) {
  Machine m = simple_pendulum(0.0);
  Body b = m.bodies[0];
  b.name = "second";
  b.mass = 1.0;
  b.pose.position = Vec3(0, 0, -2.5 - stretch);
  m.bodies.push_back(b);
  return m;
}

Terms stiff_spring(const model::Mechanism&, const model::Model& model) {
  Terms terms;
  terms.push_back(std::make_unique<StiffSpring>(model.bodies[0].basis[0].terms[0].entity,
                                                model.bodies[1].basis[0].terms[0].entity, 1e7,
                                                1.0));
  return terms;
}

/// Energy left of 5 J in a linear oscillator of 1 kg after 100 steps of generalized-alpha, by the
/// recursion itself (Chung and Hulbert's parameters, Arnold and Brüls' form).
double oscillator_energy_left(double rho, double stiffness, double h) {
  const double dm = (2 * rho - 1) / (rho + 1), df = rho / (rho + 1);
  const double gamma = 0.5 + df - dm, beta = 0.25 * (1 + df - dm) * (1 + df - dm);
  double x = 1e-3, v = 0.0, true_a = -stiffness * x, a = true_a;
  for (int i = 0; i < 100; ++i) {
    // x₁ = p + c q̈₁ and q̈₁ = -k x₁.
    const double known = (df * true_a - dm * a) / (1 - dm), part = (1 - df) / (1 - dm);
    const double p = x + h * v + h * h * ((0.5 - beta) * a + beta * known);
    const double c = h * h * beta * part;
    x = p / (1 + c * stiffness);
    true_a = -stiffness * x;
    const double a1 = known + part * true_a;
    v += h * ((1 - gamma) * a + gamma * a1);
    a = a1;
  }
  return (0.5 * v * v + 0.5 * stiffness * x * x) / 5.0;
}

// Law: of an oscillation far above the step's frequency (ω h ≈ 32), generalized-alpha removes the
// more energy the smaller ρ∞, and none at ρ∞ = 1 (corrections §1: the text says the opposite). The stepper
// must do what the recursion for one linear oscillator does, although its oscillator hangs on a
// constraint.
TEST(Stepper, DissipationGrowsAsRhoFalls) {
  std::vector<double> left;
  for (const double rho : {1.0, 0.98, 0.9, 0.5, 0.0}) {
    Machine m = two_particles(1e-3);
    m.settings = settings_of(IntegratorMethod::generalized_alpha, rho, 1e-2);
    m.settings.gravity = Vec3::Zero();
    Built b = build_with(m, stiff_spring);
    Simulation run(b);
    const double start = run.energy();
    ASSERT_NEAR(start, 5.0, 1e-6);
    run.advance(100);
    left.push_back(run.energy() / start);
    const double expected = oscillator_energy_left(rho, 1e7, 1e-2);
    EXPECT_NEAR(left.back(), expected, 1e-3 * expected + 1e-12) << rho;
  }
  EXPECT_NEAR(left[0], 1.0, 1e-6);
  for (std::size_t k = 1; k < left.size(); ++k) EXPECT_LT(left[k], 0.9 * left[k - 1] + 1e-12);
  EXPECT_LT(left[3], 1e-6);
}

// Law: the slow motion is not what dissipation removes: with ρ∞ = 0.5 the pendulum keeps its energy
// to the order of the step.
TEST(Stepper, DissipationSparesTheSlowMotion) {
  Machine m = simple_pendulum(1.0);
  m.settings = settings_of(IntegratorMethod::generalized_alpha, 0.5, 1e-3);
  Built b = build(m);
  Simulation run(b);
  const double start = run.energy();
  run.advance(2000);
  EXPECT_LT(std::abs(run.energy() - start), 1e-5 * 2.0 * 9.81 * 1.5);
}

// Law: the projection metric (tangent or mass) changes how violations are removed, not the motion:
// both give the same tip to far below the error of the step (KERNEL 2.3).
TEST(Stepper, BothProjectionMetricsAgree) {
  Vec3 tip[2];
  for (int k = 0; k < 2; ++k) {
    Machine m = validation::make_chain(10);
    m.settings.projection = k == 0 ? ProjectionMetric::tangent : ProjectionMetric::mass;
    Built b = build(m);
    Simulation run(b);
    run.advance(500);
    tip[k] = b.system->body_pose(9, run.state.x.data()).point(Vec3(1, 0, 0));
    const Residuals r = run.stepper.residuals(run.state);
    EXPECT_LT(r.velocity, 1e-8);
  }
  EXPECT_LT((tip[0] - tip[1]).norm(), 1e-7);
  EXPECT_GT((tip[0] - Vec3(10, 0, 0)).norm(), 0.5);
}

// ------------------------------------------------------------------ the problems of KERNEL.md

Built build_chain(int links, double h, double mass_ratio = 1.0) {
  Machine m = validation::make_chain(links, mass_ratio);
  m.settings.step = h;
  return build_with(m, [links](const model::Mechanism&, const model::Model& model) {
    Terms terms;
    terms.push_back(std::make_unique<ConstantForce>(model.point(links - 1, Vec3(links - 0.5, 0, 0)),
                                                    Vec3(0, 1, 0)));
    return terms;
  });
}

struct Worst {
  double energy = 0.0;
  Residuals residuals;
  int singular_steps = 0;
};

/// Runs and keeps the largest energy error and the largest residuals, those of steps that did not
/// converge (singular positions) apart.
Worst run_and_watch(Simulation& run, int steps) {
  Worst w;
  const double start = run.energy();
  for (int i = 0; i < steps; ++i) {
    const StepReport report = run.step();
    w.energy = std::max(w.energy, std::abs(run.energy() - start));
    const Residuals r = run.stepper.residuals(run.state);
    w.residuals.position = std::max(w.residuals.position, r.position);
    if (!report.converged) {
      ++w.singular_steps;
      continue;
    }
    w.residuals.velocity = std::max(w.residuals.velocity, r.velocity);
    w.residuals.acceleration = std::max(w.residuals.acceleration, r.acceleration);
  }
  return w;
}

// Law: chain-10 at h = 1e-3 ends within 1e-5 m of the independent joint-coordinate solution, keeps
// the energy error of the study (1.8e-4 J) within 20 % and its residuals below the stated bounds.
TEST(Stepper, ChainMeetsItsReference) {
  Built b = build_chain(10, 1e-3);
  EXPECT_EQ(b.model().coordinate_count(), 60);
  Simulation run(b);
  const Worst w = run_and_watch(run, 1000);
  const Vec3 tip = b.system->body_pose(9, run.state.x.data()).point(Vec3(1, 0, 0));
  EXPECT_LT((tip - Vec3(7.515903808309, 0.297407495272, -4.824196459093)).norm(), 1e-5);
  EXPECT_NEAR(w.energy, 1.8e-4, 0.2 * 1.8e-4);
  EXPECT_LT(w.residuals.position, 1e-10 * 10);
  EXPECT_LT(w.residuals.velocity, 1e-8);
  EXPECT_LT(w.residuals.acceleration, 1e-6 * 10);
  EXPECT_EQ(w.singular_steps, 0);
}

// Law: the tip of the chain converges with second order to that solution (KERNEL 2).
TEST(Stepper, ChainTipIsSecondOrder) {
  double error[3] = {};
  for (int k = 0; k < 3; ++k) {
    const double h = 1e-2 / (1 << k);
    Built b = build_chain(10, h);
    Simulation run(b);
    run.advance(100 << k);
    const Vec3 tip = b.system->body_pose(9, run.state.x.data()).point(Vec3(1, 0, 0));
    error[k] = (tip - Vec3(7.515903808309, 0.297407495272, -4.824196459093)).norm();
  }
  EXPECT_NEAR(error[0] / error[1], 4.0, 0.4);
  EXPECT_NEAR(error[1] / error[2], 4.0, 0.4);
}

// Law: the four-bar with one loop passes its singular position twice a turn and has the energy
// error of the study, 4.9e-4 J over 10 s.
TEST(Stepper, OneFourBarKeepsItsEnergy) {
  Machine m = validation::make_fourbar(1);
  Built b = build(m);
  EXPECT_EQ(b.model().coordinate_count(), 15);
  Simulation run(b);
  const Worst w = run_and_watch(run, 10000);
  EXPECT_NEAR(w.energy, 4.9e-4, 0.2 * 4.9e-4);
  EXPECT_LT(w.residuals.position, 1e-10);
  EXPECT_LT(w.residuals.velocity, 1e-8);
  EXPECT_LT(w.residuals.acceleration, 1e-5);
}

// Law: forty loops: 1.4e-2 J over 10 s (the bar is 2e-2 J), all rods stay parallel through the
// singular positions, and what does not converge there is a small share.
TEST(Stepper, FortyFourBarsKeepTheirEnergyAndStayParallel) {
  Machine m = validation::make_fourbar(40);
  Built b = build(m);
  EXPECT_EQ(b.model().coordinate_count(), 366);
  Simulation run(b);
  const double start = run.energy();
  double worst = 0.0, parallel = 0.0, position = 0.0;
  for (int i = 0; i < 10000; ++i) {
    run.step();
    worst = std::max(worst, std::abs(run.energy() - start));
    if (i % 10 != 0) continue;
    position = std::max(position, run.stepper.residuals(run.state).position);
    const Vec3 first = b.system->body_pose(0, run.state.x.data()).rotation.col(0);
    for (int rod : {1, 20, 40})
      parallel = std::max(
          parallel, (b.system->body_pose(rod, run.state.x.data()).rotation.col(0) - first).norm());
  }
  EXPECT_NEAR(worst, 1.4e-2, 0.2 * 1.4e-2);
  EXPECT_LT(parallel, 2e-6);
  EXPECT_LT(position, 1e-10 * 40);
  EXPECT_LT(run.stepper.counters().not_converged, 120);
  EXPECT_EQ(run.stepper.counters().contained, 0);
}

// Law: Bricard's loop, mobile although overconstrained: 4.7e-6 J over 10 s (the bar is 1e-5 J).
TEST(Stepper, BricardKeepsItsEnergy) {
  Built b = build(validation::make_bricard());
  EXPECT_EQ(b.model().coordinate_count(), 24);
  Simulation run(b);
  const Worst w = run_and_watch(run, 10000);
  EXPECT_NEAR(w.energy, 4.7e-6, 0.2 * 4.7e-6);
  EXPECT_LT(w.residuals.position, 1e-10);
  EXPECT_LT(w.residuals.velocity, 1e-8);
  EXPECT_LT(w.residuals.acceleration, 1e-6 * 10);
  EXPECT_EQ(w.singular_steps, 0);
}

// Law: the penalty is dimensionless, so nothing about the step's work depends on h: from 1 µs to
// 20 ms the chain stays finite on its constraints with few iterations, and at 1 µs the increments
// carry no cancellation (KERNEL 4: 1e-12..8e-12 J over 0.2 s).
TEST(Stepper, StepSizesFromMicrosecondsToTwentyMilliseconds) {
  for (const double h : {1e-6, 1e-5, 1e-4, 1e-3, 5e-3, 1e-2, 2e-2}) {
    Built b = build_chain(10, h);
    Simulation run(b);
    const int steps = h < 1e-4 ? 2000 : static_cast<int>(0.2 / h);
    const double start = run.energy();
    run.advance(steps);
    const StepCounters& c = run.stepper.counters();
    EXPECT_TRUE(all_finite(run.state)) << h;
    EXPECT_EQ(c.contained, 0) << h;
    EXPECT_LT(run.stepper.residuals(run.state).position, 1e-9) << h;
    const double mean = static_cast<double>(c.iterations) / static_cast<double>(c.steps);
    EXPECT_LT(mean, h > 5e-3 ? 4.5 : h > 1e-3 ? 3.2 : 2.2) << h;
    if (h <= 1e-4) {
      EXPECT_LT(std::abs(run.energy() - start), h == 1e-6 ? 1e-10 : 1e-6) << h;
    }
  }
}

// Law: masses from 1e-2 to 1e6 beside 1 kg: the iteration counts of KERNEL 4 (2.0 for heavy, 2.6
// for 1e-2), nothing contained, energy error 2e-7 of the kinetic energy for the heavy ones.
TEST(Stepper, MassRatios) {
  for (const double ratio : {1e-2, 1e2, 1e4, 1e6}) {
    Machine m = validation::make_chain(10, ratio);
    Built b = build(m);
    Simulation run(b);
    const double start = run.energy();
    double worst = 0.0, kinetic = 0.0;
    for (int i = 0; i < 1000; ++i) {
      run.step();
      worst = std::max(worst, std::abs(run.energy() - start));
      kinetic = std::max(kinetic, run.stepper.kinetic_energy(run.state));
    }
    const StepCounters& c = run.stepper.counters();
    const double mean = static_cast<double>(c.iterations) / static_cast<double>(c.steps);
    EXPECT_TRUE(all_finite(run.state)) << ratio;
    EXPECT_EQ(c.contained, 0) << ratio;
    EXPECT_EQ(c.retried, 0) << ratio;
    EXPECT_LT(mean, ratio < 1.0 ? 2.9 : 2.2) << ratio;
    EXPECT_LT(worst, (ratio < 1.0 ? 1e-5 : 1e-6) * kinetic) << ratio;
  }
}

// Law: light links that whip (1e-3, 1e-4) may need retries but never break, and their error is one
// of time resolution: a smaller step heals it (KERNEL 4).
TEST(Stepper, LightLinksNeverBreak) {
  for (const double ratio : {1e-3, 1e-4}) {
    double drift[2] = {};
    for (int k = 0; k < 2; ++k) {
      Machine m = validation::make_chain(10, ratio);
      m.settings.step = k == 0 ? 1e-3 : 1e-4;
      Built b = build(m);
      Simulation run(b);
      const double start = run.energy();
      run.advance(k == 0 ? 1000 : 10000);
      drift[k] = std::abs(run.energy() - start);
      EXPECT_TRUE(all_finite(run.state)) << ratio;
      EXPECT_EQ(run.stepper.counters().contained, 0) << ratio;
      EXPECT_LT(run.stepper.residuals(run.state).position, 1e-9) << ratio;
    }
    EXPECT_LT(drift[1], 0.1 * drift[0] + 1e-6) << ratio;
  }
}

// ------------------------------------------------------------------------ accelerations, statics

// Law: solve_accelerations returns M q̈ + Φ_qᵀ λ = Q with Φ_q q̈ + Φ̇_q q̇ = 0, also where rows are
// redundant (Bricard, four-bar): the residual in force is zero although λ is not unique.
TEST(Stepper, AccelerationsSatisfyTheEquationsOfMotion) {
  for (const int which : {0, 1, 2, 3}) {
    Machine m = which == 0   ? validation::make_chain(10)
                : which == 1 ? validation::make_fourbar(3)
                : which == 2 ? validation::make_bricard()
                             : simple_pendulum(0.7);
    Built b = build(m);
    system::System& s = *b.system;
    Simulation run(b);
    run.advance(which == 1 ? 200 : 300);
    run.stepper.solve_accelerations(run.state);

    system::Scratch scratch;
    s.make_scratch(scratch);
    s.evaluate_rows(run.state.x.data(), run.state.coordinate.data(), nullptr,
                    scratch.gradient[0].data(), scratch.psi.data());
    const AlignedDoubles& force = s.gravity_force();
    s.inertia_minus_force(run.state.acceleration.data(), force.data(), 1.0,
                          scratch.residual.data());
    std::vector<double> weight(s.row_count());
    for (int r = 0; r < s.row_count(); ++r) weight[r] = run.state.lambda[r] / s.row_scale(r);
    s.add_transpose_product(scratch.gradient[0].data(), weight.data(), scratch.residual.data());
    double worst = 0.0, scale = 0.0;
    for (int i = 0; i < 4 * s.block_count(); ++i) {
      worst = std::max(worst, std::abs(scratch.residual[i]));
      scale = std::max(scale, std::abs(force[i]));
    }
    EXPECT_LT(worst, 1e-8 * scale) << which;
    EXPECT_LT(run.stepper.residuals(run.state).acceleration, 1e-9) << which;
  }
}

// Law: the multiplier of the rod Φ = x·x - L² is λ = T/(2L), with the tension by hand
// T = m g cos θ + m v²/L, at rest and in motion.
TEST(Stepper, PendulumMultiplierIsTheTension) {
  for (const double angle : {0.0, 0.5, 1.2}) {
    Built b = build(simple_pendulum(angle));
    Simulation run(b);
    ASSERT_EQ(run.state.lambda.size(), 1u);
    EXPECT_NEAR(run.state.lambda[0], 2.0 * 9.81 * std::cos(angle) / 3.0, 1e-9);
    run.advance(400);
    run.stepper.solve_accelerations(run.state);
    const Vec3 p = b.system->body_pose(0, run.state.x.data()).position;
    const Vec3 v = b.system->body_twist(0, run.state.x.data(), run.state.v.data()).linear;
    const double cosine = -p.z() / p.norm();
    const double tension = 2.0 * 9.81 * cosine + 2.0 * v.squaredNorm() / 1.5;
    EXPECT_NEAR(run.state.lambda[0], tension / 3.0, 1e-8) << angle;
  }
}

// Law: the multiplier that the step itself leaves (position level) is the same force to first order
// (corrections, 1: positions are of second order, λ* of first).
TEST(Stepper, StepMultiplierApproachesTheTension) {
  Machine m = simple_pendulum(1.2);
  m.settings.step = 1e-3;
  Built b = build(m);
  Simulation run(b);
  run.advance(400);
  const double of_the_step = run.state.lambda[0];
  run.stepper.solve_accelerations(run.state);
  EXPECT_NEAR(of_the_step, run.state.lambda[0], 0.02 * std::abs(run.state.lambda[0]));
}

// Law: project_velocities gives velocities that satisfy all rows and changes nothing that satisfies
// them already.
TEST(Stepper, ProjectedVelocitiesSatisfyTheConstraints) {
  Built b = build(validation::make_bricard());
  Simulation run(b);
  run.advance(100);
  const AlignedDoubles before = run.state.v;
  run.stepper.project_velocities(run.state);
  double change = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i)
    change = std::max(change, std::abs(before[i] - run.state.v[i]));
  EXPECT_LT(change, 1e-9);
  for (int e = 0; e < b.system->block_count(); ++e) run.state.v[4 * e] += 1.0;
  run.stepper.project_velocities(run.state);
  EXPECT_LT(run.stepper.residuals(run.state).velocity, 1e-10);
}

// Law: static equilibrium from a horizontal chain is the hanging one: every link below the last,
// no acceleration left, constraints closed.
TEST(Stepper, EquilibriumOfAChainHangsDown) {
  for (const int links : {1, 4}) {
    Machine m = validation::make_chain(links);
    m.loads.clear();
    // A planar chain, so that all joints can turn towards the ground.
    for (auto& j : m.joints) j.axis_a = j.axis_b = Vec3::UnitY();
    Built b = build(m);
    Simulation run(b);
    const double left = run.stepper.find_equilibrium(run.state);
    const Vec3 tip = b.system->body_pose(links - 1, run.state.x.data()).point(Vec3(1, 0, 0));
    EXPECT_LT(left, 1e-6) << links;
    EXPECT_LT((tip - Vec3(0, 0, -links)).norm(), 1e-6) << links;
    EXPECT_LT(run.stepper.residuals(run.state).position, 1e-9) << links;
    for (double value : run.state.v) EXPECT_EQ(value, 0.0);
  }
}

// Law: the equilibrium of a stiff spring under a weight is x = m g / k below its free length.
TEST(Stepper, EquilibriumOfASpringIsHookesLaw) {
  Machine m = two_particles(0.0);
  Built b = build_with(m, stiff_spring);
  Simulation run(b);
  const double left = run.stepper.find_equilibrium(run.state);
  EXPECT_LT(left, 1e-6);
  const Vec3 p = b.system->body_pose(1, run.state.x.data()).position;
  EXPECT_NEAR(p.z(), -2.5 - 9.81 / 1e7, 1e-10);
}

// ------------------------------------------------------------------------------- state as a value

// Law: the state is all there is: restored into the same or another stepper it gives the same bits
// after further steps, whatever was stepped in between.
TEST(Stepper, RestoredStatesGoOnWithTheSameBits) {
  for (const auto method : {IntegratorMethod::trapezoidal, IntegratorMethod::generalized_alpha}) {
    Machine m = validation::make_fourbar(5);
    m.settings = settings_of(method, 0.8, 1e-3);
    m.settings.gravity = Vec3(0, -9.81, 0);
    Built b = build(m), other = build(m);
    Simulation run(b), twin(other);
    EXPECT_EQ(run.state.hash(), twin.state.hash());
    run.advance(137);
    const system::State saved = run.state;
    run.advance(200);
    const std::uint64_t expected = run.state.hash();
    EXPECT_NE(expected, saved.hash());

    run.state = saved;
    EXPECT_EQ(run.state.hash(), saved.hash());
    run.advance(200);
    EXPECT_EQ(run.state.hash(), expected);

    twin.advance(11);
    twin.state = saved;
    twin.advance(200);
    EXPECT_EQ(twin.state.hash(), expected);
    EXPECT_TRUE(same_bits(twin.state.x, run.state.x));
  }
}

// Law: asking for readings changes no bit of what follows.
TEST(Stepper, ReadingsDoNotDisturb) {
  Built a = build(validation::make_chain(4)), b = build(validation::make_chain(4));
  Simulation quiet(a), watched(b);
  for (int i = 0; i < 200; ++i) {
    quiet.step();
    watched.step();
    watched.stepper.residuals(watched.state);
    watched.energy();
  }
  EXPECT_EQ(quiet.state.hash(), watched.state.hash());
}

// Law: time is the number of steps times h, without the rounding of a long sum ("step counts are
// integers and are the truth").
TEST(Stepper, TimeComesFromTheStepCount) {
  Machine m = simple_pendulum(0.3);
  m.settings.step = 1e-3;
  Built b = build(m);
  Simulation run(b);
  run.advance(20000);
  EXPECT_EQ(run.state.step, 20000);
  EXPECT_NEAR(run.state.time, 20.0, 4e-15);
}

// ---------------------------------------------------------------------------------- containment

/// A force that is fine until a time and then NaN, infinite or enormous for a while.
class BadForce final : public system::ForceTerm {
 public:
  BadForce(int entity, double bad, double from, double to)
      : entity_(entity), bad_(bad), from_(from), to_(to) {}
  void tangent_pattern(std::vector<std::pair<int, int>>& pairs) const override {
    pairs.emplace_back(entity_, entity_);
  }
  void bind(const system::Layout& layout) override {
    block_ = layout.block(entity_);
    slot_ = layout.tangent(block_, block_);
  }
  void evaluate(const system::Configuration& c, const double*,
                const system::ForceSink& sink) override {
    if (c.time < from_ || c.time > to_) return;
    sink.add_force(block_, Vec3(0, bad_, 0));
    if (sink.tangent != nullptr) slot_.add(sink, Mat3::Constant(bad_));
  }
  system::TermEnergy energy(const system::Configuration&, const double*) const override {
    return {};
  }
  void wrenches(const system::Configuration&, const double*, const std::vector<Pose>&,
                std::vector<system::BodyWrench>&) const override {}

 private:
  int entity_, block_ = 0;
  double bad_, from_, to_;
  system::TangentSlot slot_;
};

Built build_with_bad_force(double bad, double from, double to) {
  return build_with(
      validation::make_chain(3), [=](const model::Mechanism&, const model::Model& model) {
        Terms terms;
        terms.push_back(
            std::make_unique<BadForce>(static_cast<int>(model.entities.size()) - 1, bad, from, to));
        return terms;
      });
}

// Law: numbers that go bad during a run are contained: no NaN enters the state, the step says so,
// is counted, time goes on, and when the cause is over the machine moves again.
TEST(Stepper, BadForcesAreContained) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double bad : {std::nan(""), kInfinity, -kInfinity, 1e300}) {
    Built b = build_with_bad_force(bad, 0.0495, 0.0545);
    Simulation run(b);
    run.advance(49);
    const Pose before = b.system->body_pose(2, run.state.x.data());
    int contained = 0;
    for (int i = 0; i < 5; ++i) {
      const StepReport report = run.step();
      contained += report.contained ? 1 : 0;
      EXPECT_TRUE(all_finite(run.state)) << bad;
      if (report.contained) {
        EXPECT_FALSE(report.converged);
      }
    }
    EXPECT_EQ(contained, 5) << bad;
    EXPECT_EQ(run.stepper.counters().contained, 5) << bad;
    EXPECT_EQ(run.state.step, 54);
    EXPECT_NEAR(run.state.time, 0.054, 1e-12);
    const Pose held = b.system->body_pose(2, run.state.x.data());
    EXPECT_LT((held.position - before.position).norm(), 1e-12) << bad;
    run.advance(200);
    EXPECT_EQ(run.stepper.counters().contained, 5) << bad;
    const Pose after = b.system->body_pose(2, run.state.x.data());
    EXPECT_GT((after.position - held.position).norm(), 1e-2) << bad;
    EXPECT_LT(run.stepper.residuals(run.state).position, 1e-9) << bad;
  }
}

// Law: the same holds for a force that is bad from the first moment, when the accelerations of the
// start are computed: no NaN in the state, and a run that begins when it ends.
TEST(Stepper, BadForcesAtTheStartAreContained) {
  Built b = build_with_bad_force(std::nan(""), -1.0, 0.0095);
  Simulation run(b);
  EXPECT_TRUE(all_finite(run.state));
  run.advance(10);
  EXPECT_TRUE(all_finite(run.state));
  run.advance(100);
  EXPECT_TRUE(all_finite(run.state));
  EXPECT_GT(run.stepper.kinetic_energy(run.state), 1e-3);
}

/// Counts evaluations with tangent: those are factorisations.
class CountingForce final : public system::ForceTerm {
 public:
  explicit CountingForce(int* evaluations) : evaluations_(evaluations) {}
  void tangent_pattern(std::vector<std::pair<int, int>>&) const override {}
  void bind(const system::Layout&) override {}
  void evaluate(const system::Configuration&, const double*, const system::ForceSink&) override {
    ++*evaluations_;
  }
  system::TermEnergy energy(const system::Configuration&, const double*) const override {
    return {};
  }
  void wrenches(const system::Configuration&, const double*, const std::vector<Pose>&,
                std::vector<system::BodyWrench>&) const override {}

 private:
  int* evaluations_;
};

// Law: work per step is bounded. An unreachable tolerance ends at the cap (harmless rest) with the
// step flagged, not with more and more iterations.
TEST(Stepper, IterationsAreCapped) {
  for (const int cap : {2, 4, 8}) {
    int evaluations = 0;
    Machine m = validation::make_chain(6);
    m.settings.max_iterations = cap;
    m.settings.tolerance = 1e-300;
    m.settings.step = 1e-3;
    Built b = build_with(m, [&](const model::Mechanism&, const model::Model&) {
      Terms terms;
      terms.push_back(std::make_unique<CountingForce>(&evaluations));
      return terms;
    });
    Simulation run(b);
    evaluations = 0;
    for (int i = 0; i < 100; ++i) {
      const StepReport report = run.step();
      EXPECT_LE(report.iterations, cap + 4) << cap;
      EXPECT_EQ(report.parts, 1) << cap;
      EXPECT_FALSE(report.contained);
      EXPECT_TRUE(report.converged || report.iterations >= cap) << cap;
    }
    EXPECT_LE(evaluations, 100 * (cap + 4)) << cap;
    EXPECT_TRUE(all_finite(run.state));
  }
}

// Law: one iteration when one is allowed, also for the first, which has no predecessor to compare
// with; and exactly one iteration per step is a usable real-time fallback on the chain: the same errors
// (KERNEL 2.4).
TEST(Stepper, OneIterationPerStepKeepsTheAccuracyOfTheChain) {
  Machine m = validation::make_chain(10);
  m.settings.max_iterations = 1;
  Built b = build_with(m, [](const model::Mechanism&, const model::Model& model) {
    Terms terms;
    terms.push_back(
        std::make_unique<ConstantForce>(model.point(9, Vec3(9.5, 0, 0)), Vec3(0, 1, 0)));
    return terms;
  });
  Simulation run(b);
  run.advance(1000);
  EXPECT_EQ(run.stepper.counters().iterations, 1000);
  const Vec3 tip = b.system->body_pose(9, run.state.x.data()).point(Vec3(1, 0, 0));
  EXPECT_LT((tip - Vec3(7.515903808309, 0.297407495272, -4.824196459093)).norm(), 1e-5);
}

}  // namespace
}  // namespace outrigger::stepper
