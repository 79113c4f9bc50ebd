/// Putting a machine on a site.
#pragma once

#include <string>

#include "description/description.h"
#include "sim/world.h"

namespace outrigger::app {

/// A site as a text, so that recordings can carry it. Without a file, the plane.
struct SiteChoice {
  std::string file, text;
  std::string start;          ///< name of a start place; empty: the first
  bool allow_outside = true;  ///< its meshes may lie outside of its folder
};

/// `site` is a file or the name of a bundled one. Throws Error when it cannot be read.
SiteChoice choose_site(const std::string& site, const std::string& start, bool allow_outside);

/// Puts the site into the options and moves the machine to its start.
void go_to_site(const SiteChoice& choice, description::Machine& machine,
                sim::WorldOptions& options);

}  // namespace outrigger::app
