#include "contact/laws/areal_friction.h"

#include <algorithm>
#include <cmath>

namespace outrigger::contact {
namespace {

constexpr int kMostIterations = 60;  ///< of limit_grip; a handful are usual
constexpr double kSmallStep = 1e-15;

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

ArealGrip limit_grip(const Vec3& normal, const Vec3& wanted, double k_slip, double k_turn,
                     double limit) {
  ArealGrip grip;
  grip.force = wanted;
  grip.by_slip = k_slip;
  grip.by_turn = k_turn;
  if (!(wanted.norm() > limit)) return grip;
  grip.sliding = true;
  if (!(limit > 0.0)) {
    grip.force = Vec3::Zero();
    grip.by_slip = grip.by_turn = 0.0;
    return grip;
  }
  // f = f*/(1 + x p): |f(x)| = limit. 1/|f| is concave and grows, so Newton comes from below.
  const double most = std::max(k_slip, k_turn), p = k_slip / most, q = k_turn / most;
  const double spin = normal.dot(wanted);
  const Vec3 slip = wanted - spin * normal;
  const double a = slip.squaredNorm(), b = spin * spin;
  double x = 0.0;
  for (int i = 0; i < kMostIterations; ++i) {
    const double u = 1.0 / (1.0 + x * p), w = 1.0 / (1.0 + x * q);
    const double square = a * u * u + b * w * w, size = std::sqrt(square);
    const double step = (size - limit) / limit * square / (a * p * u * u * u + b * q * w * w * w);
    if (!(step > kSmallStep * x)) break;
    x += step;
  }
  const double u = 1.0 / (1.0 + x * p), w = 1.0 / (1.0 + x * q);
  grip.force = u * slip + (w * spin) * normal;
  grip.force *= limit / grip.force.norm();
  grip.by_slip *= u;
  grip.by_turn *= w;
  return grip;
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
