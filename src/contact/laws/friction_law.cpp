#include "contact/laws/friction_law.h"

#include <algorithm>

#include "contact/laws/friction_parts.h"

namespace outrigger::contact {

using Kind = FrictionLaw::Kind;

BristleParameters estimate_bristle(double effective_mass, double step, double steps) {
  const double time = steps * step;
  const double stiffness = effective_mass / (time * time);
  return {stiffness, 2.0 * std::sqrt(stiffness * effective_mass)};
}

double friction_coefficient(const FrictionLaw& law, double speed) {
  return Slip(Vec3(speed, 0.0, 0.0), law).coefficient(law);
}

FrictionForce friction_force(const FrictionLaw& law, const BristleParameters& bristle,
                             const Vec3& y, const Vec3& v_t, double N) {
  FrictionForce f;
  if (!(N > 0.0)) return f;
  switch (law.kind) {
    case Kind::bristle:
      f = bristle_friction(law, bristle, y, v_t, N);
      break;
    case Kind::thesis_bristle:
      f = thesis_friction(law, bristle, y, v_t, N);
      break;
    case Kind::stribeck:
      f = stribeck_friction(law, bristle, y, v_t, N);
      break;
    case Kind::regularised:
      f = regularised_friction(law, v_t, N);
      break;
    case Kind::coulomb:
      f = coulomb_friction(law, v_t, N);
      break;
  }
  f.force -= law.viscous * v_t;
  f.by_velocity.diagonal().array() += law.viscous;
  return f;
}

namespace {

/// a (I - d dᵀ), or a I for the secant.
Mat3 across(double a, const Vec3& direction, bool secant) {
  if (secant) return a * Mat3::Identity();
  return a * (Mat3::Identity() - square(direction));
}

void add_bristle(FrictionTangent& t, const BristleParameters& bristle, const Trial& trial,
                 double share, bool secant) {
  const Mat3 projector = across(share * trial.share, trial.along, secant);
  t.by_displacement += bristle.stiffness * projector;
  t.by_velocity += bristle.damping * projector;
}

}  // namespace

FrictionTangent positive_tangent(const FrictionLaw& law, const BristleParameters& bristle,
                                 const Vec3& y, const Vec3& v_t, double N, bool secant) {
  FrictionTangent t;
  if (!(N > 0.0)) return t;
  const Slip slip(v_t, law);
  const double mu = slip.coefficient(law), dynamic = law.dynamic_coefficient;
  switch (law.kind) {
    case Kind::bristle:
      add_bristle(t, bristle, {bristle, y, v_t, mu * N}, 1.0, secant);
      break;
    case Kind::thesis_bristle:
    case Kind::stribeck: {
      const Trial trial(bristle, y, v_t, law.static_coefficient * N);
      if (law.kind == Kind::stribeck && trial.sliding && slip.speed >= law.regularisation_speed) {
        t.by_velocity += across(mu * N / slip.speed, slip.direction, secant);
        break;
      }
      add_bristle(t, bristle, trial, slip.kappa, secant);
      if (!(slip.speed > 0.0)) break;
      t.by_velocity += across(dynamic * N * slip.beyond / slip.speed, slip.direction, secant);
      if (!secant) t.by_velocity += dynamic * N * slip.fall * slip.speed * square(slip.direction);
      break;
    }
    case Kind::regularised: {
      const double limit = std::max(slip.speed, law.regularisation_speed);
      const double ratio = (2.0 - slip.speed / limit) / limit;
      t.by_velocity += secant ? Mat3(dynamic * N * ratio * Mat3::Identity())
                              : regularised_friction(law, v_t, N).by_velocity;
      break;
    }
    case Kind::coulomb: {
      const double speed =
          std::sqrt(slip.speed * slip.speed + law.regularisation_speed * law.regularisation_speed);
      if (speed > 0.0) t.by_velocity += across(mu * N / speed, v_t / speed, secant);
      break;
    }
  }
  t.by_velocity.diagonal().array() += law.viscous;
  return t;
}

}  // namespace outrigger::contact
