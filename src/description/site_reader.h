/// Reads site files: the ground a machine stands on. docs/site-format.md is printed by
/// site_format_markdown() from the definitions that drive the reader.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "description/description.h"

namespace outrigger::description {

/// Reads a site. All problems of the file are in one Error, a line each, as for machines. Meshes must
/// lie in the folder of the file or below it, unless `allow_outside`.
Site read_site_file(const std::filesystem::path& path, bool allow_outside = false);

/// The same for text in memory; `name` stands for the file's name.
Site read_site_text(std::string_view text, const std::string& name, bool allow_outside = true);

/// The format as a page for docs/.
std::string site_format_markdown();

/// Moves a machine to another place: turns its world about z and shifts it. Throws Error when
/// something is fixed to the world and cannot follow.
void place_machine(Machine& machine, const Vec3& position, double heading);

}  // namespace outrigger::description
