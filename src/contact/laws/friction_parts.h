/// Pieces that the friction laws share; for the sources of this folder.
#pragma once

#include <cmath>

#include "contact/laws/friction_law.h"
#include "math/elementary.h"

namespace outrigger::contact {

/// a aᵀ
inline Mat3 square(const Vec3& a) { return a * a.transpose(); }

/// What all laws need of the slip velocity: w, v̂ (zero at rest), κ, 1-κ, 2κ/v_s² = -dκ/d(w²/2).
struct Slip {
  double speed = 0.0;
  Vec3 direction = Vec3::Zero();
  double kappa = 0.0, beyond = 1.0;
  double fall = 0.0;  ///< 2κ/v_s²

  Slip(const Vec3& v, const FrictionLaw& law) : speed(v.norm()) {
    if (speed > 0.0) direction = v / speed;
    // The exponential is most of the time that friction takes; mostly nobody needs it.
    const bool blend =
        law.kind == FrictionLaw::Kind::thesis_bristle || law.kind == FrictionLaw::Kind::stribeck;
    if (!blend && law.static_coefficient == law.dynamic_coefficient) return;
    const double ratio = speed / law.stribeck_speed;
    if (!(ratio < 6.5)) return;  // κ < 1e-18
    beyond = -elementary::expm1(-ratio * ratio);
    kappa = 1.0 - beyond;
    fall = 2.0 * kappa / (law.stribeck_speed * law.stribeck_speed);
  }
  double coefficient(const FrictionLaw& law) const {
    return law.dynamic_coefficient + kappa * (law.static_coefficient - law.dynamic_coefficient);
  }
};

/// The bristle's own force and its limit.
struct Trial {
  Vec3 force;                 ///< F*
  double size;                ///< |F*|
  bool sliding;               ///< beyond the limit
  double share = 1.0;         ///< limit/|F*|, 1 in stick
  Vec3 along = Vec3::Zero();  ///< u, zero in stick

  Trial(const BristleParameters& bristle, const Vec3& y, const Vec3& v, double limit)
      : force(-bristle.stiffness * y - bristle.damping * v),
        size(force.norm()),
        sliding(size > limit) {
    if (!sliding) return;
    share = limit / size;
    along = force / size;
  }
  /// -∂/∂F* of the limited force: I in stick, limit/|F*| (I - u uᵀ) in slip.
  Mat3 projector() const { return share * (Mat3::Identity() - square(along)); }
};

/// Laws with memory (bristle_friction.cpp) and without (sliding_friction.cpp); N > 0.
FrictionForce bristle_friction(const FrictionLaw& law, const BristleParameters& bristle,
                               const Vec3& y, const Vec3& v, double N);
FrictionForce thesis_friction(const FrictionLaw& law, const BristleParameters& bristle,
                              const Vec3& y, const Vec3& v, double N);
FrictionForce stribeck_friction(const FrictionLaw& law, const BristleParameters& bristle,
                                const Vec3& y, const Vec3& v, double N);
FrictionForce regularised_friction(const FrictionLaw& law, const Vec3& v, double N);
FrictionForce coulomb_friction(const FrictionLaw& law, const Vec3& v, double N);

}  // namespace outrigger::contact
