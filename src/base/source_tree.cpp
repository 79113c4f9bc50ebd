#include "base/source_tree.h"

namespace outrigger {

std::filesystem::path source_root() {
  std::error_code error;
  std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  // From build/<preset>/tests/<program> upwards.
  for (int up = 0; up < 4 && !folder.empty(); ++up, folder = folder.parent_path())
    if (std::filesystem::exists(folder / "CMakePresets.json", error)) return folder;
  return OUTRIGGER_SOURCE_DIR;
}

std::string source_file(const std::string& relative) { return (source_root() / relative).string(); }

}  // namespace outrigger
