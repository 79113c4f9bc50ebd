/// How hard it is to turn two bodies against each other at a contact, with their joints: 1/(gᵀ W g) of
/// the rotation about an axis, W the constrained inverse mass matrix.
#pragma once

#include "contact/point_contact.h"
#include "system/pair_blocks.h"

namespace outrigger::contact {

/// Sets spin_inertia (about n) and rolling_inertia (the smallest one about an axis across n, so that
/// the bristle is not too stiff about any); 0 where nothing turns. g: gradients of `pair`; `scratch`:
/// four numbers per entity.
void find_inertia(const system::PairBlocks& pair, const double* g, const Vec3& normal,
                  double* scratch, system::Response& response, PointMemory& memory);

}  // namespace outrigger::contact
