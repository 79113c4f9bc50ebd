#include "outrigger/bundled.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/source_tree.h"
#include "description/text.h"

namespace outrigger::app {

namespace {

namespace fs = std::filesystem;

/// Names of the YAML files of a folder, those nearest to `text` first.
std::vector<std::string> bundled_names(const std::string& folder, const std::string& text) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(source_file(folder), error))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  std::stable_sort(names.begin(), names.end(), [&](const std::string& a, const std::string& b) {
    return description::edit_distance(text, a) < description::edit_distance(text, b);
  });
  return names;
}

[[noreturn]] void refuse(const std::string& folder, const std::string& kind,
                         const std::string& given) {
  // Of a path, its last part is what may be misspelt; nothing endless is compared letter by letter.
  const std::string stem = fs::path(given).stem().string().substr(0, 100);
  const std::vector<std::string> names = bundled_names(folder, stem);
  const std::string_view nearest =
      description::nearest_name(stem, std::vector<std::string_view>(names.begin(), names.end()));
  throw Error(fmt::format("{}: no such file, and no bundled {} of this name{} Bundled: {}", given,
                          kind,
                          nearest.empty() ? "." : fmt::format("; did you mean '{}'?", nearest),
                          fmt::join(names, ", ")));
}

std::string file_or_bundled(const std::string& folder, const std::string& kind,
                            const std::string& given) {
  std::error_code error;
  const fs::file_status status = fs::status(given, error);
  // A folder of that name in the working folder does not hide the bundled one.
  if (fs::exists(status) && !fs::is_directory(status)) return given;
  const std::string bundled = source_file(folder + "/" + given + ".yaml");
  if (fs::exists(bundled, error)) return bundled;
  if (fs::exists(status)) return given;
  refuse(folder, kind, given);
}

}  // namespace

std::string machine_path(const std::string& given) {
  std::error_code error;
  const std::string scene = source_file("scenes/" + given + ".yaml");
  if (!fs::exists(given, error) && fs::exists(scene, error)) return scene;
  return file_or_bundled("machines", "machine", given);
}

std::string object_path(const std::string& given) {
  return file_or_bundled("machines/objects", "object", given);
}

std::string site_path(const std::string& given) { return file_or_bundled("sites", "site", given); }

std::string study_path(const std::string& given) {
  return file_or_bundled("studies", "study", given);
}

}  // namespace outrigger::app
