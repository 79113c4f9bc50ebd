#include "outrigger/outputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/error.h"

namespace outrigger::app {

namespace {

namespace fs = std::filesystem;

/// Why a file cannot be written, or empty.
std::string why_not_writable(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return "it is a folder";
  if (fs::exists(path, error))
    return access(path.c_str(), W_OK) == 0 ? "" : std::string(std::strerror(errno));
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::exists(folder, error))
    return fmt::format("there is no folder '{}'; make it first", folder.string());
  if (!fs::is_directory(folder, error)) return fmt::format("'{}' is no folder", folder.string());
  return access(folder.c_str(), W_OK | X_OK) == 0
             ? ""
             : fmt::format("folder '{}': {}", folder.string(), std::strerror(errno));
}

}  // namespace

void check_writable(const std::string& what, const std::string& path) {
  if (path.empty()) return;
  const std::string why = why_not_writable(path);
  if (!why.empty()) throw Error(fmt::format("cannot write the {} '{}': {}", what, path, why));
}

std::string picture_path(const std::string& given) {
  if (given.empty()) return given;
  std::string ending = fs::path(given).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto known = {".png", ".svg", ".pdf", ".jpg", ".jpeg"};
  if (!ending.empty() && std::find(known.begin(), known.end(), ending) == known.end())
    throw Error(fmt::format(
        "cannot draw the plot '{}': its name must end in .png, .svg, .pdf or .jpg", given));
  const std::string path = ending.empty() ? given + ".png" : given;
  check_writable("plot", path);
  return path;
}

void make_folder(const std::string& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) throw Error(fmt::format("cannot make the folder '{}': {}", path, error.message()));
}

}  // namespace outrigger::app
