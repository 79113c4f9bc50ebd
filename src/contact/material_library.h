/// Materials and friction pairs that files may name without giving them. What a file says of the same
/// name or pair counts instead.
///
/// Elastic constants are textbook values. The Young's modulus of soil, wood (across the grain) and
/// rubber varies by a factor of ten with kind and state; restitutions are those of slow, blunt impacts
/// on a body of the same material. Friction: dry and clean; static, dynamic.
#pragma once

#include <vector>

#include "description/ground_contact.h"

namespace outrigger::contact {

/// steel, aluminium, concrete, asphalt, rock, wood, rubber, soil, sand, ice.
const std::vector<description::Material>& library_materials();
const std::vector<description::FrictionPair>& library_friction();

}  // namespace outrigger::contact
