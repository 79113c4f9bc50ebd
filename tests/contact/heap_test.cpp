/// Free bodies that touch, with six unknowns each, against the same bodies as one system in natural
/// coordinates, and against what must hold for any heap.
#include "solve/free_body_island.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/random.h"
#include "contact/laws/point_law.h"
#include "math/random_rotation.h"
#include "sim/world.h"
#include "validation/contact_scenes.h"

namespace outrigger {
namespace {

using contact::PointContact;
using contact::PointMemory;
using contact::PointParameters;
using description::ContactShape;
using sim::World;
using validation::add_body;
using validation::add_friction;
using validation::add_shape;

/// Balls and boxes, thrown onto each other and the ground; lopsided ones among them.
validation::ContactScene make_heap(int count, double step) {
  validation::ContactScene scene;
  description::Machine& m = scene.machine;
  m.settings.step = step;
  Random random(11);
  for (int i = 0; i < count; ++i) {
    const std::string name = "b" + std::to_string(i);
    const double mass = random.uniform(1.0, 5.0);
    const Vec3 edges(0.2, 0.15, 0.18);
    description::Body& b = add_body(
        m, name, mass,
        i % 3 == 0 ? validation::box_moments(mass, edges) : validation::ball_moments(mass, 0.12),
        {0.32 * (i % 3), 0.32 * (i / 3 % 3), 0.25 + 0.33 * (i / 9)});
    b.pose.rotation = random_rotation(random);
    b.velocity = 0.5 * random_unit_vector(random);
    b.angular_velocity = 2.0 * random_unit_vector(random);
    if (i % 3 == 0) {
      add_shape(m, name, ContactShape::Kind::box, "wood").size = edges;
    } else {
      add_shape(m, name, ContactShape::Kind::sphere, "wood").radius = 0.12;
      b.centre = Vec3(0.01, -0.02, 0.015);
    }
  }
  m.materials.push_back({"wood", {}, 1e8, 0.3, 0.3});
  m.materials.push_back({"asphalt", {}, 1e8, 0.3, 0.3});
  add_friction(m, "wood", "wood", 0.4);
  add_friction(m, "wood", "asphalt", 0.6);
  return scene;
}

World make_world(const validation::ContactScene& scene, bool heaps, bool ledger = true) {
  sim::WorldOptions options;
  options.articulation.free_body_islands = heaps;
  options.articulation.keep_ledger = ledger;
  return scene.make_world(options);
}

// Law: the same equations, so the same motion. Of a first touch the effective mass is taken at the
// predicted pose, whose axes are off by (h ω)⁴, by each solver in its way; the limits follow that.
void expect_same_motion(double h, const description::Settings& rule) {
  const double third = std::pow(h / 1e-3, 3), fourth = third * h / 1e-3;
  validation::ContactScene scene = make_heap(12, h);
  scene.machine.settings.method = rule.method;
  scene.machine.settings.rho_infinity = rule.rho_infinity;
  scene.machine.settings.tolerance = 1e-7;
  scene.machine.settings.projection = description::ProjectionMetric::mass;
  World six = make_world(scene, true), twelve = make_world(scene, false);
  int touching = 0, compared = 0, others = 0;
  for (int i = 0; i < std::lround(0.5 / h); ++i) {
    // From equal states, so that only one step is compared. Where contacts switch for ever, both may
    // stop at an increment that does no harm, and elsewhere.
    six.restore(twelve.save());
    const bool solved = six.step().converged;
    if (!twelve.step().converged || !solved) continue;
    touching += static_cast<int>(six.contacts().size());
    bool same = true;
    for (const auto& b : scene.machine.bodies) {
      const auto handle = six.body(b.name), other = twelve.body(b.name);
      const Pose p = six.pose(handle), q = twelve.pose(other);
      const model::Twist v = six.twist(handle), w = twelve.twist(other);
      same = same && (p.position - q.position).norm() < 1e-9 * fourth &&
             (p.rotation - q.rotation).norm() < 2e-8 * fourth &&
             (v.linear - w.linear).norm() < 3e-6 * third &&
             (v.angular - w.angular).norm() < 1e-4 * third;
    }
    ++compared;
    others += same ? 0 : 1;
    if (testing::Test::HasFailure()) return;
  }
  // Friction may have two solutions where it just starts to slip.
  EXPECT_LE(others, compared / 50) << "of " << compared << " steps";
  EXPECT_GT(touching, 100) << "nothing was touched: the test tests nothing";
  EXPECT_GT(six.counters().free_body_steps, 50) << "no heap was stepped: the test tests nothing";
  EXPECT_LE(six.counters().free_body_steps_left, six.counters().free_body_steps / 20);
  EXPECT_EQ(twelve.counters().free_body_steps, 0);
}

TEST(Heap, MovesAsTheGeneralSystemDoes) {
  for (const double h : {1e-3, 5e-3}) expect_same_motion(h, {});
}

TEST(Heap, MovesAsTheGeneralSystemDoesWithDissipation) {
  description::Settings rule;
  rule.method = description::IntegratorMethod::generalized_alpha;
  rule.rho_infinity = 0.8;
  expect_same_motion(1e-3, rule);
}

// Law: numbers that go bad do not enter the state, wherever in the step they come up.
TEST(Heap, ContainsALawThatGivesNoNumber) {
  struct Bad final : contact::PointLaw {
    mutable int calls = 0;
    int bad_from = 0;
    double stiffness() const override { return 1e6; }
    double exponent() const override { return 1.0; }
    double restitution() const override { return 1.0; }
    double damping_rate(double) const override { return 0.0; }
    contact::NormalForce normal_force(const NormalState& s) const override {
      const bool good = calls++ < bad_from;
      return {good ? 1e6 * s.depth : std::numeric_limits<double>::quiet_NaN(), 1e6, 0.0};
    }
    contact::FrictionForce friction_force(const FrictionState&) const override { return {}; }
  };
  for (int bad_from = 0; bad_from < 40; ++bad_from) {
    const auto law = std::make_shared<Bad>();
    law->bad_from = bad_from;
    sim::WorldOptions options;
    options.contact_laws.push_back({"wood", "asphalt", law});
    World world = make_heap(3, 1e-3).make_world(options);
    for (int i = 0; i < 300; ++i) world.step();
    for (const char* name : {"b0", "b1", "b2"}) {
      ASSERT_TRUE(world.pose(world.body(name)).position.allFinite()) << bad_from;
      ASSERT_TRUE(world.twist(world.body(name)).linear.allFinite()) << bad_from;
      ASSERT_TRUE(world.acceleration(world.body(name)).linear.allFinite()) << bad_from;
    }
    EXPECT_GT(law->calls, bad_from);
    EXPECT_GT(world.counters().free_body_steps_left, 0);
  }
}

// Law: inner forces change neither momentum nor angular momentum, also where steps end in impulses.
TEST(Heap, KeepsMomentum) {
  validation::ContactScene scene = make_heap(9, 5e-3);
  description::Machine& m = scene.machine;
  m.settings.gravity = Vec3::Zero();
  validation::leave_out_ground(m);
  // Towards each other.
  for (auto& b : m.bodies) b.velocity = 2.0 * (Vec3(0.2, 0.2, 0.2) - b.pose.position);
  World world = make_world(scene, true);
  const auto momenta = [&] {
    Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
    for (const auto& b : m.bodies) {
      const Pose pose = world.pose(world.body(b.name));
      const model::Twist t = world.twist(world.body(b.name));
      const Vec3 arm = pose.rotation * b.centre;
      const Vec3 p = b.mass * (t.linear + t.angular.cross(arm));
      sum.head<3>() += p;
      sum.tail<3>() += (pose.position + arm).cross(p) +
                       pose.rotation * b.inertia * pose.rotation.transpose() * t.angular;
    }
    return sum;
  };
  const auto before = momenta();
  int touching = 0;
  for (int i = 0; i < 200; ++i) {
    world.step();
    touching += static_cast<int>(world.contacts().size());
  }
  EXPECT_GT(touching, 50);
  EXPECT_NEAR((momenta() - before).head<3>().norm(), 0.0, 1e-11);
  // Free rotation itself is right to second order in h.
  EXPECT_NEAR((momenta() - before).tail<3>().norm(), 0.0, 5e-3);
}

// Law: what a heap has lost is in its book, and it never gains.
TEST(Heap, BooksItsEnergy) {
  const validation::ContactScene scene = make_heap(12, 1e-3);
  World six = make_world(scene, true), twelve = make_world(scene, false);
  const double start = six.energies().total();
  for (int i = 0; i < 1000; ++i) {
    six.step();
    twelve.step();
    ASSERT_LE(six.energies().total(), start + 1e-6 * std::abs(start));
  }
  const auto book = six.energies().ledger;
  EXPECT_NEAR(start - six.energies().total(),
              book.dissipated + book.integrator + book.projection + book.detection, 1e-9 * start);
  EXPECT_NEAR(book.dissipated, twelve.energies().ledger.dissipated, 0.1 * book.dissipated);
}

// Law: K of full_tangent is -∂F/∂r, friction that follows N included.
TEST(Heap, FullTangentAgreesWithDifferences) {
  Random random(5);
  int sliding = 0;
  for (const auto kind :
       {contact::FrictionLaw::Kind::bristle, contact::FrictionLaw::Kind::regularised})
    for (int trial = 0; trial < 100; ++trial) {
      PointParameters law;
      law.friction = kind;
      law.normal.stiffness = 1e6;
      law.damping_factor = 0.5;
      law.restitution = 0.5;
      const Vec3 n = random_unit_vector(random);
      PointMemory memory;
      memory.mass = 2.0;
      PointContact point;
      point.start(law, memory, n, 2e-3, Mat3::Identity());
      const double h = 1e-3;
      const Vec3 v0 = 0.05 * random_unit_vector(random) - 0.02 * n;
      point.begin(v0, v0, Vec3::Zero(), h);
      const Vec3 at = 2e-4 * random_unit_vector(random), v = v0 + 0.02 * random_unit_vector(random);
      const PointContact::Forces f = point.forces(at, at, v);
      if (!(f.normal.force > 0.0)) continue;
      sliding += f.sliding ? 1 : 0;
      const Mat3 k = point.full_tangent(f, 1.0, 0.0), c = point.full_tangent(f, 0.0, 1.0);
      Mat3 dk, dc;
      const double dx = 1e-8, dv = 1e-6;
      bool switches = false;
      for (int i = 0; i < 3; ++i) {
        const Vec3 e = Vec3::Unit(i);
        const auto force = [&](const Vec3& place, const Vec3& speed) {
          const PointContact::Forces g = point.forces(place, place, speed);
          switches = switches || g.sliding != f.sliding;
          return g.total(n);
        };
        dk.col(i) = (force(at - dx * e, v) - force(at + dx * e, v)) / (2.0 * dx);
        dc.col(i) = (force(at, v - dv * e) - force(at, v + dv * e)) / (2.0 * dv);
      }
      if (switches) continue;
      // Regularised friction below its slip speed keeps the positive part of its slope only.
      if (kind == contact::FrictionLaw::Kind::regularised && !f.sliding) continue;
      EXPECT_NEAR((k - dk).norm(), 0.0, 1e-4 * k.norm());
      EXPECT_NEAR((c - dc).norm(), 0.0, 1e-4 * c.norm());
    }
  EXPECT_GT(sliding, 20);
}

}  // namespace
}  // namespace outrigger
