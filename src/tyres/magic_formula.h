/// The magic formula of a tyre at given load and surface (Pacejka's shape, load-dependent
/// coefficients of description::TyreDirection).
///
///   F(s) = D sin(C atan(B s - E (B s - atan(B s)))),  D = μ λ F_z,  B = K/(C D)
#pragma once

#include "description/ground_contact.h"

namespace outrigger::tyres {

struct MagicFormula {
  double b = 0.0, c = 0.0, d = 0.0, e = 0.0;

  /// `load` F_z > 0 [N]; `grip` λ: friction of the surface over the tyre's reference.
  MagicFormula(const description::TyreType& type, const description::TyreDirection& direction,
               double load, double grip);

  struct Value {
    double force, slope;
  };
  Value operator()(double slip) const;
  /// dF/ds at s = 0 [N].
  double stiffness() const { return b * c * d; }
};

}  // namespace outrigger::tyres
