/// Where the files of the repository are: machines, sites, scripts, the viewer. Programs run from the
/// tree they were built in, which may have moved since, or from where they were installed.
#pragma once

#include <filesystem>
#include <string>

namespace outrigger {

/// The folder that has `machines`, `sites` and the rest, the first of: the environment variable
/// OUTRIGGER_DATA; the repository above the running program; share/outrigger beside the folder of an
/// installed program; the repository it was built from.
std::filesystem::path source_root();

/// Path of a file or folder in it.
std::string source_file(const std::string& relative);

}  // namespace outrigger
