// Springs and dampers on coordinates: the law over sweeps, exact tangents (stops beside them), virtual
// work, energy, and oscillators with known solutions.
#include "forces/coordinate_forces.h"

#include <gtest/gtest.h>

#include <cmath>

#include "math/random_rotation.h"
#include "unit/forces_rig.h"

namespace outrigger {
namespace {

using description::Coordinate;
using description::JointType;
using description::kGround;
using description::Machine;
using forces_rig::DenseMatrix;
using forces_rig::DenseVector;
using forces_rig::formula;
using forces_rig::linear;
using forces_rig::make_body;
using forces_rig::make_coordinate;
using forces_rig::make_joint;
using forces_rig::make_lift;
using forces_rig::Rig;

/// A free body carries a chain with every kind of joint coordinate, in general positions.
Machine make_chain_of_all_kinds(bool with_unknown) {
  Machine m;
  Random random(11);
  m.bodies = {make_body("a", Vec3(0.1, 0.2, 0.3), 3.0, random_rotation(random)),
              make_body("b", Vec3(0.9, 0.1, 0.5), 2.0, random_rotation(random)),
              make_body("c", Vec3(1.6, -0.4, 0.7), 1.5, random_rotation(random)),
              make_body("d", Vec3(2.4, 0.3, 0.1), 1.0, random_rotation(random))};
  const Vec3 axis = random_unit_vector(random);
  m.joints = {make_joint(m, "hinge", JointType::revolute, "a", "b", Vec3(0.5, 0.2, 0.4), axis),
              make_joint(m, "tube", JointType::cylindrical, "b", "c", Vec3(1.2, 0, 0.6),
                         random_unit_vector(random)),
              make_joint(m, "ball", JointType::spherical, "c", "d", Vec3(2.0, 0, 0.4),
                         random_unit_vector(random))};
  // Not at zero: the cone has no direction there.
  m.joints[2].axis_b = (m.joints[2].axis_b + Vec3(0.3, 0.5, -0.2)).normalized();
  m.coordinates = {make_coordinate("hinge.angle", Coordinate::Kind::angle, "hinge"),
                   make_coordinate("tube.angle", Coordinate::Kind::angle, "tube"),
                   make_coordinate("tube.shift", Coordinate::Kind::displacement, "tube"),
                   make_coordinate("ball.cone", Coordinate::Kind::cone, "ball"),
                   make_coordinate("ball.twist", Coordinate::Kind::twist, "ball")};
  Coordinate distance;
  distance.name = "rope";
  distance.kind = Coordinate::Kind::distance;
  distance.body_a = "a";
  distance.body_b = "d";
  distance.point_a = Vec3(0.1, 0.3, 0);
  distance.point_b = Vec3(0, -0.2, 0.1);
  m.coordinates.push_back(distance);
  distance.name = "stay";
  distance.body_a = kGround;
  distance.point_a = Vec3(-1, 0, 2);
  m.coordinates.push_back(distance);
  if (with_unknown) m.coordinates[0].unknown = m.coordinates[2].unknown = true;
  return m;
}

void add_spring(Machine& m, const std::string& coordinate, double stiffness, double damping,
                double free) {
  description::Spring s;
  s.name = "spring on " + coordinate + std::to_string(m.springs.size());
  s.coordinate = coordinate;
  s.free = free;
  s.spring = linear(stiffness);
  s.damper = linear(damping);
  m.springs.push_back(s);
}

// ---- kernels -----------------------------------------------------------------------------------

// Gradient, quadratic velocity part and second derivative of x(q) are those of x(q), for all five
// kinds and on and off the constraints.
TEST(CoordinateKernelDerivatives, AgreeWithDifferences) {
  Rig rig(make_chain_of_all_kinds(false));
  Random random(5);
  for (int trial = 0; trial < 5; ++trial) {
    rig.perturb(random, 0.03, 1.0);
    for (const auto& kernel : rig.system->coordinates()) {
      const int n = kernel.slot_count();
      AlignedDoubles g(4 * n), up(4 * n), down(4 * n);
      kernel.gradient(rig.state.x.data(), 0.0, g.data());
      const double d = 1e-6;
      for (int e = 0; e < n; ++e)
        for (int k = 0; k < 3; ++k) {
          double& at = rig.state.x[4 * kernel.blocks()[e] + k];
          const double before = at;
          at = before + d;
          const double value_up = kernel.gradient(rig.state.x.data(), 0.0, up.data());
          at = before - d;
          const double value_down = kernel.gradient(rig.state.x.data(), 0.0, down.data());
          at = before;
          EXPECT_NEAR(g[4 * e + k], (value_up - value_down) / (2 * d), 1e-8);
          for (int f = 0; f < n; ++f) {
            Mat3 hessian;
            kernel.hessian(rig.state.x.data(), f, e, hessian);
            for (int r = 0; r < 3; ++r)
              EXPECT_NEAR(hessian(r, k), (up[4 * f + r] - down[4 * f + r]) / (2 * d), 1e-7);
          }
        }
      // ẍ at constant q̇ is q̇ᵀ H q̇: second difference along q̇.
      const double small = 1e-4;
      AlignedDoubles x = rig.state.x;
      const auto along = [&](double s) {
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = rig.state.x[i] + s * rig.state.v[i];
        return kernel.value(x.data(), 0.0);
      };
      const double second = (along(small) - 2.0 * along(0.0) + along(-small)) / (small * small);
      EXPECT_NEAR(kernel.bias(rig.state.x.data(), rig.state.v.data()), second,
                  2e-6 * (1.0 + std::abs(second)));
    }
  }
}

// A full turn counts on: the kernel takes the branch nearest to the last value.
TEST(CoordinateKernelDerivatives, AnglesCountTurns) {
  Rig rig(make_chain_of_all_kinds(false));
  const auto& kernel = rig.system->coordinates()[0];
  const double principal = kernel.value(rig.state.x.data(), 0.0);
  const double turn = 2.0 * 3.14159265358979323846;
  EXPECT_NEAR(kernel.value(rig.state.x.data(), 3.0 * turn + 0.5), principal + 3.0 * turn, 1e-12);
  EXPECT_NEAR(kernel.value(rig.state.x.data(), -2.0 * turn), principal - 2.0 * turn, 1e-12);
}

// ---- laws --------------------------------------------------------------------------------------

// F = -spring(x - free) - damper(ẋ) + force(t).
TEST(CoordinateSpring, FollowsItsLaw) {
  Machine m = make_lift(4.0);
  description::Spring s;
  s.name = "s";
  s.coordinate = "lift";
  s.free = 0.7;
  s.spring = formula("300*x + 50*x^3");
  s.damper = formula("20*x + 3*x*abs(x)");
  s.force = formula("10*sin(3*t)");
  m.springs.push_back(s);
  Rig rig(m);
  const auto& term = dynamic_cast<forces::CoordinateForces&>(*rig.system->terms()[0]);
  for (double x : {-0.4, 0.0, 0.65, 0.7, 1.3})
    for (double rate : {-2.0, -0.1, 0.0, 0.5, 3.0})
      for (double t : {0.0, 0.3, 5.0}) {
        forces_rig::place_lift(rig, x, rate);
        rig.state.time = t;
        const double u = x - 0.7;
        const double expected = -(300 * u + 50 * u * u * u) -
                                (20 * rate + 3 * rate * std::abs(rate)) + 10 * std::sin(3 * t);
        EXPECT_NEAR(forces_rig::lift_force(rig), expected, 1e-10);
        EXPECT_NEAR(term.spring_force(0, rig.configuration()), expected, 1e-10);
        const system::TermEnergy e = rig.energy();
        EXPECT_NEAR(e.potential, 150 * u * u + 12.5 * u * u * u * u, 1e-10);
        EXPECT_NEAR(e.dissipation_power, (20 * rate + 3 * rate * std::abs(rate)) * rate, 1e-10);
        EXPECT_NEAR(e.external_power, 10 * std::sin(3 * t) * rate, 1e-10);
      }
}

// "As assembled" means no force in the assembled pose, also after full turns.
TEST(CoordinateSpring, FreeAsAssembledIsFree) {
  Machine m = make_chain_of_all_kinds(true);
  for (const auto& c : m.coordinates) {
    add_spring(m, c.name, 1000.0, 10.0, 0.0);
    m.springs.back().free_as_assembled = true;
  }
  Rig rig(m);
  EXPECT_LT(rig.force().norm(), 1e-9);
  EXPECT_LT(rig.energy().potential, 1e-12);
}

// ---- tangents ----------------------------------------------------------------------------------

/// Springs and, deep in action, stops on all coordinates of the chain.
Machine make_loaded_chain(bool with_unknown, double damping) {
  Machine m = make_chain_of_all_kinds(with_unknown);
  Rig probe(m);
  for (std::size_t i = 0; i < m.coordinates.size(); ++i) {
    const double x = probe.state.coordinate[i];
    add_spring(m, m.coordinates[i].name, 200.0 + 30.0 * static_cast<double>(i), damping, x - 0.4);
    m.springs.back().spring = formula("200*x + 40*x^2");
    description::Stop stop;
    stop.name = "stop" + std::to_string(i);
    stop.coordinate = m.coordinates[i].name;
    stop.stiffness = 500.0;
    stop.damping = damping > 0.0 ? 0.1 : 0.0;
    (i % 2 == 0 ? stop.upper : stop.lower) = i % 2 == 0 ? x - 0.3 : x + 0.3;
    m.stops.push_back(stop);
  }
  return m;
}

void expect_equal(const DenseMatrix& a, const DenseMatrix& b, double relative) {
  EXPECT_LT((a - b).cwiseAbs().maxCoeff(), relative * b.cwiseAbs().maxCoeff());
}

// K = -∂Q/∂q at rest (dampers and all), C = -∂Q/∂q̇ at any speed.
TEST(CoordinateForces, TangentsAgreeWithDifferences) {
  for (const bool unknown : {false, true}) {
    Rig rig(make_loaded_chain(unknown, 15.0));
    Random random(7);
    for (int trial = 0; trial < 4; ++trial) {
      DenseMatrix tangent;
      rig.perturb(random, 0.02, 0.0);
      rig.force(&tangent, 1.0, 0.0);
      expect_equal(tangent, rig.difference(false), 1e-7);
      rig.perturb(random, 0.0, 0.5);
      rig.force(&tangent, 0.0, 1.0);
      expect_equal(tangent, rig.difference(true), 1e-7);
    }
  }
}

// Without dampers K is exact in motion too.
TEST(CoordinateForces, StiffnessIsExactWithoutDampers) {
  Rig rig(make_loaded_chain(false, 0.0));
  Random random(8);
  for (int trial = 0; trial < 4; ++trial) {
    rig.perturb(random, 0.02, 1.0);
    DenseMatrix tangent;
    rig.force(&tangent, 1.0, 0.0);
    expect_equal(tangent, rig.difference(false), 1e-7);
  }
}

// What K lacks in motion is -F_ẋ g (H q̇)ᵀ and nothing else: compare in the direction q̇, where
// (H q̇)·q̇ is the bias of the coordinate.
TEST(CoordinateForces, StiffnessLacksOnlyTheStatedPart) {
  Machine m = make_chain_of_all_kinds(false);
  const double damping = 15.0;
  for (const auto& c : m.coordinates) add_spring(m, c.name, 0.0, damping, 0.0);
  Rig rig(m);
  Random random(9);
  rig.perturb(random, 0.02, 1.0);
  DenseMatrix tangent;
  rig.force(&tangent, 1.0, 0.0);
  const DenseVector lacking = (rig.difference(false) - tangent) * rig.velocity();
  DenseVector expected = DenseVector::Zero(rig.size());
  for (const auto& kernel : rig.system->coordinates()) {
    AlignedDoubles g(4 * kernel.slot_count());
    kernel.gradient(rig.state.x.data(), 0.0, g.data());
    const double bias = kernel.bias(rig.state.x.data(), rig.state.v.data());
    for (int s = 0; s < kernel.slot_count(); ++s)
      expected.segment<3>(3 * kernel.blocks()[s]) += damping * bias * to_vec3(&g[4 * s]);
  }
  EXPECT_LT((lacking - expected).norm(), 1e-6 * expected.norm());
}

// The combination s K + c C is what the sink gets, on top of what is there.
TEST(CoordinateForces, SinkGetsTheSumOfStiffnessAndDamping) {
  Rig rig(make_loaded_chain(false, 15.0));
  Random random(10);
  rig.perturb(random, 0.02, 0.3);
  DenseMatrix k, c, both;
  rig.force(&k, 1.0, 0.0);
  rig.force(&c, 0.0, 1.0);
  rig.force(&both, 0.3, 7.0);
  expect_equal(both, 0.3 * k + 7.0 * c, 1e-12);
}

// ---- virtual work ------------------------------------------------------------------------------

// Generalised forces and reported wrenches do the same work in every motion the joints allow, and
// it is F ẋ summed over the members.
TEST(CoordinateForces, WrenchesDoTheWorkOfTheGeneralisedForces) {
  Machine m = make_loaded_chain(false, 15.0);
  m.stops.clear();
  Rig rig(m);
  const auto& term = dynamic_cast<forces::CoordinateForces&>(*rig.system->terms()[0]);
  Random random(12);
  for (int trial = 0; trial < 10; ++trial) {
    rig.randomise_velocity(random);
    const double power = rig.force().dot(rig.velocity());
    EXPECT_NEAR(rig.wrench_power(), power, 1e-8 * (1.0 + std::abs(power)));
    double sum = 0.0;
    for (std::size_t i = 0; i < rig.system->coordinates().size(); ++i) {
      const auto& kernel = rig.system->coordinates()[i];
      AlignedDoubles g(4 * kernel.slot_count());
      kernel.gradient(rig.state.x.data(), rig.state.coordinate[i], g.data());
      double rate = 0.0;
      for (int s = 0; s < kernel.slot_count(); ++s)
        rate += to_vec3(&g[4 * s]).dot(to_vec3(&rig.state.v[4 * kernel.blocks()[s]]));
      const int index = static_cast<int>(i);
      sum += rate * term.spring_force(index, rig.configuration());
    }
    EXPECT_NEAR(sum, power, 1e-8 * (1.0 + std::abs(power)));
  }
}

// ---- motion ------------------------------------------------------------------------------------

// An undamped machine of springs keeps its energy; the trapezoidal rule swings about it with h².
TEST(CoordinateForces, UndampedMotionKeepsItsEnergy) {
  double drift[2];
  for (int refined = 0; refined < 2; ++refined) {
    Machine m = make_loaded_chain(false, 0.0);
    m.stops.clear();
    m.settings.gravity = Vec3::Zero();
    m.settings.step = refined == 0 ? 5e-4 : 2.5e-4;
    m.settings.tolerance = 1e-4;
    m.settings.max_iterations = 20;
    Rig rig(m);
    const double start = rig.total_energy();
    drift[refined] = 0.0;
    const int steps = refined == 0 ? 1000 : 2000;  // half a second
    for (int i = 0; i < steps; ++i) {
      rig.step();
      drift[refined] = std::max(drift[refined], std::abs(rig.total_energy() - start) / start);
    }
    EXPECT_EQ(rig.stepper->counters().not_converged, 0);
    EXPECT_EQ(rig.stepper->counters().retried, 0);
  }
  EXPECT_LT(drift[0], 1e-3);
  EXPECT_LT(drift[1], 0.3 * drift[0]);
}

/// Largest error of a lift with spring, damper and force(t) against `exact` over 2 s.
template <class Exact>
double oscillator_error(double h, double speed, const std::string& force, const Exact& exact) {
  Machine m = make_lift(4.0);
  m.settings.gravity = Vec3::Zero();
  m.settings.step = h;
  m.settings.tolerance = 1e-7;
  add_spring(m, "lift", 400.0, 8.0, 0.6);
  if (!force.empty()) m.springs.back().force = formula(force);
  m.coordinates[0].initial_speed = speed;
  Rig rig(m);
  double error = 0.0;
  for (int i = 1; i * h < 2.0; ++i) {
    rig.step();
    error = std::max(error, std::abs(rig.state.coordinate[0] - 0.6 - exact(i * h)));
  }
  return error;
}

// m ẍ + c ẋ + k x = 0 has x = e^{-δt} (A cos ωt + B sin ωt); second order in h.
TEST(CoordinateForces, DampedOscillatorIsSecondOrder) {
  const double delta = 1.0, omega = std::sqrt(100.0 - 1.0), x0 = 0.4, v0 = -1.0;
  const auto exact = [&](double t) {
    return std::exp(-delta * t) *
           (x0 * std::cos(omega * t) + (v0 + delta * x0) / omega * std::sin(omega * t));
  };
  const double coarse = oscillator_error(4e-3, v0, "", exact);
  const double fine = oscillator_error(2e-3, v0, "", exact);
  EXPECT_LT(fine, 3e-4);
  EXPECT_NEAR(coarse / fine, 4.0, 0.3);
}

// The same oscillator pushed by F cos Ωt: transient plus steady state.
TEST(CoordinateForces, ForcedOscillatorIsSecondOrder) {
  const double push = 60.0, drive = 7.0, mass = 4.0, damping = 8.0, stiffness = 400.0;
  const double real = stiffness - mass * drive * drive, imaginary = damping * drive;
  const double norm = real * real + imaginary * imaginary;
  const double pc = push * real / norm, ps = push * imaginary / norm;
  const double delta = 1.0, omega = std::sqrt(99.0);
  const double a = 0.4 - pc, b = (0.5 - ps * drive + delta * a) / omega;
  const auto exact = [&](double t) {
    return pc * std::cos(drive * t) + ps * std::sin(drive * t) +
           std::exp(-delta * t) * (a * std::cos(omega * t) + b * std::sin(omega * t));
  };
  const double coarse = oscillator_error(4e-3, 0.5, "60*cos(7*t)", exact);
  const double fine = oscillator_error(2e-3, 0.5, "60*cos(7*t)", exact);
  EXPECT_LT(fine, 3e-4);
  EXPECT_NEAR(coarse / fine, 4.0, 0.3);
}

// Physical pendulum with a rotational spring at small angles: ω² = (k + m g l)/J.
TEST(CoordinateForces, PendulumWithRotationalSpring) {
  Machine m;
  m.bodies.push_back(make_body("rod", Vec3::Zero(), 2.0));
  m.bodies[0].centre = Vec3(0, 0, -0.5);
  m.joints.push_back(
      make_joint(m, "pin", JointType::revolute, kGround, "rod", Vec3::Zero(), Vec3::UnitY()));
  m.coordinates.push_back(make_coordinate("angle", Coordinate::Kind::angle, "pin"));
  m.coordinates[0].initial_speed = 1e-3;
  add_spring(m, "angle", 30.0, 0.0, 0.0);
  m.settings.tolerance = 1e-9;
  Rig rig(m);
  const double inertia = 2.0 * 0.07 + 2.0 * 0.25;
  const double omega = std::sqrt((30.0 + 2.0 * 9.81 * 0.5) / inertia);
  for (int i = 1; i <= 500; ++i) {
    rig.step();
    EXPECT_NEAR(rig.state.coordinate[0], 1e-3 / omega * std::sin(omega * i * 1e-3), 4e-9);
  }
}

}  // namespace
}  // namespace outrigger
