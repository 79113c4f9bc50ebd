/// All lists of parts of a mechanism, named once: whoever must not forget a kind of part goes through here.
#pragma once

#include <string>

#include "model/mechanism.h"
#include "sim/handles.h"

namespace outrigger::sim {

/// Calls visit(kind, parts) for every list of parts, always in this order.
template <class M, class Visit>
void for_each_list(M& m, const Visit& visit) {
  visit(PartKind::body, m.bodies);
  visit(PartKind::joint, m.joints);
  visit(PartKind::coordinate, m.coordinates);
  visit(PartKind::drive, m.drives);
  visit(PartKind::spring, m.springs);
  visit(PartKind::stop, m.stops);
  visit(PartKind::coupling, m.couplings);
  visit(PartKind::load, m.loads);
  visit(PartKind::mount, m.mounts);
  visit(PartKind::sphere, m.spheres);
  visit(PartKind::tyre, m.tyres);
  visit(PartKind::brake, m.brakes);
  visit(PartKind::driveline, m.drivelines);
  visit(PartKind::body_force, m.user_body_forces);
  visit(PartKind::coordinate_force, m.user_coordinate_forces);
}

/// The name of a part, as the machine file or the program gave it.
template <class Part>
const std::string& part_name(const Part& part) {
  if constexpr (requires { part.spec.name; }) {
    return part.spec.name;
  } else {
    return part.name;
  }
}

}  // namespace outrigger::sim
