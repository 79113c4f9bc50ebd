// Friction with memory. Derivatives: corrections §3, cases 1 (stick), 2 (slip along u), 3 (slip along -v̂).
#include "contact/laws/friction_parts.h"

namespace outrigger::contact {
namespace {

/// y after a slip that ended with force `limit` along `along`.
Vec3 remembered(const FrictionLaw& law, const BristleParameters& bristle, double limit,
                const Vec3& along) {
  if (!(bristle.stiffness > 0.0)) return Vec3::Zero();
  return -(law.memory * limit / bristle.stiffness) * along;
}

}  // namespace

FrictionForce bristle_friction(const FrictionLaw& law, const BristleParameters& bristle,
                               const Vec3& y, const Vec3& v, double N) {
  const Slip slip(v, law);
  const double mu = slip.coefficient(law);
  const Trial trial(bristle, y, v, mu * N);
  const Mat3 projector = trial.projector();
  FrictionForce f;
  f.sliding = trial.sliding;
  f.force = trial.share * trial.force;
  f.by_displacement = bristle.stiffness * projector;
  f.by_velocity = bristle.damping * projector;
  f.bristle_next = y;
  if (trial.sliding) {
    f.by_normal = mu * trial.along;
    // The limit falls with speed.
    const double drop = slip.fall * (law.static_coefficient - law.dynamic_coefficient) * N;
    f.by_velocity += drop * trial.along * v.transpose();
    f.bristle_next = remembered(law, bristle, mu * N, trial.along);
  }
  return f;
}

FrictionForce thesis_friction(const FrictionLaw& law, const BristleParameters& bristle,
                              const Vec3& y, const Vec3& v, double N) {
  const Slip slip(v, law);
  const double limit = law.static_coefficient * N, dynamic = law.dynamic_coefficient;
  const Trial trial(bristle, y, v, limit);
  const Vec3 stick = trial.share * trial.force;
  const Mat3 projector = slip.kappa * trial.projector();
  const Mat3 along_slip = square(slip.direction);
  FrictionForce f;
  f.sliding = trial.sliding;
  f.force = slip.kappa * stick - dynamic * N * slip.beyond * slip.direction;
  f.by_displacement = bristle.stiffness * projector;
  f.by_velocity = bristle.damping * projector + slip.fall * stick * v.transpose();
  // The sliding part -μ_d N φ v, φ = (1-κ)/w.
  if (slip.speed > 0.0)
    f.by_velocity += dynamic * N * (slip.beyond / slip.speed) * (Mat3::Identity() - along_slip) +
                     dynamic * N * slip.fall * slip.speed * along_slip;
  f.by_normal = -dynamic * slip.beyond * slip.direction;
  f.bristle_next = y;
  if (trial.sliding) {
    f.by_normal += slip.kappa * law.static_coefficient * trial.along;
    f.bristle_next = remembered(law, bristle, limit, trial.along);
  }
  return f;
}

FrictionForce stribeck_friction(const FrictionLaw& law, const BristleParameters& bristle,
                                const Vec3& y, const Vec3& v, double N) {
  const Slip slip(v, law);
  const double limit = law.static_coefficient * N;
  const Trial trial(bristle, y, v, limit);
  if (!trial.sliding || slip.speed < law.regularisation_speed)
    return thesis_friction(law, bristle, y, v, N);
  const double mu = slip.coefficient(law);
  const double drop = slip.fall * (law.static_coefficient - law.dynamic_coefficient) * N;
  FrictionForce f;
  f.sliding = true;
  f.force = -mu * N * slip.direction;
  f.by_velocity = mu * N / slip.speed * (Mat3::Identity() - square(slip.direction)) -
                  drop * slip.direction * v.transpose();
  f.by_normal = -mu * slip.direction;
  f.bristle_next = remembered(law, bristle, limit, -slip.direction);
  return f;
}

}  // namespace outrigger::contact
