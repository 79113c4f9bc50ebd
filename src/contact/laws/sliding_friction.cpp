// Friction without memory: no force at rest, so everything creeps at about v_ε on a slope.
#include "contact/laws/friction_parts.h"

namespace outrigger::contact {

FrictionForce regularised_friction(const FrictionLaw& law, const Vec3& v, double N) {
  const double mu = law.dynamic_coefficient, speed = v.norm();
  FrictionForce f;
  f.sliding = speed >= law.regularisation_speed;
  const Vec3 direction = speed > 0.0 ? Vec3(v / speed) : Vec3::Zero();
  // f(w) = s(2-s): f/w, finite at rest, and df/dw.
  const double s = speed / law.regularisation_speed;
  const double ratio = f.sliding ? 1.0 / speed : (2.0 - s) / law.regularisation_speed;
  const double slope = f.sliding ? 0.0 : 2.0 * (1.0 - s) / law.regularisation_speed;
  f.force = -mu * N * ratio * v;
  f.by_velocity = mu * N * (ratio * Mat3::Identity() + (slope - ratio) * square(direction));
  f.by_normal = -mu * ratio * v;
  return f;
}

FrictionForce coulomb_friction(const FrictionLaw& law, const Vec3& v, double N) {
  const Slip slip(v, law);
  const double mu = slip.coefficient(law);
  const double speed =
      std::sqrt(slip.speed * slip.speed + law.regularisation_speed * law.regularisation_speed);
  FrictionForce f;
  f.sliding = slip.speed >= law.regularisation_speed;
  if (!(speed > 0.0)) return f;
  const Vec3 direction = v / speed;
  const double drop = slip.fall * (law.static_coefficient - law.dynamic_coefficient) * N;
  f.force = -mu * N * direction;
  f.by_velocity =
      mu * N / speed * (Mat3::Identity() - square(direction)) - drop * direction * v.transpose();
  f.by_normal = -mu * direction;
  return f;
}

}  // namespace outrigger::contact
