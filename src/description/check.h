/// Checks descriptions that code has filled, with the ranges that the reader enforces for files:
/// numbers finite and in range, vectors not zero where a direction is meant, inertias that a body can
/// have, rotations orthonormal, names given. Names that refer to nothing are found by model::resolve.
///
/// Throws Error:  body 'arm': mass: -3 is not allowed: must be > 0 kg
/// The simulation takes descriptions at their word; who lets others fill them (Python) checks first.
#pragma once

#include "description/description.h"

namespace outrigger::description {

void check(const Body& body);
void check(const Joint& joint);
void check(const Coordinate& coordinate);
void check(const Drive& drive);
void check(const Spring& spring);
void check(const Stop& stop);
void check(const Coupling& coupling);
void check(const Load& load);
void check(const Mount& mount);
void check(const Rope& rope);
void check(const Settings& settings);
/// All of the above, contacts, tyres and power, and that every coordinate is one its joint has.
void check(const Machine& machine);

}  // namespace outrigger::description
