#include "base/source_tree.h"

#include <cstdlib>

namespace outrigger {

namespace {

namespace fs = std::filesystem;

fs::path program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

}  // namespace

fs::path source_root() {
  std::error_code error;
  if (const char* given = std::getenv("OUTRIGGER_DATA"); given != nullptr && *given != '\0')
    return given;
  // From build/<preset>/tests/<program> upwards.
  const fs::path program = program_folder();
  fs::path folder = program;
  for (int up = 0; up < 4 && !folder.empty(); ++up, folder = folder.parent_path())
    if (fs::exists(folder / "CMakePresets.json", error)) return folder;
  // Installed: <prefix>/bin/outrigger and <prefix>/share/outrigger.
  const fs::path installed = program.parent_path() / "share" / "outrigger";
  if (fs::exists(installed / "machines", error)) return installed;
  return OUTRIGGER_SOURCE_DIR;
}

std::string source_file(const std::string& relative) { return (source_root() / relative).string(); }

}  // namespace outrigger
