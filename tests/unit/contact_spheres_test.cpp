/// Contact spheres as a force term: forces and tangents of one step, frozen as the stepper sees them.
#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/random.h"
#include "support/contact_rig.h"

namespace outrigger {
namespace {

using contact_rig::ContactRig;
using contact_rig::DenseMatrix;
using contact_rig::DenseVector;
using contact_rig::FixedResponse;
using contact_rig::PairValues;
using description::Machine;

constexpr double kMass = 10.0, kRadius = 0.05, kStiffness = 1e6;

/// A box with one sphere below, pressed `depth` into a slope.
Machine make_pressed(double depth, double slope, PairValues values = {}) {
  Machine m;
  const Mat3 r = contact_rig::along_slope(slope);
  const Vec3 centre(0.07, -0.04, -0.1);
  const Vec3 normal = r.col(2);
  m.bodies = {contact_rig::make_box({0.4, 0.3, 0.2}, kMass,
                                    {Vec3((kRadius - depth) * normal - r * centre), r})};
  values.young = contact_rig::young_for(kStiffness, kRadius);
  contact_rig::add_materials(m, values);
  contact_rig::add_sphere(m, "box", centre, kRadius);
  return m;
}

struct Pressed {
  const char* name;
  double slope;
  Vec3 velocity, angular;      ///< at the start of the step
  Vec3 moved, velocity_after;  ///< of the body within the step, before tangents are compared
  bool slides;
};

const Pressed kCases[] = {
    {"at rest", 0.0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, false},
    {"stick", 0.0, {1e-3, 0, 0}, {0, 0, 0}, {1e-6, 2e-6, -1e-6}, {2e-3, 1e-3, 0}, false},
    {"slip", 0.0, {2, 1, 0}, {0, 0, 0}, {2e-3, 1e-3, 0}, {2, 1, 0}, true},
    {"approaching", 0.0, {0, 0, -1}, {0, 0, 0}, {0, 0, -1e-3}, {1e-3, 0, -1}, false},
    {"separating", 0.0, {0, 0, 0}, {0, 0, 0}, {0, 0, 1e-5}, {0, 0, 2e-3}, false},
    {"tilted, stick", 0.3, {0, 0, 0}, {0, 0, 0}, {1e-6, 2e-6, -1e-5}, {1e-3, 0, 0}, false},
    {"tilted, slip", -0.4, {1, 3, -0.6}, {0, 0, 3}, {1e-3, 2e-3, -1e-3}, {1, 3, -0.6}, true},
};

void set_case(ContactRig& rig, const Pressed& k, system::Response& response) {
  rig.set_rigid_motion(k.velocity, k.angular);
  rig.prepare(response);
  // A pure translation: points move, vectors do not.
  const Vec3 before = rig.pose().position;
  Machine moved = rig.machine;
  moved.bodies[0].pose = {before + k.moved, rig.pose().rotation};
  moved.bodies[0].velocity = k.velocity_after;
  moved.bodies[0].angular_velocity = k.angular;
  ContactRig other(moved);
  rig.state.x = other.state.x;
  rig.state.v = other.state.v;
}

// Law: K and C are the derivatives of the force at a frozen contact; what is left out is ∂F_t/∂N
// only, so that in slip the columns along the normal differ.
TEST(GroundSpheres, TangentsAgreeWithDifferences) {
  for (const Pressed& k : kCases) {
    SCOPED_TRACE(k.name);
    const description::Site site = contact_rig::make_slope(k.slope);
    ContactRig rig(make_pressed(4e-3, k.slope), &site);
    FixedResponse response(30.0);
    set_case(rig, k, response);
    const Vec3 n = contact_rig::along_slope(k.slope).col(2);
    DenseMatrix along = DenseMatrix::Identity(rig.size(), rig.size());
    for (int i = 0; i < rig.size(); i += 3) along.block<3, 3>(i, i) -= n * n.transpose();
    DenseMatrix stiffness, damping;
    rig.force(0, &stiffness, 1.0, 0.0);
    rig.force(0, &damping, 0.0, 1.0);
    DenseMatrix ek = stiffness - rig.difference(false, 0, 1e-8);
    DenseMatrix ec = damping - rig.difference(true, 0, 1e-6);
    const double scale_k = stiffness.cwiseAbs().maxCoeff();
    const double scale_c = damping.cwiseAbs().maxCoeff();
    if (k.slides) {
      EXPECT_GT(ek.cwiseAbs().maxCoeff(), 1e-2 * scale_k) << "slips, so N must matter";
      ek = ek * along;
      ec = ec * along;
    }
    EXPECT_LE(ek.cwiseAbs().maxCoeff(), 2e-5 * scale_k);
    EXPECT_LE(ec.cwiseAbs().maxCoeff(), 2e-5 * scale_c);
    // The law lets go of what parts that fast.
    const bool lets_go = std::string_view(k.name) == "separating";
    EXPECT_EQ(scale_k > 1.0, !lets_go);
    EXPECT_EQ(scale_c > 1.0, !lets_go);
  }
}

// A slip that turns back and back again within a step gets the secant, which is stiffer than the force.
TEST(GroundSpheres, SlipThatTurnsBackTwiceGetsTheSecant) {
  const Pressed& k = kCases[2];
  const description::Site site = contact_rig::make_slope(k.slope);
  ContactRig rig(make_pressed(4e-3, k.slope), &site);
  FixedResponse response(30.0);
  set_case(rig, k, response);
  DenseMatrix exact, secant;
  rig.force(0, &exact, 0.0, 1.0);
  const auto turn_back = [&] {
    for (int i = 0; i < rig.size(); ++i) *rig.v(i) = -*rig.v(i);
  };
  turn_back();
  rig.force();
  turn_back();
  rig.force(0, &secant, 0.0, 1.0);
  const Eigen::SelfAdjointEigenSolver<DenseMatrix> more(secant - exact);
  EXPECT_GT(more.eigenvalues().minCoeff(), -1e-9 * secant.cwiseAbs().maxCoeff());
  EXPECT_GT(more.eigenvalues().maxCoeff(), 1.0);
  // Once it keeps to one side, the exact slope is back.
  rig.force(0, &secant, 0.0, 1.0);
  EXPECT_EQ(secant, exact);
}

// Law: T stays symmetric and positive semi-definite, or LDLᵀ would fail.
TEST(GroundSpheres, TangentsAreSymmetricAndNotNegative) {
  Random random(11);
  for (int trial = 0; trial < 40; ++trial) {
    const double slope = random.uniform(-1.0, 1.0);
    const description::Site site = contact_rig::make_slope(slope);
    ContactRig rig(make_pressed(random.uniform(-1e-3, 2e-2), slope), &site);
    FixedResponse response(std::pow(10.0, random.uniform(-1.0, 4.0)));
    const auto vector = [&](double size) {
      const double a = random.uniform(-size, size), b = random.uniform(-size, size);
      return Vec3(a, b, random.uniform(-size, size));
    };
    rig.set_rigid_motion(vector(2.0), vector(2.0));
    rig.prepare(response);
    for (int i = 0; i < rig.size(); ++i) {
      *rig.x(i) += random.uniform(-1e-3, 1e-3);
      *rig.v(i) += random.uniform(-1.0, 1.0);
    }
    DenseMatrix t;
    rig.force(trial % 6, &t, 1.0, 0.01);
    EXPECT_LE((t - t.transpose()).cwiseAbs().maxCoeff(), 1e-12 * t.cwiseAbs().maxCoeff());
    const Eigen::SelfAdjointEigenSolver<DenseMatrix> values(t);
    EXPECT_GE(values.eigenvalues().minCoeff(), -1e-10 * std::max(1.0, t.cwiseAbs().maxCoeff()));
  }
}

// Law: F = N n + F_t with the numbers of the header, in stick and in slip.
TEST(GroundSpheres, ForcesFollowTheLaw) {
  const double depth = 4e-3, h = 1e-3, mass = 300.0;
  const double normal = kStiffness * std::pow(depth, 1.5);
  {
    ContactRig rig(make_pressed(depth, 0.0));
    FixedResponse response(mass);
    rig.set_rigid_motion({0, 0, 0}, {0, 0, 0});
    rig.prepare(response);
    const Vec3 v(1e-4, -2e-4, 0.0);
    rig.set_rigid_motion(v, Vec3::Zero());
    const DenseVector q = rig.force();
    const double c = 2.0 * mass / (2.0 * h);
    // Power of the force at a rigid velocity u is F·u.
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 u = Vec3::Zero();
      u[axis] = 1.0;
      rig.set_rigid_motion(u, Vec3::Zero());
      double power = 0.0;
      for (int i = 0; i < rig.size(); ++i) power += q[i] * *rig.v(i);
      EXPECT_NEAR(power, axis == 2 ? normal : -c * v[axis], 1e-6 * normal) << axis;
    }
  }
  {
    // Sliding: μ N against the slip, in the reading too.
    PairValues values;
    values.static_friction = 0.6;
    values.dynamic_friction = 0.4;
    ContactRig rig(make_pressed(depth, 0.0, values));
    FixedResponse response(mass);
    rig.set_rigid_motion({3, 4, 0}, {0, 0, 0});
    rig.prepare(response);
    rig.force();
    rig.accept(response);
    const contact::SphereReading r = rig.sphere(0);
    EXPECT_TRUE(r.touching);
    EXPECT_TRUE(r.sliding);
    EXPECT_NEAR(r.normal_force, normal, 1e-6 * normal);
    EXPECT_LT((r.force - normal * Vec3(-0.4 * 0.6, -0.4 * 0.8, 1.0)).norm(), 1e-6 * normal);
  }
  {
    // At rest the static coefficient counts.
    PairValues values;
    values.static_friction = 0.6;
    values.dynamic_friction = 0.4;
    ContactRig rig(make_pressed(depth, 0.0, values));
    FixedResponse response(1e6);
    rig.prepare(response);
    rig.set_rigid_motion({10, 0, 0}, {0, 0, 0});
    rig.force();
    rig.accept(response);
    EXPECT_NEAR(rig.sphere(0).force.x(), -0.6 * normal, 1e-6 * normal);
  }
}

// Law: the reported wrench does the work of the generalised forces.
TEST(GroundSpheres, WrenchesDoTheWorkOfTheForces) {
  ContactRig rig(make_pressed(4e-3, 0.0));
  FixedResponse response(30.0);
  rig.set_rigid_motion({0.5, -0.2, -0.01}, {0.3, 0.2, -0.4});
  rig.prepare(response);
  const DenseVector q = rig.force();
  rig.accept(response);
  std::vector<system::BodyWrench> wrenches;
  rig.spheres->wrenches(rig.configuration(0), rig.term_state(0), {rig.pose()}, wrenches);
  ASSERT_EQ(wrenches.size(), 1u);
  double power = 0.0;
  for (int i = 0; i < rig.size(); ++i) power += q[i] * *rig.v(i);
  const model::Twist t = rig.twist();
  EXPECT_NEAR(wrenches[0].force.dot(t.linear) + wrenches[0].torque.dot(t.angular), power,
              1e-6 * std::abs(power));
}

// Law: what is high in the air is no contact, and costs no memory; bad positions are no crash.
TEST(GroundSpheres, InTheAirThereIsNothing) {
  ContactRig rig(make_pressed(-5.0, 0.0));
  FixedResponse response(30.0);
  rig.prepare(response);
  EXPECT_EQ(rig.force().norm(), 0.0);
  rig.accept(response);
  for (double value : rig.state.term) EXPECT_EQ(value, 0.0);
  EXPECT_FALSE(rig.sphere(0).touching);
  for (const bool field : {false, true}) {
    const description::Site site = contact_rig::make_slope(0.1);
    ContactRig bad(make_pressed(1e-3, 0.0), field ? &site : nullptr);
    bad.prepare(response);
    bad.accept(response);
    for (double& value : bad.state.x) value = NAN;
    bad.prepare(response);
    bad.force();
    bad.accept(response);
    bad.spheres->energy(bad.configuration(0), bad.term_state(0));
  }
}

}  // namespace
}  // namespace outrigger
