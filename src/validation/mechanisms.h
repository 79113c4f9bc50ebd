/// The mechanisms of the validation cases and benchmarks, built in code because they come in sizes.
/// Definitions: docs/validation.md.
#pragma once

#include "description/description.h"

namespace outrigger::validation {

/// N links of 1 m with revolute joints, axes alternating y and z, from rest along +x (3-D motion).
description::Machine make_chain(int links, double mass_ratio = 1.0);

/// N four-bar loops (IFToMM A02): N + 1 vertical rods on the ground, N couplers, all 1 m and 1 kg.
description::Machine make_fourbar(int loops);

/// Bricard's six-bar loop on the edges of a cube (IFToMM A04): mobile although overconstrained.
description::Machine make_bricard();

/// A free rigid body with principal inertias and initial spin (body axes = world axes at t = 0).
description::Machine make_free_top(const Vec3& inertia, const Vec3& spin);

}  // namespace outrigger::validation
