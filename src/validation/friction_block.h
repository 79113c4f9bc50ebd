/// The block of THESIS §3.3: 1 kg on a spring, in the plane, on two contact points, on the floor or on
/// a belt. Shared by mass-spring-friction and bowden-leben.
#pragma once

#include "validation/contact_scenes.h"
#include "validation/exact/stick_slip.h"

namespace outrigger::validation {

/// Body "block" on the planar joint "plane" (3 degrees of freedom), spring "spring" on the coordinate
/// "length" from the wall at x = 0 at the height of its centre, with the first stiffness. With a belt
/// speed: body "belt" that a drive moves along x, and the block starts with the belt.
/// `bristle_steps`: N. Two spheres are the contact points; at the start they carry the weight.
ContactScene make_friction_block(const StickSlip& data, double step, double bristle_steps);

}  // namespace outrigger::validation
