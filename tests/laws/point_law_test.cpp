/// A law of one's own: the built-in laws behind the interface, and one that a user might write.
#include "contact/laws/point_law.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>

#include "base/random.h"
#include "contact/laws/restitution.h"
#include "math/random_rotation.h"

namespace outrigger::contact {
namespace {

// Law: the standard law is the functions it stands for, to the bit; softening scales the stiffness.
TEST(PointLaw, StandardLawIsTheFunctions) {
  const NormalLaw normal{.stiffness = 3e6, .restitution = 0.4};
  const FrictionLaw friction{.static_coefficient = 0.7, .dynamic_coefficient = 0.5};
  const StandardPointLaw standard(normal, friction);
  const PointLaw& law = standard;
  EXPECT_EQ(law.stiffness(), 3e6);
  EXPECT_EQ(law.exponent(), 1.5);
  const double D = law.damping_rate(2.0);
  EXPECT_EQ(D, damping_rate(normal, 2.0));
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) {
    const double depth = random.uniform(-0.01, 0.05), rate = random.uniform(-3.0, 3.0);
    const NormalForce n = law.normal_force({depth, rate, D, 1.0});
    EXPECT_EQ(n.force, normal_force(normal, D, depth, rate).force);
    NormalLaw soft = normal;
    soft.stiffness *= 0.125;
    EXPECT_EQ(law.normal_force({depth, rate, D, 0.125}).force,
              normal_force(soft, D, depth, rate).force);
    const Vec3 y = 1e-3 * random_unit_vector(random), v = 0.05 * random_unit_vector(random);
    const BristleParameters bristle = estimate_bristle(20.0, 1e-3);
    const FrictionForce f = law.friction_force({y, v, 300.0, bristle});
    EXPECT_EQ(f.force, friction_force(friction, bristle, y, v, 300.0).force);
    EXPECT_EQ(law.positive_tangent({y, v, 300.0, bristle}, true).by_velocity,
              positive_tangent(friction, bristle, y, v, 300.0, true).by_velocity);
  }
}

// Law: the clamp of a standard law is at what it does, not at its nominal value.
TEST(PointLaw, ClampIsAtTheRealRestitution) {
  const auto restitution = [](NormalLaw::Kind kind) {
    return StandardPointLaw({.kind = kind, .stiffness = 1e6, .restitution = 0.3}, {}).restitution();
  };
  EXPECT_NEAR(restitution(NormalLaw::Kind::restitution), 0.3, 1e-12);
  EXPECT_NEAR(restitution(NormalLaw::Kind::hunt_crossley), 0.581, 6e-4);
  EXPECT_NEAR(restitution(NormalLaw::Kind::flores), 0.256, 6e-4);
  EXPECT_EQ(restitution(NormalLaw::Kind::hertz), 1.0);
  EXPECT_EQ(restitution(NormalLaw::Kind::kelvin_voigt), 1.0);
}

/// Tyre rubber that a user measured: a quadratic spring, and friction that grows with N^0.9.
class MeasuredRubber final : public PointLaw {
 public:
  double stiffness() const override { return kStiffness; }
  double exponent() const override { return 2.0; }
  double restitution() const override { return 1.0; }
  double damping_rate(double) const override { return 0.2; }
  NormalForce normal_force(const NormalState& s) const override {
    return contact::normal_force({.stiffness = kStiffness * s.softening, .exponent = 2.0},
                                 s.damping_rate, s.depth, s.rate);
  }
  FrictionForce friction_force(const FrictionState& s) const override {
    FrictionForce f;
    if (!(s.N > 0.0)) return f;
    const double size = std::pow(s.N, 0.9), speed = std::sqrt(s.v_t.squaredNorm() + 1e-4);
    f.force = -size * s.v_t / speed;
    f.by_velocity = size / speed * (Mat3::Identity() - s.v_t * s.v_t.transpose() / (speed * speed));
    f.by_velocity(0, 1) += 50.0;  // an unsymmetric, indefinite part
    f.by_normal = 0.9 / s.N * f.force;
    return f;
  }

 private:
  static constexpr double kStiffness = 4e5;
};

// Law: whoever holds a PointLaw gets the user's forces, and a positive tangent without asking for one.
TEST(PointLaw, UsersLawReplacesBoth) {
  const MeasuredRubber rubber;
  const PointLaw& law = rubber;
  EXPECT_NEAR(law.normal_force({0.01, 0.0, law.damping_rate(1.0), 1.0}).force, 40.0, 1e-9);
  EXPECT_NEAR(law.normal_force({0.01, 1.0, law.damping_rate(1.0), 1.0}).force, 48.0, 1e-9);
  const PointLaw::FrictionState state{Vec3::Zero(), Vec3(3.0, 0.0, 0.0), 100.0, {}};
  EXPECT_NEAR(law.friction_force(state).force.x(), -std::pow(100.0, 0.9), 1e-3);
  const FrictionTangent t = law.positive_tangent(state, false);
  EXPECT_LT((t.by_velocity - t.by_velocity.transpose()).norm(), 1e-12);
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(t.by_velocity);
  EXPECT_GT(eigen.eigenvalues().minCoeff(), -1e-12);
  EXPECT_GT(eigen.eigenvalues().maxCoeff(), 1.0);
}

// Law: a positive matrix is its own positive part, a negative one has none.
TEST(PointLaw, PositivePart) {
  Random random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const Mat3 R = random_rotation(random);
    const Vec3 d(random.uniform(0.0, 5.0), random.uniform(0.0, 5.0), random.uniform(0.0, 5.0));
    const Mat3 a = R * d.asDiagonal() * R.transpose();
    EXPECT_LT((positive_part(a) - a).norm(), 1e-13);
    EXPECT_LT(positive_part(-a).norm(), 1e-13);
    const Vec3 mixed(d.x(), -d.y(), d.z());
    const Mat3 kept = R * Vec3(d.x(), 0.0, d.z()).asDiagonal() * R.transpose();
    EXPECT_LT((positive_part(R * mixed.asDiagonal() * R.transpose()) - kept).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace outrigger::contact
