/// Which method fits a mechanism: what `settings.method: auto` takes, and `outrigger check` advises.
///
/// `explicit` fits where forces are smooth and nothing is stiff: no contact spheres, tyres, brakes
/// (friction) or drivelines, which have a memory and need the implicit step; no drives, whose levers
/// change from step to step; and no spring, stop or mount faster than 3/step. The bound on its rate is
///
///   ω² = k w,  ω = c w,   w = Σ Jᵀ M⁻¹ J   over the two bodies, as if they were free
///
/// with stiffness k, damping c and the row J of its coordinate at the start. Joints only make bodies
/// heavier, so no mode that the element makes is faster. Shapes do not count: an articulation whose shapes
/// touch something is stepped by `trapezoidal` for as long as they do, whatever the method.
#pragma once

#include <string>

#include "description/description.h"
#include "model/mechanism.h"

namespace outrigger::stepper {

struct MethodChoice {
  description::IntegratorMethod method = description::IntegratorMethod::trapezoidal;
  std::string why;  ///< for people: "drive 'boom' has a lever or limits", "nothing is stiff, ..."
};

/// explicit_pair or trapezoidal, whatever the mechanism's own settings say.
MethodChoice fitting_method(const model::Mechanism& mechanism);

}  // namespace outrigger::stepper
