/// Reads site files: the ground a machine stands on. docs/site-format.md is printed by
/// site_format_markdown() from the definitions that drive the reader.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "description/description.h"

namespace outrigger::description {

/// Reads a site. All problems of the file are in one Error, a line each, as for machines.
Site read_site_file(const std::filesystem::path& path);

/// The same for text in memory; `name` stands for the file's name in messages.
Site read_site_text(std::string_view text, const std::string& name);

/// The format as a page for docs/.
std::string site_format_markdown();

/// Moves a machine to another place: turns its world about z and shifts it. Throws Error when
/// something is fixed to the world and cannot follow.
void place_machine(Machine& machine, const Vec3& position, double heading);

}  // namespace outrigger::description
