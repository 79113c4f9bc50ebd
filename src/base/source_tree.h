/// Where the files of the repository are: machines, sites, scripts, the viewer. Programs run from the
/// tree they were built in, which may have moved since.
#pragma once

#include <filesystem>
#include <string>

namespace outrigger {

/// The repository above the running program; where there is none, the one it was built from.
std::filesystem::path source_root();

/// Path of a file or folder of the repository.
std::string source_file(const std::string& relative);

}  // namespace outrigger
