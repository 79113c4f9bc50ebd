/// K and C of a whole contact, normal and friction together, against differences of the force: on a
/// plane for every pair of laws, and with normals that turn.
#include "contact/laws/point_tangent.h"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <string>

#include "base/random.h"
#include "math/random_rotation.h"

namespace outrigger::contact {
namespace {

using NormalKind = NormalLaw::Kind;
using FrictionKind = FrictionLaw::Kind;

constexpr NormalKind kNormals[] = {NormalKind::restitution, NormalKind::hertz,
                                   NormalKind::kelvin_voigt, NormalKind::ramped_kelvin_voigt,
                                   NormalKind::nonlinear_damping};
constexpr FrictionKind kFrictions[] = {FrictionKind::bristle, FrictionKind::thesis_bristle,
                                       FrictionKind::stribeck, FrictionKind::regularised,
                                       FrictionKind::coulomb};

/// A point of A at x, moving with v, on a plane through the origin.
struct Contact {
  NormalLaw normal_law;
  FrictionLaw friction_law;
  BristleParameters bristle;
  double damping_rate = 0.0;
  Vec3 normal, bristle_start, x, v;

  NormalForce normal_part(const Vec3& place, const Vec3& velocity) const {
    return normal_force(normal_law, damping_rate, -normal.dot(place), -normal.dot(velocity));
  }
  Vec3 tangential(const Vec3& a) const { return a - normal.dot(a) * normal; }
  FrictionForce friction(const Vec3& place, const Vec3& velocity) const {
    return friction_force(friction_law, bristle, tangential(bristle_start + place),
                          tangential(velocity), normal_part(place, velocity).force);
  }
  Vec3 force(const Vec3& place, const Vec3& velocity) const {
    return normal_part(place, velocity).force * normal + friction(place, velocity).force;
  }
};

Contact random_contact(NormalKind normal_kind, FrictionKind friction_kind, Random& random) {
  Contact c;
  c.normal_law = {.kind = normal_kind, .stiffness = 1e6, .restitution = 0.5};
  c.normal_law.damping = normal_kind == NormalKind::nonlinear_damping ? 3e5 : 300.0;
  c.normal_law.ramp_depth = 0.02;
  c.damping_rate = damping_rate(c.normal_law, 1.0);
  c.friction_law = {.kind = friction_kind, .static_coefficient = 0.8, .dynamic_coefficient = 0.5};
  c.friction_law.viscous = 20.0;
  c.friction_law.stribeck_speed = 0.1;
  c.friction_law.regularisation_speed = 0.05;
  c.bristle = {1e5, 500.0};
  c.normal = random_unit_vector(random);
  c.bristle_start = c.tangential(random.uniform(0.0, 0.02) * random_unit_vector(random));
  c.x = c.tangential(1e-3 * random_unit_vector(random)) - random.uniform(2e-3, 0.015) * c.normal;
  c.v = random.uniform(0.01, 0.3) * random_unit_vector(random);
  return c;
}

// Law: K = -∂F/∂x, C = -∂F/∂v on a plane, in stick and slip; corrections §3's cases 1-3 in full.
TEST(PointTangent, PlaneAgreesWithDifferences) {
  Random random(1);
  double worst = 0.0;
  int sticking = 0, sliding = 0;
  for (const NormalKind normal_kind : kNormals)
    for (const FrictionKind friction_kind : kFrictions)
      for (int trial = 0; trial < 200; ++trial) {
        const Contact c = random_contact(normal_kind, friction_kind, random);
        const FrictionForce f = c.friction(c.x, c.v);
        const PointTangent exact = point_tangent(c.normal, c.normal_part(c.x, c.v), f);
        const double dx = 1e-6, dv = 1e-5;
        Mat3 K, C;
        bool switches = std::abs(c.tangential(c.v).norm() - 0.05) < 1e-3;
        for (int axis = 0; axis < 3; ++axis) {
          const Vec3 e = Vec3::Unit(axis);
          const auto stencil = [&](const Vec3& x, const Vec3& v, double step) {
            for (const double s : {-2.0, 2.0})
              switches |= c.friction(c.x + s * x, c.v + s * v).sliding != f.sliding;
            return Vec3(-(8.0 * (c.force(c.x + x, c.v + v) - c.force(c.x - x, c.v - v)) -
                          (c.force(c.x + 2 * x, c.v + 2 * v) - c.force(c.x - 2 * x, c.v - 2 * v))) /
                        (12.0 * step));
          };
          K.col(axis) = stencil(dx * e, Vec3::Zero(), dx);
          C.col(axis) = stencil(Vec3::Zero(), dv * e, dv);
        }
        if (switches) continue;
        ++(f.sliding ? sliding : sticking);
        const double error = std::max((K - exact.stiffness).norm() / exact.stiffness.norm(),
                                      (C - exact.damping).norm() / (exact.damping.norm() + 100.0));
        worst = std::max(worst, error);
        ASSERT_LT(error, 1e-8) << static_cast<int>(normal_kind) << static_cast<int>(friction_kind)
                               << " trial " << trial;
      }
  EXPECT_GT(sticking, 1000);
  EXPECT_GT(sliding, 1000);
  RecordProperty("largest_relative_error", std::to_string(worst * 1e9) + "e-9");
}

// Law: the positive tangent has no negative eigenvalue and equals the exact one without F_N where
// friction is positive itself.
TEST(PointTangent, PositiveTangentIsPositive) {
  Random random(2);
  for (const FrictionKind kind : kFrictions)
    for (int trial = 0; trial < 200; ++trial) {
      const Contact c = random_contact(NormalKind::restitution, kind, random);
      const NormalForce n = c.normal_part(c.x, c.v);
      const FrictionTangent friction =
          positive_tangent(c.friction_law, c.bristle, c.tangential(c.bristle_start + c.x),
                           c.tangential(c.v), n.force);
      const PointTangent t = positive_point_tangent(c.normal, n, friction);
      for (const Mat3& a : {t.stiffness, t.damping}) {
        EXPECT_LT((a - a.transpose()).norm(), 1e-12 * (1.0 + a.norm()));
        const Eigen::SelfAdjointEigenSolver<Mat3> eigen(a, Eigen::EigenvaluesOnly);
        EXPECT_GT(eigen.eigenvalues().minCoeff(), -1e-12 * (1.0 + a.norm()));
      }
      EXPECT_NEAR(c.normal.dot(t.stiffness * c.normal), n.by_depth, 1e-9 * n.by_depth);
    }
}

// Law: two spheres (or a vertex) and a sphere on an edge: δ = R - l, n = x/l turns with x.
TEST(PointTangent, TurningNormalsAgreeWithDifferences) {
  Random random(3);
  double worst = 0.0;
  for (int trial = 0; trial < 400; ++trial) {
    const bool edge = trial % 2 == 0;
    const Vec3 t = random_unit_vector(random);
    const Mat3 across = edge ? Mat3(Mat3::Identity() - t * t.transpose()) : Mat3::Identity();
    const double radius = 0.5;
    const NormalLaw law{.stiffness = 1e6, .restitution = 0.6};
    const double D = damping_rate(law, 1.0);
    const auto part = [&](const Vec3& x, const Vec3& v) {
      const Vec3 r = across * x;
      return normal_force(law, D, radius - r.norm(), -r.normalized().dot(v));
    };
    const auto force = [&](const Vec3& x, const Vec3& v) {
      return Vec3(part(x, v).force * (across * x).normalized());
    };
    Vec3 direction = across * random_unit_vector(random);
    direction.normalize();
    const double l = random.uniform(0.4, 0.49);
    const Vec3 x = l * direction + (edge ? 0.2 : 0.0) * t;
    const Vec3 v = 0.5 * random_unit_vector(random);
    const Mat3 G = (across - direction * direction.transpose()) / l;
    const NormalForce n = part(x, v);
    PointTangent exact = point_tangent(direction, n, {});
    exact.stiffness += turning_normal_stiffness(direction, G, v, n);
    Mat3 K, C;
    const double d = 1e-5;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 e = d * Vec3::Unit(axis);
      const auto stencil = [&](const Vec3& a, const Vec3& b) {
        return Vec3(-(8.0 * (force(x + a, v + b) - force(x - a, v - b)) -
                      (force(x + 2 * a, v + 2 * b) - force(x - 2 * a, v - 2 * b))) /
                    (12.0 * d));
      };
      K.col(axis) = stencil(e, Vec3::Zero());
      C.col(axis) = stencil(Vec3::Zero(), e);
    }
    const double error = std::max((K - exact.stiffness).norm() / exact.stiffness.norm(),
                                  (C - exact.damping).norm() / exact.damping.norm());
    worst = std::max(worst, error);
    ASSERT_LT(error, 1e-8) << trial;
  }
  RecordProperty("largest_relative_error", std::to_string(worst * 1e9) + "e-9");
}

}  // namespace
}  // namespace outrigger::contact
