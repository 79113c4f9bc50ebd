/// No law allocates: they run in the warm step.
#include <gtest/gtest.h>

#include <cmath>

#include "contact/laws/areal_friction.h"
#include "contact/laws/hertz_stiffness.h"
#include "contact/laws/impact_duration.h"
#include "contact/laws/point_law.h"
#include "contact/laws/point_tangent.h"
#include "contact/laws/restitution.h"
#include "support/replace_new.h"

namespace outrigger::contact {
namespace {

TEST(Laws, DoNotAllocate) {
  const std::int64_t before = test::allocations;
  double sum = 0.0;
  for (int kind = 0; kind < 8; ++kind) {
    const NormalLaw law{.kind = static_cast<NormalLaw::Kind>(kind), .stiffness = 1e6};
    sum += normal_force(law, damping_rate(law, 1.0), 0.01, 0.1).force;
  }
  for (int kind = 0; kind < 5; ++kind) {
    const FrictionLaw law{.kind = static_cast<FrictionLaw::Kind>(kind)};
    const BristleParameters bristle = estimate_bristle(10.0, 1e-3);
    const Vec3 y(1e-3, 0.0, 0.0), v(0.0, 0.1, 0.0);
    const FrictionForce f = friction_force(law, bristle, y, v, 100.0);
    sum += point_tangent(Vec3::UnitZ(), {}, f).damping.norm();
    sum += positive_tangent(law, bristle, y, v, 100.0).by_velocity.norm();
    sum += areal_friction(law, bristle, Vec3::UnitZ(), 0.1, {y, 0.1, v, 1.0}, 100.0).torque.z();
    sum += positive_part(f.by_velocity).norm();
  }
  sum += rolling_resistance({.arm = 0.01}, {1.0, 1.0}, Vec3::UnitX(), Vec3::UnitY(), 9.0).force.x();
  sum += elliptic_contact(1e9, {1.0, 2.0, 0.0, 0.5, 0.3})->stiffness;
  sum += resolvable_stiffness(1.0, 1.0, 1e-3, 1.7) + restitution_of_factor(0.7);
  EXPECT_EQ(test::allocations, before);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace outrigger::contact
