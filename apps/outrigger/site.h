/// Putting a machine on a site.
#pragma once

#include <string>

#include "description/description.h"
#include "sim/world.h"

namespace outrigger::app {

/// Reads a site (a file, or the name of a bundled one), puts it into the options and moves the
/// machine to the start of this name (empty: the first). An empty site is the plane.
void go_to_site(const std::string& site, const std::string& start, description::Machine& machine,
                sim::WorldOptions& options);

}  // namespace outrigger::app
