#include "description/source_file.h"

#include <fmt/format.h>

#include <fstream>
#include <system_error>

#include "description/limits.h"
#include "description/text.h"

namespace outrigger::description {

namespace fs = std::filesystem;

namespace {

std::string why_not_readable(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return "no such file";
  if (error) return error.message();
  if (fs::is_directory(status)) return "is a directory, not a file";
  if (!fs::is_regular_file(status)) return "is not a regular file";
  return {};
}

}  // namespace

bool lies_within(const fs::path& file, const fs::path& folder) {
  std::error_code error;
  const auto real = [&](const fs::path& path) {
    // Absolute first: of a relative path that does not exist it would stay relative.
    return fs::weakly_canonical(fs::absolute(path.empty() ? fs::path(".") : path), error);
  };
  const fs::path base = real(folder);
  if (error) return false;
  const fs::path target = real(file);
  if (error) return false;
  const fs::path way = target.lexically_relative(base);
  return !way.empty() && *way.begin() != "..";
}

std::string outside_text(const std::string& file, const fs::path& folder) {
  return fmt::format(
      "{} lies outside of the folder {} of the file that was asked for: move it there, or allow "
      "files "
      "elsewhere with --allow-outside (in Python allow_outside=True)",
      in_quotes(file), in_quotes(folder.empty() ? "." : folder.string()));
}

FileContent load_file(const fs::path& path) {
  FileContent content;
  content.problem = why_not_readable(path);
  if (!content.problem.empty()) return content;
  std::error_code error;
  const std::uintmax_t size = fs::file_size(path, error);
  if (!error && size > kMaxFileBytes) {
    content.problem = fmt::format("larger than {} MiB", kMaxFileBytes >> 20);
    return content;
  }
  std::ifstream stream(path, std::ios::binary);
  content.text.resize(error ? 0 : size);
  stream.read(content.text.data(), static_cast<std::streamsize>(content.text.size()));
  if (stream.bad() || !stream.is_open()) {
    content.problem = "cannot be read";
    return content;
  }
  content.text.resize(static_cast<std::size_t>(stream.gcount()));
  return content;
}

}  // namespace outrigger::description
