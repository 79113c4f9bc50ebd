/// Tyre types that machine files may name without giving them, and the values that follow for a custom
/// type from its size and load. A type that a file gives under the same name counts instead.
///
/// Sizes are those of the designation. What differs between makes, pressures and treads (vertical
/// stiffness, friction curves) is a typical value: good for machines that drive, brake and stand; for
/// handling studies give measured data. Sources: docs/vehicles.md.
#pragma once

#include <vector>

#include "description/ground_contact.h"

namespace outrigger::description {

/// truck_10_00_20, car_195_65_r15, loader_17_5_25, tractor_18_4_38, tractor_14_9_28, forklift_7_00_12.
const std::vector<TyreType>& library_tyre_types();

/// The curves of a work machine's tyre for an unloaded radius [m].
TyreDirection usual_longitudinal(double radius);
TyreDirection usual_lateral(double radius);

/// Vertical stiffness [N/m] with which the nominal load [N] presses a tyre in by 7 % of its radius [m].
double usual_stiffness(double nominal_load, double radius);
/// Vertical damping [N s/m]: 8 % of the critical one of the nominal load on this stiffness.
double usual_damping(double nominal_load, double stiffness);

}  // namespace outrigger::description
