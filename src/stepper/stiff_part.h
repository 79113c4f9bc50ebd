/// What makes a machine stiff: the fastest mode of the linearised motion, and whose it is.
///
/// The mode is the dominating eigenvector of d(x, v)' = (dv, dq̈), found by power iteration on
/// differences of the accelerations, from the difference of two evaluations that saw it. It belongs to
/// the element with the largest share of power, |k + c |λ|| ẏ², ẏ the speed of the element in the mode:
/// springs and stops on coordinates, mounts; and to the bodies that carry most of its kinetic energy.
#pragma once

#include <string>

#include "formulation/accelerations.h"
#include "model/mechanism.h"
#include "system/state.h"
#include "system/system.h"

namespace outrigger::stepper {

/// For people: "spring 'bumper' (bodies 'a' and 'b' move; 1.2e+05 1/s)". `guess` points into the mode, by
/// speeds. Not for the step: allocates.
std::string name_stiff_part(const system::System& system, const model::Mechanism& mechanism,
                            formulation::Accelerations& accelerations, const system::State& state,
                            const AlignedDoubles& guess, const double* signals);

}  // namespace outrigger::stepper
