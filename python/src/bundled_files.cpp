#include "bundled_files.h"

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/source_tree.h"
#include "names.h"

namespace outrigger::python {

namespace {

/// The repository above the module; where there is none, the one it was built from.
std::filesystem::path tree_of_module() {
  namespace py = pybind11;
  std::filesystem::path folder =
      py::module_::import("outrigger._core").attr("__file__").cast<std::string>();
  std::error_code error;
  // From build/<preset>/python/outrigger/<module> upwards.
  for (int up = 0; up < 6 && folder.has_parent_path(); ++up) {
    folder = folder.parent_path();
    if (std::filesystem::exists(folder / "CMakePresets.json", error)) return folder;
  }
  return source_root();
}

std::vector<std::string> bundled_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

std::string file_or_bundled(const std::string& given, const std::string& folder) {
  std::error_code error;
  const bool is_name =
      !given.empty() && given.find_first_of("./\\") == std::string::npos && given.size() <= 200;
  if (!is_name || std::filesystem::exists(given, error)) return given;
  const std::filesystem::path bundled = tree_of_module() / folder;
  const std::vector<std::string> names = bundled_names(bundled);
  if (std::find(names.begin(), names.end(), given) != names.end())
    return (bundled / (given + ".yaml")).string();
  throw Error(fmt::format("there is no file {0} and no bundled one of that name{1}",
                          description::in_quotes(given),
                          known_names(given, "bundled " + folder, names)));
}

}  // namespace outrigger::python
