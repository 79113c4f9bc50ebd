#include "contact/laws/areal_friction.h"

#include <cmath>

namespace outrigger::contact {
namespace {

/// Blocks of Wᵀ A W with W = [P, r n nᵀ].
ArealTangent split(const Mat3& A, const Mat3& P, const Mat3& along, double r) {
  return {P * A * P, r * (P * A * along), r * (along * A * P), r * r * (along * A * along)};
}

}  // namespace

double gyration_radius(double moment_about_normal, double measure) {
  return measure > 0.0 ? std::sqrt(moment_about_normal / measure) : 0.0;
}

ArealFriction areal_friction(const FrictionLaw& law, const BristleParameters& bristle,
                             const Vec3& normal, double radius, const ArealSlip& motion, double N) {
  const Mat3 along = normal * normal.transpose();
  const Mat3 P = Mat3::Identity() - along;
  const Vec3 z = P * motion.slip + radius * motion.turn * normal;
  const Vec3 V = P * motion.velocity + radius * motion.spin * normal;
  const FrictionForce f = friction_force(law, bristle, z, V, N);
  ArealFriction out;
  out.force = P * f.force;
  out.torque = radius * normal.dot(f.force) * normal;
  out.by_displacement = split(f.by_displacement, P, along, radius);
  out.by_velocity = split(f.by_velocity, P, along, radius);
  out.force_by_normal = P * f.by_normal;
  out.torque_by_normal = radius * normal.dot(f.by_normal) * normal;
  out.sliding = f.sliding;
  out.slip_next = P * f.bristle_next;
  if (radius > 0.0) out.turn_next = normal.dot(f.bristle_next) / radius;
  return out;
}

FrictionForce rolling_resistance(const RollingLaw& law, const BristleParameters& bristle,
                                 const Vec3& angle, const Vec3& rate, double N) {
  // The same equations with angles for lengths and an arm for the coefficient.
  FrictionLaw same;
  same.kind = law.kind == RollingLaw::Kind::bristle ? FrictionLaw::Kind::bristle
                                                    : FrictionLaw::Kind::regularised;
  same.static_coefficient = same.dynamic_coefficient = law.arm;
  same.regularisation_speed = law.regularisation_rate;
  return friction_force(same, bristle, angle, rate, N);
}

}  // namespace outrigger::contact
