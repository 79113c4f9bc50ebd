/// Putting a machine on a site.
#pragma once

#include <functional>
#include <string>
#include <vector>

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

/// Throws Error that names the option when a change of the ground cannot be read.
void check_ground_edits(const std::vector<std::string>& edits);

/// One --ground of the command line, carried out by `execute`. An Error of it names the option.
void change_ground(const std::string& edit, const std::function<void(const std::string&)>& execute);

}  // namespace outrigger::app
