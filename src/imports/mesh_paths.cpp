#include "imports/mesh_paths.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "description/text.h"

namespace outrigger::imports {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::optional<std::string> after_prefix(const std::string& text, std::string_view prefix) {
  if (text.compare(0, prefix.size(), prefix) != 0) return {};
  return text.substr(prefix.size());
}

constexpr int kMostSearched = 20000;  ///< files and folders
constexpr int kHighest = 4;           ///< folders above that of the URDF file

bool ends_with(const std::string& path, const std::string& end) {
  return path.size() > end.size() && path.ends_with(end) &&
         path[path.size() - end.size() - 1] == '/';
}

/// The nearest folder above that looks like the robot's own; empty: none does.
fs::path robot_folder(const fs::path& folder) {
  std::error_code ignored;
  fs::path above = fs::absolute(folder, ignored).lexically_normal();
  for (int i = 0; i < kHighest; ++i, above = above.parent_path()) {
    if (above == above.parent_path()) return {};
    if (fs::is_directory(above / "meshes", ignored) || is_file(above / "package.xml")) return above;
  }
  return {};
}

/// The only file in the robot's folder whose path ends so.
MeshPath search_by_end(const std::string& package, const std::string& rest,
                       const fs::path& folder) {
  const fs::path top = robot_folder(folder);
  if (top.empty() || rest.empty() || rest.find("..") != std::string::npos) return {};
  std::vector<fs::path> with_package, without;
  std::error_code failed;
  int left = kMostSearched;
  for (fs::recursive_directory_iterator
           i(top, fs::directory_options::skip_permission_denied, failed),
       end;
       !failed && i != end; i.increment(failed)) {
    if (--left == 0) return {};
    const std::string path = i->path().generic_string();
    if (!ends_with(path, rest) || !is_file(i->path())) continue;
    without.push_back(i->path());
    if (ends_with(path, package + "/" + rest)) with_package.push_back(i->path());
  }
  for (const auto* found : {&with_package, &without})
    if (found->size() == 1) return {found->front(), {}, true};
  return {};
}

MeshPath find_in_package(const std::string& package, const fs::path& rest, const fs::path& folder,
                         const std::vector<Package>& packages) {
  for (const Package& p : packages) {
    if (p.first != package) continue;
    if (is_file(p.second / rest)) return {p.second / rest, {}, false};
    return {{},
            fmt::format("there is no file {}", description::in_quotes((p.second / rest).string())),
            false};
  }
  std::error_code failed;
  for (fs::path above = fs::absolute(folder, failed).lexically_normal(); !failed;
       above = above.parent_path()) {
    if (above.filename() == package && is_file(above / rest)) return {above / rest, {}, false};
    if (is_file(above / package / rest)) return {above / package / rest, {}, false};
    if (above == above.parent_path()) break;
  }
  if (const MeshPath guess = search_by_end(package, rest.generic_string(), folder); guess.is_guess)
    return guess;
  return {{},
          fmt::format("package {} is not above the file; say where it is: --package {}=FOLDER",
                      description::in_quotes(package), package),
          false};
}

}  // namespace

MeshPath find_mesh(const std::string& written, const fs::path& folder,
                   const std::vector<Package>& packages) {
  for (const std::string_view scheme : {"package://", "model://"}) {
    if (const auto inside = after_prefix(written, scheme)) {
      const std::size_t slash = inside->find('/');
      const std::string package = inside->substr(0, slash);
      const std::string rest = slash == std::string::npos ? "" : inside->substr(slash + 1);
      return find_in_package(package, rest, folder, packages);
    }
  }
  const fs::path path = after_prefix(written, "file://").value_or(written);
  const fs::path full = path.is_absolute() ? path : folder / path;
  if (is_file(full)) return {full, {}, false};
  return {{}, fmt::format("there is no file {}", description::in_quotes(full.string())), false};
}

}  // namespace outrigger::imports
