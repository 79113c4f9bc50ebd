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

MeshPath find_in_package(const std::string& package, const fs::path& rest, const fs::path& folder,
                         const std::vector<Package>& packages) {
  for (const Package& p : packages) {
    if (p.first != package) continue;
    if (is_file(p.second / rest)) return {p.second / rest, {}};
    return {{},
            fmt::format("there is no file {}", description::in_quotes((p.second / rest).string()))};
  }
  std::error_code failed;
  for (fs::path above = fs::absolute(folder, failed).lexically_normal(); !failed;
       above = above.parent_path()) {
    if (above.filename() == package && is_file(above / rest)) return {above / rest, {}};
    if (is_file(above / package / rest)) return {above / package / rest, {}};
    if (above == above.parent_path()) break;
  }
  return {{},
          fmt::format("package {} is not above the file; say where it is: --package {}=FOLDER",
                      description::in_quotes(package), package)};
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
  if (is_file(full)) return {full, {}};
  return {{}, fmt::format("there is no file {}", description::in_quotes(full.string()))};
}

}  // namespace outrigger::imports
