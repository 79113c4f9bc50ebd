/// Bundled machines and sites for programs that link an installed Outrigger (find_package): their own
/// folder tells nothing about where the files are, but CMake knows it and defines OUTRIGGER_DATA_DIR.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/source_tree.h"

namespace outrigger {

/// Path of a bundled file, for example bundled_file("machines/small-crane.yaml"), from any working
/// folder. The environment variable OUTRIGGER_DATA names another folder.
static inline std::string bundled_file(const std::string& relative) {
#ifdef OUTRIGGER_DATA_DIR
  if (std::getenv("OUTRIGGER_DATA") == nullptr)
    return (std::filesystem::path(OUTRIGGER_DATA_DIR) / relative).string();
#endif
  return source_file(relative);
}

}  // namespace outrigger
