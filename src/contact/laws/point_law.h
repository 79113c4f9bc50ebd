/// A law of one's own for a contact at a point, in place of the built-in ones.
///
/// Who needs another force than normal_law.h and friction_law.h offer (adhesion, a measured curve,
/// lubrication, wear) derives from PointLaw and gives it to the contact. Rules, which the caller
/// relies on:
///   - const and pure: the same state gives the same bits; a law is called several times per step
///     and from several threads. What it must remember is y alone, handed back as bristle_next.
///   - signs and units are those of NormalForce and FrictionForce; N ≥ 0; depth may be ≤ 0.
///   - derivatives are exact or at least of the right sign: Newton's method uses them.
///   - no allocation, no exceptions, elementary functions from math/elementary.h.
#pragma once

#include "contact/laws/friction_law.h"
#include "contact/laws/normal_law.h"

namespace outrigger::contact {

class PointLaw {
 public:
  virtual ~PointLaw() = default;

  /// k and n of N ≈ k δ^n, from which the contact finds out whether a step resolves an impact;
  /// k = 0: never softened.
  virtual double stiffness() const = 0;
  virtual double exponent() const = 0;
  /// Above this share of the speed of the first touch nothing parts: the clamp at separation
  /// (docs/theory/contact.md). 1: never clamped.
  virtual double restitution() const = 0;

  /// D, or what else the law wants to know of the first touch; once per contact.
  virtual double damping_rate(double impact_speed) const = 0;

  struct NormalState {
    double depth = 0.0;         ///< δ [m]
    double rate = 0.0;          ///< δ̇ [m/s]
    double damping_rate = 0.0;  ///< as returned at first touch
    double softening = 1.0;     ///< share of the stiffness that the step can resolve, 0..1
  };
  virtual NormalForce normal_force(const NormalState& state) const = 0;

  struct FrictionState {
    Vec3 y = Vec3::Zero();      ///< stretch of the bristle with the step's slip in it [m]
    Vec3 v_t = Vec3::Zero();    ///< slip velocity [m/s]
    double N = 0.0;             ///< normal force [N]
    BristleParameters bristle;  ///< of the contact's mass and the step
  };
  virtual FrictionForce friction_force(const FrictionState& state) const = 0;
  /// For methods that need a symmetric positive tangent. By default the positive parts of the exact
  /// one (`secant` then makes no difference).
  virtual FrictionTangent positive_tangent(const FrictionState& state, bool secant) const;

 protected:
  PointLaw() = default;
  PointLaw(const PointLaw&) = default;
  PointLaw& operator=(const PointLaw&) = default;
};

/// The symmetric part of a without its negative eigenvalues.
Mat3 positive_part(const Mat3& a);

/// The laws of this folder as a PointLaw.
class StandardPointLaw final : public PointLaw {
 public:
  StandardPointLaw(const NormalLaw& normal, const FrictionLaw& friction)
      : normal_(normal), friction_(friction) {}

  double stiffness() const override { return normal_.stiffness; }
  double exponent() const override { return normal_.exponent; }
  /// What the law really does: e for `restitution`, more than e for Hunt-Crossley's factor; 1 for
  /// kinds whose rebound depends on mass and speed.
  double restitution() const override;
  double damping_rate(double impact_speed) const override;
  NormalForce normal_force(const NormalState& state) const override;
  FrictionForce friction_force(const FrictionState& state) const override;
  FrictionTangent positive_tangent(const FrictionState& state, bool secant) const override;

 private:
  NormalLaw normal_;
  FrictionLaw friction_;
};

}  // namespace outrigger::contact
