/// Pieces that the friction laws share; for the sources of this folder.
#pragma once

#include <algorithm>
#include <cmath>

#include "contact/laws/friction_law.h"
#include "math/elementary.h"

namespace outrigger::contact {

/// a aᵀ
inline Mat3 square(const Vec3& a) { return a * a.transpose(); }

/// What all laws need of the slip velocity: w, v̂ (zero at rest), κ, 1-κ, dκ/d(w²/2) = -2κ/v_s².
struct Slip {
  double speed = 0.0;
  Vec3 direction = Vec3::Zero();
  double kappa = 1.0, beyond = 0.0;
  double fall = 0.0;  ///< 2κ/v_s²

  Slip(const Vec3& v, double stribeck_speed) : speed(v.norm()) {
    if (speed > 0.0) direction = v / speed;
    const double ratio = speed / stribeck_speed;
    // Far out κ is nothing; this also keeps its square finite.
    const double exponent = -ratio * std::min(ratio, 1e100);
    kappa = elementary::exp(exponent);
    beyond = -elementary::expm1(exponent);
    fall = 2.0 * kappa / (stribeck_speed * stribeck_speed);
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
